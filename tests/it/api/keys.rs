//! Tests of API keys: scopes, expiry, rate limits, and the separation of tenants.

use super::{Behind, LOG, call, game, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::{Method, header};
use actix_web::test::TestRequest;
use caipan::api;
use caipan::app::{Caller, NewKey, Scope};
use serde_json::{Value, json};

on_both!(
    every_operation_requires_its_scope,
    other_tenants_data_is_not_found,
    rejects_revoked_expired_and_malformed_keys,
    keys_are_created_and_logged_in_trail,
    key_rate_is_limited,
    public_address_requires_key
);

/// Creates a key of a tenant and returns its id and secret.
pub async fn key(behind: &Behind, tenant: &str, scopes: &[Scope], rate: Option<u32>) -> (String, String) {
    let (tenant, name, scopes) = (Some(tenant.to_owned()), "test".to_owned(), scopes.to_vec());
    let new = NewKey { by: Caller::keyless(), tenant, name, scopes, rate, expires_at: None, addresses: Vec::new() };
    let (key, secret) = behind.app.make_key(new).await.expect("a key");
    (key.id, secret)
}

/// Adds the key to the request.
pub fn with(secret: &str, request: TestRequest) -> TestRequest {
    request.insert_header((header::AUTHORIZATION, format!("Bearer {secret}")))
}

/// Returns every operation: its method, its path with the ids filled in, and the scopes that the document declares.
fn operations(log: &str, key: &str, hook: &str, job: &str) -> Vec<(Method, String, Option<Vec<String>>)> {
    let paths = api::document()["paths"].as_object().expect("paths");
    let of_path = |(path, item): (&String, &Value)| {
        let id = match path.as_str() {
            path if path.starts_with("/v1/keys") => key,
            path if path.starts_with("/v1/webhooks") => hook,
            path if path.starts_with("/v1/jobs") => job,
            _ => log,
        };
        let path = path.replace("{id}", id).replace("{system}", "changsha").replace("{code}", "A302");
        let path = path.replace("{name}", "harbour").replace("{n}", "0").replace("{k}", "0").replace("{number}", "1");
        let operations = item.as_object().expect("methods").iter();
        let operations = operations.map(move |(method, operation)| {
            let scopes = operation["security"][0]["key"].as_array();
            let scopes = scopes.map(|scopes| scopes.iter().map(|scope| scope.as_str().expect("a name").to_owned()));
            let method: Method = method.to_uppercase().parse().expect("a method");
            (method, path.clone(), scopes.map(Iterator::collect))
        });
        operations.collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

fn request(method: &Method, path: &str) -> TestRequest {
    let request = if *method == Method::GET { get(path) } else { post(path, LOG) };
    request.method(method.clone())
}

/// Lists the operations that need no key, so that none is open by mistake. Every other operation needs a key with a
/// declared scope and refuses other scopes.
async fn every_operation_requires_its_scope(engine: Engine) {
    let (service, behind) = service!(engine;);
    let keyless = call!(&service, get("/v1/logs")).await;
    assert_eq!(keyless.status, 200, "as long as there are no keys");
    let mut keys = Vec::new();
    for scope in Scope::ALL {
        keys.push((scope, key(&behind, "home", &[scope], None).await.1));
    }
    let mut open = Vec::new();
    for (method, path, scopes) in operations("00", "00", "00", "00") {
        let without = call!(&service, request(&method, &path)).await;
        let Some(scopes) = scopes else {
            assert_ne!(without.status, 401, "{method} {path}");
            open.push(path);
            continue;
        };
        assert_eq!((without.status, without.json()["code"].as_str()), (401, Some("key-missing")), "{method} {path}");
        assert_eq!(without.header("www-authenticate"), "Bearer realm=\"caipan\"");
        for (scope, secret) in &keys {
            let answer = call!(&service, with(secret, request(&method, &path))).await;
            let refused = answer.status == 403 && answer.json()["code"] == "scope-missing";
            let may = scopes.is_empty() || scopes.iter().any(|name| name == scope.name());
            assert_eq!(refused, !may, "{method} {path} with {}: {}", scope.name(), answer.status);
            assert_ne!(answer.status, 401, "{method} {path}");
        }
    }
    let declared = [
        "/healthz",
        "/readyz",
        "/v1/checks",
        "/v1/checks/A302",
        "/v1/evidence/key",
        "/v1/evidence/keys",
        "/v1/rules",
        "/v1/rules/changsha",
    ];
    open.sort();
    assert_eq!(open, declared, "what the code declares of itself, and how the service is");
    for (path, secret) in [("/", &keys[1].1), ("/open", &keys[0].1)] {
        let ask = |request: TestRequest| if path == "/" { request.uri(path) } else { post(path, LOG) };
        assert_eq!(call!(&service, ask(get(path))).await.status, 401, "{path}");
        assert_eq!(call!(&service, with(&keys[3].1, ask(get(path)))).await.status, 403, "{path}");
        assert!(call!(&service, with(secret, ask(get(path)))).await.status < 400, "{path}");
    }
}

/// Every operation on an id of another tenant answers as it does for an unknown id.
async fn other_tenants_data_is_not_found(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (a_id, a) = key(&behind, "a", &Scope::ALL, None).await;
    let (_, b) = key(&behind, "b", &Scope::ALL, None).await;
    let log = call!(&service, with(&a, post("/v1/logs", LOG).insert_header(("Idempotency-Key", "k")))).await.id();
    let wanted = json!({ "url": "https://platform.example/" });
    let hook = call!(&service, with(&a, json_post("/v1/webhooks", &wanted))).await.json()["webhook"]["id"].clone();
    let hook = hook.as_str().expect("an id").to_owned();
    let job = call!(&service, with(&a, json_post("/v1/jobs", &json!({ "kind": "export" })))).await.id();
    let mut compared = 0;
    for (method, path, _) in operations(&log, &a_id, &hook, &job) {
        if ![&log, &a_id, &hook, &job].into_iter().any(|id| path.contains(id)) {
            continue;
        }
        let long = "0123456789abcdef0123456789abcdef";
        let made_up = path.replace(&log, long).replace(&job, long);
        let made_up = made_up.replace(&a_id, "0123456789abcdef").replace(&hook, "0123456789abcdef");
        let same = ("X-Request-Id", "same");
        let foreign = call!(&service, with(&b, request(&method, &path).insert_header(same))).await;
        let nothing = call!(&service, with(&b, request(&method, &made_up).insert_header(same))).await;
        assert_eq!(foreign.status, 404, "{method} {path}");
        let masked = |body: &[u8]| {
            let ids = [&log, &a_id, &hook, &job];
            ids.into_iter().fold(String::from_utf8_lossy(body).into_owned(), |masked, id| masked.replace(id, "ID"))
        };
        let expected =
            masked(&nothing.body).replace("0123456789abcdef0123456789abcdef", "ID").replace("0123456789abcdef", "ID");
        assert_eq!(masked(&foreign.body), expected, "{method} {path} tells one from the other");
        let if_match = request(&method, &path).insert_header((header::IF_NONE_MATCH, "*"));
        assert_eq!(call!(&service, with(&b, if_match)).await.status, 404, "{method} {path}");
        compared += 1;
    }
    assert!(compared >= 15, "{compared}");
    for list in ["/v1/logs", "/v1/logs?game=room-889123-2026-01-05", "/v1/logs?after=2"] {
        assert_eq!(call!(&service, with(&b, get(list))).await.json(), json!({ "logs": [] }), "{list}");
    }
    let page = call!(&service, with(&b, get("/"))).await;
    assert!(!String::from_utf8_lossy(&page.body).contains("room-889123"));
    assert_eq!(call!(&service, with(&b, get(&format!("/v1/trail?key={a_id}")))).await.status, 404);
    let own = call!(&service, with(&a, get(&format!("/v1/reports/{log}")))).await;
    assert_eq!(own.status, 200, "whose it is has it");

    // Conflicts, idempotency keys and cursors are separate per tenant.
    let other = LOG.replacen("\"version\": \"", "\"version\": \"9", 1);
    for corrects in [log.as_str(), "0123456789abcdef0123456789abcdef"] {
        let answer = call!(&service, with(&b, post(&format!("/v1/logs?corrects={corrects}"), LOG))).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (422, Some("correction-invalid")));
    }
    let clash =
        call!(&service, with(&b, post("/v1/logs", other.clone()).insert_header(("Idempotency-Key", "k")))).await;
    assert_eq!((clash.status, clash.header("idempotency-replayed")), (201, ""), "{}", clash.json());
    for at in 0..2 {
        assert_eq!(call!(&service, with(&b, post("/v1/logs", game(&format!("b-{at}"))))).await.status, 201);
    }
    let part = call!(&service, with(&b, get("/v1/logs?limit=1"))).await.json();
    assert_eq!(part["next"], "4", "the key of b, and its three logs");
    let keys = call!(&service, with(&b, get("/v1/keys"))).await.json();
    assert_eq!((keys["keys"].as_array().map(Vec::len), &keys["keys"][0]["tenant"]), (Some(1), &json!("b")));
}

/// Revoked, expired and malformed keys are refused.
async fn rejects_revoked_expired_and_malformed_keys(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (id, secret) = key(&behind, "home", &[Scope::Read], None).await;
    let (_, admin) = key(&behind, "home", &[Scope::Admin, Scope::Read], None).await;
    let try_with = |value: String| get("/v1/logs").insert_header((header::AUTHORIZATION, value));
    let basic = |pair: &str| {
        use base64::Engine;
        format!("Basic {}", base64::engine::general_purpose::STANDARD.encode(pair))
    };
    for good in [format!("Bearer {secret}"), format!("bearer  {secret}"), basic(&format!("anybody:{secret}"))] {
        assert_eq!(call!(&service, try_with(good.clone())).await.status, 200, "{good}");
    }
    let hash = secret.replace(&secret[24..], &"0".repeat(secret.len() - 24));
    for bad in [
        secret.clone(),
        format!("Bearer {}", &secret[..secret.len() - 1]),
        format!("Bearer {secret}0"),
        format!("Bearer {}", secret.to_uppercase()),
        format!("Bearer {hash}"),
        format!("Bearer {id}"),
        format!("Token {secret}"),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        basic(&secret),
        basic(&format!("{secret}:")),
        "Basic !".to_owned(),
        format!("Bearer {}", "a".repeat(20_000)),
    ] {
        let answer = call!(&service, try_with(bad.clone())).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (401, Some("key-invalid")), "{bad}");
    }
    let twice = try_with(format!("Bearer {secret}")).append_header((header::AUTHORIZATION, format!("Bearer {admin}")));
    assert_eq!(call!(&service, twice).await.status, 400);
    let browser = call!(&service, get("/").insert_header((header::ACCEPT, "text/html"))).await;
    assert_eq!(browser.status, 401);
    let challenges: Vec<_> =
        browser.headers.get_all(header::WWW_AUTHENTICATE).filter_map(|value| value.to_str().ok()).collect();
    assert_eq!(challenges, ["Basic realm=\"caipan\", charset=\"UTF-8\""], "a browser asks its user");

    let revoke = || with(&admin, get(&format!("/v1/keys/{id}"))).method(Method::DELETE);
    let revoked = call!(&service, revoke()).await;
    assert_eq!((revoked.status, revoked.json()["revoked_at"].is_string()), (200, true));
    assert_eq!(call!(&service, revoke()).await.json(), revoked.json(), "once is enough");
    let after = call!(&service, try_with(format!("Bearer {secret}"))).await;
    assert_eq!((after.status, after.json()["code"].as_str()), (401, Some("key-invalid")));

    let soon = chrono::DateTime::from_timestamp_micros(
        i64::try_from(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("now").as_micros())
            .expect("soon")
            + 2_000_000,
    );
    let wanted = json!({ "name": "short", "scopes": ["read"], "expires_at": soon.expect("a time").to_rfc3339() });
    let made = call!(&service, with(&admin, json_post("/v1/keys", &wanted))).await;
    assert_eq!((made.status, made.header("cache-control")), (201, "no-store"), "{}", made.json());
    let short = made.json()["secret"].as_str().expect("a secret").to_owned();
    let mut status = 200;
    while status == 200 {
        status = call!(&service, try_with(format!("Bearer {short}"))).await.status;
    }
    assert_eq!(status, 401, "its time is over");
}

/// A request with a JSON body.
pub fn json_post(path: &str, body: &Value) -> TestRequest {
    post(path, body.to_string()).insert_header((header::CONTENT_TYPE, "application/json"))
}

/// Keys created over the API: the secret is shown once, invalid keys are refused, and the trail records who did what.
async fn keys_are_created_and_logged_in_trail(engine: Engine) {
    let (service, behind) = service!(engine;);
    let wanted = json!({ "name": "first", "scopes": ["admin", "ingest"] });
    let first = call!(&service, json_post("/v1/keys", &wanted)).await;
    assert_eq!(first.status, 201, "{}", first.json());
    assert_eq!(call!(&service, json_post("/v1/keys", &wanted)).await.status, 401, "from now on keys are needed");
    let (first, secret) = (first.json()["key"].clone(), first.json()["secret"].as_str().expect("a secret").to_owned());
    for (wrong, detail) in [
        (json!({ "name": "x", "scopes": ["write"] }), "ingest, read, referee"),
        (json!({ "name": "x", "scopes": [] }), "one or more"),
        (json!({ "name": "", "scopes": ["read"] }), "1 to 100"),
        (json!({ "name": "x", "scopes": ["read"], "rate": 0 }), "1000000"),
        (json!({ "name": "x", "scopes": ["read"], "expires_at": "2020-01-01T00:00:00Z" }), "has passed"),
        (json!({ "name": "x", "scopes": ["read"], "expires_at": "tomorrow" }), "RFC 3339"),
    ] {
        let refused = call!(&service, with(&secret, json_post("/v1/keys", &wrong))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (422, Some("key-unfit")), "{wrong}");
        assert!(refused.json()["detail"].as_str().expect("a sentence").contains(detail), "{wrong}: {}", refused.json());
    }
    for wrong in [json!({ "name": "x", "scopes": ["read"], "tenant": "other" }), json!([])] {
        let refused = call!(&service, with(&secret, json_post("/v1/keys", &wrong))).await;
        assert_eq!((refused.status, refused.json()["code"].as_str()), (400, Some("request-invalid")), "{wrong}");
        assert!(
            refused.json()["detail"]
                .as_str()
                .is_some_and(|said| said.contains("cannot be read: ") && said.contains("near line 1"))
        );
    }
    let log = call!(&service, with(&secret, post("/v1/logs", LOG))).await.id();
    let again = call!(&service, with(&secret, post("/v1/logs", LOG))).await;
    assert_eq!(again.status, 200, "what changes nothing leaves no trail");
    let trail = call!(&service, with(&secret, get("/v1/trail"))).await.json();
    let deeds: Vec<_> = trail["trail"].as_array().expect("a trail").iter().collect();
    assert_eq!(deeds.len(), 2, "{trail}");
    assert_eq!((&deeds[0]["deed"], &deeds[0]["log"], &deeds[0]["key"]), (&json!("verdict"), &json!(log), &first["id"]));
    assert_eq!((&deeds[1]["deed"], &deeds[1]["subject"]), (&json!("key-made"), &first["id"]));
    assert!(deeds[1]["key"].is_null(), "it was made without one");
    let other = call!(&service, with(&secret, json_post("/v1/keys", &wanted))).await.json();
    let other_id = other["key"]["id"].as_str().expect("an id");
    let trail = call!(&service, with(&secret, get(&format!("/v1/trail?key={other_id}")))).await.json();
    assert_eq!(trail, json!({ "trail": [] }), "it did nothing yet");
    let list = call!(&service, with(&secret, get("/v1/keys?limit=1"))).await.json();
    assert_eq!((&list["keys"][0]["id"], &list["next"]), (&json!(other_id), &json!(other_id)));
    let rest = call!(&service, with(&secret, get(&format!("/v1/keys?after={other_id}")))).await.json();
    assert_eq!((rest["keys"].as_array().map(Vec::len), &rest["next"]), (Some(1), &Value::Null));
    if engine == Engine::Sqlite {
        let stored = std::fs::read(behind.base.path().join("data/caipan.sqlite3-wal")).expect("what was written");
        let part = &secret.as_bytes()[24..];
        assert!(!stored.windows(part.len()).any(|window| window == part), "the secret is nowhere at rest");
    }
}

/// A key over its rate limit gets `Retry-After`, and each answer to it says what is left. Other keys are not affected.
async fn key_rate_is_limited(engine: Engine) {
    let (service, behind) = service!(engine;);
    let (_, slow) = key(&behind, "home", &[Scope::Read], Some(5)).await;
    let (_, free) = key(&behind, "home", &[Scope::Read], None).await;
    for (left, full) in [(4, 12), (3, 24), (2, 36), (1, 48), (0, 60)] {
        let answer = call!(&service, with(&slow, get("/v1/logs"))).await;
        let told = [answer.header("ratelimit-policy"), answer.header("ratelimit")];
        assert_eq!((answer.status, told), (200, ["\"key\";q=5;w=60", &*format!("\"key\";r={left};t={full}")]));
    }
    let refused = call!(&service, with(&slow, get("/v1/logs"))).await;
    let told = [refused.header("ratelimit-policy"), refused.header("ratelimit")];
    assert_eq!(told, ["\"key\";q=5;w=60", "\"key\";r=0;t=60"]);
    assert_eq!((refused.status, refused.json()["code"].as_str()), (429, Some("too-fast")));
    let wait: u32 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=13).contains(&wait), "one every twelve seconds: {wait}");
    for _ in 0..20 {
        let answer = call!(&service, with(&free, get("/v1/logs"))).await;
        assert_eq!((answer.status, answer.header("ratelimit"), answer.header("ratelimit-policy")), (200, "", ""));
    }
    let (service, behind) = service!(engine; key_rate: Some(2));
    let (_, usual) = key(&behind, "home", &[Scope::Read], None).await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        statuses.push(call!(&service, with(&usual, get("/v1/logs"))).await.status);
    }
    assert_eq!(statuses, [200, 200, 429], "that of the service");
}

/// A service on a public address requires a key even if no key exists, unless `open` is set.
async fn public_address_requires_key(engine: Engine) {
    let (service, _behind) = service!(engine; listen: "0.0.0.0:8080".parse().expect("an address"));
    assert_eq!(call!(&service, get("/v1/logs")).await.status, 401);
    let (service, _behind) = service!(engine; listen: "0.0.0.0:8080".parse().expect("an address"), open: true);
    assert_eq!(call!(&service, get("/v1/logs")).await.status, 200, "unless that is meant");
}
