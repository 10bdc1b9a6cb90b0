//! Tests of the engine's Beijing rules against the rule book's examples and the reference scorer in `oracle`.
//!
//! `bridge` converts between their types. Every comparison is seeded; a failure prints its case.

mod bridge;
mod course;
mod offers;
mod referee;
mod vectors;
mod market;
mod walls;
mod wins;
