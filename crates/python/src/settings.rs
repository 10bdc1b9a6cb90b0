//! Adapters and house rules, parsed once and used for many logs.

use crate::given::Given;
use crate::refused::Class;
use caipan_adapter as adapter;
use caipan_auditor::Refusal;
use caipan_log as log;
use pyo3::prelude::*;

/// House presets that a log may name.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct Houses {
    pub(crate) houses: log::Houses,
}

#[pymethods]
impl Houses {
    #[new]
    fn new(py: Python<'_>, file: &Bound<'_, PyAny>) -> PyResult<Houses> {
        let file = Given::of(file)?;
        let read = py.detach(|| adapter::presets(file.bytes()));
        let read = read.map_err(|error| Class::Caipan.raised(py, Refusal::from(error)))?;
        Ok(Houses { houses: log::Houses::of(read) })
    }

    /// The ids of the presets, in the order of the file.
    #[getter]
    fn names(&self) -> Vec<&str> {
        self.houses.iter().map(|house| house.id.as_str()).collect()
    }
}

/// A reader for the logs of a platform.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct Adapter {
    pub(crate) parsed: adapter::Adapter,
    file: Vec<u8>,
    houses: log::Houses,
}

impl Adapter {
    /// Returns the adapter once more, for an owner of its own.
    pub(crate) fn again(&self, py: Python<'_>) -> PyResult<adapter::Adapter> {
        adapter::Adapter::read_among(&self.file, &self.houses)
            .map_err(|error| Class::Caipan.raised(py, Refusal::from(error)))
    }
}

#[pymethods]
impl Adapter {
    #[new]
    #[pyo3(signature = (file, houses=None))]
    fn new(py: Python<'_>, file: &Bound<'_, PyAny>, houses: Option<&Bound<'_, Houses>>) -> PyResult<Adapter> {
        let file = Given::of(file)?;
        let houses = houses.map(|houses| houses.get().houses.clone()).unwrap_or_default();
        let read = py.detach(|| adapter::Adapter::read_among(file.bytes(), &houses));
        let parsed = read.map_err(|error| Class::Caipan.raised(py, Refusal::from(error)))?;
        Ok(Adapter { parsed, file: file.bytes().to_vec(), houses })
    }

    /// The name in the file.
    #[getter]
    fn name(&self) -> &str {
        &self.parsed.name
    }

    /// The version in the file.
    #[getter]
    fn version(&self) -> &str {
        &self.parsed.version
    }
}
