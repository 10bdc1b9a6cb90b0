//! Audits of Arrow batches: a stream of logs in, a stream of rows of their reports out, in order and lazily.

use crate::refused::Class;
use crate::settings::{Adapter, Houses};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader, StructArray, new_empty_array};
use arrow_schema::{ArrowError, Field, FieldRef, Schema, SchemaRef};
use caipan_arrow::Auditor;
use caipan_auditor::{format, meant};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::error::PyArrowResult;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyRecordBatch;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Rows of a batch that comes out, at most.
const ROWS: usize = 64;
/// Batches of a turn for each thread: so many that no thread waits long for the others at its end.
const TURN: usize = 16;

/// Reports of a stream of logs, as an Arrow stream that can be read once.
#[pyclass(frozen, module = "caipan._native")]
pub(crate) struct Batches {
    schema: SchemaRef,
    audits: Mutex<Option<Audits>>,
}

#[pymethods]
impl Batches {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each is a setting of `audit_batches`")]
    fn new(
        py: Python<'_>,
        stream: &Bound<'_, PyAny>,
        column: &str,
        keep: Vec<String>,
        form: Option<&str>,
        adapter: Option<&Bound<'_, Adapter>>,
        houses: Option<&Bound<'_, Houses>>,
        jobs: Option<usize>,
    ) -> PyResult<Batches> {
        let wrong = |text: Text| Class::Caipan.said(py, text);
        let mut auditor = Auditor::default();
        if let Some(form) = form {
            auditor = auditor.reading(format(form).map_err(wrong)?);
        }
        if let Some(adapter) = adapter {
            auditor = auditor.with_adapter(adapter.get().again(py)?);
        }
        if let Some(houses) = houses {
            auditor = auditor.with_houses(houses.get().houses.clone());
        }
        if !stream.hasattr("__arrow_c_stream__")? && !stream.hasattr("__arrow_c_array__")? {
            return Err(Class::Type.said(py, no_stream(&stream.get_type().qualname()?.to_string())));
        }
        let input = stream.extract::<AnyRecordBatch>()?.into_reader()?;
        let given = input.schema();
        let place = |name: &str| given.index_of(name).map_err(|_| wrong(no_column(name, &given)));
        let column = place(column)?;
        let kept = keep.into_iter().map(|name| place(&name)).collect::<PyResult<Vec<usize>>>()?;
        // A column of another type is refused before anything is read.
        auditor.batch(&new_empty_array(given.field(column).data_type())).map_err(|error| wrong(said(&error)))?;
        let schema = output(&given, &kept);
        let jobs = jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
        let (waiting, ready) = (VecDeque::new(), VecDeque::new());
        let desk = Desk { auditor, column, kept, schema: Arc::clone(&schema) };
        let audits = Audits { input, desk, jobs, waiting, ready };
        Ok(Batches { schema, audits: Mutex::new(Some(audits)) })
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyArrowResult<Bound<'py, PyCapsule>> {
        to_schema_pycapsule(py, self.schema.as_ref())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyArrowResult<Bound<'py, PyCapsule>> {
        let taken = self.audits.lock().unwrap_or_else(PoisonError::into_inner).take();
        let audits = taken.ok_or_else(|| {
            Class::Caipan.said(
                py,
                bilingual!(
                    "这批结果已经读过一次。请再调用 audit_batches，或先存成表：pyarrow.table(…)。",
                    "These results were read already. Call audit_batches again, or keep them as a table: pyarrow.table(…)."
                ),
            )
        })?;
        let schema = &self.schema;
        let field = Field::new_struct("", schema.fields().clone(), false).with_metadata(schema.metadata().clone());
        let rows = audits.map(|batch| Ok(Arc::new(StructArray::from(batch?)) as ArrayRef));
        to_stream_pycapsule(py, Box::new(ArrayIterator::new(rows, Arc::new(field))), requested_schema)
    }
}

fn no_stream(kind: &str) -> Text {
    bilingual!(
        "这里要 Arrow 数据（有 __arrow_c_stream__），收到的却是 {kind}。请用 pyarrow、Polars 或 DuckDB 的表。",
        "Expected Arrow data (with __arrow_c_stream__), not {kind}. Give a table of pyarrow, Polars or DuckDB."
    )
}

fn no_column(name: &str, schema: &Schema) -> Text {
    let names = || schema.fields().iter().map(|field| field.name().as_str());
    let (known, Text { zh, en }) = (names().collect::<Vec<_>>().join(", "), meant(name, names()));
    bilingual!(
        "没有名为 {name} 的列。{zh}表里有：{known}。请用 column 写明牌谱所在的列。",
        "There is no column {name}. {en}The table has: {known}. Name the column of the logs with `column`."
    )
}

/// Returns an error that is in both languages already.
fn said(error: &ArrowError) -> Text {
    let said = match error {
        ArrowError::InvalidArgumentError(said) => said.clone(),
        other => other.to_string(),
    };
    Text { zh: said.clone().into(), en: said.into() }
}

/// Returns the columns that are kept, followed by those of the report.
fn output(given: &Schema, kept: &[usize]) -> SchemaRef {
    let report = caipan_arrow::schema();
    let kept = kept.iter().filter_map(|&at| given.fields().get(at));
    let fields: Vec<FieldRef> = kept.chain(report.fields()).cloned().collect();
    Arc::new(Schema::new_with_metadata(fields, report.metadata().clone()))
}

/// Iterator over the batches of reports. A turn of logs is read and audited on several threads when the last has been taken.
struct Audits {
    input: Box<dyn RecordBatchReader + Send>,
    desk: Desk,
    jobs: usize,
    /// Logs that were read.
    waiting: VecDeque<RecordBatch>,
    /// Reports, in order.
    ready: VecDeque<Result<RecordBatch, ArrowError>>,
}

/// The settings that all threads share.
struct Desk {
    auditor: Auditor,
    /// The place of the column of logs.
    column: usize,
    /// The places of the columns that are kept.
    kept: Vec<usize>,
    schema: SchemaRef,
}

impl Iterator for Audits {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty() {
            // A reader that holds the interpreter lets other threads of Python run meanwhile.
            if Python::try_attach(|py| py.detach(|| self.audit_ahead())).is_none() {
                self.audit_ahead();
            }
        }
        self.ready.pop_front()
    }
}

impl Audits {
    /// Audits the next logs.
    fn audit_ahead(&mut self) {
        let mut failed = None;
        while failed.is_none() && self.waiting.len() < self.jobs * TURN {
            match self.input.next() {
                None => break,
                Some(Ok(batch)) => {
                    let pieces = (0..batch.num_rows()).step_by(ROWS);
                    self.waiting.extend(pieces.map(|at| batch.slice(at, ROWS.min(batch.num_rows() - at))));
                }
                Some(Err(error)) => failed = Some(error),
            }
        }
        let turn: Vec<RecordBatch> = self.waiting.drain(..self.waiting.len().min(self.jobs * TURN)).collect();
        let next = AtomicUsize::new(0);
        let (desk, jobs) = (&self.desk, self.jobs);
        let work = || {
            let piece = || {
                let at = next.fetch_add(1, Ordering::Relaxed);
                turn.get(at).map(|logs| (at, desk.reports(logs)))
            };
            std::iter::from_fn(piece).collect::<Vec<_>>()
        };
        let mut done: Vec<(usize, Result<RecordBatch, ArrowError>)> = if jobs == 1 || turn.len() < 2 {
            work()
        } else {
            std::thread::scope(|scope| {
                let threads: Vec<_> = (0..jobs.min(turn.len())).map(|_| scope.spawn(work)).collect();
                // A thread that panicked has said so; the error below follows what the others did.
                threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
            })
        };
        done.sort_by_key(|(at, _)| *at);
        let missing = (done.len() < turn.len()).then(|| ArrowError::ComputeError(PANICKED.to_owned()));
        self.ready = done.into_iter().map(|(_, reports)| reports).collect();
        self.ready.extend(missing.or(failed).map(Err));
    }
}

impl Desk {
    /// Returns the rows of these logs, with the columns that are kept.
    fn reports(&self, logs: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let reports = self.auditor.batch(logs.column(self.column))?;
        let kept = self.kept.iter().map(|&at| Arc::clone(logs.column(at)));
        RecordBatch::try_new(Arc::clone(&self.schema), kept.chain(reports.columns().iter().cloned()).collect())
    }
}

/// The error after a panic, which is a fault of caipan.
const PANICKED: &str = "审核中途崩溃，是 caipan 的错误；标准错误里有原因，请报告。 · The audit crashed, which is a fault of caipan. Standard \
                        error has the reason; please report it.";
