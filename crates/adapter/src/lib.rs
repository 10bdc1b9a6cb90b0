//! Adapters (适配器): read the logs of any platform through a configuration file, without Rust code.
//!
//! An adapter is a TOML file with a tile table, an act table and a jq program that turns the platform's JSON into
//! `paipu/1`. Its output is read as strictly as any log, and unknown names are refused. A report names the adapter by
//! name, version and digest, because another adapter may read the same bytes differently.
#![doc = include_str!("../README.md")]

mod error;
mod explained;
mod file;
mod guess;
mod house;
mod meter;
mod origin;
mod program;
mod reading;
mod refusal;
mod room;
mod separated;
pub mod shelf;
mod tables;
mod unmodelled;
mod value;

pub use error::AdapterError;
pub use explained::{Explained, explained};
pub use file::{Adapter, Shape};
pub use guess::{Guess, guess, is_too_large};
pub use house::{houses, presets};
pub use meter::{Allowance, Spent};
use origin::Lines;
pub use origin::Origins;
pub use program::Met;
use program::{Input, Program, Taken, rows};
pub use reading::{EachLog, InputFormat, Media, ReadLog, media_of, of_adapter, only, own, read_each, translated};
pub use refusal::Refusal;
pub use separated::{Header, json_lines};

use caipan_engine::report::Original;
use caipan_log::{GameLog, Limits};
use caipan_tiles::text::Text;
use std::borrow::Cow;
use std::cell::OnceCell;

/// One match from an adapter.
#[derive(Clone, Debug)]
pub struct Adapted {
    /// The log.
    pub log: GameLog,
    /// The positions of its parts in the original, as far as the adapter records them.
    pub origins: Origins,
}

/// The result of a trial of an adapter.
#[derive(Debug)]
pub struct Tried {
    /// Every match, or the first error.
    pub logs: Result<Vec<Adapted>, AdapterError>,
    /// The tile and act names that the program looked up.
    pub met: Met,
    /// The first documents that the program gave, before they are read as logs.
    pub documents: Vec<serde_json::Value>,
}

/// Maximum number of documents that a trial keeps.
const KEPT: usize = 8;

/// Maximum number of matches per document.
const MATCHES: usize = 4096;

/// Maximum number of rows run one by one to find the row on which a program fails.
const ROWS_TRIED: usize = 2000;

/// A row, and the errors of the program when it reads that row alone.
struct RowAlone<'b> {
    line: u64,
    bytes: &'b [u8],
    errors: Vec<Text>,
}

/// Returns all matches, or the first error. Errors of the program come before errors of the log reader.
fn whole(each: Vec<Result<Adapted, AdapterError>>) -> Result<Vec<Adapted>, AdapterError> {
    let of_program =
        |one: &Result<Adapted, AdapterError>| one.as_ref().is_err_and(|error| error.code.starts_with("program-"));
    let mut each = each;
    match each.iter().position(of_program) {
        Some(at) => Err(each.swap_remove(at).map_or_else(|error| error, |_| AdapterError::nothing())),
        None => each.into_iter().collect(),
    }
}

impl Adapter {
    /// Reads every match in the bytes, in the program's order. One invalid match fails the call. With one document per
    /// line, each line has its own allowance.
    pub fn logs(&self, bytes: &[u8], limits: &Limits) -> Result<Vec<Adapted>, AdapterError> {
        whole(self.all(bytes, limits, None, &mut Taken::default())?)
    }

    /// Reads every match like [`Adapter::logs`], with one allowance for the complete input.
    pub fn logs_within(&self, bytes: &[u8], limits: &Limits, allowed: Allowance) -> Result<Vec<Adapted>, AdapterError> {
        whole(self.all(bytes, limits, Some(allowed), &mut Taken::default())?)
    }

    /// Reads every match like [`Adapter::logs`], and also returns what helps to correct the adapter.
    pub fn tried(&self, bytes: &[u8], limits: &Limits) -> Tried {
        let mut taken = Taken { met: Some(Met::default()), documents: Some(Vec::new()), ..Taken::default() };
        let logs = self.all(bytes, limits, Some(Allowance::of(bytes.len())), &mut taken).and_then(whole);
        Tried { logs, met: taken.met.unwrap_or_default(), documents: taken.documents.unwrap_or_default() }
    }

    /// Reads every match in the bytes; errors are per match. Fails as a unit if the matches cannot be separated.
    pub fn each(&self, bytes: &[u8], limits: &Limits) -> Result<Vec<Result<Adapted, AdapterError>>, AdapterError> {
        self.all(bytes, limits, None, &mut Taken::default())
    }

    /// `together` is the allowance for the complete input; without it each part has its own.
    fn all(
        &self,
        bytes: &[u8],
        limits: &Limits,
        together: Option<Allowance>,
        taken: &mut Taken,
    ) -> Result<Vec<Result<Adapted, AdapterError>>, AdapterError> {
        let mut logs = Vec::new();
        let by_line = self.shape == Shape::Lines;
        let bytes = if by_line || self.shape == Shape::Rows { json_lines(bytes)? } else { Cow::Borrowed(bytes) };
        for (bytes, first) in self.parts(&bytes) {
            let line_in_file = |line: Option<u64>| match line {
                Some(line) => Some(line + first - 1),
                None => by_line.then_some(first),
            };
            let in_part = |error: AdapterError| AdapterError { line: line_in_file(error.line), ..error };
            if together.is_none() {
                taken.steps = 0;
            }
            let allowed = together.unwrap_or_else(|| Allowance::of(bytes.len()));
            let given = self.program.run(bytes, self.input(), &self.tables, allowed, taken, MATCHES);
            let given = match given {
                Ok(given) => given,
                // With one document per line, the other lines are independent documents.
                Err(error) if by_line && together.is_none() => vec![Err(error)],
                Err(error) => return Err(in_part(error)),
            };
            if logs.len() + given.len() > MATCHES && together.is_some() {
                return Err(AdapterError::too_many(MATCHES));
            }
            let rows = self.input().lines(bytes);
            let lines = match rows.as_slice() {
                [] if by_line => Lines::One(first),
                [] => Lines::Unknown,
                rows => Lines::Rows(rows.into()),
            };
            let log = OnceCell::new();
            let log = || log.get_or_init(|| self.input().document(bytes));
            let alone = OnceCell::new();
            // Where the program names the part of the log, the part of the program adds nothing.
            let needs_place = |error: &AdapterError| error.within.is_none();
            let mut places = if given.iter().any(|one| one.as_ref().is_err_and(needs_place)) {
                Program::places(&self.code, bytes, self.input(), &self.tables, allowed).into_iter()
            } else {
                Vec::new().into_iter()
            };
            for json in given {
                let adapted = match json {
                    Ok(json) => {
                        let seen = taken.met.as_mut().map(|met| &mut met.flags);
                        let document = self.document(&json, seen);
                        if let (Ok(document), Some(kept)) = (&document, &mut taken.documents)
                            && kept.len() < KEPT
                        {
                            kept.push(document.clone());
                        }
                        let adapted = document.and_then(|document| self.adapted(&document, limits, lines.clone()));
                        adapted.map_err(|error| error.on_row(log()))
                    }
                    Err(error) => {
                        let part = places.next().flatten().filter(|_| needs_place(&error));
                        let failing = || self.errors_of_rows(bytes, allowed, taken);
                        let error = self.placed(error.where_in(log()), || alone.get_or_init(failing).as_slice());
                        Err(match part.map(|part| self.shown(part)) {
                            Some((line, part)) => error.in_program(line, &part),
                            None => error,
                        })
                    }
                };
                logs.push(adapted.map_err(in_part));
            }
        }
        if logs.is_empty() {
            return Err(AdapterError::nothing());
        }
        Ok(logs)
    }

    /// Finds the row on which the program fails with the same error when run alone, if at most half of the rows do: jq
    /// reports no position.
    fn placed<'r, 'b: 'r>(&self, error: AdapterError, rows: impl FnOnce() -> &'r [RowAlone<'b>]) -> AdapterError {
        let of_program = matches!(error.code, "program-failed" | "program-refused");
        if !of_program || error.pointer.is_some() || self.input() != Input::Rows {
            return error;
        }
        let rows = rows();
        let fails = |row: &&RowAlone<'_>| row.errors.contains(error.text.as_ref());
        let count = rows.iter().filter(fails).count();
        match rows.iter().find(fails) {
            Some(row) if rows.len() > 1 && count * 2 <= rows.len() => error.at_row(row.line, row.bytes),
            _ => error,
        }
    }

    /// Runs the program on each row by itself and keeps the errors.
    fn errors_of_rows<'b>(&self, bytes: &'b [u8], allowed: Allowance, taken: &mut Taken) -> Vec<RowAlone<'b>> {
        let mut alone = |(line, bytes)| {
            let given = self.program.run(bytes, Input::Rows, &self.tables, allowed, taken, MATCHES).unwrap_or_default();
            RowAlone { line, bytes, errors: given.into_iter().filter_map(|one| Some(*one.err()?.text)).collect() }
        };
        rows(bytes).take(ROWS_TRIED).map(&mut alone).collect()
    }

    /// Splits a file into documents, each with its first line number.
    fn parts<'b>(&self, bytes: &'b [u8]) -> Vec<(&'b [u8], u64)> {
        if self.shape != Shape::Lines {
            return vec![(bytes, 1)];
        }
        let lines = (1..).zip(bytes.split(|&byte| byte == b'\n'));
        lines.map(|(number, line)| (line, number)).filter(|(line, _)| !line.trim_ascii().is_empty()).collect()
    }

    /// Returns an output of the program with the format, and with the rules that it may leave out: those of its room
    /// flags, or those of the adapter.
    fn document(&self, json: &str, seen: Option<&mut room::Seen>) -> Result<serde_json::Value, AdapterError> {
        let mut value: serde_json::Value = serde_json::from_str(json).unwrap_or_default();
        let Some(members) = value.as_object_mut() else { return Ok(value) };
        members.entry("format").or_insert_with(|| "paipu/1".into());
        match (members.remove("room"), members.contains_key("rules")) {
            (Some(_), true) => return Err(AdapterError::room_and_rules()),
            (Some(_), false) if !self.room.is_declared() => return Err(AdapterError::room_without_table()),
            (Some(flags), false) => {
                let rules = self.room.rules(&flags, self.rules.as_deref(), &self.options, seen)?;
                members.insert("rules".to_owned(), rules);
            }
            (None, false) if self.room.is_declared() => return Err(AdapterError::no_room()),
            (None, false) => {
                if let Some(system) = &self.rules {
                    let rules = serde_json::json!({ "system": system, "options": &self.options });
                    members.insert("rules".to_owned(), rules);
                }
            }
            (None, true) => {}
        }
        self.declare_unmodelled(members);
        Ok(value)
    }

    /// Adds the rules of the platform that caipan does not know to the rules of a log.
    fn declare_unmodelled(&self, members: &mut serde_json::Map<String, serde_json::Value>) {
        let Some(rules) = members.get_mut("rules").and_then(serde_json::Value::as_object_mut) else { return };
        if self.unmodelled.is_empty() {
            return;
        }
        let declared = rules.entry("unmodelled").or_insert_with(|| serde_json::json!([]));
        let Some(declared) = declared.as_array_mut() else { return };
        for rule in &self.unmodelled {
            let is_same = |other: &serde_json::Value| {
                other.as_str().or(other.get("rule").and_then(serde_json::Value::as_str)) == Some(&rule.rule)
            };
            if !declared.iter().any(is_same) {
                declared.push(room::written(rule));
            }
        }
    }

    fn adapted(&self, value: &serde_json::Value, limits: &Limits, lines: Lines) -> Result<Adapted, AdapterError> {
        if value.as_object().is_some_and(|members| !members.contains_key("rules")) {
            return Err(AdapterError::no_rules());
        }
        let origins = Origins::of(value, lines);
        let written = value.to_string();
        match caipan_log::read(written.as_bytes(), limits) {
            Ok(log) => Ok(Adapted { log, origins }),
            Err(error) => {
                let original = origins.of_pointer(&error.pointer).map(str::to_owned);
                Err(AdapterError::no_log(error, original.as_deref()))
            }
        }
    }
}
