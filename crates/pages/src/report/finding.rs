//! Renders a finding with its consequences.

use super::Page;
use super::settlement::flows_of_hand;
use crate::fragments::{about, technical, word};
use crate::moment_of;
use crate::tiles::prose;
use caipan_engine::audit::{Kind, Severity, checks};
use caipan_engine::report::{FindingView, HandView};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Returns the step of a finding as a query parameter.
fn asked(finding: &FindingView) -> String {
    finding.event.map(|event| format!("&step={}", event + 1)).unwrap_or_default()
}

/// Returns what a message says beyond a sentence that stands above it.
fn beyond<'a>(message: &'a str, said: &str) -> &'a str {
    let rest = message.strip_prefix(said).unwrap_or(message);
    if rest.len() == message.len() {
        message
    } else {
        rest.trim_start_matches(['。', '，', '：', '；', ';', ':', '.', ',', ' '])
    }
}

impl Page<'_> {
    /// Renders the place of a problem, its tiles, the reasons, the clauses, what can be done, and the consequences.
    /// `said` is true if the headline of the page is the one of this finding.
    pub(super) fn finding(&self, finding: &FindingView, said: bool) -> Markup {
        let lang = self.lang;
        let (class, tag) = match finding.severity {
            Severity::Error if finding.kind != Kind::Variant => ("error", "bad"),
            Severity::Error | Severity::Warning => ("warning", "mark"),
            Severity::Info => ("info", ""),
        };
        let headline = finding.headline();
        let headline = self.say(&headline);
        let rest = beyond(self.say(&finding.message), headline);
        html! {
            article.card.finding.(class) id={ "f" (finding.id) } {
                div.head { h3.tag.(tag) { (self.title(finding)) } (self.place(finding)) }
                (self.shown(finding))
                @if let Some(hand) = self.accounted(finding) { (self.account(hand)) }
                @if !said { p { strong { (prose(headline, lang)) } } }
                @if !rest.is_empty() { p { (prose(rest, lang)) } }
                (self.near(&finding.near))
                @if !finding.lines.is_empty() { details.fold { summary { span { (lang.pick("每一笔怎么来的", "How each sum is made")) } } (self.lines(&finding.lines)) } }
                @for clause in &finding.clauses { p.quiet.small { (lang.pick("依据　", "Rule: ")) (about(lang, &clause.id, self.say(&clause.gloss))) } }
                @if let Some(option) = &finding.option { p.quiet.small { (lang.pick("看房规怎么定：", "Depends on the house rule: "))
                    (about(lang, option, finding.option_name.as_ref().map_or(option, |name| self.say(name)))) } }
                p.quiet.small { (prose(self.say(&finding.advice), lang)) }
                (self.foot(finding))
                (self.beside.done(finding))
                @for follows in self.report.findings.iter().filter(|other| other.because == Some(finding.id)) {
                    div.follows id={ "f" (follows.id) } {
                        p { span.quiet { (self.say(&bilingual!("由 #{} 连带：", "Follows from #{}:", finding.id))) } " " (self.title(follows)) }
                        p { (prose(self.say(&follows.message), lang)) }
                        @if !follows.lines.is_empty() { details.fold { summary { span { (lang.pick("每一笔怎么来的", "How each sum is made")) } } (self.lines(&follows.lines)) } }
                    }
                }
                (technical(lang, &self.details(finding)))
            }
        }
    }

    /// Returns the hand whose account stands at this finding: its first one, if the points of several hands are wrong.
    fn accounted(&self, finding: &FindingView) -> Option<&HandView> {
        let report = self.report;
        let wrong = |hand: &&HandView| !hand.transfers.is_empty();
        let hand = report.hands.iter().filter(wrong).find(|hand| Some(hand.hand) == finding.hand)?;
        let mut counted = report.findings.iter().filter(|other| report.stands_alone(other));
        let first = counted.find(|other| other.hand == finding.hand).is_some_and(|first| first.id == finding.id);
        (first && hand.due_unknown.is_none() && report.hands.iter().filter(wrong).count() > 1).then_some(hand)
    }

    fn title<'a>(&self, finding: &'a FindingView) -> &'a str {
        checks::find(&finding.code).map_or(finding.name.as_ref(), |check| check.title.get(self.lang))
    }

    /// Renders what can be done about a finding, and the points of its hand that it moves.
    fn foot(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        // A hand that cannot be replayed has no steps to show.
        let laid = |hand: usize| self.report.hands.iter().any(|one| one.hand == hand && one.outcome != "unknown");
        let at = moment_of(finding, &self.case.log).filter(|at| laid(at.0));
        let moment = at.and_then(|(hand, step)| self.moment(finding, hand, step));
        let hand = self.report.hands.iter().find(|hand| Some(hand.hand) == finding.hand);
        let alone = hand.filter(|hand| {
            let of_hand = |other: &&FindingView| other.hand == Some(hand.hand) && other.kind == Kind::Fault;
            let count =
                self.report.findings.iter().filter(of_hand).filter(|other| self.report.stands_alone(other)).count();
            count == 1 && finding.kind == Kind::Fault
        });
        html! {
            div.foot {
                div.acts {
                    @if let Some(moment) = moment { a.button.look href=(moment) { (lang.pick("看这一手", "See the move")) } }
                    @if let (Some(id), Some((hand, _))) = (self.id, at) {
                        a.button href={ "/what-if/" (id) "?hand=" (hand + 1) (asked(finding)) "&lang=" (lang.tag()) } { (lang.pick("换个判法", "What if?")) }
                    }
                    (self.beside.actions(finding))
                }
                @if let Some(hand) = alone.filter(|_| self.accounted(finding).is_none()) { (self.owed(&flows_of_hand(hand), Some(hand.dealer))) }
            }
        }
    }

    /// Returns the address of the step of a finding.
    fn moment(&self, finding: &FindingView, hand: usize, step: usize) -> Option<String> {
        let seat = finding.seat.filter(|seat| self.id.is_some() && *seat != Seat::ALL[0]);
        let seat = seat.map(|seat| format!("&seat={seat}")).unwrap_or_default();
        Some(self.step(hand, step)? + &seat)
    }

    /// Renders the hand and the move of a finding, and who did what.
    fn place(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        let event = finding.event.map(|event| event.saturating_add(1));
        let place = match (finding.hand, event) {
            (Some(hand), Some(event)) => bilingual!("第 {} 局 · 第 {event} 手", "Hand {} · move {event}", hand + 1),
            (Some(hand), None) => bilingual!("第 {} 局", "Hand {}", hand + 1),
            (None, _) => Text::default(),
        };
        html! {
            @if let Some(hand) = finding.hand { a href={ "#h" (hand) } { (self.say(&place)) } }
            span.quiet {
                @match (&finding.act, finding.seat) {
                    (Some(act), _) => (prose(self.say(act), lang)),
                    (None, Some(seat)) => { (self.seat(seat)) @if self.dealer_of(finding) == Some(seat) { (lang.pick("（庄家）", " (dealer)")) } },
                    (None, None) => {}
                }
            }
        }
    }

    /// Renders the codes of a finding, its numbers as written, and its place in the log.
    fn details(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        let clauses = finding.clauses.iter().map(|clause| clause.id.as_ref());
        let ids = clauses.chain(finding.ruling.as_deref()).chain(finding.option.as_deref());
        html! {
            p { "#" (finding.id) " " (word(lang, &finding.code)) @for id in ids { " " (word(lang, id)) } " " code { (finding.pointer) } }
            @if let (Some(claimed), Some(computed)) = (&finding.claimed, &finding.computed) {
                p { (lang.pick("记成 ", "recorded ")) code { (self.value(finding, claimed)) } " · " (lang.pick("应为 ", "due ")) code { (self.value(finding, computed)) } }
            }
            @for follows in self.report.findings.iter().filter(|other| other.because == Some(finding.id)) {
                p { "#" (follows.id) " " (word(lang, &follows.code)) " " code { (follows.pointer) } }
            }
        }
    }

    /// Returns a value as written, but seats by their players: a number would read as points.
    fn value(&self, finding: &FindingView, value: &str) -> String {
        if !["A801", "A802", "A804"].contains(&finding.code.as_ref()) {
            return value.to_owned();
        }
        let named = |seat: &str| Some(self.people.who(seat.parse().ok().and_then(Seat::new)?).get(self.lang));
        let names: Option<Vec<String>> = value.split(", ").map(named).collect();
        names.map_or_else(|| value.to_owned(), |names| names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_nothing_twice() {
        assert_eq!(beyond("u2 诈胡。牌不成胡。", "u2 诈胡"), "牌不成胡。");
        assert_eq!(beyond("u2 诈胡。", "u2 诈胡"), "");
        assert_eq!(beyond("another sentence", "u2 诈胡"), "another sentence");
        assert_eq!(beyond("a sentence", ""), "a sentence");
    }
}
