//! Tests of the engine's Sichuan rules: a comparison with the reference referee.

mod referee;
