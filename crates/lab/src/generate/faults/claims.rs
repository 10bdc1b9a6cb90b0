//! A3: injects faults of chows and pungs.

use super::scene::{Place, Scene};
use caipan_engine::rules::{Ground, Rules, WinCandidate};
use caipan_engine::table::{Offer, Phase, Table};
use caipan_log::{Action, Claim, Event, LostClaim};
use caipan_tiles::tile::{Seat, Suit, Tile};

block! {
    "A301" "chow of no run" no_run;
    "A302" "chow named of the wrong seat" chow_by_other;
    "A302" "chow across the table" chow_across;
    "A303" "pung of another tile" pung_of_other;
    "A304" "pung of tiles not held" pung_not_held;
    "A304" "chow of tiles not held" chow_not_held;
    "A305" "own discard claimed" own_discard;
    "A306" "chow over a pung" chow_over_pung;
    "A306" "draw over a pung" draw_over_pung;
    "A307" "claim of nothing" nothing_open;
    "A308" "claim by a locked hand" locked_claim;
    "A308" "last tile claimed" last_tile_claimed;
    "A309" "lost claim of a pung without a pair" idle_claim;
    "A310" "passed win that must be taken" passed_win;
}

/// The seat and the tile of an ordinary discard that nobody has won yet.
pub(super) fn discarded(table: &Table) -> Option<(Seat, Tile)> {
    match table.phase {
        Phase::Open { from, tiles, why: Offer::Discard } if table.winners.is_empty() => {
            tiles.iter().next().map(|tile| (from, tile))
        }
        _ => None,
    }
}

/// The pairs of tiles that make a run with this one.
pub(super) fn runs(tile: Tile) -> Vec<[Tile; 2]> {
    if tile.suit() == Suit::Honours {
        return vec![];
    }
    let below = |by: u8| tile.rank().checked_sub(by).and_then(|rank| Tile::of(tile.suit(), rank));
    let pair = |one: Option<Tile>, other: Option<Tile>| one.zip(other).map(|(one, other)| [one, other]);
    [pair(below(2), below(1)), pair(below(1), tile.up(1)), pair(tile.up(1), tile.up(2))].into_iter().flatten().collect()
}

fn no_run(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, who, new) = scene.any(|at, event, table| match &event.action {
        Action::Chow { seat, tile, with } => {
            let kinds = table.place(*seat).hand.kinds();
            let fits = |other: &Tile| {
                let mut run = [*tile, with[0], *other];
                run.sort_unstable();
                *other != with[1]
                    && *other != with[0]
                    && !(run[0].up(1) == Some(run[1]) && run[0].up(2) == Some(run[2]))
            };
            kinds.iter().filter(fits).map(|other| (at, *seat, [with[0], other])).collect()
        }
        _ => vec![],
    })?;
    let Action::Chow { with, .. } = &mut scene.event_mut(at)?.action else { return None };
    *with = new;
    Place::at(at, who)
}

fn chow_by_other(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, right) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Chow { seat, .. }, Some(_)) => vec![(at, *seat)],
        _ => vec![],
    })?;
    // A later claim of that seat may exceed a limit.
    let claims = |seat: Seat| {
        let later = scene.hand().events.iter().skip(at + 1);
        later
            .filter(|event| event.action.seat() == Some(seat))
            .any(|event| matches!(event.action, Action::Chow { .. } | Action::Pung { .. }))
    };
    let table = scene.tables.get(at)?;
    let (from, tile) = discarded(table)?;
    let others = table.playing().others(right).filter(|&seat| seat != from);
    let wrong: Vec<Seat> = others.filter(|&seat| !claims(seat) && free(scene.rules, table, seat, tile)).collect();
    let wrong = scene.pick(&wrong)?;
    let Action::Chow { seat, .. } = &mut scene.event_mut(at)?.action else { return None };
    *seat = wrong;
    Place::at(at, wrong)
}

fn chow_across(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile, with) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. }, Some((from, tile))) => {
            let held = |seat: Seat, with: &[Tile; 2]| with.iter().all(|&one| table.held(seat, one) > 0);
            let across = table.playing().others(from).skip(1);
            across
                .filter(|&seat| free(rules, table, seat, tile) && chows(rules, table, seat, tile))
                .flat_map(|seat| runs(tile).into_iter().map(move |with| (seat, with)))
                .filter(|(seat, with)| held(*seat, with) && rules.may_lay(table, *seat, with).is_ok())
                .map(|(seat, with)| (at, seat, tile, with))
                .collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Chow { seat, tile, with }.into()]);
    Place::at(at, seat)
}

/// True if the rules have chows at all.
fn chows(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile) -> bool {
    !rules.may_chow(table, seat, tile).is_err_and(|refusal| refusal.ground == Ground::NoSuchAction)
}

/// True if only its tiles can prevent a claim of this seat.
fn free(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile) -> bool {
    rules.may_pung(table, seat, tile).is_ok()
}

fn pung_of_other(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, who, old) = scene.any(|at, event, _| match event.action {
        Action::Pung { seat, tile } => vec![(at, seat, tile)],
        _ => vec![],
    })?;
    let open = scene.tables.get(at)?.clone();
    let shown = |tile: Tile| matches!(open.phase, Phase::Open { tiles, .. } if tiles.has(tile));
    let new = scene.kind(|tile| tile != old && !shown(tile))?;
    let Action::Pung { tile, .. } = &mut scene.event_mut(at)?.action else { return None };
    *tile = new;
    Place::at(at, who)
}

fn pung_not_held(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. }, Some((from, tile))) => {
            let lacks = |&seat: &Seat| table.held(seat, tile) < 2 && free(rules, table, seat, tile);
            table.playing().others(from).filter(lacks).map(|seat| (at, seat, tile)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Pung { seat, tile }.into()]);
    Place::at(at, seat)
}

fn chow_not_held(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile, with) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. }, Some((from, tile)))
            if free(rules, table, from.next(), tile) && rules.may_chow(table, from.next(), tile).is_ok() =>
        {
            let seat = from.next();
            let lacks = |with: &[Tile; 2]| {
                let lacking = with.iter().filter(|&&one| table.held(seat, one) == 0).count();
                lacking == 1 && rules.may_lay(table, seat, with).is_ok()
            };
            runs(tile).into_iter().filter(lacks).map(|with| (at, seat, tile, with)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Chow { seat, tile, with }.into()]);
    Place::at(at, seat)
}

fn own_discard(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. }, Some((from, tile)))
            if table.held(from, tile) >= 2
                && table.place(from).dice_kongs == 0
                && rules.may_pung(table, from, tile).is_ok() =>
        {
            vec![(at, from, tile)]
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Pung { seat, tile }.into()]);
    Place::at(at, seat)
}

/// The seats that could have punged the open discard before this event, and did not.
fn could_pung(rules: &dyn Rules, event: &Event, table: &Table) -> Vec<Seat> {
    let Some((from, tile)) = discarded(table) else { return vec![] };
    let can = |seat: &Seat| {
        table.held(*seat, tile) >= 2
            && rules.may_pung(table, *seat, tile).is_ok()
            && event.action.seat() != Some(*seat)
            && !event.claims.iter().any(|lost| lost.seat == *seat)
    };
    table.playing().others(from).filter(can).collect()
}

fn chow_over_pung(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, who, lost) = scene.any(|at, event, table| match event.action {
        Action::Chow { seat, .. } => could_pung(rules, event, table).into_iter().map(|lost| (at, seat, lost)).collect(),
        _ => vec![],
    })?;
    scene.event_mut(at)?.claims.push(LostClaim { seat: lost, what: Claim::Pung });
    Place::at(at, who)
}

fn draw_over_pung(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, who, lost) = scene.any(|at, event, table| match event.action {
        Action::Draw { seat, .. } => could_pung(rules, event, table).into_iter().map(|lost| (at, seat, lost)).collect(),
        _ => vec![],
    })?;
    scene.event_mut(at)?.claims.push(LostClaim { seat: lost, what: Claim::Pung });
    Place::at(at, who)
}

fn nothing_open(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Discard { .. }, Phase::Turn { seat: turn, .. })
            if at > 0 && rules.due(table) == caipan_engine::rules::Due::Act(turn) =>
        {
            let all = table
                .playing()
                .others(turn)
                .flat_map(|seat| table.place(seat).hand.kinds().iter().map(move |tile| (seat, tile)));
            let fits = |(seat, tile): &(Seat, Tile)| {
                table.held(*seat, *tile) >= 2
                    && table.held(turn, *tile) == 0
                    && rules.may_pung(table, *seat, *tile).is_ok()
            };
            all.filter(fits).map(|(seat, tile)| (at, seat, tile)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Pung { seat, tile }.into()]);
    Place::at(at, seat)
}

fn locked_claim(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. } | Action::DrawGame | Action::Seabed { .. }, Some((from, tile))) => {
            let fits = |seat: &Seat| table.held(*seat, tile) >= 2 && refused(rules, table, *seat, tile, Ground::Locked);
            table.playing().others(from).filter(fits).map(|seat| (at, seat, tile)).collect()
        }
        _ => vec![],
    })?;
    scene.break_off(at, vec![Action::Pung { seat, tile }.into()]);
    Place::at(at, seat)
}

fn last_tile_claimed(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    let (at, seat, tile) = scene.any(|at, event, table| {
        // The last tile was taken and shown, or it is the last discard: either ends in a drawn hand.
        let shown = table.last.taken_by.zip(table.last.tile).or_else(|| discarded(table));
        let (Action::DrawGame, Some((from, tile))) = (&event.action, shown) else { return vec![] };
        let locked = |seat: &Seat| table.place(*seat).dice_kongs > 0;
        let short = |seat: &Seat| {
            table.last.taken_by.is_some() && !locked(seat) || refused(rules, table, *seat, tile, Ground::WallShort)
        };
        let fits = |seat: &Seat| table.held(*seat, tile) >= 2 && short(seat);
        table.playing().others(from).filter(fits).map(|seat| (at, seat, tile)).collect()
    })?;
    scene.break_off(at, vec![Action::Pung { seat, tile }.into()]);
    Place::at(at, seat)
}

/// True if the rules refuse a pung on this ground.
fn refused(rules: &dyn Rules, table: &Table, seat: Seat, tile: Tile, ground: Ground) -> bool {
    rules.may_pung(table, seat, tile).is_err_and(|refusal| refusal.ground == ground)
}

fn idle_claim(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat) = scene.any(|at, event, table| match (&event.action, discarded(table)) {
        (Action::Draw { .. }, Some((from, tile))) => {
            let cannot = |seat: &Seat| table.held(*seat, tile) < 2;
            table.playing().others(from).filter(cannot).map(|seat| (at, seat)).collect()
        }
        _ => vec![],
    })?;
    scene.event_mut(at)?.claims.push(LostClaim { seat, what: Claim::Pung });
    Place::at(at, seat)
}

/// A seat passes a win, in a house where it must win.
fn passed_win(scene: &mut Scene<'_>) -> Option<Place> {
    let rules = scene.rules;
    rules.may_pass_win().err()?;
    let (at, seat) = scene.any(|at, event, table| match (&event.action, table.phase) {
        (Action::Draw { .. }, Phase::Open { from, .. }) => {
            let can = |seat: &Seat| {
                let won = WinCandidate::at(table, *seat).and_then(|case| rules.judge(&case).ok());
                won.is_some_and(|won| rules.may_win(table, &won).is_ok())
            };
            table.playing().others(from).filter(can).map(|seat| (at, seat)).collect()
        }
        _ => vec![],
    })?;
    scene.hand_mut().events.insert(at, Action::Pass { seat, of: Claim::Win }.into());
    Place::at(at, seat)
}
