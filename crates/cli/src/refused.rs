//! Formats a refused input for the command line: the position, the reason and the line itself.

use super::Failure;
use super::excerpt::excerpt;
use super::paint::{Paint, Voice};
use caipan_auditor::Refusal;
use caipan_engine::report::Style;
use caipan_engine::score::grounds;
use caipan_log::Places;
use caipan_tiles::text::Text;

/// Returns the message for an input called `name` whose first line has the number `first`. `paint` is that of the
/// output stream.
pub(super) fn refusal_message(
    name: &str,
    first: u64,
    bytes: &[u8],
    refusal: &Refusal,
    voice: Voice,
    paint: Paint,
) -> String {
    let place = refusal.place();
    let place = if place.is_empty() { place } else { format!(" ({place})") };
    let said = format!("{}: {}", paint.bold(&format!("{name}{place}")), refusal.text.get(voice.lang));
    let style = Style { lang: voice.lang, colour: paint.is_on(), full: true };
    let grounds = refusal.grounds.as_deref().map(|of| grounds(of, style).trim_end().to_owned());
    let shown = shown(first, bytes, refusal, paint);
    [Some(said), grounds, shown].into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Returns the message as the failure of a command.
pub(super) fn failure(name: &str, bytes: &[u8], refusal: &Refusal, voice: Voice) -> Failure {
    let said = refusal_message(name, 1, bytes, refusal, voice, voice.stderr());
    Failure(Text { zh: said.clone().into(), en: said.into() })
}

/// Shows the line with a caret, if the refusal has a position or a pointer to one.
fn shown(first: u64, bytes: &[u8], refusal: &Refusal, paint: Paint) -> Option<String> {
    if let Some(line) = refusal.line {
        return excerpt(bytes, first, line, refusal.column, paint);
    }
    let pointer = refusal.pointer.as_deref().filter(|pointer| !pointer.is_empty())?;
    let (line, column) = Places::of_json(bytes)?.find(pointer);
    excerpt(bytes, first, line, Some(column), paint)
}
