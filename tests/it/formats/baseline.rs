//! Against a baseline: whatever was not in it is new, and nothing else is.

use super::{Reported, all};
use caipan::audit::{Kind, Verdict};
use caipan::report::{Baseline, FindingView, Origin, Past, PastLine, Report, Style, junit, past, sarif, text, to_json};
use caipan::text::Lang;
use serde_json::Value;

/// The report as an earlier run wrote it, changed.
fn earlier(report: &Report, change: impl FnOnce(&mut Value)) -> Past {
    let mut document: Value = serde_json::from_slice(&to_json(report)).expect("JSON");
    change(&mut document);
    match past(document.to_string().as_bytes()) {
        Ok(PastLine::Report(past)) => *past,
        other => panic!("{other:?}"),
    }
}

fn against(report: &Report, change: impl FnOnce(&mut Value)) -> Report {
    let mut baseline = Baseline::default();
    baseline.add(&earlier(report, change)).expect("a whole result");
    baseline.without_known(report.clone())
}

/// What one finding of this kind comes to.
fn verdict_of(kind: Kind) -> Verdict {
    match kind {
        Kind::Fault => Verdict::Faulty,
        Kind::Variant => Verdict::Variant,
        Kind::Unverifiable => Verdict::Unverifiable,
        Kind::Note => Verdict::Clean,
    }
}

/// One finding is not in the baseline: it alone is left and decides, though it may follow from one that is known.
#[test]
fn whatever_was_not_known_is_new() {
    let mut consequences = 0;
    for Reported { name, report, .. } in all() {
        for (at, new) in report.findings.iter().enumerate() {
            let left = against(&report, |before| {
                before["findings"].as_array_mut().expect("findings").remove(at);
            });
            let told: Vec<(&str, &str)> = left.findings.iter().map(of).collect();
            assert_eq!(told, [of(new)], "{name}");
            assert_eq!(left.verdict, verdict_of(left.findings[0].kind), "{name}: {new:?}");
            let sarif = sarif::results(&left, &Origin::default(), Lang::En);
            assert_eq!(sarif.matches("\"ruleId\"").count(), 1, "{name}: {sarif}");
            let fails = matches!(left.findings[0].kind, Kind::Fault | Kind::Variant);
            assert_eq!(junit::suite(&left, &Origin::default()).contains("<failure"), fails, "{name}");
            assert!(text(&left, Style::default()).contains(new.code), "{name}");
            consequences += usize::from(new.because.is_some());
        }
        let nothing = against(&report, |_| ());
        assert_eq!((nothing.findings.len(), nothing.verdict), (0, Verdict::Clean), "{name}");
    }
    assert!(consequences > 20, "the samples have what follows from a fault: {consequences}");
}

fn of(finding: &FindingView) -> (&'static str, &str) {
    (finding.code, &finding.pointer)
}

/// What was a house rule does not cover a fault; and of a log that is another by now, what it claims must be the same.
#[test]
fn a_known_finding_covers_no_more_than_it_was() {
    let mut claimed = 0;
    for Reported { name, report, .. } in all() {
        for (at, now) in report.findings.iter().enumerate() {
            let kept = |change: &dyn Fn(&mut Value)| !against(&report, |before| change(before)).findings.is_empty();
            let graver = kept(&|before| before["findings"][at]["kind"] = "note".into());
            assert_eq!(graver, now.kind != Kind::Note, "{name}");
            let same_bytes = kept(&|before| before["findings"][at]["claimed"] = "1".into());
            assert!(!same_bytes, "{name}: the same log says the same, however it is worded");
            if now.claimed.is_some() {
                let other_bytes = kept(&|before| {
                    before["log"]["digest"] = "sha256:0".into();
                    before["findings"][at]["claimed"] = "another".into();
                });
                // A log without an id goes by its digest.
                assert!(other_bytes || report.log.id.is_empty(), "{name}: another amount is another matter");
                claimed += 1;
            }
        }
    }
    assert!(claimed > 20, "{claimed}");
}
