//! A report as a page, in the order in which a dispute is settled: the verdict, who should have got what, what is wrong
//! and where, house rules that would explain it, then every hand and what was checked.

mod finding;
mod hand;

use super::frame::{frame, prose, seat, word};
use crate::app::engine::Audited;
use crate::audit::Verdict;
use crate::log::People;
use crate::report::{HandView, Report, TransferView};
use crate::say;
use crate::say::{Lang, Text};
use crate::tile::Seat;
use maud::{Markup, html};

/// The page of a report; with the id of a stored log it leads to the table at each event.
pub fn report(id: Option<&str>, audited: &Audited, lang: Lang) -> Markup {
    let report = &audited.report;
    let page = Page { id, lang, report, people: People::called(&report.log.players) };
    let label = report.verdict.label().get(lang);
    let here = id.map_or_else(|| "/".to_owned(), |id| format!("/v1/reports/{id}"));
    let body = html! {
        h1 { (report.log.id) }
        div.verdict-box.(report.verdict.word()) {
            strong.verdict { (label) } " "
            (page.say(&meaning(report)))
        }
        p.quiet {
            (report.rules.name.get(lang)) " · " (word(lang, report.rules.preset))
            @for (option, value) in &report.rules.options { " · " (word(lang, option)) " = " code { (value_of(value)) } }
            " · " (lang.pick("修订 ", "revision ")) (report.rules.revision)
            @if let Some(id) = id { " · " a href={ "/v1/logs/" (id) "/raw" } { (lang.pick("原始牌谱", "the log as sent")) } }
        }
        // Where a house rule is the answer it comes first.
        @if report.verdict == Verdict::Variant { (page.variants()) }
        (page.due())
        @if !report.findings.is_empty() {
            h2 { (lang.pick("发现", "Findings")) }
            @for finding in report.findings.iter().filter(|finding| finding.because.is_none()) { (page.finding(finding)) }
        }
        @if report.verdict != Verdict::Variant { (page.variants()) }
        h2 { (lang.pick("各局", "Hands")) }
        @for hand in &report.hands { (page.hand(hand)) }
        h2 { (lang.pick("核查范围", "What was checked")) }
        (page.coverage())
        p.quiet {
            (lang.pick("同一牌谱、同一修订的规则，报告逐字节相同。牌谱摘要 ",
                "The same log under the same revision of the rules gives the same report, byte for byte. Digest of the log "))
            code { (report.log.digest) }
        }
    };
    frame(lang, &format!("{} {label}", report.log.id), &here, &body)
}

/// What a page is made of.
struct Page<'a> {
    id: Option<&'a str>,
    lang: Lang,
    report: &'a Report,
    people: People,
}

impl Page<'_> {
    fn say<'a>(&self, text: &'a Text) -> &'a str {
        text.get(self.lang)
    }

    fn seat(&self, place: Seat) -> Markup {
        seat(self.lang, place, &self.people)
    }

    /// Who is to give whom how much for a record to be right.
    fn transfers(&self, transfers: &[TransferView]) -> Markup {
        html! {
            @if !transfers.is_empty() {
                p.transfers {
                    (self.lang.pick("改正：", "To put it right: "))
                    @for (at, transfer) in transfers.iter().enumerate() {
                        @if at > 0 { (self.lang.pick("；", "; ")) }
                        strong { (prose(self.say(&transfer.told(&self.people)))) }
                    }
                }
            }
        }
    }

    /// The address of the table in a step of a hand.
    fn step(&self, id: &str, hand: usize, step: usize) -> String {
        format!("/v1/reports/{id}/hands/{hand}/steps/{step}?lang={}", self.lang.tag())
    }

    fn variants(&self) -> Markup {
        html! {
            @if !self.report.variants.is_empty() {
                h2 { (self.lang.pick("可能的本房规则", "House rules that would explain it")) }
                @for variant in &self.report.variants { (self.variant(variant)) }
            }
            @if !self.report.possible.is_empty() {
                h2 { (self.lang.pick("也许是房规，但证据不足", "Perhaps a house rule, on too little evidence")) }
                @for variant in &self.report.possible { (self.variant(variant)) }
            }
        }
    }

    /// Of each hand in which points are wrong: what was recorded, what is due, and who is to give whom how much.
    fn due(&self) -> Markup {
        let lang = self.lang;
        let wrong = |hand: &&HandView| !hand.transfers.is_empty();
        let hands = || self.report.hands.iter().filter(wrong).filter_map(|hand| Some((hand, hand.recorded?)));
        let row = |name: &str, points: &[i64; 4]| {
            html! { tr { th scope="row" { (name) } @for points in points { td.n { (signed(*points)) } } } }
        };
        html! {
            @if hands().next().is_some() {
                h2 { (lang.pick("所记与应得（按所声明的规则）", "What was recorded and what is due by the declared rules")) }
                div.wide { table.points {
                    thead { tr { th {} @for seat in Seat::ALL { th.n scope="col" { (self.seat(seat)) } } } }
                    @for (hand, recorded) in hands() {
                        tbody {
                            tr { th.group colspan="5" { a href={ "#h" (hand.hand) } { (self.numbered(hand.hand)) } } }
                            (row(lang.pick("所记", "recorded"), &recorded))
                            (row(lang.pick("应得", "due"), &hand.balance))
                            tr.mend {
                                th scope="row" { (lang.pick("改正", "to put right")) }
                                @for (due, recorded) in hand.balance.iter().zip(recorded) {
                                    td.n { (mended(lang, due.saturating_sub(recorded))) }
                                }
                            }
                        }
                    }
                } }
                @if hands().count() > 1 {
                    @for (hand, _) in hands() { p.quiet { (self.numbered(hand.hand)) } (self.transfers(&hand.transfers)) }
                    p.quiet { (lang.pick("各局合计", "All hands together")) }
                    (self.transfers(&self.report.transfers))
                } @else {
                    @for (hand, _) in hands() { (self.transfers(&hand.transfers)) }
                }
            }
        }
    }

    fn numbered(&self, hand: usize) -> String {
        let number = hand.saturating_add(1);
        self.say(&say!("第 {number} 局", "Hand {number}")).to_owned()
    }

    fn coverage(&self) -> Markup {
        let lang = self.lang;
        html! {
            details open[self.report.verdict == Verdict::Unverifiable] {
                summary { (lang.pick("每一类问题复核了几次，缺了什么", "How often each question was answered, and what it lacked")) }
                table {
                    thead { tr {
                        th scope="col" { (lang.pick("问题", "Question")) }
                        th.n scope="col" { (lang.pick("已复核", "Answered")) }
                        th scope="col" { (lang.pick("无法复核：缺少的字段", "Not answered: the field it lacks")) }
                    } }
                    tbody { @for covered in &self.report.coverage { tr {
                        th scope="row" { (self.say(&covered.name)) }
                        td.n { (covered.checked) }
                        td {
                            @for (field, times) in &covered.missing { code { (field) } " × " (times) " " }
                            @if let Some(note) = &covered.note { (self.say(note)) }
                        }
                    } } }
                }
            }
        }
    }
}

/// The verdict in a sentence.
fn meaning(report: &Report) -> Text {
    let count = report.summary.faults;
    match report.verdict {
        Verdict::Clean => say!("所记的每一项都已复核，都对。", "Everything recorded was checked and is right."),
        Verdict::Faulty if count == 1 => {
            say!(
                "有一处错误；下面写明错在哪里、各家应得多少。",
                "One thing is wrong; below is what, where, and who should have got what."
            )
        }
        Verdict::Faulty => {
            say!(
                "有 {count} 处错误；下面写明错在哪里、各家应得多少。",
                "{count} things are wrong; below is what, where, and who should have got what."
            )
        }
        Verdict::Variant => say!(
            "按所声明的规则有错，按另一种房规则每个数都对；下面指出是哪一项。",
            "Wrong under the declared rules, right in every number under another house rule; below is which."
        ),
        Verdict::Unverifiable => say!(
            "没有发现错误，但有的记录缺少字段，无法复核；下面指出缺什么。",
            "Nothing was found wrong, but something recorded could not be checked; below is what is missing."
        ),
    }
}

/// What a seat has to get back or to pay.
fn mended(lang: Lang, points: i64) -> String {
    let amount = points.unsigned_abs();
    match points {
        0 => "0".to_owned(),
        1.. => lang.pick(format!("应收回 {amount}"), format!("gets {amount}")),
        _ => lang.pick(format!("应补付 {amount}"), format!("pays {amount}")),
    }
}

/// Points with their sign.
fn signed(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        _ => format!("{points:+}").replace('-', "−"),
    }
}

fn value_of(value: &crate::log::OptionValue) -> String {
    serde_json::to_value(value)
        .map_or_else(|_| String::new(), |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
