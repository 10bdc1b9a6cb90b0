//! Tests of tenant settings: versioned adapters and house rules that no other tenant can use.

use super::keys::{key, with};
use super::{Answer, Behind, call, get, service};
use crate::engine::{Engine, on_both};
use actix_web::http::{Method, header};
use actix_web::test::TestRequest;
use caipan::app::Scope;
use caipan::generate::{MatchConfig, one};
use caipan::log::{HouseDeclared, Houses, OptionValue, RulesDeclared};
use serde_json::{Value, json};

on_both!(
    tenant_adapter_is_private,
    stored_log_keeps_its_adapter_version,
    tenant_presets_work_for_that_tenant_only,
    settings_are_validated_and_limited
);

const ADAPTER: &str = include_str!("../../../fixtures/adapters/harbour.toml");
const SAMPLE: &str = include_str!("../../../fixtures/adapters/harbour.json");
const PRESETS: &str = "[presets.night]\nbase = \"changsha-a\"\nzh = \"夜场\"\nen = \"night room\"\n\n\
                       [presets.night.options]\nbird_count = 4\nsmall_self_draw_plus_one = \"under_birds\"\n";

fn put(path: &str, file: &str) -> TestRequest {
    let toml = (header::CONTENT_TYPE, "application/toml");
    TestRequest::put().uri(path).insert_header(toml).set_payload(file.to_owned())
}

fn send(path: &str, body: &str) -> TestRequest {
    let json = (header::CONTENT_TYPE, "application/json");
    TestRequest::post().uri(path).insert_header(json).set_payload(body.to_owned())
}

fn remove(path: &str) -> TestRequest {
    get(path).method(Method::DELETE)
}

fn refusal(answer: &Answer) -> (u16, String) {
    (answer.status, answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

fn names(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect()
}

/// Returns keys of two tenants with every scope, and a key of the first tenant that cannot change settings.
async fn tenants(behind: &Behind) -> (String, String, String) {
    let a = key(behind, "a", &Scope::ALL, None).await.1;
    let b = key(behind, "b", &Scope::ALL, None).await.1;
    (a, b, key(behind, "a", &[Scope::Ingest, Scope::Read], None).await.1)
}

async fn tenant_adapter_is_private(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (a, b, plain) = tenants(&behind).await;
    let refused = call!(&service, with(&plain, put("/v1/adapters/harbour", ADAPTER))).await;
    assert_eq!(refusal(&refused), (403, "scope-missing".to_owned()));
    let set = call!(&service, with(&a, put("/v1/adapters/harbour", ADAPTER))).await;
    assert_eq!((set.status, set.header("location")), (201, "/v1/adapters/harbour"), "{}", set.json());
    let again = call!(&service, with(&a, put("/v1/adapters/harbour", ADAPTER))).await;
    assert_eq!((again.status, again.json()), (200, set.json()), "the same file is the same version");
    let found = call!(&service, with(&plain, get("/v1/adapters/harbour"))).await.json();
    assert_eq!(found["file"], ADAPTER);

    let stored = call!(&service, with(&plain, send("/v1/logs?adapter=harbour", SAMPLE))).await;
    assert_eq!((stored.status, &stored.json()["from"]), (201, &json!("harbour")), "{}", stored.json());
    let report = call!(&service, with(&a, get(&format!("/v1/reports/{}", stored.id())))).await.json();
    assert_eq!((&report["verdict"], &report["log"]["adapter"]["digest"]), (&json!("clean"), &found["digest"]));
    let audited = call!(&service, with(&plain, send("/v1/audits?adapter=harbour", SAMPLE))).await;
    assert_eq!(audited.json()["log"]["adapter"]["name"], "harbour");
    let line = serde_json::from_str::<Value>(SAMPLE).expect("JSON").to_string();
    let batch = TestRequest::post()
        .uri("/v1/logs:batch?adapter=harbour")
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .set_payload(line.replace("HB-2031", "HB-2032"));
    let batch = call!(&service, with(&plain, batch)).await;
    assert!(String::from_utf8_lossy(&batch.body).contains("\"status\":201"), "{:?}", batch.body);

    // Another tenant can neither see nor use the adapter, and may store its own under the same name.
    let none = call!(&service, with(&b, send("/v1/logs?adapter=harbour", SAMPLE))).await;
    assert_eq!(refusal(&none), (400, "request-invalid".to_owned()));
    assert!(
        !none.json()["detail_en"]
            .as_str()
            .expect("a sentence")
            .split("The known ones are")
            .nth(1)
            .expect("a list")
            .contains("harbour")
    );
    for request in [get("/v1/adapters/harbour"), remove("/v1/adapters/harbour")] {
        assert_eq!(refusal(&call!(&service, with(&b, request)).await), (404, "adapter-not-found".to_owned()));
    }
    let lists = [&a, &b].map(|secret| with(secret, get("/v1/adapters")));
    let [of_a, of_b] = lists;
    assert_eq!(names(&call!(&service, of_a).await.json()), ["ticks", "roomcard", "botzone", "harbour"]);
    assert_eq!(names(&call!(&service, of_b).await.json()), ["ticks", "roomcard", "botzone"]);
    let own = ADAPTER.replace("version = \"1\"", "version = \"b\"");
    assert_eq!(call!(&service, with(&b, put("/v1/adapters/harbour", &own))).await.status, 201);
    assert_eq!(call!(&service, with(&a, get("/v1/adapters/harbour"))).await.json()["file"], ADAPTER);

    // A similar name is suggested.
    let meant = call!(&service, with(&a, send("/v1/logs?adapter=harbor", SAMPLE))).await;
    assert!(
        meant.json()["detail_en"].as_str().is_some_and(|said| said.contains("Did you mean harbour")),
        "{}",
        meant.json()
    );
}

async fn stored_log_keeps_its_adapter_version(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (a, ..) = tenants(&behind).await;
    let first = call!(&service, with(&a, put("/v1/adapters/harbour", ADAPTER))).await.json();
    let log = call!(&service, with(&a, send("/v1/logs?adapter=harbour", SAMPLE))).await.id();
    let table = || get(&format!("/v1/reports/{log}/hands/0/steps/1"));
    let shown = call!(&service, with(&a, table())).await;
    assert_eq!(shown.status, 200, "{}", shown.json());

    // The second version ignores `take`. The stored log is still shown as the first version read it.
    let other = ADAPTER.replace("take = \"draw\"", "take = \"ignore\"");
    let second = call!(&service, with(&a, put("/v1/adapters/harbour", &other))).await;
    assert_eq!(second.status, 200);
    assert_ne!(second.json()["digest"], first["digest"]);
    assert_eq!(call!(&service, with(&a, table())).await.json(), shown.json());
    let now = call!(&service, with(&a, send("/v1/audits?adapter=harbour", SAMPLE))).await.json();
    assert_eq!((&now["verdict"], &now["log"]["adapter"]["digest"]), (&json!("faulty"), &second.json()["digest"]));
    let repeated = call!(&service, with(&a, send("/v1/logs?adapter=harbour", SAMPLE))).await;
    assert_eq!((repeated.status, repeated.header("idempotency-replayed")), (200, "true"), "it is the same log");
    // A log sent as a correction of itself is read by the current version.
    let reread = call!(&service, with(&a, send(&format!("/v1/logs?adapter=harbour&corrects={log}"), SAMPLE))).await;
    assert_eq!((reread.status, &reread.json()["verdict"]), (201, &json!("faulty")), "{}", reread.json());

    let old = format!("/v1/adapters/harbour?digest={}", first["digest"].as_str().expect("a digest"));
    let old = call!(&service, with(&a, get(&old))).await.json();
    assert!(old["file"] == ADAPTER && old["retired_at"].is_string(), "{old}");
    assert_eq!(call!(&service, with(&a, remove("/v1/adapters/harbour"))).await.status, 204);
    assert_eq!(refusal(&call!(&service, with(&a, get("/v1/adapters/harbour"))).await).0, 404);
    assert_eq!(refusal(&call!(&service, with(&a, send("/v1/logs?adapter=harbour", SAMPLE))).await).0, 400);
    assert_eq!(call!(&service, with(&a, table())).await.json(), shown.json(), "what is stored is there");
    let page = call!(
        &service,
        with(&a, get(&format!("/v1/reports/{log}?lang=en")).insert_header((header::ACCEPT, "text/html")))
    )
    .await;
    assert_eq!(page.status, 200);

    let back = call!(&service, with(&a, put("/v1/adapters/harbour", ADAPTER))).await;
    assert_eq!(
        (back.status, &back.json()["put_at"]),
        (201, &first["put_at"]),
        "the version that was there is in use again"
    );
    let trail = call!(&service, with(&a, get("/v1/trail"))).await.json();
    let deeds: Vec<&str> =
        trail["trail"].as_array().expect("a list").iter().filter_map(|one| one["deed"].as_str()).collect();
    assert_eq!(&deeds[..2], ["adapter-put", "adapter-removed"], "{trail:#}");
    assert!(trail["trail"][0]["what"].as_str().is_some_and(|what| what.starts_with("harbour sha256:")), "{trail:#}");
}

/// Returns a match under the house rules, and the same match declared under their base preset.
fn played(number: u64) -> (String, String) {
    let options = [
        ("bird_count".to_owned(), OptionValue::Number(4)),
        ("small_self_draw_plus_one".to_owned(), OptionValue::Word("under_birds".to_owned())),
    ];
    let (id, zh, en, base) = ("night".to_owned(), "夜场".to_owned(), "night room".to_owned(), "changsha-a".to_owned());
    let houses = Houses::of(vec![HouseDeclared {
        id,
        zh,
        en,
        base,
        options: options.into(),
        source: None,
        unmodelled: Vec::new(),
    }]);
    let declared = RulesDeclared { system: "night".to_owned(), houses, ..Default::default() };
    let ruleset = caipan::rules::resolve(&declared).expect("house rules");
    let log = caipan::log::write(&one(&ruleset, 3, number, &MatchConfig::default()));
    let plain = log.replace("\"system\":\"night\"", "\"system\":\"changsha-a\"");
    assert_ne!(log, plain);
    (log, plain)
}

async fn tenant_presets_work_for_that_tenant_only(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (a, b, plain_key) = tenants(&behind).await;
    let (log, _) = played(0);
    let unknown = call!(&service, with(&a, send("/v1/audits", &log))).await;
    assert_eq!(refusal(&unknown), (422, "rules-invalid".to_owned()));
    let set = call!(&service, with(&a, put("/v1/presets", PRESETS))).await;
    assert_eq!((set.status, &set.json()["presets"][0]["id"]), (201, &json!("night")), "{}", set.json());
    let house = set.json()["presets"][0]["house"].clone();
    assert_eq!(refusal(&call!(&service, with(&plain_key, put("/v1/presets", PRESETS))).await).0, 403);

    let stored = call!(&service, with(&a, send("/v1/logs", &log))).await;
    assert_eq!((stored.status, &stored.json()["verdict"]), (201, &json!("clean")), "{}", stored.json());
    let address = format!("/v1/reports/{}", stored.id());
    let report = call!(&service, with(&a, get(&address))).await.json();
    assert_eq!((&report["rules"]["preset"], &report["rules"]["house"]), (&json!("night"), &house));
    assert_eq!((&report["rules"]["system"], &report["rules"]["name"]["zh"]), (&json!("changsha"), &json!("夜场")));
    // For a match declared under the base preset, the audit suggests the house rules, but not to another tenant.
    let mut named = 0;
    for number in 0..6 {
        let (_, plain) = played(number);
        let mine = call!(&service, with(&a, send("/v1/audits", &plain))).await.json();
        let theirs = call!(&service, with(&b, send("/v1/audits", &plain))).await.json();
        named += usize::from(mine["variants"][0]["preset"] == "night");
        assert!(!theirs.to_string().contains("\"night\""), "{theirs:#}");
    }
    assert!(named > 0, "no match is explained by the house");
    assert_eq!(refusal(&call!(&service, with(&b, send("/v1/logs", &log))).await), (422, "rules-invalid".to_owned()));
    assert_eq!(refusal(&call!(&service, with(&b, get("/v1/presets"))).await), (404, "presets-not-found".to_owned()));

    let win =
        r#"{"rules":"night","dealer":0,"birds":"1m5m1p2p","wins":[{"seat":0,"hand":"123456m789p2345s","tile":"5s"}]}"#;
    let score = call!(&service, with(&a, send("/v1/score", win))).await;
    assert_eq!((score.status, &score.json()["rules"]["house"]), (200, &house), "{}", score.json());
    assert_eq!(call!(&service, with(&b, send("/v1/score", win))).await.status, 422);
    let adapter = ADAPTER.replace("changsha-a", "night");
    let tried = json!({ "adapter": adapter, "sample": SAMPLE }).to_string();
    assert_eq!(call!(&service, with(&a, send("/v1/adapters:test", &tried))).await.status, 200);
    assert_eq!(
        refusal(&call!(&service, with(&b, send("/v1/adapters:test", &tried))).await),
        (422, "adapter-unreadable".to_owned())
    );
    assert_eq!(call!(&service, with(&a, put("/v1/adapters/harbour", &adapter))).await.status, 201);
    let read = call!(&service, with(&a, send("/v1/audits?adapter=harbour", SAMPLE))).await.json();
    assert_eq!(read["rules"]["preset"], "night");
    let if_declared = send(&format!("{address}/what-if"), r#"{"rules":"night"}"#);
    assert!(call!(&service, with(&a, if_declared)).await.status < 500);

    // The preset is changed, then removed. Stored logs keep the rules that they were audited by.
    let table = || get(&format!("{address}/hands/0/steps/1"));
    let other = PRESETS.replace("bird_count = 4", "bird_count = 1");
    let second = call!(&service, with(&a, put("/v1/presets", &other))).await;
    assert!(second.status == 200 && second.json()["presets"][0]["house"] != house, "{}", second.json());
    assert_eq!(call!(&service, with(&a, table())).await.json()["rules"], "night");
    assert_eq!(call!(&service, with(&a, remove("/v1/presets"))).await.status, 204);
    assert_eq!(call!(&service, with(&a, table())).await.json()["rules"], "night");
    assert_eq!(refusal(&call!(&service, with(&a, send("/v1/audits", &log))).await), (422, "rules-invalid".to_owned()));
    let gone = call!(&service, with(&a, send("/v1/audits?adapter=harbour", SAMPLE))).await;
    assert_eq!(refusal(&gone), (422, "rules-invalid".to_owned()), "the adapter names house rules that are gone");
    assert_eq!(call!(&service, with(&a, get(&address))).await.json(), report);
}

async fn settings_are_validated_and_limited(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (a, b, _) = tenants(&behind).await;
    for (path, file, code, word) in [
        (
            "/v1/adapters/harbour",
            ADAPTER.replace("throw = \"discard\"", "throw = \"discrad\""),
            "adapter-unreadable",
            "Did you mean `discard`?",
        ),
        ("/v1/adapters/harbor", ADAPTER.to_owned(), "adapter-unreadable", "make them the same"),
        (
            "/v1/adapters/roomcard",
            ADAPTER.replace("name = \"harbour\"", "name = \"roomcard\""),
            "adapter-unreadable",
            "take another `name`",
        ),
        (
            "/v1/adapters/csmj",
            ADAPTER.replace("name = \"harbour\"", "name = \"csmj\""),
            "adapter-unreadable",
            "take another `name`",
        ),
        ("/v1/adapters/harbour", ADAPTER.replace(".desk", "(def f: f; f)"), "adapter-unreadable", "calls itself"),
        ("/v1/adapters/harbour", "#".repeat(300 << 10), "adapter-unreadable", "at most 262144 bytes"),
        ("/v1/adapters/harbour", SAMPLE.to_owned(), "adapter-unreadable", "TOML"),
        ("/v1/adapters/harbour", String::new(), "adapter-unreadable", "name"),
        (
            "/v1/presets",
            "[presets.night]\nbase = \"changsha-q\"\nzh = \"夜\"\nen = \"n\"\n".to_owned(),
            "presets-unreadable",
            "no rules called",
        ),
        ("/v1/presets", PRESETS.replace("presets.night", "presets.changsha-a"), "presets-unreadable", "built-in rules"),
        ("/v1/presets", PRESETS.replace("夜场", &"夜".repeat(101)), "presets-unreadable", "at most 100"),
        ("/v1/presets", "#".repeat(300 << 10), "presets-unreadable", "at most 262144 bytes"),
    ] {
        let answer = call!(&service, with(&a, put(path, &file))).await;
        assert_eq!(refusal(&answer), (422, code.to_owned()), "{path}: {}", answer.json());
        assert!(answer.json()["detail_en"].as_str().is_some_and(|said| said.contains(word)), "{}", answer.json());
    }
    let placed =
        call!(&service, with(&a, put("/v1/adapters/harbour", &ADAPTER.replace("bump = \"pung\"", "bump = \"pong\""))))
            .await;
    assert_eq!((&placed.json()["line"], placed.json()["column"].is_u64()), (&json!(39), true), "{}", placed.json());
    let wrong = put("/v1/adapters/harbour", ADAPTER).insert_header((header::CONTENT_TYPE, "application/json"));
    assert_eq!(refusal(&call!(&service, with(&a, wrong)).await), (415, "media-type-unsupported".to_owned()));
    for name in ["%00", "..", "%E6%B8%AF", "a%20b", "'%3B--", "HARBOUR"] {
        let path = format!("/v1/adapters/{name}");
        for request in [get(&path), remove(&path), put(&path, ADAPTER)] {
            let answer = call!(&service, with(&a, request)).await;
            assert!(matches!(answer.status, 404 | 405 | 422), "{path}: {}", answer.status);
        }
    }
    assert_eq!(refusal(&call!(&service, with(&a, get("/v1/adapters/harbour?digest=%00"))).await).0, 404);
    assert_eq!(
        call!(&service, with(&a, get("/v1/adapters"))).await.json().as_array().map(Vec::len),
        Some(3),
        "nothing of it is kept"
    );

    // The limit is 64 adapters per tenant.
    let named = |at: usize| {
        (format!("/v1/adapters/h-{at}"), ADAPTER.replace("name = \"harbour\"", &format!("name = \"h-{at}\"")))
    };
    for at in 0..64 {
        let (path, file) = named(at);
        assert_eq!(call!(&service, with(&a, put(&path, &file))).await.status, 201, "{path}");
    }
    let (path, file) = named(64);
    assert_eq!(refusal(&call!(&service, with(&a, put(&path, &file))).await), (409, "settings-full".to_owned()));
    assert_eq!(call!(&service, with(&b, put(&path, &file))).await.status, 201);
    let (old, changed) = named(3);
    assert_eq!(
        call!(&service, with(&a, put(&old, &format!("{changed}# again\n")))).await.status,
        200,
        "another version of one is no more"
    );
    assert_eq!(call!(&service, with(&a, remove(&old))).await.status, 204);
    assert_eq!(call!(&service, with(&a, put(&path, &file))).await.status, 201);
    // Older versions that no log uses are deleted.
    for at in 0..80 {
        assert_eq!(call!(&service, with(&a, put(&path, &format!("{file}# {at}\n")))).await.status, 200);
    }
    let digest = |file: &str| caipan::hash::sha256(file.as_bytes());
    let version = |file: &str| with(&a, get(&format!("{path}?digest={}", digest(file))));
    assert_eq!(call!(&service, version(&format!("{file}# 70\n"))).await.status, 200);
    assert_eq!(call!(&service, version(&format!("{file}# 2\n"))).await.status, 404);
}
