//! Errors as JavaScript throws them: an `Error` with the place, the reason and the cure in both languages.

use caipan_auditor::Refusal;
use caipan_tiles::text::{Lang, Text};
use js_sys::{Error, Object, Reflect};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Why an input is refused, and where. Every function throws it, and `auditEach` returns it. */
export interface CaipanError extends Error {
  name: "CaipanError";
  /** The code of the reader, such as `json` or `unknown-format`. */
  code: string;
  /** A JSON pointer into the input. */
  pointer?: string;
  /** The line, from 1. */
  line?: number;
  /** The column, from 1. */
  column?: number;
  /** The reason and the cure in Chinese. */
  zh: string;
  /** The reason and the cure in English. */
  en: string;
  /** Why the rules refuse a win, as JSON: `clauses`, `option` and `near` as in a finding of a report. */
  grounds?: string;
}
"#;

/// Returns the error for this refusal. Its `message` begins with the place and is in English.
pub(crate) fn error(refusal: &Refusal) -> JsValue {
    let Refusal { code, pointer, line, column, text, grounds } = refusal;
    let place = refusal.place();
    let message = if place.is_empty() { text.en.to_string() } else { format!("{place}: {}", text.en) };
    let error = Error::new(&message);
    error.set_name("CaipanError");
    let number = |number: &Option<u64>| number.map(|number| JsValue::from(u32::try_from(number).unwrap_or(u32::MAX)));
    let grounds = grounds.as_deref().and_then(|grounds| serde_json::to_string(grounds).ok());
    let fields = [
        ("code", Some(JsValue::from_str(code))),
        ("pointer", pointer.as_deref().map(JsValue::from_str)),
        ("line", number(line)),
        ("column", number(column)),
        ("zh", Some(JsValue::from_str(&text.zh))),
        ("en", Some(JsValue::from_str(&text.en))),
        ("grounds", grounds.as_deref().map(JsValue::from_str)),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            set(&error, name, &value);
        }
    }
    error.into()
}

/// Returns the error for an input without a place.
pub(crate) fn unusable(text: Text) -> JsValue {
    error(&Refusal::of_text(text))
}

/// Sets a field of an object.
pub(crate) fn set(object: &Object, name: &str, value: &JsValue) {
    // Setting a field fails only on frozen objects and proxies.
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// Returns the language with this tag; Chinese for every tag that is not English.
pub(crate) fn lang(tag: &str) -> Lang {
    if tag.starts_with("en") { Lang::En } else { Lang::Zh }
}
