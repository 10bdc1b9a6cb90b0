//! A finding with what follows from it, and a house rule that would explain some.

use super::super::frame::{prose, word};
use super::{Page, value_of};
use crate::audit::{Kind, Severity, checks};
use crate::report::{FindingView, Variant};
use crate::say;
use crate::tile::Seat;
use maud::{Markup, html};

impl Page<'_> {
    /// What is wrong and where, the sums, the clauses, what to do, and what follows from it.
    pub(super) fn finding(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        let severity = match finding.severity {
            Severity::Error if finding.kind != Kind::Variant => "error",
            Severity::Error => "warning",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let title = checks::find(finding.code).map_or(finding.name, |check| check.title.get(lang));
        html! {
            div.finding.(severity) id={ "f" (finding.id) } {
                p.head { "#" (finding.id) " " strong { (title) } " " (word(lang, finding.code)) }
                p.quiet { (self.place(finding)) }
                p { (prose(self.say(&finding.message))) }
                // The lines below say more than a pair of numbers.
                @if finding.lines.is_empty() { @if let (Some(claimed), Some(computed)) = (&finding.claimed, &finding.computed) {
                    p { (lang.pick("所记 ", "recorded ")) code { (claimed) } " · " (lang.pick("应为 ", "due ")) code { (computed) } }
                } }
                @if !finding.lines.is_empty() { (self.lines(&finding.lines)) }
                @for clause in &finding.clauses { p.quiet { (word(lang, clause.id)) " " (self.say(&clause.gloss)) } }
                @if let Some(ruling) = finding.ruling { p.quiet { (lang.pick("依据裁定 ", "Rests on ruling ")) (word(lang, ruling)) } }
                @if let Some(option) = finding.option { p.quiet { (lang.pick("由选项决定：", "Decided by the option "))
                    @if let Some(name) = &finding.option_name { (self.say(name)) " " } small { (word(lang, option)) } } }
                p { "→ " (prose(self.say(&finding.advice))) }
                @for follows in self.report.findings.iter().filter(|other| other.because == Some(finding.id)) {
                    p.quiet { (self.say(&say!("由 #{} 引起：", "Follows from #{}:", finding.id))) }
                    (self.finding(follows))
                }
            }
        }
    }

    /// Whether a seat deals the hand of a finding.
    fn deals(&self, finding: &FindingView, seat: Seat) -> bool {
        self.report.hands.iter().any(|hand| Some(hand.hand) == finding.hand && hand.dealer == seat)
    }

    fn place(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(hand) = finding.hand { a href={ "#h" (hand) } { (self.numbered(hand)) } " · " }
            @if let Some(event) = finding.event { (self.say(&say!("第 {} 步", "step {}", event.saturating_add(1)))) " · " }
            @if let Some(seat) = finding.seat { (self.seat(seat)) @if self.deals(finding, seat) { (lang.pick("（庄家）", " (dealer)")) } " · " }
            code { (finding.pointer) }
            @if let (Some(id), Some(hand), Some(event)) = (self.id, finding.hand, finding.event) {
                " · " a href=(self.step(id, hand, event)) { (lang.pick("当时的牌桌", "the table just before")) }
            }
        }
    }

    /// Which options would make every claimed number right, and which findings they explain.
    pub(super) fn variant(&self, variant: &Variant) -> Markup {
        let lang = self.lang;
        html! {
            div.finding.warning {
                p { (prose(self.say(&variant.message))) }
                @for change in &variant.changes {
                    p.quiet {
                        (self.say(&change.label)) " " small { (word(lang, change.option)) } ": "
                        code { (value_of(&change.from)) } " → " code { (value_of(&change.to)) } " (" (word(lang, change.clause)) ")"
                    }
                }
                p.quiet {
                    (lang.pick("可解释 ", "Explains "))
                    @for id in &variant.explains { a href={ "#f" (id) } { "#" (id) } " " }
                }
            }
        }
    }
}
