//! The tables of an adapter: what the platform calls a tile, and what it calls an act.
//!
//! A key of the tile table is the tile as the platform writes it, `"0x11" = "1s"`; with a star it stands for the ranks of a
//! suit, `"W*" = "m"`; with two dots behind a number it counts on from there, `"11.." = "123456789m"`.

use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Suit, Tile, parse_tile, parse_tiles};
use std::collections::BTreeMap;

/// Both tables.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tiles: BTreeMap<String, Tile>,
    /// The key of the table that gave each name.
    keys: BTreeMap<String, String>,
    acts: BTreeMap<String, String>,
    /// Characters of the longest name of a tile.
    longest: usize,
}

/// The beginning of a text that is no tile.
pub(super) struct Unknown(pub(super) String);

/// Names in the tables at most: beyond any platform's.
const MOST: usize = 4096;

/// What an act may be besides an event: nothing that moves a tile or says something of the play.
const IGNORE: &str = "ignore";

/// What may stand behind the colon of an act.
const DETAILS: [(&str, &[&str]); 5] = [
    ("kong", &["concealed", "exposed", "added"]),
    ("pass", &["win", "kong", "pung", "chow"]),
    ("declare", &["ready", "hunyou"]),
    ("draw", &["wall", "tail"]),
    ("seabed", &["take", "decline"]),
];

/// The types of events.
pub(super) const EVENTS: [&str; 15] = [
    "draw",
    "discard",
    "chow",
    "pung",
    "kong",
    "reveal",
    "opening",
    "declare",
    "seabed",
    "win",
    "pass",
    "birds",
    "flip",
    "leave",
    "draw_game",
];

impl Tables {
    /// Reads both tables. The error names the key that is wrong.
    pub(super) fn read(
        tiles: &BTreeMap<String, String>,
        acts: &BTreeMap<String, String>,
    ) -> Result<Tables, (String, Text)> {
        let mut tables = Tables::default();
        for (key, written) in tiles {
            let named = named(key, written).ok_or_else(|| (key.clone(), no_tiles(key, written)))?;
            for (name, tile) in named {
                tables.keys.insert(name.clone(), key.clone());
                if tables.tiles.insert(name.clone(), tile).is_some_and(|before| before != tile) {
                    let text = bilingual!(
                        "牌表中 {name} 有两个意思；请只留一个。",
                        "the tile table has two meanings for {name}; keep one of them"
                    );
                    return Err((key.clone(), text));
                }
            }
        }
        for (key, act) in acts {
            if !is_act(act) {
                return Err((key.clone(), no_act(key, act)));
            }
        }
        if tables.tiles.len() > MOST || acts.len() > MOST {
            let text = bilingual!(
                "表超过 {MOST} 项；请删去多余的。",
                "a table has more than {MOST} entries; remove what is too many"
            );
            return Err((String::new(), text));
        }
        tables.longest = tables.tiles.keys().map(|name| name.chars().count()).max().unwrap_or(0);
        tables.acts = acts.clone();
        Ok(tables)
    }

    /// The tile of this name in the notation of logs.
    pub(super) fn tile(&self, name: &str) -> Option<String> {
        self.tiles.get(name).map(ToString::to_string)
    }

    /// A text of tiles one behind another, blanks and commas between them or not.
    pub(super) fn tiles(&self, text: &str, mut each: impl FnMut(&str)) -> Result<String, Unknown> {
        let mut group = String::new();
        let mut rest = text.trim_start_matches([' ', ',']);
        while !rest.is_empty() {
            let ends = rest.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(self.longest);
            let known = ends.filter_map(|end| Some((end, self.tiles.get(rest.get(..end)?)?))).last();
            let (end, tile) = known.ok_or_else(|| Unknown(rest.chars().take(12).collect()))?;
            each(rest.get(..end).unwrap_or_default());
            group.push_str(&tile.to_string());
            rest = rest.get(end..).unwrap_or_default().trim_start_matches([' ', ',']);
        }
        Ok(group)
    }

    /// The event that an act of this name is.
    pub(super) fn act(&self, name: &str) -> Option<String> {
        self.acts.get(name).cloned()
    }

    /// The names of the acts.
    pub(super) fn acts(&self) -> impl Iterator<Item = &str> {
        self.acts.keys().map(String::as_str)
    }

    /// Every name of a tile with its tile.
    pub(super) fn each_tile(&self) -> impl Iterator<Item = (&str, Tile)> {
        self.tiles.iter().map(|(name, &tile)| (name.as_str(), tile))
    }

    /// The key of the table that a name of a tile comes from.
    pub(super) fn key_of(&self, name: &str) -> Option<&str> {
        self.keys.get(name).map(String::as_str)
    }

    /// Every name of an act with what it is.
    pub(super) fn each_act(&self) -> impl Iterator<Item = (&str, &str)> {
        self.acts.iter().map(|(name, act)| (name.as_str(), act.as_str()))
    }
}

/// The names that one line of the tile table gives, each with its tile.
fn named(key: &str, written: &str) -> Option<Vec<(String, Tile)>> {
    if let Some((before, after)) = key.split_once('*') {
        let mut letters = written.chars();
        let suit = letters.next().filter(|_| letters.next().is_none())?;
        let suit = Suit::ALL.into_iter().find(|known| known.letter() == suit)?;
        let ranks = (1..).zip("一二三四五六七八九".chars());
        let named = ranks.filter_map(|(rank, numeral)| {
            let tile = Tile::of(suit, rank)?;
            Some([(format!("{before}{rank}{after}"), tile), (format!("{before}{numeral}{after}"), tile)])
        });
        return Some(named.flatten().collect());
    }
    if let Some(first) = key.strip_suffix("..") {
        let first: i64 = first.parse().ok()?;
        let tiles = parse_tiles(written).ok()?;
        return Some((first..).zip(tiles).map(|(name, tile)| (name.to_string(), tile)).collect());
    }
    Some(vec![(key.to_owned(), parse_tile(written).ok()?)])
}

fn no_tiles(key: &str, written: &str) -> Text {
    bilingual!(
        "牌表中“{key}”的值“{written}”写法有误；单张写 \"W1\" = \"1m\"，一门写 \"W*\" = \"m\"，从某数起连续写 \"11..\" = \
         \"123456789m\"（m 万、p 筒、s 条，1z–7z 东南西北白发中）。",
        "in the tile table `{key}` cannot be `{written}`; write one tile as \"W1\" = \"1m\", a suit as \"W*\" = \"m\", numbers on from \
         one as \"11..\" = \"123456789m\" (m 万, p 筒, s 条, 1z-7z 东南西北白发中)"
    )
}

/// Whether an entry of the act table names an event, or nothing.
fn is_act(act: &str) -> bool {
    match act.split_once(':') {
        None => act == IGNORE || EVENTS.contains(&act),
        Some((event, detail)) => DETAILS.iter().any(|(of, known)| *of == event && known.contains(&detail)),
    }
}

fn no_act(key: &str, act: &str) -> Text {
    let details = DETAILS.iter().flat_map(|(of, known)| known.iter().map(move |detail| format!("{of}:{detail}")));
    let known: Vec<String> = EVENTS.iter().map(ToString::to_string).chain(details).chain([IGNORE.to_owned()]).collect();
    let near = nearest(act, known.iter().map(String::as_str));
    let (zh, en) =
        near.map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean `{near}`?")));
    let known = known.join(", ");
    bilingual!(
        "动作表中“{key}”的值“{act}”不是事件；{zh}可写：{known}。",
        "in the act table `{key}` cannot be `{act}`, which is no event.{en} Known: {known}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_log::Action;
    use caipan_tiles::tile::Seat;

    fn tables(tiles: &[(&str, &str)], acts: &[(&str, &str)]) -> Result<Tables, (String, Text)> {
        let map = |of: &[(&str, &str)]| of.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect();
        Tables::read(&map(tiles), &map(acts))
    }

    #[test]
    fn three_ways_to_name_tiles() {
        let tables = tables(&[("W*", "m"), ("11..", "19p1s"), ("red", "7z"), ("*条", "s"), ("F*", "z")], &[]).unwrap();
        let named = ["W9", "11", "13", "red", "三条", "F7"].map(|name| tables.tile(name).unwrap_or_default());
        assert_eq!(named, ["9m", "1p", "1s", "7z", "3s", "7z"]);
        assert_eq!([tables.tile("F8"), tables.tile("14"), tables.tile("w1")], [None, None, None]);
        assert_eq!(tables.tiles("W1W2 red,3条11", |_| {}).ok().as_deref(), Some("1m2m7z3s1p"));
        assert!(tables.tiles("W1X", |_| {}).is_err_and(|Unknown(rest)| rest == "X"));
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (key, value) in [("W*", "q"), ("W*", "mm"), ("x..", "1m"), ("1..", "1"), ("a", "12m"), ("a", "8z")] {
            assert_eq!(tables(&[(key, value)], &[]).err().map(|(at, _)| at).as_deref(), Some(key), "{key} {value}");
        }
        assert!(tables(&[("1..", "12m"), ("2", "9m")], &[]).is_err(), "two meanings");
        assert!(tables(&[], &[("a", "discrad")]).is_err_and(|(_, text)| text.en.contains("Did you mean `discard`?")));
        assert!(tables(&[], &[("a", "kong:stolen")]).is_err());
        assert!(tables(&[], &[("a", "kong:added"), ("b", "ignore"), ("c", "draw_game")]).is_ok());
    }

    /// The list of types is that of the log.
    #[test]
    fn events_are_those_of_the_log() {
        for action in [Action::DrawGame, Action::Birds { tiles: Vec::new() }, Action::Leave { seat: Seat::ALL[0] }] {
            assert!(EVENTS.contains(&action.name()));
        }
    }
}
