//! Tests of the engine's Sichuan rules: comparisons with the reference referee.

mod offers;
mod referee;
