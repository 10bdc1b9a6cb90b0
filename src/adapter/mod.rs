//! Adapters (适配器): logs of any platform by a file, without a line of Rust.
//!
//! An adapter is a TOML file with a table of tiles, a table of acts and a jq program that turns the platform's JSON into
//! `paipu/1`. What it gives is read as strictly as any log; what it does not know it refuses. A report names the adapter by
//! name, version and digest, because another adapter may read the same bytes differently.

mod error;
mod file;
mod guess;
mod house;
mod meter;
mod origin;
mod program;
pub mod shelf;
mod tables;
mod value;

pub use error::AdapterError;
pub use file::{Adapter, Shape};
pub use guess::{Guess, guess};
pub use house::{houses, presets};
pub use meter::{Allowance, Spent};
pub use origin::Origins;

use crate::log::{self, GameLog, Limits, OptionValue};
use std::collections::BTreeMap;

/// One match that an adapter gave.
#[derive(Clone, Debug)]
pub struct Adapted {
    /// The log.
    pub log: GameLog,
    /// Where its parts stand in the original, as far as the adapter says.
    pub origins: Origins,
}

/// Matches out of one document at most.
const MATCHES: usize = 4096;

impl Adapter {
    /// Every match in the bytes, in the order in which the program gives them. Of a file of a document a line each line has
    /// the usual allowance.
    pub fn logs(&self, bytes: &[u8], limits: &Limits) -> Result<Vec<Adapted>, AdapterError> {
        self.all(bytes, limits, Allowance::default(), true)
    }

    /// The same with one allowance for everything.
    pub fn logs_within(&self, bytes: &[u8], limits: &Limits, allowed: Allowance) -> Result<Vec<Adapted>, AdapterError> {
        self.all(bytes, limits, allowed, false)
    }

    fn all(&self, bytes: &[u8], limits: &Limits, allowed: Allowance, each: bool) -> Result<Vec<Adapted>, AdapterError> {
        let (mut logs, mut taken) = (Vec::new(), 0);
        for (bytes, first) in self.parts(bytes) {
            let in_part = |error: AdapterError| AdapterError { line: error.line.map(|line| line + first - 1), ..error };
            if each {
                taken = 0;
            }
            let given = self.program.run(bytes, self.input(), &self.tables, allowed, &mut taken, MATCHES);
            let log = || self.input().document(bytes);
            let given = given.map_err(|error| in_part(error.where_in(&log())))?;
            if logs.len() + given.len() > MATCHES && !each {
                return Err(AdapterError::too_many(MATCHES));
            }
            for json in given {
                logs.push(self.adapted(&json, limits).map_err(|error| in_part(error.on_row(&log())))?);
            }
        }
        if logs.is_empty() {
            return Err(AdapterError::nothing());
        }
        Ok(logs)
    }

    /// The documents in a file, each with the line it begins on.
    fn parts<'b>(&self, bytes: &'b [u8]) -> Vec<(&'b [u8], u64)> {
        if self.shape != Shape::Lines {
            return vec![(bytes, 1)];
        }
        let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
        lines.map(|(number, line)| (line, number)).filter(|(line, _)| !line.trim_ascii().is_empty()).collect()
    }

    fn adapted(&self, json: &str, limits: &Limits) -> Result<Adapted, AdapterError> {
        let mut value: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
        if let Some(members) = value.as_object_mut() {
            members.entry("format").or_insert_with(|| "paipu/1".into());
            if let Some(system) = &self.rules {
                let options: BTreeMap<&str, &OptionValue> =
                    self.options.iter().map(|(id, value)| (id.as_str(), value)).collect();
                members.entry("rules").or_insert_with(|| serde_json::json!({ "system": system, "options": options }));
            }
            if !members.contains_key("rules") {
                return Err(AdapterError::no_rules());
            }
        }
        let origins = Origins::of(&value);
        let written = value.to_string();
        match log::read(written.as_bytes(), limits) {
            Ok(log) => Ok(Adapted { log, origins }),
            Err(error) => {
                let original = origins.of_pointer(&error.pointer).map(str::to_owned);
                Err(AdapterError::no_log(error, original.as_deref()))
            }
        }
    }
}
