//! A reference scorer of Guiyang, written from the rule book alone, to be read beside it. It shares no type and no
//! table with the engine, and tries things out instead of looking them up.

pub mod cases;
pub mod house;
mod ji;
pub mod referee;
pub mod settle;
pub mod shape;
