//! A reference scorer of Changsha mahjong.
//!
//! Section numbers (§) and CS- and AMB- ids are those of the Changsha rule book. Every function answers one question
//! about given facts; only `referee` follows a whole hand.

pub mod tiles;
pub mod house;
pub mod shape;
pub mod win;
pub mod opening;
pub mod birds;
pub mod settle;
pub mod market;
pub mod course;
pub mod missed;
pub mod referee;
pub mod cases;
mod cases_test;
mod examples;
