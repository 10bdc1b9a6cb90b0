//! The examples of the OpenAPI document, produced by the engine so that they are always valid.

mod values;
mod views;

pub(super) use values::{game, misdeclared, verdict};

use super::feed::Feed;
use super::keys::{KeyList, KeyMadeBefore, KeyView, MadeKey};
use super::lists::LogList;
use super::rules::SystemSummary;
use super::trail::Trail;
use super::webhooks::{DeadList, DeadView, MadeWebhook, WebhookList, WebhookMadeBefore, WebhookView};
use super::{adapters, evidence, evidence_keys, health, jobs};
use crate::app::AuditWatch;
use crate::store::SettingKind;
use caipan_auditor::score;
use caipan_engine::rules::SYSTEMS;
use caipan_handbook::{CheckView, SystemView, check_views};
use caipan_log::{Houses, Limits};
use serde_json::{Value, json};
use values::{
    batch, counted, document, hand, key, listed, log, own_adapter, own_presets, pinged, reports, ruled, setting,
    shortened, step, supposed, to_value, trail, webhook,
};

/// A clean log.
const LOG: &str = include_str!("../../docs/examples/changsha-a.json");
/// The same log in the text notation.
const NOTATION: &str = include_str!("../../docs/examples/changsha-a.paipu");
/// A log in which the wrong seat paid.
const FAULTY: &str = include_str!("../../fixtures/demo/wrong-payer.json");
/// A log of a platform with its adapter.
const SAMPLE: &str = include_str!("../../fixtures/adapters/harbour.json");
const ADAPTER: &str = include_str!("../../fixtures/adapters/harbour.toml");
/// House rules.
const PRESETS: &str = "[presets.harbour-night]\nbase = \"changsha-a\"\nzh = \"港湾夜场\"\nen = \"Harbour, night room\"\n\n\
                       [presets.harbour-night.options]\nbird_count = 1\n";
/// The request that [`super::reports::score`] answers.
pub(super) const SCORE: &str = r#"{ "rules": "changsha-a", "dealer": 0, "birds": "1m5m", "wins": [{ "seat": 0, "hand": "123m456p3455789s", "tile": "2s" }] }"#;

/// Examples by media type.
type Examples = Vec<(&'static str, Value)>;

/// The example of the answer 200 to a repeated request, where it differs from the first answer.
pub(super) fn replayed(operation: &str) -> Option<Value> {
    match operation {
        "make_key" => {
            let (detail_zh, detail_en) = KeyMadeBefore::details(&key().id);
            Some(to_value(KeyMadeBefore { key: key(), detail_zh, detail_en }))
        }
        "make_webhook" => {
            let (detail_zh, detail_en) = WebhookMadeBefore::details(&webhook().id);
            Some(to_value(WebhookMadeBefore { webhook: webhook(), detail_zh, detail_en }))
        }
        _ => None,
    }
}

/// The examples of an operation: its request and its answer.
pub(super) fn of(operation: &str) -> (Examples, Examples) {
    const JSON: &str = "application/json";
    const PAIPU: &str = "application/vnd.paipu+json";
    const BYTES: &str = "application/octet-stream";
    let logs = || vec![(PAIPU, document(FAULTY)), (JSON, document(FAULTY)), (BYTES, json!(NOTATION))];
    let (request, answer) = match operation {
        "ingest_log" => return (logs(), vec![(JSON, to_value(log()))]),
        "audit_log" => return (logs(), reports()),
        "find_report" | "audit_again" => return (Vec::new(), reports()),
        "keep_report" | "draw_report" => return (Vec::new(), Vec::new()),
        "ingest_batch" => return batch(),
        "find_checkpoint" => {
            let proof = evidence::example();
            let note = json!(proof.checkpoint);
            return (Vec::new(), vec![(JSON, to_value(proof)), ("text/plain", note)]);
        }
        "prove_report" => (None, to_value(evidence::example())),
        "find_evidence_keys" => {
            let keys = evidence_keys::example_keys();
            let lines = json!(keys.text());
            return (Vec::new(), vec![(JSON, to_value(keys)), ("text/plain", lines)]);
        }
        "list_witnesses" => (None, to_value(evidence_keys::example_witnesses())),
        "find_evidence_key" => return (Vec::new(), Vec::new()),
        "read_feed" => (
            None,
            to_value(Feed {
                verdicts: vec![verdict()],
                rulings: Vec::new(),
                erasures: Vec::new(),
                next: Some(verdict().cursor),
            }),
        ),
        "list_logs" => (None, to_value(LogList { logs: vec![listed()], next: Some("1041".to_owned()) })),
        "find_log" => (None, to_value(log())),
        "find_raw_log" => return (Vec::new(), vec![(PAIPU, document(FAULTY)), ("text/plain", json!(NOTATION))]),
        "find_step" => (None, step()),
        "list_steps" => (None, hand()),
        "score_win" => {
            let answer = score(SCORE.as_bytes(), &Houses::default()).unwrap_or_default();
            (Some(document(SCORE)), serde_json::from_slice(&answer).unwrap_or_default())
        }
        "suppose" => (Some(json!({ "events": [{ "hand": 0, "event": 11, "ruling": "out" }] })), supposed()),
        "rule" => (
            Some(json!({
                "kind": "correct", "finding": 1, "note": "The discarder pays: u3 gives back what u4 paid.",
                "referee": "Desk 2", "transfers": [{ "from": 2, "to": 3, "points": 6 }],
            })),
            ruled().0,
        ),
        "statistics" => (None, counted()),
        "list_rulings" => (None, ruled().1),
        "list_adapters" => (None, to_value(adapters::items(vec![setting(SettingKind::Adapter, "harbour", ADAPTER)]))),
        "test_adapter" => (
            Some(json!({ "adapter": ADAPTER, "sample": SAMPLE })),
            crate::app::try_on(
                ADAPTER,
                SAMPLE.as_bytes(),
                &Houses::default(),
                &Limits::default(),
                &AuditWatch::unlimited(),
            )
            .map(to_value)
            .unwrap_or_default(),
        ),
        "guess_adapter" => {
            let guess = caipan_adapter::guess("harbour", "sample.json", SAMPLE.as_bytes());
            let view = guess.map(|guess| adapters::GuessView { adapter: guess.adapter, said: guess.said });
            (Some(json!({ "name": "harbour", "sample": SAMPLE })), view.map(to_value).unwrap_or_default())
        }
        "join_logs" | "find_leaks" => {
            let example = if operation == "join_logs" { views::joined() } else { views::leaked() };
            let (asked, answer) = example.unwrap_or_default();
            (Some(asked), answer)
        }
        "put_adapter" => return (vec![(BYTES, json!(ADAPTER))], vec![(JSON, to_value(own_adapter()))]),
        "find_adapter" => (None, to_value(own_adapter())),
        "put_presets" => return (vec![(BYTES, json!(PRESETS))], vec![(JSON, to_value(own_presets()))]),
        "find_presets" => (None, to_value(own_presets())),
        "make_key" => {
            let wanted = json!({ "name": "Changsha rooms", "scopes": ["ingest", "read"], "rate": 6000, "expires_at": "2099-01-01T00:00:00Z" });
            let secret = format!("caipan_5d41402abc4b2a76_{}", "9f86d081884c7d65".repeat(4));
            (Some(wanted), to_value(MadeKey { key: key(), secret }))
        }
        "list_keys" => (None, to_value(KeyList { keys: vec![key()], next: None })),
        "find_key" => (None, to_value(key())),
        "revoke_key" => {
            let revoked_at = Some("2026-02-01T08:00:00.000000Z".to_owned());
            (None, to_value(KeyView { revoked_at, also_revoked: Some(2), ..key() }))
        }
        "make_webhook" => {
            let wanted = json!({ "url": "https://platform.example/caipan", "verdicts": ["faulty", "variant"] });
            let secret = crate::webhook_client::secret_text(&(0..32).collect::<Vec<u8>>());
            (Some(wanted), to_value(MadeWebhook { webhook: webhook(), secret }))
        }
        "list_webhooks" => (None, to_value(WebhookList { webhooks: vec![webhook()] })),
        "find_webhook" => (None, to_value(webhook())),
        "rotate_webhook_secret" => {
            let webhook = WebhookView { old_secret_until: Some("2026-01-06T04:00:00.000000Z".to_owned()), ..webhook() };
            let secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=".to_owned();
            (Some(json!({ "overlap_seconds": 86_400 })), to_value(MadeWebhook { webhook, secret }))
        }
        "end_old_webhook_secret" => (None, to_value(webhook())),
        "ping_webhook" => (None, to_value(pinged())),
        "remove_webhook" => return Default::default(),
        "list_dead_letters" => {
            let dead = DeadView {
                message: "msg_5d41402abc4b2a76_1042".to_owned(),
                tries: 8,
                at: "2026-01-05T09:00:00.000000Z".to_owned(),
                why: "http-500".to_owned(),
            };
            (None, to_value(DeadList { dead: vec![dead], next: None }))
        }
        "replay_webhook" => (Some(json!({ "from": "dead" })), to_value(WebhookView { state: "sending", ..webhook() })),
        "make_job" => {
            let wanted = json!({ "kind": "reaudit", "filter": { "system": "changsha-a" }, "dry": true, "options": { "bird_count": "1" } });
            (Some(wanted), to_value(jobs::example()))
        }
        "find_job" | "cancel_job" => (None, to_value(jobs::example())),
        "list_jobs" => (None, to_value(jobs::JobList { jobs: vec![jobs::example()], next: None })),
        "fetch_job_part" => return (Vec::new(), Vec::new()),
        "list_trail" => (None, to_value(Trail { trail: trail(), next: Some("1041".to_owned()) })),
        "list_rules" => (None, SYSTEMS.iter().map(|&system| to_value(SystemSummary::from(system))).collect()),
        "find_rules" => {
            (None, SYSTEMS.first().map(|&system| shortened(to_value(SystemView::from(system)))).unwrap_or_default())
        }
        "list_checks" => (None, check_views().iter().take(2).map(to_value).collect()),
        "find_check" => (
            None,
            caipan_engine::audit::checks::find("A302")
                .map(|check| to_value(CheckView::from(check)))
                .unwrap_or_default(),
        ),
        "live" => (None, to_value(health::OK)),
        "ready" => (None, to_value(health::ready_example())),
        _ => return Default::default(),
    };
    (request.map(|request| (JSON, request)).into_iter().collect(), vec![(JSON, answer)])
}
