//! A reference referee of Guiyang, written from the rule book alone. It deals from the wall and keeps the hands as
//! lists of tiles. Before every event `legal` computes the legal acts of each seat; at the end `ending` computes the
//! result of the hand. Of the engine it uses only the types of a log. It does not tolerate faults: every event of a
//! self-play log must be legal.

mod ending;
mod legal;
mod table;

pub use legal::{Act, Kong};
pub use table::{Table, kind_of};
