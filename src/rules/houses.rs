//! House rules that an operator named: presets beside those of the systems.
//!
//! They are made known once, before the first log is read, and stay as long as the program runs. From then on they are
//! presets like any: logs declare them, and the inverse audit tries them. What a preset decides has a digest, which reports
//! carry, because its name is the house's to give again.

use super::{Preset, System, Value};
use crate::say::Label;
use crate::table::sha256;
use std::fmt::Write;
use std::sync::OnceLock;

static HOUSES: OnceLock<Vec<House>> = OnceLock::new();

/// A preset of a house.
#[derive(Debug)]
pub struct House {
    /// Whose rules it varies.
    pub system: &'static System,
    /// The preset.
    pub preset: &'static Preset,
    /// `sha256:` of what it decides: the system, and every option with its value.
    pub digest: String,
}

impl House {
    /// A preset of this id and name that decides every option of a system. It is kept for as long as the program runs.
    pub fn new(
        system: &'static System,
        id: String,
        (zh, en): (String, String),
        choices: Vec<(&'static str, Value)>,
    ) -> House {
        let mut written = format!("caipan-house/1\n{}\n", system.id);
        for (option, value) in &choices {
            // Writing to a String cannot fail.
            let _ = writeln!(written, "{option}={value}");
        }
        let name = Label::new(String::leak(zh), String::leak(en));
        let preset = Preset { id: String::leak(id), name, choices: Vec::leak(choices) };
        House { system, preset: Box::leak(Box::new(preset)), digest: sha256(written.as_bytes()) }
    }
}

/// Makes the houses of this program known. Only the first call counts: whether it was this one.
pub fn make_known(houses: Vec<House>) -> bool {
    HOUSES.set(houses).is_ok()
}

/// The houses that are known, in the order in which they were named.
pub fn known() -> &'static [House] {
    HOUSES.get().map_or(&[], Vec::as_slice)
}

/// The presets of a system: its own, then those of houses.
pub fn presets_of(system: &'static System) -> impl Iterator<Item = &'static Preset> {
    system
        .presets
        .iter()
        .chain(known().iter().filter(move |house| house.system.id == system.id).map(|house| house.preset))
}

/// The digest of a preset that a house named; `None` for a system's own.
pub fn digest_of(preset: &Preset) -> Option<&'static str> {
    known().iter().find(|house| house.preset.id == preset.id).map(|house| house.digest.as_str())
}
