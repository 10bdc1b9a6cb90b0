//! Honest offers of every Changsha preset, by the plain referee. Options that only change payments are left out of its
//! house.

use super::bridge;
use super::referee::{line, plains};
use crate::offers::{Offered, Plain, Tally, offers, opens, preset};
use crate::oracle::changsha::house::{BirdMath, FakePair, House, Luxury, Profile};
use crate::oracle::changsha::referee::act::{Act, Event as Line};
use crate::oracle::changsha::referee::table::Table;
use caipan_engine::replay::Before;
use caipan_engine::rules::{SYSTEMS, System};
use caipan_log::{Claim, Event, GameLog, HandLog};
use caipan_tiles::tile::Seats;

struct Referee {
    house: House,
    profile: Profile,
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
        let wall = plains(&hand.wall.as_ref().expect("a wall").0);
        let mut table = Table::deal(&self.house, self.profile, &wall, dealer.index());
        let mut may = table.may();
        let after = |event: &Event| {
            let line = line(event)?;
            if let Line::Win(seat, _) = line {
                table.let_seabed_go(seat);
                may = table.may();
            }
            table.follow(&line, &may).expect("the generator plays by the rules");
            if !table.won.is_empty() || table.left.is_some() {
                return None;
            }
            may = table.may();
            opens(&event.action).then(|| offers(&may, claim))
        };
        let offered = hand.events.iter().map(after).collect();
        let before = Before {
            seats: Seats::FOUR,
            dealer,
            streak: None,
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
fn house(id: &str) -> (Profile, House) {
    match id {
        "changsha-b" => (Profile::B, House::b()),
        "changsha-b-restored" => (Profile::B, House::b_restored()),
        "changsha-csmj" => (Profile::A, House::csmj()),
        "changsha-jingdian" => {
            let house = House {
                bird_math: BirdMath::Linear,
                seven_pairs_luxury: Luxury::PerQuad,
                fake_pair: FakePair::ExtraUnit,
                haidi_requires_258: false,
                gangpao_requires_258: false,
                qianggang_requires_258: false,
                gangkai_requires_258: false,
                tianhu_requires_258: false,
                dihu_requires_258: false,
                ..House::a()
            };
            (Profile::A, house)
        }
        // Profile A with other prices.
        "changsha-a" | "changsha-unity" | "changsha-csmj-room" | "changsha-lx" => (Profile::A, House::a()),
        other => panic!("a house of {other} is missing"),
    }
}

#[test]
fn honest_offers_are_those_of_the_plain_referee() {
    let system: &System = SYSTEMS.iter().find(|system| system.id == "changsha").expect("Changsha");
    let mut tally = Tally::default();
    for (seed, of) in (300..).zip(system.presets) {
        let referee = || {
            let (profile, house) = house(of.id);
            Referee { house, profile }
        };
        preset(&bridge::preset(of.id), seed, &mut tally, referee);
    }
    tally.assert_seen(&["Win", "Kong", "Pung", "Chow"]);
}
