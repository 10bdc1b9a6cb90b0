//! Tests of the engine's Guiyang rules: the rule book's cases, and a comparison with the reference scorer.

mod compare;
mod market;
mod mutants;
mod offers;
mod referee;
mod rooms;
mod samples;
mod vectors;
