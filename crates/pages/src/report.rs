//! Renders a report in the order in which a dispute is settled: verdict, correct payments, findings with their places,
//! house rules that explain the result, then every hand and the coverage.

mod coverage;
mod extras;
mod finding;
mod hand;
mod reading;
mod seen;
mod settlement;
mod shown;
mod variant;

pub use reading::{laid, reading};
pub use settlement::{flows_as_declared, flows_of_hand, flows_of_match};

use crate::chip::chip;
use crate::fragments::{about, readable, seat, signed, word};
use crate::tiles::prose;
use crate::{Drawn, ReportPage};
use caipan_engine::audit::{Kind, Verdict};
use caipan_engine::report::{FindingView, Report};
use caipan_engine::rules::{Decl, System};
use caipan_handbook::option_values;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Additions of a service to a report. The default adds nothing.
pub trait Additions {
    /// Renders the banner of a report that referees have decided, instead of its own.
    fn banner(&self) -> Option<Markup> {
        None
    }

    /// Renders the button under an answer to the question about a house rule: `agreed` if the players agreed on it.
    fn answer(&self, _agreed: bool) -> Markup {
        html! {}
    }

    /// Renders the buttons of the banner.
    fn verdict(&self) -> Markup {
        html! {}
    }

    /// Renders a section below the banner.
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

    /// Renders what somebody can do who does not agree with a report that finds no fault.
    fn dissent(&self) -> Markup {
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
    let counted: Vec<&FindingView> = report.findings.iter().filter(|finding| report.stands_alone(finding)).collect();
    let explained = !report.variants.is_empty();
    // The headline of a faulty report is that of its first fault.
    let first = counted.iter().find(|finding| finding.kind == Kind::Fault).map(|finding| finding.id);
    let said = first.filter(|_| report.verdict == Verdict::Faulty && !explained);
    let body = html! {
        (page.way())
        @match beside.banner() { Some(banner) => (banner), None => (page.banner()) }
        (beside.section())
        @if report.hands.len() > 1 { (page.strip()) }
        // If the house rule explains findings, it comes first.
        @if explained { (page.variants()) }
        @if !counted.is_empty() {
            section {
                h2 { (lang.pick("问题", "Problems")) }
                div.stack { @for finding in &counted { (page.finding(finding, said == Some(finding.id))) } }
            }
        }
        @if !explained { (page.variants()) }
        (page.settlement())
        section.folds {
            h2.unseen { (lang.pick("各局和依据", "Hands and grounds")) }
            @for hand in &report.hands { (page.hand(hand)) }
            (page.house())
            (page.match_end())
            (page.coverage())
            (page.rules())
            (page.technical())
            @if report.verdict != Verdict::Faulty { (beside.dissent()) }
        }
        @if let Some(id) = id {
            p.acts {
                a.button href={ "/v1/reports/" (id) "/page?lang=" (lang.tag()) } { (lang.pick("存成网页", "Save as a page")) }
                a.button href={ "/v1/reports/" (id) "/picture?lang=" (lang.tag()) } { (lang.pick("存成图片，发群里", "As a picture for a chat")) }
            }
        }
        (signature_line(lang))
    };
    Drawn { title: format!("{} · {}", label, readable(&report.log.id)), address, body }
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

    /// Renders where the report belongs: its rules, its size and the id of its log.
    fn way(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        html! {
            p.way {
                @if self.id.is_some() { a href={ "/desk?lang=" (lang.tag()) } { (lang.pick("案桌", "Desk")) } }
                span { (report.rules.name.get(lang)) }
                span { (self.say(&if report.log.hands == 1 { bilingual!("1 局", "1 hand") } else { bilingual!("{} 局", "{} hands", report.log.hands) })) }
                bdi { (readable(&report.log.id)) }
            }
        }
    }

    /// Renders the verdict, the headline, and the fewest transfers that settle the points.
    fn banner(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        let wrong = |finding: &&FindingView| finding.kind == Kind::Fault && report.stands_alone(finding);
        let count = report.findings.iter().filter(wrong).count();
        html! {
            section.card.verdict.(report.verdict.word()) {
                p.state { (report.verdict.label().get(lang)) @if count > 1 { (self.say(&bilingual!(" · {count} 处", " · {count} faults"))) } }
                h1 { (prose(self.say(&report.headline()), lang)) }
                (self.seen_by())
                @match report.variants.first().filter(|_| report.verdict == Verdict::Variant) {
                    Some(variant) => (self.answers(variant)),
                    None => (self.to_move()),
                }
                @if let Some((hand, why)) = report.hands.iter().find_map(|hand| Some((hand.hand, hand.why_unknown()?))) {
                    p.quiet.small { @if report.hands.len() > 1 { (self.numbered(hand)) (lang.pick("：", ": ")) } (self.say(&why)) }
                }
                (self.beside.verdict())
            }
        }
    }

    /// Renders one chip per hand.
    fn strip(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        html! {
            nav.strip.scroll aria-label=(lang.pick("各局", "Hands")) {
                @for hand in &report.hands { (chip(report, hand, &self.people, &format!("#h{}", hand.hand), false, lang)) }
            }
        }
    }

    /// Renders the rules of the match with what the room chose.
    fn rules(&self) -> Markup {
        let (lang, rules) = (self.lang, &self.report.rules);
        html! {
            details.fold {
                summary { span { (lang.pick("本场规则", "Rules of this match")) } span.quiet.small { (rules.name.get(lang)) } }
                div.stack {
                    p {
                        (about(lang, &rules.preset, rules.name.get(lang)))
                        @for (option, value) in &rules.options { " · " (self.option(option, value)) }
                    }
                    @if let Some(unknown) = rules.unknown() { p { (unknown.get(lang)) } }
                }
            }
        }
    }

    /// Renders what only programmers and operators need.
    fn technical(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        html! {
            details.fold.technical {
                summary { span { (crate::words::word(lang, "technical")) } }
                div {
                    p {
                        (word(lang, &report.rules.preset)) " · " (lang.pick("修订 ", "revision ")) (report.rules.revision)
                        @for option in report.rules.options.keys() { " · " (word(lang, option)) }
                    }
                    p { (lang.pick("牌谱摘要 ", "digest of the log ")) code { (report.log.digest) } }
                    p { (lang.pick("同一份牌谱、同一修订的规则，每次算出的报告完全相同。", "The same log under the same revision of the rules always gives the same report.")) }
                    @if let Some(id) = self.id {
                        p {
                            a href={ "/v1/logs/" (id) "/raw" } { (lang.pick("下载原始牌谱", "Download the original log")) }
                            " · " a href={ "/v1/reports/" (id) "/evidence" } { (lang.pick("下载防篡改凭证", "Download signed evidence")) }
                        }
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
                details.fold open {
                    summary { span { (lang.pick("公账", "The house")) } }
                    p.house { (prose(self.say(&house), lang)) }
                }
            }
            @if !between.is_empty() {
                details.fold open {
                    summary { span { (lang.pick("局间增减", "Between the hands")) } }
                    ul.between { @for line in between { li { (prose(self.say(&line.in_words(&self.people)), lang)) } } }
                }
            }
        }
    }

    /// Renders the end of the match, if the house rules add to its totals.
    fn match_end(&self) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(end) = &self.report.match_end {
                details.fold open {
                    summary { span { (lang.pick("散场", "End of the match")) } }
                    div.stack {
                        (self.lines(&end.ledger))
                        p.balance {
                            (lang.pick("总分 ", "Totals "))
                            @for (seat, points) in self.people.seats().iter().zip(end.totals.entries()) { span { (self.seat(seat)) " " strong { (signed(*points)) } } " " }
                        }
                    }
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
        let lang = self.lang;
        // The banner asks about the first one.
        let asked = usize::from(self.report.verdict == Verdict::Variant);
        let others = self.report.variants.get(asked..).unwrap_or_default();
        html! {
            @if !others.is_empty() {
                section {
                    h2 { @if asked > 0 { (lang.pick("也可能是别的房规", "Other house rules would explain it too")) } @else { (lang.pick("可能的本房规则", "House rules that would explain it")) } }
                    div.stack { @for variant in others { (self.variant(variant)) } }
                }
            }
            @if !self.report.possible.is_empty() {
                section {
                    h2 { (lang.pick("也许是房规，但证据不足", "Perhaps a house rule, on too little evidence")) }
                    div.stack { @for variant in &self.report.possible { (self.variant(variant)) } }
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
