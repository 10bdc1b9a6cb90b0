//! Renders a settlement as a matrix of seats: the recorded and the correct payments.

use super::{Page, signed};
use crate::fragments::about;
use crate::tiles::icon;
use crate::words;
use caipan_engine::report::{HandView, LineView};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// The payment from the seat of the row to the seat of the column.
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

impl Page<'_> {
    /// Renders the settlement of a hand. A cell shows the recorded and the correct payment if they differ, otherwise
    /// one number, and expands to its sums. If the log records no payments, cells show the correct payment and the last
    /// columns compare the totals.
    pub(super) fn matrix(&self, hand: &HandView) -> Markup {
        let lang = self.lang;
        let between = |line: &LineView| Some((line.from?, line.to?, line.points));
        let due = netted(hand.ledger.iter().filter_map(between));
        let result = self.case.log.hands.get(hand.hand).and_then(|hand| hand.result.as_ref());
        let payments = result.and_then(|result| result.payments.as_ref());
        let recorded = payments.map(|all| netted(all.iter().map(|one| (one.from, one.to, one.points))));
        let cell = |from: Seat, to: Seat| {
            let due = due[from.index()][to.index()];
            let recorded = recorded.map_or(due, |recorded| recorded[from.index()][to.index()]);
            html! {
                @if from == to { td.none {} } @else {
                    td.off[due != recorded] {
                        @if due != recorded { del { (recorded) } " " (icon("arrow")) " " }
                        (self.amount(hand, from, to, due, due != recorded))
                    }
                }
            }
        };
        html! {
            div.scroll { table.matrix {
                thead { tr {
                    th scope="col" { (lang.pick("付 ↓ 收 →", "pays ↓ gets →")) }
                    @for to in self.people.seats().iter() { th scope="col" { (self.seat(to)) } }
                    th scope="col" { (lang.pick("所记", "recorded")) }
                    th scope="col" { (lang.pick("应得", "due")) }
                } }
                tbody { @for from in self.people.seats().iter() { tr {
                    th scope="row" { (self.seat(from)) }
                    @for to in self.people.seats().iter() { (cell(from, to)) }
                    @let due = hand.balance[from];
                    @let recorded = hand.recorded.map(|points| points[from]);
                    td.off[recorded.is_some_and(|recorded| recorded != due)] { (recorded.map_or_else(|| "–".to_owned(), signed)) }
                    td.off[recorded.is_some_and(|recorded| recorded != due)] { strong { (signed(due)) } }
                } } }
            } }
        }
    }

    /// Renders an amount that expands to its ledger lines.
    fn amount(&self, hand: &HandView, from: Seat, to: Seat, due: i64, differs: bool) -> Markup {
        let either =
            |line: &&LineView| [(Some(from), Some(to)), (Some(to), Some(from))].contains(&(line.from, line.to));
        let number = html! { @if differs { strong { (due) } } @else { (due) } };
        html! {
            @if due == 0 || !hand.ledger.iter().any(|line| either(&line)) { (number) } @else {
                details {
                    summary { (number) }
                    @for line in hand.ledger.iter().filter(either) {
                        div { (self.say(&line.cause_name)) " " code { @if line.from == Some(to) { "−(" (line.sum) ")" } @else { (line.sum) } } " " (about(self.lang, &line.clause, words::word(self.lang, "clause"))) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nets_opposite_payments() {
        let [a, b, c, _] = Seat::ALL;
        let net = netted([(a, b, 5), (b, a, 2), (c, a, 4), (a, c, 4), (a, b, 1)].into_iter());
        assert_eq!(net, [[0, 4, 0, 0], [0; 4], [0; 4], [0; 4]]);
    }
}
