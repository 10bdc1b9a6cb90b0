//! A match that is played while it is audited.

use crate::given::Given;
use crate::reader::Reader;
use crate::refused::Class;
use crate::report::Report;
use caipan_auditor::{MatchInPlay, Refusal};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A match in play. Threads take turns.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct InPlay {
    game: Mutex<MatchInPlay>,
}

type Answered<'py> = PyResult<Bound<'py, PyBytes>>;

/// A call of a match that takes a part of its log.
type Call = fn(&mut MatchInPlay, &[u8]) -> Result<Vec<u8>, Box<Refusal>>;

#[pymethods]
impl InPlay {
    /// Begins with a log, which `reader` reads.
    #[new]
    fn new(py: Python<'_>, reader: &Bound<'_, Reader>, log: &Bound<'_, PyAny>) -> PyResult<InPlay> {
        let log = Given::of(log)?;
        let reader = reader.get();
        let game = py.detach(|| reader.in_play(log.bytes()));
        Ok(InPlay { game: Mutex::new(game.map_err(|refusal| Class::Log.raised(py, *refusal))?) })
    }

    /// The answer to the last event, as JSON.
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &py.detach(|| self.game().answer()))
    }

    /// Plays an event of the last hand.
    fn play<'py>(&self, py: Python<'py>, event: &Bound<'py, PyAny>) -> Answered<'py> {
        self.answered(py, event, MatchInPlay::play)
    }

    /// Ends the last hand with its result.
    fn settle<'py>(&self, py: Python<'py>, result: &Bound<'py, PyAny>) -> Answered<'py> {
        self.answered(py, result, MatchInPlay::settle)
    }

    /// Begins the next hand.
    fn deal<'py>(&self, py: Python<'py>, hand: &Bound<'py, PyAny>) -> Answered<'py> {
        self.answered(py, hand, MatchInPlay::deal)
    }

    /// The log so far in `paipu/1`.
    #[getter]
    fn log<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, py.detach(|| self.game().log()).as_bytes())
    }

    /// Audits the log so far.
    fn report(&self, py: Python<'_>) -> PyResult<Report> {
        let made = py.detach(|| self.game().report());
        made.map(|(audited, log)| Report { audited, log }).map_err(|refusal| Class::Log.raised(py, *refusal))
    }
}

impl InPlay {
    fn game(&self) -> MutexGuard<'_, MatchInPlay> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answered<'py>(&self, py: Python<'py>, part: &Bound<'py, PyAny>, take: Call) -> Answered<'py> {
        let part = Given::of(part)?;
        let answer = py.detach(|| take(&mut self.game(), part.bytes()));
        answer.map(|answer| PyBytes::new(py, &answer)).map_err(|refusal| Class::Log.raised(py, *refusal))
    }
}
