//! What the fuzz targets under `fuzz/` do, held here over mangled samples: the same functions, the same laws.

pub mod any;
mod corpus;
pub mod draw;
pub mod laws;
