//! Resolves the rules that a log declares into rules with every option decided.

use super::house_presets::{self, OwnPreset, Start};
use super::log_field;
use super::named::{find_among, meant};
use super::{Choices, Decl, Rules, System, Value};
use caipan_log::{GameLog, OptionValue, RulesDeclared, Unmodelled};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::Seats;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A named set of options.
#[derive(Debug)]
pub struct Preset {
    /// The id that a log names.
    pub id: &'static str,
    /// Its name.
    pub name: Label,
    /// The text or code that it is taken from, if that is not the rule book of its system.
    pub source: Option<Label>,
    /// The rules of its house that caipan does not know; none for a preset of the program.
    pub unmodelled: &'static [Unmodelled],
    /// The values that differ from the defaults.
    pub choices: &'static [(&'static str, Value)],
    /// Every option by its position, cached on first use.
    pub(super) decided: OnceLock<Choices>,
}

impl Preset {
    /// Creates a preset with this id, name and differences from the defaults.
    pub const fn new(id: &'static str, name: Label, choices: &'static [(&'static str, Value)]) -> Preset {
        Preset { id, name, source: None, unmodelled: &[], choices, decided: OnceLock::new() }
    }

    /// Adds the text or code that the preset is taken from, in both languages: `("某开源服务器的代码", "the code of one
    /// open-source server")`.
    #[must_use]
    pub const fn from(mut self, zh: &'static str, en: &'static str) -> Preset {
        self.source = Some(Label::new(zh, en));
        self
    }
}

/// A system with every option decided.
pub struct Ruleset {
    /// The system.
    pub system: &'static System,
    /// The preset of the program or of its operator that it started from.
    pub preset: &'static Preset,
    /// The preset that came with the log, between `preset` and the changes, if there is one.
    pub own: Option<Arc<OwnPreset>>,
    /// Every option with its value.
    pub choices: Choices,
    /// The resulting rules.
    pub rules: Box<dyn Rules>,
    /// The rules of the room that caipan does not know: those of the presets, then those of the log.
    pub unmodelled: Vec<Unmodelled>,
}

impl std::fmt::Debug for Ruleset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Ruleset({} {:?})", self.id(), self.choices)
    }
}

impl Ruleset {
    /// Creates a preset with these changes on top. Every id and value must belong to the system.
    pub fn new(system: &'static System, preset: &'static Preset, changes: &[(&'static str, Value)]) -> Ruleset {
        let mut choices = Choices::of(system, preset);
        changes.iter().for_each(|&(id, value)| choices.set(id, value));
        let rules = (system.build)(&choices);
        Ruleset { system, preset, own: None, choices, rules, unmodelled: preset.unmodelled.to_vec() }
    }

    /// The id that a log names for these rules, apart from changed options.
    pub fn id(&self) -> &str {
        self.own.as_ref().map_or(self.preset.id, |own| &own.id)
    }

    /// The name for that id.
    pub fn name(&self) -> Text {
        self.own.as_ref().map_or_else(|| self.preset.name.text(), |own| own.name.clone())
    }

    /// The digest of an operator's or a log's own preset; `None` for a system's preset.
    pub fn house(&self) -> Option<&str> {
        self.own.as_ref().map(|own| own.digest.as_str()).or_else(|| house_presets::digest_of(self.preset))
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.rules.seats().len()
    }

    /// True if some of the options contradict each other. [`resolve`] refuses such rules.
    pub fn contradicts_itself(&self) -> bool {
        (self.system.conflicts)(&self.choices).iter().any(|conflict| conflict.holds)
    }

    /// The values before the changes.
    fn base(&self) -> Choices {
        self.own.as_ref().map_or_else(|| Choices::of(self.system, self.preset), |own| own.choices.clone())
    }

    /// The options that differ from the preset.
    pub fn changes(&self) -> impl Iterator<Item = (&'static str, Value)> + '_ {
        let base = self.base();
        let differs = move |at: usize, value: Value| base.values().get(at) != Some(&value);
        self.choices.iter().enumerate().filter(move |&(at, (_, value))| differs(at, value)).map(|(_, choice)| choice)
    }

    /// Returns the same rules with other values of some options, on top of this preset or of another. The rules that
    /// caipan does not know stay declared, and those of the other preset are added.
    pub fn changed(&self, start: Option<&Start>, changes: impl IntoIterator<Item = (&'static str, Value)>) -> Ruleset {
        let mut all: Vec<_> = start.map(|_| self.changes().collect()).unwrap_or_default();
        all.extend(changes);
        let (preset, own, mut choices) = match start {
            None => (self.preset, self.own.clone(), self.choices.clone()),
            Some(Start::Known(preset)) => (*preset, None, Choices::of(self.system, preset)),
            Some(Start::Own(own)) => (own.base, Some(Arc::clone(own)), own.choices.clone()),
        };
        all.into_iter().for_each(|(id, value)| choices.set(id, value));
        // The table keeps its number of players under other rules.
        if let Some(players) = self.choices.get(PLAYERS) {
            choices.set(PLAYERS, players);
        }
        let rules = (self.system.build)(&choices);
        let mut unmodelled = self.unmodelled.clone();
        declare(&mut unmodelled, preset.unmodelled);
        declare(&mut unmodelled, own.as_ref().map_or(&[], |own| &own.unmodelled));
        Ruleset { system: self.system, preset, own, choices, rules, unmodelled }
    }
}

/// The option that says how many play.
const PLAYERS: &str = "players";

/// The reason why declared rules cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesError {
    /// A stable code: `unknown-system`, `unknown-option`, `bad-option-value`, `option-conflict`, `wrong-players`,
    /// `field-not-used`.
    pub code: &'static str,
    /// The position as a JSON pointer from the log's root.
    pub pointer: String,
    /// The problem and the fix.
    pub text: Text,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.text.en)
    }
}

impl std::error::Error for RulesError {}

/// Resolves declared rules.
pub fn resolve(declared: &RulesDeclared) -> Result<Ruleset, RulesError> {
    chosen(declared).and_then(|ruleset| consistent(ruleset, declared))
}

/// The declared rules, whatever their options contradict.
fn chosen(declared: &RulesDeclared) -> Result<Ruleset, RulesError> {
    let own = declared.houses.find(&declared.system).map(OwnPreset::read).transpose()?.map(Arc::new);
    let (system, preset) = match &own {
        Some(own) => (own.system, own.base),
        None => find_among(&declared.system, &declared.houses)?,
    };
    let decls = (system.options)();
    let mut choices = own.as_ref().map_or_else(|| Choices::of(system, preset), |own| own.choices.clone());
    for (id, written) in &declared.options {
        let name = own.as_ref().map_or(preset.id, |own| &own.id);
        let (id, value) = read(decls, name, id, written)?;
        choices.set(id, value);
    }
    let mut unmodelled = own.as_ref().map_or_else(|| preset.unmodelled.to_vec(), |own| own.unmodelled.clone());
    declare(&mut unmodelled, &declared.unmodelled);
    Ok(built(system, preset, own, choices, unmodelled))
}

/// These rules, unless some of their options contradict each other.
fn consistent(ruleset: Ruleset, declared: &RulesDeclared) -> Result<Ruleset, RulesError> {
    // The presets of a system contradict nothing (a test asks each), and most logs declare one as it stands.
    let is_known = || ruleset.system.presets.iter().any(|known| std::ptr::eq(known, ruleset.preset));
    let is_changed = ruleset.own.is_some() || !declared.options.is_empty() || ruleset.players() != Seats::FOUR.len();
    let as_it_stands = !is_changed && is_known();
    let conflicts = if as_it_stands { Vec::new() } else { (ruleset.system.conflicts)(&ruleset.choices) };
    match conflicts.iter().find(|conflict| conflict.holds) {
        None => Ok(ruleset),
        Some(conflict) => Err(RulesError {
            code: "option-conflict",
            pointer: option_pointer(conflict.option),
            text: conflict.why.text(),
        }),
    }
}

/// The rules with these choices.
fn built(
    system: &'static System,
    preset: &'static Preset,
    own: Option<Arc<OwnPreset>>,
    choices: Choices,
    unmodelled: Vec<Unmodelled>,
) -> Ruleset {
    let rules = (system.build)(&choices);
    Ruleset { system, preset, own, choices, rules, unmodelled }
}

/// Adds these rules, each once.
pub(super) fn declare(all: &mut Vec<Unmodelled>, more: &[Unmodelled]) {
    for rule in more {
        if !all.contains(rule) {
            all.push(rule.clone());
        }
    }
}

/// Resolves the rules of a log, for its number of players, and checks that they use the fields that it has.
pub fn resolve_for(log: &GameLog) -> Result<Ruleset, RulesError> {
    // Some options are for a number of players that only the log states.
    let ruleset = consistent(seated(log, chosen(&log.rules)?)?, &log.rules)?;
    log_field::check(&ruleset, log)?;
    Ok(ruleset)
}

/// Sets the number of players to that of the log. An error if the rules do not allow it, or state another.
fn seated(log: &GameLog, ruleset: Ruleset) -> Result<Ruleset, RulesError> {
    let seats = log.seats().len();
    if ruleset.players() == seats {
        return Ok(ruleset);
    }
    let usual = (ruleset.system.options)().iter().find(|decl| decl.id == PLAYERS).map(|decl| decl.default);
    let stated = log.rules.options.contains_key(PLAYERS) || ruleset.choices.get(PLAYERS) != usual;
    let known = ruleset.system.players;
    if known.contains(&seats) && !stated {
        let Ruleset { system, preset, own, mut choices, unmodelled, .. } = ruleset;
        choices.set(PLAYERS, Value::Number(i64::try_from(seats).unwrap_or_default()));
        return Ok(built(system, preset, own, choices, unmodelled));
    }
    let players = seats;
    let Label { zh, en } = ruleset.system.name;
    let known = if stated {
        ruleset.players().to_string()
    } else {
        known.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    Err(RulesError {
        code: "wrong-players",
        pointer: "/start/seats".to_owned(),
        text: caipan_tiles::bilingual!(
            "这套{zh}规则是 {known} 人打的，这份记录却有 {players} 人；请核对 start.seats，或换成这个人数的规则。",
            "These rules of {en} are for {known} players, but this log has {players}. Check `start.seats`, or choose rules for that number."
        ),
    })
}

fn option_pointer(id: &str) -> String {
    format!("/rules/options/{}", id.replace('~', "~0").replace('/', "~1"))
}

fn read(
    decls: &'static [Decl],
    preset: &str,
    id: &str,
    written: &OptionValue,
) -> Result<(&'static str, Value), RulesError> {
    let pointer = option_pointer(id);
    let Some(decl) = decls.iter().find(|decl| decl.id == id) else {
        let known = decls.iter().map(|decl| decl.id).collect::<Vec<_>>().join(", ");
        let Text { zh, en } = meant(id, decls.iter().map(|decl| decl.id));
        return Err(RulesError {
            code: "unknown-option",
            pointer,
            text: caipan_tiles::bilingual!(
                "规则 {preset} 没有选项“{id}”；{zh}已知的选项有：{known}。",
                "The rules {preset} have no option `{id}`; {en}the options are: {known}."
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
            text: caipan_tiles::bilingual!(
                "选项 {id} 不能是这个值；{zh}请写其中之一：{allowed}。",
                "Option {id} does not allow this value; {en}use one of: {allowed}."
            ),
        }
    })?;
    Ok((decl.id, value))
}
