//! From what a log declares to rules with every option decided.

use super::{Choices, Decl, Rules, SYSTEMS, System, Value, houses};
use crate::log::{OptionValue, RulesDeclared};
use crate::say::{Label, Text, nearest};

/// A named set of options.
#[derive(Debug)]
pub struct Preset {
    /// What a log names.
    pub id: &'static str,
    /// Its name.
    pub name: Label,
    /// What differs from the defaults.
    pub choices: &'static [(&'static str, Value)],
}

/// A system with every option decided.
pub struct Ruleset {
    /// The system.
    pub system: &'static System,
    /// The preset it started from.
    pub preset: &'static Preset,
    /// Every option with its value.
    pub choices: Choices,
    /// The rules that follow.
    pub rules: Box<dyn Rules>,
}

impl std::fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ruleset({} {:?})", self.preset.id, self.choices)
    }
}

impl Ruleset {
    /// A preset with these changes on top; every id and value must be one of the system's.
    pub fn new(system: &'static System, preset: &'static Preset, changes: &[(&'static str, Value)]) -> Ruleset {
        let mut choices = Choices::of(system, preset);
        changes.iter().for_each(|&(id, value)| choices.set(id, value));
        let rules = (system.build)(&choices);
        Ruleset { system, preset, choices, rules }
    }

    /// The options that differ from the preset.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        let base = Choices::of(self.system, self.preset);
        let differs = move |at: usize, value: Value| base.values().get(at) != Some(&value);
        self.choices.iter().enumerate().filter(move |&(at, (_, value))| differs(at, value)).map(|(_, choice)| choice)
    }

    /// The same with other values of some options, on top of this preset or of another.
    pub fn changed(
        &self,
        preset: Option<&'static Preset>,
        changes: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Ruleset {
        let mut all: Vec<_> = preset.map(|_| self.changes().collect()).unwrap_or_default();
        all.extend(changes);
        let mut choices = preset.map_or_else(|| self.choices.clone(), |preset| Choices::of(self.system, preset));
        all.into_iter().for_each(|(id, value)| choices.set(id, value));
        let rules = (self.system.build)(&choices);
        Ruleset { system: self.system, preset: preset.unwrap_or(self.preset), choices, rules }
    }
}

/// Why declared rules cannot be used. `pointer` leads from the log's root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// A stable word: `unknown-system`, `unknown-option`, `bad-option-value`.
    pub code: &'static str,
    /// Where in the log, as a JSON pointer.
    pub pointer: String,
    /// What is wrong and what to write instead.
    pub text: Text,
}

/// The rules that a log declares.
pub fn resolve(declared: &RulesDeclared) -> Result<Ruleset, RulesError> {
    let (system, preset) = find(&declared.system)?;
    let decls = (system.options)();
    let mut changes = Vec::with_capacity(declared.options.len());
    for (id, written) in &declared.options {
        changes.push(read(decls, preset, id, written)?);
    }
    Ok(Ruleset::new(system, preset, &changes))
}

/// The system and preset with this id; a system's own id stands for its first preset.
pub fn find(id: &str) -> Result<(&'static System, &'static Preset), RulesError> {
    let presets = || SYSTEMS.iter().flat_map(|&system| houses::presets_of(system).map(move |preset| (system, preset)));
    let by_system =
        || SYSTEMS.iter().filter(|system| system.id == id).find_map(|system| Some((*system, system.presets.first()?)));
    presets().find(|(_, preset)| preset.id == id).or_else(by_system).ok_or_else(|| {
        let known = || presets().map(|(_, preset)| preset.id);
        let (did_you_mean, known) = (meant(id, known()), known().collect::<Vec<_>>().join(", "));
        let Text { zh, en } = did_you_mean;
        RulesError {
            code: "unknown-system",
            pointer: "/rules/system".to_owned(),
            text: crate::say!(
                "没有名为“{id}”的规则；{zh}请改用其中之一：{known}。",
                "There are no rules called `{id}`; {en}name one of these instead: {known}."
            ),
        }
    })
}

/// What somebody may have meant, as a clause of a sentence; nothing where no known word is near.
fn meant<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Text {
    nearest(written, known)
        .map_or_else(Text::default, |near| crate::say!("是否想写 {near}？", "did you mean `{near}`? Otherwise "))
}

fn read(
    decls: &'static [Decl],
    preset: &Preset,
    id: &str,
    written: &OptionValue,
) -> Result<(&'static str, Value), RulesError> {
    let pointer = format!("/rules/options/{}", id.replace('~', "~0").replace('/', "~1"));
    let preset = preset.id;
    let Some(decl) = decls.iter().find(|decl| decl.id == id) else {
        let known = decls.iter().map(|decl| decl.id).collect::<Vec<_>>().join(", ");
        let Text { zh, en } = meant(id, decls.iter().map(|decl| decl.id));
        return Err(RulesError {
            code: "unknown-option",
            pointer,
            text: crate::say!(
                "规则 {preset} 没有选项“{id}”；{zh}已知的选项有：{known}。",
                "The rules {preset} have no option `{id}`; {en}the known ones are: {known}."
            ),
        });
    };
    let value = decl.kind.read(written).ok_or_else(|| {
        let allowed = decl.kind.allowed();
        let word = if let OptionValue::Word(word) = written { word.as_str() } else { "" };
        let Text { zh, en } = meant(word, allowed.split(" | ").filter(|word| word.chars().any(char::is_alphabetic)));
        RulesError {
            code: "bad-option-value",
            pointer,
            text: crate::say!(
                "选项 {id} 不能取这个值；{zh}请写其中之一：{allowed}。",
                "Option {id} cannot have this value; {en}write one of: {allowed}."
            ),
        }
    })?;
    Ok((decl.id, value))
}
