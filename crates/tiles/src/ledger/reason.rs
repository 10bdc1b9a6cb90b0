//! Reasons for nothing: why a payment that somebody may expect is not due.
//!
//! The settlement notes a reason where it decides not to pay. An ordinary ledger drops it unread; one that explains
//! ([`Ledger::explaining`]) keeps it.

use super::{Cause, Ledger};
use crate::clause::Clause;
use crate::text::Label;
use crate::tile::{Seat, Seats};

/// A payment that a log may record although nothing is due for it.
#[derive(Debug)]
pub struct Expected {
    /// The cause that has its money; none if it is a part of a sum, such as birds.
    pub cause: Option<&'static Cause>,
    /// True if a payment that names only the cause may be this one.
    pub is_cause: bool,
    /// Further names that logs use.
    pub names: &'static [&'static str],
}

impl Expected {
    /// A payment for this cause, with further names that logs use for it.
    pub const fn of(cause: &'static Cause, names: &'static [&'static str]) -> Expected {
        Expected { cause: Some(cause), is_cause: true, names }
    }

    /// One kind of payment for this cause: a payment that names only the cause may be any kind.
    pub const fn kind(cause: &'static Cause, names: &'static [&'static str]) -> Expected {
        Expected { cause: Some(cause), is_cause: false, names }
    }

    /// A part of a sum, which some logs record by itself.
    pub const fn part(names: &'static [&'static str]) -> Expected {
        Expected { cause: None, is_cause: false, names }
    }

    /// True if a log may call the payment so.
    pub fn is_called(&self, name: &str) -> bool {
        self.names.contains(&name) || self.is_cause && self.cause.is_some_and(|cause| cause.is_called(name))
    }
}

/// A row of the list of reasons: what is not due, by which clause, and why.
#[derive(Debug)]
pub struct ReasonRow {
    /// A stable id, for example `NG2`.
    pub id: &'static str,
    /// The payments that are not due.
    pub expected: &'static [&'static Expected],
    /// The clause that says so.
    pub clause: &'static Clause,
    /// The option that decides it, if one does.
    pub option: Option<&'static str>,
    /// The reason in words, with no full stop.
    pub words: Label,
}

/// A reason why nothing is due between some seats.
#[derive(Clone, Copy, Debug)]
pub struct Reason {
    /// The row.
    pub row: &'static ReasonRow,
    /// The clause that decides here; usually that of the row.
    pub clause: &'static Clause,
    /// The seats that do not pay.
    pub payers: Seats,
    /// The seats that do not receive.
    pub receivers: Seats,
    /// The names of the one kind that it is about, if it is about one.
    pub kind: Option<Label>,
}

impl ReasonRow {
    /// The reason, between these seats.
    pub fn between(&'static self, payers: Seats, receivers: Seats) -> Reason {
        Reason { row: self, clause: self.clause, payers, receivers, kind: None }
    }

    /// The reason why this seat receives nothing.
    pub fn to(&'static self, receiver: Seat) -> Reason {
        self.between(Seats::FOUR, Seats::NONE.with(receiver))
    }

    /// The reason why this seat pays nothing to the other.
    pub fn from_to(&'static self, payer: Seat, receiver: Seat) -> Reason {
        self.between(Seats::NONE.with(payer), Seats::NONE.with(receiver))
    }

    /// The reason, between any seats.
    pub fn for_all(&'static self) -> Reason {
        self.between(Seats::FOUR, Seats::FOUR)
    }
}

impl Reason {
    /// Sets the clause that decides here.
    #[must_use]
    pub fn under(self, clause: &'static Clause) -> Reason {
        Reason { clause, ..self }
    }

    /// Limits it to payments that name this kind.
    #[must_use]
    pub fn of_kind(self, kind: Label) -> Reason {
        Reason { kind: Some(kind), ..self }
    }

    /// True if it says why the first seat owes the second nothing under this name.
    pub fn answers(&self, name: &str, payer: Seat, receiver: Seat) -> bool {
        let is_called = || match self.kind {
            Some(kind) => kind.zh == name || kind.en == name,
            None => self.row.expected.iter().any(|expected| expected.is_called(name)),
        };
        payer != receiver && self.payers.contains(payer) && self.receivers.contains(receiver) && is_called()
    }
}

/// Declares the rows of one rule system: a static for each, and a list of all in their order.
///
/// `NG2 [&BEANS, …] c::X_QIANG, zh "…" en "…";`, with `by "option"` after the clause if an option decides.
#[macro_export]
macro_rules! reasons {
    (@option) => { None };
    (@option $option:literal) => { Some($option) };
    ($all:ident; $($name:ident [$($expected:expr),+] $clause:path $(, by $option:literal)?, zh $zh:literal, en $en:literal;)+) => {
        $(
            #[doc = concat!($zh, " ", $en)]
            pub static $name: $crate::ledger::ReasonRow = $crate::ledger::ReasonRow {
                id: stringify!($name),
                expected: &[$($expected),+],
                clause: &$clause,
                option: $crate::reasons!(@option $($option)?),
                words: $crate::text::Label::new($zh, $en),
            };
        )+
        /// Every reason of this system, in the order of the list.
        pub static $all: &[&$crate::ledger::ReasonRow] = &[$(&$name),+];
    };
}

impl Ledger {
    /// Returns an empty ledger that keeps the reasons for nothing.
    pub fn explaining() -> Ledger {
        Ledger { reasons: Some(Vec::new()), ..Ledger::default() }
    }

    /// Notes reasons why something is not paid. An ordinary ledger does not ask for them.
    pub fn nothing<I: IntoIterator<Item = Reason>>(&mut self, reasons: impl FnOnce() -> I) {
        if let Some(known) = &mut self.reasons {
            known.extend(reasons());
        }
    }

    /// The reasons for nothing, in the order of the decisions; none in an ordinary ledger.
    pub fn reasons(&self) -> &[Reason] {
        self.reasons.as_deref().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::Reading;

    static KONG: Cause = Cause::new("kong", "杠分", "kong points");
    static KONGS: Expected = Expected::of(&KONG, &["杠"]);
    static CONCEALED: Expected = Expected::kind(&KONG, &["暗杠"]);
    static CLAUSE: Clause =
        Clause { id: "X", section: "", wording: crate::text::Label::new("", ""), reading: Reading::AsWritten };

    crate::reasons! { ALL;
        N1 [&KONGS] CLAUSE, zh "没开杠分", en "off";
        N2 [&CONCEALED] CLAUSE, zh "暗杠不算", en "concealed ones do not count";
    }

    #[test]
    fn only_an_explaining_ledger_asks_for_reasons() {
        let mut ledger = Ledger::default();
        ledger.nothing(|| -> Option<Reason> { unreachable!("an ordinary ledger does not ask") });
        assert!(ledger.reasons().is_empty());
        let mut ledger = Ledger::explaining();
        let [one, other, ..] = Seat::ALL;
        ledger.nothing(|| ALL.iter().map(|row| row.to(one)));
        let given = |name: &str, from, to| {
            ledger
                .reasons()
                .iter()
                .filter(|reason| reason.answers(name, from, to))
                .map(|reason| reason.row.id)
                .collect()
        };
        let none: Vec<&str> = Vec::new();
        assert_eq!(given("杠分", other, one), ["N1"]);
        assert_eq!((given("杠", other, one), given("暗杠", other, one)), (vec!["N1"], vec!["N2"]));
        assert_eq!(
            (given("豆", other, one), given("杠", one, other), given("杠", one, one)),
            (none.clone(), none.clone(), none)
        );
    }
}
