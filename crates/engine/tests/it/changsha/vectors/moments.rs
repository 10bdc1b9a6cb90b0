//! Vectors of moments at a table, and the acts of a seat that they allow or refuse.

use super::{Held, empty_table, ids, kong_kind, pattern, rules, sit, vectors};
use caipan_engine::rules::{Rules, Verdict, WinCandidate};
use caipan_engine::table::{Drawn, Offer, Phase, Shown, Table};
use caipan_log::Dice;
use caipan_tiles::tile::{Seat, Tile};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A table and questions about it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    pub id: String,
    rules: String,
    hands: BTreeMap<Seat, Held>,
    phase: Due,
    #[serde(default = "middle")]
    discards: u16,
    #[serde(default)]
    claims: u16,
    asks: Vec<Ask>,
}

fn middle() -> u16 {
    9
}

/// The phase: a turn, open tiles, or a kong that may be robbed.
#[derive(Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Due {
    Turn { turn: Seat, drawn: Option<Tile>, how: String },
    Open { open: Seat, tiles: Tile, why: String },
    Kong { kong: Seat, tile: Tile, kind: String, dice: Option<Vec<u8>> },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    #[serde(rename = "do")]
    what: String,
    seat: Seat,
    allowed: bool,
    /// The clause of a refusal.
    clause: Option<String>,
    tile: Option<Tile>,
    kind: Option<String>,
    dice: Option<Vec<u8>>,
    /// The initial wins of an opening.
    #[serde(default)]
    kinds: Vec<String>,
    /// The patterns of a win.
    #[serde(default)]
    patterns: Vec<String>,
}

#[test]
fn answers_each_question() {
    for moment in &vectors().moments {
        let rules = rules(&moment.rules, &[].into());
        let mut table = empty_table(rules.rules.as_ref(), Seat::ALL[0]);
        moment.hands.iter().for_each(|(&seat, held)| sit(&mut table, seat, held));
        (table.discards, table.claims) = (moment.discards, moment.claims);
        table.phase = phase(&moment.phase);
        for ask in &moment.asks {
            let answer = answer(rules.rules.as_ref(), &table, ask, &moment.id);
            let context = format!("{}: {} {answer:?}", moment.id, ask.what);
            assert_eq!(answer.is_ok(), ask.allowed, "{context}");
            if let (Err(refusal), Some(clause)) = (&answer, &ask.clause) {
                assert_eq!(refusal.as_ref().map(|refusal| refusal.clause.id), Some(clause.as_str()), "{context}");
            }
        }
    }
}

fn phase(due: &Due) -> Phase {
    match due {
        Due::Turn { turn, drawn, how } => {
            let drawn = match (how.as_str(), *drawn) {
                ("draw", Some(tile)) => Drawn::Wall(Some(tile)),
                ("replacement", Some(tile)) => Drawn::Replacement(Some(tile)),
                ("claim", None) => Drawn::Nothing,
                other => panic!("{other:?}: no way to draw"),
            };
            Phase::Turn { seat: *turn, drawn }
        }
        Due::Open { open, tiles, why } => {
            assert_eq!(why, "discard");
            Phase::Open { from: *open, tiles: Shown::one(*tiles), why: Offer::Discard }
        }
        Due::Kong { kong, tile, kind, dice } => {
            let dice = dice.as_deref().and_then(Dice::new);
            Phase::Kong { seat: *kong, tile: *tile, kind: kong_kind(kind), dice, from: None }
        }
    }
}

/// The engine's answer; `Err(None)` if the moment offers no win.
fn answer(
    rules: &dyn Rules,
    table: &Table,
    ask: &Ask,
    id: &str,
) -> Result<(), Option<Box<caipan_engine::rules::Refusal>>> {
    let tile = || ask.tile.unwrap_or_else(|| panic!("{id}: which tile?"));
    let verdict: Verdict = match ask.what.as_str() {
        "chow" => rules.may_chow(table, ask.seat, tile()),
        "pung" => rules.may_pung(table, ask.seat, tile()),
        "discard" => rules.may_discard(table, ask.seat, tile()),
        "kong" => {
            let dice = ask.dice.as_deref().map(|faces| Dice::new(faces).expect("a throw"));
            rules.may_kong(table, ask.seat, tile(), kong_kind(ask.kind.as_deref().expect("which kind")), dice.is_some())
        }
        "opening" => {
            let kinds: Vec<_> = ask.kinds.iter().map(|id| pattern(id)).collect();
            rules.may_open(table, ask.seat, &kinds)
        }
        "win" => {
            let facts = WinCandidate::at(table, ask.seat).ok_or(None)?;
            rules.judge(&facts).map(|won| assert_eq!(ids(&won), ask.patterns, "{id}"))
        }
        other => panic!("{other}: nothing one can do"),
    };
    verdict.map_err(Some)
}
