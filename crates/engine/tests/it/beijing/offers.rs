//! Honest offers of every Beijing preset, by the plain referee. Options that only change payments are left out of its
//! house.

use super::bridge;
use super::referee::{dealt, line};
use crate::offers::{Offered, Plain, Tally, offers, opens, preset};
use crate::oracle::beijing::referee::act::Act;
use crate::oracle::beijing::referee::ending::Standing;
use crate::oracle::beijing::referee::house::Play;
use caipan_engine::replay::Before;
use caipan_engine::rules::{SYSTEMS, System};
use caipan_log::{Claim, GameLog, HandLog};
use caipan_tiles::tile::Seats;

struct Referee {
    play: Play,
    /// The dealer and the floor of the next hand.
    now: Option<Standing>,
}

fn claim(act: &Act) -> Option<Claim> {
    Some(match act {
        Act::Win { .. } => Claim::Win,
        Act::Kong(..) => Claim::Kong,
        Act::Pung(_) => Claim::Pung,
        Act::Chow(..) => Claim::Chow,
        _ => return None,
    })
}

impl Plain for Referee {
    fn hand(&mut self, _: &GameLog, hand: &HandLog) -> (Offered, Before) {
        let dealer = hand.dealer.expect("a dealer");
        let now = self.now.unwrap_or(Standing { dealer: dealer.index(), floor: 0 });
        assert_eq!(now.dealer, dealer.index());
        let mut table = dealt(&self.play, hand, now);
        let mut may = table.may();
        let mut offered = Offered::new();
        for event in &hand.events {
            table.follow(line(event), &may);
            let is_over = !table.won.is_empty() || table.drawn || table.left;
            if !is_over {
                may = table.may();
            }
            offered.push((!is_over && opens(&event.action)).then(|| offers(&may, claim)));
        }
        self.now = table.next();
        let before = Before {
            seats: Seats::first(self.play.seats),
            dealer,
            streak: None,
            floor: Some(now.floor),
            picked: None,
            last_hand: None,
            holdings: None,
            owner: None,
            exchange: None,
        };
        (offered, before)
    }
}

/// Returns the house of a preset, as far as its options decide what is legal.
fn play(id: &str) -> Play {
    match id {
        "beijing-common" => Play::common(),
        "beijing-friends" => Play::friends(),
        // The calculator has the rules as written and other prices.
        "beijing" | "beijing-calc" => Play::written(),
        other => panic!("a house of {other} is missing"),
    }
}

#[test]
fn honest_offers_are_those_of_the_plain_referee() {
    let system: &System = SYSTEMS.iter().find(|system| system.id == "beijing").expect("Beijing");
    let mut tally = Tally::default();
    for (seed, of) in (400..).zip(system.presets) {
        preset(&bridge::preset(of.id), seed, &mut tally, || Referee { play: play(of.id), now: None });
    }
    tally.assert_seen(&["Win", "Kong", "Pung", "Chow"]);
}
