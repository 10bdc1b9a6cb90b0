//! The values of the examples.

use super::{ADAPTER, Examples, FAULTY, LOG, PRESETS};
use crate::api::batch::BatchAnswer;
use crate::api::feed::FeedEntry;
use crate::api::keys::KeyView;
use crate::api::logs::LogView;
use crate::api::settings::{OwnAdapter, OwnPresets};
use crate::api::trail::TrailView;
use crate::api::webhooks::{PingView, WebhookView};
use crate::app::engine::counts;
use crate::app::{Brief, Media, Rulings, Statistics, StatisticsFilter, Tables, hand_steps, moment};
use crate::store::{Author, CounterRow, Entry, LogRow, Moved, RulingKind, RulingRow, SettingKind, SettingRow, Subject};
use caipan_adapter::own;
use caipan_auditor::{Audited, ReadLog};
use caipan_engine::report::{EventOtherwise, Otherwise, Ruling, report, what_if};
use caipan_log::{GameLog, Limits};
use caipan_tiles::hash::sha256;
use caipan_tiles::tile::Seat;
use serde_json::{Value, json};

pub(super) fn pinged() -> PingView {
    PingView {
        message: "msg_5d41402abc4b2a76_ping_8f434346".to_owned(),
        at: "2026-01-05T04:00:00.123456Z".to_owned(),
        taken: true,
        status: Some(204),
        milliseconds: 38,
        ..PingView::default()
    }
}

pub(super) fn webhook() -> WebhookView {
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

pub(super) fn setting(kind: SettingKind, name: &str, file: &str) -> SettingRow {
    let digest = sha256(file.as_bytes());
    SettingRow { seq: 1, kind, name: name.to_owned(), digest, put_at: 1_767_585_600_000_000, retired_at: None }
}

pub(super) fn own_adapter() -> OwnAdapter {
    OwnAdapter::of(setting(SettingKind::Adapter, "harbour", ADAPTER), ADAPTER.to_owned())
}

pub(super) fn own_presets() -> OwnPresets {
    OwnPresets::of(setting(SettingKind::Presets, "presets", PRESETS), PRESETS.to_owned())
}

pub(super) fn batch() -> (Examples, Examples) {
    const LINES: &str = "application/x-ndjson";
    let stored = log();
    let answer = BatchAnswer {
        line: 1,
        status: 201,
        id: Some(stored.id),
        game: Some(stored.game),
        verdict: Some(stored.verdict),
        faults: Some(stored.findings.faults),
        headline: stored.headline,
        transfers: stored.transfers,
        problem: None,
    };
    let asked = json!(format!("{}\n", document(FAULTY)));
    (vec![("application/octet-stream", asked)], vec![(LINES, json!(format!("{}\n", to_value(answer))))])
}

pub(in crate::api) fn verdict() -> FeedEntry {
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
        headline: stored.headline,
        transfers: stored.transfers,
        findings: stored.findings,
    }
}

pub(super) fn key() -> KeyView {
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

pub(super) fn trail() -> Vec<TrailView> {
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

pub(super) fn to_value(view: impl serde::Serialize) -> Value {
    serde_json::to_value(view).unwrap_or_default()
}

pub(super) fn document(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_default()
}

/// Shortens every list to two entries.
pub(super) fn shortened(mut view: Value) -> Value {
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

pub(super) fn reports() -> Examples {
    audited().map(|audited| ("application/json", to_value(audited.report))).into_iter().collect()
}

pub(super) fn supposed() -> Value {
    let event = EventOtherwise { hand: 0, event: 11, ruling: Some(Ruling::Out), tile: None };
    let otherwise = Otherwise { events: vec![event], ..Otherwise::default() };
    read(FAULTY).and_then(|read| what_if(&read.log, &otherwise).ok()).map(to_value).unwrap_or_default()
}

/// The statistics of the faulty log.
pub(super) fn counted() -> Value {
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
pub(super) fn ruled() -> (Value, Value) {
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
pub(in crate::api) fn game() -> Option<GameLog> {
    read(LOG).map(|read| read.log)
}

/// The faulty log, with rules that nobody knows.
pub(in crate::api) fn misdeclared() -> String {
    FAULTY.replace("\"changsha-a\"", "\"changsha-e\"")
}

pub(super) fn step() -> Value {
    let moment = |log: &GameLog| moment(&Tables::unreported(log).ok()?, 0, 1).ok();
    game().as_ref().and_then(moment).map(to_value).unwrap_or_default()
}

pub(super) fn hand() -> Value {
    let steps = |log: &GameLog| {
        let report = report(log, &sha256(LOG.as_bytes())).ok()?;
        hand_steps(&Tables::of(log, &report).ok()?, &report, 0).ok()
    };
    let hand_steps = game().as_ref().and_then(steps);
    hand_steps.map(|hand_steps| shortened(to_value(hand_steps))).unwrap_or_default()
}

/// A log as lists have it, without its report in short.
pub(super) fn listed() -> LogView {
    LogView { headline: None, transfers: Vec::new(), ..log() }
}

pub(super) fn log() -> LogView {
    let Some(audited) = audited() else { return LogView::default() };
    let digest = audited.report.log.digest.clone();
    let row = LogRow {
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
    };
    let (headline, transfers) = (audited.report.headline, audited.report.transfers);
    LogView::with_brief(row, Some(Brief { headline, transfers }))
}
