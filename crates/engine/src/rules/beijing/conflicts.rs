//! Combinations of Beijing options that contradict each other.

use super::options::{Options, SuitsThree};
use crate::rules::Conflict;
use caipan_tiles::text::Label;

/// The options that cannot hold together.
pub fn conflicts(o: &Options) -> Vec<Conflict> {
    let orphans = o.fan_orphans().0 > 0;
    let (three, without) = (o.players().0 == 3, o.suits_three() == SuitsThree::NoBamboo);
    vec![
        Conflict {
            option: "fan.orphans",
            holds: orphans && !o.tiles_honours(),
            why: Label::new(
                "十三幺要有风和箭，而 tiles.honours 是 false；请去掉一项。",
                "Thirteen orphans need winds and dragons, but `tiles.honours` is false; remove one of the two options.",
            ),
        },
        Conflict {
            option: "fan.orphans",
            holds: orphans && three && without,
            why: Label::new(
                "十三幺要有一条和九条，而 suits_three 是 no_bamboo；请去掉一项。",
                "Thirteen orphans need the 1 and 9 of bamboo, but `suits_three` is no_bamboo; remove one of the two options.",
            ),
        },
        Conflict { option: "fan.wild_single", holds: o.fan_wild_single().0 > 1 && !o.wild_use(), why: NO_WILDS },
        Conflict { option: "fan.wild_wild", holds: o.fan_wild_wild().0 > 1 && !o.wild_use(), why: NO_WILDS },
    ]
}

const NO_WILDS: Label = Label::new(
    "混吊要有混儿，而 wild.use 是 false；请去掉一项。",
    "This fan needs a wild, but `wild.use` is false; remove one of the two options.",
);
