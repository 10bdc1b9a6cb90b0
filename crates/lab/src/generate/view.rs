//! The record that some seats have of a match: what one client saw.

use caipan_engine::audit::audit;
use caipan_engine::table::Table;
use caipan_log::{Action, Event, GameLog, HandLog, Hidden};
use caipan_tiles::tile::{Seat, SeatMap, Seats, Tiles};

/// The hands that are laid open when a hand is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LaidOpen {
    /// None.
    Nobody,
    /// Those of the winners.
    Winners,
    /// All.
    All,
}

/// Returns the record that these seats have of a match. `draws`: the draws of the other seats are events without a tile;
/// otherwise they are left out. `None` if the match has no dealt tiles, or its rules are unknown.
#[must_use]
pub fn view(log: &GameLog, seats: Seats, draws: bool, laid_open: LaidOpen) -> Option<GameLog> {
    let hidden = log.seats().minus(seats);
    let audit = audit(log).ok()?.1;
    let mut part = log.clone();
    for (hand, (_, audited)) in part.hands.iter_mut().zip(&audit.hands) {
        let table = &audited.recorded().table;
        let deal = hand.deal.as_mut()?;
        let sizes = SeatMap(Seat::ALL.map(|seat| u8::try_from(deal[seat].0.len()).ok()));
        for seat in hidden.iter() {
            deal[seat] = Tiles::default();
        }
        hand.hidden = Hidden {
            seats: hidden,
            dealt: SeatMap(Seat::ALL.map(|seat| sizes[seat].filter(|_| draws && hidden.contains(seat)))),
        };
        // Without numbers, the log must name the dealer.
        hand.dealer = hand.dealer.or(Some(table.dealer));
        hand.indicator = hand.indicator.or(table.indicator);
        (hand.wall, hand.fairness) = (None, None);
        hide_events(hand, hidden, draws);
        let won: Seats = table.winners.iter().map(|winner| winner.seat).collect();
        let shows = |seat: Seat| match laid_open {
            LaidOpen::Nobody => false,
            LaidOpen::Winners => won.contains(seat),
            LaidOpen::All => true,
        };
        let is_over = !hand.in_progress && !table.cut_short;
        hand.shown = (laid_open != LaidOpen::Nobody && is_over).then(|| {
            SeatMap(Seat::ALL.map(|seat| {
                if shows(seat) && hidden.contains(seat) { concealed(table, seat) } else { Tiles::default() }
            }))
        });
    }
    Some(part)
}

/// The concealed tiles of a seat, if all are known.
fn concealed(table: &Table, seat: Seat) -> Tiles {
    if !table.place(seat).is_known() {
        return Tiles::default();
    }
    Tiles(table.concealed(seat).tiles().collect())
}

/// Removes what only these seats know from the events of a hand.
fn hide_events(hand: &mut HandLog, hidden: Seats, draws: bool) {
    let of_hidden = |seat: Option<Seat>| seat.is_some_and(|seat| hidden.contains(seat));
    let mut places = Vec::with_capacity(hand.events.len());
    let mut events: Vec<Event> = Vec::with_capacity(hand.events.len());
    for event in std::mem::take(&mut hand.events) {
        places.push(events.len());
        let mut event = Event { digest: None, ..event };
        event.claims.retain(|lost| !hidden.contains(lost.seat));
        event.offers =
            event.offers.map(|offers| offers.iter().copied().filter(|offer| !hidden.contains(offer.seat)).collect());
        match event.action {
            Action::Draw { seat, from, .. } if hidden.contains(seat) => {
                if draws {
                    event.action = Action::DrawUnseen { seat, from };
                    events.push(event);
                }
            }
            Action::Pass { .. } if of_hidden(event.action.seat()) => {}
            _ => events.push(event),
        }
    }
    hand.events = events;
    for payment in hand.result.iter_mut().flat_map(|result| result.payments.iter_mut().flatten()) {
        payment.at = payment.at.and_then(|at| places.get(at).copied());
    }
}
