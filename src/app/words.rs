//! Events and possibilities as people say them, in both languages.

use crate::log::{Action, Declaration, DrawFrom, KongKind, PassOf};
use crate::replay::Possible;
use crate::rules::Pattern;
use crate::say;
use crate::say::{Lang, Text};
use crate::tile::{Tile, Tiles};

/// What happened, for example `seat 2 pungs 9m`.
pub fn happened(action: &Action) -> Text {
    match action {
        Action::Draw { seat, tile, from: Some(DrawFrom::Tail) } => {
            say!("座位 {seat} 从牌尾补进 {}", "seat {seat} draws {} from the tail", named(*tile))
        }
        Action::Draw { seat, tile, .. } => say!("座位 {seat} 摸进 {}", "seat {seat} draws {}", named(*tile)),
        Action::Discard { seat, tile } => say!("座位 {seat} 打出 {}", "seat {seat} discards {}", named(*tile)),
        Action::Chow { seat, tile, with } => {
            let with = Tiles(with.to_vec());
            say!("座位 {seat} 用 {with} 吃 {}", "seat {seat} chows {} with {with}", named(*tile))
        }
        Action::Pung { seat, tile } => say!("座位 {seat} 碰 {}", "seat {seat} pungs {}", named(*tile)),
        Action::Kong { seat, tile, kind, dice } => {
            let (zh, en) = kong(*kind, dice.is_some());
            let tile = named(*tile);
            say!("座位 {seat} {zh} {tile}", "seat {seat} declares {en} of {tile}")
        }
        Action::Reveal { seat, tiles } => {
            let tiles = Tiles(tiles.clone());
            say!("座位 {seat} 翻出 {tiles}", "seat {seat} turns up {tiles}")
        }
        Action::Opening { seat, kinds, .. } => {
            let kinds = kinds.join(", ");
            say!("座位 {seat} 起手胡：{kinds}", "seat {seat} declares initial wins: {kinds}")
        }
        Action::Declare { seat, what: Declaration::Ready } => say!("座位 {seat} 报听", "seat {seat} declares ready"),
        Action::Declare { seat, what: Declaration::Hunyou } => {
            say!("座位 {seat} 混儿悠", "seat {seat} declares hunyou")
        }
        Action::Seabed { seat, take: true } => say!("座位 {seat} 要海底", "seat {seat} takes the last tile"),
        Action::Seabed { seat, take: false } => say!("座位 {seat} 不要海底", "seat {seat} declines the last tile"),
        Action::Win { seat, tile } => say!("座位 {seat} 胡 {}", "seat {seat} wins on {}", named(*tile)),
        Action::Pass { seat, of } => {
            let (zh, en) = match of {
                PassOf::Win => ("过胡", "a win"),
                PassOf::Kong => ("过杠", "a kong"),
                PassOf::Pung => ("过碰", "a pung"),
                PassOf::Chow => ("过吃", "a chow"),
            };
            say!("座位 {seat} {zh}", "seat {seat} passes {en}")
        }
        Action::Birds { tiles } => {
            let tiles = Tiles(tiles.clone());
            say!("扎鸟 {tiles}", "birds {tiles}")
        }
        Action::Flip { tile } => say!("翻鸡 {}", "the flip is {}", named(*tile)),
        Action::Leave { seat } => say!("座位 {seat} 离开", "seat {seat} leaves"),
        Action::DrawGame => say!("流局", "the hand is drawn"),
    }
}

/// What a seat may do, for example `pung 9m`.
pub fn may(possible: &Possible, patterns: &[&Pattern]) -> Text {
    match possible {
        Possible::Win { tile, value } => {
            let tile = named(*tile);
            say!("胡 {tile}（{value}）", "win on {tile} (value {value})")
        }
        Possible::Discard { tile } => say!("打 {}", "discard {}", named(*tile)),
        Possible::Chow { tile, with } => {
            let (tile, with) = (named(*tile), Tiles(with.to_vec()));
            say!("用 {with} 吃 {tile}", "chow {tile} with {with}")
        }
        Possible::Pung { tile } => say!("碰 {}", "pung {}", named(*tile)),
        Possible::Kong { tile, kind, dice } => {
            let ((zh, en), tile) = (kong(*kind, *dice), named(*tile));
            say!("{zh} {tile}", "{en} of {tile}")
        }
        Possible::Opening { kinds } => {
            let named = |lang| {
                let names = kinds.iter().filter_map(|id| patterns.iter().find(|pattern| pattern.id == *id));
                names.map(|pattern| pattern.name.get(lang)).collect::<Vec<_>>().join(", ")
            };
            let (zh, en) = (named(Lang::Zh), named(Lang::En));
            say!("起手胡：{zh}", "declare initial wins: {en}")
        }
        Possible::TakeLast => say!("要海底", "take the last tile"),
        Possible::DeclineLast => say!("不要海底", "decline the last tile"),
        Possible::Draw => say!("摸牌", "draw"),
        Possible::Reveal => say!("翻开杠牌", "turn up the tiles of the dice kong"),
    }
}

/// The word of a possibility that a program can act on.
pub const fn word(possible: &Possible) -> &'static str {
    match possible {
        Possible::Win { .. } => "win",
        Possible::Discard { .. } => "discard",
        Possible::Chow { .. } => "chow",
        Possible::Pung { .. } => "pung",
        Possible::Kong { .. } => "kong",
        Possible::Opening { .. } => "opening",
        Possible::TakeLast => "take_last",
        Possible::DeclineLast => "decline_last",
        Possible::Draw => "draw",
        Possible::Reveal => "reveal",
    }
}

const fn kong(kind: KongKind, dice: bool) -> (&'static str, &'static str) {
    match (kind, dice) {
        (KongKind::Concealed, false) => ("暗杠", "a concealed kong"),
        (KongKind::Exposed, false) => ("明杠", "an exposed kong"),
        (KongKind::Added, false) => ("补杠", "an added kong"),
        (KongKind::Concealed, true) => ("开杠（暗）", "a concealed dice kong"),
        (KongKind::Exposed, true) => ("开杠（明）", "an exposed dice kong"),
        (KongKind::Added, true) => ("开杠（补）", "an added dice kong"),
    }
}

/// A tile as both languages read it: `9m 九万`.
fn named(tile: Tile) -> String {
    format!("{tile} {}", tile.chinese())
}
