//! Renders who pays whom: the arrows between the seats, and the points of each seat as recorded and as due.

use super::{Page, signed};
use crate::four::{Arrow, Figure, Paid, of_hand};
use crate::money::{Flow, Reason, owes};
use caipan_engine::audit::Verdict;
use caipan_engine::report::{HandView, Report, TransferView};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, SeatList, SeatMap};
use maud::{Markup, html};

/// Returns why the seat that gives has too much: it took points in the record, or it paid too few.
pub(super) fn reason(recorded: Option<SeatList<i64>>, from: Option<Seat>) -> Reason {
    match (recorded, from) {
        (Some(recorded), Some(from)) if recorded[from] > 0 => Reason::Back,
        _ => Reason::Missing,
    }
}

/// Returns the transfers of a hand, each with its reason.
pub fn flows_of_hand(hand: &HandView) -> Vec<Flow> {
    hand.transfers.iter().map(|one| flow(*one, reason(hand.recorded, one.from))).collect()
}

/// Returns the transfers of a hand or of the match under the declared rules, whatever other rule explains the result.
pub fn flows_as_declared(report: &Report, hand: Option<usize>) -> Vec<Flow> {
    let took = |seat: Option<Seat>| {
        let of = report.hands.iter().filter(|one| hand.is_none_or(|hand| hand == one.hand));
        let sum = of.filter_map(|one| Some(one.recorded?[seat?])).fold(0_i64, i64::saturating_add);
        if sum > 0 { Reason::Back } else { Reason::Missing }
    };
    report.as_declared(hand).into_iter().map(|one| flow(one, took(one.from))).collect()
}

/// Returns the transfers of the match. A seat that gives in several hands returns points only if it does so in each.
pub fn flows_of_match(report: &Report) -> Vec<Flow> {
    let gives = |seat: Option<Seat>| {
        let hands = report.hands.iter().filter(move |hand| hand.transfers.iter().any(|one| one.from == seat));
        hands.map(move |hand| reason(hand.recorded, seat))
    };
    let reason = |seat: Option<Seat>| {
        let mut all = gives(seat).peekable();
        if all.peek().is_some() && all.all(|one| one == Reason::Back) { Reason::Back } else { Reason::Missing }
    };
    report.transfers.iter().map(|one| flow(*one, reason(one.from))).collect()
}

const fn flow(TransferView { from, to, points }: TransferView, reason: Reason) -> Flow {
    Flow { from, to, points, reason }
}

impl Page<'_> {
    /// Renders flows in a line of text.
    pub(super) fn owed(&self, flows: &[Flow], dealer: Option<Seat>) -> Markup {
        html! { @if !flows.is_empty() { (owes(flows, &self.people, dealer, self.lang)) } }
    }

    /// Renders who pays whom: of the only wrong hand, or of the match; nothing where no points move.
    pub(super) fn settlement(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        let wrong: Vec<&HandView> = report.hands.iter().filter(|hand| !hand.transfers.is_empty()).collect();
        let by_house = report.variants.iter().any(|variant| !variant.exceptions.is_empty());
        let title = match (wrong.len() > 1 || report.match_end.is_some(), by_house) {
            (true, false) => lang.pick("全场谁付谁", "Who pays whom in the match"),
            (true, true) => {
                lang.pick("全场谁付谁（按上面的房规）", "Who pays whom in the match, by the house rule above")
            }
            (false, false) => lang.pick("谁付谁", "Who pays whom"),
            (false, true) => lang.pick("谁付谁（按上面的房规）", "Who pays whom, by the house rule above"),
        };
        let body = match wrong[..] {
            [] if report.transfers.is_empty() => return html! {},
            [hand] if report.match_end.is_none() && hand.due_unknown.is_none() => self.account(hand),
            _ => self.whole_match(),
        };
        html! { section { h2 { (title) } div.card { (body) } } }
    }

    /// Renders the arrows and the points of a hand; where nothing is recorded or nothing is due, what is known.
    pub(super) fn account(&self, hand: &HandView) -> Markup {
        let paid = of_hand(hand, self.case.log.hands.get(hand.hand), self.people.seats());
        let table = self.points(hand.recorded, Some(hand.balance), &flows_of_hand(hand), Some(hand.dealer));
        html! {
            @if paid.is_empty() { (table) } @else { div.two { (self.figure(&paid, self.view(hand), Some(hand.dealer))) (table) } }
        }
    }

    fn figure(&self, paid: &[Paid], view: Seat, dealer: Option<Seat>) -> Markup {
        Figure { paid, view, people: &self.people, dealer, points: None }.draw(self.lang)
    }

    /// Renders the transfers of the match, after offsetting.
    fn whole_match(&self) -> Markup {
        let flows = flows_of_match(self.report);
        let due = flows.iter().filter_map(|flow| Some((flow.from?, flow.to?, flow.points)));
        let paid: Vec<Paid> = due.map(|(from, to, points)| Paid { arrow: Arrow::Due, from, to, points }).collect();
        let view = paid.first().map_or(Seat::ALL[0], |paid| paid.from);
        // The recorded points of hands are no totals where the house adds to them.
        let ends = self.report.match_end.as_ref().map(|end| end.totals);
        let recorded = self.sum(|hand| hand.recorded).filter(|_| ends.is_none());
        let balance = self.sum(|hand| hand.due_unknown.is_none().then_some(hand.balance));
        let table = self.points(recorded, ends.or(balance), &flows, None);
        html! {
            @if paid.is_empty() { (table) } @else { div.two { (self.figure(&paid, view, None)) (table) } }
        }
    }

    fn sum(&self, of: impl Fn(&HandView) -> Option<SeatList<i64>>) -> Option<SeatList<i64>> {
        let sum = self.report.hands.iter().map(of).try_fold(SeatMap([0; 4]), |sum, one| Some(sum.plus(one?.map())));
        Some(SeatList::new(sum?, self.people.seats()))
    }

    /// Returns the seat from which the arrows are seen: the one of the first finding of the hand, else the first that gives.
    fn view(&self, hand: &HandView) -> Seat {
        let found =
            self.report.findings.iter().find(|finding| finding.hand == Some(hand.hand) && finding.seat.is_some());
        let gives = hand.transfers.iter().find_map(|one| one.from);
        let wins = hand.wins.first().map(|win| win.seat);
        found.and_then(|finding| finding.seat).or(gives).or(wins).unwrap_or(hand.dealer)
    }

    /// Renders the points of the seats in rows. A wrong number is struck out; zeros are blank.
    fn points(
        &self,
        recorded: Option<SeatList<i64>>,
        due: Option<SeatList<i64>>,
        flows: &[Flow],
        dealer: Option<Seat>,
    ) -> Markup {
        let lang = self.lang;
        let of = |points: &Option<SeatList<i64>>, seat: Seat| points.map(|points| points[seat]);
        let blank = |points: i64| if points == 0 { String::new() } else { signed(points) };
        html! {
            table.seats {
                thead { tr {
                    th scope="col" { (lang.pick("牌手", "Player")) }
                    th.n scope="col" { (lang.pick("记成", "Recorded")) }
                    th.n scope="col" { (lang.pick("应得", "Due")) }
                    @if !flows.is_empty() { th.n scope="col" { (lang.pick("多退少补", "To move")) } }
                } }
                tbody { @for seat in self.people.seats().iter() {
                    @let (was, is) = (of(&recorded, seat), of(&due, seat));
                    tr {
                        th scope="row" { (crate::fragments::placed(lang, seat, &self.people, dealer)) }
                        @match (was, is) {
                            (Some(was), Some(is)) if was != is => { td.n { del { (signed(was)) } } td.n { ins { (signed(is)) } } }
                            _ => { td.n { (was.map(blank).unwrap_or_default()) } td.n { (is.map(blank).unwrap_or_default()) } }
                        }
                        @if !flows.is_empty() { td.n { b { (self.moved(flows, seat)) } } }
                    }
                } }
            }
        }
    }

    /// Says what a seat gives or gets in all.
    fn moved(&self, flows: &[Flow], seat: Seat) -> String {
        let sum = |is: fn(&Flow) -> Option<Seat>| {
            flows.iter().filter(|flow| is(flow) == Some(seat)).fold(0_i64, |sum, flow| sum.saturating_add(flow.points))
        };
        let (gives, gets) = (sum(|flow| flow.from), sum(|flow| flow.to));
        let is_back = flows.iter().any(|flow| flow.from == Some(seat) && flow.reason == Reason::Back);
        let told = match (gives, gets) {
            (0, 0) => return String::new(),
            (0, gets) => bilingual!("收 {gets}", "gets {gets}"),
            (gives, _) if is_back => bilingual!("退 {gives}", "returns {gives}"),
            (gives, _) => bilingual!("补 {gives}", "pays {gives}"),
        };
        self.say(&told).to_owned()
    }

    /// Renders what stands below the headline: the transfers, or why none are named.
    pub(super) fn to_move(&self) -> Markup {
        let (lang, report) = (self.lang, self.report);
        let wrong = report.hands.iter().filter(|hand| !hand.transfers.is_empty()).count();
        html! {
            @if report.verdict == Verdict::Faulty && !report.transfers.is_empty() {
                div.money {
                    (self.owed(&flows_of_match(report), self.only_dealer()))
                    @if wrong > 1 { span.quiet.small { (lang.pick("各局抵扣后", "all hands, after offsetting")) } }
                }
            } @else if let Some(points) = report.points_to_move(&self.people) { p.lead { (self.say(&points)) } }
        }
    }

    /// Returns the dealer if the match has one hand.
    pub(super) fn only_dealer(&self) -> Option<Seat> {
        match &self.report.hands[..] {
            [hand] => Some(hand.dealer),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use caipan_tiles::tile::Seats;

    #[test]
    fn a_winner_returns_points_and_a_payer_owes_them() {
        let [winner, payer, ..] = Seat::ALL;
        let recorded = Some(SeatList::new(SeatMap([6, -6, 0, 0]), Seats::FOUR));
        assert_eq!(reason(recorded, Some(winner)), Reason::Back);
        assert_eq!(reason(recorded, Some(payer)), Reason::Missing);
        assert_eq!(reason(None, Some(winner)), Reason::Missing);
    }
}
