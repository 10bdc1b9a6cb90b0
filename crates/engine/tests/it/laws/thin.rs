//! Absent fields make nothing wrong: removing any optional field, alone or with others, never turns a clean match into
//! a faulty one or a variant.

use super::clean;
use crate::generate::{audited, told};
use caipan_engine::audit::{Kind, Verdict};
use caipan_lab::generate::Rng;
use caipan_log::{Action, Dice, GameLog, HandLog, HandResult};

/// The name of a field and the function that removes it.
type Cut = (&'static str, fn(&mut GameLog));

fn hands(log: &mut GameLog, cut: impl FnMut(&mut HandLog)) {
    log.hands.iter_mut().for_each(cut);
}

fn results(log: &mut GameLog, cut: impl FnMut(&mut HandResult)) {
    log.hands.iter_mut().filter_map(|hand| hand.result.as_mut()).for_each(cut);
}

/// All optional fields of `paipu/1`, and the events that a client need not write. Fields that decide the play are not
/// listed: a kong with dice differs from one without.
const CUTS: [Cut; 25] = [
    ("start.scores", |log| log.start.scores = None),
    ("start.dealer", |log| log.start.dealer = None),
    ("start.dealer_streak", |log| log.start.dealer_streak = None),
    ("start.upstairs", |log| log.start.upstairs = None),
    ("players", |log| log.players.clear()),
    ("source", |log| log.source = caipan_log::Source::default()),
    ("hands.dealer", |log| hands(log, |hand| hand.dealer = None)),
    ("hands.started_at", |log| hands(log, |hand| hand.started_at = None)),
    ("hands.dice", |log| hands(log, |hand| hand.dice = None)),
    ("hands.wall", |log| hands(log, |hand| hand.wall = None)),
    ("hands.deal", |log| hands(log, |hand| hand.deal = None)),
    ("hands.indicator", |log| hands(log, |hand| hand.indicator = None)),
    ("hands.fairness", |log| hands(log, |hand| hand.fairness = None)),
    ("events.claims", |log| hands(log, |hand| hand.events.iter_mut().for_each(|event| event.claims.clear()))),
    ("events.dice", |log| {
        hands(log, |hand| {
            for event in &mut hand.events {
                if let Action::Kong { dice: Some(dice), .. } | Action::Opening { dice: Some(dice), .. } =
                    &mut event.action
                {
                    *dice = Dice::new(&[]).expect("no dice");
                }
            }
        });
    }),
    ("events.digest", |log| hands(log, |hand| hand.events.iter_mut().for_each(|event| event.digest = None))),
    ("events.pass", |log| hands(log, |hand| hand.events.retain(|event| !matches!(event.action, Action::Pass { .. })))),
    ("result", |log| hands(log, |hand| hand.result = None)),
    ("result.outcome", |log| results(log, |result| result.outcome = None)),
    ("result.wins", |log| results(log, |result| result.wins = None)),
    ("wins.patterns", |log| {
        results(log, |result| result.wins.iter_mut().flatten().for_each(|win| win.patterns = None));
    }),
    ("wins.value", |log| results(log, |result| result.wins.iter_mut().flatten().for_each(|win| win.value = None))),
    ("result.payments", |log| results(log, |result| result.payments = None)),
    ("result.deltas", |log| results(log, |result| result.deltas = None)),
    ("result.scores", |log| results(log, |result| result.scores = None)),
];

fn check(log: &GameLog, without: &[&str]) {
    let audit = audited(log);
    let wrong = |kind: Kind| matches!(kind, Kind::Fault | Kind::Variant);
    if let Some(found) = audit.findings.iter().find(|found| found.is_primary() && wrong(found.kind)) {
        panic!("without {without:?}: {}", told(log, found));
    }
}

#[test]
fn any_one_field_may_be_absent() {
    let mut mattered = 0;
    for (_, log) in clean(3) {
        for (name, cut) in CUTS {
            let mut less = log.clone();
            cut(&mut less);
            check(&less, &[name]);
            mattered += usize::from(audited(&less).verdict() == Verdict::Unverifiable);
        }
    }
    assert!(mattered > 20, "hardly a field is missed: {mattered}");
}

#[test]
fn several_fields_may_be_absent() {
    let mut chance = Rng::new(17);
    for (_, log) in clean(8) {
        let some = 10 + chance.below(70) as u8;
        let cuts: Vec<Cut> = CUTS.into_iter().filter(|_| chance.percent(some)).collect();
        let mut less = log.clone();
        cuts.iter().for_each(|(_, cut)| cut(&mut less));
        check(&less, &cuts.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }
}

/// Removes one field per hand and keeps it in the others.
#[test]
fn fields_may_be_absent_in_single_hands() {
    let mut chance = Rng::new(19);
    for (_, log) in clean(8) {
        let mut less = log.clone();
        let mut names = Vec::new();
        for hand in 0..less.hands.len() {
            let Some(&(name, cut)) = chance.pick(&CUTS[6..]) else { continue };
            let mut other = less.clone();
            cut(&mut other);
            less.hands[hand] = other.hands[hand].clone();
            names.push(name);
        }
        check(&less, &names);
    }
}
