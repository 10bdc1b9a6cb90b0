//! Converts specs into cases of the conformance suite, from what their authors wrote.
//!
//! No answer of the engine goes into an expectation.

use super::block::{Block, Hand, Slip};
use super::page::{Fence, Section, cited};
use super::prose::{above, both, is_ruling};
use super::run::{Lines, build};
use caipan_engine::audit::{Kind, Verdict, checks};
use caipan_engine::rules::{System, resolve};
use caipan_lab::conformance::{
    CASE_FORMAT, Case, Expected, FindingExpected, HandExpected, PaymentExpected, WinExpected,
};
use caipan_log::{Action, GameLog, write};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatList, SeatMap, Seats};
use std::collections::BTreeSet;

/// Builds the case of a block under one of its rules.
pub fn case(page: &str, section: &Section, fence: &Fence, block: &Block, rules: &str) -> Result<Case, Slip> {
    let built = build(block, rules)?;
    let (mut log, lines) = (built.log, built.lines);
    let ruleset = resolve(&log.rules).map_err(|error| error.text.en.into_owned())?;
    let preset = ruleset.preset.id;
    let number = fence.id.as_deref().ok_or("has no number: write it with UPDATE=1 cargo test conformance")?;
    let id = format!("{number}:{preset}");
    log.id.clone_from(&id);
    let clauses = clauses(section, fence, block, ruleset.system);
    Ok(Case {
        format: CASE_FORMAT.to_owned(),
        id,
        system: ruleset.system.id.to_owned(),
        preset: preset.to_owned(),
        options: log.rules.options.clone(),
        rulings: rulings(section, fence, &clauses, ruleset.system),
        clauses,
        title: title(page, section)?,
        situation: situation(section, fence, block)?,
        expect: expected(block, &log, &lines)?,
        log: serde_json::from_str(&write(&log)).map_err(|error| error.to_string())?,
    })
}

/// The clauses cited above the block and in it, in the order of the rule book.
fn clauses(section: &Section, fence: &Fence, block: &Block, system: &System) -> Vec<String> {
    let mut named: BTreeSet<String> = cited(above(section, fence)).collect();
    if named.is_empty() {
        named.extend(section.clauses.iter().cloned());
    }
    named.extend(block.marks.values().flat_map(|mark| mark.clauses.iter().cloned()));
    let pays = block.hands.iter().flat_map(|hand| hand.pays.iter().flatten());
    named.extend(pays.filter_map(|line| pay(line).ok()?.clause));
    system.clauses.iter().map(|clause| clause.id.to_owned()).filter(|id| named.contains(id)).collect()
}

/// The rulings behind those clauses, and those that the words above the block name.
fn rulings(section: &Section, fence: &Fence, clauses: &[String], system: &System) -> Vec<String> {
    let of = |id: &String| system.clauses.iter().find(|clause| clause.id == id).and_then(|it| it.reading.ruling());
    let mut all: BTreeSet<String> = clauses.iter().filter_map(of).map(str::to_owned).collect();
    let words = format!("{} {}", section.heading, above(section, fence));
    all.extend(
        words.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| is_ruling(word)).map(str::to_owned),
    );
    all.into_iter().collect()
}

/// The section's heading, or on a page of examples the title of the check.
fn title(page: &str, section: &Section) -> Result<Text, Slip> {
    let check = checks::find(page).filter(|check| check.code == section.heading);
    let title = check.map_or_else(|| both(&section.heading), |check| check.title.text());
    if title.zh.is_empty() || title.en.is_empty() {
        return Err(format!("the heading `{}` lacks a language", section.heading));
    }
    Ok(title)
}

/// The words above the block; for a block without words of its own also its faults.
fn situation(section: &Section, fence: &Fence, block: &Block) -> Result<Text, Slip> {
    let mut words = both(above(section, fence));
    if words == Text::default() {
        words = both(&section.heading);
    }
    if words.zh.is_empty() || words.en.is_empty() {
        return Err(format!("`{}` lacks a language", above(section, fence)));
    }
    let codes: BTreeSet<&String> = block.marks.values().flat_map(|mark| &mark.codes).collect();
    if fence.prose.is_empty() {
        for code in codes {
            let check = checks::find(code).ok_or_else(|| format!("{code} is no check"))?;
            words.zh = format!("{} 此处：{}。", words.zh, check.title.zh).into();
            words.en = format!("{} Here: {}.", words.en, check.title.en).into();
        }
    }
    Ok(words)
}

fn expected(block: &Block, log: &GameLog, lines: &Lines) -> Result<Expected, Slip> {
    let mut findings = Vec::new();
    for (&line, mark) in &block.marks {
        for code in &mark.codes {
            let (hand, event, field) = place(block, lines, line).ok_or_else(|| format!("line {line} is nowhere"))?;
            findings.push(FindingExpected { code: code.clone(), hand, event, field, clauses: mark.clauses.clone() });
        }
    }
    let kinds: BTreeSet<Kind> =
        findings.iter().filter_map(|finding| checks::find(&finding.code)).map(|check| check.kind).collect();
    let verdict = match () {
        () if kinds.contains(&Kind::Fault) && !block.explained.is_empty() => Verdict::Variant,
        () if kinds.contains(&Kind::Fault) => Verdict::Faulty,
        () if kinds.contains(&Kind::Unverifiable) => Verdict::Unverifiable,
        () => Verdict::Clean,
    };
    let mut hands = Vec::new();
    for (at, hand) in block.hands.iter().enumerate() {
        // Claims of the first faulty hand, and of the hands after it, are no expectations.
        let right = findings.iter().all(|finding| finding.hand > at);
        let expected = self::hand(at, hand, log, right)?;
        if expected != (HandExpected { hand: at, ..HandExpected::default() }) {
            hands.push(expected);
        }
    }
    let explained_by = block.explained.iter().chain(&block.possible).cloned().collect();
    Ok(Expected { verdict, findings, explained_by, hands })
}

/// The hand, event or field that a line of the block is about.
fn place(block: &Block, lines: &Lines, line: usize) -> Option<(usize, Option<usize>, Option<String>)> {
    for (at, (hand, events)) in block.hands.iter().zip(lines).enumerate() {
        if let Some(event) = events.iter().position(|&written| written == Some(line)) {
            return Some((at, Some(event), None));
        }
        if let Some((name, _)) = hand.places.iter().find(|(_, written)| **written == line) {
            let field = match name.split_once(' ').unwrap_or((name, "")) {
                ("hand", _) => None,
                ("deal" | "wall" | "fairness" | "shown", _) => Some(name.split(' ').next()?.to_owned()),
                ("result", _) => Some("result/outcome".to_owned()),
                ("won", index) => Some(format!("result/wins/{index}")),
                ("pay", _) => Some("result/payments".to_owned()),
                ("next", _) => Some("result/next_dealer".to_owned()),
                (field, _) => Some(format!("result/{field}")),
            };
            return Some((at, None, field));
        }
    }
    // The totals at the end stand with the last hand.
    block.hands.len().checked_sub(1).filter(|_| block.totals == Some(line)).map(|last| (last, None, None))
}

fn hand(at: usize, hand: &Hand, log: &GameLog, right: bool) -> Result<HandExpected, Slip> {
    let mut expected = HandExpected { hand: at, ..HandExpected::default() };
    if let Some(pays) = &hand.pays {
        let payments = pays.iter().map(|line| pay(line)).collect::<Result<Vec<_>, _>>()?;
        expected.balance = Some(balance(&payments, log.seats()));
        expected.payments = Some(payments);
    }
    let seats = log.seats();
    let Some(log) = log.hands.get(at).filter(|_| right) else { return Ok(expected) };
    let claimed = log.result.clone().unwrap_or_default();
    let winners: BTreeSet<Seat> = log
        .events
        .iter()
        .filter_map(|event| if let Action::Win { seat, .. } = event.action { Some(seat) } else { None })
        .collect();
    if !winners.is_empty() {
        let named = claimed.wins.unwrap_or_default();
        let win = |seat| {
            let named = named.iter().find(|win| win.seat == seat);
            let patterns = named.and_then(|win| win.patterns.clone()).filter(|patterns| !patterns.is_empty());
            let or = hand.readings.iter().filter(|(of, _)| *of == seat).map(|(_, names)| names.clone()).collect();
            WinExpected { seat, patterns, or, value: named.and_then(|win| win.value) }
        };
        expected.wins = Some(winners.into_iter().map(win).collect());
    }
    if let (None, Some(payments)) = (&expected.payments, claimed.payments) {
        let plain = |one: &caipan_log::Payment| PaymentExpected {
            from: Some(one.from),
            to: Some(one.to),
            points: one.points,
            sum: None,
            clause: None,
        };
        expected.payments = Some(payments.iter().map(plain).collect());
    }
    expected.balance = expected.balance.or(claimed.deltas.map(|deltas| SeatList::new(deltas, seats)));
    expected.next_dealer = claimed.next_dealer;
    Ok(expected)
}

/// Reads `1 pays 0: (6 + 1) × 2 = 14 [CS-A.25]`.
fn pay(line: &str) -> Result<PaymentExpected, Slip> {
    let wrong = || format!("`{line}` is no payment");
    let (parties, rest) = line.split_once(": ").ok_or_else(wrong)?;
    let (from, to) = parties.split_once(" pays ").ok_or_else(wrong)?;
    let (sum, clause) = rest.rsplit_once(" [").ok_or_else(wrong)?;
    let seat = |word: &str| if word == "house" { Ok(None) } else { word.parse().map(Seat::new).map_err(|_| wrong()) };
    let points = sum.rsplit(' ').next().and_then(|points| points.parse().ok()).ok_or_else(wrong)?;
    Ok(PaymentExpected {
        from: seat(from)?,
        to: seat(to)?,
        points,
        sum: Some(sum.to_owned()),
        clause: Some(clause.trim_end_matches(']').to_owned()),
    })
}

fn balance(payments: &[PaymentExpected], seats: Seats) -> SeatList<i64> {
    let mut balance = SeatMap::<i64>::default();
    for PaymentExpected { from, to, points, .. } in payments {
        from.iter().for_each(|seat| balance[*seat] -= points);
        to.iter().for_each(|seat| balance[*seat] += points);
    }
    SeatList::new(balance, seats)
}
