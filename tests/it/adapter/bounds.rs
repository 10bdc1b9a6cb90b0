//! Tests that no program hangs, exhausts memory or the stack, or accesses anything outside its log.

use super::{adapter, gives};
use std::time::{Duration, Instant};

/// Returns the error code of a program and asserts that it stops within 20 seconds.
fn error_code(program: &str, input: &str) -> &'static str {
    let begun = Instant::now();
    let code = gives(program, input).map_or_else(|error| error.code, |given| panic!("{program} gave {given}"));
    assert!(begun.elapsed() < Duration::from_secs(20), "{program} took {:?}", begun.elapsed());
    code
}

#[test]
fn endless_programs_are_stopped() {
    for program in [
        "[range(1e18)]",
        "[range(1000000000) | 1?]",
        "last(range(1; 2; 0))",
        "reduce range(1e12) as $i (0; . + 1)",
        "[foreach range(1e12) as $i (0; .; empty)]",
        "first(range(1e15) | select(. < 0))",
        "[limit(1e15; range(1e18) | empty)]",
        "try ([range(1e15)]) catch 1",
        "[range(1e15) | try error catch empty]",
        "[label $out | range(1e15) | if . < 0 then break $out else empty end]",
        "[skip(1e17; range(1e18))]",
        "any(range(1e15); . < 0)",
    ] {
        assert_eq!(error_code(program, "{}"), "program-limit", "{program}");
    }
}

/// Programs whose data or work doubles at every step hit a limit.
#[test]
fn doubling_programs_are_stopped() {
    let many = |part: &str, by: &str| vec![part; 60].join(by);
    let nested = |part: &str| format!("def m(f): f | f; {}.{}", part.repeat(60), ")".repeat(60));
    let defs: String = (1..40).fold(String::new(), |defs, at| defs + &format!("def d{at}: d{} | d{};", at - 1, at - 1));
    for program in [
        "reduce range(60) as $n (.; [., .]) | tojson".to_owned(),
        "reduce range(60) as $n (.; [., .])".to_owned(),
        "reduce range(60) as $n (.; [., .]) | . == .".to_owned(),
        "reduce range(60) as $n (.; {a: ., b: .}) | tile".to_owned(),
        "reduce range(60) as $n (.; [., .]) | error".to_owned(),
        "reduce range(60) as $n (.; [., .]) | flatten".to_owned(),
        many("(1, 1)", "|"),
        format!("[{}]", many("(., .)", " + ")),
        format!("[{}]", many("(true, true)", " and ")),
        format!("first({} | empty)", many("(., .)", "|")),
        format!("path({})", many("(., .)", "|")),
        format!("({}) |= .", many("(., .)", "|")),
        nested("m("),
        format!("def d0: .; {defs} d39"),
        "reduce range(60) as $i (\"ab\"; . + .)".to_owned(),
        "reduce range(60) as $i ([1]; . + .)".to_owned(),
        "reduce range(60) as $i ([1]; [., .] | flatten)".to_owned(),
        "\"ab\" * 1e15".to_owned(),
        "\"ab\" * 9223372036854775807".to_owned(),
        "reduce range(70) as $i (3; . * .)".to_owned(),
    ] {
        let code = error_code(&program, "{}");
        assert!(["program-limit", "program-failed"].contains(&code), "{code}: {}", &program[..40.min(program.len())]);
    }
}

#[test]
fn nesting_depth_is_bounded() {
    assert_eq!(error_code("reduce range(100000) as $i (0; [.])", "{}"), "program-limit");
    assert_eq!(error_code("reduce range(100000) as $i (0; {a: .})", "{}"), "program-limit");
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(error_code("1", &deep), "not-json");
    assert_eq!(error_code("fromjson", &format!("\"{deep}\"")), "program-refused");
    // Nests as deep as the maximum program length allows.
    for part in
        ["[", "(", "-", "if ", "try ", "{a:", "\"\\(", "def f: ", "reduce ", ".[", "1|", "1+", "1 as $x|", "label $x|"]
    {
        let program = part.repeat(32_000 / part.len());
        assert!(adapter(&program).is_err_and(|error| error.code.starts_with("program-")), "{part}");
    }
    for (open, close) in [("[", "]"), ("(", ")"), ("try ", ""), ("-", "")] {
        let times = 32_000 / (open.len() + close.len() + 1);
        let program = format!("{}1{}", open.repeat(times), close.repeat(times));
        let ended = gives(&program[..program.len().min(31_000)], "{}").map_or_else(|error| error.code, |_| "gave");
        assert!(ended.starts_with("program-") || ended == "gave", "{open}: {ended}");
    }
    let chain = vec!["."; 15_000].join("|");
    assert_eq!(gives(&chain, "7").map_err(|error| error.text.en.into_owned()), Ok("7".to_owned()));
}

#[test]
fn rejects_external_access_and_recursion() {
    for program in [
        "input",
        "inputs",
        "env",
        "$ENV",
        "now",
        "halt",
        "halt_error",
        "debug",
        "stderr",
        "input_filename",
        "$__loc__",
        "repeat(.)",
        "recurse",
        "recurse(.[]?)",
        "while(true; .)",
        "until(false; .)",
        "test(\"a\")",
        "import \"a\" as a; 1",
        "include \"a\"; 1",
        "get_search_list",
        "input_line_number",
        "localtime",
        "ltrimstr",
        "$x",
        "break $x",
    ] {
        let error = adapter(program).map_or_else(|error| error.code, |_| "taken");
        assert!(["program-undefined", "program-syntax"].contains(&error), "{program}: {error}");
    }
    for program in ["def f: f; f", "def f: def g: f; g; f", "def f($a): 1, f($a); f(1)", "def f(g): g | f(g); f(.)"] {
        assert!(adapter(program).is_err_and(|error| error.code == "program-recursion"), "{program}");
    }
    assert!(adapter(&" ".repeat(40_000)).is_err_and(|error| error.code == "program-too-long"));
}
