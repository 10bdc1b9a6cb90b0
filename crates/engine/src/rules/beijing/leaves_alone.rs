//! The payments that a rule unknown to caipan leaves alone. A cause that is not listed may be moved.

use super::kong_money::KONG;
use super::scoring::{BURN, FALSE_WIN, WIN};
use crate::rules::{Around, LeavesAlone};
use caipan_log::Touches;

/// By kind of rule.
pub const ALL: &[LeavesAlone] = &[
    // There are no initial wins.
    LeavesAlone { touches: Touches::Openings, around: Around::Openers, causes: &[] },
    LeavesAlone { touches: Touches::Birds, around: Around::Winners, causes: &[&BURN, &FALSE_WIN, &KONG] },
    LeavesAlone { touches: Touches::Kongs, around: Around::Kongs, causes: &[&WIN, &BURN, &FALSE_WIN] },
];
