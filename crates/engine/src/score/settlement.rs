//! Text rendering of a settlement: the wins with their melds, every payment with its sum, the net payments between seats,
//! and the balance; and of the grounds on which a hand is refused.

use super::{Grounds, ScoreReport};
use crate::report::text::Paper;
use crate::report::{LineView, Style, WinView};
use caipan_log::People;
use caipan_tiles::tile::{Seat, written};
use std::fmt::Write;

/// Writes the settlement.
pub fn settlement(score: &ScoreReport, style: Style) -> String {
    let mut out = String::new();
    let people = People::called(&vec![""; score.table.seats.len()]);
    // Writing to a String cannot fail.
    let _ = write(&mut out, score, &Paper { style, people });
    out
}

/// Writes the grounds of a refusal, one a line: the closest winning hands, the clauses and the option.
pub fn grounds(grounds: &Grounds, style: Style) -> String {
    let paper = Paper { style, people: People::default() };
    let near = grounds.near.iter().map(|near| paper.near(near));
    let clauses = grounds.clauses.iter().map(|clause| paper.clause(clause));
    let option = grounds.option.map(|option| paper.option(option, grounds.option_name.as_ref()));
    near.chain(clauses).chain(option).flat_map(|line| ["  ".to_owned(), line, "\n".to_owned()]).collect()
}

fn write(out: &mut String, score: &ScoreReport, paper: &Paper) -> std::fmt::Result {
    writeln!(out, "{}", paper.rules(&score.rules).trim_end())?;
    if let Some(unknown) = score.rules.unknown() {
        writeln!(out, "  {}", paper.say(&unknown))?;
    }
    for win in &score.wins {
        let melds = score.table.place(win.seat).melds.iter().map(|meld| written(meld.tiles()));
        let hand: Vec<String> = [win.reading.clone()].into_iter().chain(melds).filter(|set| !set.is_empty()).collect();
        writeln!(out, "  {}", paper.win(&WinView { reading: hand.join(" "), ..win.clone() }))?;
    }
    for line in &score.ledger {
        writeln!(out, "  {}", paper.line(line))?;
    }
    if score.ledger.is_empty() {
        writeln!(out, "  {}", paper.pick("没有输赢", "nothing is paid"))?;
    }
    // A pair with one payment needs no net line.
    let several = |from: Seat, to: Seat| {
        let between = |line: &&LineView| {
            (line.from, line.to) == (Some(from), Some(to)) || (line.from, line.to) == (Some(to), Some(from))
        };
        score.ledger.iter().filter(between).count() > 1
    };
    for pair in score.pairs.iter().filter(|pair| several(pair.from, pair.to)) {
        let word = paper.pick("两家合计", "in all");
        writeln!(out, "  {word} {} → {}  {}  ({})", pair.from, pair.to, pair.points, paper.say(&pair.sum))?;
    }
    writeln!(out, "  {}", paper.balance(score.balance))?;
    if let Some(totals) = score.match_totals {
        writeln!(out, "  {}", paper.totals(totals))?;
    }
    if let Some(ready) = score.ready {
        let seats: Vec<String> =
            ready.seats().iter().filter(|&seat| ready[seat]).map(|seat| seat.to_string()).collect();
        let seats = if seats.is_empty() { paper.pick("无", "nobody").to_owned() } else { seats.join(" ") };
        writeln!(out, "  {} {seats}", paper.pick("有叫", "ready"))?;
    }
    if let Some(next) = score.next_dealer {
        writeln!(out, "  {} {next}", paper.pick("下局庄家", "next dealer"))?;
    }
    Ok(())
}
