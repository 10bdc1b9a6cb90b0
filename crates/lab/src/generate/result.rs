//! Writes the result of a hand by the rules, as a client without bugs would: outcome, winners, payments, next dealer.

use caipan_engine::rules::house_money::{Per, of_kind};
use caipan_engine::rules::{Due, Hit, PatternKind, Rules, Won};
use caipan_engine::table::Table;
use caipan_log::{HandResult, Holder, HouseKind, HouseLine, Outcome, Payment, WinClaimed};
use caipan_tiles::ledger::{Ledger, Line, Party};
use caipan_tiles::tile::{Seat, SeatMap};

/// The style in which a client writes patterns and payments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Patterns by Chinese name, one payment line per cause.
    Causes,
    /// Patterns by id, one payment line per pair.
    Pairs,
}

/// The end of a hand.
#[derive(Clone, Copy)]
pub struct End<'a> {
    /// The table at the end, with its birds.
    pub table: &'a Table,
    /// The wins.
    pub wins: &'a [Won],
    /// True if the hand was drawn.
    pub drawn: bool,
    /// True if the hand was broken off after the wins.
    pub stops: bool,
}

/// Builds the result of a hand. `before` holds the scores before it.
pub fn result(rules: &dyn Rules, style: Style, end: End<'_>, before: SeatMap<i64>) -> HandResult {
    let wins = wins(rules, style, end);
    let mut table = end.table.clone();
    table.cut_short = end.stops || wins.is_empty() && !end.drawn;
    let ledger = rules.settle(&table, end.wins);
    let deltas = ledger.balance();
    let mut scores = before;
    for seat in Seat::ALL {
        scores[seat] = scores[seat].saturating_add(deltas[seat]);
    }
    let outcome = if table.cut_short {
        Outcome::Aborted
    } else if wins.is_empty() {
        Outcome::Draw
    } else {
        Outcome::Win
    };
    HandResult {
        outcome: Some(outcome),
        wins: Some(wins),
        payments: Some(payments(style, &ledger)),
        deltas: Some(deltas),
        scores: Some(scores),
        house: taken(rules, &ledger),
        next_dealer: rules.next_dealer(&table, end.wins).map(|next| next.seat),
    }
}

/// The winners that ended the hand; if initial wins ended it, also the seats that declared them.
fn wins(rules: &dyn Rules, style: Style, end: End<'_>) -> Vec<WinClaimed> {
    let name = |id: &str| {
        let pattern = rules.system().patterns.iter().find(|pattern| pattern.id == id);
        pattern.map_or(id, |pattern| if style == Style::Causes { pattern.name.zh } else { pattern.id }).to_owned()
    };
    let mut wins: Vec<WinClaimed> = end
        .wins
        .iter()
        .map(|won| WinClaimed {
            seat: won.seat,
            patterns: Some(named(won).map(|hit| name(hit.pattern.id)).collect()),
            value: Some(won.value),
        })
        .collect();
    let table = end.table;
    let opened = table.is_untouched() && (!wins.is_empty() || rules.due(table) == Due::Finish);
    for opened in table.openings.iter().filter(|_| opened) {
        if !wins.iter().any(|win| win.seat == opened.seat) {
            let patterns = opened.kinds.iter().map(|id| name(id)).collect();
            wins.push(WinClaimed { seat: opened.seat, patterns: Some(patterns), value: Some(0) });
        }
    }
    wins
}

/// The rake and the fee of the hand as a client lists them, where the rules demand one.
fn taken(rules: &dyn Rules, ledger: &Ledger) -> Option<Vec<HouseLine>> {
    let demanded = |kind: &HouseKind| rules.house_money().demands(*kind, Per::Hand);
    let kinds: Vec<HouseKind> = [HouseKind::Rake, HouseKind::Fee].into_iter().filter(demanded).collect();
    (!kinds.is_empty()).then(|| kinds.into_iter().flat_map(|kind| lines_of(kind, ledger)).collect())
}

/// The lines of a kind that the seats pay the house.
pub fn lines_of(kind: HouseKind, ledger: &Ledger) -> impl Iterator<Item = HouseLine> {
    ledger.lines().iter().filter(move |line| std::ptr::eq(line.cause, of_kind(kind))).filter_map(move |line| {
        let Party::Seat(seat) = line.from else { return None };
        let (from, points) = (Holder::Seat(seat), line.sum.value());
        Some(HouseLine { from, to: Holder::House, points, kind, why: None, by: None })
    })
}

/// The payments between seats. Payments to the house appear only in the point changes.
pub fn payments(style: Style, ledger: &Ledger) -> Vec<Payment> {
    let mut payments: Vec<Payment> = Vec::new();
    let between = |line: &Line| match (line.from, line.to) {
        (Party::Seat(from), Party::Seat(to)) => Some((from, to)),
        _ => None,
    };
    for line in ledger.lines() {
        let Some((from, to)) = between(line) else { continue };
        let cause = (style == Style::Causes).then(|| line.cause.name.zh.to_owned());
        let points = line.sum.value();
        match payments.iter_mut().find(|paid| (paid.from, paid.to) == (from, to) && paid.cause == cause) {
            Some(paid) => paid.points = paid.points.saturating_add(points),
            None => payments.push(Payment { from, to, points, cause, at: None }),
        }
    }
    payments
}

/// The patterns that a client names; steps of the price are no patterns.
fn named(won: &Won) -> impl Iterator<Item = &Hit> {
    won.hits.iter().filter(|hit| hit.pattern.kind != PatternKind::Step)
}
