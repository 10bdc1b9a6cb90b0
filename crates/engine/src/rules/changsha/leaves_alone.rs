//! The payments that a rule unknown to caipan leaves alone. A cause that is not listed may be moved.

use super::scoring::{ESCAPE, KONG, MID_OPENING, OPENING, WIN};
use crate::rules::{Around, LeavesAlone};
use caipan_log::Touches;

/// By kind of rule.
pub const ALL: &[LeavesAlone] = &[
    LeavesAlone { touches: Touches::Openings, around: Around::Openers, causes: &[&WIN, &KONG, &ESCAPE] },
    LeavesAlone { touches: Touches::Birds, around: Around::Winners, causes: &[&KONG, &ESCAPE] },
    LeavesAlone { touches: Touches::Kongs, around: Around::Kongs, causes: &[&WIN, &OPENING, &MID_OPENING, &ESCAPE] },
];
