//! A reference referee of Sichuan 血战到底, written from the rule book alone, to be read beside it. It shares no type and no
//! table with the engine. It deals from the wall, keeps the hands as lists of tiles, computes the legal acts of each seat
//! before every act, and settles the hand at its end. It does not tolerate faults.

pub mod house;
pub mod legal;
mod log;
pub mod pay;
pub mod shape;
pub mod table;

pub use log::kind_of;
