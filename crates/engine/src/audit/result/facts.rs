//! The facts that the claims of a hand are compared with: outcome, wins, payments, next dealer. The hand as recorded
//! has such facts, and so has each hypothesis.

use super::causes::differences;
use super::net::{net, wrong_pairs};
use crate::replay::Replayed;
use crate::rules::{Due, NextDealer, Rules, Won};
use crate::table::Opened;
use caipan_log::{HandResult, Outcome, Payment, WinClaimed};
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::{Seat, SeatMap, Seats};

/// The facts of a hand.
#[derive(Clone, Copy)]
pub(in crate::audit) struct Facts<'a> {
    pub rules: &'a dyn Rules,
    pub replayed: &'a Replayed,
    pub ledger: &'a Ledger,
    pub next: Option<NextDealer>,
}

/// The kinds of claims of a result that agree with some facts; a missing claim agrees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "claims that are independent of each other")]
pub(in crate::audit) struct Agreement {
    pub outcome: bool,
    pub winners: bool,
    pub worth: bool,
    pub money: bool,
    pub dealer: bool,
}

impl Agreement {
    /// Returns the number of kinds of claims that agree.
    pub fn count(self) -> usize {
        [self.outcome, self.winners, self.worth, self.money, self.dealer].into_iter().filter(|&agrees| agrees).count()
    }

    /// True if all claims agree.
    pub fn is_whole(self) -> bool {
        self.count() == 5
    }
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

    /// True if a false win ended the hand, as the rules require, and nobody won.
    pub fn ends_on_false_win(&self) -> bool {
        self.replayed.standing.is_empty() && self.is_penalised()
    }

    /// True if the rules make a seat pay for a false win in this hand.
    pub fn is_penalised(&self) -> bool {
        let pays = |seat: &Seat| {
            let offender = Party::Seat(*seat);
            self.ledger.lines().iter().any(|line| line.from == offender && line.cause.id == "false-win")
        };
        self.replayed.table.false_wins.iter().any(pays)
    }

    /// Returns the winners that the events show.
    pub fn winners(&self) -> Seats {
        let nobody = self.ends_on_false_win();
        // A false win does not count beside a true one; alone, it is the win that the log shows.
        let any = self.replayed.wins.iter().any(|seen| seen.won.is_some());
        let shown = self.replayed.wins.iter().filter(|seen| !nobody && (seen.won.is_some() || !any));
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

    /// Returns the claims that agree. `booked`: the point changes that the claimed scores imply, if the scores are the
    /// only claim about money.
    pub fn agreement(&self, claimed: &HandResult, booked: Option<SeatMap<i64>>) -> Agreement {
        let ended = self.ended();
        Agreement {
            outcome: claimed
                .outcome
                .is_none_or(|outcome| outcome == ended || outcome == Outcome::Aborted && self.replayed.left()),
            winners: claimed.wins.as_ref().is_none_or(|wins| of_claim(wins) == self.winners()),
            worth: claimed.wins.iter().flatten().all(|claim| self.is_worth(claim)),
            money: self.pays(claimed, booked),
            dealer: match (claimed.next_dealer, self.next) {
                (Some(claimed), Some(next)) => claimed == next.seat,
                _ => true,
            },
        }
    }

    /// True if the claimed patterns and value are those of the win.
    fn is_worth(&self, claim: &WinClaimed) -> bool {
        if claim.patterns.is_none() && claim.value.is_none() {
            return true;
        }
        let system = self.rules.system();
        let known = |name: &String| system.patterns.iter().any(|pattern| pattern.is_called(name));
        if let Some(won) = self.won(claim.seat) {
            let named = |names: &Vec<String>| !names.iter().all(known) || won.is_named(names, system);
            return claim.patterns.as_ref().is_none_or(named) && claim.value.is_none_or(|value| value == won.value);
        }
        self.opened(claim.seat).is_some()
    }

    /// Returns the number of seat pairs whose claimed payments differ from what is due. Without claimed payments,
    /// returns the number of seats whose point changes differ.
    pub fn off(&self, claimed: &HandResult, booked: Option<SeatMap<i64>>) -> usize {
        if let Some(payments) = &claimed.payments {
            return wrong_pairs(&net(payments), &self.ledger.net()).len();
        }
        let balance = self.ledger.balance();
        let changes = claimed.deltas.or(booked).map_or(balance, |changes| changes.0);
        changes.iter().zip(&balance).filter(|(claimed, due)| claimed != due).count()
    }

    /// True if the claimed money is that of this ledger.
    pub fn pays(&self, claimed: &HandResult, booked: Option<SeatMap<i64>>) -> bool {
        let system = self.rules.system();
        let paid = |payments: &Vec<Payment>| {
            net(payments) == self.ledger.net() && differences(system, payments, self.ledger, &[]).is_empty()
        };
        claimed.payments.as_ref().is_none_or(paid)
            && claimed.deltas.or(booked).is_none_or(|deltas| deltas.0 == self.ledger.balance())
    }
}

/// Returns the seats that a result names as winners.
pub(super) fn of_claim(wins: &[WinClaimed]) -> Seats {
    wins.iter().map(|win| win.seat).collect()
}
