//! The published conformance suite is current, complete, valid under its schema, and passed by this engine.
//!
//! `UPDATE=1 cargo test conformance` numbers new blocks of the specs and writes `fixtures/conformance/`. When a block
//! goes, its number is kept in `retired.txt` and is never given again.

use super::block;
use super::export::case;
use super::page::{Fence, Section, cited, pages};
use super::prose::above;
use crate::golden;
use caipan_engine::audit::Verdict;
use caipan_engine::rules::SYSTEMS;
use caipan_handbook::RULINGS;
use caipan_lab::conformance::{
    self, Answer, Case, FindingAnswered, Outcome, Part, PaymentAnswered, WinAnswered, answer_schema, case_schema,
    judge, statement,
};
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::{Seat, SeatList, SeatMap};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of specs, in the order of the suite.
const FOLDERS: [&str; 5] = ["changsha", "beijing", "guiyang", "sichuan", "checks"];

/// Clauses that no case can show, with the reason.
const WITHOUT_CASE: &[(&str, &str)] = &[
    ("BJ-3b", "a log does not name the sides of its wall"),
    ("BJ-3c", "nor where a side is cut: its wall is in drawing order"),
    ("BJ-3d", "nor which way round it lies"),
    ("CS-A.34", "no log holds the platform's rating"),
    ("GY-1.4", "nor who threw for the first deal"),
    ("GY-1.5", "nor who threw for the wall"),
    ("MC-match", "nor the final totals of a match"),
    ("MC-must-win", "its meaning is incomplete, so nothing is judged by it"),
];

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

fn suite() -> PathBuf {
    root().join("fixtures/conformance")
}

fn published(system: &str) -> Vec<Case> {
    let text = fs::read_to_string(suite().join(format!("{system}.ndjson"))).unwrap_or_default();
    conformance::cases(&text).unwrap()
}

fn all_published() -> Vec<Case> {
    SYSTEMS.iter().flat_map(|system| published(system.id)).collect()
}

/// Builds all cases of the specs, or returns the reasons why some blocks are no cases.
fn written() -> Result<Vec<Case>, String> {
    let (mut cases, mut slips) = (Vec::new(), Vec::new());
    for folder in FOLDERS {
        for page in pages(folder) {
            for section in &page.sections {
                for fence in &section.blocks {
                    let block = block::read(fence).unwrap();
                    // Rules that caipan does not know are no rules that another engine could follow, and accounts are
                    // no matter of rules.
                    let of_players = block.players.iter().any(|line| block.marks.contains_key(line));
                    for rules in
                        block.rules.iter().filter(|_| block.unmodelled.is_none() && block.view.is_none() && !of_players)
                    {
                        match case(&page.name, section, fence, &block, rules) {
                            Ok(case) => cases.push(case),
                            Err(slip) => slips.push(format!("{} ({rules}): {slip}", fence.place)),
                        }
                    }
                }
            }
        }
    }
    if slips.is_empty() { Ok(cases) } else { Err(slips.join("\n")) }
}

#[test]
fn conformance_suite_is_current() {
    if golden::updates() {
        number();
    }
    let cases = written().unwrap_or_else(|slips| panic!("{slips}"));
    let mut ids = BTreeSet::new();
    for case in &cases {
        assert!(ids.insert(&case.id), "{} is given twice: take the number away from the later block", case.id);
    }
    golden::assert_current(files(&cases));
}

/// The generated files: the cases by system, the schemas, and the retired numbers.
fn files(cases: &[Case]) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for system in SYSTEMS {
        let own = cases.iter().filter(|case| case.system == system.id);
        let lines: Vec<String> = own.map(|case| serde_json::to_string(case).unwrap() + "\n").collect();
        files.push((suite().join(format!("{}.ndjson", system.id)), lines.concat()));
    }
    for (name, schema) in [("case", case_schema()), ("answer", answer_schema())] {
        let path = root().join(format!("docs/schema/conformance-{name}.schema.json"));
        files.push((path, serde_json::to_string_pretty(&schema).unwrap() + "\n"));
    }
    let live: BTreeSet<String> = cases.iter().map(|case| number_of(&case.id).to_owned()).collect();
    let mut retired = retired();
    assert!(retired.is_disjoint(&live), "retired numbers are given again: {:?}", retired.intersection(&live));
    retired.extend(all_published().iter().map(|case| number_of(&case.id).to_owned()).filter(|id| !live.contains(id)));
    files.push((suite().join("retired.txt"), retired.iter().flat_map(|id| [id, "\n"]).collect()));
    files
}

fn number_of(id: &str) -> &str {
    id.split(':').next().unwrap()
}

fn retired() -> BTreeSet<String> {
    fs::read_to_string(suite().join("retired.txt")).unwrap_or_default().lines().map(str::to_owned).collect()
}

/// Writes a number after the word `log` of each block that has none: the next free one of its first clause.
fn number() {
    let all = || FOLDERS.into_iter().flat_map(|folder| pages(folder).into_iter().map(move |page| (folder, page)));
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    let mut seen = |id: &str| {
        let (name, at) = id.rsplit_once('/').unwrap();
        let last = last.entry(name.to_owned()).or_default();
        *last = (*last).max(at.parse().unwrap());
    };
    retired().iter().for_each(|id| seen(id));
    all_published().iter().for_each(|case| seen(number_of(&case.id)));
    for (_, page) in all() {
        page.sections
            .iter()
            .flat_map(|section| &section.blocks)
            .filter_map(|fence| fence.id.as_ref())
            .for_each(|id| seen(id));
    }
    for (folder, page) in all() {
        let path = root().join(format!("fixtures/{folder}/{}.md", page.name));
        let mut lines: Vec<String> = fs::read_to_string(&path).unwrap().lines().map(str::to_owned).collect();
        let mut changed = false;
        for section in &page.sections {
            for fence in section.blocks.iter().filter(|fence| fence.id.is_none()) {
                let name = name(&page.name, section, fence);
                let at = last.entry(name.clone()).or_default();
                *at += 1;
                let line: usize = fence.place.rsplit(':').next().unwrap().parse().unwrap();
                lines[line - 1] = format!("```log {name}/{at}");
                changed = true;
            }
        }
        if changed {
            fs::write(&path, lines.join("\n") + "\n").unwrap();
        }
    }
}

/// The name that a block is numbered under: the first clause cited above it, else in its section, else the page.
fn name(page: &str, section: &Section, fence: &Fence) -> String {
    if page.starts_with('A') && page.len() == 4 {
        return page.to_owned();
    }
    let above = cited(above(section, fence)).next();
    let own = || section.blocks.iter().flat_map(|block| cited(&block.prose)).next();
    above.or_else(own).unwrap_or_else(|| page.to_owned())
}

#[test]
fn this_engine_conforms() {
    let cases = all_published();
    let statement = statement("caipan", &cases, conformance::answer);
    assert!(statement.conforms, "{}", conformance::text(&statement, caipan_tiles::text::Lang::En));
    for system in &statement.systems {
        let known = |id: &&'static str| WITHOUT_CASE.iter().any(|(without, _)| without == id);
        let missing: Vec<&str> = system.without_case.iter().copied().filter(|id| !known(id)).collect();
        assert!(missing.is_empty(), "{}: no case shows {missing:?}", system.system);
        assert!(system.total.cases >= 80, "{}: {:?}", system.system, system.total);
    }
    assert!(cases.len() >= 300, "{}", cases.len());
}

#[test]
fn cases_are_valid_and_bilingual() {
    let schema = jsonschema::validator_for(&case_schema()).unwrap();
    let log = jsonschema::validator_for(&caipan_log::json_schema()).unwrap();
    for case in all_published() {
        let value = serde_json::to_value(&case).unwrap();
        let errors: Vec<String> = schema.iter_errors(&value).map(|error| error.to_string()).collect();
        assert!(errors.is_empty(), "{}: {errors:?}", case.id);
        assert!(log.is_valid(&value["log"]), "{}: its log is not valid", case.id);
        for text in [&case.title, &case.situation] {
            assert!(text.zh.chars().any(|c| c >= '\u{4e00}') && !text.en.is_empty(), "{}: {text:?}", case.id);
        }
        let known = |id: &String| RULINGS.iter().any(|ruling| ruling.id == id);
        assert!(case.rulings.iter().all(known), "{}: {:?}", case.id, case.rulings);
    }
    let mut strange = serde_json::to_value(&all_published()[0]).unwrap();
    strange["expect"]["hands"] = serde_json::json!([{ "hand": 0, "balance": [1] }]);
    assert!(!schema.is_valid(&strange), "a table has two seats or more");
}

/// The points with one more for seat 0.
fn one_more(points: SeatList<i64>) -> SeatList<i64> {
    SeatList::new(points.map().plus(SeatMap([1, 0, 0, 0])), points.seats())
}

/// Compares every part that a case asks for: an answer wrong in one part fails in that part alone, and an answer
/// without it is incomplete.
#[test]
fn wrong_and_missing_parts_are_reported() {
    let cases = all_published();
    let mut tried: BTreeMap<Part, usize> = BTreeMap::new();
    for case in &cases {
        let right = conformance::answer(case).unwrap();
        assert_eq!(judge(case, Some(&right)), Outcome::Passed, "{}", case.id);
        for (part, wrong, without) in mutants(case, &right) {
            let Outcome::Failed(differences) = judge(case, Some(&wrong)) else {
                panic!("{}: {part:?} passes", case.id)
            };
            assert!(differences.iter().all(|difference| difference.part == part), "{}: {differences:?}", case.id);
            assert_eq!(judge(case, Some(&without)), Outcome::Incomplete(vec![part]), "{}", case.id);
            *tried.entry(part).or_default() += 1;
        }
    }
    assert_eq!(tried.len(), 7, "{tried:?}");
    assert!(tried.values().all(|&times| times > 10), "{tried:?}");
}

/// Returns the answer with one part wrong, and without it, for each part that the case asks for.
fn mutants(case: &Case, right: &Answer) -> Vec<(Part, Answer, Answer)> {
    let mut all = Vec::new();
    let mut change = |part, corrupt: &dyn Fn(&mut Answer), drop: &dyn Fn(&mut Answer)| {
        let (mut wrong, mut without) = (right.clone(), right.clone());
        corrupt(&mut wrong);
        drop(&mut without);
        all.push((part, wrong, without));
    };
    let other = if case.expect.verdict == Verdict::Clean { Verdict::Faulty } else { Verdict::Clean };
    change(Part::Verdict, &|it| it.verdict = Some(other), &|it| it.verdict = None);
    let more = FindingAnswered { code: None, hand: 99, event: None, field: None };
    change(Part::Findings, &|it| it.findings.iter_mut().for_each(|all| all.push(more.clone())), &|it| {
        it.findings = None;
    });
    if !case.expect.findings.is_empty() {
        let less = |it: &mut Answer| it.findings.iter_mut().for_each(|all| drop(all.pop()));
        change(Part::Findings, &less, &|it| it.findings = None);
    }
    if !case.expect.explained_by.is_empty() {
        change(Part::ExplainedBy, &|it| it.explained_by = Some(Vec::new()), &|it| it.explained_by = None);
    }
    for hand in &case.expect.hands {
        let at = hand.hand;
        if hand.wins.is_some() {
            let wins = |it: &mut Answer, seat: Option<Vec<WinAnswered>>| it.hands[at].wins = seat;
            change(Part::Wins, &|it| wins(it, Some(Vec::new())), &|it| wins(it, None));
        }
        if hand.payments.is_some() {
            let extra = PaymentAnswered { from: Seat::new(0), to: Seat::new(1), points: 1 };
            let more = |it: &mut Answer| it.hands[at].payments.iter_mut().for_each(|all| all.push(extra.clone()));
            change(Part::Payments, &more, &|it| it.hands[at].payments = None);
        }
        if hand.balance.is_some() {
            let more = |it: &mut Answer| it.hands[at].balance = it.hands[at].balance.map(one_more);
            change(Part::Balance, &more, &|it| it.hands[at].balance = None);
        }
        if let Some(dealer) = hand.next_dealer {
            let other = Some(dealer.next());
            change(Part::NextDealer, &|it| it.hands[at].next_dealer = other, &|it| it.hands[at].next_dealer = None);
        }
    }
    all
}

/// An engine without codes, with negative payments in the opposite direction, that declines the cases of R-003.
#[test]
fn accepts_answers_of_another_engine() {
    let cases = all_published();
    let mut foreign = |case: &Case| {
        let mut answer = conformance::answer(case)?;
        if case.rulings.iter().any(|ruling| ruling == "R-003") {
            return Ok(Answer { id: answer.id, declines: Some("R-003".to_owned()), ..Answer::default() });
        }
        answer.findings.iter_mut().flatten().for_each(|finding| finding.code = None);
        for hand in &mut answer.hands {
            for payment in hand.payments.iter_mut().flatten().filter(|payment| payment.points % 2 == 1) {
                (payment.from, payment.to, payment.points) = (payment.to, payment.from, -payment.points);
            }
        }
        Ok(answer)
    };
    let stated = statement("foreign 1.0", &cases, &mut foreign);
    assert!(stated.conforms && stated.total.declined > 0, "{}", conformance::text(&stated, Lang::En));
    let ruled = stated.systems.iter().flat_map(|system| &system.rulings).find(|of| of.id == "R-003").unwrap();
    assert_eq!(ruled.tally.declined, ruled.tally.cases);

    let groundless =
        |case: &Case| Ok(Answer { id: case.id.clone(), declines: Some("R-999".to_owned()), ..Answer::default() });
    assert_eq!(statement("mute", &cases, groundless).total.failed, cases.len());
    let silent = statement("silent", &cases, |_| Err(Text::default()));
    assert!(!silent.conforms && silent.total.unanswered == cases.len());
    assert!(!statement("none", &[], conformance::answer).conforms, "no case shows nothing");
}

#[test]
fn answers_round_trip() {
    let cases = published("guiyang");
    let given: Vec<Answer> = cases.iter().map(|case| conformance::answer(case).unwrap()).collect();
    let schema = jsonschema::validator_for(&answer_schema()).unwrap();
    let mut text = String::from("{\"engine\":\"mine 2\"}\n\n");
    for answer in &given {
        assert!(schema.is_valid(&serde_json::to_value(answer).unwrap()), "{}", answer.id);
        text.push_str(&(serde_json::to_string(answer).unwrap() + "\n"));
    }
    assert_eq!(conformance::answers(&text).unwrap(), (Some("mine 2".to_owned()), given));
    for (wrong, line) in [
        ("{\"id\":\"a\"}\n{\"id\":\"a\"}", 2),
        ("\n{\"id\":\"a\",\"verdikt\":\"clean\"}", 2),
        ("{\"verdict\":\"clean\"}", 1),
        ("nothing", 1),
    ] {
        let error = conformance::answers(wrong).unwrap_err();
        assert!(error.line == line && !error.text.zh.is_empty() && !error.text.en.is_empty(), "{wrong}: {error:?}");
    }
    let line = serde_json::to_string(&cases[0]).unwrap();
    for (from, to) in
        [("caipan-case/1", "caipan-case/2"), ("\"guiyang\"", "\"chengdu\""), ("\"expect\"", "\"expects\"")]
    {
        assert_eq!(conformance::cases(&line.replacen(from, to, 1)).unwrap_err().line, 1, "{to}");
    }
    assert_eq!(conformance::cases(&format!("{line}\n{line}")).unwrap_err().line, 2);
}

#[test]
fn statement_reports_results_by_clause() {
    let cases: Vec<Case> =
        published("changsha").into_iter().filter(|case| case.clauses.iter().any(|id| id == "CS-A.23")).collect();
    let stated = statement("caipan test", &cases, |case| {
        let mut answer = conformance::answer(case)?;
        if case.id == cases[0].id {
            answer.verdict =
                Some(if answer.verdict == Some(Verdict::Clean) { Verdict::Faulty } else { Verdict::Clean });
        }
        Ok(answer)
    });
    assert!(!stated.conforms);
    assert_eq!((stated.systems.len(), stated.failures.len(), stated.total.failed), (1, 1, 1));
    let [system] = &stated.systems[..] else { panic!("one system") };
    let clause = system.clauses.iter().find(|of| of.id == "CS-A.23").unwrap();
    assert_eq!((clause.tally.cases, clause.tally.failed), (cases.len(), 1));
    for (lang, words) in
        [(Lang::Zh, ["不符合", "条文", "应为"]), (Lang::En, ["does not conform", "clauses", "expected"])]
    {
        let text = conformance::text(&stated, lang);
        let revision = format!("(changsha r{})", system.revision);
        for word in words.into_iter().chain([cases[0].id.as_str(), "CS-A.23", revision.as_str()]) {
            assert!(text.contains(word), "{word} is not in\n{text}");
        }
    }
}
