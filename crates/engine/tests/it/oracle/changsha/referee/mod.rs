//! A plain referee: a table of its own that follows a hand line by line and says at every moment who may do what.
//!
//! `wall` and `table` hold the state, `may` the legal actions, `ending` the money and the next dealer. What a win is worth
//! and what a passed win forbids are asked of the scorer beside it. Nothing here is shared with the engine.

pub mod act;
pub mod ending;
pub mod may;
pub mod table;
pub mod wall;
