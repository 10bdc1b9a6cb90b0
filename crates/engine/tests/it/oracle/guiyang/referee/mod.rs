//! A plain referee of Guiyang, from the rule book alone: it deals from the wall, keeps the hands as lists of tiles, and says
//! before every event what each seat may do (`legal`), and at the end what the hand comes to (`ending`). Of the engine it
//! knows the types of a log. It does not bear with faults: what a log of self-play does must be allowed.

mod ending;
mod legal;
mod table;

pub use legal::{Act, Kong};
pub use table::Table;
