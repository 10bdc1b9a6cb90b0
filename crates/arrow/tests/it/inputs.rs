//! Types of the input, nulls, logs that cannot be read, adapters, house rules and names of players.

use crate::{json, presets};
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int64Array, LargeBinaryArray, LargeStringArray, NullArray,
    StringArray, StringViewArray,
};
use caipan_adapter::{Adapter, ReadLog, presets as house_presets};
use caipan_arrow::{Auditor, Players, Rows, audit, schema};
use caipan_lab::generate::{MatchConfig, Rng, faults, one};
use caipan_log::{Houses, write};
use caipan_tiles::hash::sha256;
use serde_json::Value;
use std::sync::Arc;

fn log() -> String {
    write(&one(&presets().next().unwrap(), 7, 0, &MatchConfig::USUAL))
}

#[test]
fn every_type_of_bytes_and_texts_gives_the_same_rows() {
    let log = log();
    let values = [Some(log.as_str()), None, Some("no log")];
    let bytes = || values.iter().map(|value| value.map(str::as_bytes));
    let arrays: [ArrayRef; 6] = [
        Arc::new(bytes().collect::<BinaryArray>()),
        Arc::new(bytes().collect::<LargeBinaryArray>()),
        Arc::new(bytes().collect::<BinaryViewArray>()),
        Arc::new(values.iter().copied().collect::<StringArray>()),
        Arc::new(values.iter().copied().collect::<LargeStringArray>()),
        Arc::new(values.iter().copied().collect::<StringViewArray>()),
    ];
    let first = audit(&arrays[0]).unwrap();
    assert_eq!(json::value(&first, 0)["verdict"], "clean");
    assert!(first.is_null(1) && first.is_valid(2));
    for array in &arrays {
        assert_eq!(audit(array).unwrap(), first, "{}", array.data_type());
    }
    // A slice begins elsewhere in the same buffers.
    assert_eq!(audit(&arrays[0].slice(1, 2)).unwrap(), first.slice(1, 2));
}

#[test]
fn array_of_nulls_gives_null_rows() {
    let rows = audit(&NullArray::new(3)).unwrap();
    assert_eq!((rows.len(), rows.null_count()), (3, 3));
    let batch = Auditor::default().batch(&NullArray::new(3)).unwrap();
    assert_eq!(batch.num_rows(), 3);
    assert!(batch.columns().iter().all(|column| column.null_count() == 3));
    assert_eq!(*batch.schema(), schema());
}

#[test]
fn array_of_numbers_is_refused_with_its_type() {
    let error = audit(&Int64Array::from(vec![1])).unwrap_err().to_string();
    assert!(error.contains("Int64") && error.contains("请先转换") && error.contains("Cast the column"), "{error}");
}

#[test]
fn unreadable_log_has_its_place_and_cure_and_fails_no_other_row() {
    let log = log();
    let deep = "[".repeat(100_000);
    let broken = log.replace("\"seat\":0", "\"seat\":9");
    let hostile = [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\u{0}",
        "🀄",
        &deep,
        "1e999999",
        "{\"format\":\"paipu/9\"}",
        &broken,
        &log[..log.len() / 2],
    ];
    let values: Vec<&[u8]> =
        hostile.iter().map(|text| text.as_bytes()).chain([&b"\xff\xfe\x00"[..], b"\x89PNG", log.as_bytes()]).collect();
    let rows = audit(&BinaryArray::from_iter_values(&values)).unwrap();
    for (at, bytes) in values.iter().enumerate().take(values.len() - 1) {
        let row = json::value(&rows, at);
        let set: Vec<&String> =
            row.as_object().unwrap().iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name).collect();
        assert_eq!(set, ["log_sha256", "error"], "{row}");
        assert_eq!(format!("sha256:{}", row["log_sha256"].as_str().unwrap()), sha256(bytes));
        let error = &row["error"];
        for text in ["code", "message_zh", "message_en"] {
            assert!(!error[text].as_str().unwrap().is_empty(), "{error}");
        }
    }
    let seat = &json::value(&rows, 10)["error"];
    assert!(seat["path"].as_str().unwrap().ends_with("/seat"), "{seat}");
    assert!(seat["line"].is_u64() && seat["column"].is_u64(), "{seat}");
    assert_eq!(json::value(&rows, values.len() - 1)["verdict"], "clean");
}

#[test]
fn unknown_rules_are_an_error_of_the_row() {
    let log = log();
    let id = presets().next().unwrap().id().to_owned();
    let renamed = log.replacen(&format!("\"{id}\""), "\"no-such-rules\"", 1);
    let row = json::value(&audit(&StringArray::from(vec![renamed])).unwrap(), 0);
    assert!(row["error"]["path"].as_str().unwrap().starts_with("/rules"), "{row}");
    assert!(row["verdict"].is_null());
}

#[test]
fn adapter_reads_each_value_and_several_matches_in_one_are_refused() {
    let osprey = || Adapter::read(include_bytes!("../../../../fixtures/adapters/osprey.toml")).unwrap();
    let all = include_bytes!("../../../../fixtures/adapters/osprey.jsonl");
    let other = String::from_utf8(all.to_vec()).unwrap().replace("osprey-7", "osprey-8");
    let twice = [&all[..], other.as_bytes()].concat();
    let array = BinaryArray::from_iter_values([&all[..], &twice]);
    let rows = Auditor::default().with_adapter(osprey()).audit(&array).unwrap();
    assert_eq!(json::value(&rows, 0)["adapter"], "osprey");
    let refused = json::value(&rows, 1);
    assert_eq!(refused["error"]["code"], "several-matches");
    assert!(refused["error"]["message_en"].as_str().unwrap().contains("2 matches"), "{refused}");
    // Without the adapter the value is no log.
    assert!(json::value(&audit(&array).unwrap(), 0)["verdict"].is_null());
}

#[test]
fn house_rules_are_known_by_name() {
    let base = presets().next().unwrap().id().to_owned();
    let toml = format!("[presets.our-room]\nbase = \"{base}\"\nzh = \"本房\"\nen = \"our room\"\n");
    let houses = Houses::of(house_presets(toml.as_bytes()).unwrap());
    let log = log().replacen(&format!("\"{base}\""), "\"our-room\"", 1);
    let array = StringArray::from(vec![log]);
    let unknown = json::value(&audit(&array).unwrap(), 0);
    assert!(unknown["verdict"].is_null());
    let known = json::value(&Auditor::default().with_houses(houses).audit(&array).unwrap(), 0);
    assert_eq!(known["preset"], "our-room", "{known}");
    assert_eq!(known["house_sha256"].as_str().unwrap().len(), 64);
}

#[test]
fn renamed_and_omitted_players_appear_nowhere_in_clear() {
    let ruleset = presets().next().unwrap();
    let mut clean = one(&ruleset, 7, 0, &MatchConfig::USUAL);
    for (at, player) in clean.players.iter_mut().enumerate() {
        player.id = format!("secret{at}");
        player.name = Some(format!("Secret Name {at}"));
    }
    let mut chance = Rng::new(1);
    let spoilt = faults::kinds().filter_map(|kind| faults::inject(&ruleset, &clean, kind, &mut chance));
    let rename = |id: &str| format!("p{}", id.len() + usize::from(id.as_bytes()[6]));
    let (mut said, mut renamed) = (0, 0);
    for log in spoilt.map(|(_, log)| log).chain([clean.clone()]) {
        let read = ReadLog { log, adapter: None };
        let digest = sha256(write(&read.log).as_bytes());
        let row = |players: Players<'_>| -> Value {
            let mut rows = Rows::default();
            rows.push(&read, &digest, players);
            json::value(&rows.finish_struct(), 0)
        };
        let (clear, left_out, mapped) = (row(Players::Clear), row(Players::LeftOut), row(Players::Renamed(&rename)));
        said += usize::from(clear["findings"].to_string().contains("Secret"));
        assert!(clear["players"].to_string().contains("secret0"));
        for hidden in [&left_out, &mapped] {
            assert!(!hidden.to_string().to_lowercase().contains("secret"), "{hidden}");
            assert_eq!(hidden["report_sha256"], clear["report_sha256"]);
            assert_eq!(hidden["payments"], clear["payments"]);
        }
        assert!(left_out["players"].is_null());
        assert_eq!(mapped["players"][0], rename("secret0"));
        renamed += usize::from(mapped["findings"].to_string().contains(&rename("secret0")));
    }
    assert!(said > 10 && renamed > 0, "{said} {renamed}");
}

#[test]
fn refusals_quote_nothing_without_clear_names() {
    let text = caipan_tiles::text::Text { zh: "secret".into(), en: "secret".into() };
    let refusal = caipan_adapter::Refusal::of_text(text);
    let mut rows = Rows::default();
    rows.push_refused(&refusal, "sha256:00", Players::LeftOut);
    let row = json::value(&rows.finish_struct(), 0);
    assert!(!row.to_string().contains("secret") && row["error"]["code"] == "unusable", "{row}");
}

#[test]
fn size_grows_with_the_rows_and_ends_with_them() {
    let mut rows = Rows::default();
    let log = log();
    let read =
        ReadLog { log: caipan_log::read(log.as_bytes(), &caipan_log::Limits::default()).unwrap(), adapter: None };
    let mut before = rows.bytes();
    for _ in 0..3 {
        rows.push(&read, "sha256:00", Players::Clear);
        assert!(rows.bytes() > before + 500);
        before = rows.bytes();
    }
    let batch = rows.finish().unwrap();
    assert_eq!(batch.num_rows(), 3);
    assert_eq!(batch.column_by_name("log_id").unwrap().as_string::<i32>().null_count(), 0);
    assert!(rows.is_empty() && rows.bytes() == Rows::default().bytes());
}
