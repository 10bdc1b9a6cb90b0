//! The handbook (手册): renders what the code declares about itself as documents for people and as data for programs.
//!
//! Checks, clauses, options, patterns and presets are declared where they are used. The handbook turns them into one
//! page per check, one sheet per rule system and language, the glossary, answers to `explain`, and views for the API.
//! It writes no file: the test that keeps the pages up to date does.
#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

mod blocks;
mod checks;
mod explain;
mod glossary;
mod guide;
mod known;
mod markdown;
mod options;
mod player_words;
mod refusals;
mod rulings;
mod search;
mod sheet;
mod terms;
mod view;
mod words;
mod worded;

pub use blocks::{BLOCKS, Block, block};
pub use explain::{Entry, Subject, explain};
pub use guide::{GUIDES, Guide, guide, guides_to};
pub use known::known_words;
pub use options::values as option_values;
pub use player_words::{PLAYER_WORDS, PlayerWords};
pub use refusals::{REFUSALS, Refused};
pub use rulings::{RULINGS, Ruling, ruling};
pub use search::{FoundWord, FoundWords, search};
pub use terms::{TERMS, Term};
pub use view::{
    CauseView, CheckView, ClauseView, OptionView, PatternView, PresetView, RulingView, SystemView, WordView,
    check_views, system_views,
};
pub use worded::otherwise_worded;

use caipan_engine::audit;
use caipan_engine::rules::SYSTEMS;
use caipan_tiles::text::Lang;
use std::collections::BTreeMap;

/// A generated document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// The path from the root of the project: `docs/checks/A201.md`.
    pub path: String,
    /// The text in Markdown.
    pub text: String,
}

/// The folders in which every page is generated.
pub const FOLDERS: [&str; 2] = ["docs/checks", "docs/rules"];

/// Renders every generated document. `examples` holds specs in Markdown, keyed by the code of the check that they
/// trigger.
pub fn pages(examples: &BTreeMap<String, String>) -> Vec<Page> {
    let mut pages = vec![Page { path: "docs/checks/README.md".to_owned(), text: checks::index() }];
    pages.extend(audit::checks::all().map(|check| Page {
        path: format!("docs/checks/{}.md", check.code),
        text: checks::page(check, examples.get(check.code).map(String::as_str)),
    }));
    pages.push(Page { path: "docs/rules/README.md".to_owned(), text: sheet::index() });
    pages.push(Page { path: "docs/glossary.md".to_owned(), text: glossary::glossary() });
    for &system in SYSTEMS {
        for (lang, ending) in [(Lang::Zh, "zh"), (Lang::En, "en")] {
            let path = format!("docs/rules/{}.{ending}.md", system.id);
            pages.push(Page { path, text: sheet::sheet(system, lang) });
        }
    }
    pages
}
