//! A clause says the number that the settlement counted, under every preset and house rule.

use super::clean;
use crate::specs;
use caipan_engine::report::{LineView, PatternView, Report, report};
use caipan_engine::rules::{PatternKind, Ruleset, SYSTEMS, Search, Value, resolve_for};
use caipan_log::GameLog;
use caipan_tiles::text::{Lang, Text};
use std::collections::{BTreeMap, BTreeSet};

/// Matches per preset.
const EACH: usize = 4;

/// Patterns whose value is worked out, with the reason.
const WORKED_OUT: &[(&str, &str)] = &[
    ("declared-ready", "what the hand lacks to the price of one suit"),
    ("rob-kong", "what a self-draw adds, where a robbed kong is paid as one"),
    ("root", "one for each root"),
];

/// Clauses that price several patterns, each with its name beside its number.
const OF_SEVERAL: &[&str] = &["GY-1.6b", "MB-tight", "MB-wild-wait", "MG-dan-diao", "MG-di-long"];

/// Causes whose payments add up several tiles at the price of one.
const BY_TILES: &[&str] = &["ji", "duty"];

/// Clauses whose payments need not hold a number of the sentence, with the reason.
const SUMS: &[(&str, &str)] = &[("X-DEAL", "the number grows with each hand"), ("CS-A.2", "the numbers are tiles")];

/// The numbers in a sentence, without those of tiles: `1条`, `1 of bamboo`.
fn numbers(text: &str) -> BTreeSet<i64> {
    let mut found = BTreeSet::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let tail = &rest[start..];
        let end = tail.find(|c: char| !c.is_ascii_digit()).unwrap_or(tail.len());
        let (digits, after) = tail.split_at(end);
        if !["条", "筒", "万", " of bamboo", " of dots", " of characters"].iter().any(|tile| after.starts_with(tile))
        {
            found.insert(digits.parse().expect("digits"));
        }
        rest = after;
    }
    found
}

fn worded(ruleset: &Ruleset, id: &str) -> Text {
    let clause = ruleset.system.book().find(|clause| clause.id == id);
    ruleset.choices.worded(clause.unwrap_or_else(|| panic!("{id} is in no book")))
}

/// Every log that the law reads, with its rules and report; none of them is judged by other rules than its own.
fn judged() -> impl Iterator<Item = (Ruleset, Report)> {
    let logs: Vec<GameLog> = clean(EACH).map(|(_, log)| log).chain(specs::audits().map(|(_, log, _)| log)).collect();
    logs.into_iter().filter_map(|log| {
        let report = report(&log, "sha256:0").ok()?;
        let own = report.variants.is_empty() && report.possible.is_empty();
        own.then(|| (resolve_for(&log).expect("judged rules"), report))
    })
}

#[test]
fn clauses_say_the_numbers_of_patterns() {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    let (mut seen, mut single) = (BTreeMap::<String, usize>::new(), 0);
    for (ruleset, report) in judged() {
        // Changsha counts big patterns, and its clauses say so in words.
        if ruleset.system.id == "changsha" {
            continue;
        }
        for win in report.hands.iter().flat_map(|hand| &hand.wins) {
            for PatternView { id, value, clause, .. } in &win.patterns {
                let words = worded(&ruleset, clause);
                let kind = ruleset.system.patterns.iter().find(|one| one.id == *id).map(|one| one.kind);
                let worked_out = kind == Some(PatternKind::Step) || WORKED_OUT.iter().any(|(known, _)| known == id);
                let is_only = kind == Some(PatternKind::Hand) && !OF_SEVERAL.contains(&clause.as_ref());
                for lang in [Lang::Zh, Lang::En] {
                    let said = numbers(words.get(lang));
                    single += usize::from(is_only);
                    if *value != 0 && !worked_out && (!said.contains(value) || is_only && said.len() > 1) {
                        wrong.insert(format!("{} {id} = {value} [{clause}] {}", ruleset.id(), words.get(lang)));
                    }
                }
                *seen.entry(format!("{} {clause}", ruleset.system.id)).or_default() += 1;
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {seen:?}\n{}",
        wrong.len(),
        wrong.into_iter().take(60).collect::<Vec<_>>().join("\n")
    );
    assert!(single > 500, "{single}");
}

#[test]
fn clauses_say_the_numbers_of_payments() {
    let mut wrong: BTreeSet<String> = BTreeSet::new();
    let mut seen = BTreeMap::<String, usize>::new();
    for (ruleset, report) in judged() {
        for LineView { points, sum, steps, clause, cause, .. } in report.hands.iter().flat_map(|hand| &hand.ledger) {
            let words = worded(&ruleset, clause);
            let counted: BTreeSet<i64> = steps.iter().map(|step| step.by).chain([*points]).collect();
            let is_said = |said: &BTreeSet<i64>| {
                let by_tiles = BY_TILES.contains(&cause.as_ref());
                let priced = |number: &i64| said.iter().any(|&price| price > 0 && number % price == 0);
                !said.is_disjoint(&counted) || by_tiles && counted.iter().any(priced)
            };
            for lang in [Lang::Zh, Lang::En] {
                let said = numbers(words.get(lang));
                let worked_out = SUMS.iter().any(|(known, _)| known == clause);
                let is_due = counted.iter().any(|&number| number != 0);
                if is_due && !said.is_empty() && !worked_out && !is_said(&said) {
                    wrong.insert(format!("{} {cause} {sum} [{clause}] {}", ruleset.id(), words.get(lang)));
                }
            }
            *seen.entry(clause.to_string()).or_default() += 1;
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {seen:?}\n{}",
        wrong.len(),
        wrong.into_iter().take(60).collect::<Vec<_>>().join("\n")
    );
}

/// Every option changes the sentence of its clause, in both languages, and no place is left open.
#[test]
fn every_option_is_in_the_sentence_of_its_clause() {
    for system in SYSTEMS {
        let preset = system.presets.first().expect("a preset");
        for clause in system.book() {
            let Text { zh, en } = system.worded(clause);
            assert!(!zh.contains(['{', '}', '#', '|']) && zh.ends_with('。'), "{}: {zh}", clause.id);
            assert!(!en.contains(['{', '}', '#', '|']) && en.ends_with('.'), "{}: {en}", clause.id);
            assert!(!en.starts_with(char::is_lowercase), "{}: {en}", clause.id);
        }
        for decl in (system.options)() {
            let usual = Ruleset::new(system, preset, &[]).choices.worded(decl.clause);
            for value in decl.alternatives(decl.default) {
                let other = Ruleset::new(system, preset, &[(decl.id, value)]).choices.worded(decl.clause);
                assert!(!other.zh.contains(['{', '}', '#', '|']), "{} = {value}: {}", decl.id, other.zh);
                assert!(!other.en.contains(['{', '}', '#', '|']), "{} = {value}: {}", decl.id, other.en);
                assert!(usual.zh != other.zh && usual.en != other.en, "{} = {value}: {}", decl.id, other.zh);
                if let (Value::Number(number), Search::Price) = (value, decl.search) {
                    assert!(numbers(&other.zh).contains(&number), "{} = {value}: {}", decl.id, other.zh);
                }
            }
        }
    }
}
