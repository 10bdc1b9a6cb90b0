//! The report and the replay as HTML, drawn from a log and its report alone: the pages of the service, the file of
//! `caipan page` and the page that audits in a browser.
//!
//! Data comes first (`report_page`, `moment`, `hand_steps`), then what draws it. What a service adds to a report is an
//! [`Additions`].
#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

pub mod assets;
pub mod four;
pub mod fragments;
pub mod money;
pub mod tiles;
pub mod words;

mod board;
mod chip;
mod error;
mod event_text;
mod hand_steps;
mod moment;
mod points;
mod report;
mod report_page;
mod saved_page;
mod step;
mod table_findings;
mod tables;

pub use error::PageError;
pub use hand_steps::{HandSteps, StepChange, hand_steps};
pub use moment::{Moment, moment};
pub use points::Points;
pub use report::{Additions, flows_as_declared, flows_of_hand, flows_of_match, laid, reading, report};
pub use report_page::{Move, ReportPage, StepPage};
pub use saved_page::{Parts, SavedHand, SavedPage, drawings, saved_page};
pub use step::{Look, step};
pub use table_findings::{TableFinding, TileMark, moment_of};
pub use tables::Tables;

use maud::Markup;

/// The parts of a page, without its frame.
pub struct Drawn {
    /// The title.
    pub title: String,
    /// The address without the language.
    pub address: String,
    /// The content.
    pub body: Markup,
}
