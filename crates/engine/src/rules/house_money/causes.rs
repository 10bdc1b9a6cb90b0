//! The causes of the lines that are no payment of the region's book.

use caipan_log::HouseKind;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::{Cause, Role};

use super::clauses as c;

/// The points for leaving.
pub static LEAVE: Cause = Cause::new("leave", "逃跑扣分", "points for leaving").in_role(Role::Leaving);
/// The points that limits by holdings give back.
pub static LIMIT: Cause = Cause::new("limit", "输赢封顶", "limit by holdings");
/// The share of a gain that the house takes.
pub static RAKE: Cause = Cause::new("rake", "抽水", "rake").in_role(Role::House);
/// The fee that the house takes.
pub static FEE: Cause = Cause::new("fee", "台费", "fee").in_role(Role::House);
static PENALTY: Cause = Cause::new("penalty", "罚分", "penalty").in_role(Role::House);
static ADJUSTMENT: Cause = Cause::new("adjustment", "改分", "adjustment").in_role(Role::House);
static REFUND: Cause = Cause::new("refund", "退还", "refund").in_role(Role::House);
static TOP_UP: Cause = Cause::new("top_up", "补分", "top-up").in_role(Role::House);
static JACKPOT: Cause = Cause::new("jackpot", "奖池", "jackpot").in_role(Role::House);

/// Returns the cause of a line of this kind.
pub const fn of_kind(kind: HouseKind) -> &'static Cause {
    match kind {
        HouseKind::Rake => &RAKE,
        HouseKind::Fee => &FEE,
        HouseKind::Penalty => &PENALTY,
        HouseKind::Adjustment => &ADJUSTMENT,
        HouseKind::Refund => &REFUND,
        HouseKind::TopUp => &TOP_UP,
        HouseKind::Jackpot => &JACKPOT,
    }
}

/// Returns the clause of a recorded line of this kind.
pub const fn clause_of(kind: HouseKind) -> &'static Clause {
    match kind {
        HouseKind::Rake => &c::RAKE,
        HouseKind::Fee => &c::FEE,
        _ => &c::PENALTY,
    }
}
