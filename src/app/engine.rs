//! The calls of the service into the crate `auditor`: with the settings of a tenant, within the budget of a request, and with
//! errors by what was wrong.

use super::{AppError, AuditWatch, Media, Settings};
use caipan_adapter::{Allowance, own};
pub use caipan_auditor::{Audited, InputFormat, Override, ReadLog, Refusal};
use caipan_auditor::{format_among, formats, of_adapter, only, translated};
use caipan_engine::report::Summary;
use caipan_engine::rules;
use caipan_log::{Houses, Limits, RulesDeclared};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use caipan_tiles::text::Text;
use std::collections::BTreeMap;

/// The id that logs of these rules are filed under: that of the preset with this name, or the word itself.
pub fn filed_as(system: &str) -> String {
    rules::id_of(system).unwrap_or(system).to_owned()
}

/// The current revision of these declared rules; `None` if this program does not know them.
pub fn revision(system: &str) -> Option<u16> {
    let declared = RulesDeclared { system: system.to_owned(), options: BTreeMap::new(), ..Default::default() };
    rules::resolve(&declared).ok().map(|ruleset| ruleset.system.revision)
}

/// The primary findings of a summary by kind: faults, variants, unverifiable claims, notes.
pub(crate) fn counts(summary: Summary) -> [i32; 4] {
    let Summary { faults, variants, unverifiable, notes, .. } = summary;
    [faults, variants, unverifiable, notes].map(|count| i32::try_from(count).unwrap_or(i32::MAX))
}

/// Checks that a format or an adapter of this name is known: a shared one, or one of the tenant.
pub fn check_format(name: &str, set: &Settings) -> Result<(), AppError> {
    if set.adapter().is_some() {
        return Ok(());
    }
    format_among(name, set.names()).map(drop).map_err(AppError::UnknownFormat)
}

/// Reads a single log with the settings of its tenant and checks its rules.
pub fn read(
    bytes: &[u8],
    media: Media,
    from: Option<&str>,
    set: &Settings,
    limits: &Limits,
) -> Result<ReadLog, AppError> {
    let log = parse(bytes, media, from, set, limits)?;
    log.rules().map_err(AppError::Rules)?;
    Ok(log)
}

/// Reads like [`read`] without the check of the rules, which the audit makes.
pub fn parse(
    bytes: &[u8],
    media: Media,
    from: Option<&str>,
    set: &Settings,
    limits: &Limits,
) -> Result<ReadLog, AppError> {
    let named = |from: &str| match set.adapter() {
        Some(own) => Ok(InputFormat::Adapter(own)),
        None => format_among(from, set.names()).map_err(AppError::UnknownFormat),
    };
    let log = match from.map(named).transpose()? {
        // The sender is untrusted, so all matches share one allowance.
        Some(InputFormat::Adapter(adapter)) => {
            let logs = adapter.logs_within(bytes, limits, Allowance::of(bytes.len()));
            logs.map_err(|error| Box::new(error.into())).and_then(|logs| only(of_adapter(adapter, logs)))
        }
        Some(from) => translated(bytes, from, limits).and_then(only),
        None => own(bytes, media, limits).map_err(|refusal| with_formats(refusal, bytes, set)),
    };
    let mut log = log.map_err(AppError::Unreadable)?;
    log.log.rules.houses = set.houses();
    Ok(log)
}

/// Names the formats and adapters of the tenant in the refusal of a document of another platform.
fn with_formats(mut refusal: Box<Refusal>, bytes: &[u8], set: &Settings) -> Box<Refusal> {
    const OWN: &[u8] = b"paipu/1";
    let is_whole = matches!(refusal.pointer.as_deref(), Some("" | "/format"));
    let is_own = bytes.windows(OWN.len()).any(|window| window == OWN);
    if !is_whole || is_own || !matches!(refusal.code.as_str(), "unknown-format" | "missing-key" | "wrong-type") {
        return refusal;
    }
    let shared = formats().map(|name| -> &str { name });
    let known = shared.chain(set.names()).collect::<Vec<_>>().join(", ");
    let Text { zh, en } = &refusal.text;
    refusal.text = bilingual!(
        "{zh}此处已有的格式与适配器：{known}（写在地址后：?from=名字）；都不是的，用 POST /v1/adapters:new 起草一个。",
        "{en} Formats and adapters that exist here: {known}; name one with ?from=NAME. If none is right, draft one with POST /v1/adapters:new."
    );
    refusal
}

/// Audits a log that was read from these bytes; the report names the adapter.
pub fn audit_read(read: &ReadLog, bytes: &[u8], watch: &AuditWatch) -> Result<Audited, AppError> {
    audit_digested(read, &sha256(bytes), watch)
}

/// Audits a log whose bytes have this digest. The audit resolves the rules, so the caller need not.
pub fn audit_digested(read: &ReadLog, digest: &str, watch: &AuditWatch) -> Result<Audited, AppError> {
    watch.audit(&read.log, |meter| read.report_within(digest, meter).map_err(AppError::Rules)).map(Audited::from)
}

/// Audits a log under other rules than the declared ones.
pub fn audit_under(read: &mut ReadLog, bytes: &[u8], over: &Override, watch: &AuditWatch) -> Result<Audited, AppError> {
    read.log.rules = over.declared(&read.log.rules);
    audit_read(read, bytes, watch)
}

/// Computes the settlement of a JSON request that may name these house rules and returns JSON.
pub fn score(question: &[u8], houses: &Houses) -> Result<Vec<u8>, AppError> {
    caipan_auditor::score(question, houses).map_err(AppError::Score)
}
