//! What the reader says, so that a change of wording is seen.

use super::{JSON, TEXT, json, paipu};

/// The example with one piece replaced, refused: place, code and both sentences.
fn said(from: &str, to: &str) -> String {
    assert!(JSON.contains(from), "{from}");
    let error = json(&JSON.replacen(from, to, 1)).unwrap_err();
    format!("{}:{} {} {}\n{}\n{}\n", error.line, error.column, error.pointer, error.code, error.zh, error.en)
}

/// The same of the text notation.
fn said_of_text(from: &str, to: &str) -> String {
    assert!(TEXT.contains(from), "{from}");
    let error = paipu(&TEXT.replacen(from, to, 1)).unwrap_err();
    format!("{}:{} {} {}\n{}\n{}\n", error.line, error.column, error.pointer, error.code, error.zh, error.en)
}

#[test]
fn json_errors() {
    let all = [
        said(r#""tile": "7p", "ms""#, r#""ms""#),
        said(r#""tile": "7p""#, r#""tile": "0p""#),
        said(r#""type": "pung""#, r#""type": "peng""#),
        said(r#""type": "pung""#, r#""type": "pong""#),
        said(r#""with": "78p""#, r#""with": "789p""#),
        said(r#""tile": "7p""#, r#""tile": "7p", "kind": "added""#),
        said(r#""tile": "7p""#, r#""tyle": "7p""#),
        said(r#""tile": "7p""#, r#""tile": "7p", "tile": "8p""#),
        said(r#""seat": 3, "tile": "7s""#, r#""seat": 4, "tile": "7s""#),
        said(r#""next_dealer": 1"#, r#""next_dealer": null"#),
        said(r#""points": 6"#, r#""points": -6"#),
        said(r#""points": 6"#, r#""points": 6.0"#),
        said(r#"{ "id": "u4" }"#, ""),
        said(r#", { "id": "u4" }"#, ""),
        said(r#""dice": [3, 4]"#, r#""dice": [3, 7]"#),
        said("paipu/1", "tenhou/6"),
        said(r#""format": "paipu/1","#, ""),
        said(r#""outcome": "win","#, r#"'outcome': "win","#),
        said("\n  ]\n}", "\n  ]\n}\n{\"format\":\"paipu/1\"}"),
        said("\n  ]\n}", ""),
    ];
    insta::assert_snapshot!(all.join("\n"));
}

#[test]
fn text_errors() {
    let all = [
        said_of_text("2 pung 9m", "pung 9m"),
        said_of_text("2 pung 9m", "2 peng 9m"),
        said_of_text("2 pung 9m", "5 pung 9m"),
        said_of_text("2 discard 7p", "2 discard 万"),
        said_of_text("0 chow 9p with 78p", "0 chow 9p"),
        said_of_text("birds 15s", "birds 15s 1m"),
        said_of_text("deal 2 99m12337p456789s\n", ""),
        said_of_text("next 1", "nxet 1"),
        said_of_text("result win", "result won"),
        said_of_text("pay 2 1 6", "pay 2 1 -6"),
        said_of_text("player 0 u1 老周", "player 0 \"u1"),
        said_of_text("next 1", "next 1\n1 draw 1m"),
        said_of_text("paipu/1 room", "room"),
    ];
    insta::assert_snapshot!(all.join("\n"));
}
