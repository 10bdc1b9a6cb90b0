//! A report lists a limited number of findings of a hand and counts all of them.

use crate::generate::preset;
use caipan_engine::audit::{Kind, MOST_LISTED, Verdict, audit};
use caipan_engine::report::{Style, report, text};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::{Action, Claim, Event, LostClaim};
use caipan_tiles::text::Lang;

#[test]
fn hand_of_many_faults_lists_some_and_counts_all() {
    let mut log = matches(&preset("changsha-a"), 3, MatchConfig::USUAL).next().unwrap();
    let few = audit(&log).unwrap().1;
    assert!(few.unlisted.is_empty());
    let is_draw = |event: &&mut Event| matches!(event.action, Action::Draw { .. });
    let draw = log.hands[0].events.iter_mut().find(is_draw).unwrap();
    let drawer = draw.action.seat().unwrap();
    draw.claims = vec![LostClaim { seat: drawer, what: Claim::Kong }; 200];
    let (_, audit) = audit(&log).unwrap();
    let listed = |kind| {
        audit.findings.iter().filter(|found| found.hand == Some(0) && found.is_primary() && found.kind == kind).count()
    };
    assert_eq!(listed(Kind::Fault), MOST_LISTED);
    assert_eq!(audit.verdict(), Verdict::Faulty);
    for (at, found) in audit.findings.iter().enumerate() {
        assert!(found.because.is_none_or(|because| because.0 < at), "the cause is listed before its consequence");
    }
    let unlisted: usize = audit.unlisted.values().flat_map(|counts| counts.values()).sum();
    assert!(unlisted > 100, "{unlisted}");
    let report = report(&log, "sha256:00").unwrap();
    let summary = report.summary;
    let counted = summary.faults + summary.variants + summary.unverifiable + summary.notes + summary.consequences;
    assert_eq!(counted, report.findings.len() + unlisted);
    assert_eq!(report.hands[0].unlisted, unlisted);
    let told = text(&report, Style { lang: Lang::En, colour: false, full: false });
    assert!(told.contains(&format!("{unlisted} more findings of this hand are not listed")), "{told}");
}
