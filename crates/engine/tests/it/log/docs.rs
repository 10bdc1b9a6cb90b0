//! Compares `docs/log-format.md` with the code: error codes, events and examples.

use super::{json, paipu};
use caipan_engine::table::{canonical, digest};
use caipan_log::{ReadError, json_schema};

const PAGE: &str = include_str!("../../../../../docs/log-format.md");

/// The fenced blocks of a language.
fn blocks(language: &str) -> Vec<&str> {
    let open = format!("```{language}\n");
    PAGE.split(&open).skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
}

#[test]
fn documents_exactly_the_error_codes() {
    let section = PAGE.split("## Errors").nth(1).unwrap().split("\n## ").next().unwrap();
    let codes: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
    assert_eq!(codes, ReadError::CODES);
}

#[test]
fn every_event_is_documented() {
    let schema = json_schema();
    let kinds = schema["$defs"]["Event"]["oneOf"].as_array().unwrap();
    for kind in kinds {
        let name = kind["title"].as_str().unwrap();
        assert!(PAGE.contains(&format!("\n| `{name}`")), "{name}");
    }
    assert_eq!(kinds.len(), 18);
}

/// The page shows the canonical text of a table and its digest.
#[test]
fn documents_canonical_text_and_digest() {
    let log = paipu(blocks("paipu")[0]).expect("the sheet of the page");
    let (ruleset, audit) = caipan_engine::audit::audit(&log).expect("a published preset");
    let before = audit.hands[0].0;
    let mut third = None;
    caipan_engine::replay::replay(ruleset.rules.as_ref(), &log.hands[0], before, |at, table| {
        if at == Some(2) {
            third = Some((canonical(table), digest(table)));
        }
    });
    let (text, digest) = third.expect("three events");
    assert_eq!(blocks("text"), [text.trim_end()], "the text on the page");
    assert!(PAGE.contains(&digest), "{digest}");
}

#[test]
fn every_example_can_be_read() {
    let (documents, sheets) = (blocks("json"), blocks("paipu"));
    assert!(!documents.is_empty() && !sheets.is_empty());
    for document in documents {
        json(document).unwrap_or_else(|error| panic!("{error}\n{document}"));
    }
    for sheet in sheets {
        paipu(sheet).unwrap_or_else(|error| panic!("{error}\n{sheet}"));
    }
}
