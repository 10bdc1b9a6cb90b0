//! A reference scorer of Beijing mahjong.
//!
//! BJ- ids are those of the Beijing rule book. Tiles are numbers: 0..27 万 筒 条, then 东 南 西 北 中 发 白. Each wild is tried
//! as every tile it could be; there are no lookup tables.

pub mod house;
pub mod fan_table;
pub mod tiles;
pub mod readings;
pub mod win;
pub mod pay;
pub mod wall;
pub mod course;
pub mod cases;
pub mod referee;
