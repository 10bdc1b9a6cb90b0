//! The vocabulary of the table, shared by the pages and their scripts.

use caipan_engine::report::StepView;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::Tile;
use serde_json::{Map, Value, json};

/// Returns the spoken name of a tile.
pub fn tile_name(tile: Tile, lang: Lang) -> String {
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
    ("mid_opening", "中途起手胡：", "initial wins during play: "),
    ("declare ready", "报听", "declare ready"),
    ("declare sky", "天听", "declare ready as dealt"),
    ("declare hunyou", "混儿悠", "declare hunyou"),
    ("declare xiaosa", "潇洒", "declare xiaosa"),
    ("declare void_m", "定缺万", "be rid of characters"),
    ("declare void_p", "定缺筒", "be rid of dots"),
    ("declare void_s", "定缺条", "be rid of bamboo"),
    ("seabed take", "要海底", "take the last tile"),
    ("seabed decline", "不要海底", "decline the last tile"),
    ("draw", "摸牌", "draw"),
    ("flower", "补花", "lay the flower"),
    ("reveal", "翻开杠牌", "turn up the kong tiles"),
    ("is ready", "报听", "ready"),
    ("is sky", "天听", "ready as dealt"),
    ("is hunyou", "混儿悠", "hunyou"),
    ("is xiaosa", "潇洒", "xiaosa"),
    ("is void_m", "缺万", "no characters"),
    ("is void_p", "缺筒", "no dots"),
    ("is void_s", "缺条", "no bamboo"),
    ("is piao", "飘{}", "float {}"),
    ("is gu_mai", "估卖{}", "adds {}"),
    ("is holdings", "持有{}", "owns {}"),
    ("is dealer", "庄", "dealer"),
    ("is left", "已离开", "has left"),
    ("is wild", "（混儿）", " (wild)"),
    ("is bad", "（有误）", " (at fault)"),
    ("is thrown", "（摸切）", " (drawn and discarded)"),
    ("is last", "（刚打出）", " (just discarded)"),
    ("is took", "（胡的牌）", " (won on)"),
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
    ("rolls", "前后鸡", "opened in play"),
    ("birds", "鸟", "birds"),
    ("fly", "飞鸟", "flying birds"),
    ("open", "翻出", "turned up"),
    ("rob", "可抢", "to rob"),
    ("deal", "发牌", "The deal"),
    ("step", "第 {} 手", "Step {}"),
    ("now", "这时各家可以", "Legal actions"),
    ("nobody can", "本局已结束。", "The hand is over."),
    ("nobody acts", "这时谁都不用动。", "Nobody has anything to do."),
    ("waits", "听牌", "Waits"),
    ("nobody waits", "没有人听牌。", "Nobody is ready."),
    ("any", "任何一张", "any tile"),
    ("unseen", "剩 {} 张", "{} left"),
    ("may win", "可胡", "wins"),
    ("no win", "胡不了", "does not win"),
    ("bar draw", "不能自摸", "not on a self-draw"),
    ("bar discard", "只能自摸", "self-draw only"),
    ("bar discard of", "不能捉{}打的", "not from {}"),
    ("bar now", "这一张不能胡", "not this tile"),
    ("next", "下一手（第 {} 手）", "Next: step {}"),
    ("not now", "这一家现在不用动。", "This seat has nothing to do now."),
    ("bad next", "下一手违规", "The next move is illegal"),
    ("bad done", "刚才这一手违规", "This move is illegal"),
    ("bad hand", "这一局有错", "This hand has an error"),
    ("odd next", "下一手待查", "Look at the next move"),
    ("odd done", "刚才这一手待查", "Look at this move"),
    ("odd hand", "这一局待查", "Look at this hand"),
    ("problem", "问题 {}", "Problem {}"),
    ("problems", "问题 {} 处", "Problems: {}"),
    ("about", "这类问题的说明", "About this check"),
    ("clause", "条文", "Rule"),
    ("technical", "技术信息", "Technical details"),
    ("points", "累计分", "Points so far"),
    ("look at it", "看这一手", "Go to this move"),
    ("if out", "假如这一手不算", "What if it did not count?"),
    ("if tile", "假如是另一张牌", "What if it was another tile?"),
    ("close", "关闭", "Close"),
    ("copied", "已复制这一手的网址", "Address of this move copied"),
    ("hand n", "第 {} 局", "Hand {}"),
    ("seat", "座位 {}", "seat {}"),
    ("comma", "、", ", "),
];

/// Returns a word.
pub fn word(lang: Lang, key: &str) -> &'static str {
    WORDS.iter().find(|(known, ..)| *known == key).map_or("", |&(_, zh, en)| lang.pick(zh, en))
}

/// Returns a word with a number inserted.
pub fn numbered(lang: Lang, key: &str, number: impl std::fmt::Display) -> String {
    word(lang, key).replace("{}", &number.to_string())
}

/// Returns all words and tile names for a script; flowers are included if the table has any.
pub fn all(lang: Lang, table: &StepView) -> Value {
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

    /// The board shows every act and every declaration in words; a key without a word would show nothing.
    #[test]
    fn every_act_has_words() {
        use caipan_log::{Declaration, EventKind};
        let kongs = ["concealed", "exposed", "added"].map(|kind| format!("kong {kind}"));
        let declared = Declaration::words().iter().flat_map(|what| [format!("declare {what}"), format!("is {what}")]);
        let of_detail = ["kong", "declare", "seabed"];
        // Nobody chooses these.
        let unchosen = ["birds", "leave", "draw_game", "pass", "exchange"];
        let plain = EventKind::words().iter().filter(|kind| !of_detail.contains(kind) && !unchosen.contains(kind));
        for key in kongs.into_iter().chain(declared).chain(plain.map(|kind| (*kind).to_owned())) {
            assert!(!word(Lang::Zh, &key).is_empty() && !word(Lang::En, &key).is_empty(), "{key}");
        }
    }

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
