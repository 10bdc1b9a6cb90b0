//! The page of a report with the rulings of referees. The report is left to `caipan_pages`.

mod record;
mod rulings;

pub(super) use record::preview;
pub(super) use rulings::{agreed, decided, signature};

use super::frame::{Document, Head, framed};
use super::refused::{KEPT, carried};
use crate::app::{ReportPage, Rulings};
use caipan_pages::{Additions, Drawn, Parts, SavedPage};
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
        let (text, lang) = (self.text, self.lang);
        if text.len() > KEPT {
            return html! { p.quiet.small { (lang.pick("还没有保存。牌谱太长，这一页带不动：要保存请回上一页，点“审这一场”。", "Not saved. The log is too long to go along with this page: to save it, go back and choose “Check and save”.")) } };
        }
        html! {
            form method="post" action={ "/open?lang=" (lang.tag()) } {
                (carried(text, lang))
                div.acts {
                    button.primary { (lang.pick("保存", "Save it")) }
                    button name="file" value="1" { (lang.pick("下载成网页", "Download as a page")) }
                    span.quiet.small { (lang.pick("还没有保存；保存后才能裁定", "Not saved yet; only a saved game can be decided")) }
                }
            }
        }
    }
}

/// The note on the report of a log that an adapter was tried on.
struct Tried(Lang);

impl Additions for Tried {
    fn verdict(&self) -> Markup {
        html! { p.quiet.small { (self.0.pick("这是用适配器试读的，没有保存。要改适配器，请回上一页。", "Read by the adapter as a trial; nothing is saved. Go back to change the adapter.")) } }
    }
}

/// Renders the report of a log that is not stored, with the replay of its hands.
pub fn looked_at(saved: &SavedPage, text: &str, lang: Lang) -> Document {
    replayed(saved, &Unsaved { text, lang }, "/", lang)
}

/// Renders the report of a log that an adapter was tried on.
pub fn tried(saved: &SavedPage, lang: Lang) -> Document {
    replayed(saved, &Tried(lang), "/adapters", lang)
}

fn replayed(saved: &SavedPage, beside: &dyn Additions, here: &str, lang: Lang) -> Document {
    let Parts { title, report, hands } = Parts::linked(saved, beside, lang);
    framed(&Head { lang, title: &title, here, script: Some("saved.js"), wide: false }, report).replaying(&hands)
}

/// Renders the page of a sample game, which is not stored.
pub fn sample(name: &str, saved: &SavedPage, text: &str, lang: Lang) -> Document {
    looked_at(saved, text, lang).at(format!("/sample/{name}"))
}

/// Renders a report with its rulings as one file, which loads nothing when opened.
pub fn saved_page(saved: &SavedPage, rulings: &Rulings, lang: Lang) -> String {
    caipan_pages::saved_page(saved, &Ruled::of(None, &saved.case.report, rulings, lang), lang)
}
