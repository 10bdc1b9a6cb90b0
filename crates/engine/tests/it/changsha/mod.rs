//! Tests of the engine's Changsha rules against the reference scorer in `oracle` and the rule book's numbers.
//!
//! `bridge` converts between their types. Every comparison is seeded; a failure prints its case and repeats on every
//! machine.

mod bridge;
mod compare;
mod contradictions;
mod course;
mod market;
mod market_payments;
mod match_end;
mod mid_hand;
mod missed;
mod offers;
mod openings;
mod passes;
mod referee;
mod vectors;
mod wins;
