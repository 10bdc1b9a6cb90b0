//! Compares 跟胡 and 漏胡 with the oracle: the same play on an engine table and as a list of happenings.

use super::bridge::{self, empty_table, seat, tile, won};
use crate::oracle::changsha::cases::{Chance, house, others};
use crate::oracle::changsha::missed::{Chance as Try, Happening, may_win};
use crate::oracle::changsha::settle::Win;
use caipan_engine::table::{Konged, Source, Table};
use caipan_log::{DrawFrom, KongKind};
use caipan_tiles::tile::{Seats, Tile};
use std::collections::BTreeMap;

const COURSES: usize = 60_000;

/// Wins offered and not yet answered: seat, tile and level.
type Open = Vec<(usize, Tile, u32)>;

#[test]
fn missed_win_gates_agree() {
    let mut chance = Chance(31);
    let mut seen: BTreeMap<(String, bool, bool), usize> = BTreeMap::new();
    for _ in 0..COURSES {
        let (profile, house) = house(&mut chance);
        let rules = bridge::rules(profile, &house);
        let (happenings, now) = others::missed(&mut chance);
        let mut table = empty_table(0, &[]);
        let mut open = Open::new();
        for &happening in &happenings {
            play(&mut chance, &mut table, &mut open, happening);
        }
        let (drawn, units, on) = match now {
            Try::SelfDraw => (true, 0, tile(0)),
            Try::Ron { tile: on, level } => (false, level, tile(on)),
        };
        let win = Win { seat: 1, payer: (!drawn).then_some(0), units, dealt: false };
        let source = if drawn { Source::Draw } else { chance.pick(&[Source::Discard, Source::DiceKongOf]) };
        let answer = rules.rules.may_win(&table, &won(&win, source, on));
        let expected = may_win(&house, &happenings, 1, now);
        assert_eq!(answer.is_ok(), expected, "{answer:?} {now:?} after {happenings:?} under {:?}", house.missed_win);
        *seen.entry((format!("{:?}", house.missed_win), drawn, expected)).or_insert(0) += 1;
    }
    for gate in ["LevelGate", "SameTile", "AnyRon"] {
        for (drawn, allowed) in [(false, true), (false, false), (true, true)] {
            let number = seen.get(&(gate.to_owned(), drawn, allowed)).copied().unwrap_or(0);
            assert!(number >= COURSES / 1000, "{gate} {drawn} {allowed}: {seen:?}");
        }
    }
}

fn play(chance: &mut Chance, table: &mut Table, open: &mut Open, happening: Happening) {
    let flush = |table: &mut Table, open: &mut Open, who: Option<usize>| {
        for &(offered, tile, level) in open.iter().filter(|offer| who.is_none_or(|who| who == offer.0)) {
            table.pass_win(seat(offered), tile, i64::from(level), None);
        }
        open.retain(|offer| who.is_some_and(|who| who != offer.0));
    };
    match happening {
        Happening::Offer { seat, tile: on, level } => open.push((seat, tile(on), level)),
        Happening::Refuse { seat } => flush(table, open, Some(seat)),
        Happening::Win { .. } => open.clear(),
        Happening::Draw { seat: who } => {
            flush(table, open, None);
            let from = if chance.percent(80) { DrawFrom::Wall } else { DrawFrom::Tail };
            table.draw(seat(who), tile(chance.below(27) as u8), from);
        }
        Happening::Claim { seat: who } => {
            flush(table, open, None);
            let on = tile(20);
            match chance.below(3) {
                0 => table.chow(seat(who), on, [tile(21), tile(22)]),
                1 => table.pung(seat(who), on),
                _ => table.kong(Konged {
                    seat: seat(who),
                    tile: on,
                    kind: KongKind::Exposed,
                    dice: None,
                    from: None,
                    among: Seats::FOUR,
                    at: None,
                }),
            }
        }
        Happening::Discard { seat: who, tile: on } => {
            flush(table, open, None);
            table.give(seat(who), tile(on));
            table.discard(seat(who), tile(on));
        }
    }
}
