//! The score calculator: a form for every rule system and the settlement below it. Scripts add tile buttons to the
//! notation fields. The address holds the complete question.

mod picks;
mod settled;

use super::explain::named;
use super::frame::{Document, Head, escaped, framed, word};
use super::tiles::{TileMarks, prose, tile};
use super::words;
use crate::app::{Fields, Scored, Wrong, deck_of, preset_of};
use caipan_engine::rules::house_presets::presets_of;
use caipan_engine::rules::{self, PatternKind, SYSTEMS, System};
use caipan_tiles::text::Lang;
use caipan_tiles::tile::Seat;
use maud::{Markup, html};
use settled::{nearest, settled};

/// Special kinds of win, apart from a plain self-draw or discard: word, 中文, English.
const WAYS: &[(&str, &str, &str)] = &[
    ("dealt", "天胡等（起手就胡）", "with the dealt tiles"),
    ("replacement", "杠上开花（杠后补牌自摸）", "replacement tile after a kong"),
    ("dice_kong", "开杠翻出的牌，自己胡", "tiles of one's own dice kong"),
    ("dice_kong_discard", "开杠翻出的牌，别家胡", "tiles of another player's dice kong"),
    ("seabed", "海底捞月（海底自摸）", "the last tile, self-drawn"),
    ("seabed_discard", "海底炮", "the last tile, discarded"),
    ("rob_added", "抢杠（补杠，刚摸到的那张）", "robbing an added kong (tile just drawn)"),
    ("rob_added_held", "抢杠（补杠，早就在手里的那张）", "robbing an added kong (tile held before)"),
    ("rob_concealed", "抢暗杠", "robbing a concealed kong"),
    ("rob_added_dice", "抢开杠（补杠）", "robbing an added dice kong"),
    ("rob_exposed_dice", "抢开杠（明杠）", "robbing an exposed dice kong"),
];

/// Renders the page with these fields; `scored` is the result, if a question was asked.
pub fn score(fields: &Fields, scored: Option<&Scored>, lang: Lang) -> Document {
    let title = lang.pick("算分", "Score calculator");
    let asked = fields.iter().filter(|(name, value)| *name != "lang" && !value.is_empty());
    let asked: Vec<String> = asked.map(|(name, value)| format!("{}={}", escaped(name), escaped(value))).collect();
    let here = if asked.is_empty() { "/score".to_owned() } else { format!("/score?{}", asked.join("&")) };
    let wrong = scored.and_then(|scored| scored.as_ref().err());
    let form = Form { fields, wrong, lang };
    let body = html! {
        h1 { (title) }
        (systems(preset_of(fields), lang))
        div.calc {
            (form.draw())
            @if let Some(Ok(report)) = scored { (settled(report, lang)) }
        }
    };
    framed(&Head { lang, title, here: &here, script: Some("score.js"), wide: true }, body)
}

/// Renders the links to the forms of the other systems.
fn systems(preset: &str, lang: Lang) -> Markup {
    let of = |system: &'static System| presets_of(system).any(|known| known.id == preset) || system.id == preset;
    html! {
        nav.strip.wraps aria-label=(lang.pick("规则", "Rule systems")) {
            @for &system in SYSTEMS {
                a.chip href={ "/score?rules=" (system.presets.first().map_or(system.id, |preset| preset.id)) "&lang=" (lang.tag()) } aria-current=[of(system).then_some("page")] { (system.name.get(lang)) }
            }
        }
    }
}

struct Form<'a> {
    fields: &'a Fields,
    wrong: Option<&'a Wrong>,
    lang: Lang,
}

impl Form<'_> {
    fn draw(&self) -> Markup {
        let lang = self.lang;
        let preset = preset_of(self.fields);
        let Ok((system, _)) = rules::find(preset) else { return html! {} };
        let inputs = system.inputs();
        let has = |field: &str| inputs.contains(&field);
        let stray = self.wrong.filter(|wrong| !is_shown(&wrong.field, system));
        html! {
            form.score method="get" action="/score" id="score" {
                input type="hidden" name="lang" value=(lang.tag());
                @if let Some(stray) = stray { p.error role="alert" { (prose(stray.text.get(lang), lang)) } }
                fieldset {
                    legend { (lang.pick("规则", "Rules")) }
                    (self.select("rules", lang.pick("规则", "Rules"), presets_of(system).map(|known| (known.id.to_owned(), known.name.get(lang).to_owned())), Some(preset)))
                    (self.players(system))
                    @if has("streak") { (self.line("streak", lang.pick("连庄第几局", "Dealer's hand number in a row"), "1", false)) }
                    @if has("indicator") { (self.one("indicator", lang.pick("混坯（翻开的那张）", "Indicator (the tile turned up)"), "4p")) }
                    @if has("upstairs") { (self.check("upstairs", lang.pick("已上楼", "Upstairs"))) }
                    @if has("hunyou") { (self.check("hunyou", lang.pick("混儿悠", "Hunyou declared"))) }
                    @if has("weekday") { (self.line("weekday", lang.pick("星期几（1–7）", "Day of the week (1–7)"), "", false)) }
                }
                fieldset {
                    legend { (lang.pick("胡牌", "The win")) }
                    (self.seat("seat", lang.pick("谁胡", "Winner"), None))
                    (self.seat("from", lang.pick("谁点炮", "Discarded by"), Some(lang.pick("自摸", "self-draw"))))
                    (self.select("by", lang.pick("怎么胡的", "Kind of win"), self.ways(system), None))
                    (self.line("hand", lang.pick("手牌（不含胡的那张）", "Hand (without the winning tile)"), "123456m789p2345s", true))
                    (self.one("tile", lang.pick("胡的牌", "Winning tile"), "5s"))
                    (self.line("melds", lang.pick("吃碰杠（每副空一格；暗杠加“暗”，补杠加“补”）", "Melds, with spaces between (c after a concealed kong, a after an added one)"), "555p 123m", true))
                    (self.check("first", lang.pick("天胡／地胡（第一巡）", "In the first turn, before the winner discarded")))
                    @if has("after_kong") { (self.check("after_kong", lang.pick("杠上炮（别家杠后打出的）", "Discarded right after a kong"))) }
                }
                @if has("birds") || has("flip") { fieldset {
                    legend { (lang.pick("胡后翻牌", "Turned up after the win")) }
                    @if has("birds") { (self.line("birds", lang.pick("鸟", "Birds"), "1m5m", true)) }
                    @if has("flip") { (self.one("flip", lang.pick("翻鸡翻到", "Tile flipped"), "3s")) }
                } }
                @if has("openings") { (self.openings(system)) }
                (self.picks(system))
                details open[self.filled(&["seat2", "hand2", "melds2"])] {
                    summary { (lang.pick("一炮双响：还有一家也胡", "A second winner on the same tile")) }
                    fieldset {
                        (self.seat("seat2", lang.pick("谁胡", "Winner"), None))
                        (self.line("hand2", lang.pick("手牌", "Hand"), "", true))
                        (self.line("melds2", lang.pick("吃碰杠", "Melds"), "", true))
                    }
                }
                details open[self.others_filled()] {
                    summary { (lang.pick("其他各家的牌和打出的牌（查叫、鸡、烧庄要用）", "Other hands and discards (needed for readiness, chickens, burning the dealer)")) }
                    @for seat in self.seats() {
                        fieldset {
                            legend { (wind(seat, lang)) }
                            (self.line(&format!("shand_{seat}"), lang.pick("手牌（胡家不用填）", "Hand (leave empty for a winner)"), "", true))
                            (self.line(&format!("smelds_{seat}"), lang.pick("吃碰杠", "Melds"), "", true))
                            (self.line(&format!("sriver_{seat}"), lang.pick("打出的牌", "Discards"), "", true))
                            (self.check(&format!("sready_{seat}"), lang.pick("报听", "Declared ready")))
                        }
                    }
                }
                details open[self.filled(&["options"])] {
                    summary { (lang.pick("房规（不填就按上面选的规则）", "House rules (empty: as the rules above)")) }
                    label { (lang.pick("每行一项（写法见下面的链接）", "One per line (see the link below)"))
                        textarea name="options" rows="3" cols="40" spellcheck="false" { (self.value("options")) } }
                    (self.field_error("options"))
                    p { (named(system.id, lang.pick("这套规则有哪些房规", "The house rules of this system"), lang)) }
                }
                div.tools.go { button.primary { (lang.pick("算分", "Calculate")) } }
                (self.palette(system))
            }
        }
    }

    /// Renders the fields for initial wins (起手胡), declared on the dealt tiles.
    fn openings(&self, system: &'static System) -> Markup {
        let lang = self.lang;
        let kinds = || system.patterns.iter().filter(|pattern| pattern.kind == PatternKind::Opening);
        let ticked = kinds().any(|kind| !self.value(&format!("okind_{}", kind.id)).is_empty());
        let wrong = self.wrong.is_some_and(|wrong| wrong.field == "okind");
        html! {
            details open[ticked || wrong || self.filled(&["ohand", "odice"])] {
                summary { (lang.pick("起手胡", "Initial wins")) }
                fieldset {
                    (self.seat("oseat", lang.pick("谁报", "Declared by"), None))
                    (self.line("ohand", lang.pick("起手牌（庄家的第十四张填在最后）", "Dealt tiles (the dealer's fourteenth last)"), "", true))
                    @for kind in kinds() { (self.check(&format!("okind_{}", kind.id), kind.name.get(lang))) }
                    (self.field_error("okind"))
                    (self.line("odice", lang.pick("骰子点数", "Dice"), "35", false))
                }
            }
        }
    }

    fn value(&self, name: &str) -> &str {
        self.fields.get(name).map_or("", String::as_str)
    }

    fn filled(&self, names: &[&str]) -> bool {
        names.iter().any(|name| !self.value(name).is_empty() && *name != "seat2")
    }

    fn others_filled(&self) -> bool {
        let of_others =
            |name: &&String| name.starts_with("shand") || name.starts_with("smelds") || name.starts_with("sriver");
        self.fields.iter().any(|(name, value)| of_others(&name) && !value.is_empty())
            || self.wrong.is_some_and(|wrong| wrong.field == "seats")
    }

    fn ways(&self, system: &'static System) -> impl Iterator<Item = (String, String)> {
        let lang = self.lang;
        let plain = (String::new(), lang.pick("普通胡（自摸或点炮）", "ordinary (self-draw or discard)").to_owned());
        let inputs = system.inputs();
        let known = WAYS.iter().filter(|(word, ..)| inputs.contains(word));
        let known: Vec<_> = known.map(|(word, zh, en)| ((*word).to_owned(), lang.pick(*zh, *en).to_owned())).collect();
        std::iter::once(plain).chain(known)
    }

    /// Renders the error of a field beside it.
    fn field_error(&self, name: &str) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(wrong) = self.wrong.filter(|wrong| wrong.field == name) {
                p.error id={ "wrong-" (name) } role="alert" {
                    (prose(wrong.text.get(lang), lang)) @if let Some(clause) = wrong.clause { " " (word(lang, clause)) }
                }
                (nearest(&wrong.near, lang))
            }
        }
    }

    fn is_wrong(&self, name: &str) -> Option<String> {
        self.wrong.filter(|wrong| wrong.field == name).map(|_| format!("wrong-{name}"))
    }

    fn line(&self, name: &str, label: &str, example: &str, of_tiles: bool) -> Markup {
        self.input(name, label, example, of_tiles.then_some("many"))
    }

    /// Renders a field for one tile: a second click replaces the first.
    fn one(&self, name: &str, label: &str, example: &str) -> Markup {
        self.input(name, label, example, Some("one"))
    }

    fn input(&self, name: &str, label: &str, example: &str, tiles: Option<&str>) -> Markup {
        let wrong = self.is_wrong(name);
        html! {
            label { (label)
                input type="text" name=(name) value=(self.value(name)) placeholder=(example) autocomplete="off" spellcheck="false"
                    data-tiles=[tiles] aria-invalid=[wrong.as_ref().map(|_| "true")] aria-describedby=[wrong];
            }
            (self.field_error(name))
        }
    }

    fn check(&self, name: &str, label: &str) -> Markup {
        html! { label.check { input type="checkbox" name=(name) value="1" checked[!self.value(name).is_empty()]; " " (label) } }
    }

    fn select(
        &self,
        name: &str,
        label: &str,
        all: impl Iterator<Item = (String, String)>,
        chosen: Option<&str>,
    ) -> Markup {
        let chosen = chosen.unwrap_or(self.value(name));
        let wrong = self.is_wrong(name);
        html! {
            label { (label) select name=(name) aria-invalid=[wrong.as_ref().map(|_| "true")] aria-describedby=[wrong] {
                @for (value, text) in all { option value=(value) selected[value == chosen] { (text) } }
            } }
            (self.field_error(name))
        }
    }

    fn seat(&self, name: &str, label: &str, none: Option<&str>) -> Markup {
        let none = none.map(|none| (String::new(), none.to_owned()));
        let seats = self.seats().into_iter().map(|seat| (seat.to_string(), wind(seat, self.lang)));
        self.select(name, label, none.into_iter().chain(seats), None)
    }

    /// The seats at the table: as many as players are chosen.
    fn seats(&self) -> Vec<Seat> {
        let players = self.value("players").parse().unwrap_or(Seat::ALL.len());
        Seat::ALL.into_iter().take(players.max(2)).collect()
    }

    /// Renders the tile buttons for the field that had the focus last; a script shows them.
    fn palette(&self, system: &'static System) -> Markup {
        let lang = self.lang;
        html! {
            div.palette id="palette" hidden data-into=(lang.pick("正在填：", "Filling in: ")) {
                p { span id="into" {} " " button.bare type="button" id="undo" { (lang.pick("退一张", "Remove last")) } " " button type="button" id="then" data-then=(lang.pick("下一格：", "Next: ")) hidden {} " " button.primary { (lang.pick("算分", "Calculate")) } }
                div.keys { @for one in deck_of(self.fields, system).kinds().iter() {
                    button type="button" data-tile=(one) aria-label=(super::words::tile_name(one, lang)) { (tile(one, TileMarks::default(), lang)) }
                } }
            }
        }
    }
}

/// The fields that can show an error.
const KNOWN: &[&str] = &[
    "rules",
    "streak",
    "indicator",
    "weekday",
    "seat",
    "from",
    "by",
    "hand",
    "tile",
    "melds",
    "birds",
    "flip",
    "seat2",
    "hand2",
    "melds2",
    "options",
    "oseat",
    "ohand",
    "okind",
    "odice",
];

/// Returns whether the form of a system has this field and can show its error.
fn is_shown(field: &str, system: &System) -> bool {
    let asked = match field {
        "oseat" | "ohand" | "okind" | "odice" => Some("openings"),
        "indicator" | "birds" | "flip" | "weekday" | "streak" => Some(field),
        _ => None,
    };
    if let Some(shown) = picks::is_shown(field, system) {
        return shown;
    }
    KNOWN.contains(&field) && asked.is_none_or(|field| system.inputs().contains(&field))
}

fn wind(seat: Seat, lang: Lang) -> String {
    let wind = words::word(lang, &format!("wind {}", seat.index()));
    match seat.index() {
        0 => format!("{wind}{}", lang.pick("（庄）", " (dealer)")),
        _ => wind.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tile buttons are those of the pack that the house rules put together.
    #[test]
    fn palette_follows_the_pack() {
        for (options, red, characters) in [
            ("", false, true),
            ("wild=hongzhong", true, true),
            ("missing_suit=m\nplayers=2", false, false),
            ("nonsense", false, true),
        ] {
            let fields = Fields::from([("options".to_owned(), options.to_owned())]);
            let page = score(&fields, None, Lang::Zh).render(&crate::web::Visitor::Unnamed, "").into_string();
            assert_eq!(page.contains("data-tile=\"7z\""), red, "{options}");
            assert_eq!(page.contains("data-tile=\"5m\""), characters, "{options}");
        }
    }

    /// Every word in a system's `asks` needs a field or a kind of win; an unknown word would be a missing field.
    #[test]
    fn form_has_a_field_for_everything_a_system_asks() {
        for system in SYSTEMS {
            let fields = Fields::from([("rules".to_owned(), system.presets[0].id.to_owned())]);
            let page = score(&fields, None, Lang::En).render(&crate::web::Visitor::Unnamed, "").into_string();
            for ask in system.inputs() {
                let name = match ask {
                    "openings" => "oseat",
                    "mid_openings" => "mseat",
                    ask => ask,
                };
                let there = [format!("name=\"{name}\""), format!("value=\"{name}\"")];
                assert!(there.iter().any(|field| page.contains(field)), "{}: {ask}", system.id);
            }
        }
    }
}
