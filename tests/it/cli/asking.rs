//! The toy server of `docs/clients/table.py`: it asks before it carries out an act, and before it moves points.

use super::service::Service;
use super::settlement::client;
use super::{LOG, run, text};
use serde_json::{Value, json};

/// Runs the toy server on a match and returns what it printed.
fn played(service: &Service, log: &Value) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.json");
    std::fs::write(&path, log.to_string()).expect("a file");
    let base = format!("http://{}", service.address);
    let (code, said) = client("python3", "table.py", &[&base, path.to_str().expect("UTF-8")]);
    assert_eq!(code, 0, "{said}");
    said
}

/// The line that a server prints before it pays.
fn due(log: &Value) -> String {
    let points = log["hands"][0]["result"]["deltas"].as_array().expect("points");
    format!("to pay: {}\n", points.iter().map(Value::to_string).collect::<Vec<_>>().join(" "))
}

#[test]
fn toy_server_asks_before_it_acts_and_pays() {
    crate::programs::needs!(Python);
    let data = tempfile::tempdir().expect("a folder");
    let service = Service::set(data.path(), &[]);
    let generated = |preset: &str| {
        let made = run(&["generate", "--rules", preset, "--games", "1", "--hands", "1", "--seed", "11"]);
        serde_json::from_str::<Value>(text(&made.stdout)).expect("a log")
    };
    let example = serde_json::from_str(&std::fs::read_to_string(LOG).expect("a log")).expect("JSON");
    for log in [example, generated("changsha-b"), generated("beijing"), generated("guiyang")] {
        assert_eq!(played(&service, &log), due(&log), "{}", log["id"]);
    }
    // A client that sends a discard out of turn, and a win of a hand that does not win.
    let mut log = generated("guiyang");
    let events = log["hands"][0]["events"].as_array_mut().expect("events");
    let discard = events.iter().position(|event| event["type"] == "discard").expect("a discard");
    let (seat, tile) = (events[discard]["seat"].as_u64().expect("a seat"), events[discard]["tile"].clone());
    events.insert(discard, json!({ "type": "win", "seat": seat, "tile": tile }));
    events.insert(discard + 2, json!({ "type": "discard", "seat": (seat + 2) % 4, "tile": tile }));
    let said = played(&service, &log);
    assert!(said.contains(&format!("refused: seat {seat} win")), "{said}");
    assert!(said.contains(&format!("refused: seat {} discard", (seat + 2) % 4)), "{said}");
    assert!(said.ends_with(&due(&log)), "{said}");
}
