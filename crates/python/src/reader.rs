//! Reads logs under the caller's settings, and audits, converts, joins or replays them.

use crate::given::Given;
use crate::handbook::json;
use crate::refused::Class;
use crate::report::Report;
use crate::settings::{Adapter, Houses};
use crate::steps::Match;
use caipan_adapter::shelf;
use caipan_auditor::views::{Joined, Leaks, Named, Sent, join, numbered, refused, whole_and_sent};
use caipan_auditor::{Audited, InputFormat, MatchInPlay, Override, Refusal, format, read_all, read_each, translated};
use caipan_log::{GameLog, Limits, Line, lines, to_text, write};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::de::IgnoredAny;
use std::sync::Arc;

/// A way to read logs: the format, and rules that replace the declared ones.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct Reader {
    format: Format,
    over: Override,
}

enum Format {
    Known(InputFormat<'static>),
    Adapter(Py<Adapter>),
}

type Read<T> = Result<T, Box<Refusal>>;

#[pymethods]
impl Reader {
    /// `form` names a format or a shared adapter; `adapter` is one of the caller.
    #[new]
    #[pyo3(signature = (form=None, adapter=None, houses=None, rules=None, options=Vec::new()))]
    fn new(
        py: Python<'_>,
        form: Option<&str>,
        adapter: Option<Py<Adapter>>,
        houses: Option<&Bound<'_, Houses>>,
        rules: Option<String>,
        options: Vec<(String, String)>,
    ) -> PyResult<Reader> {
        let format = match (form, adapter) {
            (_, Some(adapter)) => Format::Adapter(adapter),
            (Some(name), None) => Format::Known(format(name).map_err(|text| Class::Caipan.said(py, text))?),
            (None, None) => Format::Known(InputFormat::Content),
        };
        let houses = houses.map(|houses| houses.get().houses.clone()).unwrap_or_default();
        let over = Override { rules, options, houses, ..Override::default() };
        over.check().map_err(|text| Class::Caipan.said(py, text))?;
        Ok(Reader { format, over })
    }

    /// Audits the one log in these bytes.
    fn audit(&self, py: Python<'_>, log: &Bound<'_, PyAny>) -> PyResult<Report> {
        let log = Given::of(log)?;
        py.detach(|| only(self.each(log.bytes(), 1)).and_then(|one| one)).map_err(|error| Class::Log.raised(py, *error))
    }

    /// Audits every log in these bytes. An item is a report, or the exception of a log that cannot be read.
    fn audit_all<'py>(&self, py: Python<'py>, file: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let file = Given::of(file)?;
        let audited: Vec<Read<Report>> = py.detach(|| self.all(file.bytes()));
        let item = |one: Read<Report>| match one {
            Ok(report) => Ok(Bound::new(py, report)?.into_any()),
            Err(refusal) => Class::Log.value(py, *refusal),
        };
        audited.into_iter().map(item).collect()
    }

    /// Translates every log in these bytes to `paipu/1`, or to the text notation.
    fn convert<'py>(
        &self,
        py: Python<'py>,
        file: &Bound<'py, PyAny>,
        as_text: bool,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let file = Given::of(file)?;
        let written = py.detach(|| {
            let logs = translated(file.bytes(), self.format(), &Limits::default())?;
            let written = logs.iter().map(|read| if as_text { to_text(&read.log) } else { write(&read.log) });
            Ok(written.collect::<Vec<String>>())
        });
        let written = written.map_err(|refusal: Box<Refusal>| Class::Log.raised(py, *refusal))?;
        Ok(written.iter().map(|text| PyBytes::new(py, text.trim_end().as_bytes())).collect())
    }

    /// Reads the one log in these bytes for its replay.
    fn read(&self, py: Python<'_>, log: &Bound<'_, PyAny>) -> PyResult<Match> {
        let log = Given::of(log)?;
        let read = py.detach(|| {
            only(read_all(log.bytes(), self.format(), &self.over, &Limits::default()))
                .map(|read| Match { log: Arc::new(read.log) })
        });
        read.map_err(|error| Class::Log.raised(py, *error))
    }

    /// Joins the records of one match. Returns the joined log, if they do not contradict each other, and the differences
    /// as JSON. An empty name stands for the number of the record.
    fn join<'py>(
        &self,
        py: Python<'py>,
        records: Vec<(String, Bound<'py, PyAny>)>,
    ) -> PyResult<(Option<Bound<'py, PyBytes>>, Bound<'py, PyBytes>)> {
        let given = |(name, log): (String, Bound<'_, PyAny>)| Ok((name, Given::of(&log)?));
        let records = records.into_iter().map(given).collect::<PyResult<Vec<_>>>()?;
        let joined = py.detach(|| {
            let named = |(index, (name, log)): (usize, &(String, Given))| {
                let name = if name.is_empty() { numbered(index + 1) } else { bilingual!("{name}", "{name}") };
                self.one(log.bytes(), &name).map(|log| (name, log))
            };
            let records = records.iter().enumerate().map(named).collect::<Read<Vec<(Text, GameLog)>>>()?;
            let records: Vec<Named<'_>> = records.iter().map(|(name, log)| Named { name, log }).collect();
            Ok(Joined::from(join(&records)))
        });
        let Joined { log, differences } = joined.map_err(|error: Box<Refusal>| Class::Log.raised(py, *error))?;
        let log = log.map(|log| PyBytes::new(py, log.get().as_bytes()));
        Ok((log, json(py, &differences)))
    }

    /// Searches a record of a match for what its seat could not see. Returns leaks and differences as JSON.
    fn leaks<'py>(
        &self,
        py: Python<'py>,
        whole: &Bound<'py, PyAny>,
        sent: &Bound<'py, PyAny>,
        seat: Option<u8>,
        live: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let (whole, sent) = (Given::of(whole)?, Given::of(sent)?);
        let when = if live { Sent::Live } else { Sent::Afterwards };
        let found = py.detach(|| {
            let [of, name] = whole_and_sent();
            let (whole, part) = (self.one(whole.bytes(), &of)?, self.one(sent.bytes(), &name)?);
            Ok(Leaks::of(&whole, &part, seat.and_then(Seat::new), when))
        });
        let found = found.map_err(|error: Box<Refusal>| Class::Log.raised(py, *error))?;
        Ok(json(py, &found.map_err(|text| Class::Caipan.said(py, text))?))
    }
}

impl Reader {
    /// Begins a match in play with the one log in these bytes.
    pub(crate) fn in_play(&self, log: &[u8]) -> Read<MatchInPlay> {
        MatchInPlay::begin(log, self.format(), &self.over)
    }

    fn format(&self) -> InputFormat<'_> {
        match &self.format {
            Format::Known(known) => *known,
            Format::Adapter(adapter) => InputFormat::Adapter(&adapter.get().parsed),
        }
    }

    /// Reads the one log in these bytes. Its refusal names it.
    fn one(&self, log: &[u8], name: &Text) -> Read<GameLog> {
        let read = only(read_all(log, self.format(), &self.over, &Limits::default()));
        read.map(|read| read.log).map_err(|refusal| refused(name, refusal))
    }

    /// Audits every log of a file: one per line, or a document.
    fn all(&self, file: &[u8]) -> Vec<Read<Report>> {
        if !self.is_batch(file) {
            return self.each(file, 1).unwrap_or_else(|refusal| vec![Err(refusal)]);
        }
        let line = |line: Line<'_>| self.each(line.bytes, line.number).unwrap_or_else(|refusal| vec![Err(refusal)]);
        lines(file).flat_map(line).collect()
    }

    /// Returns whether a file has one document per line: it has several lines, and the first is a JSON object.
    fn is_batch(&self, file: &[u8]) -> bool {
        let mut lines = lines(file);
        let first = lines.next().map(|line| line.bytes).unwrap_or_default();
        let is_document = || first.starts_with(b"{") && serde_json::from_slice::<IgnoredAny>(first).is_ok();
        !self.format().takes_whole_files() && lines.next().is_some() && !shelf::is_row(first) && is_document()
    }

    /// Audits every log of a document that begins on this line of its file.
    fn each(&self, document: &[u8], first: u64) -> Read<Vec<Read<Report>>> {
        let moved = |mut refusal: Box<Refusal>| {
            refusal.line = refusal.line.map(|line| line.saturating_add(first - 1)).or((first > 1).then_some(first));
            refusal
        };
        let logs = read_each(document, self.format(), &self.over, &Limits::default()).map_err(moved)?;
        let audited = logs.into_iter().map(|read| {
            let read = read.map_err(moved)?.from_line(first);
            let audited = Audited::of(&read, document).map_err(moved)?;
            Ok(Report { audited, log: read.log })
        });
        Ok(audited.collect())
    }
}

/// Returns the only item; a refusal if there are none or several.
fn only<T>(found: Read<Vec<T>>) -> Read<T> {
    let found = found?;
    let count = found.len();
    <[T; 1]>::try_from(found).map(|[one]| one).map_err(|_| {
        Box::new(Refusal {
            code: "several-matches".to_owned(),
            ..Refusal::of_text(bilingual!(
                "这里有 {count} 场对局，而一次只收一场。审核请改用 audit_all；别的用途先用 convert 拆成一场一份。",
                "There are {count} matches here, and one is expected. Use audit_all to audit them, or convert to split them."
            ))
        })
    })
}
