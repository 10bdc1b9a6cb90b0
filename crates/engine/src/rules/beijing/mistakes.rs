//! Usual mistakes of a client that settles a Beijing hand: a burning that was none, one loser who pays for all.

use super::options::Options;
use super::scoring::{self, settle};
use super::{burn, clauses as c};
use crate::rules::{Mistake, Rank, Won};
use crate::table::Table;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Party};
use caipan_tiles::tile::Seat;

/// Returns the mistakes that change a payment.
pub fn all(options: &Options, table: &Table, wins: &[Won]) -> Vec<Mistake> {
    let right = Ledger::with(|ledger| settle(options, table, wins, ledger));
    let mut all = Vec::new();
    if right.lines().iter().all(|line| line.cause.id != scoring::BURN.id) {
        let rounds = burn::rounds(options, table);
        let mut ledger = right.clone();
        scoring::burn(options, table, rounds.max(1), &mut ledger);
        let dealer = table.dealer;
        all.push(Mistake::new("burnt-for-nothing", &c::BURN_PAY, ledger, move |people: &People| {
            let dealer = people.who(dealer);
            if rounds > 0 {
                bilingual!(
                    "这一局的烧庄作废，{dealer}却付了",
                    "the burning of the dealer is void in this hand, but {dealer:#} paid for it"
                )
            } else {
                bilingual!("{dealer}没有被烧庄，却付了烧庄", "{dealer:#} was not burnt as the dealer, but paid for it")
            }
        }));
    }
    for won in wins {
        let (winner, Some(discarder)) = (won.seat, won.from) else { continue };
        let is_of = |line: &Line, payer: Seat| {
            line.cause.id == scoring::WIN.id && line.to == Party::Seat(winner) && line.from == Party::Seat(payer)
        };
        let mut ledger = Ledger::default();
        for line in right.lines() {
            if table.seats.others(discarder).all(|other| !is_of(line, other)) {
                ledger.pay(line.from, line.to, line.sum.clone(), line.cause, line.clause);
            }
        }
        let alone = Mistake::new("discarder-alone", &c::DISCARDER, ledger, move |people: &People| {
            let discarder = people.who(discarder);
            bilingual!(
                "只有点炮的{discarder}付了，其余各家也该付",
                "only {discarder:#}, who discarded the winning tile, paid; the others pay as well"
            )
        });
        all.push(alone.ranked(Rank::Other));
    }
    let net = right.net();
    all.retain(|mistake| mistake.ledger.net() != net);
    all
}
