//! Pages: the report of a match with the replay of every hand, as the service and `caipan page` draw them.

#![expect(clippy::needless_pass_by_value, reason = "JavaScript hands over strings, not references")]

use crate::audit::{format_of, json};
use crate::error::{error, lang, set, unusable};
use caipan_adapter::shelf;
use caipan_auditor::{Audited, Override, page_refused, read_each};
use caipan_log::Limits;
use caipan_pages::{Parts, SavedPage, saved_page};
use caipan_tiles::bilingual;
use js_sys::Object;
use serde::de::IgnoredAny;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The page of a match in parts, for a document that has the style, the drawings and the script of saved reports. */
export interface MatchPage {
  /** The number of matches in the file. */
  matches: number;
  /** The title. */
  title: string;
  /** The report as HTML, for `<main>`. */
  report: string;
  /** The replay of each hand as HTML. */
  hands: string;
  /** The report's JSON. */
  json: string;
}
/**
 * Audits a match of a file and draws its report and its replay.
 * @param bytes The file, unpacked; it may be NDJSON.
 * @param language `zh` or `en`.
 * @param match The match, from 0.
 * @param adapter As for `audit`.
 */
export function matchPage(bytes: Uint8Array, language: string, match?: number, adapter?: string): MatchPage;
/** Returns the page of a match as one HTML file that loads nothing, as `caipan page` writes it. */
export function page(bytes: Uint8Array, language: string, match?: number, adapter?: string): string;
"#;

/// Audits the match with this number and draws its page in parts. Throws a `CaipanError` if it cannot be read.
#[wasm_bindgen(js_name = matchPage, skip_typescript)]
pub fn match_page(bytes: &[u8], language: &str, at: Option<u32>, adapter: Option<String>) -> Result<Object, JsValue> {
    let Drawn { matches, json, saved } = drawn(bytes, at, adapter.as_deref())?;
    let Parts { title, report, hands } = Parts::of(&saved, &(), lang(language));
    let object = Object::new();
    set(&object, "matches", &JsValue::from(u32::try_from(matches).unwrap_or(u32::MAX)));
    for (name, text) in
        [("title", title), ("report", report.into_string()), ("hands", hands.into_string()), ("json", json)]
    {
        set(&object, name, &JsValue::from_str(&text));
    }
    Ok(object)
}

/// Returns the page of the match with this number as one HTML file that loads nothing, as `caipan page` writes it.
/// Throws a `CaipanError` if the match cannot be read.
#[wasm_bindgen(skip_typescript)]
pub fn page(bytes: &[u8], language: &str, at: Option<u32>, adapter: Option<String>) -> Result<String, JsValue> {
    Ok(saved_page(&drawn(bytes, at, adapter.as_deref())?.saved, &(), lang(language)))
}

/// A match with its report.
struct Drawn {
    /// The number of matches in the file.
    matches: usize,
    json: String,
    saved: SavedPage,
}

fn drawn(bytes: &[u8], at: Option<u32>, adapter: Option<&str>) -> Result<Drawn, JsValue> {
    let mut own = None;
    let from = format_of(adapter, &mut own)?;
    let at = at.unwrap_or_default() as usize;
    let lines = lines(bytes);
    // A line has one log, so only the wanted one is read.
    let (document, within, count) = match lines.as_slice() {
        [] | [_] => (lines.first().copied().unwrap_or(bytes), at, None),
        lines => (lines.get(at).copied().ok_or_else(|| no_match(at, lines.len()))?, 0, Some(lines.len())),
    };
    let mut logs =
        read_each(document, from, &Override::default(), &Limits::default()).map_err(|refusal| error(&refusal))?;
    let matches = count.unwrap_or(logs.len());
    if within >= logs.len() {
        return Err(no_match(at, matches));
    }
    let read = logs.swap_remove(within).map_err(|refusal| error(&refusal))?;
    let audited = Audited::of(&read, document).map_err(|refusal| error(&refusal))?;
    let json = json(&audited);
    let saved = SavedPage::of(audited.report, read.log).map_err(|refused| error(&page_refused(refused)))?;
    Ok(Drawn { matches, json, saved })
}

fn no_match(at: usize, matches: usize) -> JsValue {
    let number = at.saturating_add(1);
    unusable(bilingual!(
        "文件里只有 {matches} 场对局，没有第 {number} 场。请改用有的一场。",
        "The file holds {matches} matches and no match {number}. Name one that is there."
    ))
}

/// The documents of a file: its lines if the first one is a JSON document by itself, else the file. Rows of a table belong
/// together.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let is_document = |line: &&[u8]| line.starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(line).is_ok();
    match lines.next().filter(|line| is_document(line) && !shelf::is_row(line)) {
        Some(first) => std::iter::once(first).chain(lines).collect(),
        None => Vec::new(),
    }
}
