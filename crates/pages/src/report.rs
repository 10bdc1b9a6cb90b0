//! Renders a report in the order in which a dispute is settled: verdict, correct payments, findings with their places,
//! house rules that explain the result, then every hand and the coverage.

mod coverage;
mod extras;
mod finding;
mod hand;
mod matrix;
mod reading;

pub use reading::{laid, reading};

use crate::fragments::{about, readable, seat, signed, technical, word};
use crate::tiles::prose;
use crate::{Drawn, ReportPage};
use caipan_engine::audit::Kind;
use caipan_engine::report::{FindingView, HandView, Report, TransferView};
use caipan_engine::rules::{Decl, System};
use caipan_handbook::option_values;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Additions of a service to a report. The default adds nothing.
pub trait Additions {
    /// Renders what stands beside the verdict.
    fn verdict(&self) -> Markup {
        html! {}
    }

    /// Renders a section behind the payments.
    fn section(&self) -> Markup {
        html! {}
    }

    /// Renders what can be done about a finding, beside the link to its step.
    fn actions(&self, _finding: &FindingView) -> Markup {
        html! {}
    }

    /// Renders what was done about a finding.
    fn done(&self, _finding: &FindingView) -> Markup {
        html! {}
    }
}

impl Additions for () {}

/// Renders a report. With the id of a stored log it links to the table at each event.
pub fn report(id: Option<&str>, case: &ReportPage, beside: &dyn Additions, lang: Lang) -> Drawn {
    drawn(id, false, case, beside, lang)
}

/// Renders a report for a file that contains the replay of each hand.
pub(crate) fn kept_report(case: &ReportPage, beside: &dyn Additions, lang: Lang) -> Drawn {
    drawn(None, true, case, beside, lang)
}

fn drawn(id: Option<&str>, kept: bool, case: &ReportPage, beside: &dyn Additions, lang: Lang) -> Drawn {
    let report = &case.report;
    let page = Page { id, kept, lang, report, case, beside, people: People::called(&report.log.players) };
    let label = report.verdict.label().get(lang);
    let address = id.map_or_else(|| "/".to_owned(), |id| format!("/v1/reports/{id}"));
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
        (beside.section())
        h2 { (lang.pick("各局", "Hands")) }
        @for hand in &report.hands { (page.hand(hand)) }
        (page.house())
        (page.match_end())
        h2 { (lang.pick("查了哪些、哪些没法查", "Coverage: what was and was not checked")) }
        (page.coverage())
        h2 { (lang.pick("本场规则", "Rules of this match")) }
        p.quiet {
            (about(lang, &report.rules.preset, report.rules.name.get(lang)))
            @for (option, value) in &report.rules.options { " · " (page.option(option, value)) }
        }
        @if let Some(unknown) = report.rules.unknown() { p { (unknown.get(lang)) } }
        @if let Some(id) = id {
            p {
                a href={ "/v1/reports/" (id) "/page?lang=" (lang.tag()) } { (lang.pick("存成一个文件（可离线看、可打印）", "Save as a single HTML file")) }
                " · " a href={ "/v1/logs/" (id) "/raw" } { (lang.pick("下载原始牌谱", "Download the original log")) }
                " · " a href={ "/v1/reports/" (id) "/evidence" } { (lang.pick("下载防篡改凭证", "Download signed evidence")) }
            }
        }
        (signature_line(lang))
        (technical(lang, &html! {
            p {
                (word(lang, &report.rules.preset)) " · " (lang.pick("修订 ", "revision ")) (report.rules.revision)
                @for option in report.rules.options.keys() { " · " (word(lang, option)) }
            }
            p { (lang.pick("牌谱摘要 ", "digest of the log ")) code { (report.log.digest) } }
            p { (lang.pick("同一份牌谱、同一修订的规则，每次算出的报告完全相同。", "The same log under the same revision of the rules always gives the same report.")) }
        }))
    };
    Drawn { title: format!("{} {label}", readable(&report.log.id)), address, body }
}

/// Renders the lines to sign on paper; screens do not show them.
fn signature_line(lang: Lang) -> Markup {
    html! {
        div.signature {
            span { (lang.pick("裁判", "Referee")) }
            span { (lang.pick("日期", "Date")) }
            span { (lang.pick("牌手确认", "Players")) }
        }
    }
}

/// The data of the page.
struct Page<'a> {
    id: Option<&'a str>,
    /// True for a file with the replay of each hand, where `#m0-12` is hand 0 at step 12.
    kept: bool,
    lang: Lang,
    report: &'a Report,
    case: &'a ReportPage,
    beside: &'a dyn Additions,
    people: People,
}

impl Page<'_> {
    fn say<'a>(&self, text: &'a Text) -> &'a str {
        text.get(self.lang)
    }

    /// Returns an option of the rules with its system.
    fn declared(&self, id: &str) -> Option<(&'static System, &'static Decl)> {
        let (system, _) = caipan_engine::rules::find(&self.report.rules.system).ok()?;
        Some((system, (system.options)().iter().find(|decl| decl.id == id)?))
    }

    /// Returns the value of an option in the words of the house rules.
    fn meaning(&self, id: &str, value: &caipan_log::OptionValue) -> String {
        let known = self.declared(id).map(|(system, decl)| option_values(system, decl, self.lang));
        let meant = known.into_iter().flatten().find(|(known, _)| known.to_log() == *value);
        meant.map(|(_, meaning)| meaning).filter(|meaning| !meaning.is_empty()).unwrap_or_else(|| value_of(value))
    }

    /// Renders an option and its value.
    fn option(&self, id: &str, value: &caipan_log::OptionValue) -> Markup {
        let label = self.declared(id).map_or(id, |(_, decl)| decl.label.get(self.lang));
        html! { (about(self.lang, id, label)) (self.lang.pick("：", ": ")) (self.meaning(id, value)) }
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
                (self.beside.verdict())
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
                    (self.lang.pick("补分：", "Points owed: "))
                    @for (at, transfer) in transfers.iter().enumerate() {
                        @if at > 0 { (self.lang.pick("；", "; ")) }
                        strong { (prose(self.say(&transfer.in_words(&self.people)), self.lang)) }
                    }
                }
            }
        }
    }

    /// Renders what passed between the seats and the house: the sum of all hands, and the lines between hands.
    fn house(&self) -> Markup {
        let lang = self.lang;
        let between = &self.report.between;
        html! {
            @if let Some(house) = self.report.house_in_words() {
                h2 { (lang.pick("公账", "The house")) }
                p.house { (prose(self.say(&house), lang)) }
            }
            @if !between.is_empty() {
                h2 { (lang.pick("局间增减", "Between the hands")) }
                ul.between { @for line in between { li { (prose(self.say(&line.in_words(&self.people)), lang)) } } }
            }
        }
    }

    /// Renders the end of the match, if the house rules add to its totals.
    fn match_end(&self) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(end) = &self.report.match_end {
                h2 { (lang.pick("散场", "End of the match")) }
                (self.lines(&end.ledger))
                p.balance {
                    (lang.pick("总分 ", "Totals "))
                    @for (seat, points) in self.people.seats().iter().zip(end.totals.entries()) { span { (self.seat(seat)) " " strong { (signed(*points)) } } " " }
                }
            }
        }
    }

    /// Returns the address of the table at a step of a hand, if there is one.
    fn step(&self, hand: usize, step: usize) -> Option<String> {
        match self.id {
            Some(id) => Some(format!("/v1/reports/{id}/hands/{hand}/steps/{step}?lang={}", self.lang.tag())),
            None => self.kept.then(|| format!("#m{hand}-{step}")),
        }
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
        let by_totals = self.report.match_end.is_some() && !self.report.transfers.is_empty();
        let heading = if self.report.variants.iter().any(|variant| !variant.exceptions.is_empty()) {
            lang.pick("谁该付谁（按上面的房规）", "Who owes whom, by the house rule above")
        } else {
            lang.pick("谁该付谁（按申报的规则）", "Who owes whom, by the declared rules")
        };
        html! {
            @if hands().next().is_some() || by_totals {
                h2 { (heading) }
                @for hand in hands() {
                    p { a href={ "#h" (hand.hand) } { (self.numbered(hand.hand)) } }
                    @if hand.due_unknown.is_none() { (self.matrix(hand)) }
                    (self.transfers(&hand.transfers))
                }
                @if hands().count() > 1 || by_totals {
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

fn value_of(value: &caipan_log::OptionValue) -> String {
    serde_json::to_value(value)
        .map_or_else(|_| String::new(), |value| value.as_str().map_or_else(|| value.to_string(), str::to_owned))
}
