//! Injects faults that only Guiyang can have: chows, late or unready declarations, wins after a pass, wrong flips, and
//! the wrong dealer after a win.

use super::scene::{Place, Scene};
use caipan_engine::replay::{Before, replay};
use caipan_engine::rules::{Ground, Rules, Ruleset, Value, WinCandidate, Won, resolve};
use caipan_engine::table::{Offer, Phase, Table};
use caipan_log::{Action, Declaration, OptionValue};
use caipan_tiles::tile::{Seat, Tile};

block! {
    "A008" "chow where there is none" chow;
    "A206" "ready declared too late" declared_late;
    "A206" "ready declared after a claim" declared_after_claim;
    "A207" "ready declared by a hand that is not" declared_unready;
    "A503" "win after a pass in a house that forbids it" barred;
    "A514" "win after a pass" doubtful;
    "A520" "two winners in a house of one" second_winner;
    "A608" "another tile flipped and believed in" flip_believed;
    "A608" "another tile recorded as flipped" flip_recorded;
    "A709" "flip not recorded" flip_unknown;
    "A801" "the other of two winners deals next" other_winner_deals;
    "A801" "the dealer deals on though another won" dealer_stays;
}

fn chow(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile, with) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Draw { seat, .. }, Phase::Open { tiles, why: Offer::Discard, .. }) => {
            let Some(tile) = tiles.iter().next() else { return vec![] };
            let none = rules.may_chow(table, *seat, tile).is_err_and(|no| no.ground == Ground::NoSuchAction);
            let held = |with: &[Tile; 2]| with.iter().all(|&one| table.held(*seat, one) > 0);
            let first = tile.rank().saturating_sub(2).max(1);
            let runs = (first..=tile.rank()).filter_map(|rank| {
                let lowest = Tile::of(tile.suit(), rank)?;
                let mut with = [lowest, lowest.up(1)?, lowest.up(2)?].into_iter().filter(|&one| one != tile);
                Some([with.next()?, with.next()?])
            });
            let plain = |with: &[Tile; 2]| with.iter().chain([&tile]).all(|&one| table.wild != Some(one));
            runs.filter(|with| none && held(with) && plain(with)).map(|with| (at, *seat, tile, with)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Chow { seat, tile, with }.into()]);
    Place::at(at, seat)
}

/// Inserts a declaration before a discard at which the rules refuse it as untimely.
fn too_late(scene: &mut Scene<'_>, fits: impl Fn(&Table, Seat) -> bool) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Discard { seat, .. }, Phase::Turn { .. }) if fits(table, *seat) => {
            let verdict = rules.may_declare(table, *seat, Declaration::Ready);
            let late = verdict.is_err_and(|no| no.ground == Ground::Time);
            if late { vec![(at, *seat)] } else { vec![] }
        }
        _ => vec![],
    })?;
    scene.hand_mut().events.insert(at, Action::Declare { seat, what: Declaration::Ready }.into());
    Place::at(at, seat)
}

fn declared_late(scene: &mut Scene<'_>) -> Option<Place> {
    too_late(scene, |table, seat| !table.place(seat).river.is_empty())
}

fn declared_after_claim(scene: &mut Scene<'_>) -> Option<Place> {
    too_late(scene, |table, seat| table.place(seat).river.is_empty() && !table.place(seat).melds.is_empty())
}

fn declared_unready(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let what = Declaration::Ready;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Discard { seat, tile }, Phase::Turn { .. }) if rules.may_declare(table, *seat, what).is_ok() => {
            let mut declared = table.clone();
            declared.declare(*seat, what);
            let verdict = rules.may_discard(&declared, *seat, *tile);
            let unready = verdict.is_err_and(|no| no.ground == Ground::NotReady);
            if unready { vec![(at, *seat, *tile)] } else { vec![] }
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Declare { seat, what }.into(), Action::Discard { seat, tile }.into()]);
    Place::at(at + 1, seat)
}

/// A win on another seat's tile that the rules allow but doubt: the seat passed a win since its last own draw (X-GUO).
fn after_pass(scene: &mut Scene<'_>) -> Option<(usize, Seat, Won)> {
    let rules = scene.rules;
    scene.any(|at, event, table| {
        let quiet = matches!(event.action, Action::Draw { .. } | Action::Pung { .. } | Action::Kong { .. });
        if !quiet || !table.winners.is_empty() {
            return vec![];
        }
        let passed = |seat: Seat| {
            let won = rules.judge(&WinCandidate::at(table, seat)?).ok()?;
            let doubtful = rules.may_win(table, &won).is_ok() && rules.doubts()?.of(table, &won).is_err();
            doubtful.then_some((at, seat, won))
        };
        table.seats.iter().filter_map(passed).collect()
    })
}

fn won_after_pass(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat, won) = after_pass(scene)?;
    let tile = *won.tiles.first()?;
    scene.end_with(at, vec![Action::Win { seat, tile }.into()], &[won]);
    Place::at(at, seat)
}

fn doubtful(scene: &mut Scene<'_>) -> Option<Place> {
    let place = won_after_pass(scene)?;
    last_of_its_match(scene)?;
    Some(place)
}

fn barred(scene: &mut Scene<'_>) -> Option<Place> {
    let place = won_after_pass(scene)?;
    under(scene, "guo_shui_false", Value::Flag(true))?;
    Some(place)
}

/// Declares the match as played with this option; it must differ from the current value.
fn under(scene: &mut Scene<'_>, option: &'static str, value: Value) -> Option<()> {
    scene.ruleset.choices.get(option).filter(|&now| now != value)?;
    let written: OptionValue = value.to_log();
    scene.log.rules.options.insert(option.to_owned(), written);
    last_of_its_match(scene)
}

/// Ends the match with this hand. Returns `None` if an earlier hand has a breach, notes included.
fn last_of_its_match(scene: &mut Scene<'_>) -> Option<()> {
    scene.log.hands.truncate(scene.at + 1);
    let house: Ruleset = resolve(&scene.log.rules).ok()?;
    let in_order = |(at, hand): (usize, &caipan_log::HandLog)| {
        let before = Before {
            seats: scene.log.seats(),
            dealer: hand.dealer?,
            streak: super::scene::streak(&scene.log, at),
            floor: None,
            picked: None,
            last_hand: None,
            holdings: None,
            owner: scene.log.start.owner,
            exchange: None,
        };
        Some(replay(house.rules.as_ref(), hand, before, |_, _| ()).breaches.is_empty())
    };
    scene.log.hands.iter().enumerate().take(scene.at).all(|hand| in_order(hand) == Some(true)).then_some(())
}

fn second_winner(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat) = scene.any(|at, event, table| match event.action {
        Action::Win { seat, .. } if table.winners.len() == 1 => vec![(at, seat)],
        _ => vec![],
    })?;
    if scene.wins.len() != 2 {
        return None;
    }
    under(scene, "multi_win", Value::Flag(false))?;
    Place::at(at, seat)
}

/// The flip of the hand: its event, and another tile that is still in the wall.
fn flip(scene: &mut Scene<'_>) -> Option<(usize, Tile)> {
    let at = scene.any(|at, event, table| match event.action {
        // Before a win a flip opens a chicken during play.
        Action::Flip { .. } if !table.winners.is_empty() => vec![at],
        _ => vec![],
    })?;
    let table = scene.tables.last()?.clone();
    let others: Vec<Tile> = table.wall.tiles_from_head().filter(|&tile| Some(tile) != table.flip).collect();
    Some((at, scene.pick(&others)?))
}

fn flip_recorded(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, tile) = flip(scene)?;
    scene.event_mut(at)?.action = Action::Flip { tile };
    Some(Place { event: Some(at), ..Place::default() })
}

fn flip_believed(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, tile) = flip(scene)?;
    let mut table = scene.tables.last()?.clone();
    table.flip = Some(tile);
    let wins = scene.wins.clone();
    scene.conclude(Some(table), &wins, false);
    scene.event_mut(at)?.action = Action::Flip { tile };
    Some(Place { event: Some(at), ..Place::default() })
}

fn flip_unknown(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, _) = flip(scene)?;
    scene.without_wall();
    scene.hand_mut().events.remove(at);
    Place::somewhere()
}

fn other_winner_deals(scene: &mut Scene<'_>) -> Option<Place> {
    let right = scene.hand().result.as_ref()?.next_dealer?;
    let other = scene.wins.iter().map(|won| won.seat).find(|&seat| seat != right)?;
    if scene.wins.len() != 2 || !scene.wins.iter().any(|won| won.seat == right) || !names_winner(scene) {
        return None;
    }
    scene.result_mut()?.next_dealer = Some(other);
    Place::of(other)
}

fn dealer_stays(scene: &mut Scene<'_>) -> Option<Place> {
    let (right, dealer) = (scene.hand().result.as_ref()?.next_dealer?, scene.dealer());
    if right == dealer || scene.wins.len() != 1 || !names_winner(scene) {
        return None;
    }
    scene.result_mut()?.next_dealer = Some(dealer);
    Place::of(dealer)
}

/// True if the rules flip a tile and let a winner deal next.
fn names_winner(scene: &Scene<'_>) -> bool {
    let rules: &dyn Rules = scene.rules;
    let next = scene.tables.last().and_then(|table| rules.flip_due(table).and(rules.next_dealer(table, &scene.wins)));
    next.is_some_and(|next| scene.wins.iter().any(|won| won.seat == next.seat))
}
