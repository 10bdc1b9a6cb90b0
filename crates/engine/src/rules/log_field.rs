//! Fields of a log that only some house rules use: what each seat picked before the deal, its holdings, the last hand.
//!
//! Such a field is refused where its options are off, because a platform that writes it plays by it. Where they are on
//! and the field is absent, its value is unknown.

use super::{Choices, Decl, Kind, RulesError, Ruleset, System, Value};
use caipan_log::GameLog;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, SeatMap};

/// A field of a log that only some house rules use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogField {
    /// `piao` of the start or of a hand: the points that each seat floats (飘分).
    Piao,
    /// `gu_mai` of the start or of a hand: the points that each seat adds (估卖).
    GuMai,
    /// `start.holdings`: the points that each seat owns, as a limit of its payments.
    Holdings,
    /// `start.owner`: the owner of the room, who pays a fee.
    Owner,
    /// `last_hand` of the start or of a hand.
    LastHand,
    /// `match.totals`: the totals at the end of the match.
    Totals,
    /// `indicator` of a hand: the tile that names the wild kind (混坯).
    Indicator,
}

impl LogField {
    /// Every field.
    pub const ALL: [LogField; 7] = [
        LogField::Piao,
        LogField::GuMai,
        LogField::Holdings,
        LogField::Owner,
        LogField::LastHand,
        LogField::Totals,
        LogField::Indicator,
    ];

    /// The key in a log.
    pub const fn key(self) -> &'static str {
        match self {
            LogField::Piao => "piao",
            LogField::GuMai => "gu_mai",
            LogField::Holdings => "holdings",
            LogField::Owner => "owner",
            LogField::LastHand => "last_hand",
            LogField::Totals => "totals",
            LogField::Indicator => "indicator",
        }
    }

    /// The name of the same field in a score request.
    pub const fn asked(self) -> &'static str {
        match self {
            LogField::Totals => "match_totals",
            field => field.key(),
        }
    }

    /// The places where the log has it, as JSON pointers, with what the seats picked.
    fn places(self, log: &GameLog) -> Vec<(String, Option<&SeatMap<i64>>)> {
        let start = &log.start;
        let mut places = Vec::new();
        let mut add = |at: Option<usize>, there: bool, picked| {
            if there {
                let place = at.map_or_else(|| "/start".to_owned(), |at| format!("/hands/{at}"));
                places.push((format!("{place}/{}", self.key()), picked));
            }
        };
        match self {
            LogField::Piao => add(None, start.piao.is_some(), start.piao.as_ref()),
            LogField::GuMai => add(None, start.gu_mai.is_some(), start.gu_mai.as_ref()),
            LogField::Holdings => add(None, start.holdings.is_some(), None),
            LogField::Owner => add(None, start.owner.is_some(), None),
            LogField::LastHand => add(None, start.last_hand.is_some(), None),
            // Lines between hands lead to totals under any rules.
            LogField::Totals if log.totals.is_some() && log.between.is_none() => {
                return vec![("/match/totals".to_owned(), None)];
            }
            LogField::Totals | LogField::Indicator => {}
        }
        for (at, hand) in log.hands.iter().enumerate() {
            match self {
                LogField::Piao => add(Some(at), hand.piao.is_some(), hand.piao.as_ref()),
                LogField::GuMai => add(Some(at), hand.gu_mai.is_some(), hand.gu_mai.as_ref()),
                LogField::Holdings | LogField::Owner | LogField::Totals => {}
                LogField::LastHand => add(Some(at), hand.last_hand.is_some(), None),
                LogField::Indicator => add(Some(at), hand.indicator.is_some(), None),
            }
        }
        places
    }
}

/// A field that a system knows, and the options that use it.
#[derive(Clone, Copy, Debug)]
pub struct FieldUse {
    /// The field.
    pub field: LogField,
    /// The options that use it, for the error.
    pub options: &'static [&'static str],
    /// True if the choices use it.
    pub on: bool,
    /// The most that a seat may pick, for a field of picks.
    pub most: i64,
    /// The pick that the house fixes for every seat, with its option, if it does: the field is then not needed.
    pub fixed: Option<(&'static str, i64)>,
}

impl FieldUse {
    /// A field that the choices use if `on`.
    pub const fn new(field: LogField, options: &'static [&'static str], on: bool) -> FieldUse {
        FieldUse { field, options, on, most: i64::MAX, fixed: None }
    }

    /// The switch that uses the field, if one switch alone decides it.
    fn switch(&self, ruleset: &Ruleset) -> Option<(&'static str, Value)> {
        let [option] = self.options else { return None };
        let mut decls = (ruleset.system.options)().iter();
        decls.find(|decl| decl.id == *option && matches!(decl.kind, Kind::Flag))?;
        Some((*option, Value::Flag(true)))
    }

    /// The option and its lowest value that allow these picks, if the other options stay as they are.
    fn fitting(&self, ruleset: &Ruleset, picked: &SeatMap<i64>) -> Option<(&'static str, Value)> {
        let decls = (ruleset.system.options)().iter().filter(|decl| self.options.contains(&decl.id));
        decls.flat_map(|decl| values(decl).into_iter().map(|value| (decl.id, value))).find(|&(id, value)| {
            let mut choices = ruleset.choices.clone();
            choices.set(id, value);
            let fits = |used: FieldUse| used.on && picked.0.iter().all(|points| (0..=used.most).contains(points));
            self.field.of(ruleset.system, &choices).is_some_and(fits)
                && !(ruleset.system.conflicts)(&choices).iter().any(|conflict| conflict.holds)
        })
    }
}

/// Every value of an option, from the lowest.
fn values(decl: &Decl) -> Vec<Value> {
    match decl.kind {
        Kind::Words(words) => words.iter().map(|word| Value::Word(word.id)).collect(),
        Kind::Number { min, max } => (min..=max).map(Value::Number).collect(),
        Kind::Flag => vec![Value::Flag(false), Value::Flag(true)],
    }
}

impl LogField {
    /// True if the system knows the field; some of its options use it.
    pub fn is_known(self, system: &System) -> bool {
        system.usual().is_some_and(|choices| self.of(system, &choices).is_some())
    }

    /// The use of the field under these choices; `None` if the system does not know it.
    pub fn of(self, system: &System, choices: &Choices) -> Option<FieldUse> {
        (system.fields)(choices).into_iter().find(|used| used.field == self)
    }

    /// True if these rules use the field.
    pub fn is_used(self, ruleset: &Ruleset) -> bool {
        self.of(ruleset.system, &ruleset.choices).is_some_and(|used| used.on)
    }

    /// Refuses the field, which the client wrote as `key`, if these rules do not use it, or if a pick is not one that they
    /// allow.
    pub fn allowed(self, key: &str, ruleset: &Ruleset, picked: Option<&SeatMap<i64>>) -> Result<(), Text> {
        self.allowed_among(key, ruleset, picked, picked)
    }

    /// Like [`allowed`](LogField::allowed), for one place of a log. The error names the value of an option that allows
    /// `highest`, the highest picks of the whole log.
    fn allowed_among(
        self,
        key: &str,
        ruleset: &Ruleset,
        picked: Option<&SeatMap<i64>>,
        highest: Option<&SeatMap<i64>>,
    ) -> Result<(), Text> {
        let Some(used) = self.of(ruleset.system, &ruleset.choices) else {
            let Label { zh, en } = ruleset.system.name;
            return Err(bilingual!(
                "{zh}不用 {key}；请去掉它，或核对规则。",
                "{en} does not use `{key}`. Remove it, or check the rules."
            ));
        };
        let fitting = highest.and_then(|highest| used.fitting(ruleset, highest)).or_else(|| used.switch(ruleset));
        if let Some((option, stake)) = used.fixed {
            let seated = |seat: &Seat| ruleset.rules.seats().contains(*seat);
            let differs = |seat: &Seat| picked.is_some_and(|picked| picked[*seat] != stake);
            let Some(seat) = Seat::ALL.into_iter().filter(seated).find(differs) else { return Ok(()) };
            let points = picked.map_or(0, |picked| picked[seat]);
            return Err(bilingual!(
                "本房各家的 {key} 一律是 {stake}（选项 {option}），座位 {seat} 却写了 {points}；请改这个数或改选项，也可不写 {key}。",
                "the house fixes `{key}` at {stake} for every seat (option `{option}`), but seat {seat} has {points}. Correct the number or the option, or leave `{key}` out."
            ));
        }
        if !used.on {
            if let Some((option, value)) = fitting {
                return Err(bilingual!(
                    "写了 {key}，但这套规则没有打开用它的选项。本房若这样打，请设 {option}={value}；不这样打，就去掉 {key}。",
                    "`{key}` is given, but the options that use it are off. If the house plays so, set `{option}` = {value}; otherwise remove `{key}`."
                ));
            }
            let options = used.options.join(", ");
            return Err(bilingual!(
                "写了 {key}，但这套规则没有打开用它的选项；请设置选项 {options}，或去掉 {key}。",
                "`{key}` is given, but the options that use it are off. Set the option {options}, or remove `{key}`."
            ));
        }
        let most = used.most;
        let wrong = picked.and_then(|picked| Seat::ALL.into_iter().find(|&seat| !(0..=most).contains(&picked[seat])));
        if let (Some(seat), Some(picked)) = (wrong, picked) {
            let points = picked[seat];
            if let Some((option, value)) = fitting.filter(|_| points > most) {
                return Err(bilingual!(
                    "座位 {seat} 的 {key} 是 {points}，本房只能选 0 到 {most}。若没记错，请设 {option}={value}；记错了，就改这个数。",
                    "Seat {seat} has {points} under `{key}`, but the house allows 0 to {most}. If that is right, set `{option}` = {value}; otherwise correct the number."
                ));
            }
            return Err(bilingual!(
                "座位 {seat} 的 {key} 是 {points}，本房只能选 0 到 {most}；请改这个数，或改选项。",
                "Seat {seat} has {points} under `{key}`, but the house allows 0 to {most}. Correct the number, or the option."
            ));
        }
        Ok(())
    }
}

/// Refuses a log with a field that its rules do not use, or with a pick that they do not allow.
pub(super) fn check(ruleset: &Ruleset, log: &GameLog) -> Result<(), RulesError> {
    for field in LogField::ALL {
        let places = field.places(log);
        let picks = || places.iter().filter_map(|(_, picked)| *picked);
        // A negative pick is a mistake at its own place; no house allows it.
        let highest = |seat: Seat| picks().map(|picked| picked[seat]).max().unwrap_or(0);
        let highest = picks().next().map(|_| SeatMap(Seat::ALL.map(highest)));
        for (pointer, picked) in &places {
            let allowed = field.allowed_among(field.key(), ruleset, *picked, highest.as_ref());
            allowed.map_err(|text| RulesError { code: "field-not-used", pointer: pointer.clone(), text })?;
        }
    }
    Ok(())
}
