//! How a run speaks: its language, how much it says, and colours, where there is a terminal to show them and nobody has
//! asked for none.

use caipan_tiles::text::Lang;
use clap::ValueEnum;
use std::io::IsTerminal;

/// How this run speaks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voice {
    /// In which language.
    pub(super) lang: Lang,
    /// Only what is wrong: no progress, no summary, nothing of what is clean.
    pub(super) quiet: bool,
    /// When in colour.
    pub(super) colour: Colour,
}

/// When there is colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set or the terminal is a dumb one.
    #[default]
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

impl Voice {
    /// For standard output.
    pub(super) fn stdout(self) -> Paint {
        Paint(self.colour.is_wanted(std::io::stdout().is_terminal()))
    }

    /// For standard error.
    pub(super) fn stderr(self) -> Paint {
        Paint(self.colour.is_wanted(std::io::stderr().is_terminal()))
    }

    /// Whether progress is shown: on a terminal, to whoever wants to hear of it.
    pub(super) fn shows_progress(self) -> bool {
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

/// Paints or does not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint(bool);

impl Paint {
    /// Whether there is colour.
    pub(super) const fn is_on(self) -> bool {
        self.0
    }

    pub(super) fn yellow(self, text: &str) -> String {
        self.sgr("33", text)
    }

    pub(super) fn red(self, text: &str) -> String {
        self.sgr("31", text)
    }

    pub(super) fn green(self, text: &str) -> String {
        self.sgr("32", text)
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.sgr("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.sgr("2", text)
    }

    fn sgr(self, code: &str, text: &str) -> String {
        if self.0 { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
