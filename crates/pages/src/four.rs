//! Money between the seats of a hand as a figure: four seats, and an arrow for each pair that pays.

use crate::fragments::signed;
use crate::words;
use caipan_engine::report::{LineView, TransferView};
use caipan_tiles::text::Lang;
use caipan_tiles::tile::{Seat, SeatList};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// A place in the figure.
type Point = (i64, i64);

/// The centre of a side, the anchor of its name, and the lines of name and points.
type Side = (Point, &'static str, Point, Point);

/// The centre of each side of the figure, from the bottom counter-clockwise, and the place of its name: the anchor, and
/// the lines of name and points.
const SIDES: [Side; 4] = [
    ((150, 150), "middle", (150, 176), (150, 190)),
    ((250, 92), "start", (270, 88), (270, 103)),
    ((150, 34), "middle", (150, 14), (150, 2)),
    ((50, 92), "end", (30, 88), (30, 103)),
];

/// The money of a hand.
pub struct Settlement<'a> {
    /// The payments due under the rules.
    pub ledger: &'a [LineView],
    /// The transfers that are still to be made.
    pub transfers: &'a [TransferView],
    /// The points of each seat under the rules.
    pub balance: SeatList<i64>,
    /// True if the balance is known.
    pub is_known: bool,
    /// The dealer.
    pub dealer: Seat,
    /// The names of the seats.
    pub names: &'a dyn Fn(Seat) -> String,
}

/// Renders what the seats of a hand owe each other under the rules, and what is still to move, seen from a seat. `None`
/// if nobody pays another seat.
pub fn four(hand: &Settlement<'_>, view: Seat, lang: Lang) -> Option<Markup> {
    let (seats, name) = (hand.balance.seats(), hand.names);
    // What two seats owe each other is one arrow.
    let mut due: BTreeMap<(Seat, Seat), i64> = BTreeMap::new();
    for line in hand.ledger {
        if let (Some(from), Some(to)) = (line.from, line.to) {
            *due.entry((from, to)).or_default() += line.points;
            *due.entry((to, from)).or_default() -= line.points;
        }
    }
    due.retain(|_, points| *points > 0);
    let owed: BTreeMap<(Seat, Seat), i64> =
        hand.transfers.iter().filter_map(|one| Some(((one.from?, one.to?), one.points))).collect();
    if due.is_empty() && owed.is_empty() {
        return None;
    }
    let side = |seat: Seat| match (seats.len(), seats.distance(view, seat)) {
        (3, 2) => 3,
        (2, 1) => 2,
        (_, steps) => steps % 4,
    };
    let arrow = |class: &str, (from, to): (Seat, Seat), points: i64, bow: i64| {
        let (((x, y), ..), ((to_x, to_y), ..)) = (SIDES[side(from)], SIDES[side(to)]);
        let (dx, dy) = (to_x - x, to_y - y);
        // A circle has a radius of 14; the seats left and right are further apart.
        let cut = if dy == 0 { 10 } else { 18 };
        let (x, y, to_x, to_y) = (x + dx * cut / 100, y + dy * cut / 100, to_x - dx * cut / 100, to_y - dy * cut / 100);
        let (mid_x, mid_y) = (i64::midpoint(x, to_x), i64::midpoint(y, to_y));
        let (bow_x, bow_y) = (dy * bow / 100, -dx * bow / 100);
        html! {
            g.(class) {
                path d={ "M" (x) " " (y) "Q" (mid_x + bow_x) " " (mid_y + bow_y) " " (to_x) " " (to_y) } marker-end={ "url(#tip-" (class) ")" } {}
                text.amt x=(mid_x + bow_x / 2) y=(mid_y + bow_y / 2) { (points) }
            }
        }
    };
    let kept = if owed.is_empty() { "ok" } else { "same" };
    let said: Vec<String> = owed
        .iter()
        .map(|((from, to), points)| {
            lang.pick(
                format!("{}补给{} {points}", name(*from), name(*to)),
                format!("{} owes {} {points}", name(*from), name(*to)),
            )
        })
        .chain(due.iter().map(|((from, to), points)| {
            lang.pick(
                format!("{}该付{} {points}", name(*from), name(*to)),
                format!("{} is to pay {} {points}", name(*from), name(*to)),
            )
        }))
        .collect();
    Some(html! {
        figure {
            svg.four viewBox="-40 -8 380 204" role="img" aria-label=(said.join(lang.pick("；", "; "))) {
                defs { @for class in [kept, "due"] {
                    marker.(class) id={ "tip-" (class) } viewBox="0 0 10 10" refX="8" refY="5" markerWidth="6" markerHeight="6" orient="auto" { path d="M0 0L10 5L0 10Z" {} }
                } }
                @for (pair, points) in &due { (arrow(kept, *pair, *points, 10)) }
                @for (pair, points) in &owed { (arrow("due", *pair, *points, if due.contains_key(pair) { 34 } else { 10 })) }
                @for seat in seats.iter() {
                    @let ((x, y), anchor, (name_x, name_y), (points_x, points_y)) = SIDES[side(seat)];
                    g.deals[seat == hand.dealer] {
                        circle cx=(x) cy=(y) r="14" {}
                        text.wind x=(x) y=(y) { (words::word(lang, &format!("wind {}", seats.distance(hand.dealer, seat))).chars().take(1).collect::<String>()) }
                        text.(anchor) x=(name_x) y=(name_y) { (name(seat)) }
                        @if hand.is_known { text.points.(anchor) x=(points_x) y=(points_y) { (signed(hand.balance[seat])) } }
                    }
                }
            }
            figcaption {
                @if owed.is_empty() { (lang.pick("按规则，这一局该这样付", "What the rules have each seat pay in this hand")) }
                @else { (lang.pick("灰线：这一局该付的；蓝线：还要补的", "Grey: what this hand costs; blue: what is still to be paid")) }
            }
        }
    })
}
