//! Renders the referees' rulings beside the report: author, time, and the points as recorded, as due and as ruled.

use super::super::frame::{seat, signed};
use crate::app::{Case, CaseState, ReportPage, RuledLine, RulingView, Rulings, Settlement};
use crate::store::{Entry, Moved, RulingKind};
use caipan_engine::report::{FindingView, Report, TransferView};
use caipan_log::People;
use caipan_pages::Additions;
use caipan_pages::assets::address;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::{Seat, SeatList};
use maud::{Markup, html};

/// The number of decisions beside the verdict.
const DECISIONS: usize = 3;

/// Returns the word for a kind of ruling.
pub(in crate::web) const fn decided(kind: RulingKind, lang: Lang) -> &'static str {
    match (kind, lang) {
        (RulingKind::Uphold, Lang::Zh) => "维持",
        (RulingKind::Uphold, Lang::En) => "upheld",
        (RulingKind::Correct, Lang::Zh) => "更正",
        (RulingKind::Correct, Lang::En) => "corrected",
        (RulingKind::Penalty, Lang::Zh) => "处罚",
        (RulingKind::Penalty, Lang::En) => "penalty",
        (RulingKind::Dismiss, Lang::Zh) => "驳回",
        (RulingKind::Dismiss, Lang::En) => "dismissed",
        (RulingKind::Note, Lang::Zh) => "备注",
        (RulingKind::Note, Lang::En) => "note",
    }
}

/// The rulings on a report.
pub(super) struct Ruled<'a> {
    /// The id of the stored log; none in a saved report.
    id: Option<&'a str>,
    lang: Lang,
    report: &'a Report,
    rulings: &'a Rulings,
    people: People,
    /// True if the viewer may rule.
    may_rule: bool,
}

impl<'a> Ruled<'a> {
    /// Returns the rulings for somebody who may not rule.
    pub(super) fn of(id: Option<&'a str>, report: &'a Report, rulings: &'a Rulings, lang: Lang) -> Ruled<'a> {
        Ruled { id, lang, report, rulings, people: People::called(&report.log.players), may_rule: false }
    }

    /// Offers to rule, if `may_rule` is true.
    pub(super) fn seen_by_referee(self, may_rule: bool) -> Ruled<'a> {
        Ruled { may_rule, ..self }
    }
}

impl Additions for Ruled<'_> {
    /// Renders beside the verdict who decided what.
    fn verdict(&self) -> Markup {
        let decisions: Vec<&Entry> = self
            .rulings
            .standing()
            .map(|view| &view.entry)
            .filter(|entry| entry.kind != RulingKind::Note && entry.reverses.is_none())
            .collect();
        let (shown, more) = decisions.split_at(decisions.len().min(DECISIONS));
        let taken = self.rulings.case(self.report).filter(|case| case.state == CaseState::Taken && shown.is_empty());
        html! {
            @for entry in shown {
                p.decided { a href={ "#r" (entry.number) } { (self.decision(entry)) } }
            }
            @if !more.is_empty() {
                p.meta { a href="#rulings" { (self.say(&bilingual!("另有裁定 {} 条", "Further rulings: {}", more.len()))) } }
            }
            @if let Some(Case { by: Some(by), .. }) = &taken {
                p.decided { a href={ "#r" (by.number) } { (self.say(&bilingual!("{}正在处理", "Taken by {}", signature(by, self.lang)))) } }
            }
        }
    }

    /// Renders the rulings of the log and their settlement.
    fn section(&self) -> Markup {
        let (lang, all) = (self.lang, self.rulings);
        let may_rule = self.id.filter(|_| self.may_rule);
        html! {
            @if !all.rulings.is_empty() || may_rule.is_some() {
                h2 id="rulings" { (lang.pick("裁定", "Rulings")) }
                @for ruling in &all.rulings { (self.one(ruling)) }
                @for settlement in &all.settlements { (self.settled(settlement)) }
                @if let Some(id) = may_rule {
                    p.tools {
                        a.button href={ "/rule/" (id) "?lang=" (lang.tag()) } { (lang.pick("作出裁定", "Record a ruling")) }
                        @if self.rulings.case(self.report).is_some_and(|case| case.state == CaseState::Open) {
                            a.button href={ "/rule/" (id) "?kind=note&take=1&lang=" (lang.tag()) } { (lang.pick("我来处理", "Take this case")) }
                        }
                    }
                }
                // A saved page has no id and loads nothing.
                @if self.id.is_some() && !all.rulings.is_empty() { script type="module" src=(address("time.js")) {} }
            }
        }
    }

    /// Renders the link to rule on a finding.
    fn actions(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(id) = self.id.filter(|_| self.may_rule) {
                " " a href={ "/rule/" (id) "?finding=" (finding.id) "&lang=" (lang.tag()) } { (lang.pick("裁定", "Record a ruling")) }
            }
        }
    }

    /// Renders the rulings on a finding, with links.
    fn done(&self, finding: &FindingView) -> Markup {
        let about = |entry: &Entry| {
            entry.revision == self.revision() && entry.finding.as_ref().is_some_and(|one| one.id == finding.id)
        };
        let mut about = self.rulings.standing().filter(|view| about(&view.entry)).peekable();
        html! {
            @if about.peek().is_some() {
                p.ruled { @for view in about {
                    a href={ "#r" (view.entry.number) } { (self.lang.pick("裁定：", "Ruling: ")) (decided(view.entry.kind, self.lang)) } " "
                } }
            }
        }
    }
}

impl Ruled<'_> {
    fn say<'t>(&self, text: &'t Text) -> &'t str {
        text.get(self.lang)
    }

    /// Describes a decision in a sentence: the referee, the subject and the points.
    fn decision(&self, entry: &Entry) -> String {
        let who = signature(entry, self.lang);
        let place = match entry.hand.map(|hand| hand + 1) {
            Some(hand) => bilingual!("第 {hand} 局", "hand {hand}"),
            None => bilingual!("全场", "the match"),
        };
        let moved: Vec<String> = entry.transfers.iter().map(|&moved| self.moved(moved)).collect();
        let moved = moved.join(self.lang.pick("，", "; "));
        let Text { zh, en } = place;
        self.say(&match entry.kind {
            RulingKind::Correct => bilingual!("已由{who}裁定：{zh}，{moved}", "Decided by {who}: {en}, {moved}"),
            RulingKind::Penalty => bilingual!("已由{who}处罚：{zh}，{moved}", "Penalty by {who}: {en}, {moved}"),
            RulingKind::Uphold => {
                bilingual!("已由{who}裁定：{zh}，维持报告", "Decided by {who}: {en}, the report is upheld")
            }
            RulingKind::Dismiss => bilingual!("已由{who}驳回：{zh}，不作处理", "Dismissed by {who}: {en}, no action"),
            RulingKind::Note => bilingual!("{who}备注：{zh}", "Note by {who}: {en}"),
        })
        .to_owned()
    }

    fn revision(&self) -> String {
        format!("{}@{}", self.report.rules.system, self.report.rules.revision)
    }

    fn one(&self, view: &RulingView) -> Markup {
        let (lang, entry) = (self.lang, &view.entry);
        html! {
            article.ruling.gone[view.reversed_by.is_some()] id={ "r" (entry.number) } {
                h3 { (self.say(&bilingual!("第 {} 号", "Ruling {}", entry.number))) " · " (decided(entry.kind, lang)) " · " (self.about(entry)) }
                p.quiet { (author(entry, lang)) @if !entry.at.is_empty() { " · " time datetime=(entry.at) { (when(&entry.at)) } } }
                @if let Some(by) = view.reversed_by {
                    p { (lang.pick("已由 ", "Reversed by ")) a href={ "#r" (by) } { (self.say(&bilingual!("第 {by} 号", "ruling {by}"))) } (lang.pick(" 撤销。", ".")) }
                }
                @if let Some(before) = entry.reverses {
                    p { (lang.pick("撤销 ", "Reverses ")) a href={ "#r" (before) } { (self.say(&bilingual!("第 {before} 号", "ruling {before}"))) } (lang.pick("。", ".")) }
                }
                @if !entry.note.is_empty() { p.body { bdi { (entry.note) } } }
                @for moved in &entry.transfers { p { strong { (self.moved(*moved)) } } }
                @if entry.revision != self.revision() {
                    p.quiet { (self.say(&bilingual!("针对较早的一份报告（{}）。", "About an earlier report ({}).", entry.revision))) }
                }
                @if !view.digest.is_empty() {
                    details.quiet.digest { summary { (lang.pick("技术信息", "Technical details")) }
                        p { (lang.pick("这条裁定的摘要 ", "Digest of this ruling ")) code { (view.digest) } } }
                }
            }
        }
    }

    /// Renders the subject of a ruling.
    fn about(&self, entry: &Entry) -> Markup {
        let place = match entry.hand.map(|hand| hand + 1) {
            Some(hand) => bilingual!("第 {hand} 局", "hand {hand}"),
            None => bilingual!("全场", "the whole match"),
        };
        html! {
            @match &entry.finding {
                Some(found) if entry.revision == self.revision() => { a href={ "#f" (found.id) } { "#" (found.id) " " (found.code) } " " }
                Some(found) => { "#" (found.id) " " (found.code) " " }
                None => {}
            }
            (self.say(&place))
        }
    }

    fn moved(&self, Moved { from, points, to }: Moved) -> String {
        let people = &self.people;
        let told = match (from.map(|seat| people.who(seat)), to.map(|seat| people.who(seat))) {
            (Some(from), Some(to)) => {
                if points == 1 {
                    bilingual!("{from}补{to} 1 分", "{from:#} pays {to:#} 1 point")
                } else {
                    bilingual!("{from}补{to} {points} 分", "{from:#} pays {to:#} {points} points")
                }
            }
            _ => TransferView { from, to, points }.in_words(people),
        };
        self.say(&told).to_owned()
    }

    /// Renders the points as recorded, as due and as ruled.
    fn settled(&self, settlement: &Settlement) -> Markup {
        let lang = self.lang;
        let Settlement { hand, recorded, due, ledger, ruled } = settlement;
        let title = match hand.map(|hand| hand + 1) {
            Some(hand) => bilingual!("第 {hand} 局，裁定后", "Hand {hand}, as ruled"),
            None => bilingual!("全场，裁定后", "The match, as ruled"),
        };
        let row = |name: &str, points: &Option<SeatList<i64>>| {
            html! { tr { th scope="row" { (name) } @for place in self.people.seats().iter() {
                td { (points.map_or_else(|| "–".to_owned(), |points| signed(points[place]))) }
            } } }
        };
        html! {
            h3 { (self.say(&title)) }
            div.scroll { table.matrix {
                thead { tr { td {} @for place in self.people.seats().iter() { th scope="col" { (seat(lang, place, &self.people)) } } } }
                tbody {
                    (row(lang.pick("所记", "recorded"), recorded))
                    (row(lang.pick("应得", "due"), due))
                    @for line in ledger { (self.line(line)) }
                    (row(lang.pick("裁定", "ruled"), ruled))
                }
            } }
        }
    }

    fn line(&self, RuledLine { ruling, kind, moved }: &RuledLine) -> Markup {
        let points = |place: Seat| match (moved.from == Some(place), moved.to == Some(place)) {
            (true, _) => signed(moved.points.saturating_neg()),
            (_, true) => signed(moved.points),
            _ => String::new(),
        };
        html! {
            tr.moved { th scope="row" { a href={ "#r" (ruling) } { (self.say(&bilingual!("第 {ruling} 号", "ruling {ruling}"))) } " " (decided(*kind, self.lang)) }
                @for place in self.people.seats().iter() { td { (points(place)) } } }
        }
    }
}

/// Renders the author of a ruling: the name given, and the key used.
fn author(entry: &Entry, lang: Lang) -> Markup {
    html! {
        bdi { (signature(entry, lang)) }
        @match &entry.key {
            Some(key) if key.name != entry.referee => { (lang.pick("（密钥：", " (key: ")) bdi { (key.name) } (lang.pick("）", ")")) }
            Some(_) => {}
            None => (lang.pick("（未登录）", " (not signed in)")),
        }
    }
}

/// Returns the name of the referee: as signed, else as the key is named.
pub(in crate::web) fn signature(entry: &Entry, lang: Lang) -> String {
    let named = [Some(entry.referee.as_str()), entry.key.as_ref().map(|key| key.name.as_str())];
    let named = named.into_iter().flatten().find(|name| !name.is_empty());
    named.map_or_else(|| lang.pick("裁判（未署名）", "a referee (unsigned)").to_owned(), str::to_owned)
}

/// Renders a ruling before it is recorded, and the points after it. `case` has the ruling as its last one.
pub(in crate::web) fn preview(case: &ReportPage, lang: Lang) -> Markup {
    let page = Ruled::of(None, case.report(), &case.rulings, lang);
    let about = case.rulings.rulings.last().map(|view| view.entry.hand);
    let after = case.rulings.settlements.iter().filter(|one| about == Some(one.hand));
    html! {
        @if let Some(last) = case.rulings.rulings.last() { (page.one(last)) }
        @for settlement in after { (page.settled(settlement)) }
    }
}

/// Formats a time to the second.
fn when(at: &str) -> String {
    at.get(..19).map_or_else(|| at.to_owned(), |at| format!("{} UTC", at.replace('T', " ")))
}
