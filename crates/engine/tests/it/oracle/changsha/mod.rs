//! Changsha mahjong, scored a second time.
//!
//! Section numbers (§) and CS- and AMB- ids are those of the Changsha rule book. Every function answers
//! one question about facts that are handed to it; no file here replays a game.

pub mod tiles;
pub mod house;
pub mod shape;
pub mod win;
pub mod opening;
pub mod birds;
pub mod settle;
pub mod course;
pub mod missed;
pub mod referee;
pub mod cases;
mod cases_test;
mod examples;
