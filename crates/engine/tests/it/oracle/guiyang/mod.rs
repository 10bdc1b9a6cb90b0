//! A plain scorer of Guiyang, from the rule book alone: it shares no type and no table with the engine, tries things out
//! rather than looking them up, and is meant to be read beside the book.

pub mod cases;
pub mod house;
pub mod referee;
pub mod settle;
pub mod shape;
