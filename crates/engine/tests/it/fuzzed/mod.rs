//! Runs the functions of the fuzz targets under `fuzz/` over mangled samples.

pub mod any;
mod corpus;
pub mod draw;
pub mod laws;
