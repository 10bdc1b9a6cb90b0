//! Features of claims and wins: declarations, wins that end a hand by themselves, obligations, doubts, false wins, fans.

use crate::rules::{Join, Pattern, Rules, Verdict, Won};
use crate::table::Table;
use caipan_log::{Declaration, EventKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;

/// Declarations, such as readiness (报听).
pub trait Declarations {
    /// Checks whether the seat may make this declaration now.
    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict;
}

/// Wins that end the hand undeclared.
pub trait AutomaticWins {
    /// The seat whose win ends the hand now, with the clause.
    fn due(&self, table: &Table) -> Option<(Seat, &'static Clause)>;
}

/// A possible win that must be taken (有胡必胡).
pub trait MustWin {
    /// Checks whether a seat may pass a possible win.
    fn may_pass(&self) -> Verdict;
}

/// Valid wins that are doubtful.
pub trait Doubts {
    /// A doubt about a valid win: something to look at, not a fault.
    fn of(&self, table: &Table, won: &Won) -> Verdict;
}

/// The penalty of a false win (诈胡).
pub trait FalseWins {
    /// True if the hand goes on after a false win.
    fn plays_on(&self) -> bool;
}

/// Play after a win (血战).
pub trait GoesOn {
    /// True if the hand goes on without the latest winners ([`Table::winners_now`]), among the remaining seats.
    fn goes_on(&self, table: &Table) -> bool;
}

/// Fans that multiply or have a cap (番).
pub trait Fans {
    /// The measure of a win's value.
    fn measure(&self) -> Label;
    /// The way in which the values of a win's patterns make up its value.
    fn join(&self) -> Join;
    /// The cap that cut the value of this win, with its option.
    fn cap_of(&self, won: &Won) -> Option<(i64, &'static str)>;
}

/// A rule book of several parts, which can define a pattern more than once or leave it out.
pub trait Parts {
    /// The option whose value leaves this pattern out, so that its name means nothing here. `None` if the rules have it.
    fn left_out_by(&self, pattern: &Pattern) -> Option<&'static str>;
    /// The clause of a pattern in the part that these house rules follow.
    fn clause_of(&self, pattern: &'static Pattern) -> &'static Clause;
}

impl dyn Rules + '_ {
    /// Checks whether the seat may make this declaration now.
    pub fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict {
        let lacks = || Err(self.lacks(EventKind::Declare));
        self.declarations().map_or_else(lacks, |declarations| declarations.may_declare(table, seat, what))
    }

    /// The seat whose win ends the hand automatically, declared or not, with the clause.
    pub fn automatic(&self, table: &Table) -> Option<(Seat, &'static Clause)> {
        self.automatic_wins()?.due(table)
    }

    /// Checks whether a seat may pass a possible win.
    pub fn may_pass_win(&self) -> Verdict {
        self.must_win().map_or(Ok(()), MustWin::may_pass)
    }

    /// True if the rules let the hand go on after a false win.
    pub fn plays_on_after_false_win(&self) -> bool {
        self.false_wins().is_some_and(FalseWins::plays_on)
    }

    /// True if the hand goes on without the latest winners ([`Table::winners_now`]), among the remaining seats.
    pub fn goes_on(&self, table: &Table) -> bool {
        self.going_on().is_some_and(|rule| rule.goes_on(table))
    }

    /// The option whose value leaves this pattern out; `None` if the rules have it.
    pub fn left_out_by(&self, pattern: &Pattern) -> Option<&'static str> {
        self.parts()?.left_out_by(pattern)
    }

    /// True if the rules have this pattern.
    pub fn knows(&self, pattern: &Pattern) -> bool {
        self.left_out_by(pattern).is_none()
    }

    /// The clause of a pattern under these rules.
    pub fn clause_of(&self, pattern: &'static Pattern) -> &'static Clause {
        self.parts().map_or(pattern.clause, |parts| parts.clause_of(pattern))
    }
}
