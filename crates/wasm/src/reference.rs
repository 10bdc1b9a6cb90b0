//! Settlements, and the words of reports explained.

use crate::error::{error, lang, unusable};
use caipan_auditor::{InputFormat, meant, settle};
use caipan_handbook::known_words;
use caipan_log::Houses;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Settles a hand without a log: the request and the answer are the JSON of `POST /v1/score`. Throws a `CaipanError` that
/// names the wrong field.
#[wasm_bindgen]
pub fn score(request: &str) -> Result<String, JsValue> {
    let answer = settle(request.as_bytes(), &Houses::default()).map_err(|refusal| error(&refusal))?;
    // Strings and integers always serialise.
    Ok(serde_json::to_string(&answer).unwrap_or_default())
}

/// Explains a check, clause, ruling, option or pattern by its id or name, as `caipan explain` does. `language` is `zh` or
/// `en`. Throws a `CaipanError` that suggests the nearest known word.
#[wasm_bindgen]
pub fn explain(word: &str, language: &str) -> Result<String, JsValue> {
    let (word, lang) = (word.trim(), lang(language));
    let found = caipan_handbook::explain(word);
    if found.is_empty() {
        let Text { zh, en } = meant(word, known_words());
        return Err(unusable(bilingual!(
            "没有名为“{word}”的代码、条款、裁定、选项或牌型。{zh}全部列在 docs/checks 与 docs/rules。",
            "There is no code, clause, ruling, option or pattern called `{word}`. {en}All are listed in docs/checks and docs/rules."
        )));
    }
    let entry = |entry: &caipan_handbook::Entry| {
        format!("{}  {}\n{}\n{}", entry.id, entry.title.get(lang), entry.body.get(lang), entry.page.get(lang))
    };
    Ok(found.iter().map(entry).collect::<Vec<_>>().join("\n\n"))
}

/// Returns the names of the formats and bundled adapters that `audit` knows.
#[wasm_bindgen]
pub fn formats() -> Vec<String> {
    caipan_auditor::formats().map(str::to_owned).collect()
}

/// Returns the format or the bundled adapter with this name.
pub(crate) fn format(name: &str) -> Result<InputFormat<'static>, JsValue> {
    caipan_auditor::format(name).map_err(|Text { zh, en }| {
        unusable(bilingual!("{zh}也可以给出适配器的 TOML 全文。", "{en} Or give an adapter in TOML."))
    })
}
