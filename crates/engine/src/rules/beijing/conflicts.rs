//! Combinations of Beijing options that contradict each other.

use crate::rules::{Choices, Conflict, Value};
use caipan_tiles::text::Label;

/// Options that cannot hold together.
pub static CONFLICTS: &[Conflict] = &[
    Conflict {
        option: "fan.orphans",
        holds: |choices| above(choices, "fan.orphans", 0) && is_off(choices, "tiles.honours"),
        why: Label::new(
            "十三幺要有风和箭，而 tiles.honours 是 false；请去掉一项。",
            "Thirteen orphans need winds and dragons, but `tiles.honours` is false; remove one of the two options.",
        ),
    },
    Conflict {
        option: "fan.orphans",
        holds: |choices| {
            let three = choices.get("players") == Some(Value::Number(3));
            let without = matches!(choices.get("suits_three"), Some(Value::Word("no_bamboo")));
            above(choices, "fan.orphans", 0) && three && without
        },
        why: Label::new(
            "十三幺要有一条和九条，而 suits_three 是 no_bamboo；请去掉一项。",
            "Thirteen orphans need the 1 and 9 of bamboo, but `suits_three` is no_bamboo; remove one of the two options.",
        ),
    },
    Conflict {
        option: "fan.wild_single",
        holds: |choices| above(choices, "fan.wild_single", 1) && is_off(choices, "wild.use"),
        why: NO_WILDS,
    },
    Conflict {
        option: "fan.wild_wild",
        holds: |choices| above(choices, "fan.wild_wild", 1) && is_off(choices, "wild.use"),
        why: NO_WILDS,
    },
];

const NO_WILDS: Label = Label::new(
    "混吊要有混儿，而 wild.use 是 false；请去掉一项。",
    "This fan needs a wild, but `wild.use` is false; remove one of the two options.",
);

/// True if the option is a number above this one.
fn above(choices: &Choices, option: &str, least: i64) -> bool {
    matches!(choices.get(option), Some(Value::Number(number)) if number > least)
}

/// True if the option is switched off.
fn is_off(choices: &Choices, option: &str) -> bool {
    choices.get(option) == Some(Value::Flag(false))
}
