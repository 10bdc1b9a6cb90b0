//! Audits one document and renders its results in every output format of the run.

use super::super::bar::Bar;
use super::super::documents::Document;
use super::super::documents::foreign::is_foreign;
use super::super::refused;
use super::super::source::Reader;
use super::codes::Codes;
use super::format::Printer;
use super::outputs::Parts;
use super::sum::Outcome;
use caipan_auditor::{Audited, InputFormat, Override, ReadLog, Refusal, read_each};
use caipan_engine::meter::Meter;
use caipan_engine::report::{Baseline, Origin, Remaining};
use caipan_log::{Limits, Places};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use std::cell::Cell;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time after which a person at a terminal is told that a log takes long.
const TERMINAL_NOTICE: Duration = Duration::from_secs(3);
/// The time after which a file or a program is told.
const NOTICE: Duration = Duration::from_secs(10);

/// The settings of a run: how every log is audited and printed.
pub(super) struct Auditor {
    pub(super) baseline: Option<Baseline>,
    pub(super) codes: Codes,
    pub(super) over: Override,
    pub(super) reader: Reader,
    pub(super) printers: Vec<Printer>,
    pub(super) limits: Limits,
    /// The bar that a message must not tear.
    pub(super) bar: Bar,
}

/// The results of one document.
pub(super) struct Printed {
    pub(super) file: String,
    /// The folder that the user named, if the file was found in one.
    pub(super) folder: Option<Arc<Path>>,
    /// True if the document was found in a folder and nothing in it suggests that it is a log.
    pub(super) is_foreign: bool,
    /// One for each log of the document.
    pub(super) logs: Vec<Shown>,
    /// The message about refused logs, for standard error.
    pub(super) error: Option<String>,
}

/// The result of one log: its outcome, and its output for each printer.
pub(super) struct Shown {
    pub(super) outcome: Outcome,
    pub(super) out: Vec<Parts>,
}

type Result<T, E = Box<Refusal>> = std::result::Result<T, E>;

impl Auditor {
    pub(super) fn one(&self, document: Document, folder: Option<Arc<Path>>) -> Printed {
        let name = document.name();
        let Document { file, line, bytes } = document;
        let origin = Origin { file: Some(&file), line, places: None };
        let first = line.unwrap_or(1);
        let (bytes, audited) = match bytes {
            Ok(bytes) => {
                let audited = self.all(&name, &bytes, first);
                (bytes, audited)
            }
            Err(text) => (Vec::new(), vec![Err(Box::new(Refusal::of_text(text)))]),
        };
        // With a format or an adapter every file is meant to be read by it.
        let is_recognised = matches!(self.reader.from(), InputFormat::Content);
        let is_foreign = is_recognised && folder.is_some() && audited.iter().all(Result::is_err) && is_foreign(&bytes);
        let needs_places = self.printers.iter().any(Printer::needs_places);
        let has_findings = audited.iter().flatten().any(|audited| !audited.report.findings.is_empty());
        // Only an adapter records positions in the platform's own JSON.
        let adapted = audited.iter().flatten().any(|audited| audited.report.log.adapter.is_some());
        let places_of = |bytes| if adapted { Places::of_json(bytes) } else { Places::of(bytes) };
        let places = (needs_places && has_findings).then(|| places_of(&bytes)).flatten();
        let with_places = Origin { places: places.as_ref(), ..origin };
        let mut told = Vec::new();
        let logs = audited
            .into_iter()
            .map(|one| match one {
                Ok(audited) => self.shown(&name, &with_places, audited),
                Err(refusal) => {
                    told.push(self.refusal_message(&name, first, &bytes, &refusal));
                    let out = self.printers.iter().map(|printer| printer.unusable(&name, &origin, &refusal)).collect();
                    Shown { outcome: Outcome::Unusable, out }
                }
            })
            .collect();
        let error = (!told.is_empty()).then(|| told.join("\n"));
        Printed { file, folder, is_foreign, logs, error }
    }

    /// Audits every log of a document.
    fn all(&self, name: &str, bytes: &[u8], first: u64) -> Vec<Result<Audited>> {
        let logs = match read_each(bytes, self.reader.from(), &self.over, &self.limits) {
            Ok(logs) => logs,
            Err(refusal) => return vec![Err(refusal)],
        };
        let digest = sha256(bytes);
        logs.into_iter().map(|read| self.audited(name, &read?.from_line(first), &digest)).collect()
    }

    /// Audits a log, and tells a person who waits that it takes long; a script that reads standard error is told later.
    fn audited(&self, name: &str, read: &ReadLog, digest: &str) -> Result<Audited> {
        let every = if std::io::stderr().is_terminal() { TERMINAL_NOTICE } else { NOTICE };
        let voice = self.printers.first().map(|printer| printer.voice).filter(|voice| !voice.quiet);
        let (began, next) = (Instant::now(), Cell::new(every));
        let tell = |_| {
            let elapsed = began.elapsed();
            if let Some(voice) = voice.filter(|_| elapsed >= next.get()) {
                next.set(elapsed + every);
                let (seconds, hands) = (elapsed.as_secs(), &read.log.hands);
                let events = hands.iter().map(|hand| hand.events.len()).sum::<usize>();
                let said = bilingual!(
                    "{name}：还在审核，已 {seconds} 秒；这份牌谱有 {events} 个动作。按 Ctrl-C 可中止。",
                    "{name}: still auditing after {seconds} s; the log has {events} events. Press Ctrl-C to stop."
                );
                self.bar.say(said.get(voice.lang));
            }
            true
        };
        // This meter stops nothing, so there is a report.
        let report = read.report_within(digest, &Meter::asking(&tell))?;
        report.map_or_else(|| read.report(digest), Ok).map(Audited::from)
    }

    fn shown(&self, name: &str, origin: &Origin<'_>, audited: Audited) -> Shown {
        let Audited { report, json } = audited;
        let remaining = Remaining::of(report, self.baseline.as_ref(), |finding| self.codes.count(&finding.code));
        let out = self.printers.iter().map(|printer| printer.audited(name, origin, &remaining, &json)).collect();
        Shown { outcome: Outcome::of(&remaining, self.baseline.as_ref()), out }
    }

    /// Returns the message about a refused log.
    fn refusal_message(&self, name: &str, first: u64, bytes: &[u8], refusal: &Refusal) -> String {
        // An error in a command-line rule has no place in the log.
        let shown = if refusal.line.is_none() && !self.over.is_none() { &[] } else { bytes };
        let voice = self.printers.first().map(|printer| printer.voice);
        voice.map_or_else(String::new, |voice| {
            refused::refusal_message(name, first, shown, refusal, voice, voice.stderr())
        })
    }
}
