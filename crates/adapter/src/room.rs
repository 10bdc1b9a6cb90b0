//! The room flags of a platform: the table `[options]` maps each of them to options, a preset, or a rule that caipan does
//! not know.
//!
//! A flag that the table does not name is never dropped: it is refused, or declared as a rule that caipan does not know.

mod apply;
mod parse;
#[cfg(test)]
mod tests;

pub(super) use apply::{Seen, written};
pub(super) use parse::read;

use caipan_engine::rules::Ruleset;
use caipan_log::{OptionValue, Unmodelled};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The table of room flags.
#[derive(Clone, Debug, Default)]
pub(super) struct Room {
    /// The meaning of each flag by its path.
    pub(super) flags: BTreeMap<String, Flag>,
    /// The treatment of flags that are not in the table; `None` if the adapter does not say.
    pub(super) unknown: Option<UnknownFlags>,
}

/// The treatment of flags that are not in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum UnknownFlags {
    /// The log is refused.
    Refuse,
    /// Each becomes a rule that caipan does not know.
    Unmodelled,
}

/// The meaning of a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// Its value is that of an option.
    Passes(String),
    /// Each value has its effect.
    Chooses(BTreeMap<String, Effect>),
    /// It switches on a rule that caipan does not know. `{}` in its words stands for the value.
    Unknown(Unmodelled),
    /// It changes no rule.
    Ignored,
}

/// The effect of a value; without any the value changes no rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Effect {
    /// The options that it sets.
    pub(super) set: BTreeMap<String, OptionValue>,
    /// The preset that it chooses.
    pub(super) preset: Option<String>,
    /// The rule that it switches on and caipan does not know.
    pub(super) unmodelled: Option<Unmodelled>,
}

impl Room {
    /// True if the adapter maps room flags.
    pub(super) fn is_declared(&self) -> bool {
        !self.flags.is_empty() || self.unknown.is_some()
    }

    /// Returns the presets that flags choose, each with its flag.
    pub(super) fn presets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.effects().filter_map(|(flag, effect)| Some((flag, effect.preset.as_deref()?)))
    }

    fn effects(&self) -> impl Iterator<Item = (&str, &Effect)> {
        self.flags.iter().flat_map(|(flag, meaning)| {
            let values = if let Flag::Chooses(values) = meaning { Some(values) } else { None };
            values.into_iter().flat_map(|values| values.values()).map(move |effect| (flag.as_str(), effect))
        })
    }

    /// Checks that every option and value exists under one of these rules: those of the adapter and the presets that
    /// flags choose. Returns the flag at fault with the reason.
    pub(super) fn check(&self, bases: &[Ruleset]) -> Result<(), (String, Text)> {
        let decls = || bases.iter().flat_map(|base| (base.system.options)());
        let known = |flag: &str, option: &str| {
            if decls().any(|decl| decl.id == option) {
                return Ok(());
            }
            let near = caipan_tiles::suggest::nearest(option, decls().map(|decl| decl.id));
            let (zh, en) = near.map_or_else(Default::default, |near| {
                (format!("是否想写 {near}？"), format!(" Did you mean `{near}`?"))
            });
            Err((
                flag.to_owned(),
                bilingual!(
                    "开关 {flag} 所指的选项“{option}”，这套规则里没有。{zh}",
                    "The flag `{flag}` sets the option `{option}`, which these rules do not have.{en}"
                ),
            ))
        };
        for (flag, meaning) in &self.flags {
            if let Flag::Passes(option) = meaning {
                known(flag, option)?;
            }
        }
        for (flag, effect) in self.effects() {
            for (option, value) in &effect.set {
                known(flag, option)?;
                let mut decls = decls().filter(|decl| decl.id == option);
                if !decls.clone().any(|decl| decl.kind.read(value).is_some()) {
                    let allowed = decls.next().map(|decl| decl.kind.allowed()).unwrap_or_default();
                    let text = bilingual!(
                        "开关 {flag} 给选项 {option} 的值不能用；可用：{allowed}。",
                        "The flag `{flag}` gives the option `{option}` a value that it does not allow. Use one of: {allowed}."
                    );
                    return Err((flag.to_owned(), text));
                }
            }
        }
        Ok(())
    }

    /// Returns every flag with its meaning in words.
    pub(super) fn flags_in_words(&self) -> impl Iterator<Item = (&str, Text)> {
        self.flags.iter().map(|(flag, meaning)| (flag.as_str(), meaning.in_words()))
    }
}

impl Flag {
    fn in_words(&self) -> Text {
        match self {
            Flag::Passes(option) => bilingual!("选项 {option}", "option {option}"),
            Flag::Chooses(values) => {
                let all: Vec<String> =
                    values.iter().map(|(value, effect)| format!("{value} → {}", effect.in_words())).collect();
                let all = all.join("; ");
                bilingual!("{all}", "{all}")
            }
            Flag::Unknown(Unmodelled { rule, touches }) => {
                let money = touches.label();
                let (zh, en) = (money.zh, money.en);
                bilingual!("caipan 不认识的规则“{rule}”（影响{zh}）", "rule that caipan does not know: “{rule}” ({en})")
            }
            Flag::Ignored => bilingual!("不影响规则", "changes no rule"),
        }
    }
}

impl Effect {
    fn in_words(&self) -> String {
        let set = self.set.iter().map(|(option, value)| format!("{option} = {}", shown(value)));
        let preset = self.preset.iter().cloned();
        let rule = self.unmodelled.iter().map(|known| format!("“{}”", known.rule));
        let all: Vec<String> = preset.chain(set).chain(rule).collect();
        if all.is_empty() { "–".to_owned() } else { all.join(", ") }
    }
}

/// Returns a value as it is written.
pub(super) fn shown(value: &OptionValue) -> String {
    match value {
        OptionValue::Flag(flag) => flag.to_string(),
        OptionValue::Number(number) => number.to_string(),
        OptionValue::Word(word) => word.clone(),
    }
}
