//! A1: injects faults of the wall, the deal and the draws.

use super::scene::{Place, Scene};
use caipan_engine::rules::Due;
use caipan_engine::table::Phase;
use caipan_log::{Action, Dice, DrawFrom};
use caipan_tiles::tile::{Counts, Seat, Suit, Tile};

block! {
    "A101" "five alike dealt" five_dealt;
    "A101" "fifth copy drawn" fifth_drawn;
    "A102" "honour dealt" honour_dealt;
    "A102" "honour in the wall" honour_in_wall;
    "A103" "one tile too few dealt" too_few_dealt;
    "A103" "one tile too many dealt" too_many_dealt;
    "A104" "dealt tile not of the wall" not_from_wall;
    "A104" "two seats dealt each other's tile" swapped_deal;
    "A105" "five alike in the wall" five_in_wall;
    "A105" "wall one tile short" short_wall;
    "A106" "draw by the wrong seat" draw_by_other;
    "A107" "draw of another tile" draw_of_other;
    "A108" "draw left out" no_draw;
    "A109" "ordinary draw from the tail" draw_at_tail;
    "A109" "replacement from the head" replacement_at_head;
    "A110" "draw from an empty wall" draw_of_nothing;
    "A111" "fourteenth tile dealt to another" extra_elsewhere;
    "A123" "wall cut with a die too many" cut_dice;
    "A112" "last tile answered by another" answer_by_other;
    "A112" "last tile answered out of season" answer_early;
    "A113" "last tile taken by a hand that may not" take_last;
}

fn cut_dice(scene: &mut Scene<'_>) -> Option<Place> {
    let (due, _) = scene.rules.cut_dice()?.dice();
    scene.hand_mut().dice = Some(Dice::new(&vec![3; due + 1])?);
    Place::somewhere()
}

/// The counts of all dealt tiles.
fn dealt(scene: &Scene<'_>) -> Option<Counts> {
    let deal = scene.hand().deal.as_ref()?;
    Some(deal.0.iter().flat_map(|tiles| tiles.0.iter().copied()).collect())
}

/// Replaces a dealt tile by another.
fn redeal(scene: &mut Scene<'_>, seat: Seat, tile: impl Fn(Tile) -> bool, new: Tile) -> Option<()> {
    let deal = scene.hand_mut().deal.as_mut()?;
    let old = deal[seat].0.iter_mut().find(|old| tile(**old))?;
    *old = new;
    Some(())
}

fn five_dealt(scene: &mut Scene<'_>) -> Option<Place> {
    let counts = dealt(scene)?;
    let tile = scene.kind(|tile| counts.of(tile) == 4)?;
    // Tiles are counted from the dealer on, so the fifth copy is at the last seat.
    let last = scene.seats().before(scene.dealer());
    scene.without_wall();
    redeal(scene, last, |old| old != tile, tile)?;
    Place::of(last)
}

fn fifth_drawn(scene: &mut Scene<'_>) -> Option<Place> {
    let counts = dealt(scene)?;
    let fits: Vec<Tile> = counts.iter().filter(|&(_, n)| n == 4).map(|(tile, _)| tile).collect();
    let tile = scene.pick(&fits)?;
    let (at, seat) = scene.any(|at, event, _| match event.action {
        Action::Draw { seat, tile: drawn, .. } if drawn != tile => vec![(at, seat)],
        _ => vec![],
    })?;
    scene.without_wall();
    let Action::Draw { tile: drawn, .. } = &mut scene.event_mut(at)?.action else { return None };
    *drawn = tile;
    Place::at(at, seat)
}

fn honour(scene: &mut Scene<'_>) -> Option<Tile> {
    let honours: Vec<Tile> = Suit::Honours.mask().minus(scene.rules.deck().kinds()).iter().collect();
    scene.pick(&honours)
}

fn honour_dealt(scene: &mut Scene<'_>) -> Option<Place> {
    let (seat, new) = (scene.a_seat()?, honour(scene)?);
    scene.without_wall();
    redeal(scene, seat, |_| true, new)?;
    Place::of(seat)
}

/// A position of the wall that the hand does not reach: far from head, tail and dice.
fn idle_place(scene: &Scene<'_>) -> Option<usize> {
    let table = scene.tables.last()?;
    let size = scene.hand().wall.as_ref()?.0.len();
    (table.wall.left() > 40).then(|| size / 2 + 53 / 2)
}

fn honour_in_wall(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, new) = (idle_place(scene)?, honour(scene)?);
    scene.hand_mut().fairness = None;
    *scene.hand_mut().wall.as_mut()?.0.get_mut(at)? = new;
    Place::somewhere()
}

fn too_few_dealt(scene: &mut Scene<'_>) -> Option<Place> {
    let seat = scene.a_seat()?;
    scene.without_wall();
    scene.hand_mut().deal.as_mut()?[seat].0.pop()?;
    Place::of(seat)
}

fn too_many_dealt(scene: &mut Scene<'_>) -> Option<Place> {
    let counts = dealt(scene)?;
    let tile = scene.kind(|tile| counts.of(tile) < 3)?;
    let seat = scene.a_seat()?;
    scene.without_wall();
    scene.hand_mut().deal.as_mut()?[seat].0.push(tile);
    Place::of(seat)
}

fn not_from_wall(scene: &mut Scene<'_>) -> Option<Place> {
    let counts = dealt(scene)?;
    let seat = scene.a_seat()?;
    let old = *scene.hand().deal.as_ref()?[seat].0.first()?;
    let new = scene.kind(|tile| tile != old && counts.of(tile) < 4)?;
    redeal(scene, seat, |tile| tile == old, new)?;
    Place::of(seat)
}

fn swapped_deal(scene: &mut Scene<'_>) -> Option<Place> {
    let mut others = scene.seats().others(scene.dealer());
    let one = others.next()?;
    let rest: Vec<Seat> = others.collect();
    let other = scene.pick(&rest)?;
    let deal = scene.hand().deal.as_ref()?;
    let (mine, theirs) = (*deal[one].0.first()?, *deal[other].0.last()?);
    if mine == theirs {
        return None;
    }
    redeal(scene, one, |tile| tile == mine, theirs)?;
    redeal(scene, other, |tile| tile == theirs, mine)?;
    Place::of(one)
}

fn five_in_wall(scene: &mut Scene<'_>) -> Option<Place> {
    let at = idle_place(scene)?;
    let old = *scene.hand().wall.as_ref()?.0.get(at)?;
    let new = scene.kind(|tile| tile != old)?;
    scene.hand_mut().fairness = None;
    *scene.hand_mut().wall.as_mut()?.0.get_mut(at)? = new;
    Place::somewhere()
}

fn short_wall(scene: &mut Scene<'_>) -> Option<Place> {
    let at = idle_place(scene)?;
    scene.hand_mut().fairness = None;
    scene.hand_mut().wall.as_mut()?.0.remove(at);
    Place::somewhere()
}

fn draw_by_other(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat) = scene.any(|at, event, table| match event.action {
        // During ordinary play: no replacement, no last tile.
        Action::Draw { seat, .. } if matches!(table.phase, Phase::Open { .. }) => vec![(at, seat)],
        _ => vec![],
    })?;
    let wrong = scene.another_playing(at, seat)?;
    let Action::Draw { seat, .. } = &mut scene.event_mut(at)?.action else { return None };
    *seat = wrong;
    Place::at(at, wrong)
}

fn draw_of_other(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, old, end) = scene.any(|at, event, table| match event.action {
        // If the rules allow it, the tile may also come from the other end.
        Action::Draw { seat, tile, .. } => {
            let end = table.wall.at(DrawFrom::Tail).filter(|_| rules.accepts_end(table, DrawFrom::Tail));
            vec![(at, seat, tile, end)]
        }
        _ => vec![],
    })?;
    let new = scene.kind(|tile| tile != old && Some(tile) != end)?;
    let Action::Draw { tile, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tile = new;
    Place::at(at, seat)
}

fn no_draw(scene: &mut Scene<'_>) -> Option<Place> {
    let events = scene.hand().events.clone();
    let (at, seat) = scene.any(|at, event, table| match event.action {
        Action::Draw { seat, tile, .. }
            if events.get(at + 1).is_some_and(|next| {
                // A win on a tile that is also open would count as a win on the discard.
                let either = matches!(next.action, Action::Win { .. })
                    && matches!(table.phase, Phase::Open { tiles, .. } if tiles.has(tile));
                let aside = matches!(next.action, Action::Leave { .. } | Action::Pass { .. });
                next.action.seat() == Some(seat) && !aside && !either
            }) =>
        {
            vec![(at, seat)]
        }
        _ => vec![],
    })?;
    scene.hand_mut().events.remove(at);
    Place::at(at, seat)
}

fn draw_at_tail(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_end(scene, DrawFrom::Tail)
}

fn replacement_at_head(scene: &mut Scene<'_>) -> Option<Place> {
    wrong_end(scene, DrawFrom::Wall)
}

/// A draw that names the other end of the wall.
fn wrong_end(scene: &mut Scene<'_>, wrong: DrawFrom) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat) = scene.any(|at, event, table| match (&event.action, rules.due(table)) {
        (Action::Draw { seat, .. }, Due::Draw(_, due)) if due != wrong && !rules.accepts_end(table, wrong) => {
            vec![(at, *seat)]
        }
        _ => vec![],
    })?;
    let Action::Draw { from, .. } = &mut scene.event_mut(at)?.action else { return None };
    *from = Some(wrong);
    Place::at(at, seat)
}

fn draw_of_nothing(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, left) = scene.any(|at, event, table| match event.action {
        Action::DrawGame => vec![(at, table.wall.left())],
        _ => vec![],
    })?;
    if left > 0 {
        return None;
    }
    let table = scene.tables.get(at)?;
    let seat = table.next(table.last.taken_by.or(table.tile_from())?);
    // A tile that the seat drew before would be that draw written again.
    let drew = |tile: Tile| Action::Draw { seat, tile, from: None };
    let events = scene.hand().events.clone();
    let tile = scene.kind(|tile| !events.iter().any(|event| event.action == drew(tile)))?;
    scene.hand_mut().events.insert(at, drew(tile).into());
    Place::at(at, seat)
}

fn extra_elsewhere(scene: &mut Scene<'_>) -> Option<Place> {
    let dealer = scene.dealer();
    let other = scene.another(dealer)?;
    scene.without_wall();
    let deal = scene.hand_mut().deal.as_mut()?;
    let tile = deal[dealer].0.pop()?;
    deal[other].0.push(tile);
    Place::of(dealer)
}

fn answer_by_other(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, right, take) = scene.any(|at, event, _| match event.action {
        Action::Seabed { seat, take } => vec![(at, seat, take)],
        _ => vec![],
    })?;
    if take {
        return None;
    }
    let wrong = scene.another(right)?;
    let Action::Seabed { seat, .. } = &mut scene.event_mut(at)?.action else { return None };
    *seat = wrong;
    Place::at(at, wrong)
}

fn answer_early(scene: &mut Scene<'_>) -> Option<Place> {
    let at = scene.any(|at, event, table| match event.action {
        Action::Draw { .. } if table.wall.left() > 8 => vec![at],
        _ => vec![],
    })?;
    let playing: Vec<Seat> = scene.tables.get(at)?.playing().iter().collect();
    let seat = scene.pick(&playing)?;
    scene.break_off(at, vec![Action::Seabed { seat, take: false }.into()]);
    Place::at(at, seat)
}

fn take_last(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat) = scene.any(|at, event, table| match event.action {
        Action::Seabed { seat, take: false } if rules.may_take_last(table, seat).is_err() => vec![(at, seat)],
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Seabed { seat, take: true }.into()]);
    scene.result_mut()?.next_dealer = None;
    Place::at(at, seat)
}
