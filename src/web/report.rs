//! Renders a report in the order in which a dispute is settled: verdict, correct payments, findings with their places,
//! house rules that explain the result, then every hand and the coverage.

mod finding;
mod hand;
mod matrix;
mod reading;
mod rulings;

pub(super) use reading::{laid, reading};
use rulings::signature_line;
pub(super) use rulings::{decided, preview, signature};

use super::frame::{Document, Head, framed, readable, seat, word};
use super::tiles::prose;
use crate::app::ReportPage;
use caipan_engine::audit::{Kind, Verdict};
use caipan_engine::report::{HandView, Report, TransferView};
use caipan_handbook::option_values;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Renders the page of a report. With the id of a stored log it links to the table at each event.
pub fn report(id: Option<&str>, case: &ReportPage, lang: Lang) -> Document {
    let report = &case.audited.report;
    let page = Page { id, lang, report, case, people: People::called(&report.log.players) };
    let label = report.verdict.label().get(lang);
    let here = id.map_or_else(|| "/".to_owned(), |id| format!("/v1/reports/{id}"));
    let counted = || report.findings.iter().filter(|finding| report.stands_alone(finding));
    let explained = !report.variants.is_empty();
    let body = html! {
        (page.bar())
        (page.strip())
        // If the house rule explains findings, it comes first.
        @if explained { (page.variants()) }
        @if counted().next().is_some() {
            h2 { (lang.pick("发现", "Findings")) }
            @for finding in counted() { (page.finding(finding)) }
        }
        @if !explained { (page.variants()) }
        (page.due())
        (page.rulings())
        h2 { (lang.pick("各局", "Hands")) }
        @for hand in &report.hands { (page.hand(hand)) }
        h2 { (lang.pick("核查范围", "What was checked")) }
        (page.coverage())
        p.quiet {
            (report.rules.name.get(lang)) " · " (word(lang, &report.rules.preset))
            @for (option, value) in &report.rules.options { " · " (page.option(option, value)) }
            " · " (lang.pick("修订 ", "revision ")) (report.rules.revision)
            @if let Some(id) = id {
                " · " a href={ "/v1/logs/" (id) "/raw" } { (lang.pick("原始牌谱", "the log as sent")) }
                " · " a href={ "/v1/reports/" (id) "/page?lang=" (lang.tag()) } {
                    (lang.pick("存成一个文件（可离线打开、打印）", "keep as one file, to open from disk and print"))
                }
                " · " a href={ "/v1/reports/" (id) "/evidence" } {
                    (lang.pick("存证（证明报告确为当时所给）", "the proof that it was given"))
                }
            }
        }
        p.quiet {
            (lang.pick("同一牌谱、同一修订的规则，报告逐字节相同。牌谱摘要 ",
                "The same log under the same revision of the rules gives the same report, byte for byte. Digest of the log "))
            code { (report.log.digest) }
        }
        (signature_line(lang))
    };
    framed(
        &Head { lang, title: &format!("{} {label}", readable(&report.log.id)), here: &here, script: None, wide: false },
        body,
    )
}

/// Renders the page of a sample game, which is not stored.
pub fn sample(name: &str, case: &ReportPage, lang: Lang) -> Document {
    report(None, case, lang).at(format!("/sample/{name}"))
}

/// The data of the page.
struct Page<'a> {
    id: Option<&'a str>,
    lang: Lang,
    report: &'a Report,
    case: &'a ReportPage,
    people: People,
}

impl Page<'_> {
    fn say<'a>(&self, text: &'a Text) -> &'a str {
        text.get(self.lang)
    }

    /// Renders an option and its value in the words of the house rules.
    fn option(&self, id: &str, value: &caipan_log::OptionValue) -> Markup {
        let lang = self.lang;
        let system = caipan_engine::rules::find(&self.report.rules.system).ok().map(|(system, _)| system);
        let decl = system.and_then(|system| Some((system, (system.options)().iter().find(|decl| decl.id == id)?)));
        let Some((system, decl)) = decl else { return html! { (word(lang, id)) " = " code { (value_of(value)) } } };
        let meant = option_values(system, decl, lang).into_iter().find(|(known, _)| known.to_log() == *value);
        let meant = meant.map(|(_, meaning)| meaning).filter(|meaning| !meaning.is_empty());
        html! { (decl.label.get(lang)) (lang.pick("：", ": ")) (meant.unwrap_or_else(|| value_of(value))) " " small { (word(lang, id)) } }
    }

    fn seat(&self, place: Seat) -> Markup {
        seat(self.lang, place, &self.people)
    }

    /// Renders the summary: the verdict, the headline, and the fewest transfers that settle the points.
    fn bar(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        html! {
            div.bar.(report.verdict.word()) {
                h1 { (report.verdict.label().get(lang)) " · " (prose(self.say(&report.headline()), lang)) }
                (self.ruled())
                @if let Some(points) = report.points_to_move(&self.people) { p.owed { (self.say(&points)) } }
                p.meta {
                    (report.rules.name.get(lang)) " · " (readable(&report.log.id)) " · "
                    (self.say(&bilingual!("{} 局", "hands: {}", report.log.hands)))
                    @if let Some((hand, why)) = report.hands.iter().find_map(|hand| Some((hand.hand, hand.why_unknown()?))) {
                        " · " (self.numbered(hand)) (lang.pick("：", ": ")) (self.say(&why))
                    }
                }
            }
        }
    }

    /// Renders one chip per hand, coloured by its findings.
    fn strip(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        let found = |hand: usize, kind: Kind| {
            report.findings.iter().any(|one| one.hand == Some(hand) && one.kind == kind && report.stands_alone(one))
        };
        let colour = |hand: usize| match () {
            () if found(hand, Kind::Fault) => "fault",
            () if found(hand, Kind::Variant) => "variant",
            () if found(hand, Kind::Unverifiable) => "unverifiable",
            () => "clean",
        };
        html! {
            nav.strip aria-label=(lang.pick("各局", "Hands")) {
                @for hand in &report.hands {
                    a.chip.(colour(hand.hand)) href={ "#h" (hand.hand) } title=(self.numbered(hand.hand)) {
                        (hand.hand + 1) small { (outcome(&hand.outcome, lang)) }
                    }
                }
            }
        }
    }

    /// Renders the transfers that correct the recorded points.
    fn transfers(&self, transfers: &[TransferView]) -> Markup {
        html! {
            @if !transfers.is_empty() {
                p.transfers {
                    (self.lang.pick("改正：", "To put it right: "))
                    @for (at, transfer) in transfers.iter().enumerate() {
                        @if at > 0 { (self.lang.pick("；", "; ")) }
                        strong { (prose(self.say(&transfer.told(&self.people)), self.lang)) }
                    }
                }
            }
        }
    }

    /// Returns the address of the table at a step of a hand.
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

    /// Renders, for each hand with wrong points, the recorded and the correct payments and the transfers between them.
    fn due(&self) -> Markup {
        let lang = self.lang;
        let wrong = |hand: &&HandView| !hand.transfers.is_empty();
        let hands = || self.report.hands.iter().filter(wrong);
        let heading = if self.report.variants.iter().any(|variant| !variant.exceptions.is_empty()) {
            lang.pick("谁该付谁（按上面的房规）", "Who owes whom, by the house rule above")
        } else {
            lang.pick("谁该付谁（按所声明的规则）", "Who owes whom, by the declared rules")
        };
        html! {
            @if hands().next().is_some() {
                h2 { (heading) }
                @for hand in hands() {
                    p { a href={ "#h" (hand.hand) } { (self.numbered(hand.hand)) } }
                    @if hand.due_unknown.is_none() { (self.matrix(hand)) }
                    (self.transfers(&hand.transfers))
                }
                @if hands().count() > 1 {
                    p { (lang.pick("全场抵扣后", "All hands, after offsetting")) }
                    (self.transfers(&self.report.transfers))
                }
            }
        }
    }

    fn numbered(&self, hand: usize) -> String {
        let number = hand.saturating_add(1);
        self.say(&bilingual!("第 {number} 局", "Hand {number}")).to_owned()
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

/// Returns the label for the outcome of a hand.
fn outcome(word: &str, lang: Lang) -> &'static str {
    match word {
        "win" => lang.pick("胡", "won"),
        "draw" => lang.pick("流局", "drawn"),
        "aborted" => lang.pick("中断", "aborted"),
        _ => lang.pick("无法复盘", "cannot be replayed"),
    }
}

/// Formats points with their sign.
fn signed(points: i64) -> String {
    match points {
        0 => "0".to_owned(),
        _ => format!("{points:+}").replace('-', "−"),
    }
}

fn value_of(value: &caipan_log::OptionValue) -> String {
    serde_json::to_value(value)
        .map_or_else(|_| String::new(), |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
