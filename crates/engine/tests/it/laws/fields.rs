//! Values of a log that only another house rule allows: the error, or the inverse audit, names the option and its value.

use crate::generate::{audited, preset};
use caipan_engine::audit::{Verdict, audit};
use caipan_engine::rules::{RulesError, Value, resolve};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, GameLog, OptionValue, RulesDeclared};
use caipan_tiles::tile::{Seat, SeatMap, Tile};

/// A match of a house, whose log declares the rules without the option.
fn undeclared(id: &str, option: &'static str, value: Value) -> GameLog {
    let house = preset(id).changed(None, [(option, value)]);
    let mut log = matches(&house, 3, MatchConfig::USUAL).find(|log| log.hands.len() > 2).expect("a match");
    log.rules.options.remove(option);
    log
}

fn refused(log: &GameLog) -> RulesError {
    audit(log).expect_err("a refusal")
}

/// The value is the lowest that allows every hand of the log, and with it the log is clean.
#[test]
fn error_names_the_float_that_the_log_needs() {
    let mut log = undeclared("changsha-a", "piao_max", Value::Number(5));
    let picks = |log: &GameLog| log.hands.iter().flat_map(|hand| hand.piao.expect("picks").0).max();
    let most = picks(&log).expect("a pick");
    assert!(most > 1, "{most}");
    for declared in [None, Some(1)] {
        log.rules.options.extend(declared.map(|value| ("piao_max".to_owned(), OptionValue::Number(value))));
        let error = refused(&log);
        assert_eq!(error.code, "field-not-used");
        assert!(error.pointer.starts_with("/hands/") && error.pointer.ends_with("/piao"), "{}", error.pointer);
        let said = (format!("piao_max={most}"), format!("`piao_max` = {most}"));
        assert!(error.text.zh.contains(&said.0) && error.text.en.contains(&said.1), "{}", error.text.en);
    }
    log.rules.options.insert("piao_max".to_owned(), OptionValue::Number(most));
    assert_eq!(audited(&log).verdict(), Verdict::Clean);
}

/// A pick that no value allows is a mistake, and the error of a log with both says so where the mistake is.
#[test]
fn error_names_nothing_for_picks_of_no_house() {
    let mut log = undeclared("changsha-a", "piao_max", Value::Number(2));
    log.hands.iter_mut().for_each(|hand| hand.piao = None);
    for (picks, named) in [([11, 0, 0, 0], None), ([0, -1, 0, 0], None), ([4, 0, 0, 0], Some(4)), ([4, -1, 0, 0], None)]
    {
        log.start.piao = Some(SeatMap(picks));
        for declared in [0, 2] {
            log.rules.options.insert("piao_max".to_owned(), OptionValue::Number(declared));
            let text = refused(&log).text.en;
            match named {
                Some(value) => assert!(text.contains(&format!("`piao_max` = {value}")), "{picks:?} {declared}: {text}"),
                None => assert!(!text.contains("`piao_max` ="), "{picks:?} {declared}: {text}"),
            }
        }
    }
}

#[test]
fn error_names_the_stakes_that_the_log_needs() {
    let mut log = undeclared("guiyang", "gu_mai", Value::Word("free"));
    let text = refused(&log).text;
    assert!(text.zh.contains("gu_mai=free") && text.en.contains("`gu_mai` = free"), "{}", text.en);
    log.hands[1].gu_mai.as_mut().expect("stakes")[Seat::ALL[2]] = 7;
    let text = refused(&log).text.en;
    assert!(!text.contains("= free"), "{text}");
}

/// Flying birds that the declared rules do not turn up are explained by their number.
#[test]
fn inverse_audit_names_flying_birds() {
    for count in [1, 2, 4] {
        let log = undeclared("changsha-a", "fly_birds", Value::Number(count));
        let audit = audited(&log);
        assert_eq!(audit.verdict(), Verdict::Variant, "{count}: {:#?}", audit.findings);
        let [explanation] = &audit.explanations[..] else { panic!("{:?}", audit.explanations) };
        let named: Vec<_> = explanation.changes.iter().map(|change| (change.decl.id, change.to)).collect();
        assert_eq!(named, [("fly_birds", Value::Number(count))]);
    }
}

/// A log with another fault beside the flying birds keeps that fault.
#[test]
fn inverse_audit_names_flying_birds_beside_another_fault() {
    let mut log = undeclared("changsha-a", "fly_birds", Value::Number(2));
    let hand = log.hands.iter().position(|hand| !hand.events.is_empty()).expect("a hand");
    let scores = log.hands[hand].result.as_mut().and_then(|result| result.scores.as_mut()).expect("scores");
    scores[Seat::ALL[0]] += 1;
    let audit = audited(&log);
    assert_eq!(audit.verdict(), Verdict::Faulty);
    let named = audit.explanations.iter().flat_map(|one| &one.changes).any(|change| change.decl.id == "fly_birds");
    assert!(named, "{:#?}", audit.explanations);
}

/// An indicator names the wild kind, so it is refused where the house has none; the error names the switch, if there is one.
#[test]
fn indicator_is_refused_without_wilds() {
    for (id, options, named) in [
        ("changsha-a", vec![], "does not use"),
        ("guiyang", vec![], "does not use"),
        ("beijing", vec![("wild.use", Value::Flag(false))], "`wild.use` = true"),
    ] {
        let house = preset(id).changed(None, options);
        let mut log = matches(&house, 3, MatchConfig::USUAL).next().expect("a match");
        assert_eq!(audited(&log).verdict(), Verdict::Clean);
        log.hands[0].indicator = Tile::new(0);
        let error = refused(&log);
        assert_eq!((error.code, error.pointer.as_str()), ("field-not-used", "/hands/0/indicator"), "{id}");
        assert!(error.text.en.contains(named), "{id}: {}", error.text.en);
    }
}

/// A wrong number of birds names the option of their number, also of flying ones.
#[test]
fn wrong_number_of_birds_names_its_option() {
    let room = preset("changsha-a").changed(None, [("fly_birds", Value::Number(2))]);
    let mut seen = [0; 2];
    for log in matches(&room, 3, MatchConfig::USUAL).take(20) {
        for (flying, option) in [(false, "bird_count"), (true, "fly_birds")] {
            let mut log = log.clone();
            let mut events = log.hands.iter_mut().flat_map(|hand| &mut hand.events);
            let cut = events.find_map(|event| match &mut event.action {
                Action::Birds { tiles, fly: Some(fly) } if !fly.is_empty() && !tiles.is_empty() => {
                    if flying {
                        fly.pop()
                    } else {
                        tiles.pop()
                    }
                }
                _ => None,
            });
            if cut.is_none() {
                continue;
            }
            let findings = audited(&log).findings;
            let found = findings.iter().find(|found| found.check.code == "A604").expect("a wrong number");
            assert_eq!(found.option, Some(option));
            assert_eq!(found.text.en.contains("flying"), flying, "{}", found.text.en);
            seen[usize::from(flying)] += 1;
        }
    }
    assert!(seen.iter().all(|&n| n > 3), "{seen:?}");
}

/// Options that cannot hold together are refused with the one to remove.
#[test]
fn thirteen_orphans_need_every_suit() {
    let three = [("fan.orphans", 10), ("players", 3)].map(|(id, n)| (id.to_owned(), OptionValue::Number(n)));
    let bamboo = ("suits_three".to_owned(), OptionValue::Word("no_bamboo".to_owned()));
    let options = three.into_iter().chain([bamboo]).collect();
    let declared = RulesDeclared { system: "beijing".to_owned(), options, ..Default::default() };
    let Err(error) = resolve(&declared) else { panic!("the options agree") };
    assert!(error.code == "option-conflict" && error.text.en.contains("no_bamboo"), "{error:?}");
}
