//! The bytes of an argument: a log, an adapter, house rules or a question.

use crate::refused::Class;
use caipan_auditor::Refusal;
use caipan_tiles::bilingual;
use pyo3::exceptions::PyUnicodeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView, PyString};

/// Bytes that Python holds. Only a mutable buffer is copied, so that no other thread changes it during the work.
pub(crate) enum Given {
    Bytes(PyBackedBytes),
    Text(PyBackedStr),
}

impl Given {
    /// Takes `bytes`, `bytearray`, `memoryview` or `str`; raises for any other type and for text that is no Unicode.
    pub(crate) fn of(argument: &Bound<'_, PyAny>) -> PyResult<Given> {
        let py = argument.py();
        if argument.is_instance_of::<PyString>() {
            return argument.extract().map(Given::Text).map_err(|error: PyErr| {
                if error.is_instance_of::<PyUnicodeError>(py) { Class::Log.raised(py, half()) } else { error }
            });
        }
        if argument.is_instance_of::<PyMemoryView>() {
            let bytes = argument.call_method0("tobytes")?;
            return Ok(Given::Bytes(bytes.extract()?));
        }
        if argument.is_instance_of::<PyBytes>() || argument.is_instance_of::<PyByteArray>() {
            return Ok(Given::Bytes(argument.extract()?));
        }
        let kind = argument.get_type().qualname()?;
        Err(Class::Type.said(
            py,
            bilingual!(
                "这里要 bytes 或 str，收到的却是 {kind}。文件请先读出内容：Path(…).read_bytes()；字典请用 json.dumps 写成文字。",
                "Expected bytes or str, not {kind}. Read a file first: Path(…).read_bytes(); turn a dict into text with json.dumps."
            ),
        ))
    }

    /// The bytes; text is UTF-8.
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Given::Bytes(bytes) => bytes,
            Given::Text(text) => text.as_bytes(),
        }
    }
}

/// The refusal of text with half of a surrogate pair.
fn half() -> Refusal {
    Refusal {
        code: "not-utf8".to_owned(),
        ..Refusal::of_text(bilingual!(
            "文字里有落单的代理项（半个字符），不是合法的 Unicode。请以 bytes 读入文件，不要用 surrogateescape 解码。",
            "The text holds a lone surrogate (half of a character), which is no Unicode. Read the file as bytes; do not decode it with \
             surrogateescape."
        ))
    }
}
