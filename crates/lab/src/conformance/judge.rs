//! Compares one answer with one case, part by part. Only the parts that the case asks for are compared.

use super::answer::{Answer, FindingAnswered, HandAnswered, PaymentAnswered, WinAnswered};
use super::case::{Case, FindingExpected, HandExpected, PaymentExpected, WinExpected};
use caipan_engine::audit::Verdict;
use caipan_engine::rules::{PatternKind, SYSTEMS, System};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A part of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The verdict on the log.
    Verdict,
    /// The findings.
    Findings,
    /// The house rules that would make every claimed number right.
    ExplainedBy,
    /// The winners with their patterns and values.
    Wins,
    /// The net payments between each pair.
    Payments,
    /// The points that each seat gains or loses.
    Balance,
    /// The dealer of the next hand.
    NextDealer,
}

/// A part whose answer differs from the case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Difference {
    /// The part.
    pub part: Part,
    /// Index of the hand, if the part concerns one hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The expected value.
    pub expected: String,
    /// The answered value.
    pub answered: String,
}

/// The outcome of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every requested part agrees with the case.
    Passed,
    /// At least one part differs from the case.
    Failed(Vec<Difference>),
    /// The answered parts agree, but these parts are missing.
    Incomplete(Vec<Part>),
    /// The engine reads a ruling, an option or the preset of this case differently, and names it.
    Declined(String),
    /// The engine declines the case by something that the case does not rest on.
    DeclinedWithoutGround(String),
    /// There is no answer.
    Unanswered,
}

/// Compares an answer with its case.
pub fn judge(case: &Case, answer: Option<&Answer>) -> Outcome {
    let Some(answer) = answer else { return Outcome::Unanswered };
    if let Some(ground) = &answer.declines {
        let known = case.rulings.contains(ground) || case.options.contains_key(ground) || case.preset == *ground;
        return if known { Outcome::Declined(ground.clone()) } else { Outcome::DeclinedWithoutGround(ground.clone()) };
    }
    let mut compared = Compared { differences: Vec::new(), absent: Vec::new() };
    compared.whole(case, answer);
    for expected in &case.expect.hands {
        compared.hand(system(case), expected, answer.hands.iter().find(|hand| hand.hand == expected.hand));
    }
    if !compared.differences.is_empty() {
        return Outcome::Failed(compared.differences);
    }
    compared.absent.sort_unstable();
    compared.absent.dedup();
    if compared.absent.is_empty() { Outcome::Passed } else { Outcome::Incomplete(compared.absent) }
}

/// The rule system of a case, if it is known.
pub(super) fn system(case: &Case) -> Option<&'static System> {
    SYSTEMS.iter().copied().find(|system| system.id == case.system)
}

impl Part {
    /// The name of the part.
    pub const fn label(self) -> Label {
        match self {
            Part::Verdict => Label::new("结论", "verdict"),
            Part::Findings => Label::new("问题", "findings"),
            Part::ExplainedBy => Label::new("可解释的房规", "explaining house rules"),
            Part::Wins => Label::new("和牌", "wins"),
            Part::Payments => Label::new("付款", "payments"),
            Part::Balance => Label::new("得分", "balance"),
            Part::NextDealer => Label::new("下一局的庄家", "next dealer"),
        }
    }
}

struct Compared {
    differences: Vec<Difference>,
    absent: Vec<Part>,
}

impl Compared {
    /// Compares one part and records it if it is missing or different.
    fn part<E, A>(
        &mut self,
        (part, hand): (Part, Option<usize>),
        expected: Option<&E>,
        answered: Option<&A>,
        agree: impl FnOnce(&E, &A) -> Option<bool>,
        words: (impl FnOnce(&E) -> String, impl FnOnce(&A) -> String),
    ) {
        let Some(expected) = expected else { return };
        match answered.map(|answered| (agree(expected, answered), answered)) {
            None | Some((None, _)) => self.absent.push(part),
            Some((Some(true), _)) => {}
            Some((Some(false), answered)) => {
                let (expected, answered) = (words.0(expected), words.1(answered));
                self.differences.push(Difference { part, hand, expected, answered });
            }
        }
    }

    fn whole(&mut self, case: &Case, answer: &Answer) {
        let expect = &case.expect;
        // A variant is wrong as declared. Only `explained_by` asks whether other house rules make it right.
        let wrong = |verdict: &Verdict| matches!(verdict, Verdict::Faulty | Verdict::Variant);
        let same =
            |expected: &Verdict, answered: &Verdict| Some(expected == answered || wrong(expected) && wrong(answered));
        let words = |verdict: &Verdict| verdict.word().to_owned();
        self.part((Part::Verdict, None), Some(&expect.verdict), answer.verdict.as_ref(), same, (words, words));
        self.part(
            (Part::Findings, None),
            Some(&expect.findings),
            answer.findings.as_ref(),
            |expected, answered| Some(matched(expected, answered)),
            (|all| list(all.iter().map(expected_place)), |all| list(all.iter().map(answered_place))),
        );
        let explained = Some(&expect.explained_by).filter(|all| !all.is_empty());
        self.part(
            (Part::ExplainedBy, None),
            explained,
            answer.explained_by.as_ref(),
            |expected, answered| Some(expected.iter().all(|one| answered.contains(one))),
            (|all| all.join(", "), |all| all.join(", ")),
        );
    }

    fn hand(&mut self, system: Option<&System>, expected: &HandExpected, answered: Option<&HandAnswered>) {
        let at = Some(expected.hand);
        self.part(
            (Part::Wins, at),
            expected.wins.as_ref(),
            answered.and_then(|hand| hand.wins.as_ref()),
            |expected, answered| same_wins(system, expected, answered),
            (|all| list(all.iter().map(expected_win)), |all| list(all.iter().map(answered_win))),
        );
        self.part(
            (Part::Payments, at),
            expected.payments.as_ref(),
            answered.and_then(|hand| hand.payments.as_ref()),
            |expected, answered| Some(net(expected.iter().map(due)) == net(answered.iter().map(paid))),
            (|all| net_words(&net(all.iter().map(due))), |all| net_words(&net(all.iter().map(paid)))),
        );
        self.part(
            (Part::Balance, at),
            expected.balance.as_ref(),
            answered.and_then(|hand| hand.balance.as_ref()),
            |expected, answered| Some(expected.map() == answered.map()),
            (|all| format!("{:?}", all.entries()), |all| format!("{:?}", all.entries())),
        );
        self.part(
            (Part::NextDealer, at),
            expected.next_dealer.as_ref(),
            answered.and_then(|hand| hand.next_dealer.as_ref()),
            |expected, answered| Some(expected == answered),
            (ToString::to_string, ToString::to_string),
        );
    }
}

/// True if expected and answered findings can be paired one to one. The findings with the most exact place choose
/// first.
fn matched(expected: &[FindingExpected], answered: &[FindingAnswered]) -> bool {
    let mut order: Vec<&FindingExpected> = expected.iter().collect();
    order.sort_by_key(|one| (one.event.is_none(), one.field.is_none()));
    let mut left: Vec<&FindingAnswered> = answered.iter().collect();
    for one in order {
        let Some(at) = left.iter().position(|other| same_place(one, other)) else { return false };
        left.swap_remove(at);
    }
    left.is_empty()
}

/// True if both findings have the same place. An omitted code is not compared. A field may be named more or less
/// exactly: `result`, `result/wins/0`.
fn same_place(expected: &FindingExpected, answered: &FindingAnswered) -> bool {
    let code = answered.code.as_ref().is_none_or(|code| *code == expected.code);
    let field = |field: &String| {
        let told = answered.field.as_deref().unwrap_or_default();
        let mut pairs = field.split('/').zip(told.split('/').filter(|name| !name.is_empty()));
        answered.event.is_none() && pairs.all(|(one, other)| one == other)
    };
    let place = match (expected.event, &expected.field) {
        (Some(event), _) => answered.event == Some(event),
        (None, Some(name)) => field(name),
        (None, None) => true,
    };
    code && expected.hand == answered.hand && place
}

/// Returns `None` if the answer omits patterns or a value that the case asks for.
fn same_wins(system: Option<&System>, expected: &[WinExpected], answered: &[WinAnswered]) -> Option<bool> {
    let seats = |mut all: Vec<Seat>| {
        all.sort_unstable();
        all
    };
    let (due, told) = (expected.iter().map(|win| win.seat).collect(), answered.iter().map(|win| win.seat).collect());
    if seats(due) != seats(told) {
        return Some(false);
    }
    let mut all_told = true;
    for win in expected {
        let other = answered.iter().find(|other| other.seat == win.seat)?;
        match (&win.patterns, &other.patterns) {
            (Some(due), Some(told)) => {
                let same = |due: &Vec<String>| same_patterns(system, (due, win.value), (told, other.value));
                if ![due].into_iter().chain(&win.or).any(same) {
                    return Some(false);
                }
            }
            (Some(_), None) => all_told = false,
            (None, _) => {}
        }
        match (win.value, other.value) {
            (Some(due), Some(told)) if due != told => return Some(false),
            (Some(_), None) => all_told = false,
            _ => {}
        }
    }
    all_told.then_some(true)
}

/// True if the patterns are the same. If the values agree too, the answer may name further patterns, which add nothing.
fn same_patterns(
    system: Option<&System>,
    (due, value): (&[String], Option<i64>),
    (told, told_value): (&[String], Option<i64>),
) -> bool {
    let (due, told) = (known(system, due), known(system, told));
    due == told || value.is_some() && value == told_value && due.iter().all(|id| told.contains(id))
}

/// The Chinese names of the patterns, sorted, without the plain win, which may be omitted. Unknown names stay as they
/// are.
fn known(system: Option<&System>, names: &[String]) -> Vec<String> {
    let id = |name: &String| {
        let patterns = system.map_or(&[][..], |system| system.patterns);
        match patterns.iter().find(|pattern| pattern.is_called(name)) {
            Some(pattern) if pattern.kind == PatternKind::Base => None,
            Some(pattern) => Some(pattern.name.zh.to_owned()),
            None => Some(name.clone()),
        }
    };
    let mut ids: Vec<String> = names.iter().filter_map(id).collect();
    ids.sort_unstable();
    ids
}

type Pair = (Option<Seat>, Option<Seat>);

fn due(line: &PaymentExpected) -> (Pair, i64) {
    ((line.from, line.to), line.points)
}

fn paid(line: &PaymentAnswered) -> (Pair, i64) {
    ((line.from, line.to), line.points)
}

/// The net payment from the first to the second of each pair, without pairs that net to zero.
fn net(lines: impl Iterator<Item = (Pair, i64)>) -> BTreeMap<Pair, i64> {
    let mut net: BTreeMap<Pair, i64> = BTreeMap::new();
    for ((from, to), points) in lines {
        let (pair, points) = if from <= to { ((from, to), points) } else { ((to, from), points.saturating_neg()) };
        let sum = net.entry(pair).or_default();
        *sum = sum.saturating_add(points);
    }
    net.retain(|(from, to), points| *points != 0 && from != to);
    net
}

fn net_words(net: &BTreeMap<Pair, i64>) -> String {
    let party = |seat: Option<Seat>| seat.map_or_else(|| "house".to_owned(), |seat| seat.to_string());
    list(net.iter().map(|(&(from, to), &points)| {
        let (from, to) = if points < 0 { (to, from) } else { (from, to) };
        format!("{}→{} {}", party(from), party(to), points.saturating_abs())
    }))
}

fn expected_place(one: &FindingExpected) -> String {
    place(&one.code, one.hand, one.event, one.field.as_deref())
}

fn answered_place(one: &FindingAnswered) -> String {
    place(one.code.as_deref().unwrap_or("?"), one.hand, one.event, one.field.as_deref())
}

fn place(code: &str, hand: usize, event: Option<usize>, field: Option<&str>) -> String {
    match (event, field) {
        (Some(event), _) => format!("{code} @ hands/{hand}/events/{event}"),
        (None, Some(field)) => format!("{code} @ hands/{hand}/{field}"),
        (None, None) => format!("{code} @ hands/{hand}"),
    }
}

fn expected_win(win: &WinExpected) -> String {
    win_words(win.seat, win.patterns.as_deref(), win.value)
}

fn answered_win(win: &WinAnswered) -> String {
    win_words(win.seat, win.patterns.as_deref(), win.value)
}

fn win_words(seat: Seat, patterns: Option<&[String]>, value: Option<i64>) -> String {
    let value = value.map(|value| format!(" = {value}")).unwrap_or_default();
    format!("{seat}: {}{value}", patterns.unwrap_or_default().join(" + "))
}

fn list(words: impl Iterator<Item = String>) -> String {
    let all: Vec<String> = words.collect();
    if all.is_empty() { "–".to_owned() } else { all.join("; ") }
}
