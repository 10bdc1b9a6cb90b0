//! JUnit XML rendering of the report for the test views of CI systems: a suite per log, a case per hand.
//!
//! There is no standard; this follows the schema that Jenkins publishes (`fixtures/schemas`). A case has at most one
//! `failure`, because most readers show only one: its message is the first finding, its text all findings. The document
//! contains no time, so it is as reproducible as the report. Suites are written one by one between [`head`] and
//! [`tail`]; a log is not needed after its suite.

use super::document::{FindingView, Report};
use super::origin::Origin;
use super::xml::Element;
use crate::audit::Kind;
use caipan_log::People;
use caipan_tiles::text::{Lang, Text};
use caipan_tiles::tile::Seat;

/// The media type of the document.
pub const MEDIA_TYPE: &str = "application/xml";

/// Returns the text before the suites.
pub fn head() -> &'static str {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"caipan\">\n"
}

/// Returns the text after the suites.
pub fn tail() -> &'static str {
    "</testsuites>\n"
}

/// Returns the report of one log as a complete document.
pub fn document(report: &Report, origin: &Origin<'_>) -> String {
    [head(), &suite(report, origin), tail()].concat()
}

/// Returns the suite of one log.
pub fn suite(report: &Report, origin: &Origin<'_>) -> String {
    let mut cases: Vec<Case<'_>> = (0..report.log.hands).map(|hand| Case::of(report, Some(hand))).collect();
    if report.findings.iter().any(|finding| finding.hand.is_none()) {
        cases.insert(0, Case::of(report, None));
    }
    let failures = cases.iter().filter(|case| case.fails()).count();
    let skipped = cases.iter().filter(|case| case.is_skipped()).count();
    let rules = &report.rules;
    let class = format!("{}.{}", rules.preset, report.log.id);
    let property = |(name, value): (&str, &str)| Element::new("property").with("name", name).with("value", value);
    let revision = format!("{}@{}", rules.system, rules.revision);
    let known = report.baseline.map(|baseline| baseline.known.to_string());
    let properties = [
        ("verdict", report.verdict.word()),
        ("digest", report.log.digest.as_str()),
        ("preset", &rules.preset),
        ("revision", revision.as_str()),
    ]
    .into_iter()
    .chain(known.as_deref().map(|known| ("known", known)));
    let variants: Vec<String> =
        report.variants.iter().chain(&report.possible).map(|variant| both(&variant.message)).collect();
    testsuite(&report.log.id, origin, [cases.len(), failures, 0, skipped])
        .holds([Element::new("properties").holds(properties.map(property))])
        .holds(cases.iter().map(|case| case.element(&class)))
        .holds(output(&variants.join("\n")))
        .to_xml()
}

/// Returns the suite of an input that is not a log: one case with an error. `place` is the position as written after a
/// file name; `reason` is the code of the reader.
pub fn unreadable(origin: &Origin<'_>, reason: &str, place: &str, text: &Text) -> String {
    let file = origin.file.unwrap_or("-");
    let name = origin.line.map_or_else(|| file.to_owned(), |line| format!("{file}:{line}"));
    let error = Element::new("error").with("type", reason).with("message", format!("{} · {}", text.en, text.zh));
    let error = error.says(&format!("{name} {place}\n{}", both(text)));
    let case = Element::new("testcase").with("name", WHOLE).with("classname", &name).holds([error]);
    testsuite(&name, origin, [1, 0, 1, 0]).holds([case]).to_xml()
}

/// The name of the case for findings that concern no particular hand.
const WHOLE: &str = "log · 牌谱";

fn testsuite(name: &str, origin: &Origin<'_>, [tests, failures, errors, skipped]: [usize; 4]) -> Element {
    let suite = Element::new("testsuite").with("name", name).with("tests", tests).with("failures", failures);
    let suite = suite.with("errors", errors).with("skipped", skipped);
    match origin.file {
        Some(file) => suite.with("file", file),
        None => suite,
    }
}

/// One hand, or the log itself, with its findings.
struct Case<'a> {
    report: &'a Report,
    hand: Option<usize>,
    findings: Vec<&'a FindingView>,
}

impl<'a> Case<'a> {
    fn of(report: &'a Report, hand: Option<usize>) -> Case<'a> {
        let findings = report.findings.iter().filter(|finding| finding.hand == hand && report.stands_alone(finding));
        Case { report, hand, findings: findings.collect() }
    }

    /// Splits the findings into those that decide the case and the others. Faults and variants decide a failed case;
    /// unverifiable findings decide the others.
    fn decisive(&self) -> (Vec<&'a FindingView>, Vec<&'a FindingView>) {
        let fails = self.fails();
        self.findings.iter().partition(|finding| match finding.kind {
            Kind::Fault | Kind::Variant => fails,
            Kind::Unverifiable => !fails,
            Kind::Note => false,
        })
    }

    fn fails(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding.kind, Kind::Fault | Kind::Variant))
    }

    fn is_skipped(&self) -> bool {
        !self.fails() && self.findings.iter().any(|finding| finding.kind == Kind::Unverifiable)
    }

    fn element(&self, class: &str) -> Element {
        // The name does not depend on the language: CI systems identify a case across runs by its name.
        let name =
            self.hand.map_or_else(|| WHOLE.to_owned(), |hand| format!("hand {0} · 第 {0} 局", hand.saturating_add(1)));
        let case = Element::new("testcase").with("name", name).with("classname", class);
        let (decisive, others) = self.decisive();
        let told = |findings: &[&FindingView]| -> String {
            findings.iter().map(|finding| self.tell(finding)).collect::<Vec<_>>().join("\n")
        };
        let ending = decisive.first().map(|first| {
            let name = if self.fails() { "failure" } else { "skipped" };
            let more = match decisive.len().saturating_sub(1) {
                0 => String::new(),
                more => format!(" (+{more})"),
            };
            let message = format!("{} {}: {} · {}{more}", first.code, first.name, first.message.en, first.message.zh);
            let told = told(&decisive) + &self.put_right();
            Element::new(name).with("type", first.code).with("message", message).says(&told)
        });
        case.holds(ending).holds(output(&told(&others)))
    }

    /// Returns the transfers that correct the points of the hand.
    fn put_right(&self) -> String {
        let people = People::called(&self.report.log.players);
        let hand = self.report.hands.iter().find(|hand| Some(hand.hand) == self.hand);
        let transfers = hand.into_iter().flat_map(|hand| &hand.transfers);
        transfers.fold(String::new(), |told, transfer| {
            let Text { zh, en } = transfer.told(&people);
            told + &format!("= {en} · {zh}\n")
        })
    }

    /// Returns a finding in full, in both languages, with its consequences.
    fn tell(&self, finding: &FindingView) -> String {
        let mut lines = vec![format!("#{} {} {} {}", finding.id, finding.code, finding.name, finding.pointer)];
        lines.push(both(&finding.message));
        for line in &finding.lines {
            let people = People::called(&self.report.log.players);
            let party = |seat: Option<Seat>| seat.map_or_else(|| "-".to_owned(), |seat| people.who(seat).get(Lang::En));
            let (from, to) = (party(line.from), party(line.to));
            let (en, zh) = (&line.cause_name.en, &line.cause_name.zh);
            lines.push(format!("{from} → {to}  {}  {en} · {zh} [{}]", line.sum, line.clause));
        }
        lines.extend(finding.clauses.iter().map(|clause| format!("[{}] {}", clause.id, both(&clause.gloss))));
        lines.extend(finding.ruling.map(|ruling| format!("ruling · 裁定 {ruling}")));
        lines.extend(finding.option.map(|option| match &finding.option_name {
            Some(Text { zh, en }) => format!("option {en} · 选项 {zh} ({option})"),
            None => format!("option · 选项 {option}"),
        }));
        lines.push(format!("→ {}", both(&finding.advice)));
        for other in self.report.findings.iter().filter(|other| other.because == Some(finding.id)) {
            lines.push(format!("↳ #{} {} {} {}", other.id, other.code, other.pointer, both(&other.message)));
        }
        lines.iter().fold(String::new(), |text, line| text + line + "\n")
    }
}

/// Returns the output that a reader shows below the cases; `None` if the text is empty.
fn output(text: &str) -> Option<Element> {
    (!text.is_empty()).then(|| Element::new("system-out").says(text))
}

fn both(text: &Text) -> String {
    format!("{}\n{}", text.en, text.zh)
}
