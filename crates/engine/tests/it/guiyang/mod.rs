//! Guiyang: the cases of the rule book, and the comparison with the plain scorer.

mod compare;
mod mutants;
mod referee;
mod samples;
mod vectors;
