//! The page of a step of a stored log. Its content is left to `caipan_pages`.

use super::frame::{Document, Head, framed};
use caipan_pages::{Drawn, Look, StepPage};
use caipan_tiles::text::Lang;

/// Renders the page of a step of a stored log.
pub fn step(id: &str, board: &StepPage, look: Look, lang: Lang) -> Document {
    let Drawn { title, address, body } = caipan_pages::step(id, board, look, lang);
    framed(&Head { lang, title: &title, here: &address, script: Some("board.js"), wide: true }, body)
}
