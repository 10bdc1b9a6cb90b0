//! The progress bar.

use super::paint::Voice;
use caipan_tiles::text::Lang;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// A progress bar, shared by its clones; invisible without a terminal or in quiet mode.
#[derive(Clone)]
pub(super) struct Bar {
    shown: Option<ProgressBar>,
    shares_terminal: bool,
    lang: Lang,
    /// The number of matches in all, if it is known before.
    matches: Option<u64>,
}

impl Bar {
    /// Creates a bar for matches in files of `size` bytes, if known. `text` is true if text for people goes to standard
    /// output.
    pub(super) fn of_files(size: Option<u64>, text: bool, voice: Voice) -> Bar {
        Bar::new(size, None, text, voice)
    }

    /// Creates a bar for this number of matches.
    pub(super) fn of_matches(matches: u64, text: bool, voice: Voice) -> Bar {
        Bar::new(Some(matches), Some(matches), text, voice)
    }

    fn new(size: Option<u64>, matches: Option<u64>, text: bool, voice: Voice) -> Bar {
        let lang = voice.lang;
        if !voice.shows_progress() {
            return Bar { shown: None, shares_terminal: false, lang, matches };
        }
        let (bar, template) = match size {
            Some(size) => (ProgressBar::new(size), "{bar:40} {percent:>3}% {msg} {elapsed} (eta {eta})"),
            None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let shares_terminal = text && std::io::stdout().is_terminal();
        Bar { shown: Some(bar.with_style(style)), shares_terminal, lang, matches }
    }

    /// Shows that as many bytes or matches as `position`, and `done` matches, are done.
    pub(super) fn at(&self, position: u64, done: u64) {
        if let Some(bar) = &self.shown {
            bar.set_position(position);
            bar.set_message(counted(done, self.matches, self.lang));
        }
    }

    /// Shows how many matches were searched for the next one.
    pub(super) fn searched(&self, done: u64, tried: u64) {
        if let Some(bar) = &self.shown {
            let (found, tried) = (counted(done, self.matches, self.lang), HumanCount(tried));
            bar.set_message(match self.lang {
                Lang::Zh => format!("{found}，试了 {tried} 场"),
                Lang::En => format!("{found}, {tried} tried"),
            });
        }
    }

    pub(super) fn say(&self, line: &str) {
        match &self.shown {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    pub(super) fn hide_while<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.shown {
            Some(bar) if self.shares_terminal => bar.suspend(print),
            _ => print(),
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

/// Says how many matches are done: `33 of 3,000 matches`.
fn counted(done: u64, of: Option<u64>, lang: Lang) -> String {
    let word = if of.unwrap_or(done) == 1 { "match" } else { "matches" };
    match (lang, of) {
        (Lang::Zh, Some(of)) => format!("{} / {} 场", HumanCount(done), HumanCount(of)),
        (Lang::En, Some(of)) => format!("{} of {} {word}", HumanCount(done), HumanCount(of)),
        (Lang::Zh, None) => format!("{} 场", HumanCount(done)),
        (Lang::En, None) => format!("{} {word}", HumanCount(done)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_counted() {
        assert_eq!(counted(33, Some(3000), Lang::En), "33 of 3,000 matches");
        assert_eq!(counted(33, Some(1_234_567), Lang::Zh), "33 / 1,234,567 场");
        assert_eq!(counted(1, None, Lang::En), "1 match");
        assert_eq!(counted(100, None, Lang::Zh), "100 场");
    }
}
