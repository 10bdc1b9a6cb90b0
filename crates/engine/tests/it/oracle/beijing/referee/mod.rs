//! A plain referee of Beijing: a table of its own, built from the log alone, that says at every moment what each seat may
//! do and at the end of a hand who pays whom, who deals next, and on which floor.
//!
//! Written from the rule book; hands are lists of tiles, and every question is tried out on them.

pub mod act;
pub mod ending;
pub mod house;
pub mod may;
pub mod table;
