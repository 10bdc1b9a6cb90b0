//! Laws of reading and writing, for every log and for malformed input.

use super::{JSON, TEXT, any, json, paipu};
use crate::fuzzed::laws;
use caipan_log::{GameLog, Limits, lines, read, to_text, write};
use proptest::prelude::*;

/// Removes up to five characters from a text and inserts a piece.
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
    fn batch_round_trips(logs in prop::collection::vec(any::game(), 0..4)) {
        let batch: String = logs.iter().map(|log| write(log) + "\n").collect();
        let found: Vec<GameLog> = lines(batch.as_bytes()).map(|line| read(line.bytes, &Limits::default()).unwrap()).collect();
        prop_assert_eq!(found, logs);
    }

    #[test]
    fn arbitrary_bytes_give_useful_errors(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        laws::json(&bytes);
        laws::notation(&String::from_utf8_lossy(&bytes));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn mangled_json_gives_useful_errors(text in mangled(JSON)) {
        laws::json(text.as_bytes());
    }

    #[test]
    fn mangled_text_gives_useful_errors(text in mangled(TEXT)) {
        laws::notation(&text);
    }
}

#[test]
fn truncated_example_gives_useful_errors() {
    for (at, _) in JSON.trim_end().char_indices() {
        laws::is_of_use(&json(&JSON[..at]).unwrap_err(), JSON.as_bytes());
    }
}

#[test]
fn excessive_depth_is_refused() {
    for (open, close) in [("[", "]"), ("{\"x\":", "}")] {
        let deep = format!("{}0{}", open.repeat(100_000), close.repeat(100_000));
        let log = JSON.replace("\"slow\"", &deep);
        assert_eq!(json(&log).unwrap_err().code, "too-deep");
    }
    let level = JSON.replace("\"slow\"", &format!("{}{}", "[".repeat(120), "]".repeat(120)));
    assert!(json(&level).is_ok(), "what is deep but can be read is read");
}
