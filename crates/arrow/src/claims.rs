//! The column `claims`: the tiles of one seat that another seat took, as the log records them.

use crate::columns::{count, group, list};
use crate::findings::seat;
use arrow_array::builder::{Int32Builder, ListBuilder, StringBuilder};
use caipan_log::{Action, GameLog, HandLog, KongKind};
use caipan_tiles::tile::Seat;

group! {
    /// A claim of a tile of another seat.
    Claim {
        hand: required Int32Builder,
        event: required Int32Builder,
        from: required Int32Builder,
        by: required Int32Builder,
        kind: required StringBuilder,
    }
}

/// Appends the claims of a match.
pub(crate) fn push(to: &mut ListBuilder<Claim>, log: &GameLog) {
    let hands = log.hands.iter().enumerate().flat_map(|(at, hand)| taken(hand).map(move |taken| (at, taken)));
    list(to, Some(hands), |to, (hand, Taken { event, from, by, kind })| {
        to.hand.append_value(count(hand));
        to.event.append_value(count(event));
        to.from.append_value(seat(from));
        to.by.append_value(seat(by));
        to.kind.append_value(kind);
        to.end();
    });
}

struct Taken {
    event: usize,
    from: Seat,
    by: Seat,
    kind: &'static str,
}

/// Returns the claims of a hand.
fn taken(hand: &HandLog) -> impl Iterator<Item = Taken> {
    // The seat whose tiles the others may take: its discard, its kong that may be robbed, or what its kong turned up.
    let mut open = None;
    hand.events.iter().enumerate().filter_map(move |(at, event)| {
        let from = open;
        let kind = match &event.action {
            Action::Chow { .. } => "chow",
            Action::Pung { .. } => "pung",
            Action::Kong { kind: KongKind::Exposed, .. } => "kong",
            Action::Win { .. } => "win",
            _ => "",
        };
        match event.action {
            Action::Discard { seat, .. } | Action::Kong { seat, kind: KongKind::Added, .. } => open = Some(seat),
            Action::Reveal { seat, .. } => open = Some(seat),
            // A concealed kong may be robbed in some regions.
            Action::Kong { seat, kind: KongKind::Concealed, .. } => open = Some(seat),
            Action::Draw { .. } | Action::Chow { .. } | Action::Pung { .. } | Action::Kong { .. } => open = None,
            _ => {}
        }
        let (from, by) = (from?, event.action.seat()?);
        (!kind.is_empty() && from != by).then_some(Taken { event: at, from, by, kind })
    })
}
