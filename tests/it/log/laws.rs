//! What holds of every log and of every text that is none.

use super::{JSON, TEXT, any, json, paipu};
use caipan::log::{GameLog, Limits, ReadError, from_text, lines, read, to_text, write};
use proptest::prelude::*;

/// An error is one a person can act on: a known code, a place inside the text, a sentence in each language.
fn is_of_use(error: &ReadError, text: &[u8]) -> Result<(), TestCaseError> {
    prop_assert!(ReadError::CODES.contains(&error.code), "{error}");
    prop_assert!(error.code != "unreadable", "the slow reader has no word for it: {error}");
    prop_assert!(error.offset <= text.len() as u64, "{error}");
    prop_assert!(error.line >= 1 && error.column >= 1, "{error}");
    prop_assert!(error.pointer.is_empty() || error.pointer.starts_with('/'), "{error}");
    prop_assert!(error.zh.ends_with('。') && error.en.ends_with('.'), "{error}");
    Ok(())
}

/// Reading gives a log that is the same after writing and reading again, or an error that is of use.
fn holds(found: Result<GameLog, ReadError>, text: &[u8]) -> Result<(), TestCaseError> {
    match found {
        Ok(log) => prop_assert_eq!(json(&write(&log)), Ok(log)),
        Err(error) => is_of_use(&error, text)?,
    }
    Ok(())
}

/// A text with one cut taken out and one piece put in.
fn mangled(text: &'static str) -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "",
        "\"",
        "}",
        "{",
        "]",
        "[",
        ",",
        ":",
        "null",
        "true",
        "-1",
        "4",
        "1.5",
        "1e3",
        "\\",
        "\"x\"",
        "\"x\":{\"a\":[1.5]},",
        "\"seat\":1,",
        "\"tile\":\"9z\",",
        "\"kind\":\"added\",",
        "'",
        "//",
        "#",
        "\n",
        "\u{0}",
        "五",
        "@",
        "=",
        " over 1 chow",
        " dice 3",
        "hand\n",
        "result\n",
        "deal 0 1m\n",
    ]);
    (any::<prop::sample::Index>(), 0..6usize, pieces).prop_map(move |(at, len, piece)| {
        let chars: Vec<char> = text.chars().collect();
        let at = at.index(chars.len() + 1);
        let after = chars.iter().skip((at + len).min(chars.len()));
        chars[..at].iter().copied().chain(piece.chars()).chain(after.copied()).collect()
    })
}

proptest! {
    #[test]
    fn json_round_trips(log in any::game()) {
        prop_assert_eq!(json(&write(&log)), Ok(log));
    }

    #[test]
    fn text_round_trips(log in any::game()) {
        let text = to_text(&log);
        prop_assert_eq!(paipu(&text), Ok(log), "{}", text);
    }

    #[test]
    fn a_batch_gives_back_its_documents(logs in prop::collection::vec(any::game(), 0..4)) {
        let batch: String = logs.iter().map(|log| write(log) + "\n").collect();
        let found: Vec<GameLog> = lines(batch.as_bytes()).map(|line| read(line.bytes, &Limits::default()).unwrap()).collect();
        prop_assert_eq!(found, logs);
    }

    #[test]
    fn any_bytes_are_refused_with_care(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        holds(read(&bytes, &Limits::default()), &bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        holds(from_text(&text, &Limits::default()), text.as_bytes())?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn mangled_json_is_refused_with_care(text in mangled(JSON)) {
        holds(json(&text), text.as_bytes())?;
    }

    #[test]
    fn mangled_text_is_refused_with_care(text in mangled(TEXT)) {
        holds(paipu(&text), text.as_bytes())?;
    }
}

#[test]
fn every_cut_of_the_example_is_refused_with_care() {
    for (at, _) in JSON.trim_end().char_indices() {
        is_of_use(&json(&JSON[..at]).unwrap_err(), JSON.as_bytes()).unwrap();
    }
}

#[test]
fn depth_is_refused_before_it_can_hurt() {
    for (open, close) in [("[", "]"), ("{\"x\":", "}")] {
        let deep = format!("{}0{}", open.repeat(100_000), close.repeat(100_000));
        let log = JSON.replace("\"slow\"", &deep);
        assert_eq!(json(&log).unwrap_err().code, "too-deep");
    }
    let level = JSON.replace("\"slow\"", &format!("{}{}", "[".repeat(120), "]".repeat(120)));
    assert!(json(&level).is_ok(), "what is deep but can be read is read");
}
