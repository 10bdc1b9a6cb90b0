//! Runs one block: audits its log and compares the findings with its lines.

use super::block::{self, Block, Mark, Slip};
use super::lay::lay;
use super::page::Fence;
use caipan_engine::audit::{Audit, Finding, audit};
use caipan_engine::rules::{Hits, resolve};
use caipan_log::{GameLog, HandResult, Limits, Outcome, from_text};
use caipan_tiles::ledger::{Line, Party};
use caipan_tiles::tile::{Seat, Suit, Tile};
use std::collections::{BTreeMap, BTreeSet};

/// The result of running a block.
#[derive(Debug, Default)]
pub struct Outcomes {
    /// The differences from the block, in words.
    pub problems: Vec<String>,
    /// Codes of the findings.
    pub codes: BTreeSet<&'static str>,
}

/// Runs a block under each of its rules.
pub fn run(fence: &Fence) -> Outcomes {
    let mut outcomes = Outcomes::default();
    match block::read(fence) {
        Ok(block) => {
            for rules in &block.rules {
                if let Err(slip) = under(&block, rules, &mut outcomes) {
                    outcomes.problems.push(format!("{rules}: {slip}"));
                }
            }
        }
        Err(slip) => outcomes.problems.push(slip),
    }
    for problem in &mut outcomes.problems {
        *problem = format!("{}: {problem}", fence.place);
    }
    outcomes
}

fn under(block: &Block, rules: &str, outcomes: &mut Outcomes) -> Result<(), Slip> {
    let built = build(block, rules)?;
    compare(block, rules, &built.lines, &built.audit, outcomes);
    Ok(())
}

/// A block under one of its rules.
pub struct Built {
    /// The log.
    pub log: GameLog,
    /// The line of each event by hand; `None` for generated events.
    pub lines: Lines,
    /// The audit.
    pub audit: Audit,
}

/// Lays out a block and audits it.
pub fn build(block: &Block, rules: &str) -> Result<Built, Slip> {
    let (mut log, lines) = if let Some(text) = &block.whole {
        let log = from_text(text, &Limits::default()).map_err(|error| format!("{}: {}", error.line, error.en))?;
        let lines = block.hands.iter().map(|hand| hand.steps.iter().map(|(line, _)| Some(*line)).collect()).collect();
        (log, lines)
    } else {
        game(block, rules)?
    };
    let refused = |error: caipan_engine::rules::RulesError| error.text.en.into_owned();
    let mut audited = audit(&log).map_err(refused)?.1;
    // A block without a result is an aborted hand, not an unfinished one.
    let stopped: Vec<usize> =
        unfinished(&audited).filter(|&at| block.whole.is_none() && block.hands[at].result.is_empty()).collect();
    if !stopped.is_empty() {
        for at in stopped {
            log.hands[at].result = Some(HandResult { outcome: Some(Outcome::Aborted), ..HandResult::default() });
        }
        audited = audit(&log).map_err(refused)?.1;
    }
    Ok(Built { log, lines, audit: audited })
}

fn unfinished(audit: &Audit) -> impl Iterator<Item = usize> + '_ {
    audit.findings.iter().filter(|finding| finding.check.code == "A004").filter_map(|finding| finding.hand)
}

/// The line of each event, by hand.
pub type Lines = Vec<Vec<Option<usize>>>;

/// Builds the log of a block written in abbreviations.
fn game(block: &Block, rules: &str) -> Result<(GameLog, Lines), Slip> {
    let mut text = format!("paipu/1 spec {rules}\n{}\n", block.header.join("\n"));
    for hand in &block.hands {
        let result = if hand.result.is_empty() { "result".to_owned() } else { hand.result.join("\n") };
        text.push_str(&format!("hand {}\n{result}\n", hand.header));
    }
    let mut log = from_text(&text, &Limits::default()).map_err(|error| format!("{}\n{text}", error.en))?;
    let ruleset = resolve(&log.rules).map_err(|error| error.text.en.into_owned())?;
    let mut lines = Lines::new();
    let rules = ruleset.rules.as_ref();
    if rules.floors().is_some() && !block.header.iter().any(|line| line.starts_with("start")) {
        log.start.upstairs = Some(false);
    }
    for (at, (hand, written)) in log.hands.iter_mut().zip(&block.hands).enumerate() {
        let dealer = hand.dealer.unwrap_or(Seat::ALL[0]);
        // If a block names no indicator, 东 is turned up and 南 is wild.
        hand.indicator = hand.indicator.or(rules.indicator().and_then(|_| Tile::of(Suit::Honours, 1)));
        let laid = lay(written, dealer, hand.indicator, rules, at)?;
        hand.dealer = Some(dealer);
        (hand.deal, hand.wall, hand.events) = (laid.log.deal, laid.log.wall, laid.log.events);
        lines.push(laid.lines);
    }
    Ok((log, lines))
}

fn compare(block: &Block, rules: &str, lines: &Lines, audit: &Audit, outcomes: &mut Outcomes) {
    let mut found: BTreeMap<usize, Vec<&Finding>> = BTreeMap::new();
    // The money that unknown rules may move always follows from the finding that the log declares them.
    let declared = audit.findings.iter().position(|finding| finding.check.code == "A713");
    let follows = |finding: &&Finding| declared.is_some() && finding.because.map(|because| because.0) == declared;
    outcomes.codes.extend(audit.findings.iter().filter(follows).map(|finding| finding.check.code));
    for finding in audit.findings.iter().filter(|finding| finding.is_primary()) {
        outcomes.codes.insert(finding.check.code);
        match place(block, lines, finding) {
            Some(line) => found.entry(line).or_default().push(finding),
            None => outcomes.problems.push(format!("{rules}: nowhere in the block: {}", words(finding))),
        }
    }
    let mut problem = |line: usize, text: String| outcomes.problems.push(format!("{rules}: line {line}: {text}"));
    for line in block.marks.keys().chain(found.keys()).collect::<BTreeSet<_>>() {
        let none = Mark::default();
        let (mark, found) = (block.marks.get(line).unwrap_or(&none), found.get(line).map_or(&[][..], Vec::as_slice));
        let mut codes: Vec<&str> = found.iter().map(|finding| finding.check.code).collect();
        let mut expected: Vec<&str> = mark.codes.iter().map(String::as_str).collect();
        codes.sort_unstable();
        expected.sort_unstable();
        if codes != expected {
            let found: Vec<String> = found.iter().map(|finding| words(finding)).collect();
            problem(*line, format!("expected {expected:?}, found {codes:?} {}", found.join(" | ")));
        } else if !codes.is_empty() {
            for clause in
                mark.clauses.iter().filter(|id| !found.iter().any(|one| one.clauses.iter().any(|c| c.id == **id)))
            {
                let cited: Vec<&str> =
                    found.iter().flat_map(|one| one.clauses.iter().map(|clause| clause.id)).collect();
                problem(*line, format!("{clause} is not cited, but {cited:?}"));
            }
        }
    }
    for (line, sentence) in &block.says {
        let at = found.get(line).map_or(&[][..], Vec::as_slice);
        if !at.iter().any(|one| [&one.text.zh, &one.text.en].iter().any(|said| *said == sentence)) {
            let said: Vec<String> = at.iter().map(|one| format!("{} | {}", one.text.zh, one.text.en)).collect();
            problem(*line, format!("expected to be told `{sentence}`, not\n    {}", said.join("\n    ")));
        }
    }
    for (hand, (_, audited)) in block.hands.iter().zip(&audit.hands) {
        if let Some(pays) = &hand.pays {
            let (mut due, mut pays): (Vec<String>, Vec<String>) =
                (audited.ledger.lines().iter().map(payment).collect(), pays.clone());
            due.sort();
            pays.sort();
            if due != pays {
                problem(0, format!("payments are\n    {}\nnot\n    {}", due.join("\n    "), pays.join("\n    ")));
            }
        }
        for (seat, names) in &hand.readings {
            let also = |hits: &Hits| hits.iter().map(|hit| hit.pattern.name.zh).eq(names.iter().map(String::as_str));
            let won = audited.replayed.shown().into_iter().find(|won| won.seat == *seat);
            if !won.as_ref().is_some_and(|won| also(&won.hits) || won.also.iter().any(also)) {
                problem(0, format!("{names:?} is no best reading of {won:?}"));
            }
        }
        if let Some(&line) = hand.places.get("next") {
            let mark = block.marks.get(&line);
            let clause = audited.next.map(|next| next.clause.id);
            match mark.and_then(|mark| mark.clauses.first()) {
                _ if clause.is_none() => problem(line, "the rules do not say who deals next".to_owned()),
                Some(id) if Some(id.as_str()) != clause => {
                    problem(line, format!("the next dealer follows from {clause:?}"));
                }
                _ => {}
            }
        }
    }
    for (expected, found, how) in
        [(&block.explained, &audit.explanations, "explained"), (&block.possible, &audit.possible, "possibly explained")]
    {
        let changes = found.iter().flat_map(|one| &one.changes);
        let named: Vec<String> = changes.map(|change| format!("{}={}", change.decl.id, change.to)).collect();
        for change in expected.iter().filter(|change| !named.contains(change)) {
            problem(0, format!("not {how} by {change}, but by {named:?}"));
        }
    }
}

/// Writes a line of the ledger as `0 pays 1: (6 × 2 + 1) × 2 = 26 [CS-A.24]`.
fn payment(line: &Line) -> String {
    let party = |party: Party| match party {
        Party::Seat(seat) => seat.to_string(),
        Party::House => "house".to_owned(),
    };
    format!("{} pays {}: {} [{}]", party(line.from), party(line.to), line.sum, line.clause.id)
}

fn words(finding: &Finding) -> String {
    format!("{} {} ({})", finding.check.code, finding.text.en, finding.pointer)
}

/// The line of the block that a finding is about: of the event, the claim, the deal or the hand.
fn place(block: &Block, lines: &Lines, finding: &Finding) -> Option<usize> {
    if let Some(seat) = finding.seat.filter(|_| finding.pointer.starts_with("/players/")) {
        return block.players.get(seat.index()).copied();
    }
    // The note about undeclared money of the house is about the match, and points to the first line.
    if finding.hand.is_none() && finding.pointer.ends_with("/result/house") {
        return block.hands.first()?.places.get("house").copied();
    }
    if finding.pointer == "/view" {
        return block.view;
    }
    let Some(at) = finding.hand else { return block.unmodelled };
    let (hand, lines) = (block.hands.get(at)?, lines.get(at)?);
    if let Some(event) = finding.event {
        return lines.get(event).copied().flatten();
    }
    if finding.pointer == "/match/totals" {
        return block.totals;
    }
    let path: Vec<&str> = finding.pointer.split('/').skip(3).collect();
    let seat = finding.seat.map(|seat| seat.to_string());
    let name = match path[..] {
        ["result", "wins", at, ..] => format!("won {at}"),
        ["result", "wins"] => "won 0".to_owned(),
        ["result", "payments"] => {
            let by = hand.payers.iter().position(|payer| Some(payer) == seat.as_ref());
            format!("pay {}", by.unwrap_or_default())
        }
        ["result", "outcome"] => "result".to_owned(),
        ["result", "next_dealer"] => "next".to_owned(),
        ["result", name] | [name @ ("wall" | "fairness")] => name.to_owned(),
        ["shown"] => format!("shown {}", seat.unwrap_or_default()),
        ["deal"] | [] if finding.check.code.starts_with("A1") => format!("deal {}", seat.unwrap_or_default()),
        _ => "hand".to_owned(),
    };
    hand.places.get(&name).or_else(|| hand.places.get("hand")).copied()
}
