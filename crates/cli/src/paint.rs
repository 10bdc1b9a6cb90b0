//! The output style of a run: language, verbosity, and colours if the terminal supports them and the user allows them.

use caipan_tiles::text::Lang;
use clap::ValueEnum;
use std::io::IsTerminal;

/// The output style of this run.
#[derive(Clone, Copy, Debug)]
pub struct Voice {
    /// The language.
    pub lang: Lang,
    /// True to omit progress, summaries and clean logs.
    pub quiet: bool,
    /// The colour setting.
    pub colour: Colour,
}

/// The colour setting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Colour {
    /// On a terminal, unless `NO_COLOR` is set or the terminal is dumb.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Voice {
    /// Returns the paint for standard output.
    pub fn stdout(self) -> Paint {
        Paint(self.colour.is_wanted(std::io::stdout().is_terminal()))
    }

    /// Returns the paint for standard error.
    pub fn stderr(self) -> Paint {
        Paint(self.colour.is_wanted(std::io::stderr().is_terminal()))
    }

    /// Returns whether progress is shown: on a terminal, unless quiet.
    pub fn shows_progress(self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }
}

impl Colour {
    fn is_wanted(self, terminal: bool) -> bool {
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        match self {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|term| term != "dumb"),
        }
    }
}

/// Applies colours if they are enabled.
#[derive(Clone, Copy, Debug)]
pub struct Paint(bool);

impl Paint {
    /// Returns whether colours are enabled.
    pub const fn is_on(self) -> bool {
        self.0
    }

    /// Returns the text in yellow.
    pub fn yellow(self, text: &str) -> String {
        self.sgr("33", text)
    }

    /// Returns the text in red.
    pub fn red(self, text: &str) -> String {
        self.sgr("31", text)
    }

    /// Returns the text in green.
    pub fn green(self, text: &str) -> String {
        self.sgr("32", text)
    }

    /// Returns the text in bold.
    pub fn bold(self, text: &str) -> String {
        self.sgr("1", text)
    }

    /// Returns the text in a dim colour.
    pub fn dim(self, text: &str) -> String {
        self.sgr("2", text)
    }

    fn sgr(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
