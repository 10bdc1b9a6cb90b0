//! What the claims of a hand are compared with: how it ended, who won what, who owes whom, who deals next. The hand as
//! recorded has such facts, and so has every other world.

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

/// What of a result agrees with some facts; what is not claimed agrees.
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
    /// How many kinds of claims agree.
    pub fn count(self) -> usize {
        [self.outcome, self.winners, self.worth, self.money, self.dealer].into_iter().filter(|&agrees| agrees).count()
    }

    /// Whether everything agrees.
    pub fn is_whole(self) -> bool {
        self.count() == 5
    }
}

impl<'a> Facts<'a> {
    /// How the hand ended.
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

    /// Whether a false win ended the hand, as the rules say, and nobody won.
    pub fn ends_on_false_win(&self) -> bool {
        self.replayed.standing.is_empty() && self.is_penalised()
    }

    /// Whether the rules make a false win of this hand pay.
    pub fn is_penalised(&self) -> bool {
        let pays = |seat: &Seat| {
            let offender = Party::Seat(*seat);
            self.ledger.lines().iter().any(|line| line.from == offender && line.cause.id == "false-win")
        };
        self.replayed.table.false_wins.iter().any(pays)
    }

    /// Who won, by the events.
    pub fn winners(&self) -> Seats {
        let nobody = self.ends_on_false_win();
        // Beside a win a false one is none; alone, it is what the log shows.
        let any = self.replayed.wins.iter().any(|seen| seen.won.is_some());
        let shown = self.replayed.wins.iter().filter(|seen| !nobody && (seen.won.is_some() || !any));
        let won = shown.map(|seen| seen.seat);
        won.chain(self.openers().map(|opened| opened.seat)).collect()
    }

    /// Who counts as a winner by its initial wins: only where they ended the hand.
    fn openers(&self) -> impl Iterator<Item = &'a Opened> {
        let table = &self.replayed.table;
        let ended = self.rules.due(table) == Due::Finish && table.is_untouched();
        table.openings.iter().filter(move |_| ended)
    }

    /// The initial wins that made this seat a winner.
    pub fn opened(&self, seat: Seat) -> Option<&'a Opened> {
        self.openers().find(|opened| opened.seat == seat)
    }

    /// Whether this seat called a win in play, true or false.
    pub fn called(&self, seat: Seat) -> bool {
        self.replayed.wins.iter().any(|seen| seen.seat == seat)
    }

    /// The win of this seat.
    pub fn won(&self, seat: Seat) -> Option<&'a Won> {
        self.replayed.wins.iter().filter_map(|seen| seen.won.as_ref()).find(|won| won.seat == seat)
    }

    /// Which claims agree. `booked`: the point changes that follow from claimed scores, where these are all that is claimed.
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

    /// Whether the claimed patterns and value are those of the win.
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

    /// Between how many pairs of seats another sum is claimed than is due; where no payments are claimed, of how many seats another point
    /// change is.
    pub fn off(&self, claimed: &HandResult, booked: Option<SeatMap<i64>>) -> usize {
        if let Some(payments) = &claimed.payments {
            return wrong_pairs(&net(payments), &self.ledger.net()).len();
        }
        let balance = self.ledger.balance();
        let changes = claimed.deltas.or(booked).map_or(balance, |changes| changes.0);
        changes.iter().zip(&balance).filter(|(claimed, due)| claimed != due).count()
    }

    /// Whether the claimed money is this ledger's.
    pub fn pays(&self, claimed: &HandResult, booked: Option<SeatMap<i64>>) -> bool {
        let system = self.rules.system();
        let paid = |payments: &Vec<Payment>| {
            net(payments) == self.ledger.net() && differences(system, payments, self.ledger, &[]).is_empty()
        };
        claimed.payments.as_ref().is_none_or(paid)
            && claimed.deltas.or(booked).is_none_or(|deltas| deltas.0 == self.ledger.balance())
    }
}

/// The seats that a result names as winners.
pub(super) fn of_claim(wins: &[WinClaimed]) -> Seats {
    wins.iter().map(|win| win.seat).collect()
}
