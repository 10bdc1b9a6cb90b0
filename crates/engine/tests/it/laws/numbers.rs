//! Changes one number, seat, tile or name of a clean match at a time. The log is refused, the audit finds something, or
//! nothing settled depends on the value; `PASSES` lists those fields with the reason.

use super::clean;
use crate::golden;
use caipan_engine::audit::{Audit, Verdict, audit};
use caipan_engine::rules::Ruleset;
use caipan_lab::generate::Rng;
use caipan_log::{GameLog, Limits, read, write};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Matches per preset.
const EACH: usize = 4;
/// Changes per match.
const TRIES: usize = 60;

/// Fields whose change may pass, with the reason in both languages.
const PASSES: &[(&str, &str, &str)] = &[
    (
        "/hands/n/dice/n",
        "切牌的点数只定从哪里开始拿，牌墙已按拿牌的次序给出",
        "the cut only says where the deal begins, and the wall is given in drawing order",
    ),
    (
        "/start/upstairs",
        "这一场没有人付钱，在哪一层都一样",
        "nobody paid anything in this match, so the floor moves nothing",
    ),
    ("/start/dealer_streak", "此规则不看连庄", "these rules do not look at the streak"),
    (
        "/hands/n/events/n/tile",
        "手里也有的另一张牌，后来没人要、手里再没用到：打哪张都合规",
        "another tile that the hand held too, which nobody claimed and the hand did not need: either is a legal discard",
    ),
    (
        "/hands/n/started_at",
        "同一天里的另一时刻，或那天的星期鸡谁也没有",
        "another time of the same day, or nobody had the chicken of that weekday",
    ),
    (
        "/hands/n/events/n/with",
        "手里也有的另一副顺子，后来手里没再用到：吃哪副都合规",
        "another run that the hand held too and did not need later: either is a legal chow",
    ),
    (
        "/hands/n/result/wins/n/patterns/n",
        "这手牌本来就有的另一个番名；不计分的和步骤可以不写",
        "another pattern that the win has; those without value and steps of the price need not be named",
    ),
    ("/hands/n/events/n/dice/n", "没有牌取决于这一掷", "no tile hangs on this throw"),
];

/// Collects the pointers of the scalars below a value.
fn leaves(value: &Value, at: &str, all: &mut Vec<String>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| leaves(value, &format!("{at}/{key}"), all)),
        Value::Array(items) => items.iter().enumerate().for_each(|(n, value)| leaves(value, &format!("{at}/{n}"), all)),
        Value::Null => {}
        Value::Bool(_) | Value::Number(_) | Value::String(_) => all.push(at.to_owned()),
    }
}

/// Returns the pointer with `n` for every list index.
fn field(pointer: &str) -> String {
    let name = |part: &str| if part.bytes().all(|b| b.is_ascii_digit()) { "n".to_owned() } else { part.to_owned() };
    pointer.split('/').skip(1).fold(String::new(), |field, part| field + "/" + &name(part))
}

/// Returns another value of the same kind.
fn other(value: &Value, pointer: &str, ruleset: &Ruleset, chance: &mut Rng) -> Option<Value> {
    let changed = match value {
        Value::Bool(yes) => Value::Bool(!yes),
        Value::Number(number) => {
            let by = chance.pick(&[-1_i64, 1, 2, 37])?;
            Value::from(number.as_i64()? + by)
        }
        Value::String(text) if pointer.ends_with("/outcome") => {
            let others = ["win", "draw", "aborted"].into_iter().filter(|other| other != text);
            Value::from(*chance.pick(&others.collect::<Vec<_>>())?)
        }
        Value::String(text) if pointer.contains("/patterns/") || pointer.contains("/kinds/") => {
            let names = ruleset.system.patterns.iter().filter(|pattern| !pattern.is_called(text));
            Value::from(chance.pick(&names.collect::<Vec<_>>())?.id)
        }
        // Changes one digit of tiles, one letter of words and digests.
        Value::String(text) => {
            let places: Vec<usize> =
                text.char_indices().filter(|(_, c)| c.is_ascii_alphanumeric()).map(|(at, _)| at).collect();
            let digits: Vec<usize> =
                places.iter().copied().filter(|&at| text.as_bytes()[at].is_ascii_digit()).collect();
            let at = *chance.pick(if digits.is_empty() { &places } else { &digits })?;
            let mut bytes = text.clone().into_bytes();
            bytes[at] = if digits.is_empty() { b'q' } else { *chance.pick(b"123456789")? };
            Value::from(String::from_utf8(bytes).ok()?)
        }
        _ => return None,
    };
    (changed != *value).then_some(changed)
}

/// The payments, wins and next dealer of every hand, as text.
fn settled(audit: &Audit) -> Vec<String> {
    let of = |hand: &caipan_engine::audit::Audited| {
        let wins: Vec<_> = hand.replayed.standing.iter().map(|won| (won.seat, &won.hits, won.value)).collect();
        format!("{:?} {wins:?} {:?}", hand.ledger.lines(), hand.next)
    };
    audit.hands.iter().map(|(_, hand)| of(hand)).collect()
}

/// Counts of what became of the changes to one field.
#[derive(Clone, Copy, Default)]
struct Row {
    refused: u64,
    found: u64,
    open: u64,
    passed: u64,
}

/// Changes one scalar and returns a description if the change passes but must not.
fn change(
    ruleset: &Ruleset,
    log: &GameLog,
    before: &Audit,
    chance: &mut Rng,
    rows: &mut BTreeMap<String, Row>,
) -> Option<String> {
    let mut value: Value = serde_json::from_str(&write(log)).unwrap();
    let mut all = Vec::new();
    for part in ["start", "hands"] {
        leaves(&value[part], &format!("/{part}"), &mut all);
    }
    let fields: BTreeMap<String, Vec<&String>> = all.iter().fold(BTreeMap::new(), |mut fields, pointer| {
        fields.entry(field(pointer)).or_insert_with(Vec::new).push(pointer);
        fields
    });
    // Picks the field first: event tiles outnumber everything else by far.
    let fields: Vec<_> = fields.into_iter().collect();
    let (field, pointers) = chance.pick(&fields)?;
    let pointer = chance.pick(pointers)?.as_str();
    let changed = value.pointer(pointer).and_then(|old| other(old, pointer, ruleset, chance))?;
    let old = std::mem::replace(value.pointer_mut(pointer).unwrap(), changed.clone());
    let row = rows.entry(field.clone()).or_default();
    let Ok(bad) = read(value.to_string().as_bytes(), &Limits::default()) else {
        row.refused += 1;
        return None;
    };
    let Ok((_, after)) = audit(&bad) else {
        row.refused += 1;
        return None;
    };
    match after.verdict() {
        Verdict::Faulty | Verdict::Variant => row.found += 1,
        Verdict::Unverifiable => row.open += 1,
        Verdict::Clean => {
            row.passed += 1;
            let listed = PASSES.iter().any(|(passes, ..)| passes == field);
            let problem = format!("{} {:?} {pointer}: {old} as {changed}", ruleset.preset.id, log.id);
            return (!listed || settled(before) != settled(&after)).then_some(problem);
        }
    }
    None
}

#[test]
fn every_number_counts() {
    let mut chance = Rng::new(71);
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (ruleset, log) in clean(EACH) {
        let (_, before) = audit(&log).unwrap();
        for _ in 0..TRIES {
            wrong.extend(change(&ruleset, &log, &before, &mut chance, &mut rows));
        }
    }
    assert!(wrong.is_empty(), "passes without a reason, or changes what is settled:\n{}", wrong.join("\n"));
    let total: u64 = rows.values().map(|row| row.refused + row.found + row.open + row.passed).sum();
    assert!(total > 2000, "{total} changes");
    golden::assert_current([("docs/proof/numbers.md", page(&rows))]);
}

fn page(rows: &BTreeMap<String, Row>) -> String {
    let mut out = "# 每个数都有用 Every number counts\n\n\
        在各套预设规则下无误的牌谱里，每次改一处：一个数、一个座位、一张牌、一个名字。要么日志不收，要么审核有发现，要么说明无法复核；\n\
        改了也无误的，只能是下面写明原因的那些，而且输赢、胡牌、下一局的庄都没有变。\n\n\
        One number, seat, tile or name of clean matches under every preset is changed at a time. The log is refused, or something is\n\
        found, or it is said what cannot be verified. What passes can only be what the last column gives the reason of, and then no\n\
        payment, win or next dealer has changed.\n\n\
        | 字段 field | 改动 changes | 不收 refused | 有发现 found | 无法复核 unverifiable | 无误 passes | 原因 why |\n\
        |---|---:|---:|---:|---:|---:|---|\n"
        .to_owned();
    for (field, Row { refused, found, open, passed }) in rows {
        let why = PASSES.iter().find(|(passes, ..)| passes == field).filter(|_| *passed > 0);
        let why = why.map_or(String::new(), |(_, zh, en)| format!("{zh} {en}"));
        let total = refused + found + open + passed;
        writeln!(out, "| `{field}` | {total} | {refused} | {found} | {open} | {passed} | {why} |").unwrap();
    }
    out
}
