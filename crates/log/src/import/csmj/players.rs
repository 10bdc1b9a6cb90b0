//! Printed seats: `玩家[id],位置[n],分数[n],…,手牌[[…]],…`, and lists of them.
//!
//! The syntax is `name[inner]` with balanced brackets. Parts are parsed on demand, since most lines need one or two.
//! The tiles in 小胡列表 are never read: they share memory with the hand, and the server changes them with it.

use super::lines::Line;
use crate::import::Problem;
use caipan_tiles::tile::{Seat, SeatMap, Tile};

/// One printed seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Printed<'a> {
    /// The platform's id of the player.
    pub(super) id: &'a str,
    seat: Option<Seat>,
    score: Option<i64>,
    openings: &'a str,
    hand: &'a str,
    offered: &'a str,
    answered: &'a str,
}

/// An action that a seat is offered or chooses in answer to a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Win,
    /// 补 or 杠; the message that follows tells whether dice are thrown.
    Kong,
    Pung,
    Chow,
    Pass,
    /// An unknown word: neither a claim nor a refusal.
    Unknown,
}

/// An action and its tiles: the two own tiles of a chow, the tile of a kong, none for the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) deed: Deed,
    pub(super) tiles: Vec<Tile>,
}

/// Parses one printed seat or a bracketed list of them, in the order printed.
pub(super) fn seats(text: &str) -> Vec<Printed<'_>> {
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    let mut list: Vec<Printed<'_>> = Vec::with_capacity(4);
    for (name, inner) in Parts(text) {
        if name == "玩家" {
            list.push(Printed { id: inner, ..Printed::default() });
        } else if let Some(last) = list.last_mut() {
            match name {
                "位置" => last.seat = inner.parse().ok().and_then(Seat::new),
                "分数" => last.score = inner.parse().ok(),
                "小胡列表" => last.openings = inner,
                "手牌" => last.hand = inner,
                "可能的组合" => last.offered = inner,
                "当前的操作" => last.answered = inner,
                _ => {}
            }
        }
    }
    list
}

impl Printed<'_> {
    /// The tiles in hand, without melds.
    pub(super) fn hand(&self) -> Result<Vec<Tile>, Problem> {
        tiles(self.hand).ok_or_else(|| Problem::unreadable("手牌", self.hand))
    }

    /// The initial wins of the hand, declared or not, by their names in the rule book.
    pub(super) fn openings(&self) -> Vec<&str> {
        let own = |name| if name == "大四喜" { "四喜" } else { name };
        Parts(inside(self.openings)).filter(|(name, _)| *name == "小胡").map(|(_, inner)| own(inner)).collect()
    }

    /// The offers to the seat for the tile with this index among those offered (0 except for turned-up tiles).
    ///
    /// The offers for one tile end with a 过. A seat that can do nothing with a tile has no offers for it.
    pub(super) fn offered(&self, index: usize) -> Vec<Answer> {
        let mut targets: Vec<Vec<Answer>> = vec![Vec::new()];
        for answer in answers(self.offered) {
            if answer.deed == Deed::Pass {
                targets.push(Vec::new());
            } else if let Some(last) = targets.last_mut() {
                last.push(answer);
            }
        }
        targets.retain(|offers| !offers.is_empty());
        let at = if targets.len() == 1 { 0 } else { index };
        targets.into_iter().nth(at).unwrap_or_default()
    }

    /// The answers of the seat in this round of offers, oldest first.
    pub(super) fn answered(&self) -> Vec<Answer> {
        answers(self.answered)
    }

    /// The tiles of the executed answer.
    pub(super) fn named(&self, deed: Deed) -> Result<Vec<Tile>, Problem> {
        let answer = self.answered().into_iter().find(|answer| answer.deed == deed);
        answer.map(|answer| answer.tiles).ok_or(Problem::Missing { key: "当前的操作" })
    }
}

/// Reads the four seats of 玩家列表, in seat order.
pub(super) fn table<'a>(line: &'a Line<'_>) -> Result<SeatMap<Printed<'a>>, Problem> {
    let list = seats(line.need("玩家列表")?);
    let mut table = SeatMap::<Option<Printed<'_>>>::default();
    for printed in &list {
        table[printed.seat.ok_or(Problem::Seats)?] = Some(*printed);
    }
    match (table.0, list.len()) {
        ([Some(a), Some(b), Some(c), Some(d)], 4) => Ok(SeatMap([a, b, c, d])),
        _ => Err(Problem::Seats),
    }
}

/// Reads the printed scores of a table, in points.
pub(super) fn scores(table: &SeatMap<Printed<'_>>) -> Result<SeatMap<i64>, Problem> {
    let mut scores = SeatMap::default();
    for seat in Seat::ALL {
        scores[seat] = table[seat].score.ok_or(Problem::Missing { key: "分数" })?;
    }
    Ok(scores)
}

/// Parses tiles in Chinese, with or without brackets: `[一万 九条]`. `None` if one of them is not a tile.
pub(super) fn tiles(text: &str) -> Option<Vec<Tile>> {
    text.trim_matches(['[', ']']).split_whitespace().map(tile).collect()
}

/// Parses one tile in Chinese.
pub(super) fn tile(name: &str) -> Option<Tile> {
    Tile::all().find(|tile| tile.chinese() == name)
}

/// Strips one pair of brackets around a list.
fn inside(text: &str) -> &str {
    text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text)
}

fn answers(text: &str) -> Vec<Answer> {
    let mut list: Vec<Answer> = Vec::new();
    for (name, inner) in Parts(inside(text)) {
        match name {
            "操作" => {
                let deed = match inner {
                    "胡" => Deed::Win,
                    "补" | "杠" => Deed::Kong,
                    "碰" => Deed::Pung,
                    "吃" => Deed::Chow,
                    "过" => Deed::Pass,
                    _ => Deed::Unknown,
                };
                list.push(Answer { deed, tiles: Vec::new() });
            }
            "卡牌" => {
                if let Some(last) = list.last_mut() {
                    last.tiles = tiles(inner).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
    list
}

/// The `name[inner]` parts of a text on its outermost level; ends at an unclosed bracket.
struct Parts<'a>(&'a str);

impl<'a> Iterator for Parts<'a> {
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        let text = self.0;
        let open = text.find('[')?;
        let mut depth = 0usize;
        for (at, byte) in text.bytes().enumerate().skip(open) {
            match byte {
                b'[' => depth += 1,
                b']' if depth == 1 => {
                    self.0 = text.get(at + 1..)?;
                    return Some((text.get(..open)?.trim_matches([' ', ',']), text.get(open + 1..at)?));
                }
                b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        self.0 = "";
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "[玩家[7],位置[2],分数[-11],状态[离线],实际状态[正在玩],小胡列表[[小胡[大四喜],卡牌[[一万 一万]] 小胡[缺一色],卡牌[[二条]]]],\
        手牌[[一万 五筒 九条]],下的牌[[]],吃碰杠[[吃,牌[[一筒 二筒 三筒]] 暗杠,牌[[四条 四条 四条 四条]]]],\
        可能的组合[[操作[胡],卡牌[[]] 操作[吃],卡牌[[三万 四万]] 操作[过],卡牌[[]] 操作[碰],卡牌[[]] 操作[过],卡牌[[]]]],\
        当前的操作[[操作[补],卡牌[[四条]]]] 玩家[8],位置[3],分数[0],手牌[[]],小胡列表[[]]]";

    #[test]
    fn reads_seat_list() {
        let list = seats(TWO);
        let [first, second] = list.as_slice() else { panic!("{}", list.len()) };
        assert_eq!((first.id, first.seat, first.score), ("7", Seat::new(2), Some(-11)));
        assert_eq!(first.openings(), ["四喜", "缺一色"]);
        assert_eq!(first.hand().unwrap(), caipan_tiles::tile::parse_tiles("1m5p9s").unwrap());
        assert_eq!(first.answered(), [Answer { deed: Deed::Kong, tiles: vec![tile("四条").unwrap()] }]);
        assert_eq!((second.id, second.openings().len(), second.hand()), ("8", 0, Ok(Vec::new())));
    }

    #[test]
    fn splits_offers_by_target_tile() {
        let list = seats(TWO);
        let deeds = |index| list[0].offered(index).iter().map(|answer| answer.deed).collect::<Vec<_>>();
        assert_eq!(deeds(0), [Deed::Win, Deed::Chow]);
        assert_eq!(deeds(1), [Deed::Pung]);
        assert_eq!(deeds(2), []);
    }

    /// A word from a later server version is not a refusal, and its tiles are not added to another answer.
    #[test]
    fn unknown_action_is_not_a_pass() {
        let list = seats("玩家[7],当前的操作[[操作[碰],卡牌[[]] 操作[飘],卡牌[[一万]]]]");
        let deeds: Vec<(Deed, usize)> =
            list[0].answered().iter().map(|answer| (answer.deed, answer.tiles.len())).collect();
        assert_eq!(deeds, [(Deed::Pung, 0), (Deed::Unknown, 1)]);
    }

    #[test]
    fn rejects_unknown_tiles() {
        assert_eq!(tiles("[一万 十万]"), None);
        assert_eq!(tiles("[]"), Some(Vec::new()));
        assert!(seats("[").is_empty() && seats("玩家[7").is_empty());
    }
}
