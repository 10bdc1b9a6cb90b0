//! Reports against a baseline: exactly the findings outside it stay.

use super::{Reported, all};
use caipan::audit::{Kind, Verdict};
use caipan::report::{Baseline, FindingView, Origin, Past, PastLine, Report, Style, junit, past, sarif, text, to_json};
use caipan::text::Lang;
use serde_json::Value;

/// Returns the report as an earlier run wrote it, with a change.
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

/// Returns the verdict of a report with one finding of this kind.
fn verdict_of(kind: Kind) -> Verdict {
    match kind {
        Kind::Fault => Verdict::Faulty,
        Kind::Variant => Verdict::Variant,
        Kind::Unverifiable => Verdict::Unverifiable,
        Kind::Note => Verdict::Clean,
    }
}

/// A single finding that is not in the baseline stays and decides the verdict, even if it follows from a known one.
#[test]
fn findings_outside_baseline_stay() {
    let mut consequences = 0;
    for Reported { name, report, .. } in all() {
        for (at, new) in report.findings.iter().enumerate() {
            let left = against(&report, |before| {
                before["findings"].as_array_mut().expect("findings").remove(at);
            });
            let remaining: Vec<(&str, &str)> = left.findings.iter().map(key).collect();
            assert_eq!(remaining, [key(new)], "{name}");
            assert_eq!(left.verdict, verdict_of(left.findings[0].kind), "{name}: {new:?}");
            let sarif = sarif::results(&left, &Origin::default(), Lang::En);
            assert_eq!(sarif.matches("\"ruleId\"").count(), 1, "{name}: {sarif}");
            let fails = matches!(left.findings[0].kind, Kind::Fault | Kind::Variant);
            assert_eq!(junit::suite(&left, &Origin::default()).contains("<failure"), fails, "{name}");
            assert!(text(&left, Style::default()).contains(&*new.code), "{name}");
            consequences += usize::from(new.because.is_some());
        }
        let nothing = against(&report, |_| ());
        assert_eq!((nothing.findings.len(), nothing.verdict), (0, Verdict::Clean), "{name}");
    }
    assert!(consequences > 20, "the samples have what follows from a fault: {consequences}");
}

fn key(finding: &FindingView) -> (&str, &str) {
    (&finding.code, &finding.pointer)
}

/// A known variant or note does not hide a fault. In a changed log a finding is known only if its claim is the same.
#[test]
fn known_finding_hides_only_same_claim() {
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
                // A log without an id is matched by its digest.
                assert!(other_bytes || report.log.id.is_empty(), "{name}: another amount is another matter");
                claimed += 1;
            }
        }
    }
    assert!(claimed > 20, "{claimed}");
}
