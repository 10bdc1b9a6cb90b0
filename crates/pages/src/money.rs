//! Money between seats in one line of text. The arrows between the seats of a table are left to `four`.

use crate::fragments::placed;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// The number of payments in one line of text; more are counted.
const IN_A_LINE: usize = 3;

/// Names a reason why points move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Too little was paid: 补.
    Missing,
    /// Too much was taken: 退.
    Back,
    /// A penalty: 罚.
    Penalty,
}

/// Points that one seat gives another; a side is absent where only the record of the other changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The seat that gives.
    pub from: Option<Seat>,
    /// The seat that gets.
    pub to: Option<Seat>,
    /// The points.
    pub points: i64,
    /// The reason.
    pub reason: Reason,
}

impl Flow {
    /// Returns the flow as people say it.
    pub fn in_words(self, people: &People) -> Text {
        let (points, unit) = (self.points, unit(self.points));
        let verb = self.verb();
        match (self.from.map(|seat| people.who(seat)), self.to.map(|seat| people.who(seat))) {
            (Some(from), Some(to)) => {
                let Text { zh, en } = verb;
                bilingual!("{from}{zh}给{to} {points} 分", "{from:#} {en} {to:#} {points} {unit}")
            }
            (Some(who), None) => bilingual!("{who}减记 {points} 分", "{points} {unit} off the record of {who:#}"),
            (None, Some(who)) => bilingual!("{who}加记 {points} 分", "{points} {unit} onto the record of {who:#}"),
            (None, None) => Text::default(),
        }
    }

    fn verb(self) -> Text {
        match self.reason {
            Reason::Missing => bilingual!("补", "owes"),
            Reason::Back => bilingual!("退", "returns to"),
            Reason::Penalty => bilingual!("罚", "forfeits to"),
        }
    }
}

pub(crate) fn unit(points: i64) -> &'static str {
    if points == 1 { "point" } else { "points" }
}

/// Renders flows in one line: seat, verb and amount with an arrow, seat. `dealer` gives the seats their winds.
pub fn owes(flows: &[Flow], people: &People, dealer: Option<Seat>, lang: Lang) -> Markup {
    html! {
        div.owes {
            @for flow in flows.iter().take(IN_A_LINE) { (line(*flow, people, dealer, lang)) }
            @if flows.len() > IN_A_LINE { span.for { (bilingual!("共 {} 笔", "{} transfers", flows.len()).get(lang)) } }
        }
    }
}

fn line(flow: Flow, people: &People, dealer: Option<Seat>, lang: Lang) -> Markup {
    let (points, unit) = (flow.points, unit(flow.points));
    let seat = |seat: Seat| placed(lang, seat, people, dealer);
    html! {
        span.flow {
            @match (flow.from, flow.to) {
                (Some(from), Some(to)) => {
                    @let said = match flow.reason {
                        Reason::Missing => bilingual!("补 {points} 分", "owes {points}"),
                        Reason::Back => bilingual!("退 {points} 分", "returns {points}"),
                        Reason::Penalty => bilingual!("罚 {points} 分", "forfeits {points}"),
                    };
                    (seat(from)) " "
                    span.sum { (said.get(lang)) span.unseen { (lang.pick("给", " to ")) } } " "
                    (seat(to))
                }
                (Some(who), None) => { (seat(who)) " " b { (bilingual!("减记 {points} 分", "{points} {unit} off the record").get(lang)) } }
                (None, Some(who)) => { (seat(who)) " " b { (bilingual!("加记 {points} 分", "{points} {unit} onto the record").get(lang)) } }
                (None, None) => {}
            }
        }
    }
}
