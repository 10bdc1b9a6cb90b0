//! JUnit XML, read back by a parser and held against the structure that Jenkins and Surefire publish.

use super::{all, nasty};
use caipan::audit::Kind;
use caipan::report::{Origin, junit};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::BTreeMap;

/// An element as read.
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

/// Reads a document; stops where it is not well-formed.
pub fn parse(text: &str) -> Node {
    let mut reader = Reader::from_str(text);
    let mut open = vec![Node::default()];
    loop {
        let event = reader.read_event().unwrap();
        match &event {
            Event::Start(start) | Event::Empty(start) => {
                let attributes = start.attributes().map(|attribute| {
                    let attribute = attribute.unwrap();
                    let value = attribute.normalized_value(quick_xml::XmlVersion::Implicit1_0).unwrap();
                    (attribute.key.as_ref().to_owned(), value.into_owned())
                });
                let name = start.name().as_ref().to_owned();
                open.push(Node { name, attributes: attributes.collect(), ..Node::default() });
            }
            Event::Text(text) => open.last_mut().unwrap().text.push_str(text),
            Event::GeneralRef(reference) => {
                let named = |name: &str| match name {
                    "lt" => "<",
                    "gt" => ">",
                    "amp" => "&",
                    "quot" => "\"",
                    "apos" => "'",
                    other => panic!("&{other};"),
                };
                let text = match reference.resolve_char_ref().unwrap() {
                    Some(c) => c.to_string(),
                    None => named(reference).to_owned(),
                };
                open.last_mut().unwrap().text.push_str(&text);
            }
            Event::Eof => break,
            _ => {}
        }
        if matches!(event, Event::End(_) | Event::Empty(_)) {
            let node = open.pop().unwrap();
            open.last_mut().unwrap().inner.push(node);
        }
    }
    assert_eq!(open.len(), 1, "an element is not closed");
    let mut top = open.remove(0).inner;
    assert_eq!(top.len(), 1, "one root");
    top.remove(0)
}

/// An element: attributes that it must have, those that it may have, the elements it may hold, whether it holds text.
type Form = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str], bool);

/// What the published schemas of JUnit's readers have in common.
const FORMS: [Form; 9] = [
    ("testsuites", &[], &["name", "tests", "failures", "errors"], &["testsuite"], false),
    (
        "testsuite",
        &["name", "tests", "failures", "errors"],
        &["skipped", "file"],
        &["properties", "testcase", "system-out"],
        false,
    ),
    ("properties", &[], &[], &["property"], false),
    ("property", &["name", "value"], &[], &[], false),
    ("testcase", &["name"], &["classname"], &["failure", "error", "skipped", "system-out"], false),
    ("failure", &[], &["type", "message"], &[], true),
    ("error", &[], &["type", "message"], &[], true),
    ("skipped", &[], &["type", "message"], &[], true),
    ("system-out", &[], &[], &[], true),
];

/// Stops where the document has another structure, or counts wrongly.
pub fn holds(node: &Node) {
    let (_, must, may, inner, text) = FORMS.iter().find(|(name, ..)| *name == node.name).unwrap();
    assert!(must.iter().all(|name| node.attributes.contains_key(*name)), "{node:?}");
    assert!(
        node.attributes.keys().all(|name| must.contains(&name.as_str()) || may.contains(&name.as_str())),
        "{node:?}"
    );
    assert!(*text || node.text.trim().is_empty(), "{node:?}");
    assert!(node.inner.iter().all(|one| inner.contains(&one.name.as_str())), "{node:?}");
    node.inner.iter().for_each(holds);
    if node.name == "testsuite" {
        let cases: Vec<&Node> = node.all("testcase").collect();
        let having = |name: &str| cases.iter().filter(|case| case.all(name).count() == 1).count();
        let counted = [cases.len(), having("failure"), having("error"), having("skipped")];
        assert_eq!(["tests", "failures", "errors", "skipped"].map(|name| node.number(name)), counted, "{node:?}");
        let endings = |case: &Node| case.inner.iter().filter(|one| one.name != "system-out").count();
        assert!(cases.iter().all(|case| endings(case) <= 1), "{node:?}");
        let names: std::collections::BTreeSet<_> = cases.iter().map(|case| &case.attributes["name"]).collect();
        assert_eq!(names.len(), cases.len(), "cases of a suite have names of their own");
    }
}

#[test]
fn documents_have_the_structure_that_readers_know() {
    let origin = Origin { file: Some("logs/a&b.json"), ..Origin::default() };
    for log in all().iter().chain([&nasty()]) {
        let root = parse(&junit::document(&log.report, &origin));
        holds(&root);
        let suite = &root.inner[0];
        assert_eq!((root.inner.len(), suite.attributes["file"].as_str()), (1, "logs/a&b.json"));
        assert_eq!(suite.number("tests"), log.report.log.hands, "{}", log.name);
        for (hand, case) in suite.all("testcase").enumerate() {
            let findings = || log.report.findings.iter().filter(|one| one.hand == Some(hand) && one.because.is_none());
            let wrong = findings().any(|one| matches!(one.kind, Kind::Fault | Kind::Variant));
            let open = findings().any(|one| one.kind == Kind::Unverifiable);
            assert_eq!(case.all("failure").count() == 1, wrong, "{}", log.name);
            assert_eq!(case.all("skipped").count() == 1, open && !wrong, "{}", log.name);
            // Whatever was found of a hand stands in its case, in both languages, with its clauses.
            let told: String = case.inner.iter().map(|node| node.text.as_str()).collect();
            for finding in log.report.findings.iter().filter(|one| one.hand == Some(hand)) {
                assert!(told.contains(finding.code) && told.contains(&finding.message.zh), "{told}");
                assert!(told.contains(&finding.message.en), "{told}");
                let primary = finding.because.is_none();
                assert!(
                    !primary || finding.clauses.iter().all(|one| told.contains(&format!("[{}]", one.id))),
                    "{told}"
                );
            }
        }
    }
}

/// A hand that could not be checked says which field it lacks, where a reader looks first.
#[test]
fn what_cannot_be_verified_is_skipped_for_a_field() {
    let log = all().into_iter().find(|log| log.name.ends_with("unverifiable.json")).unwrap();
    let root = parse(&junit::document(&log.report, &Origin::default()));
    let skipped: Vec<&Node> = root.inner[0].all("testcase").flat_map(|case| case.all("skipped")).collect();
    assert!(!skipped.is_empty());
    let fields: Vec<&str> = log.report.coverage.iter().flat_map(|question| question.missing.keys().copied()).collect();
    for skipped in skipped {
        let message = &skipped.attributes["message"];
        assert!(fields.iter().any(|field| message.contains(field)), "{message} names none of {fields:?}");
    }
}

#[test]
fn an_unreadable_input_is_an_error() {
    let text = caipan::say::Text { zh: "坏".to_owned(), en: "bad <&>".to_owned() };
    let origin = Origin { file: Some("x.ndjson"), line: Some(4), places: None };
    let suite = junit::unreadable(&origin, "not-json", "1:9 /hands", &text);
    let root = parse(&[junit::head(), &suite, junit::tail()].concat());
    holds(&root);
    let error = &root.inner[0].inner[0].inner[0];
    assert_eq!((error.name.as_str(), error.attributes["type"].as_str()), ("error", "not-json"));
    assert_eq!(error.attributes["message"], "bad <&> · 坏");
    assert!(error.text.contains("x.ndjson:4 1:9 /hands"), "{}", error.text);
    assert_eq!(root.inner[0].attributes["name"], "x.ndjson:4");
}
