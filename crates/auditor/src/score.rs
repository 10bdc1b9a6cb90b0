//! Settlements of single hands, asked in JSON.

use crate::{json_place, meant};
use caipan_adapter::Refusal;
use caipan_engine::score::{self, ScoreReport, ScoreRequest};
use caipan_log::Houses;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// Computes the settlement of a JSON request that may name these house rules and returns JSON.
pub fn score(question: &[u8], houses: &Houses) -> Result<Vec<u8>, Box<Refusal>> {
    // Strings and integers always serialise.
    settle(question, houses).map(|answer| serde_json::to_vec(&answer).unwrap_or_default())
}

/// Computes the settlement of a JSON request that may name these house rules.
pub fn settle(question: &[u8], houses: &Houses) -> Result<ScoreReport, Box<Refusal>> {
    let unreadable = |error: &serde_json::Error, pointer: Option<String>| {
        let text = unread(error, pointer.as_deref().unwrap_or_default());
        let (line, column) = (Some(error.line() as u64), Some(error.column() as u64));
        Box::new(Refusal { code: "bad-request".to_owned(), pointer, line, column, ..Refusal::of_text(text) })
    };
    let mut reader = serde_json::Deserializer::from_slice(question);
    let request: ScoreRequest = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer = Some(json_place::pointer(error.path())).filter(|pointer| !pointer.is_empty());
        unreadable(error.inner(), pointer)
    })?;
    reader.end().map_err(|error| unreadable(&error, None))?;
    score::score_among(&request, houses).map_err(|error| {
        let grounds = error.grounds().map(Box::new);
        let (code, pointer) = (error.code.to_owned(), Some(error.pointer));
        Box::new(Refusal { code, pointer, grounds, ..Refusal::of_text(error.text) })
    })
}

/// Explains a parse error at this place. The parser quotes the unknown word first, then the known ones.
fn unread(error: &serde_json::Error, pointer: &str) -> Text {
    let said = error.to_string();
    let (at, at_en) = match pointer {
        "" => Default::default(),
        pointer => (format!("{pointer} 有误："), format!("{pointer} is wrong: ")),
    };
    let mut quoted = said.split('`').skip(1).step_by(2);
    let Text { zh, en } = match quoted.next().filter(|_| said.starts_with("unknown ")) {
        Some(unknown) => meant(unknown, quoted),
        None => Text::default(),
    };
    bilingual!(
        "算分请求无法读取：{at}{said}。{zh}写法见 /docs/ 中 POST /v1/score 的示例。",
        "The request cannot be read: {at_en}{said}. {en}POST /v1/score under /docs/ shows an example."
    )
}
