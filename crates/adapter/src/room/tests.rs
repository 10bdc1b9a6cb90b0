//! Tests of the table of room flags, through whole adapter files.

use crate::{Adapter, AdapterError};
use caipan_log::{GameLog, Limits, OptionValue, Touches};

/// An adapter whose program gives one match and the flags of its input.
fn file(head: &str, options: &str) -> String {
    format!(
        "name = \"t\"\nversion = \"1\"\n{head}\nprogram = '{{id: \"a\", room: ., hands: [{{events: []}}]}}'\n[options]\n{options}\n"
    )
}

fn adapter(head: &str, options: &str) -> Adapter {
    Adapter::read(file(head, options).as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(head: &str, options: &str) -> AdapterError {
    Adapter::read(file(head, options).as_bytes()).expect_err("a wrong file")
}

fn log(adapter: &Adapter, flags: &str) -> Result<GameLog, AdapterError> {
    let mut logs = adapter.logs(flags.as_bytes(), &Limits::default())?;
    Ok(logs.swap_remove(0).log)
}

const RULES: &str = "rules = \"changsha-a\"";

#[test]
fn maps_flags_to_options_presets_and_unknown_rules() {
    let adapter = adapter(
        RULES,
        "quanqiuren = false\n\
         \"mode\" = { values = { 1 = { preset = \"changsha-a\" }, 2 = { preset = \"changsha-b\" } } }\n\
         \"niao\" = { option = \"bird_count\" }\n\
         \"pay.cap\" = { option = \"payment_cap\" }\n\
         \"big\" = { option = \"dealer_bonus_big\", values = { yes = \"per_unit\", no = \"once\" } }\n\
         \"both\" = { values = { true = { set = { bird_math = \"linear\", bird_origin = \"winner\" }, unmodelled = \"甲\" }, \
         false = { ignore = true } } }\n\
         \"piao\" = { unmodelled = \"飘 {} 分\", touches = \"birds\" }\n\
         \"skin\" = { ignore = true }",
    );
    let flags = r#"{"mode": 2, "niao": 4, "pay": {"cap": 50}, "big": "yes", "both": true, "piao": 3, "skin": [1]}"#;
    let rules = log(&adapter, flags).expect("a log").rules;
    assert_eq!(rules.system, "changsha-b");
    let word = |word: &str| OptionValue::Word(word.to_owned());
    let options = [
        ("quanqiuren", OptionValue::Flag(false)),
        ("bird_count", OptionValue::Number(4)),
        ("payment_cap", OptionValue::Number(50)),
        ("dealer_bonus_big", word("per_unit")),
        ("bird_math", word("linear")),
        ("bird_origin", word("winner")),
    ];
    assert_eq!(rules.options, options.map(|(id, value)| (id.to_owned(), value)).into());
    let known: Vec<_> = rules.unmodelled.iter().map(|known| (known.rule.as_str(), known.touches)).collect();
    assert_eq!(known, [("甲", Touches::All), ("飘 3 分", Touches::Birds)]);
    let off = log(&adapter, r#"{"mode": 1, "both": false, "piao": 0, "niao": null}"#).expect("a log").rules;
    assert_eq!((off.system.as_str(), off.options.len(), off.unmodelled.len()), ("changsha-a", 1, 0));
}

#[test]
fn drops_no_flag_in_silence() {
    let strict = adapter(RULES, "\"niao\" = { option = \"bird_count\" }");
    let error = log(&strict, r#"{"niao": 2, "niaos": {"from": 1}}"#).expect_err("an unknown flag");
    assert_eq!(error.code, "room-flag");
    assert!(error.text.en.contains("`niaos.from`") && error.text.zh.contains("niaos.from"), "{error}");
    let error = log(&strict, r#"{"niao": 2, "b": 1, "a": {"from": "x"}}"#).expect_err("two unknown flags");
    assert!(error.text.en.contains("`a.from` = x") && error.text.en.contains("`b` = 1"), "one run names both: {error}");
    assert!(error.text.zh.contains("a.from = x") && error.text.zh.contains("b = 1"), "one run names both: {error}");
    let many: serde_json::Map<String, serde_json::Value> = (0..90).map(|at| (format!("f{at}"), 0.into())).collect();
    let error = log(&strict, &serde_json::Value::from(many).to_string()).expect_err("90 unknown flags");
    assert!(error.text.en.contains("and 50 more"), "{error}");
    let open = adapter(&format!("{RULES}\nunknown_flags = \"unmodelled\""), "\"niao\" = { option = \"bird_count\" }");
    let rules = log(&open, r#"{"niao": 2, "x": {"y": false}, "z": "on"}"#).expect("a log").rules;
    let known: Vec<&str> = rules.unmodelled.iter().map(|known| known.rule.as_str()).collect();
    assert_eq!(known, ["x.y = false", "z = on"], "a flag that is off may forbid something");
}

#[test]
fn refuses_values_without_a_meaning() {
    let adapter = adapter(
        RULES,
        "\"a\" = { option = \"bird_math\", values = { 1 = \"linear\" } }\n\
         \"b\" = { option = \"bird_math\", values = { 1 = \"pow2\" } }\n\
         \"c\" = { option = \"bird_count\" }\n\
         bird_count = 2",
    );
    for (flags, named) in [
        (r#"{"a": 2}"#, "`a` has the value 2"),
        (r#"{"a": 1, "b": 1}"#, "`a` sets the option `bird_math` to linear, but `b` sets it to pow2"),
        (r#"{"c": 3}"#, "`c` sets the option `bird_count` to 3, but `[options]` fixes it at 2"),
        (r#"{"c": [3]}"#, "`c` has the value"),
        ("[1]", "`room` must be an object"),
    ] {
        let error = log(&adapter, flags).expect_err(flags);
        assert_eq!(error.code, "room-flag", "{flags}");
        assert!(error.text.en.contains(named), "{flags}: {error}");
    }
    let none = Adapter::read(
        b"name = \"t\"\nversion = \"1\"\nrules = \"changsha-a\"\nprogram = '{id: \"a\", hands: [{events: []}]}'\n[options]\n\"a\" = { ignore = true }",
    )
    .expect("an adapter");
    let error = log(&none, "{}").expect_err("no room");
    assert!(error.text.en.contains("gives no `room`"), "{error}");
}

#[test]
fn checks_the_table_when_the_file_is_read() {
    for (options, line, named) in [
        ("\"a\" = { option = \"bird_cout\" }", 6, "Did you mean `bird_count`?"),
        ("\"a\" = { option = \"bird_math\", values = { 1 = \"cubic\" } }", 6, "pow2 | linear | plus_one"),
        ("\"a\" = { values = { 1 = \"linear\" } }", 6, "no option"),
        ("\"a\" = { values = { 1 = { } } }", 6, "needs either an effect"),
        ("\"a\" = { values = { 1 = { preset = \"no-such\" } } }", 6, "no-such"),
        ("\"a\" = { option = \"bird_count\", ignore = true }", 6, "one meaning"),
        ("\"a\" = { optin = \"bird_count\" }", 6, "Did you mean `option`?"),
        ("\"a\" = { unmodelled = \"甲\", touches = \"bird\" }", 6, "Did you mean `birds`?"),
        ("\"a\" = { touches = \"birds\", ignore = true }", 6, "`touches` without `unmodelled`"),
        ("bird_count = 1.5", 6, "whole number"),
    ] {
        let error = refused(RULES, options);
        assert!(error.text.en.contains(named), "{options}: {error}");
        assert_eq!((error.code, error.line), ("adapter-value", Some(line)), "{options}: {error}");
    }
}

#[test]
fn declares_rules_of_the_platform_in_every_log() {
    let head =
        format!("{RULES}\nunmodelled = [\"甲\", {{ rule = \"乙\", touches = \"kongs\" }}]\nunknown_flags = \"refuse\"");
    let rules = log(&adapter(&head, ""), "{}").expect("a log").rules;
    let known: Vec<_> = rules.unmodelled.iter().map(|known| (known.rule.as_str(), known.touches)).collect();
    assert_eq!(known, [("甲", Touches::All), ("乙", Touches::Kongs)]);
    let twice = refused(&format!("{RULES}\nunmodelled = [\"甲\", \"甲\"]"), "");
    assert!(twice.text.en.contains("declared twice"), "{twice}");
}
