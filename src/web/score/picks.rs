//! The fields of the score form that only some house rules use, in a part that opens when one of them is filled.

use super::Form;
use caipan_engine::rules::{PatternKind, System};
use maud::{Markup, html};

/// The fields by the word in [`System::asks`]: 中文, English, an example.
const LINES: &[(&str, &str, &str, &str)] = &[
    ("piao", "飘分（从庄家起每家一个数）", "Points floated (one number for each player from the dealer on)", "0 2 1 0"),
    ("gu_mai", "估卖（从庄家起每家一个数）", "Points added (one number for each player from the dealer on)", "1 2 0 0"),
    (
        "holdings",
        "本局开始时的分（从庄家起每家一个数）",
        "Points held before the hand (one number for each player from the dealer on)",
        "50 20 30 10",
    ),
    (
        "match_totals",
        "散场前各家总分（从庄家起每家一个数）",
        "Totals before the end of the match (one number for each player from the dealer on)",
        "6 -6",
    ),
    ("lack", "定缺（从庄家起每家一门）", "Missing suits (one for each player from the dealer on)", "万条筒万"),
];

const TILES: &[(&str, &str, &str, &str)] =
    &[("fly", "飞鸟", "Flying birds", "2p4s"), ("rolls", "前后鸡翻到", "Chickens opened during play", "8s2m")];

const CHECKS: &[(&str, &str, &str)] = &[
    ("last_hand", "末局", "Last hand of the match"),
    ("sky", "胡家天听", "The winner declared ready as dealt"),
    ("xiaosa", "胡家潇洒", "The winner declared xiaosa"),
];

impl Form<'_> {
    /// Renders the number of players.
    pub(super) fn players(&self, system: &'static System) -> Markup {
        let lang = self.lang;
        let all = system.players.iter().map(|&players| {
            let value = if players == 4 { String::new() } else { players.to_string() };
            (value, lang.pick(format!("{players} 人"), format!("{players}")))
        });
        html! { @if system.players.len() > 1 { (self.select("players", lang.pick("人数", "Players"), all, None)) } }
    }

    /// Renders the fields that this system asks for.
    pub(super) fn picks(&self, system: &'static System) -> Markup {
        let lang = self.lang;
        let inputs = system.inputs();
        let asks = |name: &str| inputs.contains(&name);
        let names: Vec<&str> = LINES
            .iter()
            .chain(TILES)
            .map(|line| line.0)
            .chain(CHECKS.iter().map(|one| one.0))
            .chain(["owner"])
            .collect();
        let kinds = || system.patterns.iter().filter(|pattern| pattern.kind == PatternKind::MidOpening);
        let mid = ["mhand", "mmelds", "mtile", "mkind"];
        let wrong = |name: &&str| self.wrong.is_some_and(|wrong| wrong.field == **name);
        let ticked = kinds().any(|kind| !self.value(&format!("mkind_{}", kind.id)).is_empty());
        let open = ticked || self.filled(&names) || self.filled(&mid) || names.iter().chain(&mid).any(wrong);
        html! {
            @if names.iter().any(|name| asks(name)) || asks("mid_openings") {
                details open[open] {
                    summary { (lang.pick("少数房规才有的：飘分、定缺、中途起手胡等", "What only some house rules have: floats, missing suits, initial wins during play")) }
                    fieldset {
                        @for (name, zh, en, example) in LINES.iter().filter(|line| asks(line.0)) { (self.line(name, lang.pick(*zh, *en), example, false)) }
                        @for (name, zh, en, example) in TILES.iter().filter(|line| asks(line.0)) { (self.line(name, lang.pick(*zh, *en), example, true)) }
                        @if asks("owner") { (self.seat("owner", lang.pick("房主（房主付台费的房间）", "Owner of the room, where the owner pays the fee"), Some(lang.pick("不在座", "does not play")))) (self.field_error("owner")) }
                        @for (name, zh, en) in CHECKS.iter().filter(|line| asks(line.0)) { (self.check(name, lang.pick(*zh, *en))) (self.field_error(name)) }
                    }
                    @if asks("mid_openings") { fieldset {
                        legend { (lang.pick("中途起手胡", "Initial wins during play")) }
                        (self.seat("mseat", lang.pick("谁报", "Declared by"), None))
                        (self.line("mhand", lang.pick("手牌（不含刚摸的那张）", "Hand (without the tile just drawn)"), "", true))
                        (self.line("mmelds", lang.pick("吃碰杠（每副空一格；暗杠加“暗”，补杠加“补”）", "Melds, with spaces between (c after a concealed kong, a after an added one)"), "", true))
                        (self.one("mtile", lang.pick("刚摸的那张", "Tile just drawn"), "7s"))
                        @for kind in kinds() { (self.check(&format!("mkind_{}", kind.id), kind.name.get(lang))) }
                        (self.field_error("mkind"))
                    } }
                }
            }
        }
    }
}

/// True if the form of a system shows this field.
pub(super) fn is_shown(field: &str, system: &System) -> Option<bool> {
    let asked = match field {
        "mhand" | "mmelds" | "mtile" | "mkind" => "mid_openings",
        _ => field,
    };
    if field == "owner" {
        return Some(system.inputs().contains(&field));
    }
    let known =
        LINES.iter().chain(TILES).map(|line| line.0).chain(CHECKS.iter().map(|one| one.0)).chain(["mid_openings"]);
    known.into_iter().any(|name| name == asked).then(|| system.inputs().contains(&asked))
}
