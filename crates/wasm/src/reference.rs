//! Settlements, and the words of reports explained.

use crate::error::{error, lang, unusable};
use caipan_adapter::{InputFormat, Refusal, shelf};
use caipan_engine::score::{ScoreRequest, score as settle};
use caipan_handbook::known_words;
use caipan_log::import;
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Settles a hand without a log: the request and the answer are the JSON of `POST /v1/score`. Throws a `CaipanError` that
/// names the wrong field.
#[wasm_bindgen]
pub fn score(request: &str) -> Result<String, JsValue> {
    let request: ScoreRequest = serde_json::from_str(request).map_err(|wrong| {
        error(&Refusal {
            code: "bad-request".to_owned(),
            pointer: None,
            line: Some(wrong.line() as u64),
            column: Some(wrong.column() as u64),
            text: bilingual!(
                "算分请求有误：{wrong}。请按 POST /v1/score 的写法改正这一处。",
                "The request cannot be read: {wrong}. Write this field as POST /v1/score takes it."
            ),
        })
    })?;
    let answer = settle(&request).map_err(|wrong| {
        let code = wrong.clause.map_or_else(|| wrong.code.to_owned(), |clause| format!("{} {clause}", wrong.code));
        error(&Refusal { code, pointer: Some(wrong.pointer), line: None, column: None, text: wrong.text })
    })?;
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
    names().map(str::to_owned).collect()
}

fn names() -> impl Iterator<Item = &'static str> {
    import::FORMATS.iter().map(|format| format.id).chain(shelf::known().map(|adapter| adapter.name.as_str()))
}

/// Returns the format or the bundled adapter with this name.
pub(crate) fn format(name: &str) -> Result<InputFormat<'static>, JsValue> {
    let found = import::find(name).map(InputFormat::Format).or_else(|| shelf::find(name).map(InputFormat::Adapter));
    found.ok_or_else(|| {
        let Text { zh, en } = meant(name, names());
        let known = names().collect::<Vec<_>>().join(", ");
        unusable(bilingual!(
            "没有名为 {name} 的格式或适配器。{zh}已知的有：{known}；也可以给出适配器的 TOML 全文。",
            "There is no format or adapter called {name}. {en}The known ones are: {known}; or give an adapter in TOML."
        ))
    })
}

/// Suggests the nearest known word as a sentence with a trailing space; empty if none is near.
fn meant<'a>(written: &str, known: impl Iterator<Item = &'a str>) -> Text {
    nearest(written, known).map_or_else(Text::default, |near| bilingual!("是否想写 {near}？", "Did you mean {near}? "))
}
