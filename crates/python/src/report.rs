//! A report with the log that it is about.

use crate::commands::lang;
use crate::refused::Class;
use caipan_auditor::{Audited, Refusal, page_refused};
use caipan_engine::report::{Style, text};
use caipan_log::GameLog;
use caipan_pages::{SavedPage, saved_page};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A report.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct Report {
    pub(crate) audited: Audited,
    pub(crate) log: GameLog,
}

#[pymethods]
impl Report {
    /// The report as published JSON, without a line feed.
    #[getter]
    fn json<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.audited.json)
    }

    /// The word of the verdict.
    #[getter]
    fn verdict(&self) -> &'static str {
        self.audited.report.verdict.word()
    }

    /// The report for people, without colours.
    fn text(&self, py: Python<'_>, language: &str, full: bool) -> String {
        let style = Style { lang: lang(language), colour: false, full };
        py.detach(|| text(&self.audited.report, style))
    }

    /// The report as one HTML file with the replay of every hand.
    fn html(&self, py: Python<'_>, language: &str) -> PyResult<String> {
        let page = py.detach(|| {
            let case = SavedPage::of(self.audited.report.clone(), self.log.clone()).map_err(page_refused)?;
            Ok(saved_page(&case, &(), lang(language)))
        });
        page.map_err(|refusal: Box<Refusal>| Class::Log.raised(py, *refusal))
    }
}
