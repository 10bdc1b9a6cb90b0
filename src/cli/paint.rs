//! Colours, where there is a terminal to show them and nobody has asked for none.

use std::io::IsTerminal;

/// Paints or does not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint(bool);

impl Paint {
    /// For standard output; `NO_COLOR` with any value but the empty one turns it off.
    pub(super) fn for_stdout() -> Paint {
        Paint(std::io::stdout().is_terminal() && is_wanted())
    }

    /// For standard error.
    pub(super) fn for_stderr() -> Paint {
        Paint(std::io::stderr().is_terminal() && is_wanted())
    }

    /// Whether there is colour.
    pub(super) const fn is_on(self) -> bool {
        self.0
    }

    pub(super) fn yellow(self, text: &str) -> String {
        self.sgr("33", text)
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

fn is_wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
