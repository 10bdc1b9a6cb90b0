//! A6: injects faults of patterns, values and birds.

use super::scene::{Place, Scene};
use caipan_engine::rules::Pattern;
use caipan_log::Action;
use caipan_tiles::tile::Tile;

block! {
    "A601" "wrong patterns" patterns;
    "A602" "wrong value, paid rightly" value;
    "A602" "wrong value, paid by it" value_and_payments;
    "A603" "wrong birds" birds;
    "A604" "one bird too many" extra_bird;
    "A605" "pattern of an unknown name" unknown_pattern;
    "A606" "birds of a drawn hand" birds_uncalled;
    "A607" "birds not recorded" birds_missing;
    "A609" "tile flipped where none is due" flip_uncalled;
    "A610" "birds turned up twice" birds_twice;
}

/// The index of one of the wins of the result.
fn claimed(scene: &mut Scene<'_>) -> Option<usize> {
    let wins = scene.hand().result.as_ref()?.wins.as_ref()?;
    let judged: Vec<usize> = (0..wins.len())
        .filter(|&at| wins.get(at).is_some_and(|win| scene.wins.iter().any(|won| won.seat == win.seat)))
        .collect();
    scene.pick(&judged)
}

fn patterns(scene: &mut Scene<'_>) -> Option<Place> {
    let at = claimed(scene)?;
    let seat = scene.hand().result.as_ref()?.wins.as_ref()?.get(at)?.seat;
    let won = scene.wins.iter().find(|won| won.seat == seat)?.clone();
    let names = scene.hand().result.as_ref()?.wins.as_ref()?.get(at)?.patterns.clone()?;
    let (rules, system) = (scene.rules, scene.rules.system());
    let other = |pattern: &&&'static Pattern| {
        let there = won.hits.iter().any(|hit| hit.pattern.id == pattern.id);
        let renamed: Vec<String> =
            [pattern.name.zh.to_owned()].into_iter().chain(names.iter().skip(1).cloned()).collect();
        // Another pattern's name is not wrong if both patterns share it, or if that reading has the same value.
        // A name that means nothing in this house is another fault.
        rules.knows(pattern) && !pattern.kind.is_opening() && !there && !won.is_named(&renamed, system)
    };
    let others: Vec<&str> = system.patterns.iter().filter(other).map(|pattern| pattern.name.zh).collect();
    let other = scene.pick(&others)?;
    let claim = scene.result_mut()?.wins.as_mut()?.get_mut(at)?;
    *claim.patterns.as_mut()?.first_mut()? = other.to_owned();
    Place::of(seat)
}

fn value(scene: &mut Scene<'_>) -> Option<Place> {
    let at = claimed(scene)?;
    let claim = scene.result_mut()?.wins.as_mut()?.get_mut(at)?;
    claim.value = claim.value.map(|value| value.saturating_add(1));
    Place::of(claim.seat)
}

fn value_and_payments(scene: &mut Scene<'_>) -> Option<Place> {
    let place = value(scene)?;
    let wins = scene.hand().result.as_ref()?.wins.clone()?;
    let mut believed = scene.wins.clone();
    for won in &mut believed {
        if let Some(claim) = wins.iter().find(|claim| claim.seat == won.seat) {
            won.value = claim.value?;
        }
    }
    let table = scene.tables.last().cloned();
    let next = scene.hand().result.as_ref()?.next_dealer;
    scene.conclude(table, &believed, scene.drawn);
    let result = scene.result_mut()?;
    (result.wins, result.next_dealer) = (Some(wins), next);
    Some(place)
}

/// The birds of the hand: their event and tiles.
fn turned(scene: &mut Scene<'_>) -> Option<(usize, Vec<Tile>)> {
    scene.any(|at, event, _| match &event.action {
        Action::Birds { tiles, .. } => vec![(at, tiles.clone())],
        _ => vec![],
    })
}

/// Records other birds; the client pays and passes the deal by them.
fn with_birds(scene: &mut Scene<'_>, at: usize, tiles: Vec<Tile>) -> Option<Place> {
    let mut table = scene.tables.last()?.clone();
    table.birds = Some(tiles.clone());
    let wins = scene.wins.clone();
    scene.conclude(Some(table), &wins, scene.drawn);
    scene.event_mut(at)?.action = Action::Birds { tiles, fly: None };
    Some(Place { event: Some(at), ..Place::default() })
}

fn birds(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, mut tiles) = turned(scene)?;
    let old = *tiles.first()?;
    *tiles.first_mut()? = scene.kind(|tile| tile != old)?;
    with_birds(scene, at, tiles)
}

fn extra_bird(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, mut tiles) = turned(scene)?;
    let tile = scene.kind(|_| true)?;
    tiles.push(tile);
    with_birds(scene, at, tiles)
}

fn unknown_pattern(scene: &mut Scene<'_>) -> Option<Place> {
    let at = claimed(scene)?;
    let claim = scene.result_mut()?.wins.as_mut()?.get_mut(at)?;
    *claim.patterns.as_mut()?.first_mut()? = "十三不靠".to_owned();
    Place::of(claim.seat)
}

fn birds_uncalled(scene: &mut Scene<'_>) -> Option<Place> {
    let at = scene.any(|at, event, _| if event.action == Action::DrawGame { vec![at] } else { vec![] })?;
    let tile = scene.kind(|_| true)?;
    scene.hand_mut().events.insert(at, Action::Birds { tiles: vec![tile], fly: None }.into());
    Some(Place { event: Some(at), ..Place::default() })
}

fn birds_missing(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, _) = turned(scene)?;
    // A last tile that was won is the bird itself, and known.
    if scene.tables.last()?.last.tile.is_some() {
        return None;
    }
    scene.without_wall();
    scene.hand_mut().events.remove(at);
    Place::somewhere()
}

/// A flip while nobody has won; no rules have that.
fn flip_uncalled(scene: &mut Scene<'_>) -> Option<Place> {
    // Where chickens are opened during play, such a flip may be due.
    if scene.tables.iter().any(|table| !table.rolls.is_empty()) {
        return None;
    }
    let at = scene.any(|at, event, table| match event.action {
        Action::Draw { .. } if table.winners.is_empty() => vec![at],
        _ => vec![],
    })?;
    let tile = scene.kind(|_| true)?;
    scene.hand_mut().events.insert(at, Action::Flip { tile }.into());
    Some(Place { event: Some(at), ..Place::default() })
}

fn birds_twice(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, _) = turned(scene)?;
    let again = scene.hand().events.get(at)?.clone();
    scene.hand_mut().events.insert(at + 1, again);
    Some(Place { event: Some(at + 1), ..Place::default() })
}
