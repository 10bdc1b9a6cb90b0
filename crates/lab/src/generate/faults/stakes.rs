//! Injects faults of payments in rules with wild tiles: head bump, fans of a reading, hands of 40, burning, floors, the
//! next dealer.

use super::scene::{Place, Scene};
use caipan_engine::rules::{Ground, WinCandidate, Won};
use caipan_engine::table::Phase;
use caipan_log::{Action, HandLog, Outcome, Payment};
use caipan_tiles::ledger::{Flow, Line, Net, Pair, Party};
use caipan_tiles::tile::{Seat, Tile};

block! {
    "A520" "second winner on one tile" second_winner;
    "A520" "nearer winner after the further one" nearer_winner;
    "A601" "dragon beside the dragon of the wild suit" dragon_twice;
    "A601" "no wild beside the dragon of the wild suit" no_wild_twice;
    "A601" "seven pairs beside four alike" pairs_twice;
    "A601" "five claimed that was not caught" five;
    "A601" "fan left out" fan_left_out;
    "A602" "hand of 40 doubled" limit_doubled;
    "A702" "burning unpaid" burn_unpaid;
    "A702" "burning paid that was none" burn_invented;
    "A702" "kong points unpaid" kong_unpaid;
    "A702" "declarer of 混儿悠 pays single" promise_single;
    "A702" "discarder pays single" discarder_single;
    "A702" "doubled downstairs" floor_invented;
    "A801" "deal passes to the winner" to_the_winner;
    "A801" "deal passes after a drawn hand" drawn_passes;
    "A801" "deal passes after a false win" false_win_passes;
    "A820" "doubling forgotten upstairs" floor_forgotten;
    "A821" "floor not recorded" floor_unknown;
    "A922" "false win called and paid" false_win_paid;
}

/// Two seats that could win on one tile, the nearer one first: the event and the win of each.
fn rivals(scene: &mut Scene<'_>) -> Option<(usize, Won, Won)> {
    let rules = scene.rules;
    rules.one_winner()?;
    scene.any(|at, event, table| {
        let (Action::Win { .. }, Phase::Open { from, .. }) = (&event.action, table.phase) else { return vec![] };
        let won = |seat: Seat| {
            let won = rules.judge(&WinCandidate::at(table, seat)?).ok()?;
            rules.may_win(table, &won).is_ok().then_some(won)
        };
        let able: Vec<Won> = table.playing().others(from).filter_map(won).collect();
        match able.as_slice() {
            [nearer, further, ..] if table.winners.is_empty() => vec![(at, nearer.clone(), further.clone())],
            _ => vec![],
        }
    })
}

/// Both seats win and both are paid.
fn both(scene: &mut Scene<'_>, at: usize, first: Won, second: Won, extra: Seat) -> Option<Place> {
    let win = |won: &Won| Some(Action::Win { seat: won.seat, tile: *won.tiles.first()? }.into());
    let events = vec![win(&first)?, win(&second)?];
    scene.end_with(at, events, &[first, second]);
    Place::at(at + 1, extra)
}

fn second_winner(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, nearer, further) = rivals(scene)?;
    let extra = further.seat;
    both(scene, at, nearer, further, extra)
}

fn nearer_winner(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, nearer, further) = rivals(scene)?;
    let extra = further.seat;
    both(scene, at, further, nearer, extra)
}

/// Adds a fan to the claim of a win that has `with`, if given, and lacks `added`. The claimed value stays right.
fn fan_too_many(scene: &mut Scene<'_>, with: Option<&str>, added: &str) -> Option<Place> {
    let known = |id: &str| scene.rules.system().patterns.iter().find(|pattern| pattern.id == id).copied();
    let added = known(added)?;
    let has = |won: &&Won, id: &str| won.hits.iter().any(|hit| hit.pattern.id == id);
    let fits = |won: &&Won| with.is_none_or(|id| has(won, id)) && !has(won, added.id);
    let seat = scene.wins.iter().find(fits)?.seat;
    let claim = scene.result_mut()?.wins.as_mut()?.iter_mut().find(|claim| claim.seat == seat)?;
    claim.patterns.as_mut()?.push(added.name.zh.to_owned());
    Place::of(seat)
}

fn dragon_twice(scene: &mut Scene<'_>) -> Option<Place> {
    fan_too_many(scene, Some("wild-dragon"), "dragon")
}

fn no_wild_twice(scene: &mut Scene<'_>) -> Option<Place> {
    fan_too_many(scene, Some("wild-dragon"), "no-wild")
}

fn pairs_twice(scene: &mut Scene<'_>) -> Option<Place> {
    fan_too_many(scene, Some("luxury-seven-pairs"), "seven-pairs")
}

fn five(scene: &mut Scene<'_>) -> Option<Place> {
    fan_too_many(scene, None, "catch-five")
}

fn fan_left_out(scene: &mut Scene<'_>) -> Option<Place> {
    scene.rules.indicator()?;
    let seat = scene.wins.iter().find(|won| won.hits.len() > 1)?.seat;
    let claim = scene.result_mut()?.wins.as_mut()?.iter_mut().find(|claim| claim.seat == seat)?;
    claim.patterns.as_mut()?.pop()?;
    Place::of(seat)
}

/// The client doubles a hand of a flat value and pays by that.
fn limit_doubled(scene: &mut Scene<'_>) -> Option<Place> {
    scene.rules.indicator()?;
    let mut believed = scene.wins.clone();
    let limits = ["four-wilds", "heavenly", "earthly"];
    let flat = |won: &Won| matches!(won.hits.as_slice(), [hit] if limits.contains(&hit.pattern.id));
    let won = believed.iter_mut().find(|won| flat(won))?;
    won.value = won.value.saturating_mul(2);
    let seat = won.seat;
    let table = scene.tables.last().cloned();
    scene.conclude(table, &believed, false);
    Place::of(seat)
}

/// The payments of the hand, line by line; empty in rules without an indicator.
fn lines(scene: &Scene<'_>) -> Vec<Line> {
    scene
        .rules
        .indicator()
        .and(scene.tables.last())
        .map_or_else(Vec::new, |table| scene.rules.settle(table, &scene.wins).lines().to_vec())
}

/// Adds points to a claimed payment, or takes them off, in point changes and scores too.
fn pay(scene: &mut Scene<'_>, from: Seat, to: Seat, points: i64, cause: &str) -> Option<()> {
    let result = scene.result_mut()?;
    let payments = result.payments.as_mut()?;
    let same = |paid: &Payment| (paid.from, paid.to) == (from, to) && paid.cause.as_deref().is_none_or(|c| c == cause);
    match payments.iter_mut().find(|paid| same(paid)) {
        Some(paid) => paid.points = paid.points.checked_add(points).filter(|&points| points >= 0)?,
        None if points > 0 => {
            let cause = payments.iter().any(|paid| paid.cause.is_some()).then(|| cause.to_owned());
            payments.push(Payment { from, to, points, cause, at: None });
        }
        None => return None,
    }
    payments.retain(|paid| paid.points != 0);
    for field in [result.deltas.as_mut()?, result.scores.as_mut()?] {
        field[from] = field[from].saturating_sub(points);
        field[to] = field[to].saturating_add(points);
    }
    Some(())
}

/// The payer and the receiver of this line, if both are seats.
fn seats(line: &Line) -> Option<(Seat, Seat)> {
    match (line.from, line.to) {
        (Party::Seat(from), Party::Seat(to)) => Some((from, to)),
        _ => None,
    }
}

fn burn_unpaid(scene: &mut Scene<'_>) -> Option<Place> {
    let burns: Vec<Line> = lines(scene).into_iter().filter(|line| line.cause.id == "burn").collect();
    let dealer = scene.dealer();
    if burns.is_empty() || !scene.wins.iter().all(|won| won.seat != dealer) {
        return None;
    }
    for line in &burns {
        let (from, to) = seats(line)?;
        pay(scene, from, to, -line.sum.value(), line.cause.name.zh)?;
    }
    Place::of(dealer)
}

fn burn_invented(scene: &mut Scene<'_>) -> Option<Place> {
    scene.rules.floors()?;
    let burn = scene.rules.system().causes.iter().find(|cause| cause.id == "burn").copied()?;
    if !scene.drawn || !lines(scene).is_empty() {
        return None;
    }
    let dealer = scene.dealer();
    for other in scene.seats().others(dealer) {
        pay(scene, dealer, other, 10, burn.name.zh)?;
    }
    Place::of(dealer)
}

/// One seat does not pay its share of a kong; only where nothing else is paid between the two.
fn kong_unpaid(scene: &mut Scene<'_>) -> Option<Place> {
    let all = lines(scene);
    let between = |line: &Line| {
        let pair = |other: &&Line| {
            (other.from, other.to) == (line.from, line.to) || (other.to, other.from) == (line.from, line.to)
        };
        all.iter().filter(pair).count()
    };
    let unpaid = all.iter().find(|line| line.cause.id == "kong" && between(line) == 1)?;
    let (from, to) = seats(unpaid)?;
    pay(scene, from, to, -unpaid.sum.value(), unpaid.cause.name.zh)?;
    Place::of(from)
}

/// Halves a doubled payment that fits.
fn single(scene: &mut Scene<'_>, fits: impl Fn(&Scene<'_>, &Line, Seat) -> bool) -> Option<Place> {
    let all = lines(scene);
    // Only if nothing else is paid between the two.
    let alone = |line: &Line| {
        let pair = |other: &&Line| other.from == line.from && other.to == line.to || other.from == line.to;
        all.iter().filter(pair).count() == 1
    };
    let chosen = all.iter().find(|line| seats(line).is_some_and(|(from, _)| fits(scene, line, from)) && alone(line))?;
    let (from, to) = seats(chosen)?;
    let half = chosen.sum.value() / 2;
    pay(scene, from, to, -half, chosen.cause.name.zh)?;
    Place::of(from)
}

fn promise_single(scene: &mut Scene<'_>) -> Option<Place> {
    single(scene, |_, line, _| line.clause.id == "BJ-13e")
}

fn discarder_single(scene: &mut Scene<'_>) -> Option<Place> {
    single(scene, |scene, line, from| line.clause.id == "BJ-8e" && scene.wins.iter().any(|won| won.from == Some(from)))
}

fn to_the_winner(scene: &mut Scene<'_>) -> Option<Place> {
    scene.rules.indicator()?;
    let (winner, dealer) = (scene.wins.first()?.seat, scene.dealer());
    let right = scene.hand().result.as_ref()?.next_dealer?;
    if winner == right || winner == dealer {
        return None;
    }
    scene.result_mut()?.next_dealer = Some(winner);
    Place::of(winner)
}

fn drawn_passes(scene: &mut Scene<'_>) -> Option<Place> {
    scene.rules.indicator()?;
    let (next, drawn) = (scene.dealer().next(), scene.drawn);
    let named = scene.result_mut()?.next_dealer.as_mut()?;
    if *named == next || !drawn {
        return None;
    }
    *named = next;
    Place::of(next)
}

/// A hand that does not win is declared won, called a false win, and paid for.
fn called(scene: &mut Scene<'_>) -> Option<(usize, Seat)> {
    let rules = scene.rules;
    rules.indicator()?;
    if rules.plays_on_after_false_win() {
        return None;
    }
    let (at, seat, tile): (usize, Seat, Tile) = scene.any(|at, event, table| {
        if !table.winners.is_empty() || !matches!(event.action, Action::Draw { .. } | Action::Discard { .. }) {
            return vec![];
        }
        let tried = table.seats.iter().filter_map(|seat| {
            let case = WinCandidate::at(table, seat)?;
            let tile = case.chance.tiles.iter().next()?;
            let shape = rules.judge(&case).is_err_and(|refusal| refusal.ground == Ground::Shape);
            shape.then_some((at, seat, tile))
        });
        tried.collect()
    })?;
    let mut table = scene.tables.get(at)?.clone();
    table.false_win(seat);
    // Without a penalty there is no fault.
    if rules.settle(&table, &[]).lines().is_empty() {
        return None;
    }
    scene.replace_from(at, vec![Action::Win { seat, tile }.into()]);
    scene.conclude(Some(table), &[], false);
    // The next hand may have been played on another floor.
    let hands = scene.at + 1;
    scene.log.hands.truncate(hands);
    Some((at, seat))
}

fn false_win_paid(scene: &mut Scene<'_>) -> Option<Place> {
    let (at, seat) = called(scene)?;
    Place::at(at, seat)
}

fn false_win_passes(scene: &mut Scene<'_>) -> Option<Place> {
    called(scene)?;
    let right = scene.hand().result.as_ref()?.next_dealer?;
    let seats = scene.seats();
    let wrong = seats.after(right, 1 + scene.chance.below(seats.len().saturating_sub(1).max(1)));
    scene.result_mut()?.next_dealer = Some(wrong);
    Place::of(wrong)
}

/// The client settles as if on floor `believed`.
fn on_floor(scene: &mut Scene<'_>, upstairs: bool, believed: u32) -> Option<Place> {
    scene.rules.floors()?;
    let mut table = scene.tables.last()?.clone();
    let before = scene.rules.settle(&table, &scene.wins).balance();
    if scene.wins.is_empty() || table.floor.is_none_or(|floor| (floor > 0) != upstairs) {
        return None;
    }
    table.floor = Some(believed);
    let wins = scene.wins.clone();
    let after = scene.rules.settle(&table, &wins).balance();
    scene.conclude(Some(table), &wins, false);
    (before != after).then(Place::default)
}

fn floor_forgotten(scene: &mut Scene<'_>) -> Option<Place> {
    on_floor(scene, true, 0)
}

/// The client doubles although the match begins downstairs and no hand was drawn since.
fn floor_invented(scene: &mut Scene<'_>) -> Option<Place> {
    let is_drawn = |hand: &HandLog| hand.result.as_ref().is_none_or(|result| result.outcome == Some(Outcome::Draw));
    let before = scene.log.hands.get(..scene.at)?;
    if scene.log.start.upstairs != Some(false) || before.iter().any(is_drawn) {
        return None;
    }
    on_floor(scene, false, 1)?;
    // The first pair of seats that pays anything pays double.
    let net = Net::of(scene.hand().result.as_ref()?.payments.as_ref()?.iter().map(flow));
    let pair = Pair::ALL.into_iter().find(|&pair| net.at(pair) != 0)?;
    let (one, other) = pair.seats();
    Place::of(if net.at(pair) > 0 { one } else { other })
}

const fn flow(payment: &Payment) -> Flow {
    Flow { from: Party::Seat(payment.from), to: Party::Seat(payment.to), points: payment.points }
}

/// The log begins with this hand, in the middle of a match.
pub(super) fn floor_unknown(scene: &mut Scene<'_>) -> Option<Place> {
    let floors = scene.rules.floors()?;
    if scene.wins.is_empty() || floors.of_first(scene.dealer(), None).is_some() {
        return None;
    }
    let before = scene.scores_before();
    scene.log.hands.drain(..scene.at);
    scene.log.hands.truncate(1);
    scene.at = 0;
    let start = &mut scene.log.start;
    (start.upstairs, start.dealer_streak, start.scores, start.dealer) = (None, None, Some(before), None);
    Some(Place { hand: Some(0), ..Place::default() })
}
