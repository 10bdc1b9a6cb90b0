//! Tests of the source of a preset and of its rules that caipan does not know.

use super::{houses, presets};
use caipan_log::Touches;

fn file(more: &str) -> String {
    format!("[presets.night]\nbase = \"changsha-a\"\nzh = \"夜场\"\nen = \"night\"\n{more}\n")
}

#[test]
fn reads_source_and_unknown_rules() {
    let file = file(
        "source = { zh = \"某平台的规则页\", en = \"rule page of a platform\" }\n\
         unmodelled = [\"甲\", { rule = \"乙\", touches = \"birds\" }]",
    );
    let read = presets(file.as_bytes()).expect("a preset");
    let source = read[0].source.as_ref().expect("a source");
    assert_eq!((source.zh.as_ref(), source.en.as_ref()), ("某平台的规则页", "rule page of a platform"));
    let rules: Vec<_> = read[0].unmodelled.iter().map(|known| (known.rule.as_str(), known.touches)).collect();
    assert_eq!(rules, [("甲", Touches::All), ("乙", Touches::Birds)]);
    let house = houses(file.as_bytes()).expect("a preset").swap_remove(0);
    assert_eq!(house.preset.source.map(|source| source.en), Some("rule page of a platform"));
    assert_eq!(house.preset.unmodelled.len(), 2);
    let without = houses(self::file("").as_bytes()).expect("a preset").swap_remove(0);
    assert_ne!(house.digest, without.digest, "a preset with unknown rules decides something else");
}

#[test]
fn refuses_sources_and_rules_without_words() {
    for (more, code, named) in [
        ("source = { zh = \"\", en = \"x\" }", "houses-source", "1 to 200 characters"),
        ("unmodelled = [\"\"]", "houses-unmodelled", "1 to 100 characters"),
        ("unmodelled = [{ rule = \"甲\", touches = \"money\" }]", "houses-unmodelled", "all, openings, birds or kongs"),
        ("unmodelled = [\"甲\", { rule = \"甲\", touches = \"birds\" }]", "houses-unmodelled", "declared twice"),
    ] {
        let error = presets(file(more).as_bytes()).expect_err(more);
        assert_eq!((error.code, error.line), (code, Some(5)), "{more}: {error}");
        assert!(error.text.en.contains(named), "{more}: {error}");
    }
    let many: Vec<String> = (0..65).map(|at| format!("\"r{at}\"")).collect();
    let error = presets(file(&format!("unmodelled = [{}]", many.join(", "))).as_bytes()).expect_err("too many");
    assert!(error.text.en.contains("at most 64"), "{error}");
}
