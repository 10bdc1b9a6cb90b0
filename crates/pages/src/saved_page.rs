//! A report for offline use: its data, its parts, and the file that holds them. Style, drawings and the replay of every
//! hand are embedded; links to the service are removed.

use crate::assets::{address, body, replay};
use crate::hand_steps::{HandSteps, hand_steps_among};
use crate::moment::moment_of_table;
use crate::report::{Additions, kept_report};
use crate::report_page::{ReportPage, StepPage};
use crate::step::kept_hand;
use crate::tables::Tables;
use crate::{Drawn, PageError};
use caipan_engine::report::Report;
use caipan_log::GameLog;
use caipan_tiles::text::Lang;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::sync::Arc;

/// The data of a saved report.
pub struct SavedPage {
    /// The report page.
    pub case: ReportPage,
    /// The hands that can be replayed.
    pub hands: Vec<SavedHand>,
}

/// A hand of a saved report.
pub struct SavedHand {
    /// Its page at the deal.
    pub page: StepPage,
    /// Its steps.
    pub steps: HandSteps,
}

impl SavedPage {
    /// Builds the saved page of a report.
    pub fn of(report: Report, log: GameLog) -> Result<SavedPage, PageError> {
        let shared = Arc::new(report.clone());
        let tables = Tables::of(&log, &report)?;
        let saved = |hand| {
            let steps = tables.steps(hand, |_| true).unwrap_or_default();
            let moment = moment_of_table(&tables, hand, 0, steps.first().cloned())?;
            let page = StepPage::at(Arc::clone(&shared), &log, moment);
            Ok(SavedHand { page, steps: hand_steps_among(&tables, &shared, hand, &steps)? })
        };
        let hands = (0..log.hands.len()).map(saved).filter(|hand| !matches!(hand, Err(PageError::NoStep(_))));
        let hands = hands.collect::<Result<Vec<_>, PageError>>()?;
        Ok(SavedPage { hands, case: ReportPage::of(report, log)? })
    }
}

/// The parts of a saved report. Its script expects the report in `main`, the hands anywhere, and an element `replay`.
pub struct Parts {
    /// The title.
    pub title: String,
    /// The report.
    pub report: Markup,
    /// The replay of each hand, with its steps.
    pub hands: Markup,
}

impl Parts {
    /// Draws the parts of a saved report for a file, which cannot link to the service.
    pub fn of(saved: &SavedPage, beside: &dyn Additions, lang: Lang) -> Parts {
        Parts::linked(saved, beside, lang).map(unlinked)
    }

    /// Draws the parts for a page of the service about a log that is not stored.
    pub fn linked(saved: &SavedPage, beside: &dyn Additions, lang: Lang) -> Parts {
        let Drawn { title, body, .. } = kept_report(&saved.case, beside, lang);
        let hands = html! {
            @for hand in &saved.hands { (kept_hand(&hand.page, lang)) (data(hand.steps.hand, &hand.steps)) }
        };
        Parts { title, report: body, hands }
    }

    fn map(self, of: fn(Markup) -> Markup) -> Parts {
        Parts { report: of(self.report), hands: of(self.hands), ..self }
    }
}

/// The page may load nothing; its own scripts and style are inline.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// Renders the stand-alone page of a report. It loads nothing when opened.
pub fn saved_page(saved: &SavedPage, beside: &dyn Additions, lang: Lang) -> String {
    let Parts { title, report, hands } = Parts::of(saved, beside, lang);
    let page = html! {
        (DOCTYPE)
        html lang=(lang.tag()) {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) " · caipan 裁判" }
                style { (PreEscaped(body("style.css"))) }
                link rel="icon" href="data:,";
            }
            body {
                (drawings())
                main { (report) }
                main id="replay" hidden {}
                (hands)
                script type="module" { (PreEscaped(replay())) }
            }
        }
    };
    page.into_string()
}

/// Renders the tiles and icons that a page without addresses refers to.
pub fn drawings() -> Markup {
    html! { div hidden { (PreEscaped(body("tiles.svg"))) } }
}

/// Embeds the steps of a hand. Escaped angle brackets keep a name in the log from ending the element.
fn data(hand: usize, steps: &HandSteps) -> Markup {
    let json = serde_json::to_string(steps).unwrap_or_default().replace('<', "\\u003c");
    html! { script type="application/json" id={ "steps-" (hand) } { (PreEscaped(json)) } }
}

/// Refers to the tiles in the page itself, and removes the links to the service.
fn unlinked(markup: Markup) -> Markup {
    let markup = markup.into_string().replace(&address("tiles.svg"), "");
    let mut parts = markup.split(" href=\"/");
    let mut left = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        left.push_str(part.split_once('"').map_or("", |(_, rest)| rest));
    }
    PreEscaped(left)
}
