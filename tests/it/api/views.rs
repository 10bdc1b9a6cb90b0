//! Tests of `/v1/logs:join` and `/v1/logs:leaks`: several records of one match, of which nothing is stored.

use super::{call, get, service};
use crate::matches::preset;
use actix_web::http::header;
use actix_web::test::TestRequest;
use caipan::generate::view::{LaidOpen, view};
use caipan::generate::{MatchConfig, one};
use caipan::log::{GameLog, write};
use caipan::tile::{Seat, Seats};
use serde_json::{Value, json};

const JOIN: &str = "/v1/logs:join";
const LEAKS: &str = "/v1/logs:leaks";

fn ask(path: &str, body: &Value) -> TestRequest {
    TestRequest::post().uri(path).set_json(body)
}

fn value(log: &GameLog) -> Value {
    serde_json::from_str(&write(log)).expect("a log is JSON")
}

/// Returns a match and the record of each seat, without the draws of others.
fn records(rules: &str) -> (Value, Vec<Value>) {
    let whole = one(&preset(rules), 5, 0, &MatchConfig { hands: 2, ..MatchConfig::USUAL });
    let of = |seat: Seat| view(&whole, Seats::NONE.with(seat), false, LaidOpen::Winners).expect("a record");
    (value(&whole), whole.seats().iter().map(|seat| value(&of(seat))).collect())
}

/// Returns the index of the first event of a type in the first hand.
fn first(log: &Value, kind: &str) -> usize {
    let events = log["hands"][0]["events"].as_array().expect("events");
    events.iter().position(|event| event["type"] == kind).expect("such an event")
}

fn named(records: &[Value]) -> Value {
    let names = ["east.json", "south.json", "west.json", "north.json"].iter().zip(records);
    json!({ "records": names.map(|(name, log)| json!({ "name": name, "log": log })).collect::<Vec<_>>() })
}

#[actix_web::test]
async fn records_of_four_seats_make_the_whole() {
    let (service, _folder) = service!();
    for rules in ["changsha-a", "beijing", "guiyang"] {
        let (whole, records) = records(rules);
        let joined = call!(&service, ask(JOIN, &named(&records))).await;
        let answer = joined.json();
        assert_eq!((joined.status, &answer["differences"]), (200, &json!([])), "{answer}");
        assert!(answer.get("report").is_none() && answer["log"].get("view").is_none(), "{answer}");
        assert_eq!(answer["log"]["hands"][0]["deal"], whole["hands"][0]["deal"]);
        let audited = call!(&service, ask(&format!("{JOIN}?audit=true"), &named(&records))).await.json();
        assert_eq!(audited["report"]["verdict"], "clean", "{rules}: {}", audited["report"]);
        let alone = call!(&service, ask("/v1/audits", &answer["log"])).await.json();
        assert_eq!(audited["report"]["hands"], alone["hands"]);
    }
    assert_eq!(call!(&service, get("/v1/logs")).await.json(), json!({ "logs": [] }), "nothing is stored");
}

#[actix_web::test]
async fn contradictions_name_records_and_steps() {
    let (service, _folder) = service!();
    let (_, mut records) = records("guiyang");
    let at = first(&records[2], "discard");
    let discard = &mut records[2]["hands"][0]["events"][at]["tile"];
    *discard = if *discard == "9p" { "8p".into() } else { "9p".into() };
    records[2]["hands"][1]["result"]["deltas"] = json!([30, -10, -10, -10]);
    let answer = call!(&service, ask(&format!("{JOIN}?audit=true"), &named(&records))).await.json();
    assert!(answer.get("log").is_none() && answer.get("report").is_none(), "{answer}");
    let found = answer["differences"].as_array().expect("differences");
    let of = |field: &str| found.iter().find(|one| one["field"] == field).unwrap_or_else(|| panic!("{field}"));
    let discarded = of("events");
    let told = discarded["told"].as_array().expect("versions");
    let version = told.iter().find(|one| one["records"] == json!([2])).expect("the version of the third record");
    assert_eq!((&discarded["hand"], &version["events"]), (&json!(0), &json!([at])));
    let step = at + 1;
    for (lang, sentence) in [("zh", format!("第 {step} 步")), ("en", format!("step {step}"))] {
        let text = discarded["text"][lang].as_str().expect("a sentence");
        assert!(text.contains("west.json") && text.contains(&sentence), "{text}");
    }
    assert_eq!(of("deltas")["hand"], 1);
    // A record without a name is called by its number.
    let unnamed = json!({ "records": [{ "log": records[0] }, { "log": records[2] }] });
    let answer = call!(&service, ask(JOIN, &unnamed)).await.json();
    let text = &answer["differences"][0]["text"];
    assert!(text["en"].as_str().is_some_and(|text| text.contains("record 2 (seen by")), "{text}");
    assert!(text["zh"].as_str().is_some_and(|text| text.contains("第 2 份记录")), "{text}");
}

#[actix_web::test]
async fn refuses_with_the_place_in_the_request() {
    let (service, _folder) = service!();
    let (whole, records) = records("beijing");
    let many: Vec<Value> = (0..17).map(|_| json!({ "log": records[0] })).collect();
    let with = |change: &dyn Fn(&mut Value)| {
        let mut log = records[1].clone();
        change(&mut log);
        json!({ "records": [{ "log": records[0] }, { "name": "b.json", "log": log }] })
    };
    let at = first(&records[1], "discard");
    let unknown_tile = with(&|log| log["hands"][0]["events"][at]["tile"] = "0z".into());
    let tile = format!("/records/1/log/hands/0/events/{at}/tile");
    let leaks = |sent: &Value| json!({ "whole": whole, "sent": sent });
    for (path, body, status, code, pointer, said) in [
        (JOIN, json!({ "records": [] }), 400, "request-invalid", "/records", "1 to 16"),
        (JOIN, json!({ "records": many }), 400, "request-invalid", "/records", "There are 17 records"),
        (
            JOIN,
            json!({ "records": [{ "name": "n".repeat(65), "log": records[0] }] }),
            400,
            "request-invalid",
            "/records/0/name",
            "Shorten it",
        ),
        (JOIN, json!({ "records": [{ "lag": records[0] }] }), 400, "request-invalid", "/records/0/lag", "field lag"),
        (JOIN, json!([records[0]]), 400, "request-invalid", "/0", "/docs/"),
        (JOIN, json!({ "records": [{ "log": 7 }] }), 422, "log-unreadable", "/records/0/log", "record 1: "),
        (JOIN, unknown_tile, 422, "log-unreadable", tile.as_str(), "b.json: "),
        (
            JOIN,
            with(&|log| log["rules"]["system"] = "beijin".into()),
            422,
            "rules-invalid",
            "/records/1/log/rules/system",
            "b.json: ",
        ),
        (
            JOIN,
            json!({ "records": [{ "log": "paipu/1 x beijing\nhand 0\nfly\n" }] }),
            422,
            "log-unreadable",
            "/records/0/log",
            "record 1: line 2, column 6: ",
        ),
        (LEAKS, leaks(&whole), 400, "request-invalid", "/seat", "Give its seat"),
        (LEAKS, leaks(&json!({})), 422, "log-unreadable", "/sent", "the record sent: "),
        (LEAKS, json!({ "whole": {}, "sent": {} }), 422, "log-unreadable", "/whole", "the whole match: "),
        (LEAKS, json!({ "whole": whole, "sent": whole, "seat": 4 }), 400, "request-invalid", "/seat", "seat 4"),
    ] {
        let refused = call!(&service, ask(path, &body)).await;
        let problem = refused.json();
        assert_eq!((refused.status, problem["code"].as_str()), (status, Some(code)), "{problem}");
        assert_eq!(problem["pointer"], pointer, "{problem}");
        assert!(problem["detail_en"].as_str().is_some_and(|text| text.contains(said)), "{said}: {problem}");
    }
    let both = call!(&service, ask(&format!("{JOIN}?from=csmj&adapter=ticks"), &named(&records))).await;
    assert_eq!(both.status, 400);
}

/// The line and the column are those of the request, not of the log in it.
#[actix_web::test]
async fn lines_are_counted_in_the_request() {
    let (service, _folder) = service!();
    let (_, records) = records("beijing");
    let wrong = records[1].to_string().replacen("\"dealer\":", "\"dealers\":", 1);
    let send = |body: String| {
        TestRequest::post().uri(JOIN).insert_header((header::CONTENT_TYPE, "application/json")).set_payload(body)
    };
    for log in [wrong.clone(), wrong.replacen("\"hands\"", "\n \"hands\"", 1)] {
        let body =
            format!("{{\"records\": [\n {{ \"log\": {} }},\n {{ \"name\": \"北家\", \"log\": {log} }}]}}", records[0]);
        let at = body.find("\"dealers\"").expect("the key");
        let (before, line) = (&body[..at], body[..at].matches('\n').count() + 1);
        let column = before.rsplit('\n').next().expect("a line").chars().count() + 1;
        let problem = call!(&service, send(body.clone())).await.json();
        assert_eq!((&problem["line"], &problem["column"]), (&json!(line), &json!(column)), "{problem}");
        assert_eq!(problem["pointer"], "/records/1/log/start/dealers", "{problem}");
    }
}

/// A log in JSON is taken as it is, everything else as a string, as in `/v1/audits`.
#[actix_web::test]
async fn any_log_is_a_record() {
    let (service, _folder) = service!();
    let notation = include_str!("../../../docs/examples/changsha-a.paipu");
    let document: Value = serde_json::from_str(super::LOG).expect("a log");
    let both = json!({ "records": [{ "log": notation }, { "log": document }] });
    let answer = call!(&service, ask(JOIN, &both)).await.json();
    assert_eq!(answer["differences"], json!([]), "{answer}");
    let row: Value =
        serde_json::from_str(include_str!("../../../fixtures/adapters/roomcard.jsonl").lines().next().expect("a row"))
            .expect("JSON");
    for path in [JOIN.to_owned(), format!("{JOIN}?adapter=roomcard")] {
        let answer = call!(&service, ask(&path, &json!({ "records": [{ "log": row }, { "log": row }] }))).await.json();
        assert_eq!(answer["log"]["format"], "paipu/1", "{answer}");
    }
}

#[actix_web::test]
async fn tiles_that_a_client_could_not_see_are_named() {
    let (service, _folder) = service!();
    let (whole, records) = records("changsha-a");
    let honest = json!({ "whole": whole, "sent": records[0], "live": true });
    let found = call!(&service, ask(LEAKS, &honest)).await;
    assert_eq!((found.status, found.json()), (200, json!({ "leaks": [], "differences": [] })));

    let draw = |event: &&Value| event["type"] == "draw" && event["seat"] != 0;
    let known = whole["hands"][0]["events"].as_array().expect("events").iter().find(draw).expect("a draw").clone();
    let mut leaky = records[0].clone();
    let at = first(&leaky, "discard") + 1;
    leaky["hands"][0]["events"].as_array_mut().expect("events").insert(at, known.clone());
    leaky["hands"][0]["wall"] = whole["hands"][0]["wall"].clone();
    let asked = json!({ "whole": whole, "sent": leaky, "seat": 0, "live": true });
    let found = call!(&service, ask(LEAKS, &asked)).await.json();
    let leaks = found["leaks"].as_array().expect("leaks");
    let kinds: Vec<&Value> = leaks.iter().map(|leak| &leak["what"]).collect();
    assert_eq!(kinds, ["wall", "draw"], "{found}");
    assert_eq!((&leaks[1]["event"], &leaks[1]["tiles"]), (&json!(at), &known["tile"]));
    assert!(leaks[1]["text"]["zh"].as_str().is_some_and(|text| text.contains("暗摸")), "{found}");

    let mut other = records[0].clone();
    let at = first(&other, "discard");
    let discard = &mut other["hands"][0]["events"][at]["tile"];
    *discard = if *discard == "9p" { "8p".into() } else { "9p".into() };
    let found = call!(&service, ask(LEAKS, &json!({ "whole": whole, "sent": other }))).await.json();
    let text = found["differences"][0]["text"]["zh"].as_str().expect("a difference");
    assert!(found.get("leaks").is_none() && text.contains("发出的记录") && text.contains("整场牌谱"), "{found}");
}
