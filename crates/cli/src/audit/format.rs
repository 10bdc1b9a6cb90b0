//! The output formats of an audit. JUnit and SARIF are one document over all logs, written in parts.

use super::super::paint::{Colour, Voice};
use super::github;
use super::outputs::Parts;
use caipan_auditor::Refusal;
use caipan_engine::audit::Verdict;
use caipan_engine::report::{self, Origin, Remaining, Style, junit, sarif, to_json};
use caipan_log::shown;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Format {
    /// For people · 供阅读
    Text,
    /// One report per line; with --baseline without the known findings · 每行一份报告；用 --baseline 时不含已知问题
    Json,
    /// One complete report per line: the baseline of the next run · 每行一份完整报告，供下次作基线
    Baseline,
    /// Test view of CI systems · CI 的测试视图
    Junit,
    /// Code-scanning view of CI systems and editors · CI 与编辑器的代码扫描视图
    Sarif,
    /// Annotations of GitHub Actions · GitHub Actions 的注解
    Github,
}

/// One output format with its style.
#[derive(Clone, Copy)]
pub(super) struct Printer {
    pub(super) format: Format,
    pub(super) full: bool,
    /// True to print no logs, only the closing lines.
    pub(super) mute: bool,
    pub(super) voice: Voice,
}

impl Printer {
    /// Returns the printer of a file beside this output: complete and without colours.
    pub(super) fn to_file(self, format: Format) -> Printer {
        let voice = Voice { colour: Colour::Never, quiet: false, ..self.voice };
        Printer { format, full: self.full, mute: false, voice }
    }

    /// Returns the output before the first log.
    pub(super) fn head(&self) -> String {
        match self.format {
            Format::Junit => junit::head().to_owned(),
            Format::Sarif => sarif::head(self.voice.lang),
            Format::Text | Format::Json | Format::Baseline | Format::Github => String::new(),
        }
    }

    /// Returns the output after the last log. `unusable` is the number of inputs that are not logs.
    pub(super) fn tail(&self, unusable: u64) -> String {
        match self.format {
            Format::Junit => junit::tail().to_owned(),
            Format::Sarif => sarif::tail(unusable),
            Format::Text | Format::Json | Format::Baseline | Format::Github => String::new(),
        }
    }

    /// Returns the output before a part that follows this number of parts and of inputs that are not logs.
    pub(super) fn before(&self, parts: u64, unusable: u64) -> String {
        match (self.format, parts) {
            (Format::Sarif, 1..) if parts.is_multiple_of(sarif::RUN_RESULTS) => {
                sarif::next_run(parts / sarif::RUN_RESULTS + 1, unusable, self.voice.lang)
            }
            (Format::Sarif, 1..) => ",\n".to_owned(),
            _ => String::new(),
        }
    }

    /// Returns whether the output shows lines of the input, which requires a second read of the log.
    pub(super) const fn needs_places(&self) -> bool {
        matches!(self.format, Format::Sarif | Format::Github)
    }

    /// Renders the result of one log; nothing if there is nothing to print.
    pub(super) fn audited(&self, name: &str, origin: &Origin<'_>, remaining: &Remaining, json: &[u8]) -> Parts {
        let line = |json: &[u8]| vec![[json, b"\n"].concat()];
        match self.format {
            Format::Baseline => line(json),
            Format::Json if remaining.rest().baseline.is_none() => line(json),
            Format::Json => line(&to_json(remaining.compared())),
            Format::Junit => vec![junit::suite_of(remaining, origin).into_bytes()],
            Format::Sarif => {
                sarif::results_of(remaining, origin, self.voice.lang).into_iter().map(String::into_bytes).collect()
            }
            Format::Github => vec![github::annotations(remaining.rest(), origin, self.voice.lang).into_bytes()],
            Format::Text if self.mute => Vec::new(),
            Format::Text => vec![self.text(name, remaining).into_bytes()],
        }
    }

    fn text(&self, name: &str, remaining: &Remaining) -> String {
        let (paint, report) = (self.voice.stdout(), remaining.rest());
        // Quiet mode prints only logs with findings.
        if self.voice.quiet && report.verdict == Verdict::Clean {
            return String::new();
        }
        let name = paint.bold(name);
        if remaining.is_left_out() {
            let said = left_out(remaining);
            return format!("{name}: {}  {}\n", shown(&report.log.id), paint.dim(said.get(self.voice.lang)));
        }
        let style = Style { lang: self.voice.lang, colour: paint.is_on(), full: self.full };
        let text = report::text(report, style);
        // A clean log takes one line unless --full is given.
        let short = report.verdict == Verdict::Clean && !self.full;
        let text = if short { text.lines().next().unwrap_or_default() } else { &text };
        if remaining.ignored() == 0 {
            return format!("{name}: {text}\n");
        }
        let said = ignored(remaining);
        format!("{name}: {text}  {}\n\n", paint.dim(said.get(self.voice.lang)))
    }

    /// Renders an unusable input; nothing if only standard error reports it.
    pub(super) fn unusable(&self, name: &str, origin: &Origin<'_>, refusal: &Refusal) -> Parts {
        let text = &refusal.text;
        let rendered = match self.format {
            Format::Text => return Vec::new(),
            Format::Json | Format::Baseline => {
                let error =
                    serde_json::json!({ "code": refusal.code, "place": refusal.place(), "zh": text.zh, "en": text.en });
                let line = serde_json::json!({ "source": name, "error": error });
                format!("{line}\n")
            }
            Format::Junit => junit::unreadable(origin, &refusal.code, &refusal.place(), text),
            Format::Sarif => {
                let place = refusal.line.map(|line| (line, refusal.column));
                sarif::unreadable(origin, &refusal.code, place, text, self.voice.lang)
            }
            Format::Github => github::unreadable(origin, refusal, self.voice.lang),
        };
        vec![rendered.into_bytes()]
    }

    /// Returns the closing lines: the table if one was asked for, then the summary.
    pub(super) fn closing(&self, table: Option<&str>, said: &Text) -> String {
        let table = table.unwrap_or_default();
        if self.voice.quiet {
            return table.to_owned();
        }
        let said = said.get(self.voice.lang);
        let said = if self.format == Format::Text { self.voice.stdout().bold(said) } else { said.to_owned() };
        format!("{table}{said}\n")
    }
}

/// Returns the sentence about a log whose findings are all known or ignored.
fn left_out(remaining: &Remaining) -> Text {
    let known = remaining.known();
    match (known, remaining.ignored()) {
        (_, 0) => {
            let noun = if known == 1 { "finding" } else { "findings" };
            bilingual!("已知问题 {known} 项，没有新问题", "{known} known {noun}, nothing new")
        }
        (0, _) => ignored(remaining),
        _ => {
            let Text { zh, en } = ignored(remaining);
            bilingual!("已知问题 {known} 项，{zh}", "{known} known, {en}")
        }
    }
}

/// Returns the phrase about the ignored findings of a log.
fn ignored(remaining: &Remaining) -> Text {
    let count = remaining.ignored();
    let noun = if count == 1 { "finding" } else { "findings" };
    bilingual!("忽略 {count} 项问题", "{count} {noun} ignored")
}
