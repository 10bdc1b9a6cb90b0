//! The Beijing rules of the engine, held against the rule book's own examples and against the plain scorer of `oracle`.

mod vectors;
