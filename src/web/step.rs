//! The page of a step of a stored log. Its content is left to `caipan_pages`.

use super::frame::{Document, Head, framed};
use caipan_pages::{Drawn, Look, StepPage};
use caipan_tiles::text::Lang;

/// Renders the page of a step of a stored log.
pub fn step(id: &str, board: &StepPage, look: Look, lang: Lang) -> Document {
    let Drawn { title, address, body } = caipan_pages::step(id, board, look, lang);
    let page = framed(&Head { lang, title: &title, here: &address, script: Some("board.js"), wide: true }, body);
    let step = board.moment.step;
    let here = board.found.iter().find(|found| found.step == step || found.acts && found.step + 1 == step);
    let finding = here.map(|found| format!("&finding={}", found.id)).unwrap_or_default();
    page.shown_by(format!("/v1/reports/{id}/picture?shape=wide{finding}&lang={}", lang.tag()))
}
