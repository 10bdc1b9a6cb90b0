//! Fields of a log that only some house rules use: what each seat picked before the deal, its holdings, the last hand.
//!
//! Such a field is refused where its options are off, because a platform that writes it plays by it. Where they are on
//! and the field is absent, its value is unknown.

use super::{Choices, RulesError, Ruleset};
use caipan_log::GameLog;
use caipan_tiles::bilingual;

/// A field of a log that only some house rules use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogField {
    /// `piao` of the start or of a hand: the points that each seat floats (飘分).
    Piao,
    /// `gu_mai` of the start or of a hand: the points that each seat adds (估卖).
    GuMai,
    /// `start.holdings`: the points that each seat owns, as a limit of its payments.
    Holdings,
    /// `last_hand` of the start or of a hand.
    LastHand,
}

impl LogField {
    /// Every field.
    pub const ALL: [LogField; 4] = [LogField::Piao, LogField::GuMai, LogField::Holdings, LogField::LastHand];

    /// The key in a log.
    pub const fn key(self) -> &'static str {
        match self {
            LogField::Piao => "piao",
            LogField::GuMai => "gu_mai",
            LogField::Holdings => "holdings",
            LogField::LastHand => "last_hand",
        }
    }

    /// The place where the log has it first, as a JSON pointer.
    fn place(self, log: &GameLog) -> Option<String> {
        let at_start = match self {
            LogField::Piao => log.start.piao.is_some(),
            LogField::GuMai => log.start.gu_mai.is_some(),
            LogField::Holdings => log.start.holdings.is_some(),
            LogField::LastHand => log.start.last_hand.is_some(),
        };
        if at_start {
            return Some(format!("/start/{}", self.key()));
        }
        let at = log.hands.iter().position(|hand| match self {
            LogField::Piao => hand.piao.is_some(),
            LogField::GuMai => hand.gu_mai.is_some(),
            LogField::Holdings => false,
            LogField::LastHand => hand.last_hand.is_some(),
        })?;
        Some(format!("/hands/{at}/{}", self.key()))
    }
}

/// A field that a system knows, and the options that use it.
#[derive(Clone, Copy, Debug)]
pub struct FieldUse {
    /// The field.
    pub field: LogField,
    /// The options that use it, for the error.
    pub options: &'static [&'static str],
    /// True if these choices use it.
    pub on: fn(&Choices) -> bool,
}

/// Refuses a log with a field that its rules do not use.
pub(super) fn check(ruleset: &Ruleset, log: &GameLog) -> Result<(), RulesError> {
    for field in LogField::ALL {
        let Some(pointer) = field.place(log) else { continue };
        let key = field.key();
        let used = ruleset.system.fields.iter().find(|used| used.field == field);
        let text = match used {
            Some(used) if (used.on)(&ruleset.choices) => continue,
            Some(used) => {
                let options = used.options.join(", ");
                bilingual!(
                    "记录写了 {key}，但这套规则没有打开用它的选项；请设置选项 {options}，或去掉 {key}。",
                    "The log has `{key}`, but the options that use it are off. Set the option {options}, or remove `{key}`."
                )
            }
            None => {
                let name = ruleset.system.name;
                let (zh, en) = (name.zh, name.en);
                bilingual!(
                    "{zh}不用 {key}；请去掉它，或核对规则。",
                    "{en} does not use `{key}`. Remove it, or check the rules."
                )
            }
        };
        return Err(RulesError { code: "field-not-used", pointer, text });
    }
    Ok(())
}
