//! The examples of the OpenAPI document, produced by the engine so that they are always valid.

use super::batch::BatchAnswer;
use super::feed::{Feed, FeedEntry};
use super::keys::{KeyList, KeyMadeBefore, KeyView, MadeKey};
use super::lists::LogList;
use super::logs::LogView;
use super::rules::SystemSummary;
use super::settings::{OwnAdapter, OwnPresets};
use super::trail::{Trail, TrailView};
use super::webhooks::{DeadList, DeadView, MadeWebhook, PingView, WebhookList, WebhookMadeBefore, WebhookView};
use super::{adapters, evidence, evidence_keys, health, jobs};
use crate::app::engine::counts;
use crate::app::{AuditWatch, Media, Rulings, Statistics, StatisticsFilter, Tables, hand_steps, moment};
use crate::store::{Author, CounterRow, Entry, LogRow, Moved, RulingKind, RulingRow, SettingKind, SettingRow, Subject};
use caipan_adapter::own;
use caipan_auditor::{Audited, ReadLog, score};
use caipan_engine::report::{EventOtherwise, Otherwise, Ruling, report, what_if};
use caipan_engine::rules::SYSTEMS;
use caipan_handbook::{CheckView, SystemView, check_views};
use caipan_log::{GameLog, Houses, Limits};
use caipan_tiles::hash::sha256;
use caipan_tiles::tile::Seat;
use serde_json::{Value, json};

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
        "keep_report" => return (Vec::new(), Vec::new()),
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
        "list_logs" => (None, to_value(LogList { logs: vec![log()], next: Some("1041".to_owned()) })),
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

fn pinged() -> PingView {
    PingView {
        message: "msg_5d41402abc4b2a76_ping_8f434346".to_owned(),
        at: "2026-01-05T04:00:00.123456Z".to_owned(),
        taken: true,
        status: Some(204),
        milliseconds: 38,
        ..PingView::default()
    }
}

fn webhook() -> WebhookView {
    WebhookView {
        id: "5d41402abc4b2a76".to_owned(),
        owner: Some("9e107d9d372bb682".to_owned()),
        url: "https://platform.example/caipan".to_owned(),
        verdicts: vec!["faulty".to_owned(), "variant".to_owned()],
        made_at: "2026-01-05T08:00:00.000000Z".to_owned(),
        state: "up-to-date",
        ordered: true,
        ..WebhookView::default()
    }
}

fn setting(kind: SettingKind, name: &str, file: &str) -> SettingRow {
    let digest = sha256(file.as_bytes());
    SettingRow { seq: 1, kind, name: name.to_owned(), digest, put_at: 1_767_585_600_000_000, retired_at: None }
}

fn own_adapter() -> OwnAdapter {
    OwnAdapter::of(setting(SettingKind::Adapter, "harbour", ADAPTER), ADAPTER.to_owned())
}

fn own_presets() -> OwnPresets {
    OwnPresets::of(setting(SettingKind::Presets, "presets", PRESETS), PRESETS.to_owned())
}

fn batch() -> (Examples, Examples) {
    const LINES: &str = "application/x-ndjson";
    let stored = log();
    let answer = BatchAnswer {
        line: 1,
        status: 201,
        id: Some(stored.id),
        game: Some(stored.game),
        verdict: Some(stored.verdict),
        faults: Some(stored.findings.faults),
        problem: None,
    };
    let asked = json!(format!("{}\n", document(FAULTY)));
    (vec![("application/octet-stream", asked)], vec![(LINES, json!(format!("{}\n", to_value(answer))))])
}

pub(super) fn verdict() -> FeedEntry {
    let stored = log();
    FeedEntry {
        cursor: "1042-1767585600123456".to_owned(),
        at: stored.received_at,
        report: stored.links.report,
        log: stored.id,
        platform: stored.platform,
        game: stored.game,
        system: stored.system,
        corrects: None,
        revision: stored.revision,
        verdict: stored.verdict,
        findings: stored.findings,
    }
}

fn key() -> KeyView {
    KeyView {
        id: "5d41402abc4b2a76".to_owned(),
        tenant: "acme".to_owned(),
        name: "Changsha rooms".to_owned(),
        scopes: vec!["ingest", "read"],
        rate: Some(6000),
        addresses: Vec::new(),
        created_at: "2026-01-05T04:00:00.000000Z".to_owned(),
        expires_at: Some("2099-01-01T00:00:00.000000Z".to_owned()),
        revoked_at: None,
        person: None,
        also_revoked: None,
        webhooks_ended: None,
    }
}

fn trail() -> Vec<TrailView> {
    let stored = log();
    vec![TrailView {
        deed: "verdict",
        at: stored.received_at,
        key: Some(key().id),
        person: None,
        log: Some(stored.id),
        revision: Some(stored.revision),
        subject: None,
        what: None,
    }]
}

fn to_value(view: impl serde::Serialize) -> Value {
    serde_json::to_value(view).unwrap_or_default()
}

fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Shortens every list to two entries.
fn shortened(mut view: Value) -> Value {
    for field in view.as_object_mut().into_iter().flat_map(|view| view.values_mut()) {
        if let Value::Array(entries) = field {
            entries.truncate(2);
        }
    }
    view
}

fn read(document: &str) -> Option<ReadLog> {
    own(document.as_bytes(), Media::Json, &Limits::default()).ok()
}

fn audited() -> Option<Audited> {
    Audited::of(&read(FAULTY)?, FAULTY.as_bytes()).ok()
}

fn reports() -> Examples {
    audited().map(|audited| ("application/json", to_value(audited.report))).into_iter().collect()
}

fn supposed() -> Value {
    let event = EventOtherwise { hand: 0, event: 11, ruling: Some(Ruling::Out), tile: None };
    let otherwise = Otherwise { events: vec![event], ..Otherwise::default() };
    read(FAULTY).and_then(|read| what_if(&read.log, &otherwise).ok()).map(to_value).unwrap_or_default()
}

/// The statistics of the faulty log.
fn counted() -> Value {
    let row = |code: &str, amount: i64| CounterRow {
        code: code.to_owned(),
        platform: "demo".to_owned(),
        system: "changsha-a".to_owned(),
        client: "app 1.2".to_owned(),
        logs: 1,
        amount,
    };
    to_value(Statistics::of(vec![row("", 8), row("A702", 1)], &StatisticsFilter::default()))
}

/// A ruling on the faulty log with its settlement.
fn ruled() -> (Value, Value) {
    let Some(audited) = audited() else { return Default::default() };
    let found = audited.report.findings.first();
    let entry = Entry {
        at: "2026-01-05T05:00:00.000000Z".to_owned(),
        before: None,
        finding: found.map(|found| Subject {
            code: found.code.to_string(),
            id: found.id,
            pointer: found.pointer.clone(),
        }),
        format: "caipan-ruling/1".to_owned(),
        hand: found.and_then(|found| found.hand),
        key: Some(Author { id: key().id, name: key().name }),
        kind: RulingKind::Correct,
        log: log().id,
        note: "The discarder pays: u3 gives back what u4 paid.".to_owned(),
        number: 1,
        place: 1043,
        referee: "Desk 2".to_owned(),
        report: sha256(&audited.json),
        reverses: None,
        revision: log().revision,
        transfers: vec![Moved { from: Some(Seat::ALL[2]), points: 6, to: Some(Seat::ALL[3]) }],
    };
    let row = RulingRow { digest: sha256(&entry.canonical()), entry };
    let rulings = Rulings::of(vec![row], &audited.report);
    (rulings.rulings.first().map(to_value).unwrap_or_default(), to_value(rulings))
}

/// The clean log.
pub(super) fn game() -> Option<GameLog> {
    read(LOG).map(|read| read.log)
}

/// The faulty log, with rules that nobody knows.
pub(super) fn misdeclared() -> String {
    FAULTY.replace("\"changsha-a\"", "\"changsha-e\"")
}

fn step() -> Value {
    let moment = |log: &GameLog| moment(&Tables::unreported(log).ok()?, 0, 1).ok();
    game().as_ref().and_then(moment).map(to_value).unwrap_or_default()
}

fn hand() -> Value {
    let steps = |log: &GameLog| {
        let report = report(log, &sha256(LOG.as_bytes())).ok()?;
        hand_steps(&Tables::of(log, &report).ok()?, &report, 0).ok()
    };
    let hand_steps = game().as_ref().and_then(steps);
    hand_steps.map(|hand_steps| shortened(to_value(hand_steps))).unwrap_or_default()
}

fn log() -> LogView {
    let Some(audited) = audited() else { return LogView::default() };
    let digest = audited.report.log.digest.clone();
    LogView::from(LogRow {
        place: 1042,
        id: digest.trim_start_matches("sha256:").chars().take(32).collect(),
        platform: "demo".to_owned(),
        game: audited.report.log.id.clone(),
        system: audited.report.rules.preset.clone(),
        hands: 1,
        media_type: Media::Json.media_type().to_owned(),
        import_name: None,
        size: FAULTY.len().try_into().unwrap_or_default(),
        received_at: 1_767_585_600_123_456,
        corrects: None,
        corrected_by: None,
        rules: audited.report.rules.system.to_string(),
        revision: audited.report.rules.revision.into(),
        verdict: audited.report.verdict.word().to_owned(),
        counts: counts(audited.report.summary),
        report_size: 0,
        digest,
    })
}
