//! The table of every step of a match.

use crate::refused::Class;
use caipan_auditor::Refusal;
use caipan_engine::report::{StepView, event_in_words};
use caipan_log::{GameLog, People};
use caipan_pages::Tables;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use std::sync::Arc;

/// A match that was read.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct Match {
    pub(crate) log: Arc<GameLog>,
}

/// A step of a hand.
#[derive(Serialize)]
struct Step<'a> {
    /// The hand, from 0.
    hand: usize,
    /// The number of events played; 0 is the deal.
    #[serde(rename = "step")]
    number: usize,
    /// The type of the event, as in the log; absent at the deal.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
    /// The seat that acts, from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<Seat>,
    /// The event in words; absent at the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<Text>,
    /// The table after the event.
    table: &'a StepView,
}

#[pymethods]
impl Match {
    /// The number of hands.
    #[getter]
    fn hands(&self) -> usize {
        self.log.hands.len()
    }

    /// The steps of a hand, each as JSON; none for a hand that the log lacks or that has no tiles to replay.
    fn steps<'py>(&self, py: Python<'py>, hand: usize) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let steps = py.detach(|| {
            let match_tables = Tables::unreported(&self.log)?;
            let tables = match_tables.steps(hand, |_| true).unwrap_or_default();
            let (people, played) = (People::of(&self.log), self.log.hands.get(hand));
            let written = tables.iter().enumerate().map(|(number, table)| {
                let event = number.checked_sub(1).and_then(|at| played?.events.get(at));
                let kind = event.map(|event| event.action.name());
                let seat = event.and_then(|event| event.action.seat());
                let event = event.map(|event| event_in_words(event, &people));
                // Strings and integers always serialise.
                serde_json::to_vec(&Step { hand, number, kind, seat, event, table }).unwrap_or_default()
            });
            Ok(written.collect::<Vec<Vec<u8>>>())
        });
        let steps = steps.map_err(|error| Class::Log.raised(py, Refusal::of_rules(error)))?;
        Ok(steps.iter().map(|step| PyBytes::new(py, step)).collect())
    }
}
