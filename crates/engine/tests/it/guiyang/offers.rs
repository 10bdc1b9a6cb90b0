//! Honest offers of every Guiyang preset, by the plain referee. Options that only change payments are left out of its
//! house.

use crate::generate::preset as rules;
use crate::offers::{Offered, Plain, Tally, offers, opens, preset};
use crate::oracle::guiyang::house::{House, Room};
use crate::oracle::guiyang::referee::{Act, Table};
use caipan_engine::replay::Before;
use caipan_engine::rules::{SYSTEMS, System};
use caipan_log::{Claim, Event, GameLog, HandLog};

struct Referee {
    house: House,
    /// The dealer before and its streak.
    before: Option<(usize, i64)>,
}

fn claim(act: &Act) -> Option<Claim> {
    Some(match act {
        Act::Win(..) => Claim::Win,
        Act::Kong(..) => Claim::Kong,
        Act::Pung(_) => Claim::Pung,
        _ => return None,
    })
}

impl Plain for Referee {
    fn hand(&mut self, log: &GameLog, hand: &HandLog) -> (Offered, Before) {
        let dealer = hand.dealer.expect("a dealer");
        let streak = match self.before {
            Some((before, streak)) if before == dealer.index() => streak + 1,
            _ => 1,
        };
        self.before = Some((dealer.index(), streak));
        let mut table = Table::deal(&self.house, hand, dealer.index(), streak);
        let after = |event: &Event| {
            let legal = table.legal();
            table.play(event, &legal);
            let is_over = table.flip.is_some() || table.exhausted || !table.winners.is_empty();
            let is_open = !is_over && !table.is_naming() && !table.is_exchanging();
            (is_open && opens(&event.action)).then(|| offers(&table.legal(), claim))
        };
        let offered = hand.events.iter().map(after).collect();
        let before = Before {
            seats: log.seats(),
            dealer,
            streak: u32::try_from(streak).ok(),
            floor: None,
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
fn house(id: &str) -> House {
    match id {
        "guiyang-table" => House::table(),
        "guiyang-reduced" => House::reduced(),
        "guiyang-app" => House::app(),
        "guiyang-sanding-liangfang" => {
            let house = House {
                table: "app",
                quad_is_winning_tile: true,
                cha_jiao: false,
                players: 3,
                single: 10,
                clean_single: 20,
                earth: 10,
                clean_earth: 20,
                ..House::plain()
            };
            house.roomed(Room::Two).expect("two suits for three")
        }
        "guiyang-tongsan" => House { tong_san: true, ..House::plain() },
        // The rules of the document with other prices.
        "guiyang" | "guiyang-yikouer" | "guiyang-lianzhuang" | "guiyang-xingchen" => House::plain(),
        other => panic!("a house of {other} is missing"),
    }
}

#[test]
fn honest_offers_are_those_of_the_plain_referee() {
    let system: &System = SYSTEMS.iter().find(|system| system.id == "guiyang").expect("Guiyang");
    let mut tally = Tally::default();
    for (seed, of) in (500..).zip(system.presets) {
        preset(&rules(of.id), seed, &mut tally, || Referee { house: house(of.id), before: None });
    }
    tally.assert_seen(&["Win", "Kong", "Pung"]);
}
