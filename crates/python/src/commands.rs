//! The command line inside the wheel, and the language of its messages.

use caipan_cli::Own;
use caipan_tiles::text::Lang;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The exit status of a Rust program after a panic.
const PANICKED: u8 = 101;

/// Runs a command line, the name of the program first, and returns its exit status.
#[pyfunction]
pub(crate) fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| catch_unwind(AssertUnwindSafe(|| caipan_cli::run::<Own>(arguments))).unwrap_or(PANICKED))
}

/// Returns the language of the environment: `zh` or `en`.
#[pyfunction]
pub(crate) fn language() -> &'static str {
    caipan_cli::lang_of_environment().pick("zh", "en")
}

/// Returns the language with this name; English for any but `zh`.
pub(crate) fn lang(name: &str) -> Lang {
    if name == "zh" { Lang::Zh } else { Lang::En }
}
