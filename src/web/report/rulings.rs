//! Renders the referees' rulings beside the report: author, time, and the points as recorded, as due and as ruled.

use super::super::frame::seat;
use super::{Page, signed};
use crate::app::{RuledLine, RulingView, Settlement};
use crate::store::{Entry, Moved, RulingKind};
use caipan_engine::report::{FindingView, TransferView};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Returns the word for a kind of ruling.
pub(in crate::web) const fn decided(kind: RulingKind, lang: Lang) -> &'static str {
    match (kind, lang) {
        (RulingKind::Uphold, Lang::Zh) => "维持",
        (RulingKind::Uphold, Lang::En) => "upheld",
        (RulingKind::Correct, Lang::Zh) => "更正",
        (RulingKind::Correct, Lang::En) => "corrected",
        (RulingKind::Penalty, Lang::Zh) => "处罚",
        (RulingKind::Penalty, Lang::En) => "penalty",
        (RulingKind::Note, Lang::Zh) => "备注",
        (RulingKind::Note, Lang::En) => "note",
    }
}

impl Page<'_> {
    /// Renders the notice that rulings exist, beside the verdict.
    pub(super) fn ruled(&self) -> Markup {
        let standing = self.case.rulings.standing().count();
        html! {
            @if standing > 0 {
                p.meta { a href="#rulings" { (self.say(&bilingual!("裁判已裁定：{standing} 条有效", "A referee has ruled: rulings that stand: {standing}"))) } }
            }
        }
    }

    /// Renders the rulings of the log and their settlement.
    pub(super) fn rulings(&self) -> Markup {
        let (lang, all) = (self.lang, &self.case.rulings);
        let may_rule = self.id.filter(|_| self.case.may_rule);
        html! {
            @if !all.rulings.is_empty() || may_rule.is_some() {
                h2 id="rulings" { (lang.pick("裁定", "Rulings")) }
                @for ruling in &all.rulings { (self.one(ruling)) }
                @for settlement in &all.settlements { (self.settled(settlement)) }
                @if let Some(id) = may_rule {
                    p { a.button href={ "/rule/" (id) "?lang=" (lang.tag()) } { (lang.pick("作出裁定", "Rule on this report")) } }
                }
            }
        }
    }

    /// Renders the link to rule on a finding.
    pub(super) fn rule_on(&self, finding: &FindingView) -> Markup {
        let lang = self.lang;
        html! {
            @if let Some(id) = self.id.filter(|_| self.case.may_rule) {
                " " a href={ "/rule/" (id) "?finding=" (finding.id) "&lang=" (lang.tag()) } { (lang.pick("裁定", "Rule on it")) }
            }
        }
    }

    /// Renders the rulings on a finding, with links.
    pub(super) fn ruled_on(&self, finding: &FindingView) -> Markup {
        let about = |entry: &Entry| {
            entry.revision == self.revision() && entry.finding.as_ref().is_some_and(|one| one.id == finding.id)
        };
        let mut about = self.case.rulings.standing().filter(|view| about(&view.entry)).peekable();
        html! {
            @if about.peek().is_some() {
                p.ruled { @for view in about {
                    a href={ "#r" (view.entry.number) } { (self.lang.pick("裁定：", "Ruled: ")) (decided(view.entry.kind, self.lang)) } " "
                } }
            }
        }
    }

    fn revision(&self) -> String {
        format!("{}@{}", self.report.rules.system, self.report.rules.revision)
    }

    fn one(&self, view: &RulingView) -> Markup {
        let (lang, entry) = (self.lang, &view.entry);
        html! {
            article.ruling.gone[view.reversed_by.is_some()] id={ "r" (entry.number) } {
                h3 { (self.say(&bilingual!("第 {} 号", "Ruling {}", entry.number))) " · " (decided(entry.kind, lang)) " · " (self.about(entry)) }
                p.quiet { (author(entry, lang)) " · " time datetime=(entry.at) { (when(&entry.at)) } }
                @if let Some(by) = view.reversed_by {
                    p { (lang.pick("已由 ", "Reversed by ")) a href={ "#r" (by) } { (self.say(&bilingual!("第 {by} 号", "ruling {by}"))) } (lang.pick(" 撤销。", ".")) }
                }
                @if let Some(before) = entry.reverses {
                    p { (lang.pick("撤销 ", "Reverses ")) a href={ "#r" (before) } { (self.say(&bilingual!("第 {before} 号", "ruling {before}"))) } (lang.pick("。", ".")) }
                }
                @if !entry.note.is_empty() { p.body { bdi { (entry.note) } } }
                @for moved in &entry.transfers { p { strong { (self.moved(*moved)) } } }
                @if entry.revision != self.revision() {
                    p.quiet { (self.say(&bilingual!("针对当时的报告（{}）。", "About the report of that time ({}).", entry.revision))) }
                }
                p.quiet.digest { (lang.pick("摘要 ", "Digest ")) code { (view.digest) } }
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
            (Some(from), Some(to)) => bilingual!("{from}给{to} {points}", "{from:#} gives {to:#} {points}"),
            _ => TransferView { from, to, points }.told(people),
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
        let row = |name: &str, points: &Option<[i64; 4]>| {
            html! { tr { th scope="row" { (name) } @for place in self.people.seats().iter() {
                td { (points.map_or_else(|| "–".to_owned(), |points| signed(points[place.index()]))) }
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
        @if !entry.referee.is_empty() { bdi { (entry.referee) } " " }
        @match &entry.key {
            Some(key) => { (lang.pick("密钥 ", "key ")) bdi { (key.name) } " " small { (key.id) } }
            None => (lang.pick("本机（无密钥）", "this machine, without a key")),
        }
    }
}

/// Formats a time to the second.
fn when(at: &str) -> String {
    at.get(..19).map_or_else(|| at.to_owned(), |at| format!("{} UTC", at.replace('T', " ")))
}
