//! Every column of generated and spoilt matches against the JSON of their reports.

use crate::{json, presets};
use arrow_array::BinaryArray;
use caipan_engine::report;
use caipan_lab::generate::{MatchConfig, Rng, faults, one, redact};
use caipan_log::{GameLog, Limits, read, write};
use caipan_tiles::hash::sha256;
use serde_json::{Value, json};

/// Returns a match of every preset with faults of many kinds, clean ones and ones with little evidence among them.
fn logs() -> Vec<GameLog> {
    let mut logs = Vec::new();
    for (number, ruleset) in presets().enumerate() {
        for seed in 0..2 {
            let clean = one(&ruleset, seed, number as u64, &MatchConfig::USUAL);
            let thin = redact(&clean);
            let mut chance = Rng::new(seed);
            for kind in faults::kinds().skip(number + seed as usize).step_by(5) {
                logs.extend(faults::inject(&ruleset, &clean, kind, &mut chance).map(|(_, log)| log));
            }
            logs.extend([thin, clean]);
        }
    }
    logs
}

#[test]
fn every_column_equals_the_report() {
    let logs = logs();
    let bytes: Vec<String> = logs.iter().map(write).collect();
    let array = BinaryArray::from_iter_values(&bytes);
    let rows = caipan_arrow::audit(&array).unwrap();
    let (mut findings, mut claims, mut recorded) = (0, 0, 0);
    for (at, bytes) in bytes.iter().enumerate() {
        let log = read(bytes.as_bytes(), &Limits::default()).unwrap();
        let digest = sha256(bytes.as_bytes());
        let text = report::to_json(&report::report(&log, &digest).unwrap());
        let report: Value = serde_json::from_slice(&text).unwrap();
        let row = json::value(&rows, at);
        let expected = expected(&serde_json::from_str(bytes).unwrap(), &report, &sha256(&text));
        for (column, value) in expected.as_object().unwrap() {
            assert_eq!(&row[column], value, "{column} of {}", log.id);
        }
        assert_eq!(row.as_object().unwrap().len(), expected.as_object().unwrap().len());
        findings += row["findings"].as_array().unwrap().len();
        claims += row["claims"].as_array().unwrap().len();
        recorded += row["hands"].as_array().unwrap().iter().filter(|hand| hand["claimed"].is_array()).count();
    }
    assert!(findings > 100 && claims > 100 && recorded > 100, "{findings} {claims} {recorded}");
}

fn hex(digest: &Value) -> Value {
    digest.as_str().map_or(Value::Null, |text| text.strip_prefix("sha256:").unwrap().into())
}

fn number(text: &Value) -> Value {
    text.as_str().and_then(|text| text.parse::<i64>().ok()).map_or(Value::Null, Value::from)
}

fn sum(values: impl Iterator<Item = Value>) -> u64 {
    values.map(|value| value.as_u64().unwrap()).sum()
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// Returns a row as the documentation describes it, from the JSON of a log and of its report.
fn expected(log: &Value, report: &Value, report_digest: &str) -> Value {
    let seats = log["start"]["seats"].as_u64().unwrap_or(4);
    let findings: Vec<Value> = list(&report["findings"]).map(finding).collect();
    let hands: Vec<Value> = list(&report["hands"])
        .map(|view| hand(&log["hands"][view["hand"].as_u64().unwrap() as usize], view, seats))
        .collect();
    let payments = list(&report["hands"]).flat_map(|hand| {
        list(&hand["ledger"]).map(|line| {
            json!({
                "hand": hand["hand"], "from": line["from"], "to": line["to"], "points": line["points"],
                "cause": line["cause"], "clause": line["clause"],
            })
        })
    });
    let claims = list(&log["hands"]).enumerate().flat_map(|(at, hand)| claims(at, hand));
    let players: Vec<Value> = list(&log["players"]).map(|player| player["id"].clone()).collect();
    let missing = list(&report["coverage"]).flat_map(|coverage| coverage["missing"].as_object().into_iter().flatten());
    let started = log["hands"][0]["started_at"].as_str();
    let started = started.map(|at| chrono::DateTime::parse_from_rfc3339(at).unwrap().timestamp_micros());
    json!({
        "log_id": report["log"]["id"],
        "log_sha256": hex(&report["log"]["digest"]),
        "report_sha256": hex(&report_digest.into()),
        "verdict": report["verdict"],
        "system": report["rules"]["system"],
        "preset": report["rules"]["preset"],
        "revision": report["rules"]["revision"],
        "options": report["rules"]["options"].to_string(),
        "house_sha256": hex(&report["rules"]["house"]),
        "adapter": report["log"]["adapter"]["name"],
        "seats": seats,
        "platform": log["source"]["platform"],
        "client": log["source"]["client"],
        "client_version": log["source"]["version"],
        "players": if players.is_empty() { Value::Null } else { players.into() },
        "started_at": started,
        "error": null,
        "counts": {
            "hands": report["log"]["hands"], "events": report["log"]["events"], "findings": findings.len(),
            "faults": report["summary"]["faults"], "variants": report["summary"]["variants"],
            "unverifiable": report["summary"]["unverifiable"], "notes": report["summary"]["notes"],
            "consequences": report["summary"]["consequences"],
            "checked": sum(list(&report["coverage"]).map(|coverage| coverage["checked"].clone())),
            "unverified": sum(missing.map(|(_, count)| count.clone())),
        },
        "findings": findings,
        "hands": hands,
        "payments": payments.collect::<Vec<_>>(),
        "claims": claims.collect::<Vec<_>>(),
    })
}

fn finding(view: &Value) -> Value {
    json!({
        "id": view["id"], "code": view["code"], "kind": view["kind"], "severity": view["severity"],
        "hand": view["hand"], "event": view["event"], "seat": view["seat"], "clause": view["clauses"][0]["id"],
        "primary": view["because"].is_null(), "because": view["because"], "mistake": view["mistake"]["id"],
        "claimed": number(&view["claimed"]), "computed": number(&view["computed"]),
        "claimed_text": view["claimed"], "computed_text": view["computed"], "pointer": view["pointer"],
        "message_zh": view["message"]["zh"], "message_en": view["message"]["en"],
    })
}

fn hand(log: &Value, view: &Value, seats: u64) -> Value {
    let by_seat = |points: &Value| match points.as_array() {
        Some(points) => points.iter().take(seats as usize).cloned().collect(),
        None => Value::Null,
    };
    let winner = |win: &Value| {
        json!({
            "seat": win["seat"], "from": win["from"], "stands": win["stands"], "tiles": win["tiles"], "value": win["value"],
            "patterns": list(&win["patterns"]).map(|pattern| pattern["id"].clone()).collect::<Vec<_>>(),
        })
    };
    let drawn = |seat: u64| {
        let of_seat = list(&log["events"]).filter(|event| event["type"] == "draw" && event["seat"] == seat);
        let tiles: String = of_seat.map(|event| event["tile"].as_str().unwrap()).collect();
        caipan_tiles::tile::parse_tiles(&tiles).map(|tiles| caipan_tiles::tile::notation(&tiles)).unwrap()
    };
    let events = list(&log["events"]).count();
    let draws = (events > 0).then(|| (0..seats).map(drawn).collect::<Vec<_>>());
    let wall = log["wall"].as_str().map(|wall| sha256(wall.as_bytes()));
    json!({
        "hand": view["hand"], "dealer": view["dealer"], "outcome": view["outcome"],
        "winners": list(&view["wins"]).map(winner).collect::<Vec<_>>(),
        "due_unknown": view["due_unknown"], "balance": by_seat(&view["balance"]), "claimed": by_seat(&view["recorded"]),
        "next_dealer": view["next_dealer"], "events": events, "wall_sha256": hex(&wall.into()),
        "deal": by_seat(&log["deal"]), "draws": draws,
    })
}

/// Returns the claims of a hand by looking back from each to the last event that gave a tile.
fn claims(at: usize, hand: &Value) -> Vec<Value> {
    let events: Vec<&Value> = list(&hand["events"]).collect();
    let gives = |event: &Value| {
        matches!(event["type"].as_str().unwrap(), "discard" | "reveal" | "draw" | "chow" | "pung" | "kong")
    };
    let mut claims = Vec::new();
    for (index, event) in events.iter().enumerate() {
        let kind = event["type"].as_str().unwrap();
        let takes = match kind {
            "chow" | "pung" | "win" => true,
            "kong" => event["kind"] == "exposed",
            _ => false,
        };
        let Some(last) = events[..index].iter().rev().find(|event| gives(event)) else { continue };
        let is_open = match last["type"].as_str().unwrap() {
            "discard" | "reveal" => true,
            "kong" => last["kind"] != "exposed",
            _ => false,
        };
        if takes && is_open && last["seat"] != event["seat"] {
            claims.push(json!({ "hand": at, "event": index, "from": last["seat"], "by": event["seat"], "kind": kind }));
        }
    }
    claims
}
