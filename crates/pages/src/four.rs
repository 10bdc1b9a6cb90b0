//! Money between the seats of a table as a figure: a circle for each seat, and an arrow for each payment.

use crate::fragments::{signed, wind};
use crate::money::unit;
use caipan_engine::report::{HandView, LineView};
use caipan_log::{HandLog, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::{Seat, SeatList, Seats};
use maud::{Markup, html};

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

/// The payments from the seat of the row to the seat of the column.
type Matrix = [[i64; 4]; 4];

/// Sums the payments between seats and nets opposite ones.
fn netted(payments: impl Iterator<Item = (Seat, Seat, i64)>) -> Matrix {
    let mut sums = Matrix::default();
    for (from, to, points) in payments {
        let sum = &mut sums[from.index()][to.index()];
        *sum = sum.saturating_add(points);
    }
    let mut net = Matrix::default();
    for (from, row) in net.iter_mut().enumerate() {
        for (to, cell) in row.iter_mut().enumerate() {
            *cell = sums[from][to].saturating_sub(sums[to][from]).max(0);
        }
    }
    net
}

fn netted_lines(ledger: &[LineView]) -> Matrix {
    netted(ledger.iter().filter_map(|line| Some((line.from?, line.to?, line.points))))
}

fn pairs(seats: Seats) -> impl Iterator<Item = (Seat, Seat)> {
    seats.iter().flat_map(move |from| seats.others(from).map(move |to| (from, to)))
}

/// Returns the arrows of payments that are due and of which nothing else is known.
pub fn due(ledger: &[LineView], seats: Seats) -> Vec<Paid> {
    let due = netted_lines(ledger);
    let paid = |(from, to): (Seat, Seat)| Paid { arrow: Arrow::Right, from, to, points: due[from.index()][to.index()] };
    pairs(seats).map(paid).filter(|paid| paid.points > 0).collect()
}

/// Returns the arrows of a hand: what is still to be paid, what was paid and is not due, and what was paid rightly. If the
/// log records no single payments, only those that are due.
pub(crate) fn of_hand(hand: &HandView, log: Option<&HandLog>, seats: Seats) -> Vec<Paid> {
    let due = netted_lines(&hand.ledger);
    let payments = log.and_then(|log| log.result.as_ref()?.payments.as_ref());
    let recorded = payments.map(|all| netted(all.iter().map(|one| (one.from, one.to, one.points))));
    let moves = |from: Seat, to: Seat| {
        let moved = hand.transfers.iter().find(|one| (one.from, one.to) == (Some(from), Some(to)));
        moved.map_or(0, |moved| moved.points)
    };
    let is_wrong = !hand.transfers.is_empty();
    let mut all = Vec::new();
    for (from, to) in pairs(seats) {
        let due = if hand.due_unknown.is_some() { 0 } else { due[from.index()][to.index()] };
        let recorded = recorded.map(|recorded| recorded[from.index()][to.index()]);
        let moved = moves(from, to);
        let mut draw = |arrow: Arrow, points: i64| {
            if points > 0 {
                all.push(Paid { arrow, from, to, points });
            }
        };
        draw(Arrow::Due, moved);
        match recorded {
            Some(recorded) if hand.due_unknown.is_none() => {
                let right = if is_wrong { Arrow::Same } else { Arrow::Right };
                if recorded == due {
                    draw(right, due);
                }
                draw(Arrow::Off, recorded.saturating_sub(due));
                if moved == 0 {
                    draw(Arrow::Right, due.saturating_sub(recorded));
                }
            }
            _ if !is_wrong => draw(Arrow::Right, due),
            _ => {}
        }
    }
    all
}

/// A table with the payments between its seats.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    /// The payments.
    pub paid: &'a [Paid],
    /// The seat at the bottom.
    pub view: Seat,
    /// The players.
    pub people: &'a People,
    /// The dealer, who gives the seats their winds.
    pub dealer: Option<Seat>,
    /// The points of each seat, shown beside the names.
    pub points: Option<SeatList<i64>>,
}

/// The width and height of a figure whose names fit beside the circles.
const WIDTH: i64 = 300;
const HEIGHT: i64 = 184;
/// The width beside a circle at the left or right.
const BESIDE: i64 = 28;

impl Figure<'_> {
    /// Renders the payments as arrows, with a legend if there are several kinds; nothing if nobody pays.
    pub fn draw(&self, lang: Lang) -> Markup {
        let Figure { paid, people, .. } = *self;
        if paid.is_empty() {
            return html! {};
        }
        let told: Vec<String> = paid.iter().map(|one| told(*one, people).get(lang).to_owned()).collect();
        let kinds = [Arrow::Same, Arrow::Off, Arrow::Right, Arrow::Due];
        let kinds: Vec<Arrow> = kinds.into_iter().filter(|kind| paid.iter().any(|one| one.arrow == *kind)).collect();
        let more = self.overhang(lang);
        html! {
            figure {
                svg.four viewBox={ (-more) " 0 " (WIDTH + 2 * more) " " (HEIGHT) } role="img" aria-label=(told.join(lang.pick("；", "; "))) {
                    @for one in paid { (self.arrow(*one)) }
                    @for seat in people.seats().iter() { (self.place(seat, lang)) }
                }
                @if kinds.len() > 1 {
                    figcaption { (kinds.iter().map(|kind| kind.legend().get(lang).to_owned()).collect::<Vec<_>>().join(lang.pick("　", " · "))) }
                }
            }
        }
    }

    /// Returns how far the longest name at the left or right stands out.
    fn overhang(&self, lang: Lang) -> i64 {
        let aside = self.people.seats().iter().filter(|seat| self.slot(*seat) % 2 == 1);
        let wide = aside.map(|seat| width(&short(&self.people.who(seat).get(lang)))).max().unwrap_or_default();
        (wide - BESIDE).max(0)
    }

    /// Returns the slot of a seat from the bottom, counter-clockwise; at a table of two the other one is opposite, at a
    /// table of three nobody is.
    fn slot(&self, seat: Seat) -> usize {
        let seats = self.people.seats();
        match (seats.distance(self.view, seat), seats.len()) {
            (1, 2) => 2,
            (2, 3) => 3,
            (far, _) => far.min(3),
        }
    }

    /// Returns the place of a seat.
    fn at(&self, seat: Seat) -> Point {
        const PLACES: [Point; 4] = [(150, 150), (250, 92), (150, 34), (50, 92)];
        let (x, y) = PLACES[self.slot(seat)];
        (x * UNIT, y * UNIT)
    }

    /// Draws a seat with its name, and its points beside or below.
    fn place(&self, seat: Seat, lang: Lang) -> Markup {
        let (x, y) = self.at(seat);
        let (x, y) = (x / UNIT, y / UNIT);
        let seats = self.people.seats();
        let name = short(&self.people.who(seat).get(lang));
        let points = self.points.map(|points| signed(points[seat]));
        let (name_x, name_y, class) = match self.slot(seat) {
            0 => (x, y + 25, None),
            1 => (x + 20, y, Some("st")),
            2 => (x, y - 24, None),
            _ => (x - 20, y, Some("en")),
        };
        html! {
            g.dealer[self.dealer == Some(seat)] {
                circle cx=(x) cy=(y) r="14" {}
                text.w x=(x) y=(y) { (self.dealer.map_or("", |dealer| wind(lang, seat, dealer, seats))) }
                @match (points, class) {
                    (Some(points), Some(class)) => {
                        text.(class) x=(name_x) y=(name_y - 8) { (name) }
                        text.p.(class) x=(name_x) y=(name_y + 9) { (points) }
                    }
                    (points, class) => text class=[class] x=(name_x) y=(name_y) {
                        (name) @if let Some(points) = points { tspan.p dx="6" { (points) } }
                    }
                }
            }
        }
    }

    /// Draws an arrow with its amount. Opposite arrows bow apart, and those across the table leave its middle.
    fn arrow(&self, paid: Paid) -> Markup {
        let (all, from, to) = (self.paid, self.at(paid.from), self.at(paid.to));
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
        let (left, right) =
            (beside(tip, ahead, -11 * UNIT, 11 * UNIT / 2), beside(tip, ahead, -11 * UNIT, -11 * UNIT / 2));
        let label = ((start.0 + 2 * middle.0 + end.0) / 4, (start.1 + 2 * middle.1 + end.1) / 4);
        html! {
            g.(paid.arrow.class()) {
                path d={ "M" (near(start)) "Q" (near(middle)) " " (near(end)) } {}
                path.head d={ "M" (near(tip)) "L" (near(left)) "L" (near(right)) "Z" } {}
                text.sum x=(label.0 / UNIT) y=(label.1 / UNIT) { (paid.points) }
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

/// Returns a name of at most seven characters.
fn short(name: &str) -> String {
    if name.chars().count() > 7 { name.chars().take(6).chain(['…']).collect() } else { name.to_owned() }
}

/// Returns the width of a name: that of a Chinese character for all but ASCII.
fn width(name: &str) -> i64 {
    name.chars().map(|one| if one.is_ascii() { 8 } else { 13 }).sum()
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
        let figure = Figure { paid: &all, view: a, people: &people, dealer: Some(a), points: None };
        let drawn = figure.draw(Lang::En).into_string();
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

    #[test]
    fn long_names_at_the_sides_widen_the_figure() {
        let [a, b, ..] = Seat::ALL;
        let paid = [Paid { arrow: Arrow::Right, from: a, to: b, points: 1 }];
        let drawn = |names: &[&str]| {
            let people = People::called(names);
            let figure = Figure { paid: &paid, view: a, people: &people, dealer: None, points: None };
            figure.draw(Lang::Zh).into_string()
        };
        assert!(drawn(&["u1", "u2", "u3", "u4"]).contains("viewBox=\"0 0 300 184\""));
        assert!(drawn(&["u1", "u2", "u3", "打麻将的小王"]).contains("viewBox=\"-50 0 400 184\""));
        assert!(drawn(&["u1", "u2", "打麻将的小王", "u4"]).contains("viewBox=\"0 0 300 184\""));
    }

    #[test]
    fn nets_opposite_payments() {
        let [a, b, c, _] = Seat::ALL;
        let net = netted([(a, b, 5), (b, a, 2), (c, a, 4), (a, c, 4), (a, b, 1)].into_iter());
        assert_eq!(net, [[0, 4, 0, 0], [0; 4], [0; 4], [0; 4]]);
    }
}
