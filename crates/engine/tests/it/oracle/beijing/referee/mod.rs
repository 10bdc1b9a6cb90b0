//! A reference referee of Beijing: it builds its own table from the log alone. It computes the legal acts of each seat
//! at every moment, and at the end of a hand the payments, the next dealer and the floor.
//!
//! It is written from the rule book: hands are lists of tiles, and every question is answered by trial.

pub mod act;
pub mod ending;
pub mod house;
pub mod may;
pub mod table;
