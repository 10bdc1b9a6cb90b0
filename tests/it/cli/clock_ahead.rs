//! Retention and a clock that runs ahead.

use super::caipan;
use super::receiver::{call, service, store, until};
use super::service::Service;
use super::watched::{answer, started};
use crate::engine::{Base, Engine, on_both};
use serde_json::Value;
use std::process::Stdio;

on_both!(clock_far_ahead_erases_nothing);

/// Five years in microseconds.
const AHEAD: i64 = 5 * 365 * 86_400_000_000;

/// Starts a service that keeps logs for 30 days, and returns it with the address of its metrics.
fn keeping(base: &Base, more: &[&str]) -> (Service, String) {
    let [flag, place] = base.arguments();
    let usual = ["serve", "--listen", "127.0.0.1:0", "--metrics", "127.0.0.1:0", "--keep", "30", &flag, &place];
    started(caipan(&[&usual, more].concat()), Stdio::null())
}

fn stopped(figures: &str) -> bool {
    let text = answer(figures, "GET /metrics", "", "");
    text.lines().any(|line| line == "caipan_retention_stopped 1")
}

fn logs(service: &Service) -> usize {
    let list = call(service, "GET /v1/logs?limit=200", &Value::Null).1;
    list["logs"].as_array().expect("a list").len()
}

/// To a service that starts, a clock that is five years ahead looks like stored times that are five years old. Retention
/// stops, whether it ran before or not, and goes on once the operator says that the clock is right.
async fn clock_far_ahead_erases_nothing(engine: Engine) {
    let base = engine.base();
    let first = service(&base, &[]);
    for at in 0..20 {
        store(&first, &format!("fresh-{at}"));
    }
    drop(first);
    base.tamper(&format!("UPDATE logs SET received_at = received_at - {AHEAD}; UPDATE entries SET at = at - {AHEAD}"));
    // Retention of an earlier version, or a service that never ran it, left no note: the journal stands for it.
    for note in ["", "INSERT INTO clock (id, seen_at) VALUES (1, 1)"] {
        base.tamper(&format!("DELETE FROM clock; {note}"));
        let (service, figures) = keeping(&base, &[]);
        until("retention stops", || stopped(&figures));
        assert_eq!(logs(&service), 20, "{note}");
        let jobs = call(&service, "GET /v1/jobs", &Value::Null).1;
        assert_eq!(jobs["jobs"].as_array().map(Vec::len), Some(0), "{note}: no purge waits: {jobs}");
    }
    let (service, figures) = keeping(&base, &["--keep-gap", "36500"]);
    until("retention goes on", || logs(&service) == 0);
    assert!(!stopped(&figures));
}
