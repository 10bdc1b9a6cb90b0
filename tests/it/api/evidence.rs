//! Tests of evidence over the API.

use super::keys::{key, with};
use super::{LOG, call, game, get, post, service};
use crate::engine::{Engine, on_both};
use crate::evidence::signer;
use actix_web::http::header;
use caipan::app::Scope;
use caipan::evidence::{Beside, Proof, PublicKey, Trust, TrustedKey, VerifierKey, checked, checked_by};

on_both!(report_evidence_verifies, evidence_is_separate_per_tenant, public_keys_need_no_login);

fn proof(json: &[u8]) -> Proof {
    serde_json::from_slice(json).expect("a proof")
}

async fn report_evidence_verifies(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let first = call!(&service, get("/v1/evidence")).await;
    let first = proof(&first.body).checkpoint;
    let id = call!(&service, post("/v1/logs", LOG)).await.id();
    for at in 0..5 {
        call!(&service, post("/v1/logs", game(&at.to_string()))).await;
    }
    let report = call!(&service, get(&format!("/v1/reports/{id}"))).await.body;
    let pem = call!(&service, get("/v1/evidence/key")).await.body;
    let public = PublicKey::from_pem(&pem).expect("a key");
    assert_eq!(public, signer().public());
    let proven = call!(&service, get(&format!("/v1/reports/{id}/evidence?since=0"))).await;
    let beside = Beside { report: Some(&report), log: Some(LOG.as_bytes()), since: Some(&first) };
    let said = checked(&proof(&proven.body), &public, beside);
    assert_eq!((said.len(), said.iter().all(|one| one.holds)), (5, true), "{said:#?}");
    // The place of the record selects the same proof.
    let placed = call!(&service, get("/v1/evidence?place=1&since=0")).await;
    assert_eq!(proof(&placed.body), proof(&proven.body));
    // The plain-text checkpoint is the same.
    let text = call!(&service, get("/v1/evidence").insert_header((header::ACCEPT, "text/plain"))).await;
    assert_eq!(proof(&proven.body).checkpoint.as_bytes(), text.body);
    let since = call!(&service, get("/v1/evidence?since=6")).await;
    assert!(proof(&since.body).since.expect("asked").path.is_empty(), "it is what it was");
    for (path, status, code) in [
        ("/v1/evidence?since=7", 400, "request-invalid"),
        ("/v1/evidence?place=0", 400, "request-invalid"),
        ("/v1/evidence?place=7", 400, "request-invalid"),
        ("/v1/evidence?since=-1", 400, "request-invalid"),
        ("/v1/evidence?size=1", 400, "request-invalid"),
        ("/v1/reports/none/evidence", 404, "log-not-found"),
    ] {
        let answer = call!(&service, get(path)).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (status, Some(code)), "{path}");
    }
    // A repeated log adds no record.
    call!(&service, post("/v1/logs", LOG)).await;
    let again = call!(&service, get("/v1/evidence").insert_header((header::ACCEPT, "text/plain"))).await;
    assert_eq!(again.body, text.body);
}

/// A tenant's tree contains only its own records, and its checkpoint names the tenant.
async fn evidence_is_separate_per_tenant(engine: Engine) {
    let (service, behind) = service!(engine;);
    let scopes = [Scope::Ingest, Scope::Read];
    let (a_id, a) = key(&behind, "a", &scopes, None).await;
    let (_, b) = key(&behind, "b", &scopes, None).await;
    let id = call!(&service, with(&a, post("/v1/logs", LOG))).await.id();
    let path = format!("/v1/reports/{id}/evidence");
    let own = call!(&service, with(&a, get(&path))).await;
    let said = checked(&proof(&own.body), &signer().public(), Beside::default());
    assert!(said.iter().all(|one| one.holds) && said[0].text.en.contains("caipan/a, 2 records"), "{said:#?}");
    assert!(proof(&own.body).entry.expect("a record").record.contains(&format!("\"by\":\"{a_id}\"")));
    assert_eq!(call!(&service, with(&b, get(&path))).await.status, 404);
    let other = call!(&service, with(&b, get("/v1/evidence"))).await;
    assert!(proof(&other.body).checkpoint.starts_with("caipan/b\n1\n"));
    let earlier = Beside { since: Some(&proof(&own.body).checkpoint), ..Beside::default() };
    let said = checked(&proof(&other.body), &signer().public(), earlier);
    assert!(!said[1].holds, "another's checkpoint is none of this tree: {said:#?}");
}

/// The public keys are open to everyone and cacheable, and tell nothing about tenants.
async fn public_keys_need_no_login(engine: Engine) {
    let (service, behind) = service!(engine; listen: "0.0.0.0:8080".parse().expect("an address"));
    let (_, a) = key(&behind, "a", &[Scope::Read, Scope::Ingest], None).await;
    call!(&service, with(&a, post("/v1/logs", LOG))).await;
    assert_eq!(call!(&service, get("/v1/evidence")).await.status, 401, "the tree itself is not open");
    assert_eq!(call!(&service, get("/v1/evidence/witnesses")).await.status, 401);
    let answer = call!(&service, get("/v1/evidence/keys")).await;
    assert_eq!((answer.status, answer.header("cache-control")), (200, "public, max-age=300"));
    let tag = answer.header("etag").to_owned();
    let again = call!(&service, get("/v1/evidence/keys").insert_header((header::IF_NONE_MATCH, tag))).await;
    assert_eq!(again.status, 304);
    let keys = answer.json();
    assert_eq!(keys["keys"].as_array().expect("a list").len(), 1);
    let listed = &keys["keys"][0];
    assert_eq!(listed["pem"], signer().public().pem());
    let verifier: VerifierKey = listed["verifier_key"].as_str().expect("a key").parse().expect("a verifier key");
    assert_eq!((verifier.name.as_str(), verifier.key), ("caipan/home", signer().public()));
    let pem = call!(&service, get("/v1/evidence/key")).await;
    assert_eq!((pem.status, pem.body), (200, signer().public().pem().into_bytes()));
    // A tree that exists and one that does not give the same answer but for the name.
    let under = |name: &'static str| get(&format!("/v1/evidence/keys?origin=caipan/{name}"));
    let text = |answer: super::Answer| String::from_utf8(answer.body).expect("UTF-8");
    let [known, unknown] = ["a", "b"].map(under);
    let [known, unknown] = [text(call!(&service, known).await), text(call!(&service, unknown).await)];
    assert_eq!(known.len(), unknown.len());
    let lines = call!(&service, under("a").insert_header((header::ACCEPT, "text/plain"))).await;
    let line: VerifierKey = text(lines).trim_end().parse().expect("a verifier key");
    let own = call!(&service, with(&a, get("/v1/evidence"))).await;
    let pinned = TrustedKey { key: line.key, until: None, origin: Some(line.name) };
    let trust = Trust { keys: vec![pinned], ..Trust::default() };
    assert!(checked_by(&proof(&own.body), &trust, Beside::default())[0].holds);
    for wrong in ["", "a+b", "a%20b", "a%0Ab"] {
        let answer = call!(&service, get(&format!("/v1/evidence/keys?origin={wrong}"))).await;
        assert_eq!(answer.status, 400, "{wrong}");
    }
    for wrong in ["0", "17", "-1", "x"] {
        let answer = call!(&service, with(&a, get(&format!("/v1/evidence?witnessed={wrong}")))).await;
        assert_eq!(answer.status, 400, "{wrong}");
    }
    let answer = call!(&service, with(&a, get("/v1/evidence?witnessed=1"))).await;
    assert_eq!((answer.status, answer.json()["code"].as_str()), (404, Some("not-witnessed")));
    let answer = call!(&service, with(&a, get("/v1/evidence/witnesses"))).await;
    assert!(answer.json()["origin"].as_str().expect("a name").starts_with("caipan/log/"));
}

#[actix_web::test]
async fn evidence_requires_signing_key() {
    let base = Engine::Sqlite.base();
    let config = caipan::config::Config { database: base.database(), ..caipan::config::Config::default() };
    let app = actix_web::web::Data::new(caipan::app::App::open(&config).expect("a store"));
    let client = caipan::webhook_client::WebhookClient::new(false, None).expect("a client");
    let context = actix_web::web::Data::new(caipan::api::ServerContext::new(config, std::sync::Arc::new(client)));
    let service = actix_web::test::init_service(caipan::api::service(app, &context)).await;
    for path in
        ["/v1/evidence", "/v1/evidence/key", "/v1/evidence/keys", "/v1/evidence/witnesses", "/v1/reports/x/evidence"]
    {
        let answer = call!(&service, get(path)).await;
        assert_eq!((answer.status, answer.json()["code"].as_str()), (404, Some("not-signed")), "{path}");
    }
}
