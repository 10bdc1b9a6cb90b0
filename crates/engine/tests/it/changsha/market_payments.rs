//! Compares payments under market options with the formula of the book, for two to four players.

use super::bridge::{seat, tile, tiles, won};
use crate::oracle::changsha::cases::Chance;
use crate::oracle::changsha::market::{Ended, Hit, Kong, Math, Room, Three, Won, settle};
use crate::oracle::changsha::settle::Win;
use caipan_engine::rules::{Ruleset, Value, changsha};
use caipan_engine::table::{Konged, Source, Table, TailOrder, Wall};
use caipan_log::KongKind;
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::SeatMap;

const HANDS: usize = 40_000;

fn room(chance: &mut Chance) -> Room {
    let hit = chance.pick(&[Hit::BySeat, Hit::BySeat, Hit::Only159, Hit::RankValue]);
    Room {
        players: 2 + chance.below(3),
        base: [
            1 + i64::try_from(chance.below(3)).unwrap(),
            2,
            6 + i64::try_from(chance.below(3)).unwrap(),
            6,
            i64::try_from(chance.below(4)).unwrap(),
        ],
        math: chance.pick(&[Math::Pow2, Math::Linear, Math::Plus(1), Math::Plus(2)]),
        hit,
        three: chance.pick(&[Three::Rank37, Three::Rank48, Three::Mod3]),
        from_winner: chance.percent(30),
        dealer_under_birds: chance.percent(60),
        dealer_once: chance.percent(40),
        dealer_per_unit: chance.percent(40),
        piao_fixed: chance.pick(&[0, 0, 2]),
        cap: chance.pick(&[0, 0, 9, 20]),
        cap_openings: chance.percent(50),
        kongs: chance.percent(60),
        holdings: chance.pick(&[[false, false], [false, false], [true, false], [false, true], [true, true]]),
    }
}

fn ended(chance: &mut Chance, room: &Room) -> Ended {
    let seats = room.players;
    let first = chance.below(seats);
    let payer = chance.percent(60).then(|| (first + 1 + chance.below(seats - 1)) % seats);
    let mut wins = Vec::new();
    if chance.percent(85) {
        wins.push(Won { seat: first, payer, units: i64::try_from(chance.below(4)).unwrap() });
    }
    let second = (0..seats).find(|&seat| seat != first && Some(seat) != payer);
    if let (Some(seat), Some(_), true) = (second, payer, chance.percent(30) && !wins.is_empty()) {
        wins.push(Won { seat, payer, units: i64::try_from(chance.below(3)).unwrap() });
    }
    let declared = |chance: &mut Chance, most: usize| {
        let all: Vec<usize> = (0..seats).filter(|_| chance.percent(25)).collect();
        all.into_iter().map(|seat| (seat, 1 + chance.below(most))).collect()
    };
    let birds = if room.hit == Hit::RankValue { 1 } else { chance.below(4) };
    let mut tiles = |count: usize| (0..count).map(|_| chance.below(27) as u8).collect();
    let (birds, fly) = if wins.is_empty() { (Vec::new(), Vec::new()) } else { (tiles(birds), tiles(2)) };
    let mut kongs = Vec::new();
    for seat in 0..seats {
        if chance.percent(40) {
            let from = (seat + 1 + chance.below(seats - 1)) % seats;
            let could_be_exposed = chance.percent(30);
            kongs.push((
                seat,
                chance.pick(&[Kong::Concealed, Kong::Added { could_be_exposed }, Kong::Exposed { from }]),
            ));
        }
    }
    let mut points = |most: usize| [(); 4].map(|()| i64::try_from(chance.below(most)).unwrap());
    let (piao, held) = (points(4), points(25));
    let (openings, mid) = (declared(chance, 3), declared(chance, 2));
    Ended { dealer: chance.below(seats), wins, openings, mid, birds, fly, piao, held, kongs }
}

fn rules(room: &Room) -> Ruleset {
    let (word, number) = (Value::Word, Value::Number);
    let [small_ron, small_draw, big_ron, big_draw, opening] = room.base;
    let (math, points) = match room.math {
        Math::Pow2 => ("pow2", 1),
        Math::Linear => ("linear", 1),
        Math::Plus(points) => ("plus_one", points),
    };
    let changes = [
        ("players", number(i64::try_from(room.players).unwrap())),
        ("scale", word("c")),
        ("c_small_ron", number(small_ron)),
        ("c_small_draw", number(small_draw)),
        ("c_big_ron", number(big_ron)),
        ("c_big_draw", number(big_draw)),
        ("c_opening", number(opening)),
        ("bird_math", word(math)),
        ("bird_points", number(points)),
        (
            "bird_hit",
            word(match room.hit {
                Hit::BySeat => "by_seat",
                Hit::Only159 => "only_159",
                Hit::RankValue => "rank_value",
            }),
        ),
        (
            "bird_seats_3",
            word(match room.three {
                Three::Rank37 => "rank37_empty",
                Three::Rank48 => "rank48_empty",
                Three::Mod3 => "mod3",
            }),
        ),
        ("bird_origin", word(if room.from_winner { "winner" } else { "dealer" })),
        ("dealer_point_under_birds", Value::Flag(room.dealer_under_birds)),
        ("dealer_point_count", word(if room.dealer_once { "once_per_pair" } else { "each_payment" })),
        ("dealer_bonus_big", word(if room.dealer_per_unit { "per_unit" } else { "once" })),
        ("piao_max", number(3)),
        ("piao_fixed", number(room.piao_fixed)),
        ("fly_birds", number(2)),
        ("payment_cap", number(room.cap)),
        ("payment_cap_scope", word(if room.cap_openings { "all" } else { "hand" })),
        ("kong_points", word(if room.kongs { "on" } else { "off" })),
        ("mid_openings", word("both")),
        (
            "cap_by_holdings",
            word(match room.holdings {
                [false, false] => "off",
                [true, false] => "loser",
                [false, true] => "winner_each",
                [true, true] => "both",
            }),
        ),
    ];
    Ruleset::new(&changsha::SYSTEM, &changsha::SYSTEM.presets[0], &changes)
}

fn table(ruleset: &Ruleset, end: &Ended) -> Table {
    let deck = ruleset.rules.deck();
    let mut table = Table::new(deck, seat(end.dealer), Wall::unknown(deck, TailOrder::StackTopFirst));
    (table.seats, table.discards) = (ruleset.rules.seats(), 9);
    for &(opener, kinds) in &end.openings {
        table.open(seat(opener), ["sixi", "banban", "queyise", "liuliushun"][..kinds].to_vec(), None);
    }
    for &(opener, kinds) in &end.mid {
        table.open_mid(seat(opener), ["mid-sixi", "mid-liuliushun"][..kinds].to_vec());
    }
    for (at, &(konger, kong)) in end.kongs.iter().enumerate() {
        let (kind, from) = match kong {
            Kong::Concealed => (KongKind::Concealed, None),
            Kong::Added { .. } => (KongKind::Added, None),
            Kong::Exposed { from } => (KongKind::Exposed, Some(seat(from))),
        };
        let tile = tile(at as u8);
        if kong == (Kong::Added { could_be_exposed: true }) {
            table.places[seat(konger)].kept_fourth.push(tile);
        }
        let among = table.seats;
        table.kongs.push(Konged { seat: seat(konger), tile, kind, dice: None, from, among, at: None });
    }
    table.birds = Some(tiles(&end.birds));
    table.fly = Some(tiles(&end.fly));
    (table.picked, table.holdings) = (Some(SeatMap(end.piao)), Some(SeatMap(end.held)));
    table
}

fn paid(ledger: &Ledger) -> [[i64; 4]; 4] {
    let mut paid = [[0; 4]; 4];
    for line in ledger.lines() {
        let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) else { panic!("the house pays: {line:?}") };
        paid[from.index()][to.index()] += line.sum.value();
    }
    paid
}

#[test]
fn market_payments_agree_with_the_book() {
    let mut chance = Chance(36);
    let mut seen = [0; 5];
    for _ in 0..HANDS {
        let room = room(&mut chance);
        let end = ended(&mut chance, &room);
        let ruleset = rules(&room);
        let wins: Vec<_> = end
            .wins
            .iter()
            .map(|win| {
                let plain =
                    Win { seat: win.seat, payer: win.payer, units: u32::try_from(win.units).unwrap(), dealt: false };
                won(&plain, if win.payer.is_some() { Source::Discard } else { Source::Draw }, tile(0))
            })
            .collect();
        let ledger = ruleset.rules.settle(&table(&ruleset, &end), &wins);
        assert_eq!(paid(&ledger), settle(&room, &end), "{room:?}\n{end:?}\n{:#?}", ledger.lines());
        seen[room.players] += 1;
        seen[0] += usize::from(wins.len() > 1);
        seen[1] += usize::from(!end.mid.is_empty() && room.dealer_once);
    }
    assert!(seen.iter().all(|&hands| hands > HANDS / 50), "{seen:?}");
}
