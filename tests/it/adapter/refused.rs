//! Tests that errors in adapters and logs name their position and a fix, in both languages.

use super::{adapter, gives};
use caipan::adapter::{Adapter, AdapterError};
use caipan::log::Limits;

fn read(file: &str) -> AdapterError {
    Adapter::read(file.as_bytes()).map_or_else(|error| error, |adapter| panic!("{adapter:?} was taken"))
}

/// Asserts that the error has a text in both languages.
fn bilingual(error: &AdapterError) {
    assert!(error.text.zh.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)), "{error:?}");
    assert!(error.text.en.chars().any(|letter| letter.is_ascii_lowercase()), "{error:?}");
}

#[test]
fn adapter_errors_have_position() {
    let head = "name = \"a\"\nversion = \"1\"\n";
    for (file, code, line, column, word) in [
        (format!("{head}program = '.'\nprogam = '.'\n"), "adapter-unreadable", 4, 1, "Did you mean `program`?"),
        (head.to_owned(), "adapter-unreadable", 1, 1, "missing field `program`"),
        (format!("{head}program = '.'\n[tiles]\na = 5\n"), "adapter-unreadable", 5, 5, "a string"),
        ("name = \"A b\"\nversion = \"1\"\nprogram = '.'\n".to_owned(), "adapter-value", 1, 8, "lower-case letters"),
        ("name = \"a\"\nversion = \"\"\nprogram = '.'\n".to_owned(), "adapter-value", 2, 11, "1 to 64 characters"),
        (format!("{head}program = '.'\n[tiles]\nx = \"1m\"\ny = \"9q\"\n"), "adapter-value", 6, 5, "`y`"),
        (format!("{head}program = '.'\n[acts]\nx = \"discrad\"\n"), "adapter-value", 5, 5, "Did you mean `discard`?"),
        (format!("{head}program = '''\n{{\n  id: .a b\n}}\n'''\n"), "program-syntax", 5, 10, "Unexpected `b`"),
        (format!("{head}program = '''\n.a |\n  tyle\n'''\n"), "program-undefined", 5, 3, "`type / tile`"),
        (format!("{head}program = '''\n.a | (\n'''\n"), "program-syntax", 5, 1, "closing parenthesis"),
        (format!("{head}program = '''def f: f; f'''\n"), "program-recursion", 3, 21, "calls itself"),
        (
            format!("{head}program = '''event(1, 2)'''\n"),
            "program-undefined",
            3,
            14,
            "Write 3, separated by semicolons",
        ),
        (format!("{head}rules = \"guiyan\"\nprogram = '.'\n"), "adapter-value", 3, 9, "did you mean `guiyang`?"),
        (format!("{head}rules = \"guiyang\"\nprogram = '.'\n[options]\nbase = 0\n"), "adapter-value", 3, 9, "base"),
    ] {
        let error = read(&file);
        assert_eq!((error.code, error.line, error.column), (code, Some(line), Some(column)), "{file}{}", error.text.en);
        assert!(error.text.en.contains(word), "{word}: {}", error.text.en);
        bilingual(&error);
    }
    assert_eq!(Adapter::read(b"\xff\xfe").map_or_else(|error| error.code, |_| ""), "not-utf8");
    assert_eq!(Adapter::read(&vec![b' '; 300_000]).map_or_else(|error| error.code, |_| ""), "adapter-too-long");
}

#[test]
fn program_errors_point_into_input() {
    for (program, input, pointer, word) in [
        (".a | map(tile)", "{\"a\":[\"W1\",\"W0\"]}", Some("/a/1"), "[tiles]"),
        (".a | map(tile)", "{\"a\":[0,37]}", Some("/a/1"), "37"),
        (".a | tile", "{\"a\":{\"x\":1}}", Some("/a"), "[tiles]"),
        (".a | tiles", "{\"a\":\"W1W2Q9\"}", None, "Q9"),
        (".a[] | act", "{\"a\":[\"out\",\"fly\"]}", Some("/a/1"), "An, hi, out"),
        (".a | fromjson", "{\"a\":\"[1,\"}", Some("/a"), "is not JSON"),
        (".a | tonumber", "{\"a\":\"abc\"}", Some("/a"), "`abc` is not a number"),
        (".a + 1", "{\"a\":\"b\"}", None, "cannot calculate"),
        ("error(\"four players only\")", "{}", None, "four players only"),
        ("error({zh: \"只收四人桌\", en: \"four players only\"})", "{}", None, "four players only"),
    ] {
        let error = gives(program, input).map_or_else(|error| error, |given| panic!("{program} gave {given}"));
        assert_eq!(error.pointer.as_deref(), pointer, "{program}: {}", error.text.en);
        assert!(error.text.en.contains(word), "{program}: {}", error.text.en);
        bilingual(&error);
    }
}

/// An error names the part of the program that fails, with its line in the adapter.
#[test]
fn program_errors_name_the_part_that_fails() {
    for (program, input, part) in [
        (".id + 1", r#"{"id":"a"}"#, "line 5: `.id + 1`"),
        ("\n[.a[] | tonumber]", r#"{"a":["1","x"]}"#, "line 6: `tonumber`"),
        ("{a: .a |\n .b[0].c}", r#"{"a":{"b":[5]}}"#, "line 6: `.b[0].c`"),
        ("def seat: . - 1;\n\n.who |\n seat", r#"{"who":"x"}"#, "line 5: `. - 1`"),
        (".a |= map(. * 2)", r#"{"a":[1,{}]}"#, "line 5: `. * 2`"),
        ("(try .a.b catch 0) | .c", r#"{"a":5}"#, "line 5: `.c`"),
        (".a as [$one] | $one", r#"{"a":{"b":1}}"#, "line 5: `.a as [$one] | $one`"),
        ("[.[] | .x, (.y | act)]", r#"[{"y":"out"},{"y":"fly"}]"#, "line 5: `act`"),
        ("reduce .[] as $x (0; . + $x.n)", "[7]", "line 5: `$x.n`"),
        ("error(\"four players only\")", "{}", "line 5: `error(\"four players only\")`"),
    ] {
        let file = format!(
            "name = \"a\"\nversion = \"1\"\nrules = \"changsha-a\"\nprogram = '''\n{program}\n'''\n[acts]\nout = \"discard\"\n"
        );
        let adapter = Adapter::read(file.as_bytes()).unwrap_or_else(|error| panic!("{program}: {error}"));
        let error = adapter.logs(input.as_bytes(), &Limits::default());
        let error = error.map_or_else(|error| error, |logs| panic!("{program} gave {} logs", logs.len()));
        assert!(error.text.en.contains(&format!("(adapter {part}")), "{program}: {}", error.text.en);
        assert!(error.text.zh.contains("适配器第 "), "{program}: {}", error.text.zh);
    }
}

#[test]
fn rejects_invalid_output_with_source() {
    let refuse = |program: &str, input: &str| {
        let adapter = adapter(program).unwrap_or_else(|error| panic!("{error}"));
        let error = adapter.logs(input.as_bytes(), &Limits::default());
        error.map_or_else(|error| error, |logs| panic!("{program} gave {} logs", logs.len()))
    };
    let error = refuse(
        "{id: \"x\", rules: {system: \"changsha-a\"}, hands: [{events: [{type: \"discard\", seat: 4, tile: \"1m\", x: {at: \"/a/0\"}}]}]}",
        "{}",
    );
    assert_eq!((error.code, error.pointer.as_deref()), ("not-a-log", Some("/a/0")), "{}", error.text.en);
    assert!(error.text.en.contains("/hands/0/events/0/seat (from /a/0 of the original)"), "{}", error.text.en);
    bilingual(&error);
    let error = refuse("{id: \"x\", hands: [{events: []}]}", "{}");
    assert_eq!(error.code, "no-rules", "{}", error.text.en);
    bilingual(&error);
    for (program, input, code) in
        [("empty", "{}", "no-match"), ("5", "{}", "not-a-log"), (".", "{", "not-json"), (".", "", "not-json")]
    {
        let error = refuse(program, input);
        assert_eq!(error.code, code, "{program}");
        bilingual(&error);
    }
}

/// With one log per line, an error names the line.
#[test]
fn line_input_errors_name_the_line() {
    let file = "name = \"a\"\nversion = \"1\"\ninput = \"lines\"\nrules = \"changsha-a\"\nprogram = '{id: .id, hands: [{events: []}]}'";
    let adapter = Adapter::read(file.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    let logs = adapter
        .logs(b"{\"id\":\"a\"}\n\n{\"id\":\"b\"}\n", &Limits::default())
        .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(logs.iter().map(|adapted| adapted.log.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(logs[0].log.rules.system, "changsha-a");
    let error =
        adapter.logs(b"{\"id\":\"a\"}\n\n{\"id\":b}\n", &Limits::default()).map_or_else(|error| error, |_| panic!());
    assert_eq!((error.code, error.line, error.column), ("not-json", Some(3), Some(7)));
}

/// With rows as input, an error names the line of the row, counting blank lines.
#[test]
fn row_input_errors_name_the_line() {
    let refuse = |program: &str, input: &str| {
        let file = format!(
            "name = \"a\"\nversion = \"1\"\ninput = \"rows\"\nrules = \"changsha-a\"\nprogram = '''{program}'''\n\
             [tiles]\nW1 = \"1m\"\n[acts]\nout = \"discard\"\n"
        );
        let adapter = Adapter::read(file.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        let error = adapter.logs(input.as_bytes(), &Limits::default());
        error.map_or_else(|error| error, |logs| panic!("{program} gave {} logs", logs.len()))
    };
    let rows = "{\"t\":\"W1\",\"a\":\"out\"}\n\n{\"t\":\"W1\",\"a\":\"out\"}\r\n{\"t\":\"W7\",\"a\":\"fly\"}\n";
    for (program, pointer) in [("map(.t | tile)", "/2/t"), ("map(.a | act)", "/2/a")] {
        let error = refuse(program, rows);
        assert_eq!((error.line, error.pointer.as_deref()), (Some(4), Some(pointer)), "{}", error.text.en);
        assert!(error.text.en.contains("on line 4"), "{}", error.text.en);
        bilingual(&error);
    }
    let events = "{id: \"x\", hands: [{events: [places(\"\") | {type: \"discard\", seat: 9, x: {at}}]}]}";
    let error = refuse(events, rows);
    assert_eq!((error.code, error.line, error.pointer.as_deref()), ("not-a-log", Some(1), Some("/0")));
    let error = refuse(&events.replace("places(\"\")", "places(\"\") | select(.value.t == \"W7\")"), rows);
    assert_eq!((error.line, error.pointer.as_deref()), (Some(4), Some("/2")), "{}", error.text.en);
    let error = refuse(".", "{\"t\":1}\n{\"t\":1,\"t\":2}\n");
    assert_eq!((error.code, error.line), ("not-json", Some(2)), "{}", error.text.en);
    assert!(error.text.en.contains("the same key twice: \"t\""), "{}", error.text.en);
}
