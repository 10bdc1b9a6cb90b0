//! Snapshots of the error messages of both readers.

use super::{JSON, TEXT, json, paipu};

/// Reads the example with one piece replaced and returns the error: position, code and both sentences.
fn json_error(from: &str, to: &str) -> String {
    assert!(JSON.contains(from), "{from}");
    let error = json(&JSON.replacen(from, to, 1)).unwrap_err();
    format!("{}:{} {} {}\n{}\n{}\n", error.line, error.column, error.pointer, error.code, error.zh, error.en)
}

/// Does the same in the text notation.
fn text_error(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    let error = paipu(&TEXT.replacen(from, to, 1)).unwrap_err();
    format!("{}:{} {} {}\n{}\n{}\n", error.line, error.column, error.pointer, error.code, error.zh, error.en)
}

#[test]
fn json_errors() {
    let all = [
        json_error(r#""tile": "7p", "ms""#, r#""ms""#),
        json_error(r#""tile": "7p""#, r#""tile": "0p""#),
        json_error(r#""type": "pung""#, r#""type": "peng""#),
        json_error(r#""type": "pung""#, r#""type": "pong""#),
        json_error(r#""with": "78p""#, r#""with": "789p""#),
        json_error(r#""tile": "7p""#, r#""tile": "7p", "kind": "added""#),
        json_error(r#""tile": "7p""#, r#""tyle": "7p""#),
        json_error(r#""tile": "7p""#, r#""tile": "7p", "tile": "8p""#),
        json_error(r#""seat": 3, "tile": "7s""#, r#""seat": 4, "tile": "7s""#),
        json_error(r#""next_dealer": 1"#, r#""next_dealer": null"#),
        json_error(r#""points": 6"#, r#""points": -6"#),
        json_error(r#""points": 6"#, r#""points": 6.0"#),
        json_error(r#"{ "id": "u4" }"#, ""),
        json_error(r#", { "id": "u4" }"#, ""),
        json_error(r#""dice": [3, 4]"#, r#""dice": [3, 7]"#),
        json_error("paipu/1", "tenhou/6"),
        json_error(r#""format": "paipu/1","#, ""),
        json_error(r#""outcome": "win","#, r#"'outcome': "win","#),
        json_error("\n  ]\n}", "\n  ]\n}\n{\"format\":\"paipu/1\"}"),
        json_error("\n  ]\n}", ""),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn text_errors() {
    let all = [
        text_error("2 pung 9m", "pung 9m"),
        text_error("2 pung 9m", "2 peng 9m"),
        text_error("2 pung 9m", "5 pung 9m"),
        text_error("2 discard 7p", "2 discard 万"),
        text_error("0 chow 9p with 78p", "0 chow 9p"),
        text_error("birds 15s", "birds 15s 1m"),
        text_error("deal 2 99m12337p456789s\n", ""),
        text_error("next 1", "nxet 1"),
        text_error("result win", "result won"),
        text_error("pay 2 1 6", "pay 2 1 -6"),
        text_error("player 0 u1 老周", "player 0 \"u1"),
        text_error("next 1", "next 1\n1 draw 1m"),
        text_error("paipu/1 room", "room"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}
