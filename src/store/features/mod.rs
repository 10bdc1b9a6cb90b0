//! Features on top of `write` and `query`, one file each: keys, settings, rulings, jobs, webhooks, erasure, evidence,
//! signing keys, witnesses, the credible clock and the audit trail.

pub(super) mod check;
pub(super) mod clock;
pub(super) mod derived_check;
pub(super) mod erasure;
pub(super) mod evidence;
pub(super) mod job_parts;
pub(super) mod journal_check;
pub(super) mod job_queue;
pub(super) mod key_check;
pub(super) mod keys;
pub(super) mod requests;
pub(super) mod rulings;
pub(super) mod settings;
pub(super) mod signing_keys;
pub(super) mod trail;
pub(super) mod webhook_progress;
pub(super) mod webhook_secrets;
pub(super) mod webhooks;
pub(super) mod witnesses;
