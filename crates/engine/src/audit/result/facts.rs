//! The facts that the claims of a hand are compared with: outcome, wins, payments, next dealer. The hand as recorded
//! has such facts, and so has each hypothesis.

use super::claimed::Claimed;
use super::claims::{Claims, Given};
use crate::audit::lasting::Lasting;
use crate::replay::{Replayed, Seen};
use crate::rules::{Due, NextDealer, Rules, Won};
use crate::table::Opened;
use caipan_log::{Outcome, WinClaimed};
use caipan_tiles::ledger::{Ledger, Pair, Party, Role};
use caipan_tiles::tile::{Seat, Seats};

/// The facts of a hand.
#[derive(Clone, Copy)]
pub(in crate::audit) struct Facts<'a> {
    pub rules: &'a dyn Rules,
    pub replayed: &'a Replayed,
    pub ledger: &'a Ledger,
    pub next: Option<NextDealer>,
    /// The values of lasting fields that the hands before allow.
    pub lasting: Lasting<'a>,
}

impl<'a> Facts<'a> {
    /// Returns the outcome of the hand.
    pub fn ended(&self) -> Outcome {
        let opened = !self.replayed.table.openings.is_empty() && self.rules.due(&self.replayed.table) == Due::Finish;
        if !self.replayed.wins.is_empty() && !self.ends_on_false_win() || opened {
            Outcome::Win
        } else if self.replayed.drawn_game {
            Outcome::Draw
        } else {
            Outcome::Aborted
        }
    }

    /// True if the hand may be recorded with this outcome. A hand that somebody left or that stops after a win may be
    /// recorded as aborted, and so may one whose only win was not shown: it may have been a false one.
    pub fn is_outcome(&self, outcome: Outcome) -> bool {
        let may_be_aborted = || {
            let only_unseen = !self.unseen().is_empty() && self.winners() == self.unseen();
            self.replayed.left() || self.replayed.table.cut_short || only_unseen
        };
        outcome == self.ended() || outcome == Outcome::Aborted && may_be_aborted()
    }

    /// The seats whose wins the record does not show.
    fn unseen(&self) -> Seats {
        self.replayed.wins.iter().filter(|seen| seen.is_unseen()).map(|seen| seen.seat).collect()
    }

    /// True if these may be the winners. A win that was not shown may have been a false one.
    pub fn may_have_won(&self, seats: Seats) -> bool {
        let (shown, unseen) = (self.winners(), self.unseen());
        seats == shown || seats.minus(unseen) == shown.minus(unseen)
    }

    /// True if a false win ended the hand, as the rules require, and nobody won.
    pub fn ends_on_false_win(&self) -> bool {
        self.replayed.standing.is_empty() && self.is_penalised()
    }

    /// True if the rules make a seat pay for a false win in this hand.
    pub fn is_penalised(&self) -> bool {
        let pays = |seat: &Seat| {
            let offender = Party::Seat(*seat);
            self.ledger.lines().iter().any(|line| line.from == offender && line.cause.role == Role::FalseWin)
        };
        self.replayed.table.false_wins.iter().any(pays)
    }

    /// Returns the winners that the events show.
    pub fn winners(&self) -> Seats {
        let nobody = self.ends_on_false_win();
        // A false win does not count beside a true one; alone, it is the win that the log shows. Winners who left before it
        // are not beside it.
        let stands = |seen: &&Seen| seen.won.is_some() || seen.is_unseen();
        let is_now = |seen: &&Seen| !self.replayed.table.out.contains(seen.seat);
        let wins = self.replayed.wins.iter();
        let (any, any_now) =
            (wins.clone().any(|seen| stands(&seen)), wins.clone().filter(is_now).any(|seen| stands(&seen)));
        let counts = |seen: &&Seen| stands(seen) || !any || !any_now && is_now(seen);
        let shown = wins.filter(|seen| !nobody && counts(seen));
        let won = shown.map(|seen| seen.seat);
        won.chain(self.openers().map(|opened| opened.seat)).collect()
    }

    /// Returns the seats that are winners by their initial wins: only if these ended the hand.
    fn openers(&self) -> impl Iterator<Item = &'a Opened> {
        let table = &self.replayed.table;
        let ended = self.rules.due(table) == Due::Finish && table.is_untouched();
        table.openings.iter().filter(move |_| ended)
    }

    /// Returns the initial wins that made this seat a winner.
    pub fn opened(&self, seat: Seat) -> Option<&'a Opened> {
        self.openers().find(|opened| opened.seat == seat)
    }

    /// True if this seat called a win in play, true or false.
    pub fn called(&self, seat: Seat) -> bool {
        self.replayed.wins.iter().any(|seen| seen.seat == seat)
    }

    /// Returns the win of this seat.
    pub fn won(&self, seat: Seat) -> Option<&'a Won> {
        self.replayed.wins.iter().filter_map(|seen| seen.won.as_ref()).find(|won| won.seat == seat)
    }

    /// Returns the claims that these facts give.
    pub fn given(&self, claimed: &Claimed<'_>) -> Given {
        let mut given = Given::default();
        let Claimed { result, paid, gains, taken } = claimed;
        if let Some(outcome) = result.outcome {
            given.add(Claims::OUTCOME, self.is_outcome(outcome));
        }
        if let Some(wins) = &result.wins {
            given.add(Claims::WINNERS, self.may_have_won(of_claim(wins)));
        }
        for (at, claim) in result.wins.iter().flatten().enumerate() {
            self.worth(at, claim, &mut given);
        }
        if let (Some(claimed), Some(next)) = (result.next_dealer, self.next) {
            given.add(Claims::DEALER, claimed == next.seat);
        }
        if let Some(paid) = paid {
            let due = self.ledger.net();
            Pair::ALL.into_iter().for_each(|pair| given.add(Claims::pair(pair), paid.net.at(pair) == due.at(pair)));
            given.add(Claims::CAUSES, paid.gives_causes(self.rules.system(), self.ledger));
        }
        if let Some(gains) = gains {
            let balance = taken.gains(self.ledger);
            Seat::ALL.into_iter().for_each(|seat| given.add(Claims::gain(seat), gains[seat] == balance[seat]));
        }
        given
    }

    /// Adds the claimed patterns and value of a win. Unknown names are not judged.
    fn worth(&self, at: usize, claim: &WinClaimed, given: &mut Given) {
        let system = self.rules.system();
        let won = self.won(claim.seat);
        let stands = won.is_none() && self.opened(claim.seat).is_some();
        let rules = self.rules;
        let known =
            |name: &String| system.patterns.iter().any(|pattern| pattern.is_called(name) && rules.knows(pattern));
        if let Some(names) = claim.patterns.as_ref().filter(|names| names.iter().all(known)) {
            given.add(Claims::patterns(at), stands || won.is_some_and(|won| won.is_named(names, system)));
        }
        if let Some(value) = claim.value {
            given.add(Claims::value(at), stands || won.is_some_and(|won| won.value == value));
        }
    }

    /// True if each seat with a penalty for a false win paid what it owes, as far as the claims tell.
    pub fn pays_penalties(&self, Claimed { paid, gains, taken, .. }: &Claimed<'_>) -> bool {
        let (due, balance) = (self.ledger.net(), taken.gains(self.ledger));
        let penalties = self.ledger.lines().iter().filter(|line| line.cause.role == Role::FalseWin);
        penalties.filter_map(|line| if let Party::Seat(seat) = line.from { Some(seat) } else { None }).all(|payer| {
            match paid {
                Some(paid) => paid.net.row(payer) == due.row(payer),
                None => gains.is_none_or(|gains| gains[payer] == balance[payer]),
            }
        })
    }

    /// True if the claimed money is that of this ledger.
    pub fn pays(&self, claimed: &Claimed<'_>) -> bool {
        self.given(claimed).pays()
    }
}

/// Returns the seats that a result names as winners.
pub(super) fn of_claim(wins: &[WinClaimed]) -> Seats {
    wins.iter().map(|win| win.seat).collect()
}
