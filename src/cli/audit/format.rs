//! The output formats of an audit. JUnit and SARIF are one document over all logs, written in parts.

use super::super::paint::Voice;
use crate::app::engine::{Audited, Refusal};
use caipan_engine::audit::Verdict;
use caipan_engine::report::{self, Origin, Style, junit, sarif};
use caipan_tiles::text::Text;
use std::io::{self, Write};

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    Text,
    Json,
    Junit,
    Sarif,
}

pub(super) struct Printer {
    pub(super) format: Format,
    pub(super) full: bool,
    pub(super) voice: Voice,
}

impl Printer {
    /// Returns the output before the first log.
    pub(super) fn head(&self) -> String {
        match self.format {
            Format::Text | Format::Json => String::new(),
            Format::Junit => junit::head().to_owned(),
            Format::Sarif => sarif::head(self.voice.lang),
        }
    }

    /// Returns the output after the last log.
    pub(super) fn tail(&self, unusable: u64) -> String {
        match self.format {
            Format::Text | Format::Json => String::new(),
            Format::Junit => junit::tail().to_owned(),
            Format::Sarif => sarif::tail(unusable),
        }
    }

    /// Writes the output of one log. `parts` counts the parts written, because SARIF separates them with commas.
    pub(super) fn part(&self, out: &mut impl Write, part: &[u8], parts: &mut u64) -> io::Result<()> {
        if self.format == Format::Sarif && *parts > 0 {
            out.write_all(b",\n")?;
        }
        *parts += 1;
        out.write_all(part)
    }

    /// Returns whether the output shows lines of the input, which requires a second read of the log.
    pub(super) fn needs_places<'a>(&self, mut audited: impl Iterator<Item = &'a Audited>) -> bool {
        self.format == Format::Sarif && audited.any(|audited| !audited.report.findings.is_empty())
    }

    /// Renders the result of one log; empty if there is nothing to print.
    pub(super) fn audited(&self, name: &str, origin: &Origin<'_>, audited: &Audited) -> Vec<u8> {
        let report = &audited.report;
        match self.format {
            Format::Json => [audited.json.as_slice(), b"\n"].concat(),
            Format::Junit => junit::suite(report, origin).into_bytes(),
            Format::Sarif => sarif::results(report, origin, self.voice.lang).into_bytes(),
            Format::Text => {
                let paint = self.voice.stdout();
                // Quiet mode prints no clean logs.
                if self.voice.quiet && report.verdict == Verdict::Clean {
                    return Vec::new();
                }
                let style = Style { lang: self.voice.lang, colour: paint.is_on(), full: self.full };
                let text = report::text(report, style);
                // A clean log takes one line unless --full is given.
                let short = report.verdict == Verdict::Clean && !self.full;
                let text = if short { text.lines().next().unwrap_or_default() } else { &text };
                format!("{}: {text}\n", paint.bold(name)).into_bytes()
            }
        }
    }

    /// Renders an unusable input; empty if only standard error reports it.
    pub(super) fn unusable(&self, name: &str, origin: &Origin<'_>, refusal: &Refusal) -> Vec<u8> {
        let text = &refusal.text;
        match self.format {
            Format::Text => Vec::new(),
            Format::Json => {
                let error =
                    serde_json::json!({ "code": refusal.code, "place": refusal.place(), "zh": text.zh, "en": text.en });
                let line = serde_json::json!({ "source": name, "error": error });
                format!("{line}\n").into_bytes()
            }
            Format::Junit => junit::unreadable(origin, &refusal.code, &refusal.place(), text).into_bytes(),
            Format::Sarif => {
                let place = refusal.line.map(|line| (line, refusal.column));
                sarif::unreadable(origin, &refusal.code, place, text, self.voice.lang).into_bytes()
            }
        }
    }

    /// Prints the last sentence: after text on standard output, otherwise on standard error.
    pub(super) fn end(&self, said: &Text) -> io::Result<()> {
        let said = said.get(self.voice.lang);
        match self.format {
            _ if self.voice.quiet => Ok(()),
            Format::Text => writeln!(io::stdout(), "{}", self.voice.stdout().bold(said)),
            Format::Json | Format::Junit | Format::Sarif => writeln!(io::stderr(), "{said}"),
        }
    }
}
