//! The Changsha rules of the engine, held against the plain scorer of `oracle` and against the rule book's own numbers.
//!
//! `bridge` is the only file that speaks both languages. Every comparison is seeded: a failure names its case, and the
//! same run fails on every machine.

mod bridge;
mod compare;
mod course;
mod missed;
mod openings;
mod referee;
mod vectors;
mod wins;
