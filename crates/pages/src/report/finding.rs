//! Renders a finding with its consequences, and a house rule that explains findings.

use super::Page;
use crate::board::BoardView;
use crate::fragments::{about, technical, word};
use crate::tiles::prose;
use crate::{TileMark, moment_of};
use caipan_engine::audit::{Kind, Severity, checks};
use caipan_engine::report::{FindingView, StepView, Variant};
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Returns the step of a finding as a query parameter.
fn asked(finding: &FindingView) -> String {
    finding.event.map(|event| format!("&step={}", event + 1)).unwrap_or_default()
}

impl Page<'_> {
    /// Renders the problem and its place, the sums, the clauses, the advice and the consequences.
    pub(super) fn finding(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        let severity = match finding.severity {
            Severity::Error if finding.kind != Kind::Variant => "error",
            Severity::Error => "warning",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let title = checks::find(&finding.code).map_or(finding.name.as_ref(), |check| check.title.get(lang));
        // A hand that cannot be replayed has no steps to show.
        let laid = |hand: usize| self.report.hands.iter().any(|one| one.hand == hand && one.outcome != "unknown");
        let at = moment_of(finding, &self.case.log).filter(|at| laid(at.0));
        let table = at.and_then(|at| self.case.tables.get(&at));
        html! {
            article.card.(severity).bare[table.is_none()] id={ "f" (finding.id) } {
                @if let (Some((hand, step)), Some(table)) = (at, table) { div.mini-box { (self.picture(finding, hand, step, table)) } }
                div {
                    h3 { "#" (finding.id) " " (title) }
                    p.quiet { (self.place(finding)) }
                    p { (prose(self.say(&finding.message), lang)) }
                    // The payment lines replace the pair of numbers.
                    @if finding.lines.is_empty() { @if let (Some(claimed), Some(computed)) = (&finding.claimed, &finding.computed) {
                        p { (lang.pick("所记 ", "recorded ")) code { (claimed) } " · " (lang.pick("应为 ", "due ")) code { (computed) } }
                    } }
                    (self.near(&finding.near))
                    @if !finding.lines.is_empty() { (self.lines(&finding.lines)) }
                    @for clause in &finding.clauses { p.quiet { (lang.pick("依据：", "Rule: ")) (about(lang, &clause.id, self.say(&clause.gloss))) } }
                    @if let Some(option) = &finding.option { p.quiet { (lang.pick("看房规怎么定：", "Depends on the house rule: "))
                        (about(lang, option, finding.option_name.as_ref().map_or(option, |name| self.say(name)))) } }
                    p.advice { (prose(self.say(&finding.advice), lang)) }
                    @if let Some((hand, step)) = at && let Some(moment) = self.moment(finding, hand, step) {
                        p { a.look href=(moment) { (lang.pick("看这一手 →", "See this move →")) } " "
                            @if let Some(id) = self.id {
                                a href={ "/what-if/" (id) "?hand=" (hand + 1) (asked(finding)) "&lang=" (lang.tag()) } { (lang.pick("换个判法看看", "What if?")) }
                                (self.beside.actions(finding))
                            } }
                    }
                    (self.beside.done(finding))
                    (technical(lang, &self.details(finding)))
                    @for follows in self.report.findings.iter().filter(|other| other.because == Some(finding.id)) {
                        div.follows id={ "f" (follows.id) } {
                            p { span.quiet { (self.say(&bilingual!("由 #{} 连带：", "Follows from #{}:", finding.id))) } " #" (follows.id) " "
                                (checks::find(&follows.code).map_or(follows.name.as_ref(), |check| check.title.get(lang))) }
                            p { (prose(self.say(&follows.message), lang)) }
                            @if !follows.lines.is_empty() { (self.lines(&follows.lines)) }
                        }
                    }
                }
            }
        }
    }

    /// Renders the table of a finding as a picture that links to its step. The seat concerned is at the bottom.
    fn picture(&self, finding: &FindingView, hand: usize, step: usize, table: &StepView) -> Markup {
        let lang = self.lang;
        let found = self.case.found.get(&hand).and_then(|all| all.iter().find(|found| found.id == finding.id));
        let marks: Vec<&TileMark> =
            found.map(|found| &found.before).into_iter().filter(|_| finding.kind != Kind::Unverifiable).collect();
        let view = finding.seat.unwrap_or(Seat::ALL[0]);
        let drawn =
            BoardView { table, hand, people: &self.people, marks: &marks, view, hidden: false, points: None, lang }
                .draw(true);
        html! {
            @match self.moment(finding, hand, step) {
                Some(moment) => a href=(moment) aria-label=(lang.pick("看这一手", "See this move")) { (drawn) },
                None => (drawn),
            }
        }
    }

    /// Returns the address of the step of a finding.
    fn moment(&self, finding: &FindingView, hand: usize, step: usize) -> Option<String> {
        let seat = finding.seat.filter(|seat| self.id.is_some() && *seat != Seat::ALL[0]);
        let seat = seat.map(|seat| format!("&seat={seat}")).unwrap_or_default();
        Some(self.step(hand, step)? + &seat)
    }

    /// Returns whether a seat is the dealer in the hand of a finding.
    fn deals(&self, finding: &FindingView, seat: Seat) -> bool {
        self.report.hands.iter().any(|hand| Some(hand.hand) == finding.hand && hand.dealer == seat)
    }

    fn place(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(hand) = finding.hand { a href={ "#h" (hand) } { (self.numbered(hand)) } " " }
            @if let Some(event) = finding.event { (self.say(&bilingual!("第 {} 手", "step {}", event.saturating_add(1)))) " " }
            @if let Some(seat) = finding.seat { (self.seat(seat)) @if self.deals(finding, seat) { (lang.pick("（庄家）", " (dealer)")) } }
        }
    }

    /// Renders the codes of a finding and its place in the log.
    fn details(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        let clauses = finding.clauses.iter().map(|clause| clause.id.as_ref());
        let ids = clauses.chain(finding.ruling.as_deref()).chain(finding.option.as_deref());
        html! {
            p { (word(lang, &finding.code)) @for id in ids { " " (word(lang, id)) } " " code { (finding.pointer) } }
            @for follows in self.report.findings.iter().filter(|other| other.because == Some(finding.id)) {
                p { "#" (follows.id) " " (word(lang, &follows.code)) " " code { (follows.pointer) } }
            }
        }
    }

    /// Renders the options that would make every claimed number right, and the findings that they explain.
    pub(super) fn variant(&self, variant: &Variant) -> Markup {
        let lang = self.lang;
        html! {
            article.card.warning.bare { div {
                p { (prose(self.say(&variant.message), self.lang)) }
                @for change in &variant.changes {
                    p.quiet {
                        (about(lang, &change.option, self.say(&change.label))) (lang.pick("：", ": "))
                        (self.meaning(&change.option, &change.from)) " → " (self.meaning(&change.option, &change.to))
                    }
                }
                p.quiet {
                    (lang.pick("能解释 ", "Explains "))
                    @for id in &variant.explains { a href={ "#f" (id) } { "#" (id) } " " }
                    @if !variant.exceptions.is_empty() {
                        "· " (lang.pick("仍有错：", "Still wrong: "))
                        @for &hand in &variant.exceptions { a href={ "#h" (hand) } { (self.numbered(hand)) } " " }
                    }
                }
            } }
        }
    }
}
