//! Injects faults of the choices that a client offers (A311, A312).

use super::claims::discarded;
use super::scene::{Place, Scene};
use caipan_engine::replay::choices;
use caipan_engine::table::Table;
use caipan_log::{Action, Claim, Offer};
use caipan_tiles::tile::{Seat, Tile};

block! {
    "A311" "choice left out of the offers" missing;
    "A312" "pung offered without a pair" impossible;
}

/// An ordinary discard that a draw follows, with the table between the two.
struct Moment<'a> {
    discard: usize,
    from: Seat,
    tile: Tile,
    table: &'a Table,
}

/// Picks something among what these moments of the hand offer.
fn any<T: Clone>(scene: &mut Scene<'_>, of: impl Fn(Moment<'_>) -> Vec<T>) -> Option<T> {
    let events = scene.hand().events.clone();
    scene.any(|at, event, table| {
        let discard = at.checked_sub(1).filter(|&at| matches!(events[at].action, Action::Discard { .. }));
        match (discard, &event.action, discarded(table)) {
            (Some(discard), Action::Draw { .. }, Some((from, tile))) => of(Moment { discard, from, tile, table }),
            _ => vec![],
        }
    })
}

fn missing(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat) = any(scene, |moment| {
        let allowed = choices(rules, moment.table).into_iter().filter(|(_, verdict)| verdict.is_ok());
        match allowed.collect::<Vec<_>>().as_slice() {
            [(only, _)] => vec![(moment.discard, only.seat)],
            _ => vec![],
        }
    })?;
    scene.event_mut(at)?.offers = Some(Box::default());
    Place::at(at, seat)
}

fn impossible(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, honest) = any(scene, |Moment { discard, from, tile, table }| {
        let allowed = choices(rules, table).into_iter().filter(|(_, verdict)| verdict.is_ok());
        let allowed: Vec<Offer> = allowed.map(|(choice, _)| choice).collect();
        let cannot = |seat: &Seat| table.held(*seat, tile) < 2;
        table.playing().others(from).filter(cannot).map(|seat| (discard, seat, allowed.clone())).collect()
    })?;
    let offers = honest.into_iter().chain([Offer { seat, what: Claim::Pung }]);
    scene.event_mut(at)?.offers = Some(offers.collect());
    Place::at(at, seat)
}
