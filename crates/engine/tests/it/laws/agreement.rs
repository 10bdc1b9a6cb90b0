//! The parts of a report agree with each other: verdict, banner, findings, advice, transfers, amounts and coverage.
//! Checked for every kind of fault of every preset, alone and in pairs.

use super::matches_of;
use crate::generate::presets;
use caipan_engine::audit::{Kind, Verdict};
use caipan_engine::report::{FindingView, HandView, Report, report};
use caipan_lab::generate::Rng;
use caipan_lab::generate::faults::{Stage, kinds};
use caipan_log::{GameLog, People, to_text};
use std::collections::BTreeMap;

/// The uses of one law.
#[derive(Default)]
struct Tried {
    times: usize,
    broken: Vec<String>,
}

/// Checks one report.
struct Checked<'a> {
    report: &'a Report,
    log: &'a GameLog,
    laws: &'a mut BTreeMap<&'static str, Tried>,
}

impl<'a> Checked<'a> {
    fn law(&mut self, name: &'static str, holds: bool, about: &dyn std::fmt::Debug) {
        let tried = self.laws.entry(name).or_default();
        tried.times += 1;
        if !holds {
            tried.broken.push(format!("{about:?}\n{}", to_text(self.log)));
        }
    }

    fn standing(&self, kind: Kind) -> Vec<&'a FindingView> {
        let report = self.report;
        report.findings.iter().filter(|one| one.kind == kind && report.stands_alone(one)).collect()
    }

    fn all(&mut self) {
        self.verdict();
        self.banner();
        for hand in &self.report.hands {
            self.amounts(hand);
        }
        self.offset();
        for finding in &self.report.findings {
            self.finding(finding);
        }
    }

    fn verdict(&mut self) {
        let report = self.report;
        let is = |kind| !self.standing(kind).is_empty();
        let due = match () {
            () if is(Kind::Fault) => Verdict::Faulty,
            () if is(Kind::Variant) => Verdict::Variant,
            () if is(Kind::Unverifiable) => Verdict::Unverifiable,
            () => Verdict::Clean,
        };
        self.law("the verdict follows from the findings", report.verdict == due, &(report.verdict, due));
        if report.verdict != Verdict::Faulty {
            let moves = report.hands.iter().any(|hand| !hand.transfers.is_empty()) || !report.transfers.is_empty();
            self.law("only a faulty log demands transfers", !moves, &report.transfers);
        }
    }

    fn banner(&mut self) {
        let report = self.report;
        let people = People::called(&report.log.players);
        let (headline, points) = (report.headline(), report.points_to_move(&people));
        self.law("the banner is a sentence", headline.zh.ends_with('。') && headline.en.ends_with('.'), &headline);
        let points = points.unwrap_or_default();
        for transfer in &report.transfers {
            let told = transfer.in_words(&people);
            let says = points.zh.contains(told.zh.as_ref()) && points.en.contains(told.en.as_ref());
            self.law("the banner names every transfer", says, &(&points, told));
        }
        if report.transfers.is_empty() {
            let demands = points.en.contains(" owes ") || points.zh.contains("应补给");
            self.law("a banner without transfers demands none", !demands, &points);
        }
        if points.en.starts_with("No points move") {
            let right = report.hands.iter().all(|hand| {
                hand.due_unknown.is_none() && hand.recorded.is_none_or(|recorded| recorded == hand.balance)
            });
            self.law("no points move where all are right", right, &report.hands);
        }
        let lacking: Vec<&str> = report
            .coverage
            .iter()
            .filter(|covered| !covered.missing.is_empty())
            .map(|covered| covered.name.en.as_ref())
            .collect();
        if report.verdict == Verdict::Clean && !lacking.is_empty() {
            let named = lacking.iter().all(|name| headline.en.contains(name));
            self.law("a clean banner names what was not checked", named, &(&headline, &lacking));
        }
        if report.verdict == Verdict::Unverifiable {
            self.law("what cannot be verified lacks something", !lacking.is_empty(), &report.coverage);
        }
    }

    fn amounts(&mut self, hand: &HandView) {
        let mut net = [0; 4];
        for line in &hand.ledger {
            line.from.into_iter().for_each(|seat| net[seat.index()] -= line.points);
            line.to.into_iter().for_each(|seat| net[seat.index()] += line.points);
        }
        self.law("the lines add up to the points due", net == hand.balance.map().0, &hand);
        let here = |finding: &&&FindingView| finding.hand == Some(hand.hand);
        let faults = self.standing(Kind::Fault);
        let faults: Vec<&&FindingView> = faults.iter().filter(here).collect();
        if faults.is_empty() && hand.due_unknown.is_none() {
            self.law("a hand without a fault needs no transfer", hand.transfers.is_empty(), &hand);
        }
        if let (Some(recorded), None) = (hand.recorded, &hand.due_unknown)
            && !hand.transfers.is_empty()
        {
            let after = applied(recorded.map().0, hand);
            self.law("the transfers lead to the points due", after == hand.balance.map().0, &hand);
        }
        let of_money = faults.iter().any(|one| ["A702", "A703", "A704", "A706"].contains(&one.code.as_ref()));
        if of_money && hand.due_unknown.is_none() {
            self.law("a fault of the money moves points", !hand.transfers.is_empty(), &(&hand, &faults));
        }
        if faults.iter().any(|one| ["A505", "A521"].contains(&one.code.as_ref())) {
            self.law("a win that was due leaves no amounts", hand.due_unknown.is_some(), &hand);
        }
        if hand.due_unknown.is_some() {
            self.law("unknown amounts are not shown", hand.ledger.is_empty() && hand.balance.map().0 == [0; 4], &hand);
        }
    }

    fn offset(&mut self) {
        let net = |mut net: [i64; 4], hand: &[caipan_engine::report::TransferView]| {
            for transfer in hand {
                transfer.from.into_iter().for_each(|seat| net[seat.index()] -= transfer.points);
                transfer.to.into_iter().for_each(|seat| net[seat.index()] += transfer.points);
            }
            net
        };
        let hands = self.report.hands.iter().fold([0; 4], |sum, hand| net(sum, &hand.transfers));
        let together = net([0; 4], &self.report.transfers);
        self.law("the transfers of the match are those of its hands", hands == together, &self.report.transfers);
    }

    fn finding(&mut self, finding: &FindingView) {
        let headline = finding.headline();
        let plain = |text: &str| !text.is_empty() && !text.contains(['\n', '{', '}']);
        self.law("a headline is plain words", plain(&headline.zh) && plain(&headline.en), &headline);
        let leaves = finding.advice.en.starts_with("Leave the points");
        let is_variant = finding.kind == Kind::Variant && finding.because.is_none();
        self.law("only a house rule leaves the points", leaves == is_variant, finding);
        if let (true, Some(claimed), Some(due)) =
            (["A702", "A706"].contains(&finding.code.as_ref()), &finding.claimed, &finding.computed)
        {
            let (claimed, due) = (claimed.trim_start_matches('-'), due.trim_start_matches('-'));
            let message = &finding.message;
            // "Nothing" and "breaks even" are words for 0.
            let has = |amount: &str| amount == "0" || message.en.contains(amount) && message.zh.contains(amount);
            self.law("the sentence has both amounts", has(claimed) && has(due), finding);
        }
    }
}

fn applied(mut points: [i64; 4], hand: &HandView) -> [i64; 4] {
    for transfer in &hand.transfers {
        transfer.from.into_iter().for_each(|seat| points[seat.index()] -= transfer.points);
        transfer.to.into_iter().for_each(|seat| points[seat.index()] += transfer.points);
    }
    points
}

#[test]
fn reports_do_not_contradict_themselves() {
    let (mut laws, mut reports) = (BTreeMap::<&str, Tried>::new(), 0);
    let mut check = |log: &GameLog| {
        let report = report(log, "sha256:0").expect("the rules exist");
        Checked { report: &report, log, laws: &mut laws }.all();
        reports += 1;
    };
    for id in presets() {
        let (ruleset, logs) = matches_of(id, 6);
        for log in &logs {
            check(log);
            let mut bare = log.clone();
            bare.hands.iter_mut().for_each(|hand| hand.wall = None);
            check(&bare);
        }
        let stages: Vec<Stage<'_>> = logs.iter().map(|log| Stage::of(&ruleset, log)).collect();
        let mut chance = Rng::new(47);
        let mut last = None;
        for kind in kinds() {
            let Some((_, log)) = stages.iter().find_map(|stage| stage.inject(kind, &mut chance)) else { continue };
            check(&log);
            // Each fault once more beside the kind before it.
            if let Some(other) = last.replace(kind)
                && let Some((_, both)) = Stage::of(&ruleset, &log).inject(other, &mut chance)
            {
                check(&both);
            }
        }
    }
    for (name, law) in &laws {
        println!("{name}: {} times", law.times);
        let first = law.broken.first().map_or("", String::as_str);
        assert!(law.broken.is_empty(), "{name}: broken {} times of {}\n{first}", law.broken.len(), law.times);
    }
    assert!(reports > 1000, "{reports}");
    for name in [
        "only a faulty log demands transfers",
        "the banner names every transfer",
        "no points move where all are right",
        "a clean banner names what was not checked",
        "the transfers lead to the points due",
        "a fault of the money moves points",
        "a win that was due leaves no amounts",
        "unknown amounts are not shown",
        "the sentence has both amounts",
    ] {
        assert!(laws.get(name).is_some_and(|law| law.times >= 10), "{name} is hardly tried");
    }
}
