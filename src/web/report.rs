//! A report as a page: the verdict, every finding with its sums and clauses, the hands with who paid whom and why.

use super::frame::{frame, tiles};
use crate::app::engine::verdict_label;
use crate::report::{FindingView, HandView, LineView, Report, Variant};
use crate::say::{Lang, Text};
use crate::tile::Seat;
use maud::{Markup, html};

/// The page of a report; with the id of a stored log it leads to the table at each event.
pub fn report(id: Option<&str>, report: &Report, lang: Lang) -> Markup {
    let page = Page { id, lang };
    let label = verdict_label(report.verdict).get(lang);
    let here = id.map_or_else(|| "/".to_owned(), |id| format!("/v1/reports/{id}"));
    let own = |finding: &&FindingView| finding.because.is_none();
    let body = html! {
        h1 { (report.log.id) " " span.verdict.(report.verdict.word()) { (label) } }
        p.quiet {
            (report.rules.name.get(lang)) " · " code { (report.rules.preset) "@" (report.rules.revision) }
            @for (option, value) in &report.rules.options { " · " code { (option) " = " (value_of(value)) } }
            br;
            code { (report.log.digest) }
            @if let Some(id) = id { " · " a href={ "/v1/logs/" (id) "/raw" } { (lang.pick("原始牌谱", "the log as sent")) } }
        }
        @if report.findings.is_empty() {
            p { (lang.pick("没有发现错误。", "Nothing was found wrong.")) }
        } @else {
            h2 { (lang.pick("发现", "Findings")) }
            @for finding in report.findings.iter().filter(own) {
                (page.finding(finding, &report.findings))
            }
        }
        @if !report.variants.is_empty() {
            h2 { (lang.pick("可能的本房规则", "House rules that would explain it")) }
            @for variant in &report.variants { (page.variant(variant)) }
        }
        h2 { (lang.pick("各局", "Hands")) }
        @for hand in &report.hands { (page.hand(hand)) }
        h2 { (lang.pick("核查范围", "What was checked")) }
        table {
            @for covered in &report.coverage {
                tr {
                    th { (covered.name.get(lang)) }
                    td.n { (covered.checked) }
                    td {
                        @for (field, times) in &covered.missing {
                            (lang.pick("缺 ", "missing ")) code { (field) } " × " (times) " "
                        }
                    }
                }
            }
        }
    };
    frame(lang, &format!("{} {label}", report.log.id), &here, &body)
}

struct Page<'a> {
    id: Option<&'a str>,
    lang: Lang,
}

impl Page<'_> {
    fn say<'a>(&self, text: &'a Text) -> &'a str {
        text.get(self.lang)
    }

    fn finding(&self, finding: &FindingView, all: &[FindingView]) -> Markup {
        let lang = self.lang;
        let severity = format!("{:?}", finding.severity).to_lowercase();
        html! {
            div.finding.(severity) id={ "f" (finding.id) } {
                p {
                    strong { a href={ "/v1/checks/" (finding.code) } { (finding.code) } " " (finding.name) } " "
                    span.quiet { (self.place(finding)) }
                }
                p { (self.say(&finding.message)) }
                @if let (Some(claimed), Some(computed)) = (&finding.claimed, &finding.computed) {
                    p { (lang.pick("所记 ", "claimed ")) code { (claimed) } " · " (lang.pick("应为 ", "computed ")) code { (computed) } }
                }
                @if !finding.lines.is_empty() { (self.lines(&finding.lines)) }
                @for clause in &finding.clauses {
                    p.quiet { code { (clause.id) } " " (self.say(&clause.gloss)) }
                }
                @if let Some(ruling) = finding.ruling { p.quiet { (lang.pick("依据裁定 ", "Rests on ruling ")) code { (ruling) } } }
                @if let Some(option) = finding.option { p.quiet { (lang.pick("由选项决定：", "Decided by the option ")) code { (option) } } }
                p { "→ " (self.say(&finding.advice)) }
                @for follows in all.iter().filter(|other| other.because == Some(finding.id)) {
                    (self.finding(follows, all))
                }
            }
        }
    }

    fn place(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(hand) = finding.hand { (lang.pick("第几局 ", "hand ")) (hand + 1) " " }
            @if let Some(event) = finding.event { (lang.pick("事件 ", "event ")) (event + 1) " " }
            @if let Some(seat) = finding.seat { (lang.pick("座位 ", "seat ")) (seat) " " }
            code { (finding.pointer) }
            @if let (Some(id), Some(hand), Some(event)) = (self.id, finding.hand, finding.event) {
                " " a href={ "/v1/reports/" (id) "/hands/" (hand) "/steps/" (event) "?lang=" (lang.tag()) } {
                    (lang.pick("当时的牌桌", "the table then"))
                }
            }
        }
    }

    fn variant(&self, variant: &Variant) -> Markup {
        html! {
            div.finding.warning {
                p { (self.say(&variant.message)) }
                @for change in &variant.changes {
                    p.quiet {
                        code { (change.option) } " " (self.say(&change.label)) ": "
                        code { (value_of(&change.from)) } " → " code { (value_of(&change.to)) } " (" (change.clause) ")"
                    }
                }
            }
        }
    }

    fn hand(&self, hand: &HandView) -> Markup {
        let lang = self.lang;
        let outcome = match hand.outcome {
            "win" => lang.pick("胡", "won"),
            "draw" => lang.pick("流局", "drawn"),
            "aborted" => lang.pick("中断", "aborted"),
            _ => lang.pick("无法复盘", "cannot be replayed"),
        };
        html! {
            h3 {
                (lang.pick("第几局 ", "Hand ")) (hand.hand + 1) " · " (lang.pick("庄 ", "dealer ")) (hand.dealer) " · " (outcome) " "
                @if let Some(id) = self.id {
                    a href={ "/v1/reports/" (id) "/hands/" (hand.hand) "/steps/0?lang=" (lang.tag()) } { (lang.pick("逐步看", "step by step")) }
                }
            }
            @for win in &hand.wins {
                p {
                    (lang.pick("座位 ", "seat ")) (win.seat) " " (tiles(&win.tiles)) " ← " code { (win.reading) } " "
                    @for pattern in &win.patterns { (self.say(&pattern.name)) " (" (pattern.value) ", " (pattern.clause) ") " }
                    "= " strong { (win.value) }
                    @if !win.stands { " " span.error { (lang.pick("不成立", "does not stand")) } }
                }
            }
            @if !hand.ledger.is_empty() {
                (self.lines(&hand.ledger))
                p { (lang.pick("合计 ", "In all ")) @for (seat, points) in hand.balance.iter().enumerate() { (seat) ": " strong { (points) } "  " } }
            }
        }
    }

    fn lines(&self, lines: &[LineView]) -> Markup {
        let party = |seat: Option<Seat>| {
            seat.map_or_else(|| self.lang.pick("公账", "house").to_owned(), |seat| seat.to_string())
        };
        html! {
            table {
                @for line in lines {
                    tr {
                        td { (party(line.from)) " → " (party(line.to)) }
                        td { (self.say(&line.cause_name)) }
                        td { code { (line.sum) } }
                        td.quiet { @for (at, step) in line.steps.iter().enumerate() { @if at > 0 { ", " } (self.say(&step.why)) } }
                        td { code { (line.clause) } @if let Some(ruling) = line.ruling { " " code { (ruling) } } }
                    }
                }
            }
        }
    }
}

fn value_of(value: &crate::log::OptionValue) -> String {
    serde_json::to_value(value)
        .map_or_else(|_| String::new(), |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
