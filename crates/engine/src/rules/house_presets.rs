//! House rules that somebody named: presets beside those of the systems.
//!
//! Those of an operator are made known once, before the first log is read, and stay as long as the program runs. From then on they
//! are presets like any: logs declare them, and the inverse audit tries them. Those of one whose logs are read beside the logs of
//! others come with the log ([`caipan_log::Houses`]) and go with it: [`OwnPreset`]. What a preset decides has a digest, which
//! reports carry, because its name is the house's to give again.

use super::{Choices, Preset, RulesError, System, Value, resolve};
use caipan_log::{HouseDeclared, RulesDeclared};
use caipan_tiles::hash::sha256;
use caipan_tiles::text::{Label, Text};
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

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
        let digest = digest(system, choices.iter().copied());
        let name = Label::new(String::leak(zh), String::leak(en));
        let preset = Preset::new(String::leak(id), name, Vec::leak(choices));
        House { system, preset: Box::leak(Box::new(preset)), digest }
    }
}

/// The digest of what a preset decides.
fn digest(system: &System, choices: impl Iterator<Item = (&'static str, Value)>) -> String {
    let mut written = format!("caipan-house/1\n{}\n", system.id);
    for (option, value) in choices {
        // Writing to a String cannot fail.
        let _ = writeln!(written, "{option}={value}");
    }
    sha256(written.as_bytes())
}

/// A preset that is known where a log is read and nowhere else.
#[derive(Clone, Debug)]
pub struct OwnPreset {
    /// Whose rules it varies.
    pub system: &'static System,
    /// The preset of the program or of its operator that it varies.
    pub base: &'static Preset,
    /// What a log names.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Every option with its value.
    pub choices: Choices,
    /// `sha256:` of what it decides, as of a [`House`].
    pub digest: String,
}

impl OwnPreset {
    /// The preset that is declared so. The error is that of its base or of an option.
    pub fn read(house: &HouseDeclared) -> Result<OwnPreset, RulesError> {
        let HouseDeclared { id, zh, en, base, options } = house;
        let declared = RulesDeclared { system: base.clone(), options: options.clone(), ..Default::default() };
        let ruleset = resolve(&declared)?;
        let (system, choices) = (ruleset.system, ruleset.choices);
        let name = Text { zh: zh.clone().into(), en: en.clone().into() };
        let digest = digest(system, choices.iter());
        Ok(OwnPreset { system, base: ruleset.preset, id: id.clone(), name, choices, digest })
    }
}

/// What options are counted from: a preset of the program or of its operator, or one that came with the log.
#[derive(Clone, Debug)]
pub enum Start {
    /// Known everywhere.
    Known(&'static Preset),
    /// Known with the log.
    Own(Arc<OwnPreset>),
}

impl Start {
    /// What a log names.
    pub fn id(&self) -> &str {
        match self {
            Start::Known(preset) => preset.id,
            Start::Own(own) => &own.id,
        }
    }
}

/// Every preset that a log of this system could have named instead: known ones, then those that came with it. What came with it and
/// cannot be read names nothing.
pub fn starts(system: &'static System, declared: &RulesDeclared) -> Vec<Start> {
    let own = declared.houses.iter().filter_map(|house| OwnPreset::read(house).ok());
    let own = own.filter(|own| own.system.id == system.id).map(|own| Start::Own(Arc::new(own)));
    presets_of(system).map(Start::Known).chain(own).collect()
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
