//! Options and presets of the invented game.

use super::clauses as c;
use caipan_engine::rules::{Number, Preset, Value};
use caipan_tiles::text::Label;

caipan_engine::options! {
    /// The options of this game.
    pub struct Options;
    rain "rain": Number<0, 9> = Number(1); Price, [0, 2], c::RAIN, zh "下雨每份的分", en "points of a share for a kong";
    until "until": Number<1, 2> = Number(2); Permission, [1], c::GOES_ON, zh "胡满几家为止", en "how many win before the hand ends";
    exchange "exchange": bool = true; Permission, [], c::EXCHANGE, zh "开打前换三张", en "three tiles are exchanged before play";
}

/// Named sets of these options.
pub static PRESETS: [Preset; 2] = [
    Preset::new("fourth", Label::new("三人血战", "three until two have won"), &[]),
    Preset::new(
        "fourth-plain",
        Label::new("三人，不换张", "three, without an exchange"),
        &[("exchange", Value::Flag(false))],
    ),
];
