//! The what-if page: a form to change a ruling, a tile or a rule, and the changed result beside the original. Works
//! without scripts; the address holds the complete question.

use super::frame::{Document, Head, about, framed, readable, seat, signed};
use super::tiles::{prose, tiles};
use super::words;
use crate::app::WhatIfPage;
use caipan_engine::audit::{Verdict, checks};
use caipan_engine::report::{FindingView, HandOtherwise, LineView, NoAnswer, SideView, WhatIf};
use caipan_engine::rules;
use caipan_engine::rules::house_presets::presets_of;
use caipan_handbook::option_values;
use caipan_log::People;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::{Seat, SeatList, Tile};
use maud::{Markup, html};

/// The change, as entered in the form.
#[derive(Clone, Debug, Default)]
pub struct Supposed {
    /// The hand, from 0.
    pub hand: usize,
    /// The step, from 1.
    pub step: Option<usize>,
    /// `out`, `stands` or empty.
    pub ruling: String,
    /// The tile to use instead.
    pub tile: String,
    /// The preset to use instead.
    pub rules: String,
    /// An option, or `option=value`.
    pub option: String,
    /// The value of the option.
    pub value: String,
    /// The problem with the entered values.
    pub wrong: Option<Text>,
}

/// Renders the page.
pub fn what_if(id: &str, considered: &WhatIfPage, supposed: &Supposed, lang: Lang) -> Document {
    let title = lang.pick("换个判法", "What if?");
    let hand = supposed.hand + 1;
    let step = supposed.step.map(|step| format!("&step={step}")).unwrap_or_default();
    let here = format!("/what-if/{id}?hand={hand}{step}");
    let body = html! {
        p.path { a href={ "/v1/reports/" (id) "?lang=" (lang.tag()) } { (readable(&considered.game)) } }
        h1 { (title) }
        p { (lang.pick("换一条房规、改判一手、或改一张牌，看结果怎么变。这里什么都不会保存。",
            "Change a rule, a ruling or a tile and see what follows. Nothing is stored.")) }
        (form(id, considered, supposed, lang))
        @match &considered.answer {
            Some(Ok(answer)) => (answer_view(answer, &considered.people, lang)),
            Some(Err(NoAnswer { text, .. })) => p.error role="alert" { (prose(text.get(lang), lang)) },
            None => {},
        }
    };
    framed(&Head { lang, title, here: &here, script: None, wide: false }, body)
}

fn form(id: &str, considered: &WhatIfPage, supposed: &Supposed, lang: Lang) -> Markup {
    let Supposed { hand, step, ruling, tile, rules: preset, option, value, wrong } = supposed;
    let system = rules::find(&considered.rules).ok().map(|(system, _)| system);
    let as_is = lang.pick("不改", "unchanged");
    html! {
        form.suppose method="get" action={ "/what-if/" (id) } {
            input type="hidden" name="lang" value=(lang.tag());
            fieldset {
                legend { (lang.pick("哪一手", "The move")) }
                label { (lang.pick("第几局", "Hand")) input type="number" name="hand" min="1" max=(considered.hands.max(1)) value=(hand + 1); }
                label { (lang.pick("第几手", "Move")) select name="step" {
                    option value="" { (lang.pick("（不选）", "(none)")) }
                    @for (at, words) in considered.steps.iter().enumerate() {
                        option value=(at + 1) selected[*step == Some(at + 1)] { (at + 1) " " (named(words.get(lang), lang)) }
                    }
                } }
                label { (lang.pick("改判", "Ruling")) select name="ruling" {
                    option value="" { (as_is) }
                    option value="out" selected[ruling == "out"] { (lang.pick("这一手不算", "it does not count")) }
                    option value="stands" selected[ruling == "stands"] { (lang.pick("这一手算数", "it counts")) }
                } }
                label { (lang.pick("这张牌应为", "The tile should be")) input type="text" id="tile" name="tile" value=(tile) placeholder="5s" autocomplete="off" size="4" aria-describedby=[wrong.as_ref().map(|_| "wrong")] aria-invalid=[wrong.as_ref().map(|_| "true")]; }
                @if let Some(wrong) = wrong { p.error id="wrong" role="alert" { (wrong.get(lang)) } }
            }
            @if let Some(system) = system {
                fieldset {
                    legend { (lang.pick("规则", "Rules")) }
                    label { (lang.pick("换一套规则", "Other rules")) select name="rules" {
                        option value="" { (as_is) }
                        @for known in presets_of(system) { option value=(known.id) selected[preset == known.id] { (known.name.get(lang)) } }
                    } }
                    label.wide { (lang.pick("换一条房规", "Another house rule")) select name="option" {
                        option value="" { (as_is) }
                        @for decl in (system.options)() {
                            optgroup label=(decl.label.get(lang)) {
                                @for (known, meaning) in option_values(system, decl, lang) {
                                    @let both = format!("{}={known}", decl.id);
                                    option value=(both) selected[*option == both] { @if meaning.is_empty() { (known) } @else { (meaning) } }
                                }
                            }
                        }
                    } }
                    label { (lang.pick("自定数值", "Custom value")) input type="text" name="value" value=(value) autocomplete="off" size="5" inputmode="numeric"; }
                }
            }
            button.primary { (lang.pick("看结果", "See what changes")) }
        }
    }
}

/// Removes notation that is followed by the tile's name, because a select list shows no drawings.
fn named(words: &str, lang: Lang) -> String {
    match lang {
        Lang::En => words.to_owned(),
        Lang::Zh => Tile::all()
            .fold(words.to_owned(), |words, tile| words.replace(&format!("{tile} {}", tile.chinese()), tile.chinese())),
    }
}

fn answer_view(answer: &WhatIf, people: &People, lang: Lang) -> Markup {
    let supposed: Vec<&str> = answer.asked.iter().map(|asked| asked.get(lang)).collect();
    let nothing = answer.hands.is_empty() && answer.gone.is_empty() && answer.come.is_empty();
    html! {
        section.outcome {
            h2 { (lang.pick("假设：", "Suppose ")) (prose(&supposed.join(lang.pick("；", "; ")), lang)) }
            div.two { (side(&answer.before, lang.pick("照报告", "As reported"), lang)) (side(&answer.after, lang.pick("照假设", "As supposed"), lang)) }
            @if nothing { p { (lang.pick("分数和错误都不变。", "Nothing changes: same points, same errors.")) } }
            @for hand in &answer.hands { (payments(hand, people, lang)) }
            (found(lang.pick("不再算错", "No longer an error"), &answer.gone, lang))
            (found(lang.pick("新的错误", "New errors"), &answer.come, lang))
        }
    }
}

/// Renders one outcome as a card: whose it is, its verdict, and the points to move.
fn side(side: &SideView, name: &str, lang: Lang) -> Markup {
    let faults = side.summary.faults;
    html! {
        div.card.verdict.(side.verdict.word()) {
            p.state { (name) }
            b.lead {
                (side.verdict.label().get(lang))
                @if faults > 1 { (lang.pick(format!("：{faults} 处"), format!(": {faults} faults"))) }
            }
            p { (owed(side, lang)) }
            p.quiet { (side.rules.name.get(lang)) }
        }
    }
}

/// Renders which points are to move on one side.
fn owed(side: &SideView, lang: Lang) -> Markup {
    match &side.points {
        Some(points) => html! { (points.get(lang)) },
        None if side.verdict == Verdict::Unverifiable => {
            html! { (lang.pick("资料不全，算不出来", "unknown: the record is incomplete")) }
        }
        None => html! { (lang.pick("不用补", "nothing")) },
    }
}

/// Renders the removed and added payments of a hand, and the points of each seat before and after.
fn payments(hand: &HandOtherwise, people: &People, lang: Lang) -> Markup {
    let number = hand.hand + 1;
    let balance = |points: Option<SeatList<i64>>, seat: Seat| {
        points.map_or_else(|| "–".to_owned(), |points| signed(points[seat]))
    };
    html! {
        h3 { @if lang == Lang::Zh { "第 " (number) " 局的输赢" } @else { "Points of hand " (number) } }
        div.scroll { table {
            thead { tr { th scope="col" { (lang.pick("牌手", "Player")) } th.n scope="col" { (lang.pick("照报告", "As reported")) } th.n scope="col" { (lang.pick("照假设", "As supposed")) } } }
            tbody { @for place in people.seats().iter() { tr {
                th scope="row" { (seat(lang, place, people)) }
                td.n { (balance(hand.before, place)) }
                td.n.off[balance(hand.before, place) != balance(hand.after, place)] { (balance(hand.after, place)) }
            } } }
        } }
        ul.payments {
            @for line in &hand.gone { li { del { (payment(line, people, lang)) } } }
            @for line in &hand.come { li { ins { (payment(line, people, lang)) } } }
        }
    }
}

fn payment(line: &LineView, people: &People, lang: Lang) -> Markup {
    let party = |place: Option<Seat>| match place {
        Some(place) => seat(lang, place, people),
        None => html! { (lang.pick("公账", "house")) },
    };
    html! {
        (party(line.from)) " → " (party(line.to)) " " (line.cause_name.get(lang)) " "
        @if !line.tiles.is_empty() { (tiles(&line.tiles, None, lang)) " " }
        (line.sum) " " (about(lang, &line.clause, words::word(lang, "clause")))
    }
}

fn found(title: &str, all: &[FindingView], lang: Lang) -> Markup {
    html! {
        @if !all.is_empty() {
            h3 { (title) }
            ul { @for finding in all { li {
                strong { (checks::find(&finding.code).map_or(finding.name.as_ref(), |check| check.title.get(lang))) } " "
                (prose(finding.message.get(lang), lang))
            } } }
        }
    }
}
