//! The headline of a finding has its form: short, one sentence, without brackets, formulas and code, and it names the
//! player. Checked over every example of the specs, and over every kind of fault of every preset.

use super::faulty;
use crate::generate::presets;
use crate::specs;
use caipan_engine::audit::checks;
use caipan_engine::report::{FindingView, report};
use caipan_log::{GameLog, People, Player};
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of characters with the number of the hand, in Chinese and in English.
const MOST: [usize; 2] = [40, 90];

/// The findings by code, and the sentences that are no headlines.
#[derive(Default)]
struct Headlines {
    codes: BTreeMap<String, usize>,
    broken: BTreeSet<String>,
}

impl Headlines {
    fn check(&mut self, log: &GameLog) {
        let report = report(log, "sha256:0").expect("the rules exist");
        let people = People::called(&report.log.players);
        let all = report.headline();
        if all.zh.contains(['（', '）']) || all.en.contains(['(', ')']) {
            self.broken.insert(format!("a report with brackets: {} {}", all.zh, all.en));
        }
        for finding in &report.findings {
            *self.codes.entry(finding.code.to_string()).or_default() += 1;
            self.finding(finding, &people);
        }
    }

    fn finding(&mut self, finding: &FindingView, people: &People) {
        let headline = finding.headline();
        let number = finding.hand.map_or(0, |hand| (hand + 1).to_string().len());
        // The title of the check stands in where no sentence of it has the form.
        let title = checks::find(&finding.code).expect("a check").title.en;
        if headline.en == title || headline.en.contains(&format!(": {}", title.to_lowercase())) {
            self.broken.insert(format!("{} only the title: {}", finding.code, finding.message.en));
        }
        for (at, said) in [headline.zh.as_ref(), headline.en.as_ref()].into_iter().enumerate() {
            let before =
                if finding.hand.is_none() { 0 } else { ["第  局：", "Hand : "][at].chars().count() + number };
            let faults = [
                (said.is_empty(), "empty"),
                (before + said.chars().count() > MOST[at], "too long"),
                (said.contains(['(', ')', '（', '）', '[', ']', '{', '}', '\n']), "bracket"),
                (said.contains(['=', '×', '÷', '`', '_']), "code or formula"),
                (said.contains('。'), "several sentences"),
                (finding.code != "A701" && finding.seat.is_some() && !names(people, said), "no name"),
            ];
            for (_, fault) in faults.into_iter().filter(|(is, _)| *is) {
                self.broken.insert(format!("{} {fault}: {said}", finding.code));
            }
        }
    }
}

/// True if a sentence names a player or a seat.
fn names(people: &People, said: &str) -> bool {
    let seats = ["座位 ", "庄家", "seat ", "the dealer"].iter().any(|word| said.contains(word));
    seats || people.names().iter().any(|name| said.contains(name.as_str()))
}

/// Returns the log with names for its players.
fn named(log: &GameLog) -> GameLog {
    let player = |name: &str| Player { id: name.to_owned(), name: None };
    GameLog {
        players: ["u1", "u2", "老周", "小林"][..log.seats().iter().count()].iter().map(|name| player(name)).collect(),
        ..log.clone()
    }
}

#[test]
fn headlines_are_short_and_plain() {
    let mut all = Headlines::default();
    for (_, log, _) in specs::audits() {
        all.check(&log);
        if log.players.is_empty() {
            all.check(&named(&log));
        }
    }
    for id in presets() {
        for log in faulty(id, 2) {
            all.check(&log);
            all.check(&named(&log));
        }
    }
    println!("{} checks, {} findings", all.codes.len(), all.codes.values().sum::<usize>());
    assert!(all.broken.is_empty(), "{}", all.broken.into_iter().collect::<Vec<_>>().join("\n"));
    let examples = specs::examples();
    assert!(examples.len() > 100 && examples.iter().all(|code| all.codes.contains_key(code)), "{examples:?}");
}
