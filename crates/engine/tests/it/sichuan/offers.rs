//! Honest offers of every Sichuan preset, by the plain referee.

use crate::generate::preset as rules;
use crate::offers::{Offered, Plain, Tally, offers, opens, preset};
use crate::oracle::sichuan::house::House;
use crate::oracle::sichuan::legal::Act;
use crate::oracle::sichuan::table::Table;
use caipan_engine::replay::Before;
use caipan_engine::rules::{SYSTEMS, System};
use caipan_log::{Claim, Event, GameLog, HandLog};

struct Referee {
    house: House,
    /// The dealer before and its streak.
    before: Option<(usize, u32)>,
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
        let mut table = Table::of_log(&self.house, hand, dealer.index());
        let after = |event: &Event| {
            table.follow(event);
            let is_open = !table.is_over() && !table.is_naming() && !table.is_exchanging();
            (is_open && opens(&event.action)).then(|| offers(&table.legal(), claim))
        };
        let offered = hand.events.iter().map(after).collect();
        let before = Before {
            seats: log.seats(),
            dealer,
            streak: Some(streak),
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

fn house(id: &str) -> House {
    match id {
        "sichuan" => House::plain(),
        "sichuan-house" => House {
            max_fan: 4,
            zimo: "add_fan",
            dian_gang_hua: "self_draw",
            men_qing: true,
            tian_di_hu: true,
            jiang_dui: true,
            guo_shui: "passed",
            multi_dealer: "discarder",
            draw_dealer: "stays",
            ..House::plain()
        },
        other => panic!("a house of {other} is missing"),
    }
}

#[test]
fn honest_offers_are_those_of_the_plain_referee() {
    let system: &System = SYSTEMS.iter().find(|system| system.id == "sichuan").expect("Sichuan");
    let mut tally = Tally::default();
    for (seed, of) in (700..).zip(system.presets) {
        preset(&rules(of.id), seed, &mut tally, || Referee { house: house(of.id), before: None });
    }
    tally.assert_seen(&["Win", "Kong", "Pung"]);
}
