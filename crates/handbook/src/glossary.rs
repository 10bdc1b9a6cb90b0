//! Renders the glossary (词汇表): every word that a report may use, in both languages, taken from its declaration.

use super::markdown as md;
use super::terms::{TERMS, Term};
use super::words;
use caipan_engine::audit::{self, Kind, Verdict};
use caipan_engine::report::Level;
use caipan_engine::rules::SYSTEMS;
use caipan_tiles::text::Label;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The events: the `type` of each and its name.
const EVENTS: [(&str, Label); 18] = [
    ("draw", Label::new("摸牌", "draw")),
    ("discard", Label::new("打牌", "discard")),
    ("chow", Label::new("吃", "chow")),
    ("pung", Label::new("碰", "pung")),
    ("kong", Label::new("杠（暗杠、明杠、补杠）", "kong (concealed, exposed, added)")),
    ("reveal", Label::new("开杠翻牌", "tiles turned up after a dice kong")),
    ("opening", Label::new("起手胡", "initial win")),
    ("mid_opening", Label::new("中途起手胡", "initial win during play")),
    ("exchange", Label::new("换张", "exchange of tiles before play")),
    ("flower", Label::new("补花", "flower laid")),
    ("declare", Label::new("报听、混儿悠、定缺", "declaration (ready, hunyou, a void suit)")),
    ("seabed", Label::new("海底", "seabed, the last tile")),
    ("win", Label::new("胡", "win")),
    ("pass", Label::new("过", "pass")),
    ("birds", Label::new("扎鸟", "birds")),
    ("flip", Label::new("翻鸡", "flip for chickens")),
    ("leave", Label::new("逃跑、强退", "leaving")),
    ("draw_game", Label::new("流局、荒牌、黄牌", "drawn hand")),
];

/// Things on the table: the notation, if there is one, and the name.
const TABLE: [(&str, Label); 14] = [
    ("", Label::new("局", "hand")),
    ("", Label::new("牌墙", "wall")),
    ("", Label::new("手牌", "concealed tiles")),
    ("", Label::new("副露", "melds")),
    ("", Label::new("牌河", "river")),
    ("", Label::new("听牌", "wait")),
    ("", Label::new("庄家", "dealer")),
    ("m", Label::new("万", "characters")),
    ("p", Label::new("筒", "dots")),
    ("s", Label::new("条（索）", "bamboo")),
    ("1z 2z 3z 4z", Label::new("东 南 西 北", "East South West North")),
    ("5z 6z 7z", Label::new("白 发 中", "white, green, red dragon")),
    ("", Label::new("混儿", "wild tile")),
    ("indicator", Label::new("混坯", "indicator")),
];

/// Renders the page.
pub(super) fn glossary() -> String {
    let mut out = String::from(
        "<!-- Written by `UPDATE=1 cargo test`; edit the declarations in src instead. -->\n\n# 词汇表 / Glossary\n\nWords of reports, \
         logs and pages, as they are declared. What a check or a clause says in full: [checks](checks/README.md), \
         [rules](rules/README.md); or `caipan explain WORD`. 报告、牌谱与网页所用的词。\n",
    );
    let _ = write!(out, "\n## 行话 / Players' words\n\n");
    out.push_str(&md::head(&["中文", "也说", "English", "含义 / Meaning"]));
    for Term { word, also, meaning, .. } in TERMS {
        let meaning = format!("{}{}", meaning.zh, meaning.en);
        out.push_str(&md::row(&[word.zh, &also.join("、"), word.en, &meaning]));
    }
    let verdicts = [Verdict::Clean, Verdict::Faulty, Verdict::Variant, Verdict::Unverifiable];
    table(&mut out, "结论 / Verdicts", verdicts.map(|verdict| (verdict.word().to_owned(), verdict.label())));
    let kinds = [Kind::Fault, Kind::Variant, Kind::Unverifiable, Kind::Note];
    table(&mut out, "发现 / Findings", kinds.map(|kind| (words::kind_word(kind).to_owned(), words::kind(kind))));
    let levels = [Level::Result, Level::Seat, Level::Acts, Level::Offers, Level::Wall, Level::Dice];
    let named = ["result", "seat", "acts", "offers", "wall", "dice"];
    table(&mut out, "记录程度 / Evidence", named.iter().map(ToString::to_string).zip(levels.map(Level::label)));
    table(&mut out, "牌桌 / The table", TABLE.map(|(id, label)| (id.to_owned(), label)));
    table(&mut out, "事件 / Events", EVENTS.map(|(id, label)| (id.to_owned(), label)));
    table(&mut out, "规则 / Rules", SYSTEMS.iter().map(|system| (system.id.to_owned(), system.name)));
    let patterns = SYSTEMS.iter().flat_map(|system| system.patterns).map(|pattern| (pattern.id, pattern.name));
    table(&mut out, "牌型 / Patterns", shared(patterns));
    let causes = SYSTEMS.iter().flat_map(|system| system.causes).map(|cause| (cause.id, cause.name));
    table(&mut out, "输赢的原因 / Causes of payments", shared(causes));
    let checks = audit::checks::all().map(|check| (format!("[{0}](checks/{0}.md)", check.code), check.title));
    let _ = write!(out, "\n## 检查 / Checks\n\n");
    rows(&mut out, checks);
    out
}

/// Merges the words of several systems: one entry per id and name.
fn shared(words: impl Iterator<Item = (&'static str, Label)>) -> Vec<(String, Label)> {
    let all: BTreeMap<(&str, &str, &str), Label> = words.map(|(id, label)| ((id, label.zh, label.en), label)).collect();
    all.into_iter().map(|((id, ..), label)| (id.to_owned(), label)).collect()
}

fn table(out: &mut String, title: &str, words: impl IntoIterator<Item = (String, Label)>) {
    // Writing to a String cannot fail.
    let _ = write!(out, "\n## {title}\n\n");
    let coded = |id: String| if id.is_empty() { "–".to_owned() } else { format!("`{id}`") };
    rows(out, words.into_iter().map(|(id, label)| (coded(id), label)));
}

fn rows(out: &mut String, words: impl IntoIterator<Item = (String, Label)>) {
    out.push_str(&md::head(&["中文", "English", ""]));
    words.into_iter().for_each(|(id, label)| out.push_str(&md::row(&[label.zh, label.en, &id])));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every event type of the log schema is in the glossary.
    #[test]
    fn lists_every_event_type_of_the_log_schema() {
        fn types(node: &serde_json::Value, found: &mut Vec<String>) {
            if let Some(name) = node.pointer("/properties/type/const").and_then(|name| name.as_str()) {
                found.push(name.to_owned());
            }
            match node {
                serde_json::Value::Object(entries) => entries.values().for_each(|entry| types(entry, found)),
                serde_json::Value::Array(entries) => entries.iter().for_each(|entry| types(entry, found)),
                _ => {}
            }
        }
        let mut found = Vec::new();
        types(&caipan_log::json_schema(), &mut found);
        found.sort();
        found.dedup();
        let mut known: Vec<&str> = EVENTS.iter().map(|(id, _)| *id).collect();
        known.sort_unstable();
        assert_eq!(found, known);
    }
}
