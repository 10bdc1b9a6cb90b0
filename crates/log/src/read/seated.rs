//! The checks between parts of a log: every seat is at the table, lists by seat have as many entries, and a match in
//! progress has no end.

use super::super::problem::Problem;
use super::super::want::Want;
use super::super::{GameLog, HandLog, HandResult, HouseLine, Owner};
use super::fault::Fault;
use super::view::viewed;
use caipan_tiles::tile::{Seat, SeatList, SeatMap, Seats};

/// Checks that the number of players matches the seats, and that no seat outside the table acts, pays or holds
/// anything.
pub(crate) fn seated(log: &GameLog) -> Result<(), Fault> {
    let seats = log.seats();
    if !log.players.is_empty() && log.players.len() != seats.len() {
        let problem = Problem::WrongLength { found: log.players.len(), want: Want::Players };
        return Err(Fault::from(problem).within("players"));
    }
    for (at, between) in log.between.iter().flatten().enumerate() {
        let within = |fault: Fault| fault.within(at).within("house").within("match");
        if between.after > log.hands.len() {
            return Err(within(wrong(between.after.to_string(), Want::After).within("after")));
        }
        line_seated(seats, &between.line).map_err(within)?;
    }
    for (at, hand) in log.hands.iter().enumerate() {
        viewed(hand).map_err(|fault| fault.within(at).within("hands"))?;
    }
    if seats == Seats::FOUR {
        return Ok(());
    }
    let start = &log.start;
    let owner = if let Some(Owner::Seat(seat)) = start.owner { Some(seat) } else { None };
    sits(seats, start.dealer, "dealer")
        .and_then(|()| sits(seats, owner, "owner"))
        .and_then(|()| nobody(seats, start.scores.as_ref(), |&points| points == 0, "scores"))
        .and_then(|()| nobody(seats, start.piao.as_ref(), |&points| points == 0, "piao"))
        .and_then(|()| nobody(seats, start.gu_mai.as_ref(), |&points| points == 0, "gu_mai"))
        .and_then(|()| nobody(seats, start.holdings.as_ref(), |&points| points == 0, "holdings"))
        .map_err(|fault| fault.within("start"))?;
    nobody(seats, log.totals.as_ref(), |&points| points == 0, "totals").map_err(|fault| fault.within("match"))?;
    for (at, hand) in log.hands.iter().enumerate() {
        hand_seated(seats, hand).map_err(|fault| fault.within(at).within("hands"))?;
    }
    Ok(())
}

/// Says of the last hand that its play goes on. Then it has no result, and the match no totals.
pub(crate) fn goes_on(log: &mut GameLog) -> Result<(), Fault> {
    let ended = |key| Fault::from(Problem::InProgress { key });
    if log.totals.is_some() {
        return Err(ended("totals").within("totals").within("match"));
    }
    let at = log.hands.len().saturating_sub(1);
    let Some(last) = log.hands.last_mut() else { return Ok(()) };
    if last.result.is_some() {
        return Err(ended("result").within("result").within(at).within("hands"));
    }
    last.in_progress = true;
    Ok(())
}

pub(super) fn hand_seated(seats: Seats, hand: &HandLog) -> Result<(), Fault> {
    sits(seats, hand.dealer, "dealer")?;
    nobody(seats, hand.deal.as_ref(), |tiles| tiles.0.is_empty(), "deal")?;
    nobody(seats, hand.shown.as_ref(), |tiles| tiles.0.is_empty(), "shown")?;
    nobody(seats, hand.piao.as_ref(), |&points| points == 0, "piao")?;
    nobody(seats, hand.gu_mai.as_ref(), |&points| points == 0, "gu_mai")?;
    for (at, event) in hand.events.iter().enumerate() {
        let within = |fault: Fault| fault.within(at).within("events");
        sits(seats, event.action.seat(), "seat").map_err(within)?;
        for (claim, lost) in event.claims.iter().enumerate() {
            sits(seats, Some(lost.seat), "seat").map_err(|fault| within(fault.within(claim).within("claims")))?;
        }
        for (offer, offered) in event.offers.iter().flatten().enumerate() {
            sits(seats, Some(offered.seat), "seat").map_err(|fault| within(fault.within(offer).within("offers")))?;
        }
    }
    hand.result.as_ref().map_or(Ok(()), |result| result_seated(seats, result).map_err(|fault| fault.within("result")))
}

fn result_seated(seats: Seats, result: &HandResult) -> Result<(), Fault> {
    for (at, win) in result.wins.iter().flatten().enumerate() {
        sits(seats, Some(win.seat), "seat").map_err(|fault| fault.within(at).within("wins"))?;
    }
    for (at, payment) in result.payments.iter().flatten().enumerate() {
        sits(seats, Some(payment.from), "from")
            .and_then(|()| sits(seats, Some(payment.to), "to"))
            .map_err(|fault| fault.within(at).within("payments"))?;
    }
    for (at, line) in result.house.iter().flatten().enumerate() {
        line_seated(seats, line).map_err(|fault| fault.within(at).within("house"))?;
    }
    nobody(seats, result.deltas.as_ref(), |&points| points == 0, "deltas")?;
    nobody(seats, result.scores.as_ref(), |&points| points == 0, "scores")?;
    sits(seats, result.next_dealer, "next_dealer")
}

/// Checks that the seats of a line of the house are at the table.
fn line_seated(seats: Seats, line: &HouseLine) -> Result<(), Fault> {
    sits(seats, line.from.seat(), "from").and_then(|()| sits(seats, line.to.seat(), "to"))
}

/// Returns the values of a list that has an entry for each seat at the table, or for all four seats.
pub(crate) fn by_seat<T>(
    list: Option<SeatList<T>>,
    seats: Seats,
    key: &'static str,
) -> Result<Option<SeatMap<T>>, Fault> {
    let fits = |list: SeatList<T>| counted(&list, seats).map(|()| list.map());
    list.map(fits).transpose().map_err(|problem| Fault::from(problem).within(key))
}

/// Checks that a list has an entry for each seat at the table, or for all four seats.
pub(crate) fn counted<T>(list: &SeatList<T>, seats: Seats) -> Result<(), Problem> {
    if [seats, Seats::FOUR].contains(&list.seats()) {
        return Ok(());
    }
    let want = if seats == Seats::FOUR { Want::FourSeats } else { Want::BySeat };
    Err(Problem::WrongLength { found: list.seats().len(), want })
}

/// Checks that a named seat is at the table.
fn sits(seats: Seats, seat: Option<Seat>, key: &str) -> Result<(), Fault> {
    match seat {
        Some(seat) if !seats.contains(seat) => Err(wrong(seat.to_string(), Want::Sits).within(key)),
        _ => Ok(()),
    }
}

/// Checks that a list by seat has empty entries for the unused seats.
fn nobody<T>(seats: Seats, list: Option<&SeatMap<T>>, is_nothing: fn(&T) -> bool, key: &str) -> Result<(), Fault> {
    let Some(list) = list else { return Ok(()) };
    let empty = Seats::FOUR.minus(seats);
    match empty.iter().find(|&seat| !is_nothing(&list[seat])) {
        Some(seat) => Err(wrong(format!("seat {seat}"), Want::Nothing).within(seat.index()).within(key)),
        None => Ok(()),
    }
}

/// The fault for a value that does not fit the table.
fn wrong(found: String, want: Want) -> Fault {
    Problem::WrongValue { found, want }.into()
}
