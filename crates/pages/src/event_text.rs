//! Sentences about legal actions and barred wins, in both languages.

use caipan_engine::report::{ActionView, BarredView, kong_in_words};
use caipan_engine::rules::Pattern;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};

/// A legal action, for example `pung 9m`.
pub(crate) fn may(can: &ActionView, patterns: &[&Pattern]) -> Text {
    let tiles = can.tiles.as_deref().unwrap_or_default();
    let detail = can.detail.as_deref().unwrap_or_default();
    match (can.kind, detail) {
        ("win", _) => {
            let value = can.value.unwrap_or_default();
            bilingual!("胡 {tiles}（{value}）", "win on {tiles} (value {value})")
        }
        ("discard", _) => bilingual!("打 {tiles}", "discard {tiles}"),
        ("chow", tile) => bilingual!("用 {tiles} 吃 {tile}", "chow {tile} with {tiles}"),
        ("pung", _) => bilingual!("碰 {tiles}", "pung {tiles}"),
        ("flower", _) => bilingual!("补花 {tiles}", "lay the flower {tiles}"),
        ("kong", detail) => {
            let (zh, en) = kong_in_words(detail.split(' ').next().unwrap_or_default(), detail.ends_with(" dice"));
            bilingual!("{zh} {tiles}", "{en} of {tiles}")
        }
        ("opening" | "mid_opening", kinds) => {
            let names = |lang: Lang| {
                let known = kinds.split(' ').filter_map(|id| patterns.iter().find(|pattern| pattern.id == id));
                known.map(|pattern| pattern.name.get(lang)).collect::<Vec<_>>().join(", ")
            };
            let (zh, en) = (names(Lang::Zh), names(Lang::En));
            if can.kind == "mid_opening" {
                return bilingual!("中途起手胡：{zh}", "declare initial wins during play: {en}");
            }
            bilingual!("起手胡：{zh}", "declare initial wins: {en}")
        }
        ("declare", "void_m") => bilingual!("定缺万", "be rid of characters"),
        ("declare", "void_p") => bilingual!("定缺筒", "be rid of dots"),
        ("declare", "void_s") => bilingual!("定缺条", "be rid of bamboo"),
        ("declare", "ready") => bilingual!("报听", "declare ready"),
        ("declare", "sky") => bilingual!("天听", "declare ready as dealt"),
        ("declare", "xiaosa") => bilingual!("潇洒", "declare xiaosa"),
        ("declare", _) => bilingual!("混儿悠", "declare hunyou"),
        ("seabed", "take") => bilingual!("要海底", "take the last tile"),
        ("seabed", _) => bilingual!("不要海底", "decline the last tile"),
        ("draw", _) => bilingual!("摸牌", "draw"),
        ("reveal", _) => bilingual!("翻开杠牌", "turn up the tiles of the dice kong"),
        (other, _) => bilingual!("{other} {tiles}", "{other} {tiles}"),
    }
}

/// A barred win with its reason.
pub(crate) fn barred(view: &BarredView) -> Text {
    let BarredView { tiles, by, from, clause, text: Text { zh, en }, .. } = view;
    let seats = from.iter().map(ToString::to_string).collect::<Vec<_>>().join("/");
    match (*by, from.is_empty()) {
        ("draw", _) => {
            bilingual!("自摸 {tiles} 不能胡：{zh}（{clause}）", "no win on {tiles} as its own draw: {en} ({clause})")
        }
        ("discard", true) => {
            bilingual!("别家打出 {tiles} 不能胡：{zh}（{clause}）", "no win on {tiles} as a discard: {en} ({clause})")
        }
        ("discard", false) => bilingual!(
            "座位 {seats} 打出 {tiles} 不能胡：{zh}（{clause}）",
            "no win on {tiles} as a discard of seat {seats}: {en} ({clause})"
        ),
        _ => bilingual!("此时不能胡 {tiles}：{zh}（{clause}）", "no win on {tiles} now: {en} ({clause})"),
    }
}
