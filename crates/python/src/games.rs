//! Generated matches, one at a time.

use crate::refused::Class;
use caipan_cli::generate::{self, Wanted};
use caipan_lab::generate::population::Unfair;
use caipan_log::write;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::{Mutex, PoisonError};

/// Iterator over generated matches.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct Games {
    games: Mutex<generate::Games>,
}

/// A match, and its labels as JSON, one a line.
type Game<'py> = (Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>);

#[pymethods]
impl Games {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is a flag of `caipan generate`")]
    fn new(
        py: Python<'_>,
        rules: String,
        set: Vec<(String, String)>,
        seed: u64,
        games: u64,
        players: Option<String>,
        hands: Option<u8>,
        thin: bool,
        fault: Option<String>,
        population: Option<u16>,
        unfair: Option<&str>,
    ) -> PyResult<Games> {
        let unfair = unfair.map(Unfair::read).transpose().map_err(|text| Class::Caipan.said(py, text))?;
        let wanted = Wanted { rules, set, seed, games, players, hands, thin, fault, population, unfair };
        let games = py.detach(|| wanted.games()).map_err(|text| Class::Caipan.said(py, text))?;
        Ok(Games { games: Mutex::new(games) })
    }

    /// The next match, or `None` after the last.
    fn draw<'py>(&self, py: Python<'py>) -> PyResult<Option<Game<'py>>> {
        let next = py.detach(|| {
            let game = self.games.lock().unwrap_or_else(PoisonError::into_inner).next()?;
            Some(game.map(|(log, label)| (write(&log), Some(label).filter(|label| !label.is_empty()))))
        });
        let game = next.transpose().map_err(|text| Class::Caipan.said(py, text))?;
        let bytes = |text: String| PyBytes::new(py, text.trim_end().as_bytes());
        Ok(game.map(|(log, label)| (bytes(log), label.map(bytes))))
    }
}
