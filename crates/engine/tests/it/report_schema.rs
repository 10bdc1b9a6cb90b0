//! The published JSON Schema of reports, and the page that says how to read them.

use caipan_engine::report::{json_schema, report, to_json};
use serde_json::Value;
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

/// `UPDATE=1` writes the committed schema anew.
#[test]
fn the_committed_schema_is_fresh() {
    let path = root().join("docs/schema/caipan-report-1.schema.json");
    let fresh = serde_json::to_string_pretty(&json_schema()).unwrap() + "\n";
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &fresh).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == fresh, "{} is stale: run UPDATE=1 cargo test", path.display());
}

/// The report of every demo game has the schema, and every key of the report's first level stands on its page.
#[test]
fn reports_have_the_schema_and_the_page_names_their_keys() {
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
