//! `caipan conformance` on the command line.

use super::{fed, run, text};
use serde_json::Value;

/// This engine passes its own suite. The answers of another engine are compared, and a missing answer is named.
#[test]
fn passes_own_suite_and_names_wrong_answers() {
    let own = run(&["conformance", "--format", "json"]);
    assert_eq!(own.status.code(), Some(0), "{}", text(&own.stderr));
    let statement: Value = serde_json::from_slice(&own.stdout).expect("JSON");
    assert_eq!(statement["conforms"], true);
    assert_eq!(statement["engine"], concat!("caipan ", env!("CARGO_PKG_VERSION")));
    assert_eq!(statement["systems"].as_array().map(Vec::len), Some(caipan::rules::SYSTEMS.len()));

    let answers = run(&["conformance", "--system", "guiyang", "--format", "answers"]);
    let answers = text(&answers.stdout);
    let fed_back = fed(&["conformance", "--system", "guiyang", "--answers", "-"], answers);
    assert_eq!(fed_back.status.code(), Some(0), "{}", text(&fed_back.stdout));
    let (first, rest) = answers.split_once('\n').expect("more than one case");
    let id = serde_json::from_str::<Value>(first).expect("JSON")["id"].as_str().expect("an id").to_owned();
    let lacking = fed(&["conformance", "--system", "guiyang", "--answers", "-", "--lang", "en"], rest);
    assert_eq!(lacking.status.code(), Some(1));
    assert!(text(&lacking.stdout).contains(&format!("{id}  unanswered")), "{}", text(&lacking.stdout));

    for (arguments, input) in [
        (&["conformance", "--system", "chengdu"][..], ""),
        (&["conformance", "--answers", "-"], "no JSON"),
        (&["conformance", "-"], "{}"),
        (&["conformance", "/nowhere.ndjson"], ""),
    ] {
        let refused = fed(arguments, input);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(!refused.stderr.is_empty(), "{arguments:?}");
    }
}
