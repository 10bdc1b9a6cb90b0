//! The Beijing rules of the engine, held against the rule book's own examples and against the plain scorer of `oracle`.
//!
//! `bridge` is the only file that speaks both languages. Every comparison is seeded: a failure names its case.

mod bridge;
mod course;
mod referee;
mod vectors;
mod walls;
mod wins;
