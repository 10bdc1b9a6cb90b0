//! The payments that a rule unknown to caipan leaves alone. A cause that is not listed may be moved.

use super::kongs::{KONG, TRANSFER};
use super::scoring::{ASKED, WIN};
use crate::rules::{Around, LeavesAlone};
use caipan_log::Touches;

/// By kind of rule.
pub const ALL: &[LeavesAlone] = &[
    // There are neither initial wins nor birds.
    LeavesAlone { touches: Touches::Openings, around: Around::Openers, causes: &[] },
    LeavesAlone { touches: Touches::Birds, around: Around::Winners, causes: &[&KONG, &TRANSFER, &ASKED] },
    LeavesAlone { touches: Touches::Kongs, around: Around::Kongs, causes: &[&WIN, &ASKED] },
];
