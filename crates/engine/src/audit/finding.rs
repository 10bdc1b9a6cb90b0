//! A finding: its check, place, sentence, claimed and computed values, and the clauses it cites.

use super::check::{Check, Kind};
use super::result::ExplainedBy;
use crate::replay::BreachIdx;
use crate::rules::Called;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Line;
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::Seat;

/// The advice for a finding that another house rule explains.
const HOUSE: Label = Label::new(
    "分数先不动。问清本房开局前有没有这条约定：有，就把房规改对；没有，就按算错补分。",
    "Leave the points as they are for now. Ask whether the room agreed on this rule before the game: if so, declare it in the log; if not, correct the amounts.",
);

/// The position of a finding: among those of its hand while the hand is audited, then among those of the match. The
/// findings of a hand begin with one for each breach, in the same order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FindingIdx(pub usize);

impl FindingIdx {
    /// Returns the position in the match, given that of the hand's first finding.
    #[must_use]
    pub fn after(self, first: usize) -> FindingIdx {
        FindingIdx(first + self.0)
    }
}

impl From<BreachIdx> for FindingIdx {
    fn from(breach: BreachIdx) -> FindingIdx {
        FindingIdx(breach.0)
    }
}

/// Returns the position of the primary finding of which this one is a consequence, or its own.
pub(crate) fn root(findings: &[Finding], at: usize) -> usize {
    let mut root = at;
    for _ in 0..findings.len() {
        let Some(because) = findings.get(root).and_then(|finding| finding.because) else { break };
        root = because.0;
    }
    root
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The check.
    pub check: &'static Check,
    /// The kind in this report: the check's kind, or a variant if another house rule explains the finding.
    pub kind: Kind,
    /// Index of the hand.
    pub hand: Option<usize>,
    /// Index of the event in the hand.
    pub event: Option<usize>,
    /// JSON pointer into the log as sent.
    pub pointer: String,
    /// The seat it concerns.
    pub seat: Option<Seat>,
    /// The sentence that says what is wrong.
    pub text: Text,
    /// Shorter sentences for the headline, the fullest first; empty if the sentence itself serves.
    pub short: Vec<Text>,
    /// The value that the log claims, if it is a value.
    pub claimed: Option<String>,
    /// The value that is right.
    pub computed: Option<String>,
    /// The clauses it cites.
    pub clauses: Vec<&'static Clause>,
    /// The option that decided it.
    pub option: Option<&'static str>,
    /// The ledger lines it concerns.
    pub lines: Vec<Line>,
    /// The usual mistake that turns the money due into the money claimed, if there is one.
    pub mistake: Option<ExplainedBy>,
    /// The finding of which this one is a consequence.
    pub because: Option<FindingIdx>,
    /// The win that it calls false, kept so that a report can say what the hand lacks.
    pub called: Option<Box<Called>>,
}

impl Finding {
    /// Returns a finding at a hand, with no other details.
    pub fn new(check: &'static Check, hand: usize, text: Text) -> Finding {
        Finding {
            check,
            kind: check.kind,
            hand: Some(hand),
            event: None,
            pointer: format!("/hands/{hand}"),
            seat: None,
            text,
            short: Vec::new(),
            claimed: None,
            computed: None,
            clauses: Vec::new(),
            option: None,
            lines: Vec::new(),
            mistake: None,
            because: None,
            called: None,
        }
    }

    /// Sets the event and the pointer to it.
    #[must_use]
    pub fn at_event(mut self, event: Option<usize>) -> Finding {
        if let (Some(hand), Some(event)) = (self.hand, event) {
            self.pointer = format!("/hands/{hand}/events/{event}");
        }
        self.event = event;
        self
    }

    /// Sets the pointer to this field of the hand or of its result.
    #[must_use]
    pub fn at_field(mut self, field: &str) -> Finding {
        if let Some(hand) = self.hand {
            self.pointer = format!("/hands/{hand}/{field}");
        }
        self
    }

    /// Sets the seat.
    #[must_use]
    pub fn of(mut self, seat: Option<Seat>) -> Finding {
        self.seat = seat;
        self
    }

    /// Adds a shorter sentence for the headline.
    #[must_use]
    pub fn in_short(mut self, text: Text) -> Finding {
        self.short.push(text);
        self
    }

    /// Sets the claimed and the computed value.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers, tiles and words as they have them")]
    #[must_use]
    pub fn values(mut self, claimed: impl ToString, computed: impl ToString) -> Finding {
        self.claimed = Some(claimed.to_string());
        self.computed = Some(computed.to_string());
        self
    }

    /// Adds a clause, once.
    #[must_use]
    pub fn under(mut self, clause: &'static Clause) -> Finding {
        if !self.clauses.contains(&clause) {
            self.clauses.push(clause);
        }
        self
    }

    /// Sets what explains the money, and cites its clauses first.
    #[must_use]
    pub(super) fn explained_by(mut self, mistake: ExplainedBy) -> Finding {
        self = mistake.others.iter().fold(self.under(mistake.clause), |finding, clause| finding.under(clause));
        self.mistake = Some(mistake);
        self
    }

    /// Adds the ledger lines that it concerns, with their clauses and the option that decided them, unless an option
    /// explains the money.
    #[must_use]
    pub(super) fn by_lines(mut self, lines: Vec<Line>) -> Finding {
        let explaining = self.mistake.as_ref().and_then(|mistake| mistake.option);
        self.option = explaining.or_else(|| lines.iter().find_map(|line| line.options.first().copied()));
        self = lines.iter().fold(self, |finding, line| finding.under(line.clause));
        self.lines = lines;
        self
    }

    /// Sets the option that decided it.
    #[must_use]
    pub fn by(mut self, option: Option<&'static str>) -> Finding {
        self.option = option;
        self
    }

    /// Sets the finding of which this one is a consequence.
    #[must_use]
    pub fn because(mut self, because: Option<FindingIdx>) -> Finding {
        self.because = because;
        self
    }

    /// Appends the hypothesis under which the claim would be right; `words` is its condition, to follow "if".
    #[must_use]
    pub fn if_only(mut self, words: &Text) -> Finding {
        let Text { zh, en } = words;
        self.short.push(self.text.clone());
        self.text.zh = format!("{}（要是{zh}，这里就对。）", self.text.zh).into();
        self.text.en = format!("{} (this would be correct if {en})", self.text.en).into();
        self
    }

    /// True if the finding is primary: no consequence of another.
    pub fn is_primary(&self) -> bool {
        self.because.is_none()
    }

    /// True if the finding is a primary fault.
    pub fn is_fault(&self) -> bool {
        self.is_primary() && self.kind == Kind::Fault
    }

    /// Returns the advice. A finding that another house rule or another fault explains does not get the check's own
    /// advice: correcting its value would make a right value wrong.
    pub fn advice(&self) -> Text {
        match self.because {
            Some(cause) => bilingual!(
                "先处理第 {} 个问题，改正后重新审核，再看这里。",
                "Correct finding #{} first and audit again, then look at this one.",
                cause.0 + 1
            ),
            None if self.kind == Kind::Variant => HOUSE.text(),
            None => self.check.advice.text(),
        }
    }

    /// Returns the ruling it rests on, if one of its clauses has one.
    pub fn ruling(&self) -> Option<&'static str> {
        self.clauses.iter().find_map(|clause| clause.reading.ruling())
    }
}
