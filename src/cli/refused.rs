//! An input that is refused, as it is told on the command line: where, why, and the place itself.

use super::Failure;
use super::excerpt::excerpt;
use super::paint::{Paint, Voice};
use crate::app::engine::Refusal;
use caipan_log::Places;
use caipan_tiles::text::Text;

/// The sentence for an input called `name`, whose first line goes by the number `first`. `paint` is for where it is printed.
pub(super) fn told(name: &str, first: u64, bytes: &[u8], refusal: &Refusal, voice: Voice, paint: Paint) -> String {
    let place = refusal.place();
    let place = if place.is_empty() { place } else { format!(" ({place})") };
    let said = format!("{}: {}", paint.bold(&format!("{name}{place}")), refusal.text.get(voice.lang));
    match shown(first, bytes, refusal, paint) {
        Some(shown) => format!("{said}\n{shown}"),
        None => said,
    }
}

/// The same as the end of a verb.
pub(super) fn failure(name: &str, bytes: &[u8], refusal: &Refusal, voice: Voice) -> Failure {
    let said = told(name, 1, bytes, refusal, voice, voice.stderr());
    Failure(Text { zh: said.clone().into(), en: said.into() })
}

/// The line and the caret, where the refusal says where, or a pointer leads there.
fn shown(first: u64, bytes: &[u8], refusal: &Refusal, paint: Paint) -> Option<String> {
    if let Some(line) = refusal.line {
        return excerpt(bytes, first, line, refusal.column, paint);
    }
    let pointer = refusal.pointer.as_deref().filter(|pointer| !pointer.is_empty())?;
    let (line, column) = Places::of_json(bytes)?.find(pointer);
    excerpt(bytes, first, line, Some(column), paint)
}
