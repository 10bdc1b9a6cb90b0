//! The progress bar.

use super::paint::Voice;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;

/// A progress bar, shared by its clones; invisible without a terminal or in quiet mode.
#[derive(Clone)]
pub(super) struct Bar {
    bar: Option<ProgressBar>,
    shares_terminal: bool,
}

impl Bar {
    /// Creates a bar for `size` bytes or games, if known. `text` is true if text for people goes to standard output.
    pub(super) fn new(size: Option<u64>, text: bool, voice: Voice) -> Bar {
        if !voice.shows_progress() {
            return Bar { bar: None, shares_terminal: false };
        }
        let (bar, template) = match size {
            Some(size) => (ProgressBar::new(size), "{bar:40} {percent:>3}% {msg} {elapsed} (eta {eta})"),
            None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Bar { bar: Some(bar.with_style(style)), shares_terminal: text && std::io::stdout().is_terminal() }
    }

    pub(super) fn at(&self, position: u64, done: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(position);
            bar.set_message(done.to_string());
        }
    }

    pub(super) fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    pub(super) fn hide_while<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.shares_terminal => bar.suspend(print),
            _ => print(),
        }
    }

    pub(super) fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
