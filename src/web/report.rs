//! The page of a report with the rulings of referees. The report is left to `caipan_pages`.

mod record;
mod rulings;

pub(super) use record::preview;
pub(super) use rulings::{agreed, decided, signature};

use super::frame::{Document, Head, framed};
use super::refused::carried;
use crate::app::{ReportPage, Rulings};
use caipan_pages::{Additions, Drawn, SavedPage};
use caipan_tiles::text::Lang;
use maud::{Markup, html};
use rulings::Ruled;

/// Renders the page of a report. With the id of a stored log it links to the table at each event.
pub fn report(id: Option<&str>, case: &ReportPage, lang: Lang) -> Document {
    let ruled = Ruled::of(id, case.report(), &case.rulings, lang).on_page(case);
    let Drawn { title, address, body } = caipan_pages::report(id, &case.drawn, &ruled, lang);
    let script = id.map(|_| "time.js");
    let page = framed(&Head { lang, title: &title, here: &address, script, wide: false }, body);
    match id {
        Some(id) => page.shown_by(format!("/v1/reports/{id}/picture?shape=wide&lang={}", lang.tag())),
        None => page,
    }
}

/// The ways on from the report of a log that is not stored: its text goes along.
struct Unsaved<'a> {
    text: &'a str,
    lang: Lang,
}

impl Additions for Unsaved<'_> {
    fn verdict(&self) -> Markup {
        let lang = self.lang;
        html! {
            form method="post" action={ "/open?lang=" (lang.tag()) } {
                (carried(self.text, lang))
                div.acts {
                    button.primary { (lang.pick("保存", "Save it")) }
                    button name="file" value="1" { (lang.pick("存成网页，可逐手回放", "As a page with the replay")) }
                    span.quiet.small { (lang.pick("还没有保存", "Not saved yet")) }
                }
            }
        }
    }
}

/// Renders the report of a pasted log that is not stored.
pub fn looked_at(case: &ReportPage, text: &str, lang: Lang) -> Document {
    let Drawn { title, address, body } = caipan_pages::report(None, &case.drawn, &Unsaved { text, lang }, lang);
    framed(&Head { lang, title: &title, here: &address, script: None, wide: false }, body)
}

/// Renders the page of a sample game, which is not stored.
pub fn sample(name: &str, case: &ReportPage, lang: Lang) -> Document {
    report(None, case, lang).at(format!("/sample/{name}"))
}

/// Renders a report with its rulings as one file, which loads nothing when opened.
pub fn saved_page(saved: &SavedPage, rulings: &Rulings, lang: Lang) -> String {
    caipan_pages::saved_page(saved, &Ruled::of(None, &saved.case.report, rulings, lang), lang)
}
