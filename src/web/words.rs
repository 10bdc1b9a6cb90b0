//! The vocabulary of the table, shared by the pages and their scripts.

use caipan_engine::report::StepView;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::Tile;
use serde_json::{Map, Value, json};

/// Returns the spoken name of a tile.
pub(super) fn tile_name(tile: Tile, lang: Lang) -> String {
    lang.pick(tile.chinese().to_owned(), tile.english())
}

/// Key, 中文, English.
const WORDS: &[(&str, &str, &str)] = &[
    ("win", "胡", "win on"),
    ("discard", "打", "discard"),
    ("chow", "吃", "chow"),
    ("pung", "碰", "pung"),
    ("kong concealed", "暗杠", "concealed kong"),
    ("kong exposed", "明杠", "exposed kong"),
    ("kong added", "补杠", "added kong"),
    ("kong concealed dice", "开杠（暗）", "concealed dice kong"),
    ("kong exposed dice", "开杠（明）", "exposed dice kong"),
    ("kong added dice", "开杠（补）", "added dice kong"),
    ("opening", "起手胡：", "initial wins: "),
    ("declare ready", "报听", "declare ready"),
    ("declare hunyou", "混儿悠", "declare hunyou"),
    ("seabed take", "要海底", "take the last tile"),
    ("seabed decline", "不要海底", "decline the last tile"),
    ("draw", "摸牌", "draw"),
    ("reveal", "翻开杠牌", "turn up the tiles of the dice kong"),
    ("is ready", "报听", "ready"),
    ("is hunyou", "混儿悠", "hunyou"),
    ("is dealer", "庄", "dealer"),
    ("is left", "已离开", "has left"),
    ("is wild", "（混儿）", " (wild)"),
    ("is bad", "（有误）", " (at fault)"),
    ("is last", "（刚打出）", " (just discarded)"),
    ("is missing", "（缺）", " (missing)"),
    ("face down", "扣着的牌", "face down"),
    ("wind 0", "东", "East"),
    ("wind 1", "南", "South"),
    ("wind 2", "西", "West"),
    ("wind 3", "北", "North"),
    ("left", "牌墙", "wall"),
    ("wild", "混儿", "wild"),
    ("indicator", "混坯", "indicator"),
    ("flip", "翻鸡", "flip"),
    ("birds", "鸟", "birds"),
    ("open", "翻出", "turned up"),
    ("rob", "可抢", "to rob"),
    ("deal", "发牌", "the deal"),
    ("step", "第 {} 步", "step {}"),
    ("now", "此时可以", "Now possible"),
    ("nobody can", "谁都不能动。", "Nobody can do anything."),
    ("waits", "听牌（按规则）", "Waits, by the rules"),
    ("nobody waits", "无人听牌。", "Nobody waits."),
    ("any", "任何一张", "any tile"),
    ("bar draw", "自摸不能胡", "no win as its own draw"),
    ("bar discard", "别家打出不能胡", "no win as another's discard"),
    ("bar now", "此时不能胡", "no win now"),
    ("from", "来自", "of"),
    ("next", "牌谱接着写第 {} 步", "The log goes on with step {}"),
    ("end", "牌谱里本局到此为止。", "The hand ends here in the log."),
    ("bad next", "接下来这一步有问题", "The next step is at fault"),
    ("bad done", "刚才这一步有问题", "The step just done is at fault"),
    ("bad hand", "这一局有问题", "This hand is at fault"),
    ("hand n", "第 {} 局", "Hand {}"),
    ("seat", "座位 {}", "seat {}"),
    ("comma", "、", ", "),
];

/// Returns a word.
pub(super) fn word(lang: Lang, key: &str) -> &'static str {
    WORDS.iter().find(|(known, ..)| *known == key).map_or("", |&(_, zh, en)| lang.pick(zh, en))
}

/// Returns a word with a number inserted.
pub(super) fn numbered(lang: Lang, key: &str, number: usize) -> String {
    word(lang, key).replace("{}", &number.to_string())
}

/// Returns all words and tile names for a script; flowers are included if the table has any.
pub(super) fn all(lang: Lang, table: &StepView) -> Value {
    let words = WORDS.iter().map(|&(key, zh, en)| (key.to_owned(), json!(lang.pick(zh, en))));
    let flowers = table.has_flowers();
    let named = || Tile::all().filter(|tile| flowers || !tile.is_flower());
    let tiles = named().map(|tile| (tile.to_string(), json!(tile_name(tile, lang))));
    // English sentences also give a tile's Chinese name after its notation; scripts drop that name because they draw
    // the tile.
    let chinese = named().filter(|_| lang == Lang::En).map(|tile| (format!("zh {tile}"), json!(tile.chinese())));
    Value::Object(words.chain(tiles).chain(chinese).collect::<Map<_, _>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn has_no_duplicate_keys() {
        for (at, (key, zh, en)) in WORDS.iter().enumerate() {
            assert!(
                WORDS.iter().skip(at + 1).all(|(other, ..)| other != key) && !zh.is_empty() && !en.is_empty(),
                "{key}"
            );
        }
    }
}
