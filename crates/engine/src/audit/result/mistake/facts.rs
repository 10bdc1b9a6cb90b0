//! Mistakes about facts of the hand: who deals, how often, and whether a win was a self-draw. The region adds its own.

use super::flows::flows;
use super::{Candidate, Settled};
use crate::rules::{Mistake, MistakeWords, Rank};
use crate::table::Table;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;

/// Returns the mistakes about facts. Where the payments due rest on more than the table, there are none.
pub(super) fn of_hand(settled: Settled<'_>) -> Vec<Candidate> {
    let Settled { rules, table, wins, ledger } = settled;
    let Some(clause) = ledger.lines().first().map(|line| line.clause) else {
        return region(settled);
    };
    if rules.settle(table, wins).net() != ledger.net() {
        return Vec::new();
    }
    let mut all = region(settled);
    all.extend(dealers(settled, clause));
    all.extend(streaks(settled, clause));
    for (at, won) in wins.iter().enumerate() {
        let winner = won.seat;
        let mut settle = |from: Option<Seat>, id, words: MistakeWords| {
            let mut believed = wins.to_vec();
            if let Some(won) = believed.get_mut(at) {
                won.from = from;
            }
            let ledger = rules.settle(table, &believed);
            all.push(Candidate { id, rank: Rank::Other, clause, flows: flows(&ledger), words });
        };
        if won.from.is_some() {
            let words = move |people: &People| -> Text {
                let winner = people.who(winner);
                bilingual!(
                    "{winner}胡的是别家的牌，却按自摸算了",
                    "{winner:#} won on another player's tile, but was paid for a self-draw"
                )
            };
            settle(None, "discard-as-self-draw", Box::new(words));
            continue;
        }
        for other in table.seats.others(winner) {
            let words = move |people: &People| -> Text {
                let (winner, other) = (people.who(winner), people.who(other));
                bilingual!(
                    "{winner}自摸，却按{other}点炮算了",
                    "{winner:#} drew the winning tile, but {other:#} was charged as the discarder"
                )
            };
            settle(Some(other), "self-draw-as-discard", Box::new(words));
        }
    }
    all
}

fn region(settled: Settled<'_>) -> Vec<Candidate> {
    let Settled { rules, table, wins, .. } = settled;
    let candidate =
        |Mistake { id, rank, clause, ledger, words }| Candidate { id, rank, clause, flows: flows(&ledger), words };
    rules.mistakes(table, wins).into_iter().map(candidate).collect()
}

/// Settles the hand at a changed table.
fn with(settled: Settled<'_>, change: impl FnOnce(&mut Table)) -> Ledger {
    let mut table = settled.table.clone();
    change(&mut table);
    settled.rules.settle(&table, settled.wins)
}

fn dealers(settled: Settled<'_>, clause: &'static Clause) -> Vec<Candidate> {
    let dealer = settled.table.dealer;
    let with_dealer = |other: Seat| {
        let ledger = with(settled, |table| table.dealer = other);
        let words = move |people: &People| -> Text {
            let (dealer, other) = (people.who(dealer), people.who(other));
            bilingual!(
                "庄家是{dealer}，却把{other}当庄家算",
                "{dealer:#} deals, but the payments take {other:#} for the dealer"
            )
        };
        Candidate { id: "other-dealer", rank: Rank::Other, clause, flows: flows(&ledger), words: Box::new(words) }
    };
    settled.table.seats.others(dealer).map(with_dealer).collect()
}

fn streaks(settled: Settled<'_>, clause: &'static Clause) -> Vec<Candidate> {
    let Some(streak) = settled.table.streak else { return Vec::new() };
    let with_streak = |other: u32| {
        let ledger = with(settled, |table| table.streak = Some(other));
        let words = move |_: &People| -> Text {
            bilingual!(
                "连庄的 {streak} 局按 {other} 局算了",
                "the dealer's streak is {streak}, but it was counted as {other}"
            )
        };
        Candidate { id: "other-streak", rank: Rank::Rule, clause, flows: flows(&ledger), words: Box::new(words) }
    };
    [streak.checked_sub(1), streak.checked_add(1)].into_iter().flatten().map(with_streak).collect()
}
