//! A1: injects tiles that the deck lacks or has no further copy of, and a wall that is dealt twice.

use super::scene::{Place, Scene, held_after, streak};
use crate::generate::result::{End, result};
use caipan_engine::replay::{Before, replay};
use caipan_log::{Action, HandLog};
use caipan_tiles::tile::{Counts, Seat, Suit, Tile};

block! {
    "A101" "fifth copy as a bird" fifth_bird;
    "A102" "honour drawn" drawn;
    "A102" "honour discarded" discarded;
    "A102" "honour turned up after a kong" revealed;
    "A102" "honour as a bird" bird;
    "A102" "honour flipped" flipped;
    "A102" "honour won on" won_on;
    "A124" "same wall dealt twice" wall_again;
}

/// Replaces a tile of a matching event by a kind that the deck lacks, with the wall recorded or without.
fn put(scene: &mut Scene<'_>, fits: impl Fn(&Action) -> bool) -> Option<Place> {
    let honours: Vec<Tile> = Suit::Honours.mask().minus(scene.rules.deck().kinds()).iter().collect();
    let new = scene.pick(&honours)?;
    let at = scene.any(|at, event, _| if fits(&event.action) { vec![at] } else { vec![] })?;
    if scene.chance.percent(50) {
        scene.without_wall();
    }
    let action = &mut scene.event_mut(at)?.action;
    let seat = action.seat();
    match action {
        Action::Draw { tile, .. } | Action::Discard { tile, .. } | Action::Win { tile, .. } | Action::Flip { tile } => {
            *tile = new;
        }
        Action::Reveal { tiles, .. } | Action::Birds { tiles, .. } => *tiles.first_mut()? = new,
        _ => return None,
    }
    Some(Place { event: Some(at), seat, ..Place::default() })
}

fn drawn(scene: &mut Scene<'_>) -> Option<Place> {
    put(scene, |action| matches!(action, Action::Draw { .. }))
}

fn discarded(scene: &mut Scene<'_>) -> Option<Place> {
    put(scene, |action| matches!(action, Action::Discard { .. }))
}

fn revealed(scene: &mut Scene<'_>) -> Option<Place> {
    put(scene, |action| matches!(action, Action::Reveal { .. }))
}

fn bird(scene: &mut Scene<'_>) -> Option<Place> {
    put(scene, |action| matches!(action, Action::Birds { .. }))
}

fn flipped(scene: &mut Scene<'_>) -> Option<Place> {
    put(scene, |action| matches!(action, Action::Flip { .. }))
}

fn won_on(scene: &mut Scene<'_>) -> Option<Place> {
    put(scene, |action| matches!(action, Action::Win { .. }))
}

fn fifth_bird(scene: &mut Scene<'_>) -> Option<Place> {
    let deal = scene.hand().deal.as_ref()?;
    let counts: Counts = deal.0.iter().flat_map(|tiles| tiles.0.iter().copied()).collect();
    let fits: Vec<Tile> = counts.iter().filter(|&(_, n)| n == 4).map(|(tile, _)| tile).collect();
    let tile = scene.pick(&fits)?;
    // A last tile that was taken is the bird, and was seen before.
    let at = scene.any(|at, event, table| match &event.action {
        Action::Birds { tiles, .. } if table.last.taken_by.is_none() && !tiles.is_empty() => vec![at],
        _ => vec![],
    })?;
    scene.without_wall();
    let Action::Birds { tiles, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tiles.first_mut()? = tile;
    Some(Place { event: Some(at), ..Place::default() })
}

/// Replaces the next hand by a repetition of this one, settled correctly.
fn wall_again(scene: &mut Scene<'_>) -> Option<Place> {
    let (rules, next) = (scene.rules, scene.at + 1);
    let this = scene.hand().clone();
    let later = scene.log.hands.get(next)?;
    let dealer: Seat = this.dealer.filter(|&dealer| later.dealer == Some(dealer))?;
    let before = this.result.as_ref()?.scores?;
    let ended = scene.tables.last()?;
    let floor = rules.next_floor(ended, &scene.wins, rules.next_dealer(ended, &scene.wins));
    let mut again = HandLog { started_at: later.started_at, ..this };
    let streak = streak(&scene.log, next);
    let holdings = held_after(rules, ended, &scene.wins);
    let replayed = replay(
        rules,
        &again,
        Before {
            seats: scene.log.seats(),
            dealer,
            streak,
            floor,
            picked: None,
            last_hand: None,
            holdings,
            owner: scene.log.start.owner,
            exchange: None,
        },
        |_, _| (),
    );
    let end = End { table: &replayed.table, wins: &replayed.standing, drawn: replayed.drawn_game, stops: false };
    again.result = Some(result(rules, scene.style(), end, before));
    *scene.log.hands.get_mut(next)? = again;
    scene.log.hands.truncate(next + 1);
    Some(Place { hand: Some(next), ..Place::default() })
}
