//! Vectors of passed wins: each `win` is allowed or barred by the wins passed before it.

use super::{empty_table, rules, vectors};
use caipan_engine::rules::{Deciding, Hits, Won};
use caipan_engine::table::Source;
use caipan_log::{DrawFrom, OptionValue};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::tile::{Seat, Tile};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A stretch of play.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissedCase {
    pub id: String,
    rules: String,
    #[serde(default)]
    options: BTreeMap<String, OptionValue>,
    events: Vec<Event>,
}

/// Events as a log writes them. `pass` and `win` carry the value of the win; `win` moves nothing.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
enum Event {
    Draw { seat: Seat, tile: Tile },
    Discard { seat: Seat, tile: Tile },
    Pung { seat: Seat, tile: Tile },
    Pass { seat: Seat, tile: Tile, value: i64 },
    Win { seat: Seat, tile: Tile, value: i64, drawn: bool, allowed: bool },
}

#[test]
fn passed_wins_bar_later_wins() {
    for case in &vectors().missed_wins {
        let rules = rules(&case.rules, &case.options);
        let mut table = empty_table(rules.rules.as_ref(), Seat::ALL[0]);
        let mut asked = 0;
        for event in &case.events {
            match *event {
                Event::Draw { seat, tile } => table.draw(seat, tile, DrawFrom::Wall),
                Event::Discard { seat, tile } => table.discard(seat, tile),
                Event::Pung { seat, tile } => table.pung(seat, tile),
                Event::Pass { seat, tile, value } => table.pass_win(seat, tile, value, None),
                Event::Win { seat, tile, value, drawn, allowed } => {
                    let source = if drawn { Source::Draw } else { Source::Discard };
                    let chance = table.chance(seat).unwrap_or_else(|| panic!("{}: no chance to win", case.id));
                    assert_eq!((chance.source, chance.tiles.has(tile)), (source, true), "{}", case.id);
                    let won = Won {
                        seat,
                        from: chance.from,
                        tiles: InlineVec::one(tile),
                        source,
                        hits: Hits::new(),
                        value,
                        also: Vec::new(),
                        options: Deciding::new(),
                    };
                    let answer = rules.rules.may_win(&table, &won);
                    assert_eq!(answer.is_ok(), allowed, "{}: {answer:?}", case.id);
                    asked += 1;
                }
            }
        }
        assert!(asked > 0, "{} asks nothing", case.id);
    }
}
