//! The tables of an adapter: platform names of tiles and acts.
//!
//! A key of the tile table is a platform name, `"0x11" = "1s"`. A star stands for the ranks of a suit, `"W*" = "m"`.
//! Two dots after a number count upwards from it, `"11.." = "123456789m"`.

use caipan_log::{Declaration, EventKind};
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Suit, Tile, parse_tile, parse_tiles};
use std::collections::BTreeMap;

/// The tile table and the act table.
#[derive(Debug, Default)]
pub(super) struct Tables {
    tiles: BTreeMap<String, Tile>,
    /// The table key that defines each name.
    keys: BTreeMap<String, String>,
    acts: BTreeMap<String, String>,
    /// The length of the longest tile name in characters.
    longest: usize,
}

/// The start of a string that matches no tile name.
pub(super) struct Unknown(pub(super) String);

/// Maximum number of names in each table, beyond the need of any platform.
const MOST: usize = 4096;

/// The entry for an act that moves no tile and says nothing about the play.
const IGNORE: &str = "ignore";

/// The values allowed after the colon of an act.
const DETAILS: [(&str, &[&str]); 5] = [
    ("kong", &["concealed", "exposed", "added"]),
    ("pass", &["win", "kong", "pung", "chow"]),
    ("declare", Declaration::words()),
    ("draw", &["wall", "tail"]),
    ("seabed", &["take", "decline"]),
];

impl Tables {
    /// Reads both tables. An error names the invalid key.
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
                        "The tile table has two meanings for {name}. Keep one."
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
                "A table has more than {MOST} entries. Remove those that you do not need."
            );
            return Err((String::new(), text));
        }
        tables.longest = tables.tiles.keys().map(|name| name.chars().count()).max().unwrap_or(0);
        tables.acts = acts.clone();
        Ok(tables)
    }

    /// Returns the tile with this name, in log notation. A number may have leading zeros.
    pub(super) fn tile(&self, name: &str) -> Option<String> {
        let is_number = || name.bytes().all(|byte| byte.is_ascii_digit());
        let number = || self.tiles.get(name.trim_start_matches('0')).filter(|_| is_number());
        self.tiles.get(name).or_else(number).map(ToString::to_string)
    }

    /// Reads a string of tile names, with or without blanks and commas between them.
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

    /// Returns the event for an act name.
    pub(super) fn act(&self, name: &str) -> Option<String> {
        self.acts.get(name).cloned()
    }

    /// Returns the act names.
    pub(super) fn acts(&self) -> impl Iterator<Item = &str> {
        self.acts.keys().map(String::as_str)
    }

    /// Returns every tile name with its tile.
    pub(super) fn each_tile(&self) -> impl Iterator<Item = (&str, Tile)> {
        self.tiles.iter().map(|(name, &tile)| (name.as_str(), tile))
    }

    /// Returns the table key that defines a tile name.
    pub(super) fn key_of(&self, name: &str) -> Option<&str> {
        self.keys.get(name).map(String::as_str)
    }

    /// Returns every act name with its event.
    pub(super) fn each_act(&self) -> impl Iterator<Item = (&str, &str)> {
        self.acts.iter().map(|(name, act)| (name.as_str(), act.as_str()))
    }
}

/// Expands one row of the tile table to its names and tiles.
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
        "Invalid tile entry `{key}` = `{written}`. Write one tile as \"W1\" = \"1m\", a suit as \"W*\" = \"m\", consecutive numbers as \
         \"11..\" = \"123456789m\" (m 万, p 筒, s 条, 1z-7z 东南西北白发中)."
    )
}

/// Returns whether an entry of the act table is a known event or `ignore`.
fn is_act(act: &str) -> bool {
    match act.split_once(':') {
        None => act == IGNORE || EventKind::words().contains(&act),
        Some((event, detail)) => DETAILS.iter().any(|(of, known)| *of == event && known.contains(&detail)),
    }
}

fn no_act(key: &str, act: &str) -> Text {
    let details = DETAILS.iter().flat_map(|(of, known)| known.iter().map(move |detail| format!("{of}:{detail}")));
    let known: Vec<String> =
        EventKind::words().iter().map(ToString::to_string).chain(details).chain([IGNORE.to_owned()]).collect();
    let near = nearest(act, known.iter().map(String::as_str));
    let (zh, en) =
        near.map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean `{near}`?")));
    let known = known.join(", ");
    bilingual!(
        "动作表中“{key}”的值“{act}”不是事件；{zh}可写：{known}。",
        "Invalid action entry `{key}` = `{act}`: it is not an event.{en} Known: {known}."
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
    fn expands_every_key_form_of_tile_table() {
        let tables = tables(&[("W*", "m"), ("11..", "19p1s"), ("red", "7z"), ("*条", "s"), ("F*", "z")], &[]).unwrap();
        let named = ["W9", "11", "13", "red", "三条", "F7"].map(|name| tables.tile(name).unwrap_or_default());
        assert_eq!(named, ["9m", "1p", "1s", "7z", "3s", "7z"]);
        assert_eq!([tables.tile("F8"), tables.tile("14"), tables.tile("w1")], [None, None, None]);
        assert_eq!(tables.tiles("W1W2 red,3条11", |_| {}).ok().as_deref(), Some("1m2m7z3s1p"));
        assert!(tables.tiles("W1X", |_| {}).is_err_and(|Unknown(rest)| rest == "X"));
    }

    #[test]
    fn names_the_invalid_entry() {
        for (key, value) in [("W*", "q"), ("W*", "mm"), ("x..", "1m"), ("1..", "1"), ("a", "12m"), ("a", "8z")] {
            assert_eq!(tables(&[(key, value)], &[]).err().map(|(at, _)| at).as_deref(), Some(key), "{key} {value}");
        }
        assert!(tables(&[("1..", "12m"), ("2", "9m")], &[]).is_err(), "two meanings");
        assert!(tables(&[], &[("a", "discrad")]).is_err_and(|(_, text)| text.en.contains("Did you mean `discard`?")));
        assert!(tables(&[], &[("a", "kong:stolen")]).is_err());
        assert!(tables(&[], &[("a", "kong:added"), ("b", "ignore"), ("c", "draw_game")]).is_ok());
    }

    /// The list of types must equal that of the log format.
    #[test]
    fn event_types_match_log_format() {
        for action in
            [Action::DrawGame, Action::Birds { tiles: Vec::new(), fly: None }, Action::Leave { seat: Seat::ALL[0] }]
        {
            assert!(EventKind::words().contains(&action.name()));
        }
    }
}
