//! House rules presets: presets that an operator or a log adds to those of the systems.
//!
//! Presets of an operator are registered once, before the first log is read, and stay until the program ends. Like any
//! preset, a log can declare them and the inverse audit tries them. Presets that come with a log
//! ([`caipan_log::Houses`]) are known only with that log: [`OwnPreset`]. Reports carry a digest of what a preset
//! decides, because a house can reuse a preset's name.

use super::ruleset::declare;
use super::{Choices, Preset, RulesError, System, Value, resolve};
use caipan_log::{HouseDeclared, RulesDeclared, Unmodelled};
use caipan_tiles::hash::sha256;
use caipan_tiles::text::{Label, Text};
use std::fmt::Write;
use std::sync::{Arc, OnceLock};

static HOUSES: OnceLock<Vec<House>> = OnceLock::new();

/// A preset of an operator's house rules.
#[derive(Debug)]
pub struct House {
    /// The system that it varies.
    pub system: &'static System,
    /// The preset.
    pub preset: &'static Preset,
    /// `sha256:` of the decided values: the system, every option with its value, and the rules that caipan does not
    /// know.
    pub digest: String,
}

impl House {
    /// Registers a preset of the file under which it was read. Its memory is never freed.
    pub fn new(own: &OwnPreset) -> House {
        let leaked = |text: &Text| Label::new(text.zh.to_string().leak(), text.en.to_string().leak());
        let mut preset = Preset::new(own.id.clone().leak(), leaked(&own.name), Vec::leak(own.choices.iter().collect()));
        preset.source = own.source.as_ref().map(leaked);
        preset.unmodelled = own.unmodelled.clone().leak();
        House { system: own.system, preset: Box::leak(Box::new(preset)), digest: own.digest.clone() }
    }
}

/// The digest of what a preset decides.
fn digest(system: &System, choices: impl Iterator<Item = (&'static str, Value)>, unmodelled: &[Unmodelled]) -> String {
    let mut written = format!("caipan-house/1\n{}\n", system.id);
    // Writing to a String cannot fail.
    for (option, value) in choices {
        let _ = writeln!(written, "{option}={value}");
    }
    for Unmodelled { rule, touches } in unmodelled {
        let _ = writeln!(written, "unmodelled {}: {rule}", touches.word());
    }
    sha256(written.as_bytes())
}

/// A preset that is known only with the log that declares it.
#[derive(Clone, Debug)]
pub struct OwnPreset {
    /// The system that it varies.
    pub system: &'static System,
    /// The preset of the program or of its operator that it varies.
    pub base: &'static Preset,
    /// The id that a log names.
    pub id: String,
    /// Its name.
    pub name: Text,
    /// Every option with its value.
    pub choices: Choices,
    /// The text or code that it is taken from.
    pub source: Option<Text>,
    /// The rules of the house that caipan does not know, those of its base included.
    pub unmodelled: Vec<Unmodelled>,
    /// `sha256:` of the decided values, like the digest of a [`House`].
    pub digest: String,
}

impl OwnPreset {
    /// Reads a declared preset. Fails if its base or an option is invalid.
    pub fn read(house: &HouseDeclared) -> Result<OwnPreset, RulesError> {
        let HouseDeclared { id, zh, en, base, options, source, unmodelled } = house;
        let declared = RulesDeclared { system: base.clone(), options: options.clone(), ..Default::default() };
        let ruleset = resolve(&declared)?;
        let (system, choices) = (ruleset.system, ruleset.choices);
        let name = Text { zh: zh.clone().into(), en: en.clone().into() };
        let mut all = ruleset.unmodelled;
        declare(&mut all, unmodelled);
        let digest = digest(system, choices.iter(), &all);
        let source = source.clone();
        Ok(OwnPreset { system, base: ruleset.preset, id: id.clone(), name, choices, source, unmodelled: all, digest })
    }
}

/// The preset that a log's options change: one of the program or of its operator, or one that came with the log.
#[derive(Clone, Debug)]
pub enum Start {
    /// A preset known everywhere.
    Known(&'static Preset),
    /// A preset that came with the log.
    Own(Arc<OwnPreset>),
}

impl Start {
    /// The id that a log names.
    pub fn id(&self) -> &str {
        match self {
            Start::Known(preset) => preset.id,
            Start::Own(own) => &own.id,
        }
    }

    /// The name for people.
    pub fn name(&self) -> Text {
        match self {
            Start::Known(preset) => preset.name.text(),
            Start::Own(own) => own.name.clone(),
        }
    }
}

/// Returns every preset that a log of this system could have named: the known ones, then those that came with the log.
/// Presets of the log that cannot be read are skipped.
pub fn starts(system: &'static System, declared: &RulesDeclared) -> Vec<Start> {
    let own = declared.houses.iter().filter_map(|house| OwnPreset::read(house).ok());
    let own = own.filter(|own| own.system.id == system.id).map(|own| Start::Own(Arc::new(own)));
    presets_of(system).map(Start::Known).chain(own).collect()
}

/// Registers the operator's presets. Only the first call takes effect; returns true for that call.
pub fn make_known(houses: Vec<House>) -> bool {
    HOUSES.set(houses).is_ok()
}

/// The registered presets, in the order of registration.
pub fn known() -> &'static [House] {
    HOUSES.get().map_or(&[], Vec::as_slice)
}

/// The presets of a system: its own, then those of operators.
pub fn presets_of(system: &'static System) -> impl Iterator<Item = &'static Preset> {
    system
        .presets
        .iter()
        .chain(known().iter().filter(move |house| house.system.id == system.id).map(|house| house.preset))
}

/// The digest of an operator's preset; `None` for a system's own.
pub fn digest_of(preset: &Preset) -> Option<&'static str> {
    known().iter().find(|house| house.preset.id == preset.id).map(|house| house.digest.as_str())
}
