//! Money that does not follow from the play: what the house or a pool takes and gives, and what a referee moves.

use super::word::Word;
use caipan_tiles::ledger::{Flow, Party};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Seat;

/// Points that the house, a pool or a referee moved. The log records them as they happened; they are no claim about the
/// rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseLine {
    /// The payer.
    pub from: Holder,
    /// The receiver.
    pub to: Holder,
    /// The points, from 1.
    pub points: i64,
    /// The kind.
    pub kind: HouseKind,
    /// The reason, in free text.
    pub why: Option<String>,
    /// The person or system that moved them, in free text.
    pub by: Option<String>,
}

/// A line between two hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// The number of hands played before it: 0 is before the first.
    pub after: usize,
    /// The line.
    pub line: HouseLine,
}

/// The payer or receiver of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// A player.
    Seat(Seat),
    /// The platform.
    House,
    /// A pool that is paid out later (奖池).
    Pool,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HouseKind {
    /// 抽水: a share of a gain.
    Rake,
    /// 台费: a fixed fee.
    Fee,
    /// 罚分.
    Penalty,
    /// 改分: a correction of the scores.
    Adjustment,
    /// 退还.
    Refund,
    /// 补分: points that the house gives.
    TopUp,
    /// 奖池.
    Jackpot,
}

/// The owner of the room, who may pay its fees (房主).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A player.
    Seat(Seat),
    /// Somebody who does not play.
    Away,
}

impl Holder {
    /// Returns the party in a ledger. A pool stands on the side of the house.
    pub const fn party(self) -> Party {
        match self {
            Holder::Seat(seat) => Party::Seat(seat),
            Holder::House | Holder::Pool => Party::House,
        }
    }

    /// Returns the seat, if it is a player.
    pub const fn seat(self) -> Option<Seat> {
        if let Holder::Seat(seat) = self { Some(seat) } else { None }
    }
}

impl HouseKind {
    /// Every kind.
    pub const ALL: [HouseKind; 7] = [
        HouseKind::Rake,
        HouseKind::Fee,
        HouseKind::Penalty,
        HouseKind::Adjustment,
        HouseKind::Refund,
        HouseKind::TopUp,
        HouseKind::Jackpot,
    ];

    /// Returns the word that a log writes, for example `top_up`.
    pub fn word(self) -> &'static str {
        Word::word(self)
    }

    /// Returns the name.
    pub const fn label(self) -> Label {
        match self {
            HouseKind::Rake => Label::new("抽水", "rake"),
            HouseKind::Fee => Label::new("台费", "fee"),
            HouseKind::Penalty => Label::new("罚分", "penalty"),
            HouseKind::Adjustment => Label::new("改分", "adjustment"),
            HouseKind::Refund => Label::new("退还", "refund"),
            HouseKind::TopUp => Label::new("补分", "top-up"),
            HouseKind::Jackpot => Label::new("奖池", "jackpot"),
        }
    }

    /// True if one player may pay another so.
    pub const fn is_between_seats(self) -> bool {
        matches!(self, HouseKind::Penalty | HouseKind::Adjustment | HouseKind::Refund)
    }
}

impl HouseLine {
    /// Maximum number of characters of `why` and `by`.
    pub const LONGEST: usize = 100;

    /// Returns a text as a reason or a name that a line can carry: on one line, cut to [`HouseLine::LONGEST`] characters;
    /// `None` if nothing is left.
    pub fn remark(text: &str) -> Option<String> {
        let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
        let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let cut: String = match line.chars().nth(HouseLine::LONGEST) {
            Some(_) => line.chars().take(HouseLine::LONGEST - 1).chain(['…']).collect(),
            None => line,
        };
        (!cut.is_empty()).then_some(cut)
    }

    /// Returns the points without their reason.
    pub const fn flow(&self) -> Flow {
        Flow { from: self.from.party(), to: self.to.party(), points: self.points }
    }

    /// Returns the key of the part that does not fit the others, if one does not: a seat that pays itself, house and pool
    /// alone, or a kind that these two cannot have.
    pub(crate) fn misfit(&self) -> Option<&'static str> {
        match (self.from, self.to, self.kind) {
            (Holder::Seat(from), Holder::Seat(to), _) if from == to => Some("to"),
            (Holder::Seat(_), Holder::Seat(_), kind) if !kind.is_between_seats() => Some("for"),
            (Holder::House | Holder::Pool, Holder::House | Holder::Pool, _) => Some("to"),
            (Holder::Seat(_), _, HouseKind::TopUp) => Some("for"),
            _ => None,
        }
    }
}
