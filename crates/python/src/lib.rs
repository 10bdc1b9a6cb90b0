//! The native half of the Python package `caipan`: bytes in, bytes out, with the interpreter released during the work.
//!
//! The package around it (`caipan/__init__.py`) holds the names, types and documentation that users see.

mod batches;
mod commands;
mod games;
mod given;
mod handbook;
mod in_play;
mod reader;
mod refused;
mod report;
mod settings;
mod steps;

use pyo3::prelude::*;

/// Gives memory back after a large log.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The module `caipan._native`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::batches::Batches;
    #[pymodule_export]
    use super::commands::{language, main};
    #[pymodule_export]
    use super::games::Games;
    #[pymodule_export]
    use super::handbook::{checks, explain, score, systems};
    #[pymodule_export]
    use super::in_play::InPlay;
    #[pymodule_export]
    use super::reader::Reader;
    #[pymodule_export]
    use super::report::Report;
    #[pymodule_export]
    use super::settings::{Adapter, Houses};
    #[pymodule_export]
    use super::steps::Match;
}
