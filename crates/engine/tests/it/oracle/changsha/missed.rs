//! 跟胡 and 漏胡: the wins that a passed win forbids, and for how long (§2.7, AMB-18).

use super::house::{House, MissedWin};
use super::tiles::Tile;

/// An event since the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happening {
    /// A seat could win on another's tile; `level` is 0 for a small win, otherwise its units.
    Offer {
        seat: usize,
        tile: Tile,
        level: u32,
    },
    /// The seat refused.
    Refuse {
        seat: usize,
    },
    /// A seat won, which ends the hand: seats that have not answered did not pass.
    Win {
        seat: usize,
    },
    /// From the wall or as a replacement; the tiles that a dice kong turns are not drawn.
    Draw {
        seat: usize,
    },
    /// Chow, pung or kong of a discard.
    Claim {
        seat: usize,
    },
    Discard {
        seat: usize,
        tile: Tile,
    },
}

/// A win that a player may attempt now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    SelfDraw,
    Ron { tile: Tile, level: u32 },
}

/// An offered win that was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pass {
    pub seat: usize,
    pub tile: Tile,
    pub level: u32,
    /// Index of the happening that made it a pass.
    at: usize,
}

/// True if a player's earlier passes allow this win.
pub fn may_win(house: &House, happenings: &[Happening], seat: usize, chance: Chance) -> bool {
    let Chance::Ron { tile, level } = chance else {
        return true;
    };
    passes(happenings).iter().filter(|pass| pass.seat == seat).all(|pass| {
        let since = &happenings[pass.at..];
        let drew = since.contains(&Happening::Draw { seat });
        let turn = drew || since.iter().any(|&other| is_turn_of(seat, other));
        match house.missed_win {
            MissedWin::Off => true,
            MissedWin::LevelGate => turn || level > pass.level,
            MissedWin::SameTile => drew || tile != pass.tile,
            MissedWin::AnyRon => turn,
        }
    })
}

/// The offers that were passed: refused, or unanswered while the game went on.
pub fn passes(happenings: &[Happening]) -> Vec<Pass> {
    let mut passed = Vec::new();
    let mut open: Vec<Pass> = Vec::new();
    for (at, &happening) in happenings.iter().enumerate() {
        match happening {
            Happening::Offer { seat, tile, level } => open.push(Pass { seat, tile, level, at }),
            Happening::Refuse { seat } => {
                passed.extend(open.iter().filter(|pass| pass.seat == seat).map(|pass| Pass { at, ..*pass }));
                open.retain(|pass| pass.seat != seat);
            }
            Happening::Win { .. } => open.clear(),
            Happening::Draw { .. } | Happening::Claim { .. } | Happening::Discard { .. } => {
                passed.extend(open.drain(..).map(|pass| Pass { at, ..pass }));
            }
        }
    }
    passed
}

/// 过手: the player's own next turn.
fn is_turn_of(seat: usize, happening: Happening) -> bool {
    match happening {
        Happening::Draw { seat: who } | Happening::Claim { seat: who } | Happening::Discard { seat: who, .. } => {
            who == seat
        }
        Happening::Offer { .. } | Happening::Refuse { .. } | Happening::Win { .. } => false,
    }
}
