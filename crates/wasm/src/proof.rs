//! Verifies a proof of the evidence log, as `caipan verify` does. The keys come from the reader.

use crate::error::{set, unusable};
use caipan_evidence::{Beside, FORMAT, Proof, Statement, Trust, TrustedKey, VerifierKey, checked_by};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::{JsCast, JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A statement that a verification confirms or refutes. */
export interface Statement {
  /** True if the statement holds. */
  holds: boolean;
  /** The statement in Chinese; if it does not hold, also the cure. */
  zh: string;
  /** The statement in English; if it does not hold, also the cure. */
  en: string;
}
/** The documents that the reader has besides the proof, and the witnesses that must have cosigned. */
export interface Beside {
  /** The report's JSON as the service gave it. */
  report?: Uint8Array;
  /** The log as it was sent. */
  log?: Uint8Array;
  /** An earlier checkpoint or proof. */
  since?: Uint8Array;
  /** Verifier keys of witnesses, one per line. */
  witnesses?: string;
  /** The number of witnesses that must have cosigned; all of them by default. */
  quorum?: number;
}
/**
 * Verifies a proof. It is valid if every statement holds.
 * @param proof The answer of `GET /v1/reports/ID/evidence` or `GET /v1/evidence`.
 * @param keys The public keys of the service: PEM, verifier keys, or the answer of `GET /v1/evidence/keys`.
 * @throws CaipanError if a document cannot be read.
 */
export function verify(proof: Uint8Array, keys: string, beside?: Beside): Statement[];
"#;

/// Verifies a proof for a reader who trusts these keys. `beside` may hold `report`, `log` and `since` (bytes), `witnesses`
/// (verifier keys, one per line) and `quorum`. Returns a list of statements with `holds`, `zh` and `en`. Throws a
/// `CaipanError` if the proof, a key or a witness cannot be read.
#[wasm_bindgen(skip_typescript)]
pub fn verify(proof: &[u8], keys: &str, beside: &JsValue) -> Result<Array, JsValue> {
    let proof: Proof = serde_json::from_slice(proof).map_err(|error| {
        unusable(bilingual!(
            "这不是证明（{FORMAT}）：{error}。请用 GET /v1/reports/ID/evidence 重新取得。",
            "This is no proof ({FORMAT}): {error}. Fetch it again with GET /v1/reports/ID/evidence."
        ))
    })?;
    let keys = TrustedKey::all_in(keys.as_bytes()).map_err(|error| {
        unusable(bilingual!(
            "不能用作公钥：{error}。请给出 Ed25519 公钥的 PEM、验证公钥，或 GET /v1/evidence/keys 的答复。",
            "This is no public key to verify with: {error}. Give the PEM of an Ed25519 public key, verifier keys, or the answer of GET /v1/evidence/keys."
        ))
    })?;
    let field = |name: &str| Reflect::get(beside, &JsValue::from_str(name)).ok().filter(|value| !value.is_undefined());
    let bytes =
        |name: &str| field(name).and_then(|value| value.dyn_into::<Uint8Array>().ok()).map(|list| list.to_vec());
    let witnesses = witnesses(&field("witnesses").and_then(|value| value.as_string()).unwrap_or_default())?;
    let quorum = quorum(&witnesses, field("quorum").and_then(|value| value.as_f64()))?;
    let (report, log, since) = (bytes("report"), bytes("log"), bytes("since"));
    let since = since.map(|bytes| match serde_json::from_slice::<Proof>(&bytes) {
        Ok(proof) => proof.checkpoint,
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    });
    let beside = Beside { report: report.as_deref(), log: log.as_deref(), since: since.as_deref() };
    let statements = checked_by(&proof, &Trust { keys, witnesses, quorum }, beside);
    Ok(statements.iter().map(|statement| JsValue::from(object(statement))).collect())
}

fn witnesses(lines: &str) -> Result<Vec<VerifierKey>, JsValue> {
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            line.parse().map_err(|error| {
                unusable(bilingual!(
                    "见证者的公钥 {line} 无法读取：{error}。请向见证者索取验证公钥，每行写一把。",
                    "The witness key {line} cannot be read: {error}. Ask the witness for its verifier key, and write one per line."
                ))
            })
        })
        .collect()
}

/// The number of witnesses that must have cosigned. It is at most the number of different keys.
fn quorum(witnesses: &[VerifierKey], asked: Option<f64>) -> Result<usize, JsValue> {
    let mut keys: Vec<_> = witnesses.iter().map(|witness| *witness.key.bytes()).collect();
    keys.sort_unstable();
    keys.dedup();
    let given = keys.len();
    let Some(asked) = asked else { return Ok(given) };
    (1..=given).find(|count| f64::from(u32::try_from(*count).unwrap_or(u32::MAX)).total_cmp(&asked).is_eq()).ok_or_else(
        || {
            unusable(bilingual!(
                "quorum 是 {asked}，应为 1 到 {given} 的整数：共有 {given} 把不同的见证者公钥。请改 quorum，或补上见证者的公钥。",
                "quorum is {asked}, but must be a whole number from 1 to {given}: there are {given} different witness keys. Change quorum, or add keys of witnesses."
            ))
        },
    )
}

fn object(statement: &Statement) -> Object {
    let object = Object::new();
    let Text { zh, en } = &statement.text;
    set(&object, "holds", &JsValue::from_bool(statement.holds));
    set(&object, "zh", &JsValue::from_str(zh));
    set(&object, "en", &JsValue::from_str(en));
    object
}
