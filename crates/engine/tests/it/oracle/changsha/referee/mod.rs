//! A reference referee: it follows a hand line by line on its own table and computes the legal acts of every seat.
//!
//! `wall` and `table` hold the state, `may` the legal acts, `ending` the payments and the next dealer. The scorer
//! beside it prices wins and decides what a passed win forbids. Nothing here is shared with the engine.

pub mod act;
pub mod ending;
pub mod may;
pub mod table;
pub mod wall;
