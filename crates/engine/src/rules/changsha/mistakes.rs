//! Usual mistakes of a client that settles a Changsha hand: birds counted for the wrong seats.

use super::birds::{self, seat_of};
use super::clauses as c;
use super::options::{BirdOrigin, Options};
use super::scoring::settle;
use crate::rules::{Mistake, Won};
use crate::table::Table;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Seat, Tile};

/// Returns the mistakes that change a payment.
pub fn all(options: &Options, table: &Table, wins: &[Won]) -> Vec<Mistake> {
    let mut all = Vec::new();
    let Some(birds) = table.birds.as_deref().filter(|birds| !birds.is_empty()) else { return all };
    let clause = birds::clause(options, &c::A_27);
    let settled = |birds: Vec<Tile>| {
        let mut table = table.clone();
        table.birds = Some(birds);
        Ledger::with(|ledger| settle(options, &table, wins, ledger))
    };
    let words = |_: &People| bilingual!("鸟没有算", "the birds were not counted");
    all.push(Mistake::new("birds-forgotten", clause, settled(Vec::new()), words));
    let first = wins.first().map(|won| won.seat).or(table.openings.first().map(|opened| opened.seat));
    let origin = if options.bird_origin() == BirdOrigin::Winner { first } else { Some(table.dealer) };
    let Some(origin) = origin else { return all };
    let hits = || {
        birds
            .iter()
            .enumerate()
            .filter_map(|(at, &bird)| Some((at, bird, seat_of(options, table.seats, bird, origin)?)))
    };
    for (at, bird, due) in hits() {
        let without = birds.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, bird)| *bird).collect();
        all.push(Mistake::new("bird-forgotten", clause, settled(without), move |people: &People| {
            let due = people.who(due);
            bilingual!("鸟 {bird} 中{due}，却没有算", "the bird {bird} hits {due:#}, but was not counted")
        }));
    }
    for (at, bird, due) in hits() {
        for other in table.seats.others(due) {
            let Some(believed) = hitting(options, table, bird, origin, other) else { continue };
            let mut moved = birds.to_vec();
            if let Some(bird) = moved.get_mut(at) {
                *bird = believed;
            }
            all.push(Mistake::new("bird-on-other", clause, settled(moved), move |people: &People| {
                let (due, other) = (people.who(due), people.who(other));
                bilingual!(
                    "鸟 {bird} 中的是{due}，却算到{other}头上",
                    "the bird {bird} hits {due:#}, but was counted for {other:#}"
                )
            }));
        }
    }
    let net = Ledger::with(|ledger| settle(options, table, wins, ledger)).net();
    all.retain(|mistake| mistake.ledger.net() != net);
    all
}

/// A tile of the bird's suit that hits this seat.
fn hitting(options: &Options, table: &Table, bird: Tile, origin: Seat, seat: Seat) -> Option<Tile> {
    let mut kinds = (1..=9).filter_map(|rank| Tile::of(bird.suit(), rank));
    kinds.find(|&tile| seat_of(options, table.seats, tile, origin) == Some(seat))
}
