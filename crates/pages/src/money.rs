//! Money between seats: in one line of text, and as arrows between the seats of a table.

use crate::fragments::{placed, wind};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::{Seat, Seats};
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

fn unit(points: i64) -> &'static str {
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

/// The kind of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrow {
    /// Recorded and right.
    Same,
    /// Recorded and not due.
    Off,
    /// Due under the rules.
    Right,
    /// Still to be paid.
    Due,
}

impl Arrow {
    const fn class(self) -> &'static str {
        match self {
            Arrow::Same => "same",
            Arrow::Off => "off",
            Arrow::Right => "ok",
            Arrow::Due => "due",
        }
    }

    /// Names the arrow in the legend of a figure.
    fn legend(self) -> Text {
        match self {
            Arrow::Same => bilingual!("灰线：付对的", "grey: paid rightly"),
            Arrow::Off => bilingual!("红虚线：不该付的", "red, dashed: not due"),
            Arrow::Right => bilingual!("绿线：应付的", "green: due"),
            Arrow::Due => bilingual!("蓝线：要补、要退的", "blue: to be paid now"),
        }
    }
}

/// A payment in a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paid {
    /// The kind of its arrow.
    pub arrow: Arrow,
    /// The seat that pays.
    pub from: Seat,
    /// The seat that gets.
    pub to: Seat,
    /// The points.
    pub points: i64,
}

/// Renders payments as arrows between seats, seen from `view` at the bottom, with a legend if there are several kinds.
pub fn four(all: &[Paid], view: Seat, people: &People, dealer: Option<Seat>, lang: Lang) -> Markup {
    let seats = people.seats();
    let told: Vec<String> = all.iter().map(|paid| told(*paid, people).get(lang).to_owned()).collect();
    let kinds = [Arrow::Same, Arrow::Off, Arrow::Right, Arrow::Due];
    let kinds: Vec<Arrow> = kinds.into_iter().filter(|kind| all.iter().any(|paid| paid.arrow == *kind)).collect();
    html! {
        figure {
            svg.four viewBox="0 0 300 184" role="img" aria-label=(told.join(lang.pick("；", "; "))) {
                @for paid in all { (arrow(*paid, all, view, seats)) }
                @for seat in seats.iter() { (place(seat, view, people, dealer, lang)) }
            }
            @if kinds.len() > 1 {
                figcaption { (kinds.iter().map(|kind| kind.legend().get(lang).to_owned()).collect::<Vec<_>>().join(lang.pick("　", " · "))) }
            }
        }
    }
}

fn told(paid: Paid, people: &People) -> Text {
    let (from, to, points, unit) = (people.who(paid.from), people.who(paid.to), paid.points, unit(paid.points));
    match paid.arrow {
        Arrow::Same => bilingual!("{from}付了{to} {points} 分", "{from:#} paid {to:#} {points} {unit}"),
        Arrow::Off => {
            bilingual!("{from}付了{to} {points} 分，不该付", "{from:#} paid {to:#} {points} {unit} that were not due")
        }
        Arrow::Right => bilingual!("{from}应付{to} {points} 分", "{points} {unit} are due from {from:#} to {to:#}"),
        Arrow::Due => bilingual!("{from}还要给{to} {points} 分", "{from:#} has to give {to:#} {points} {unit}"),
    }
}

/// A place in the figure, in thousandths of its unit.
type Point = (i64, i64);
/// The thousandths of a unit.
const UNIT: i64 = 1000;

/// Returns the place of a seat: the seat of the view at the bottom, the others counter-clockwise.
fn at(seat: Seat, view: Seat, seats: Seats) -> Point {
    const PLACES: [Point; 4] = [(150, 150), (250, 92), (150, 34), (50, 92)];
    let (x, y) = PLACES[slot(seat, view, seats)];
    (x * UNIT, y * UNIT)
}

/// Returns the slot of a seat from the bottom; at a table of two the other one is opposite, at a table of three nobody is.
fn slot(seat: Seat, view: Seat, seats: Seats) -> usize {
    match (seats.distance(view, seat), seats.len()) {
        (1, 2) => 2,
        (2, 3) => 3,
        (far, _) => far.min(3),
    }
}

fn place(seat: Seat, view: Seat, people: &People, dealer: Option<Seat>, lang: Lang) -> Markup {
    let (x, y) = at(seat, view, people.seats());
    let (x, y) = (x / UNIT, y / UNIT);
    let name = people.who(seat).get(lang);
    let (name_x, name_y, class) = match slot(seat, view, people.seats()) {
        0 => (x, y + 25, None),
        1 => (x + 20, y, Some("st")),
        2 => (x, y - 24, None),
        _ => (x - 20, y, Some("en")),
    };
    let short: String = if name.chars().count() > 7 { name.chars().take(6).chain(['…']).collect() } else { name };
    html! {
        g.dealer[dealer == Some(seat)] {
            circle cx=(x) cy=(y) r="14" {}
            text.w x=(x) y=(y) { (dealer.map_or("", |dealer| wind(lang, seat, dealer, people.seats()))) }
            text x=(name_x) y=(name_y) class=[class] { (short) }
        }
    }
}

/// Returns the direction from one place to another, as a vector of length [`UNIT`], and the distance.
fn direction(from: Point, to: Point) -> (Point, i64) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let square = u64::try_from(dx * dx + dy * dy).unwrap_or_default();
    let long = i64::try_from(square.isqrt()).unwrap_or(i64::MAX).max(1);
    ((dx * UNIT / long, dy * UNIT / long), long)
}

/// Returns the place `along` a direction and `off` to its side.
const fn beside(from: Point, (ux, uy): Point, along: i64, off: i64) -> Point {
    (from.0 + (ux * along - uy * off) / UNIT, from.1 + (uy * along + ux * off) / UNIT)
}

/// Draws an arrow with its amount. Opposite arrows bow apart, and those across the table leave its middle.
fn arrow(paid: Paid, all: &[Paid], view: Seat, seats: Seats) -> Markup {
    let (from, to) = (at(paid.from, view, seats), at(paid.to, view, seats));
    let (along, long) = direction(from, to);
    let is_met = all.iter().any(|other| (other.from, other.to) == (paid.to, paid.from));
    let is_same = all.iter().filter(|other| (other.from, other.to) == (paid.from, paid.to)).count() > 1;
    let first = all.iter().find(|other| (other.from, other.to) == (paid.from, paid.to)) == Some(&paid);
    let across = from.0 == to.0 || from.1 == to.1;
    let bow = match (is_met || is_same, across) {
        (true, _) => 30 * UNIT,
        (false, true) => 26 * UNIT,
        (false, false) => 0,
    };
    let bow = if is_same && !first { -bow } else { bow };
    let start = beside(from, along, 23 * UNIT, bow / 4);
    let middle = beside(from, along, long / 2, bow);
    let end = beside(from, along, long - 31 * UNIT, bow / 4);
    let (ahead, _) = direction(middle, end);
    let tip = beside(end, ahead, 9 * UNIT, 0);
    let (left, right) = (beside(tip, ahead, -11 * UNIT, 11 * UNIT / 2), beside(tip, ahead, -11 * UNIT, -11 * UNIT / 2));
    let label = ((start.0 + 2 * middle.0 + end.0) / 4, (start.1 + 2 * middle.1 + end.1) / 4);
    html! {
        g.(paid.arrow.class()) {
            path d={ "M" (near(start)) "Q" (near(middle)) " " (near(end)) } {}
            path.head d={ "M" (near(tip)) "L" (near(left)) "L" (near(right)) "Z" } {}
            text.sum x=(label.0 / UNIT) y=(label.1 / UNIT) { (paid.points) }
        }
    }
}

fn near((x, y): Point) -> String {
    let rounded = |value: i64| (value + UNIT / 2).div_euclid(UNIT);
    format!("{} {}", rounded(x), rounded(y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_arrows_bow_apart_and_all_stay_in_the_figure() {
        let people = People::called::<&str>(&[]);
        let [a, b, c, d] = Seat::ALL;
        let paid = |from, to, arrow| Paid { from, to, points: 12, arrow };
        let all = [paid(a, b, Arrow::Due), paid(b, a, Arrow::Off), paid(a, c, Arrow::Same), paid(d, b, Arrow::Right)];
        let drawn = four(&all, a, &people, Some(a), Lang::En).into_string();
        let curve = |class: &str| {
            let (_, rest) = drawn.split_once(&format!("<g class=\"{class}\"><path d=\"M")).expect("an arrow");
            rest.split_once('"').expect("an end").0.to_owned()
        };
        let numbers =
            |text: String| text.split([' ', 'Q']).map(|one| one.parse::<i64>().expect("a number")).collect::<Vec<_>>();
        for class in ["due", "off", "same", "ok"] {
            assert!(numbers(curve(class)).iter().all(|n| (0..=300).contains(n)), "{drawn}");
        }
        let middle = |class: &str| numbers(curve(class))[2..4].to_vec();
        assert_ne!(middle("due"), middle("off"), "{drawn}");
        assert_eq!(drawn.matches("<circle").count(), 4);
    }
}
