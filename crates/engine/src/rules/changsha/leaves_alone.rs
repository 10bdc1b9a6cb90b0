//! The payments that a rule unknown to caipan leaves alone. A cause that is not listed may be moved.

use super::scoring::{ESCAPE, KONG, MID_OPENING, OPENING, WIN};
use crate::rules::{Around, LeavesAlone};
use caipan_log::Touches;

const OPENINGS: LeavesAlone =
    LeavesAlone { touches: Touches::Openings, around: Around::Openers, causes: &[&WIN, &KONG, &ESCAPE] };
const KONGS: LeavesAlone =
    LeavesAlone { touches: Touches::Kongs, around: Around::Kongs, causes: &[&WIN, &OPENING, &MID_OPENING, &ESCAPE] };

/// By kind of rule.
pub const ALL: &[LeavesAlone] = &[
    OPENINGS,
    LeavesAlone { touches: Touches::Birds, around: Around::WinnersAndOpeners, causes: &[&MID_OPENING, &KONG, &ESCAPE] },
    KONGS,
];

/// By kind of rule, in a house without birds for initial wins.
pub const OPENINGS_WITHOUT_BIRDS: &[LeavesAlone] = &[
    OPENINGS,
    LeavesAlone { touches: Touches::Birds, around: Around::Winners, causes: &[&OPENING, &MID_OPENING, &KONG, &ESCAPE] },
    KONGS,
];
