//! The page of a report with the rulings of referees. The report is left to `caipan_pages`.

mod record;
mod rulings;

pub(super) use record::preview;
pub(super) use rulings::{agreed, decided, signature};

use super::frame::{Document, Head, framed};
use crate::app::{ReportPage, Rulings};
use caipan_pages::{Drawn, SavedPage};
use caipan_tiles::text::Lang;
use rulings::Ruled;

/// Renders the page of a report. With the id of a stored log it links to the table at each event.
pub fn report(id: Option<&str>, case: &ReportPage, lang: Lang) -> Document {
    let ruled = Ruled::of(id, case.report(), &case.rulings, lang).seen_by_referee(case.may_rule);
    let Drawn { title, address, body } = caipan_pages::report(id, &case.drawn, &ruled, lang);
    let page = framed(&Head { lang, title: &title, here: &address, script: None, wide: false }, body);
    match id {
        Some(id) => page.shown_by(format!("/v1/reports/{id}/picture?shape=wide&lang={}", lang.tag())),
        None => page,
    }
}

/// Renders the page of a sample game, which is not stored.
pub fn sample(name: &str, case: &ReportPage, lang: Lang) -> Document {
    report(None, case, lang).at(format!("/sample/{name}"))
}

/// Renders a report with its rulings as one file, which loads nothing when opened.
pub fn saved_page(saved: &SavedPage, rulings: &Rulings, lang: Lang) -> String {
    caipan_pages::saved_page(saved, &Ruled::of(None, &saved.case.report, rulings, lang), lang)
}
