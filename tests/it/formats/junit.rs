//! JUnit XML, parsed again and checked against the schema of Jenkins and rules that no schema can express.

use super::{all, nasty};
use caipan::audit::Kind;
use caipan::report::{FindingView, Origin, junit};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;
use uppsala::{Document, NodeId, XsdValidator};

/// A parsed element.
#[derive(Debug, Default)]
pub struct Node {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    pub text: String,
    pub inner: Vec<Node>,
}

impl Node {
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Node> {
        self.inner.iter().filter(move |node| node.name == name)
    }

    pub fn number(&self, attribute: &str) -> usize {
        self.attributes[attribute].parse().unwrap()
    }
}

static SCHEMA: LazyLock<XsdValidator> = LazyLock::new(|| {
    let schema = include_str!("../../../fixtures/schemas/junit-10.xsd");
    XsdValidator::from_schema(&uppsala::parse(schema).unwrap()).unwrap()
});

/// Returns the errors of a document by the published schema.
fn objections(document: &Document) -> Vec<String> {
    SCHEMA.validate(document).iter().map(ToString::to_string).collect()
}

/// Parses a document and asserts that it satisfies the schema and the rules beyond it.
pub fn parse(text: &str) -> Node {
    let document = uppsala::parse(text).unwrap();
    assert_eq!(objections(&document), [""; 0], "{text}");
    let root = node(&document, document.document_element().unwrap());
    assert_eq!(root.name, "testsuites");
    root.inner.iter().for_each(check_counts);
    root
}

fn node(document: &Document, id: NodeId) -> Node {
    let element = document.element(id).unwrap();
    let attributes = element.attributes.iter().map(|one| (one.name.local_name.to_string(), one.value.to_string()));
    let inner = document.children_iter(id).filter(|inner| document.element(*inner).is_some());
    Node {
        name: element.name.local_name.to_string(),
        attributes: attributes.collect(),
        text: document.text_content_deep(id),
        inner: inner.map(|inner| node(document, inner)).collect(),
    }
}

/// The counts of a suite match its cases; each case has at most one outcome and a unique name.
fn check_counts(suite: &Node) {
    let cases: Vec<&Node> = suite.all("testcase").collect();
    let having = |name: &str| cases.iter().filter(|case| case.all(name).count() == 1).count();
    let counted = [cases.len(), having("failure"), having("error"), having("skipped")];
    assert_eq!(["tests", "failures", "errors", "skipped"].map(|name| suite.number(name)), counted, "{suite:?}");
    let endings = |case: &Node| case.inner.iter().filter(|one| one.name != "system-out").count();
    assert!(cases.iter().all(|case| endings(case) <= 1), "{suite:?}");
    let names: BTreeSet<_> = cases.iter().map(|case| &case.attributes["name"]).collect();
    assert_eq!(names.len(), cases.len(), "{suite:?}");
}

/// The schema check rejects each kind of broken document.
#[test]
fn schema_rejects_broken_documents() {
    let log = all().into_iter().find(|log| log.name.ends_with("false-win.json")).unwrap();
    let document = junit::document(&log.report, &Origin::default());
    for (ours, broken, objection) in [
        ("<testsuites name=", "<testsuites title=", "'title' is not allowed"),
        ("<testsuite name=", "<testsuite time=\"soon\" name=", "'soon' does not match"),
        (" errors=\"0\"", "", "'errors' is missing"),
        ("<property name=\"verdict\" value=", "<property name=\"verdict\" worth=", "'value' is missing"),
        ("<properties>", "<properties>words", "text content is not allowed"),
        ("<testcase name=", "<testcase verdict=\"faulty\" name=", "'verdict' is not allowed"),
        ("</testcase>", "<stack/></testcase>", "Unexpected element 'stack'"),
        ("<failure type=", "<failure severity=", "'severity' is not allowed"),
        ("</failure>", "<b/></failure>", "empty content"),
        ("</testsuite>", "<failure/></testsuite>", "Unexpected element 'failure'"),
        ("</testsuites>", "<testcase name=\"x\"/></testsuites>", "Unexpected element 'testcase'"),
    ] {
        let broken = document.replacen(ours, broken, 1);
        assert_ne!(broken, document, "{ours}");
        let objections = objections(&uppsala::parse(&broken).unwrap());
        assert!(objections.iter().any(|one| one.contains(objection)), "{ours}: {objections:?}");
    }
}

#[test]
fn documents_match_schema_and_cover_every_hand() {
    let origin = Origin { file: Some("logs/a&b.json"), ..Origin::default() };
    for log in all().iter().chain([&nasty()]) {
        let root = parse(&junit::document(&log.report, &origin));
        let suite = &root.inner[0];
        assert_eq!((root.inner.len(), suite.attributes["file"].as_str()), (1, "logs/a&b.json"));
        assert_eq!(suite.number("tests"), log.report.log.hands, "{}", log.name);
        for (hand, case) in suite.all("testcase").enumerate() {
            let findings = || log.report.findings.iter().filter(|one| one.hand == Some(hand) && one.because.is_none());
            let wrong = findings().any(|one| matches!(one.kind, Kind::Fault | Kind::Variant));
            let open = findings().any(|one| one.kind == Kind::Unverifiable);
            assert_eq!(case.all("failure").count() == 1, wrong, "{}", log.name);
            assert_eq!(case.all("skipped").count() == 1, open && !wrong, "{}", log.name);
            // The case contains each finding of the hand and its consequences, in both languages, with its clauses.
            let content: String = case.inner.iter().map(|node| node.text.as_str()).collect();
            let root =
                |one: &FindingView| one.because.map_or(one.hand, |because| log.report.findings[because - 1].hand);
            for finding in log.report.findings.iter().filter(|one| root(one) == Some(hand)) {
                assert!(content.contains(&*finding.code) && content.contains(&*finding.message.zh), "{content}");
                assert!(content.contains(&*finding.message.en), "{content}");
                let primary = finding.because.is_none();
                assert!(
                    !primary || finding.clauses.iter().all(|one| content.contains(&format!("[{}]", one.id))),
                    "{content}"
                );
            }
        }
    }
}

/// A hand that could not be checked names the missing field in its message.
#[test]
fn unverifiable_hand_is_skipped_with_missing_field() {
    let log = all().into_iter().find(|log| log.name.ends_with("unverifiable.json")).unwrap();
    let root = parse(&junit::document(&log.report, &Origin::default()));
    let skipped: Vec<&Node> = root.inner[0].all("testcase").flat_map(|case| case.all("skipped")).collect();
    assert!(!skipped.is_empty());
    let fields: Vec<&str> =
        log.report.coverage.iter().flat_map(|question| question.missing.keys().map(AsRef::as_ref)).collect();
    for skipped in skipped {
        let message = &skipped.attributes["message"];
        assert!(fields.iter().any(|field| message.contains(field)), "{message} names none of {fields:?}");
    }
}

#[test]
fn unreadable_input_is_an_error() {
    let text = caipan::text::Text { zh: "坏".into(), en: "bad <&>".into() };
    let origin = Origin { file: Some("x.ndjson"), line: Some(4), places: None };
    let suite = junit::unreadable(&origin, "not-json", "1:9 /hands", &text);
    let root = parse(&[junit::head(), &suite, junit::tail()].concat());
    let error = &root.inner[0].inner[0].inner[0];
    assert_eq!((error.name.as_str(), error.attributes["type"].as_str()), ("error", "not-json"));
    assert_eq!(error.attributes["message"], "bad <&> · 坏");
    assert!(error.text.contains("x.ndjson:4 1:9 /hands"), "{}", error.text);
    assert_eq!(root.inner[0].attributes["name"], "x.ndjson:4");
}
