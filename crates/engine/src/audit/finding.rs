//! A finding: which check, where, in words, with what was claimed, what is right, and the clause it rests on.

use super::check::{Check, Kind};
use crate::rules::Called;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Line;
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::Seat;

/// What to do where another house rule explains it.
const HOUSE: Label = Label::new(
    "不必更正数值：请让牌谱声明实际采用的规则选项（报告的 variants 列出选项与取值）；若事先并无此约定，则按错误处理。",
    "Do not correct the value: have the log declare the house rule that is played (`variants` names the option and its value). If nobody agreed on it, treat it as a fault.",
);

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: &'static Check,
    /// What it is in this report: the check's kind, or a variant where another house rule explains it.
    pub kind: Kind,
    /// Index of the hand.
    pub hand: Option<usize>,
    /// Index of the event in the hand.
    pub event: Option<usize>,
    /// JSON pointer into the log as sent.
    pub pointer: String,
    /// The seat it concerns.
    pub seat: Option<Seat>,
    /// What is wrong.
    pub text: Text,
    /// What the log says, where it is a value.
    pub claimed: Option<String>,
    /// What it should be.
    pub computed: Option<String>,
    /// The clauses it rests on.
    pub clauses: Vec<&'static Clause>,
    /// The option that decided it.
    pub option: Option<&'static str>,
    /// The ledger lines that it is about.
    pub lines: Vec<Line>,
    /// Index of the finding that this one follows from.
    pub because: Option<usize>,
    /// The win that it calls false, so that what the hand lacks can be told.
    pub called: Option<Box<Called>>,
}

impl Finding {
    /// A finding at a place of a hand, with nothing else known.
    pub fn new(check: &'static Check, hand: usize, text: Text) -> Finding {
        Finding {
            check,
            kind: check.kind,
            hand: Some(hand),
            event: None,
            pointer: format!("/hands/{hand}"),
            seat: None,
            text,
            claimed: None,
            computed: None,
            clauses: Vec::new(),
            option: None,
            lines: Vec::new(),
            because: None,
            called: None,
        }
    }

    /// At this event.
    #[must_use]
    pub fn at_event(mut self, event: Option<usize>) -> Finding {
        if let (Some(hand), Some(event)) = (self.hand, event) {
            self.pointer = format!("/hands/{hand}/events/{event}");
        }
        self.event = event;
        self
    }

    /// At this field of the hand's result, or of the hand.
    #[must_use]
    pub fn at_field(mut self, field: &str) -> Finding {
        if let Some(hand) = self.hand {
            self.pointer = format!("/hands/{hand}/{field}");
        }
        self
    }

    /// Of this seat.
    #[must_use]
    pub fn of(mut self, seat: Option<Seat>) -> Finding {
        self.seat = seat;
        self
    }

    /// Claimed so, computed so.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, tiles and words as they have them")]
    #[must_use]
    pub fn values(mut self, claimed: impl ToString, computed: impl ToString) -> Finding {
        self.claimed = Some(claimed.to_string());
        self.computed = Some(computed.to_string());
        self
    }

    /// Resting on this clause.
    #[must_use]
    pub fn under(mut self, clause: &'static Clause) -> Finding {
        if !self.clauses.contains(&clause) {
            self.clauses.push(clause);
        }
        self
    }

    /// Decided by this option.
    #[must_use]
    pub fn by(mut self, option: Option<&'static str>) -> Finding {
        self.option = option;
        self
    }

    /// As a consequence of another.
    #[must_use]
    pub fn because(mut self, because: Option<usize>) -> Finding {
        self.because = because;
        self
    }

    /// Right in another world; `words` say which, to stand after "if".
    #[must_use]
    pub fn if_only(mut self, words: &Text) -> Finding {
        let Text { zh, en } = words;
        self.text.zh = format!("{}（若{zh}，则无误。）", self.text.zh).into();
        self.text.en = format!("{} (it would be right if {en})", self.text.en).into();
        self
    }

    /// Whether it counts by itself: no consequence of another.
    pub fn is_primary(&self) -> bool {
        self.because.is_none()
    }

    /// Whether it is a fault of its own.
    pub fn is_fault(&self) -> bool {
        self.is_primary() && self.kind == Kind::Fault
    }

    /// What to do about it. Only where it stands alone is that what the check says: who corrects a value that another house rule or another
    /// fault explains makes a right one wrong.
    pub fn advice(&self) -> Text {
        match self.because {
            Some(cause) => bilingual!(
                "请先处理问题 #{}，改正后重新审核，再看此处。",
                "Put finding #{} right first and audit again; then look at this one.",
                cause + 1
            ),
            None if self.kind == Kind::Variant => HOUSE.text(),
            None => self.check.advice.text(),
        }
    }

    /// The ruling it rests on, where a clause is one.
    pub fn ruling(&self) -> Option<&'static str> {
        self.clauses.iter().find_map(|clause| clause.reading.ruling())
    }
}
