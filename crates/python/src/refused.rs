//! Refusals as Python exceptions. Their classes are in `caipan/_errors.py`.

use caipan_auditor::Refusal;
use caipan_tiles::text::Text;
use pyo3::prelude::*;

/// A class of exceptions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Class {
    /// An argument is wrong.
    Caipan,
    /// The bytes of a log cannot be read or audited.
    Log,
    /// An argument has a wrong type.
    Type,
}

impl Class {
    const fn name(self) -> &'static str {
        match self {
            Class::Caipan => "CaipanError",
            Class::Log => "LogError",
            Class::Type => "ArgumentTypeError",
        }
    }

    /// Returns the exception with the position and both sentences of the refusal.
    pub(crate) fn value(self, py: Python<'_>, refusal: Refusal) -> PyResult<Bound<'_, PyAny>> {
        let Refusal { code, pointer, line, column, text: Text { zh, en }, grounds } = refusal;
        let class = py.import("caipan._errors")?.getattr(self.name())?;
        let grounds = grounds.as_deref().and_then(|grounds| serde_json::to_string(grounds).ok());
        class.call1((code, pointer, line, column, zh.as_ref(), en.as_ref(), grounds))
    }

    /// Returns the exception, ready to raise.
    pub(crate) fn raised(self, py: Python<'_>, refusal: Refusal) -> PyErr {
        self.value(py, refusal).map_or_else(|error| error, PyErr::from_value)
    }

    /// Returns the exception of a sentence without a position.
    pub(crate) fn said(self, py: Python<'_>, text: Text) -> PyErr {
        self.raised(py, Refusal::of_text(text))
    }
}
