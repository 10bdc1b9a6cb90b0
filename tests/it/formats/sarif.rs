//! SARIF 2.1.0 documents against the published schema and the text of the standard.

use super::{Reported, all, nasty, reported};
use caipan::log::Places;
use caipan::report::{Origin, sarif};
use caipan::text::Lang;
use serde_json::Value;
use std::collections::BTreeSet;

fn schema() -> jsonschema::Validator {
    let schema = include_str!("../../../fixtures/schemas/sarif-2.1.0.json");
    // The published pattern of languages has a stray bracket, which strict regex parsers reject.
    let (stray, meant) = ("-[a-zA-Z]{2}]?$", "(-[a-zA-Z]{2})?$");
    assert_eq!(schema.matches(stray).count(), 2);
    let schema = schema.replace(&format!("^[a-zA-Z]{{2}}|^[a-zA-Z]{{2}}{stray}"), &format!("^[a-zA-Z]{{2}}{meant}"));
    jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap()
}

fn document(log: &Reported, lang: Lang) -> Value {
    let places = Places::of(&log.bytes);
    let origin = Origin { file: Some("logs/x.json"), line: None, places: places.as_ref() };
    serde_json::from_str(&sarif::document(&log.report, &origin, lang)).unwrap()
}

fn results(document: &Value) -> &[Value] {
    document["runs"][0]["results"].as_array().unwrap()
}

#[test]
fn documents_match_schema_and_its_prose() {
    let schema = schema();
    let mut levels = BTreeSet::new();
    for log in all().iter().chain([&nasty()]) {
        for lang in [Lang::En, Lang::Zh] {
            let document = document(log, lang);
            let errors: Vec<String> =
                schema.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect();
            assert!(errors.is_empty(), "{}: {errors:#?}", log.name);
            let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
            for result in results(&document) {
                // The standard requires more than the schema: 3.27.6 for the rule, 3.27.10 for the level, 3.30.5 for
                // the region.
                let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
                assert_eq!(rule["id"], result["ruleId"]);
                let (kind, level) = (result["kind"].as_str().unwrap(), result["level"].as_str().unwrap());
                assert_eq!(kind == "fail", level != "none", "{result:#}");
                levels.insert((kind.to_owned(), level.to_owned()));
                let place = &result["locations"][0]["physicalLocation"];
                assert_eq!(place["artifactLocation"]["uri"], "logs/x.json");
                let line = usize::try_from(place["region"]["startLine"].as_u64().unwrap()).unwrap();
                assert!(line <= String::from_utf8_lossy(&log.bytes).lines().count());
            }
            let primary = log.report.findings.iter().filter(|finding| finding.because.is_none()).count();
            assert_eq!(results(&document).len(), primary, "{}", log.name);
            let related = results(&document).iter().filter_map(|result| result["relatedLocations"].as_array());
            assert_eq!(related.map(Vec::len).sum::<usize>(), log.report.findings.len() - primary, "{}", log.name);
        }
    }
    let levels: Vec<_> = levels.iter().map(|(kind, level)| (kind.as_str(), level.as_str())).collect();
    assert_eq!(levels, [("fail", "error"), ("fail", "warning"), ("informational", "none"), ("open", "none")]);
}

/// A result names the check, the clause, the seat and the exact line.
#[test]
fn result_locates_check_clause_seat_and_line() {
    let log = all().into_iter().find(|log| log.name.ends_with("false-win.json")).unwrap();
    let document = document(&log, Lang::Zh);
    let (finding, result) = (&log.report.findings[0], &results(&document)[0]);
    assert_eq!(result["ruleId"], *finding.code);
    assert_eq!(result["message"]["text"], finding.in_full(Lang::Zh));
    assert_eq!(result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], finding.pointer.as_str());
    let properties = &result["properties"];
    assert_eq!(properties["en"], finding.message.get(Lang::En));
    assert_eq!(properties["hand"], finding.hand.unwrap());
    assert_eq!(properties["event"], finding.event.unwrap());
    assert_eq!(properties["seat"], finding.seat.unwrap().index());
    assert_eq!(properties["clauses"][0], *finding.clauses[0].id);
    let line = result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap();
    let text = String::from_utf8_lossy(&log.bytes);
    let shown = text.lines().nth(usize::try_from(line).unwrap() - 1).unwrap();
    assert!(shown.contains("\"win\""), "{line}: {shown}");
}

/// A code-scanning service recognises a finding by its fingerprint. It is unique in a log, and neither the formatting
/// of the log nor the language of the report changes it.
#[test]
fn fingerprints_are_unique_and_stable() {
    let fingerprints = |document: &Value| -> Vec<String> {
        results(document).iter().map(|result| result["partialFingerprints"].to_string()).collect()
    };
    let mut seen = 0;
    for log in all() {
        let once = fingerprints(&document(&log, Lang::En));
        assert_eq!(once.iter().collect::<BTreeSet<_>>().len(), once.len(), "{}", log.name);
        let value: Value = serde_json::from_slice(&log.bytes).unwrap();
        let again = reported(&log.name, serde_json::to_vec_pretty(&value).unwrap());
        assert_eq!(once, fingerprints(&document(&again, Lang::Zh)), "{}", log.name);
        seen += once.len();
    }
    assert!(seen > 50, "{seen}");
}

/// The parts of a batch join to one document, whether it has no results, findings or unreadable inputs.
#[test]
fn parts_join_to_valid_document() {
    let schema = schema();
    let text = caipan::text::Text { zh: "坏".into(), en: "bad".into() };
    let origin = |line| Origin { file: Some("a b.ndjson"), line, places: None };
    let bad = sarif::unreadable(&origin(Some(3)), "not-json", Some((1, Some(9))), &text, Lang::En);
    let unplaced = sarif::unreadable(&origin(None), "unusable", None, &text, Lang::En);
    let log = nasty();
    let found = sarif::results(&log.report, &origin(Some(2)), Lang::En);
    for (parts, unusable) in [(vec![], 0), (vec![&found], 0), (vec![&found, &bad, &unplaced], 2)] {
        let between: Vec<&str> = parts.iter().map(|part| part.as_str()).collect();
        let document = [sarif::head(Lang::En), between.join(",\n"), sarif::tail(unusable)].concat();
        let document: Value = serde_json::from_str(&document).unwrap();
        assert!(schema.is_valid(&document), "{document:#}");
        assert_eq!(document["runs"][0]["invocations"][0]["executionSuccessful"], unusable == 0);
        if unusable > 0 {
            let result = results(&document).iter().find(|result| result["ruleId"] == "unreadable").unwrap();
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "a%20b.ndjson");
            assert_eq!(
                (place["region"]["startLine"].as_u64(), place["region"]["startColumn"].as_u64()),
                (Some(3), Some(9))
            );
            assert_eq!(result["properties"]["reason"], "not-json");
        }
    }
}

/// The rules of the document are the checks, each with title and advice in both languages.
#[test]
fn each_check_is_a_documented_rule() {
    let document: Value = serde_json::from_str(&[sarif::head(Lang::En), sarif::tail(0)].concat()).unwrap();
    let rules = document["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    let checks: Vec<_> = caipan::audit::checks::all().collect();
    assert_eq!(rules.len(), checks.len() + 1, "and one for what cannot be read");
    for (rule, check) in rules.iter().zip(&checks) {
        assert_eq!((rule["id"].as_str(), rule["name"].as_str()), (Some(check.code), Some(check.name)));
        for sentence in [check.title.zh, check.title.en, check.advice.zh, check.advice.en] {
            assert!(rule["help"]["text"].as_str().unwrap().contains(sentence), "{}", check.code);
            assert!(rule["help"]["markdown"].as_str().unwrap().contains(sentence), "{}", check.code);
        }
        let page = format!("{}/{}", env!("CARGO_MANIFEST_DIR"), rule["properties"]["documentation"].as_str().unwrap());
        assert!(std::path::Path::new(&page).is_file(), "{page}");
    }
}
