//! Adds the referees' rulings to a report: the decision in its banner, the answers to it, and the way to them.

use super::super::history::first_seen;
use crate::app::{Case, CaseState, ReportPage, Rulings};
use crate::store::{Entry, FirstSeen, Moved, RulingKind};
use caipan_engine::audit::{Kind, Verdict};
use caipan_engine::report::{FindingView, Report, TransferView};
use caipan_log::People;
use caipan_pages::Additions;
use caipan_pages::money::{Flow, Reason, owes};
use caipan_pages::tiles::prose;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Names the answer that follows the report.
pub(in crate::web) const fn agreed(moves_nothing: bool, lang: Lang) -> &'static str {
    match (moves_nothing, lang) {
        (true, Lang::Zh) => "照报告办",
        (true, Lang::En) => "As the report says",
        (false, Lang::Zh) => "照报告更正",
        (false, Lang::En) => "Correct as reported",
    }
}

/// The number of decisions beside the verdict.
const DECISIONS: usize = 3;

/// Returns the word for a kind of ruling.
pub(in crate::web) const fn decided(kind: RulingKind, lang: Lang) -> &'static str {
    match (kind, lang) {
        (RulingKind::Uphold, Lang::Zh) => "照报告办",
        (RulingKind::Uphold, Lang::En) => "upheld",
        (RulingKind::Correct, Lang::Zh) => "更正",
        (RulingKind::Correct, Lang::En) => "corrected",
        (RulingKind::Penalty, Lang::Zh) => "处罚",
        (RulingKind::Penalty, Lang::En) => "penalty",
        (RulingKind::Dismiss, Lang::Zh) => "维持原判",
        (RulingKind::Dismiss, Lang::En) => "the result stands",
        (RulingKind::Note, Lang::Zh) => "备注",
        (RulingKind::Note, Lang::En) => "note",
    }
}

/// The rulings on a report.
pub(super) struct Ruled<'a> {
    /// The id of the stored log; none in a saved report.
    id: Option<&'a str>,
    pub(super) lang: Lang,
    report: &'a Report,
    rulings: &'a Rulings,
    pub(super) people: People,
    /// The first log with each code of the report.
    first_seen: Option<&'a BTreeMap<String, FirstSeen>>,
    /// True if the viewer may rule.
    may_rule: bool,
}

impl<'a> Ruled<'a> {
    /// Returns the rulings for somebody who may not rule.
    pub(super) fn of(id: Option<&'a str>, report: &'a Report, rulings: &'a Rulings, lang: Lang) -> Ruled<'a> {
        let people = People::called(&report.log.players);
        Ruled { id, lang, report, rulings, people, first_seen: None, may_rule: false }
    }

    /// Adds the history of the findings, and offers to rule to somebody who may.
    pub(super) fn on_page(self, case: &'a ReportPage) -> Ruled<'a> {
        Ruled { first_seen: Some(&case.first_seen), may_rule: case.may_rule, ..self }
    }
}

impl Additions for Ruled<'_> {
    /// Renders what was decided, in place of the report's own banner.
    fn banner(&self) -> Option<Markup> {
        let Case { state, by: Some(last) } = self.rulings.case(self.report)? else { return None };
        if !matches!(state, CaseState::Decided | CaseState::Dismissed) {
            return None;
        }
        let lang = self.lang;
        let decisions: Vec<&Entry> = self.decisions().collect();
        let flows: Vec<Flow> = decisions.iter().flat_map(|entry| self.flows(entry)).collect();
        Some(html! {
            section.card.verdict.decided {
                p.state { (self.place(&last)) @if decisions.len() > 1 { (self.say(&bilingual!(" · {} 条裁定", " · {} rulings", decisions.len()))) } }
                span.seal { (lang.pick("已裁定", "Decided")) }
                h1 { (self.say(&self.outcome(&last))) }
                @if flows.is_empty() { p.lead { (lang.pick("分数不动", "No points move")) } } @else { (owes(&flows, &self.people, self.dealer(&last), lang)) }
                p.quiet.small {
                    bdi { (signature(&last, lang)) } " " time datetime=(last.at) { (when(&last.at)) }
                    @if !last.note.is_empty() { (lang.pick(" · 理由：", " · reason: ")) bdi { (last.note) } }
                }
                div.acts {
                    a.button href="#rulings" { (lang.pick("看经过", "What happened")) }
                    @if let Some(id) = self.id.filter(|_| self.may_rule) {
                        a.button.bare href={ "/rule/" (id) "?kind=uphold&reverses=" (last.number) "&lang=" (lang.tag()) } { (lang.pick("撤销这条裁定", "Reverse this ruling")) }
                    }
                }
            }
        })
    }

    fn answer(&self, agreed: bool) -> Markup {
        let lang = self.lang;
        let waits = self.rulings.case(self.report).is_some();
        let (kind, label) = if agreed {
            ("dismiss", lang.pick("就按这条房规", "Apply the house rule"))
        } else {
            ("correct", lang.pick("按算错改", "Correct the points"))
        };
        html! {
            @if let Some(id) = self.id.filter(|_| self.may_rule && waits) {
                a.button.primary[agreed] href={ "/rule/" (id) "?kind=" (kind) "&lang=" (lang.tag()) } { (label) }
            }
        }
    }

    /// Renders the answers to a report that waits for one, and who has it.
    fn verdict(&self) -> Markup {
        let lang = self.lang;
        let case = self.rulings.case(self.report);
        let is_taken = case.as_ref().is_some_and(|case| case.state == CaseState::Taken);
        let taken = self
            .rulings
            .standing()
            .map(|view| &view.entry)
            .filter(|entry| entry.kind == RulingKind::Note && entry.reverses.is_none())
            .last();
        html! {
            @for entry in self.decisions().take(DECISIONS) { p.small { a href={ "#r" (entry.number) } { (self.decision(entry)) } } }
            @if let Some(by) = taken.filter(|_| is_taken) {
                p.small { a href={ "#r" (by.number) } { (self.say(&bilingual!("{}正在处理", "Taken by {}", signature(by, lang)))) } }
            }
            @if let (Some(id), Some(case)) = (self.id.filter(|_| self.may_rule), case) {
                div.acts {
                    @if self.report.verdict == Verdict::Faulty {
                        a.button.primary href={ "/rule/" (id) "?" (self.answer(true)) "&lang=" (lang.tag()) } { (agreed(self.report.transfers.is_empty(), lang)) }
                        a.button href={ "/rule/" (id) "?" (self.answer(false)) "&lang=" (lang.tag()) } { (lang.pick("维持原判", "Keep the result")) }
                    }
                    @if case.state == CaseState::Open { (self.take(id)) }
                }
            }
        }
    }

    /// Renders the rulings of the log and their settlement, the report first.
    fn section(&self) -> Markup {
        let (lang, all) = (self.lang, self.rulings);
        html! {
            @if !all.rulings.is_empty() {
                section id="rulings" {
                    h2 { (lang.pick("经过", "What happened")) }
                    div.stack {
                        div.card { p { (lang.pick("报告：", "Report: ")) (prose(self.say(&self.report.headline()), lang)) } }
                        @for ruling in &all.rulings { (self.one(ruling)) }
                        @if !all.settlements.is_empty() {
                            details.fold {
                                summary { span { (lang.pick("裁定后的分", "The points as ruled")) } }
                                @for settlement in &all.settlements { (self.settled(settlement)) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Renders the link to rule on a finding.
    fn actions(&self, finding: &FindingView) -> Markup {
        html! {
            @if let Some(id) = self.id.filter(|_| self.may_rule) {
                a.button href={ "/rule/" (id) "?finding=" (finding.id) "&lang=" (self.lang.tag()) } { (self.lang.pick("裁定", "Decide")) }
            }
        }
    }

    /// Renders the ways of somebody who does not agree with a report that finds no fault.
    fn dissent(&self) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(id) = self.id {
                details.fold {
                    summary { span { (lang.pick("不同意这个结论？", "You do not agree?")) } }
                    div.acts {
                        a.button href={ "/what-if/" (id) "?lang=" (lang.tag()) } { (lang.pick("换个判法", "What if?")) }
                        @if self.may_rule { a.button href={ "/rule/" (id) "?lang=" (lang.tag()) } { (lang.pick("另作裁定", "Rule otherwise")) } }
                    }
                }
            }
        }
    }

    /// Renders the rulings on a finding, with links, and when its code was first seen.
    fn done(&self, finding: &FindingView) -> Markup {
        let about = |entry: &Entry| {
            entry.revision == self.revision() && entry.finding.as_ref().is_some_and(|one| one.id == finding.id)
        };
        let mut about = self.rulings.standing().filter(|view| about(&view.entry)).peekable();
        let seen = self.id.zip(self.first_seen.and_then(|all| all.get(finding.code.as_ref())));
        html! {
            @if let Some((id, seen)) = seen {
                p.quiet.small.history {
                    (first_seen(seen, Some(id), self.lang))
                    " · " a href={ "/desk?code=" (finding.code) "&lang=" (self.lang.tag()) } { (self.lang.pick("看所有这种错误", "All logs with this problem")) }
                }
            }
            @if about.peek().is_some() {
                p.ruled { @for view in about {
                    a href={ "#r" (view.entry.number) } { (self.lang.pick("裁定：", "Ruling: ")) (decided(view.entry.kind, self.lang)) } " "
                } }
            }
        }
    }
}

impl Ruled<'_> {
    /// The rulings in force that decide something.
    fn decisions(&self) -> impl Iterator<Item = &Entry> {
        let standing = self.rulings.standing().map(|view| &view.entry);
        standing.filter(|entry| entry.kind != RulingKind::Note && entry.reverses.is_none())
    }

    /// Returns the query of the form with an answer ticked: about the only fault, or about the whole match.
    fn answer(&self, agrees: bool) -> String {
        let faults = self.report.findings.iter().filter(|one| one.kind == Kind::Fault && self.report.stands_alone(one));
        let faults: Vec<usize> = faults.map(|finding| finding.id).collect();
        let about = if let [only] = faults[..] { format!("&finding={only}") } else { String::new() };
        let kind = match agrees {
            true if self.report.transfers.is_empty() => "uphold",
            true => "correct",
            false => "dismiss",
        };
        format!("kind={kind}{about}")
    }

    /// Renders the button that takes the case: a note under the name of the referee.
    fn take(&self, id: &str) -> Markup {
        let lang = self.lang;
        html! {
            form method="post" action={ "/rule/" (id) "?lang=" (lang.tag()) } {
                input type="hidden" name="lang" value=(lang.tag());
                input type="hidden" name="kind" value="note";
                input type="hidden" name="note" value=(lang.pick("已接手，正在处理。", "Taken; I am looking into it."));
                input type="hidden" name="seen" value=(self.rulings.rulings.len());
                input type="hidden" name="revision" value=(self.revision());
                button.bare name="confirm" value="1" { (lang.pick("我来处理", "I take it")) }
            }
        }
    }

    /// Returns the points that a ruling moves.
    pub(super) fn flows(&self, entry: &Entry) -> Vec<Flow> {
        let recorded = |seat: Option<Seat>| {
            let hand = self.report.hands.iter().find(|hand| Some(hand.hand) == entry.hand)?;
            Some(hand.recorded?[seat?])
        };
        let reason = |moved: &Moved| match entry.kind {
            RulingKind::Penalty => Reason::Penalty,
            _ if recorded(moved.from).is_some_and(|points| points > 0) => Reason::Back,
            _ => Reason::Missing,
        };
        let flow = |moved: &Moved| Flow { from: moved.from, to: moved.to, points: moved.points, reason: reason(moved) };
        entry.transfers.iter().map(flow).collect()
    }

    fn dealer(&self, entry: &Entry) -> Option<Seat> {
        self.report.hands.iter().find(|hand| Some(hand.hand) == entry.hand).map(|hand| hand.dealer)
    }

    /// Returns the decision in a few words: whether it follows the report.
    fn outcome(&self, entry: &Entry) -> Text {
        let of_hand = self.report.hands.iter().find(|hand| Some(hand.hand) == entry.hand);
        let suggested = of_hand.map_or(&self.report.transfers, |hand| &hand.transfers);
        let moved = entry.transfers.iter().map(|&Moved { from, points, to }| TransferView { from, to, points });
        match entry.kind {
            RulingKind::Correct if moved.eq(suggested.iter().copied()) => {
                bilingual!("照报告更正", "Corrected as the report says")
            }
            RulingKind::Correct => bilingual!("另行更正", "Corrected otherwise"),
            RulingKind::Penalty => bilingual!("处罚", "Penalty"),
            RulingKind::Dismiss => bilingual!("维持原判", "The recorded result stands"),
            RulingKind::Uphold | RulingKind::Note => bilingual!("照报告办", "As the report says"),
        }
    }

    /// Names the hand of a ruling.
    fn place(&self, entry: &Entry) -> String {
        let place = match entry.hand.map(|hand| hand + 1) {
            Some(hand) => bilingual!("第 {hand} 局", "Hand {hand}"),
            None => bilingual!("全场", "The whole match"),
        };
        self.say(&place).to_owned()
    }

    pub(super) fn say<'t>(&self, text: &'t Text) -> &'t str {
        text.get(self.lang)
    }

    /// Describes a decision in a sentence: the referee, the subject and the points.
    fn decision(&self, entry: &Entry) -> String {
        let who = signature(entry, self.lang);
        let place = match entry.hand.map(|hand| hand + 1) {
            Some(hand) => bilingual!("第 {hand} 局", "hand {hand}"),
            None => bilingual!("全场", "the match"),
        };
        let moved: Vec<String> =
            self.flows(entry).iter().map(|flow| self.say(&flow.in_words(&self.people)).to_owned()).collect();
        let moved = moved.join(self.lang.pick("，", "; "));
        let Text { zh, en } = place;
        self.say(&match entry.kind {
            RulingKind::Correct => bilingual!("已由{who}裁定：{zh}，{moved}", "Decided by {who}: {en}, {moved}"),
            RulingKind::Penalty => bilingual!("已由{who}处罚：{zh}，{moved}", "Penalty by {who}: {en}, {moved}"),
            RulingKind::Uphold => {
                bilingual!("已由{who}裁定：{zh}，照报告办", "Decided by {who}: {en}, the report is upheld")
            }
            RulingKind::Dismiss => {
                bilingual!("已由{who}裁定：{zh}，维持原判", "Decided by {who}: {en}, the result stands")
            }
            RulingKind::Note => bilingual!("{who}备注：{zh}", "Note by {who}: {en}"),
        })
        .to_owned()
    }

    pub(super) fn revision(&self) -> String {
        format!("{}@{}", self.report.rules.system, self.report.rules.revision)
    }
}

/// Returns the name of the referee: as signed, else as the key is named.
pub(in crate::web) fn signature(entry: &Entry, lang: Lang) -> String {
    let named = [Some(entry.referee.as_str()), entry.key.as_ref().map(|key| key.name.as_str())];
    let named = named.into_iter().flatten().find(|name| !name.is_empty());
    named.map_or_else(|| lang.pick("裁判（未署名）", "a referee (unsigned)").to_owned(), str::to_owned)
}

/// Formats a time to the second.
pub(super) fn when(at: &str) -> String {
    at.get(..19).map_or_else(|| at.to_owned(), |at| format!("{} UTC", at.replace('T', " ")))
}
