//! The published JSON Schema of reports and their page, `docs/report.md`.

use caipan_engine::report::{json_schema, report, to_json};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

#[test]
fn committed_schema_is_current() {
    let schema = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
    crate::golden::assert_current([("docs/schema/caipan-report-1.schema.json", schema)]);
}

/// Every report of a demo game is valid, and the page names every top-level key.
#[test]
fn reports_are_valid_and_their_keys_documented() {
    let schema = json_schema();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut seen = 0;
    for entry in fs::read_dir(root().join("fixtures/demo")).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        let Ok(log) = caipan_log::read(&bytes, &caipan_log::Limits::default()) else { continue };
        let written: Value = serde_json::from_slice(&to_json(&report(&log, "sha256:00").unwrap())).unwrap();
        let errors: Vec<String> = validator.iter_errors(&written).map(|error| error.to_string()).collect();
        assert_eq!(errors, Vec::<String>::new(), "{}", log.id);
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
    let page = fs::read_to_string(root().join("docs/report.md")).unwrap();
    for key in schema["properties"].as_object().unwrap().keys() {
        assert!(page.contains(&format!("`{key}`")), "docs/report.md does not name {key}");
    }
}
