//! Rulings of a referee who signed in.

use super::{Browser, Engine, LOG, Place, on_both};
use serde_json::json;

on_both!(ruling_bears_the_name_of_the_person);

async fn ruling_bears_the_name_of_the_person(engine: Engine) {
    crate::programs::needs!(Provider);
    let place = Place::new(engine);
    let mut browser = Browser::default();
    let page = place.sign_in(&mut browser, "wang", "/");
    assert_eq!(page.status, 200, "{}", page.body);
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let stored = browser.post(&format!("{}/open", place.url), &[("log", &log)]);
    assert!(stored.status == 200 && stored.url.contains("/v1/reports/"), "{}: {}", stored.url, stored.body);
    let id = stored.url.rsplit('/').next().and_then(|rest| rest.split('?').next()).expect("an id").to_owned();

    // The form shows the name instead of a field for it.
    let rule = format!("{}/rule/{id}", place.url);
    let form = browser.get(&rule);
    assert!(form.body.contains("Signed: <bdi>王芳</bdi>"), "{}", form.body);
    assert!(!form.body.contains("name=\"referee\""));
    let (token, revision) = (form.field("token").to_owned(), form.field("revision").to_owned());
    let filled = [("token", &*token), ("revision", &revision), ("seen", "0"), ("kind", "note"), ("note", "seen")];
    // A page of somebody else changes nothing, not even one of the same machine.
    for origin in ["http://evil.example", "http://127.0.0.1:1", "null"] {
        let foreign = browser.post_from(&rule, origin, &filled);
        assert_eq!(foreign.status, 403, "{origin}: {}", foreign.body);
    }
    let silent =
        browser.send("POST", &rule, &[("Content-Type", "application/x-www-form-urlencoded")], "kind=note&note=x");
    assert!(silent.status == 403 && silent.body.contains("session-foreign"), "{}", silent.body);
    // The ruling is shown first, and is recorded once it is confirmed.
    let shown = browser.post(&rule, &filled);
    assert!(shown.url == rule && shown.body.contains("<bdi>王芳</bdi>"), "{}: {}", shown.url, shown.body);
    let mut confirmed = filled.to_vec();
    confirmed.push(("confirm", "1"));
    let ruled = browser.post(&rule, &confirmed);
    assert!(ruled.status == 200 && ruled.body.contains("<bdi>王芳</bdi>"), "{}: {}", ruled.url, ruled.body);

    // Programs on the page: another name is refused, and none is needed.
    let path = format!("/v1/reports/{id}/rulings");
    let ruling = |referee: &str| json!({ "kind": "note", "note": "again", "referee": referee });
    let (status, told) = place.send(&mut browser, "POST", &path, &ruling("李雷"));
    assert_eq!(
        (status, &told["code"], &told["pointer"]),
        (422, &json!("ruling-invalid"), &json!("/referee")),
        "{told}"
    );
    for referee in ["", "王芳"] {
        let (status, ruled) = place.send(&mut browser, "POST", &path, &ruling(referee));
        assert_eq!((status, &ruled["entry"]["referee"]), (201, &json!("王芳")), "{ruled}");
    }
    // An ordinary key signs with the name that it is given.
    let secret = place.keys(&["make", "--name", "r", "--scope", "referee,read,admin"]);
    let bearer = format!("Bearer {}", secret.trim_end());
    let headers = [("Authorization", &*bearer), ("Content-Type", "application/json")];
    let url = format!("{}{path}", place.url);
    let ruled = Browser::default().send("POST", &url, &headers, &ruling("李雷").to_string());
    assert!(ruled.status == 201 && ruled.body.contains("李雷"), "{}", ruled.body);

    let trail = place.keys(&["trail"]);
    let rulings: Vec<&str> = trail.lines().filter(|line| line.contains("\truling\t")).collect();
    assert_eq!(rulings.iter().filter(|line| line.ends_with("\t王芳")).count(), 3, "{trail}");
    assert_eq!(rulings.len(), 4, "{trail}");

    // The page of another person is not that of this one, although the report is the same.
    let report = format!("{}/v1/reports/{id}", place.url);
    let tag = browser.get(&report).headers("etag")[0].to_owned();
    let mut other = Browser::default();
    place.sign_in(&mut other, "nameless", "/");
    let headers = [("Accept", "text/html"), ("If-None-Match", &*tag)];
    assert_eq!(browser.send("GET", &report, &headers, "").status, 304);
    let page = other.send("GET", &report, &headers, "");
    assert!(page.status == 200 && page.body.contains("Signed in as anonymous"), "{}", page.status);
}
