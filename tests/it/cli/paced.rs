//! Webhooks that fail or are throttled: messages without an order, receivers that ask for a pause or are gone. The tests move
//! the times in the database and wait for no pause.

use super::caipan;
use super::receiver::{call, games, hook, ok, receiver, service, store, until};
use super::service::Service;
use crate::engine::{Engine, on_both};
use chrono::DateTime;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

on_both!(
    without_an_order_others_pass_a_bad_message,
    receiver_that_is_gone_pauses_its_webhook,
    receiver_is_given_the_pause_that_it_asks_for,
    throttled_webhook_sends_one_at_a_time,
);

fn shown(service: &Service, id: &str) -> Value {
    call(service, &format!("GET /v1/webhooks/{id}"), &Value::Null).1
}

/// The seconds from the last try to the next one.
fn pause(shown: &Value) -> i64 {
    let micros = |name: &str| {
        let text = shown[name].as_str().unwrap_or_else(|| panic!("{name}: {shown}"));
        DateTime::parse_from_rfc3339(text).expect("a time").timestamp_micros()
    };
    (micros("next_at") - micros("tried_at")) / 1_000_000
}

/// A bad message waits alone, arrives when it is due, and is given up after its last try.
async fn without_an_order_others_pass_a_bad_message(engine: Engine) {
    let base = engine.base();
    let [flag, place] = base.arguments();
    let arguments = ["serve", "--listen", "127.0.0.1:0", &flag, &place, "--webhook-private"];
    let retries = ["--webhook-retry", "60m", "--webhook-tries", "3"];
    let service = Service::run(caipan(&[&arguments[..], &retries].concat()));
    let (port, came) =
        receiver(
            |message| {
                if message.game().starts_with("bad") { "500 Internal Server Error".to_owned() } else { ok(message) }
            },
        );
    let (id, _) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/"), "ordered": false }));
    for game in ["a", "bad", "c", "d"] {
        store(&service, game);
    }
    until("the others come", || games(&came).contains(&"d".to_owned()));
    assert_eq!(games(&came), ["a", "bad", "c", "d"], "the pause of the bad one is an hour");
    until("it is saved", || shown(&service, &id)["behind"] == 0 && shown(&service, &id)["late"] == 1);
    let state = shown(&service, &id);
    assert_eq!((&state["state"], &state["dead"], &state["ordered"]), (&json!("retrying"), &json!(0), &json!(false)));
    assert!(pause(&state) > 1800, "{state}");
    for tries in 2..=3 {
        until("it is tried again", || {
            // The hour passes, also where the try before is saved only now.
            // Two transactions: one that holds both tables could wait for the service, which waits for it.
            base.tamper("UPDATE late_messages SET due_at = 1");
            base.tamper("UPDATE webhooks SET late_at = 1");
            games(&came).iter().filter(|game| *game == "bad").count() >= tries
        });
    }
    until("it is given up", || shown(&service, &id)["dead"] == 1);
    let state = shown(&service, &id);
    assert_eq!((&state["late"], &state["behind"]), (&json!(0), &json!(0)), "{state}");
    let dead = call(&service, &format!("GET /v1/webhooks/{id}/dead"), &Value::Null).1;
    assert_eq!((&dead["dead"][0]["tries"], &dead["dead"][0]["why"]), (&json!(3), &json!("http-500")), "{dead}");
}

/// 410 pauses a webhook with a note in the trail. The message stays and is sent when somebody resumes.
async fn receiver_that_is_gone_pauses_its_webhook(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &[]);
    let gone = Arc::new(AtomicBool::new(true));
    let is_gone = Arc::clone(&gone);
    let (port, came) =
        receiver(move |message| if is_gone.load(Ordering::Relaxed) { "410 Gone".to_owned() } else { ok(message) });
    let url = format!("http://127.0.0.1:{port}/");
    let ids = [true, false].map(|ordered| hook(&service, &json!({ "url": url, "ordered": ordered })).0);
    store(&service, "a");
    for id in &ids {
        until("it is paused", || shown(&service, id)["state"] == "paused");
        let state = shown(&service, id);
        assert_eq!((&state["why"], &state["dead"], &state["late"]), (&json!("http-410"), &json!(0), &json!(0)));
    }
    assert_eq!(games(&came).len(), 2, "each was tried once");
    let trail = call(&service, "GET /v1/trail", &Value::Null).1;
    let notes: Vec<&Value> = trail["trail"].as_array().expect("a trail").iter().collect();
    for id in &ids {
        let note = notes.iter().filter(|row| row["deed"] == "webhook-paused" && row["what"] == json!(id));
        assert_eq!(note.count(), 1, "{trail}");
    }
    gone.store(false, Ordering::Relaxed);
    for id in &ids {
        let resumed = call(&service, &format!("POST /v1/webhooks/{id}/replay"), &json!({ "from": "paused" }));
        assert_eq!(resumed.0, 202, "{}", resumed.1);
        until("it goes on", || shown(&service, id)["state"] == "up-to-date");
    }
    assert_eq!(games(&came).len(), 4);
}

/// `Retry-After` of 429 and 503 holds the webhook for that long, up to six hours.
async fn receiver_is_given_the_pause_that_it_asks_for(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &[]);
    for (asked, expected) in [("3000", 3000..=3000), ("99999999999", 21_600..=21_600)] {
        for (ordered, status) in [(true, "429 Too Many Requests"), (false, "503 Service Unavailable")] {
            let (port, came) = receiver(move |_| format!("{status}\r\nRetry-After: {asked}"));
            let url = format!("http://127.0.0.1:{port}/");
            let (id, _) = hook(&service, &json!({ "url": url, "ordered": ordered }));
            store(&service, &format!("{ordered} {asked}"));
            until("it is tried", || shown(&service, &id)["state"] == "retrying");
            let state = shown(&service, &id);
            assert!(expected.contains(&pause(&state)), "{state}");
            store(&service, &format!("{ordered} {asked} more"));
            assert_eq!(games(&came).len(), 1, "nothing else is sent meanwhile");
            assert_eq!(call(&service, &format!("DELETE /v1/webhooks/{id}"), &Value::Null).0, 204);
        }
    }
}

/// A throttle of one per minute lets the next message go when a minute has passed since the last try.
async fn throttled_webhook_sends_one_at_a_time(engine: Engine) {
    let base = engine.base();
    let service = service(&base, &[]);
    let ((port, came), (other, free)) = (receiver(ok), receiver(ok));
    let (id, _) = hook(&service, &json!({ "url": format!("http://127.0.0.1:{port}/"), "per_minute": 1 }));
    hook(&service, &json!({ "url": format!("http://127.0.0.1:{other}/") }));
    for game in ["a", "b", "c"] {
        store(&service, game);
    }
    until("the other webhook is not held", || games(&free).len() == 3);
    for count in 1..=3 {
        until("the next comes", || games(&came).len() == count);
        let behind = 3 - i64::try_from(count).expect("few");
        until("it is saved", || shown(&service, &id)["behind"] == behind);
        assert_eq!(games(&came).len(), count, "the others wait");
        // A minute passes.
        base.tamper("UPDATE webhooks SET tried_at = 1, due_at = 1 WHERE per_minute = 1");
    }
    assert_eq!(games(&came), ["a", "b", "c"]);
}
