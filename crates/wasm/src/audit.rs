//! Audits: the report's JSON, byte for byte as `caipan audit --format json` prints it, and its text.

#![expect(clippy::needless_pass_by_value, reason = "JavaScript hands over strings, not references")]

use crate::error::{error, lang, set, unusable};
use crate::reference::format;
use caipan_adapter::Adapter;
use caipan_auditor::{Audited, InputFormat, Override, Refusal, read_each};
use caipan_engine::report::{self, Report, Style};
use caipan_log::Limits;
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use js_sys::{Array, Object};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The result of one match: its report, or the reason for which there is none. */
export type AuditResult = { report: string; error?: undefined } | { report?: undefined; error: CaipanError };
/**
 * Audits every match of a document; one that cannot be read does not affect the others.
 * @param bytes The file, unpacked. Split NDJSON into its lines first.
 * @param adapter The name of a format or of a bundled adapter, or an adapter in TOML; recognised from the content if absent.
 */
export function auditEach(bytes: Uint8Array, adapter?: string): AuditResult[];
"#;

/// Audits the only match of a document and returns its report: one line of JSON in the format `caipan-report/1`. `bytes`
/// is the file, unpacked. `adapter` is the name of a format or of a bundled adapter, or an adapter in TOML; without it the
/// format is recognised from the content. Throws a `CaipanError` if the document is no log, or holds several matches.
#[wasm_bindgen]
pub fn audit(bytes: &[u8], adapter: Option<String>) -> Result<String, JsValue> {
    let mut results = results(bytes, adapter.as_deref())?;
    match (results.pop(), results.len()) {
        (Some(only), 0) => only.map_err(|refusal| error(&refusal)),
        (_, others) => {
            let count = others + 1;
            Err(unusable(bilingual!(
                "文件里有 {count} 场对局，而 audit 一次只审一场。请改用 auditEach。",
                "The file holds {count} matches, and audit takes one. Use auditEach."
            )))
        }
    }
}

/// Audits every match of a document. Returns a list of objects with `report` or `error`. Throws a `CaipanError` if the
/// document cannot be read at all.
#[wasm_bindgen(js_name = auditEach, skip_typescript)]
pub fn audit_each(bytes: &[u8], adapter: Option<String>) -> Result<Array, JsValue> {
    let results = results(bytes, adapter.as_deref())?;
    Ok(results.into_iter().map(|result| JsValue::from(object(result))).collect())
}

/// Returns a report as text, as `caipan audit --full` prints it. `report` is the JSON of `audit`; `language` is `zh` or
/// `en`. Throws a `CaipanError` if it is no report.
#[wasm_bindgen]
pub fn text(report: &str, language: &str) -> Result<String, JsValue> {
    let report: Report = serde_json::from_str(report).map_err(|error| {
        unusable(bilingual!(
            "这不是报告（caipan-report/1）：{error}。请给出 audit 返回的 JSON。",
            "This is no report (caipan-report/1): {error}. Give the JSON that audit returned."
        ))
    })?;
    Ok(report::text(&report, Style { lang: lang(language), colour: false, full: true }))
}

type Each = Result<String, Box<Refusal>>;

/// Reads and audits every match of a document.
fn results(bytes: &[u8], adapter: Option<&str>) -> Result<Vec<Each>, JsValue> {
    let mut own = None;
    let from = format_of(adapter, &mut own)?;
    let logs = read_each(bytes, from, &Override::default(), &Limits::default()).map_err(|refusal| error(&refusal))?;
    let digest = sha256(bytes);
    Ok(logs.into_iter().map(|log| log?.report(&digest).map(|report| json(&report.into()))).collect())
}

/// Returns the JSON of a report, which is UTF-8.
pub(crate) fn json(audited: &Audited) -> String {
    String::from_utf8_lossy(&audited.json).into_owned()
}

/// Returns the format that an argument names. `own` holds an adapter that is given in TOML.
pub(crate) fn format_of<'a>(adapter: Option<&str>, own: &'a mut Option<Adapter>) -> Result<InputFormat<'a>, JsValue> {
    Ok(match adapter {
        None => InputFormat::Content,
        Some(name) if is_name(name) => format(name)?,
        Some(toml) => {
            InputFormat::Adapter(own.insert(Adapter::read(toml.as_bytes()).map_err(|refused| error(&refused.into()))?))
        }
    })
}

/// An adapter in TOML has several lines.
fn is_name(adapter: &str) -> bool {
    !adapter.trim().contains('\n')
}

fn object(result: Each) -> Object {
    let object = Object::new();
    match result {
        Ok(report) => set(&object, "report", &JsValue::from_str(&report)),
        Err(refusal) => set(&object, "error", &error(&refusal)),
    }
    object
}
