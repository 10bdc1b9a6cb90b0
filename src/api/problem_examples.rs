//! An example of each problem of an operation, made by the code that makes the answers.

use super::accept::Form;
use super::body::{self, Body};
use super::problem::{ApiError, Problem, ProblemType};
use super::{
    etag, examples, fail, guard, health, jobs, keys, methods, paging, rules, session, unreadable, webhooks, words,
};
use crate::app::engine::{self, score};
use crate::app::{
    AccessDenied, AppError, AuditTooLong, AuditWatch, Media, RateOf, RateState, Scope, Settings, SignInError, Stopped,
    Tables, check_presets, moment, ruling_unfit, try_on,
};
use crate::config::Config;
use crate::store::{Erasure, JobKind, Mismatch, Reason, RequestKind, SettingKind, StoreError, Unfit, Why};
use crate::webhook_client::Target;
use actix_web::web::Bytes;
use caipan_log::{Houses, Limits};
use caipan_tiles::text::Lang;
use serde_json::Value;
use std::net::IpAddr;
use std::time::Duration;

/// A log, and another one.
const LOG: &str = "8f4343466486486b9d16b9f9e6f4d6c2";
const OTHER: &str = "2c26b46b68ffc68ff99b453c1d304134";
/// A key or a webhook, and a job.
const KEY: &str = "5d41402abc4b2a76";
const JOB: &str = "6f1ed002ab5595859014ebf0951522d9";

/// The problem document of a type, as the operation answers it.
pub(super) fn example(kind: ProblemType, operation: &Value) -> Problem {
    let error = refused(kind, operation).unwrap_or_else(|| ApiError::new(kind, kind.title().text()));
    error.document(Lang::En, "7f3c09a15be2d604")
}

/// A case of the problem. `None` only if the engine accepts what it must refuse; a test forbids that.
fn refused(kind: ProblemType, operation: &Value) -> Option<ApiError> {
    let id = operation["operationId"].as_str().unwrap_or_default();
    let limits = Config::default();
    let store = |error: StoreError| Some(AppError::Store(error).into());
    let reused = |kind: RequestKind| store(StoreError::RequestReused(kind, KEY.to_owned()));
    let denied = |why: AccessDenied| Some(AppError::AccessDenied(why).into());
    match kind {
        ProblemType::RequestInvalid => request(operation),
        ProblemType::KeyMissing => denied(AccessDenied::Missing),
        ProblemType::KeyInvalid => denied(AccessDenied::Unknown),
        ProblemType::ScopeMissing => {
            let scope = operation.pointer("/security/0/key/0").and_then(Value::as_str).and_then(Scope::named);
            denied(AccessDenied::Scope(scope.unwrap_or(Scope::Referee)))
        }
        ProblemType::SessionForeign => Some(session::foreign("https://caipan.example")),
        ProblemType::SignInOff => Some(SignInError::Off.into()),
        ProblemType::SignInExpired => Some(SignInError::Expired.into()),
        ProblemType::SignInRefused => Some(SignInError::Denied.into()),
        ProblemType::SignInUntrusted => Some(SignInError::TokenInvalid("Invalid nonce".to_owned()).into()),
        ProblemType::RoleMissing => {
            let (name, claim) = ("王芳".to_owned(), "roles".to_owned());
            Some(SignInError::NoRole { name, claim, found: Some(vec!["guest".to_owned()]) }.into())
        }
        ProblemType::ProviderUnavailable => Some(SignInError::ProviderDown("unreachable".to_owned()).into()),
        ProblemType::OriginForeign => Some(guard::foreign()),
        ProblemType::PathUnknown => Some(methods::unknown("/v1/log")),
        ProblemType::LogNotFound => Some(AppError::NoLog(LOG.to_owned()).into()),
        ProblemType::JobNotFound => store(StoreError::NoJob(JOB.to_owned())),
        ProblemType::KeyNotFound => store(StoreError::NoKey(KEY.to_owned())),
        ProblemType::WebhookNotFound => store(StoreError::NoWebhook(KEY.to_owned())),
        ProblemType::NotSigned => Some(AppError::NotSigned.into()),
        ProblemType::StepNotFound => {
            let log = examples::game()?;
            moment(&Tables::unreported(&log).ok()?, 9, 0).err().map(|error| AppError::from(error).into())
        }
        ProblemType::RulesNotFound => Some(rules::no_rules("shanghai")),
        ProblemType::AdapterNotFound => store(StoreError::NoSetting(SettingKind::Adapter, "harbor".to_owned())),
        ProblemType::PresetsNotFound => store(StoreError::NoSetting(SettingKind::Presets, String::new())),
        ProblemType::CheckNotFound => Some(rules::no_check("A000")),
        ProblemType::MethodNotAllowed => Some(methods::unsupported("/v1/logs", "GET, HEAD, OPTIONS, POST")),
        ProblemType::NotAcceptable => Some(super::accept::none_of(&forms(operation))),
        ProblemType::BodyTimeout => Some(body::too_slow(limits.body_timeout.as_secs())),
        ProblemType::GameConflict => store(StoreError::GameTaken(LOG.to_owned())),
        ProblemType::ContentConflict => store(StoreError::ReadOtherwise(LOG.to_owned())),
        ProblemType::CorrectionConflict => store(StoreError::AlreadyCorrected(OTHER.to_owned())),
        ProblemType::KeysFull => store(StoreError::KeysFull),
        ProblemType::WebhooksFull => store(StoreError::WebhooksFull),
        ProblemType::JobsFull => store(StoreError::JobsFull),
        ProblemType::SettingsFull => store(StoreError::SettingsFull(SettingKind::Adapter)),
        ProblemType::RulingConflict => Some(AppError::Ruling(Box::new(ruling_unfit(Unfit::Unseen(2)))).into()),
        ProblemType::LogErased => {
            let erasure = Erasure { id: LOG.to_owned(), place: 1044, at: 1_767_585_720_123_456, why: Why::Player };
            store(StoreError::Erased(Box::new(erasure)))
        }
        ProblemType::RecordMismatch => {
            // Not through the store's error, which the service would log as damage.
            let found = Mismatch { place: 42, log: Some(LOG.to_owned()), reason: Reason::RulingLost };
            Some(fail::mismatch(&found))
        }
        ProblemType::NotWitnessed => Some(AppError::NotCosigned(2).into()),
        ProblemType::CursorUnknown => Some(AppError::NoCursor.into()),
        ProblemType::BodyTooLarge => Some(body::too_large(limits.body_limit)),
        ProblemType::MediaTypeUnsupported => media_type(id),
        ProblemType::EncodingUnsupported if id == "ingest_batch" => Some(body::packed_lines()),
        ProblemType::EncodingUnsupported => Some(body::unknown_coding("lzma")),
        ProblemType::RangeUnsatisfiable => Some(etag::outside(2048)),
        ProblemType::AddressForeign => denied(AccessDenied::Address(Some(IpAddr::from([203, 0, 113, 7])))),
        ProblemType::HostUnknown => Some(guard::elsewhere("caipan.example")),
        ProblemType::LogUnreadable => read("{ \"format\": \"paipu/1\", }"),
        ProblemType::AdapterUnreadable => {
            try_on("name = harbour\n", b"{}", &Houses::default(), &Limits::default(), &AuditWatch::unlimited())
                .err()
                .map(ApiError::from)
        }
        ProblemType::PresetsUnreadable => check_presets(b"[presets.night]\nbase = 1\n").err().map(ApiError::from),
        ProblemType::ScoreUnreadable => {
            let asked = examples::SCORE.replace("wins", "winds");
            score(asked.as_bytes(), &Houses::default()).err().map(ApiError::from)
        }
        ProblemType::RulesInvalid => read(&examples::misdeclared()),
        ProblemType::AuditTooLong => {
            let (game, stopped) = ("20260105-0731".to_owned(), Stopped::Time(limits.audit_timeout));
            Some(AppError::AuditTooLong(Box::new(AuditTooLong { game, hands: 6, longest: (2, 583), stopped })).into())
        }
        ProblemType::CorrectionInvalid => store(StoreError::NothingToCorrect(OTHER.to_owned())),
        ProblemType::KeyReused if id == "make_job" => Some(AppError::RequestReused(JOB.to_owned()).into()),
        ProblemType::KeyReused if id == "make_key" => reused(RequestKind::Key),
        ProblemType::KeyReused if id == "make_webhook" => reused(RequestKind::Webhook),
        ProblemType::KeyReused if id == "rotate_webhook_secret" => reused(RequestKind::Rotation),
        ProblemType::KeyReused if id == "replay_webhook" => reused(RequestKind::Replay),
        ProblemType::KeyReused => store(StoreError::KeyReused(LOG.to_owned())),
        ProblemType::RulingInvalid => Some(AppError::Ruling(Box::new(ruling_unfit(Unfit::Unbalanced(6, 0)))).into()),
        ProblemType::KeyUnfit => Some(keys::unfit(words::unknown("scopes", "reed", &Scope::ALL.map(Scope::name)))),
        ProblemType::WebhookUnfit => webhook(id),
        ProblemType::JobUnfit => Some(jobs::unfit(words::unknown("kind", "exprot", &JobKind::ALL.map(JobKind::name)))),
        ProblemType::TooFast => {
            let state = RateState { of: RateOf::Key, quota: 60, remaining: 0 };
            denied(AccessDenied::TooFast(Duration::from_secs(2), state))
        }
        ProblemType::Busy => Some(AppError::Busy.into()),
        ProblemType::StoreUnavailable => Some(fail::unanswered()),
        ProblemType::Stopping => Some(health::stopping()),
        ProblemType::Internal => Some(fail::faulty()),
    }
}

/// A request that cannot be understood: a page size, a body, or the host.
fn request(operation: &Value) -> Option<ApiError> {
    let parameters = operation["parameters"].as_array();
    if parameters.into_iter().flatten().any(|one| one["name"] == "limit") {
        return paging::limited(Some(1000)).err();
    }
    match operation["requestBody"]["content"].as_object() {
        Some(content) if content.contains_key("application/octet-stream") => {
            Some(body::broken("unexpected end of file"))
        }
        Some(_) => unreadable::read::<Value>(b"{ \"kind\": ").err(),
        None => Some(guard::hosts_wrong()),
    }
}

/// The forms of the first answer of an operation.
fn forms(operation: &Value) -> Vec<Form> {
    let content = operation["responses"].as_object().and_then(|all| all.values().next()?["content"].as_object());
    let has = |form: &Form| {
        let own = form.media_type().split(';').next().unwrap_or_default();
        content.is_some_and(|content| content.contains_key(own))
    };
    Form::ALL.iter().copied().filter(has).collect()
}

/// A body of a media type that the operation does not take.
fn media_type(id: &str) -> Option<ApiError> {
    let body = Body { bytes: Bytes::new(), media_type: "image/png".to_owned() };
    match id {
        "ingest_batch" => Some(body::no_lines(&body.media_type)),
        "ingest_log" | "audit_log" => body.source(None).err(),
        "put_adapter" | "put_presets" => body.toml().err(),
        _ => body.json().err(),
    }
}

/// A log that cannot be read or audited.
fn read(log: &str) -> Option<ApiError> {
    engine::read(log.as_bytes(), Media::Json, None, &Settings::default(), &Limits::default()).err().map(ApiError::from)
}

/// A webhook that cannot be made, replayed or given another secret so.
fn webhook(id: &str) -> Option<ApiError> {
    match id {
        "replay_webhook" => {
            Some(ApiError::new(ProblemType::WebhookUnfit, words::unknown("from", "ded", &words::REPLAYS)))
        }
        "rotate_webhook_secret" => Some(webhooks::overlap_unfit(u32::MAX)),
        _ => Target::parse("https://10.0.0.7/caipan", false).err().map(|text| AppError::WebhookUnfit(text).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_type_has_a_case_that_says_more_than_its_title() {
        for &kind in ProblemType::ALL {
            let error = refused(kind, &json!({ "operationId": "audit_log" }));
            let error = error.unwrap_or_else(|| panic!("{kind:?} has no case"));
            assert_eq!(error.kind, kind);
            assert!(error.detail.zh != kind.title().zh && error.detail.en != kind.title().en, "{kind:?}");
            assert!(error.detail.zh.chars().count() > 9 && error.detail.en.len() > 30, "{:?}", error.detail);
        }
    }
}
