//! Writer of the text notation.

use super::super::read::house_line::holder_word;
use super::super::word::Word;
use super::super::{Between, GameLog, HandLog, HandResult, HouseLine, OptionValue, Owner, Touches, Unmodelled};
use super::event::{self, group, throw};
use super::token::quote;
use caipan_tiles::tile::{SeatMap, Seats};
use chrono::SecondsFormat;
use std::fmt::{self, Write};

/// Writes a log in the text notation; [`super::from_text`] reads the same log back.
pub fn to_text(log: &GameLog) -> String {
    let mut out = String::new();
    // Writing to a String cannot fail.
    let _ = game(log, &mut out);
    out
}

fn game(log: &GameLog, out: &mut String) -> fmt::Result {
    write!(out, "paipu/1 {} {}", quote(&log.id), quote(&log.rules.system))?;
    for (key, value) in &log.rules.options {
        write!(out, " {}=", quote(key))?;
        match value {
            OptionValue::Flag(flag) => write!(out, "{flag}")?,
            OptionValue::Number(number) => write!(out, "{number}")?,
            OptionValue::Word(word) if super::line::option(word) != OptionValue::Word(word.clone()) => {
                write!(out, "\"{word}\"")?;
            }
            OptionValue::Word(word) => out.push_str(&quote(word)),
        }
    }
    out.push('\n');
    for Unmodelled { rule, touches } in &log.rules.unmodelled {
        write!(out, "unmodelled {}", quote(rule))?;
        if *touches != Touches::All {
            write!(out, " touches {}", touches.word())?;
        }
        out.push('\n');
    }
    if let Some(corrects) = &log.corrects {
        writeln!(out, "corrects {}", quote(corrects))?;
    }
    if log.is_in_progress() {
        out.push_str("in_progress\n");
    }
    if let Some(view) = log.view() {
        out.push_str("view");
        view.iter().try_for_each(|seat| write!(out, " {seat}"))?;
        out.push('\n');
    }
    let source = [("platform", &log.source.platform), ("client", &log.source.client), ("version", &log.source.version)];
    if source.iter().any(|(_, value)| value.is_some()) {
        out.push_str("source");
        for (key, value) in source {
            if let Some(value) = value {
                write!(out, " {key} {}", quote(value))?;
            }
        }
        out.push('\n');
    }
    for (seat, player) in log.players.iter().enumerate() {
        write!(out, "player {seat} {}", quote(&player.id))?;
        if let Some(name) = &player.name {
            write!(out, " {}", quote(name))?;
        }
        out.push('\n');
    }
    let (start, seats) = (&log.start, log.seats());
    let mut words = String::new();
    if let Some(seats) = start.seats {
        write!(words, " seats {}", seats.len())?;
    }
    if let Some(scores) = &start.scores {
        words.push_str(" scores");
        by_seat(scores, seats, &mut words)?;
    }
    if let Some(dealer) = start.dealer {
        write!(words, " dealer {dealer}")?;
    }
    if let Some(streak) = start.dealer_streak {
        write!(words, " streak {streak}")?;
    }
    if let Some(upstairs) = start.upstairs {
        write!(words, " upstairs {upstairs}")?;
    }
    picked([start.piao.as_ref(), start.gu_mai.as_ref()], start.last_hand, seats, &mut words)?;
    if let Some(holdings) = &start.holdings {
        words.push_str(" holdings");
        by_seat(holdings, seats, &mut words)?;
    }
    match start.owner {
        Some(Owner::Seat(seat)) => write!(words, " owner {seat}")?,
        Some(Owner::Away) => words.push_str(" owner away"),
        None => {}
    }
    if !words.is_empty() {
        writeln!(out, "start{words}")?;
    }
    if let Some(totals) = &log.totals {
        out.push_str("totals");
        by_seat(totals, seats, out)?;
        out.push('\n');
    }
    if log.between.as_ref().is_some_and(Vec::is_empty) {
        out.push_str("between -\n");
    }
    for Between { after, line } in log.between.iter().flatten() {
        write!(out, "between after {after}")?;
        moved(line, out)?;
    }
    log.hands.iter().try_for_each(|log| hand(log, seats, out))
}

fn hand(hand: &HandLog, seats: Seats, out: &mut String) -> fmt::Result {
    out.push_str("\nhand");
    if let Some(number) = hand.number {
        write!(out, " number {number}")?;
    }
    if let Some(dealer) = hand.dealer {
        write!(out, " dealer {dealer}")?;
    }
    throw(hand.dice, out)?;
    if let Some(indicator) = hand.indicator {
        write!(out, " indicator {indicator}")?;
    }
    if let Some(time) = hand.started_at {
        write!(out, " at {}", time.to_rfc3339_opts(SecondsFormat::AutoSi, false))?;
    }
    picked([hand.piao.as_ref(), hand.gu_mai.as_ref()], hand.last_hand, seats, out)?;
    out.push('\n');
    if let Some(fairness) = &hand.fairness {
        write!(out, "fairness {}", quote(&fairness.commitment))?;
        if let Some(salt) = &fairness.salt {
            write!(out, " {}", quote(salt))?;
        }
        out.push('\n');
    }
    if let Some(wall) = &hand.wall {
        writeln!(out, "wall {}", group(&wall.0))?;
    }
    if let Some(deal) = &hand.deal {
        for seat in seats.iter() {
            match hand.hidden.dealt[seat] {
                Some(number) => writeln!(out, "deal {seat} {number}")?,
                None => writeln!(out, "deal {seat} {}", group(&deal[seat].0))?,
            }
        }
    }
    hand.events.iter().try_for_each(|event| event::write(event, out))?;
    if let Some(shown) = &hand.shown {
        for seat in seats.iter() {
            writeln!(out, "shown {seat} {}", group(&shown[seat].0))?;
        }
    }
    hand.result.as_ref().map_or(Ok(()), |log| result(log, seats, out))
}

fn result(result: &HandResult, seats: Seats, out: &mut String) -> fmt::Result {
    out.push_str("result");
    if let Some(outcome) = result.outcome {
        write!(out, " {}", outcome.word())?;
    }
    out.push('\n');
    if result.wins.as_ref().is_some_and(Vec::is_empty) {
        out.push_str("won -\n");
    }
    for win in result.wins.iter().flatten() {
        write!(out, "won {}", win.seat)?;
        if win.patterns.as_ref().is_some_and(Vec::is_empty) {
            out.push_str(" -");
        }
        for pattern in win.patterns.iter().flatten() {
            write!(out, " {}", quote(pattern))?;
        }
        if let Some(value) = win.value {
            write!(out, " value {value}")?;
        }
        out.push('\n');
    }
    if result.payments.as_ref().is_some_and(Vec::is_empty) {
        out.push_str("pay -\n");
    }
    for payment in result.payments.iter().flatten() {
        write!(out, "pay {} {} {}", payment.from, payment.to, payment.points)?;
        if let Some(cause) = &payment.cause {
            write!(out, " for {}", quote(cause))?;
        }
        if let Some(at) = payment.at {
            write!(out, " at {at}")?;
        }
        out.push('\n');
    }
    for (name, points) in [("deltas", &result.deltas), ("scores", &result.scores)] {
        if let Some(points) = points {
            out.push_str(name);
            by_seat(points, seats, out)?;
            out.push('\n');
        }
    }
    if result.house.as_ref().is_some_and(Vec::is_empty) {
        out.push_str("house -\n");
    }
    for line in result.house.iter().flatten() {
        out.push_str("house");
        moved(line, out)?;
    }
    if let Some(next) = result.next_dealer {
        writeln!(out, "next {next}")?;
    }
    Ok(())
}

/// Writes a line of the house after its first word.
fn moved(line: &HouseLine, out: &mut String) -> fmt::Result {
    let HouseLine { from, to, points, kind, why, by } = line;
    write!(out, " from {} to {} {points} for {}", holder_word(*from), holder_word(*to), kind.word())?;
    for (key, remark) in [("why", why), ("by", by)] {
        if let Some(remark) = remark {
            write!(out, " {key} {}", quote(remark))?;
        }
    }
    out.push('\n');
    Ok(())
}

/// Writes the fields that a start and a hand have alike; the first are `piao` and `gu_mai`.
fn picked(
    [piao, gu_mai]: [Option<&SeatMap<i64>>; 2],
    last_hand: Option<bool>,
    seats: Seats,
    out: &mut String,
) -> fmt::Result {
    for (key, points) in [("piao", piao), ("gu_mai", gu_mai)] {
        if let Some(points) = points {
            write!(out, " {key}")?;
            by_seat(points, seats, out)?;
        }
    }
    last_hand.map_or(Ok(()), |last| write!(out, " last_hand {last}"))
}

fn by_seat(points: &SeatMap<i64>, seats: Seats, out: &mut String) -> fmt::Result {
    points.entries(seats).iter().try_for_each(|points| write!(out, " {points}"))
}
