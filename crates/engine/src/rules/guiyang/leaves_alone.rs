//! The payments that a rule unknown to caipan leaves alone. A cause that is not listed may be moved.

use super::beans::{BAO_GANG, DOU};
use super::chickens::{BAO, CHARGE, DUTY, JI};
use super::pure::PURE;
use super::scoring::{BURN, CHA_JIAO, DEALER, GU_MAI, HAND, SHA_BAO};
use super::void::LACK;
use crate::rules::{Around, LeavesAlone};
use caipan_log::Touches;

/// By kind of rule.
pub const ALL: &[LeavesAlone] = &[
    // There are no initial wins.
    LeavesAlone { touches: Touches::Openings, around: Around::Openers, causes: &[] },
    // Chickens are the birds of Guiyang. Any seat may hold some.
    LeavesAlone {
        touches: Touches::Birds,
        around: Around::Everybody,
        causes: &[&HAND, &DEALER, &SHA_BAO, &GU_MAI, &BURN, &DOU, &BAO_GANG, &PURE, &LACK, &CHA_JIAO],
    },
    LeavesAlone {
        touches: Touches::Kongs,
        around: Around::Kongs,
        causes: &[&HAND, &DEALER, &SHA_BAO, &GU_MAI, &JI, &CHARGE, &DUTY, &BAO, &PURE, &LACK, &CHA_JIAO],
    },
];
