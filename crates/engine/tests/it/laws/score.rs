//! `score` and `audit` agree: for the same table `score` writes the ledger of the audit, and refuses what the rules
//! refuse under the same clause.

use super::clean;
use caipan_engine::replay::{Before, Possible, asked, table_after};
use caipan_engine::report::report;
use caipan_engine::rules::{Ground, Rules, WinCandidate};
use caipan_engine::score::{ScoreRequest, score};
use caipan_engine::table::{Lying, Phase, Source, Table};
use caipan_lab::generate::Rng;
use caipan_log::{Declaration, GameLog, HandLog, KongKind};
use caipan_tiles::tile::{Meld, MeldKind, Seat, Suit, Tile, Tiles};
use serde_json::{Value, json};

/// A win as the request names it.
struct Win {
    seat: Seat,
    tiles: Vec<Tile>,
    source: Source,
    /// The seat that the tile comes from, whoever pays.
    from: Option<Seat>,
}

/// Builds the request for a table on which a robbed kong is already undone.
fn request(log: &GameLog, rules: &dyn Rules, table: &Table, before: Before, wins: &[Win], burnt: bool) -> ScoreRequest {
    let mut seats = Vec::new();
    for seat in table.seats.iter() {
        let place = table.place(seat);
        let winner = wins.iter().any(|win| win.seat == seat);
        let mut river: Vec<Tile> = place.river.iter().filter(|lying| !lying.gone).map(|lying| lying.tile).collect();
        let theirs =
            wins.iter().filter(|win| win.from == Some(seat) || win.seat == seat && win.source == Source::DiceKong);
        if theirs.clone().any(|win| matches!(win.source, Source::Discard)) {
            river.pop();
        } else if let Some(win) = theirs.clone().find(|win| matches!(win.source, Source::DiceKong | Source::DiceKongOf))
        {
            for tile in &win.tiles {
                river.iter().rposition(|lying| lying == tile).map(|at| river.remove(at));
            }
        }
        let mut hand = held(table, seat);
        if let Some(win) = theirs.clone().find(|win| win.source == Source::SeabedOf) {
            take(&mut hand, &win.tiles);
        }
        let declared = place.declared == Some(Declaration::Ready);
        seats.push(json!({
            "seat": seat,
            "hand": if winner { Tiles::default() } else { Tiles(hand) },
            "melds": if winner { Vec::new() } else { melds(&place.melds) },
            "river": Tiles(river),
            "declared": declared,
            "declared_as_dealt": declared && place.river.first().is_some_and(|lying| lying.drawn),
            "was_ready": place.was_ready,
            "late_kongs": Tiles(place.late_kongs.clone()),
        }));
    }
    let wins: Vec<Value> = wins.iter().map(|win| self::win(rules, table, win)).collect();
    let hunyou = table.seats.iter().filter(|&seat| {
        let place = table.place(seat);
        let own = wins.iter().any(|win| win["seat"] == json!(seat) && win["from"].is_null());
        place.declared == Some(Declaration::Hunyou) && place.declared_at + u16::from(own) == place.turns
    });
    let openings: Vec<Value> = table
        .openings
        .iter()
        .map(|opened| {
            let mut hand: Vec<Tile> = opened.hand.tiles().collect();
            if let Some(last) = opened.fourteenth {
                take(&mut hand, &[last]);
                hand.push(last);
            }
            let dice = opened.dice.map(|dice| dice.faces().to_vec()).unwrap_or_default();
            json!({"seat": opened.seat, "hand": Tiles(hand), "kinds": opened.kinds, "dice": dice})
        })
        .collect();
    let left: Vec<Seat> = table.seats.iter().filter(|&seat| table.place(seat).left).collect();
    let birds = table.birds.clone().filter(|birds| !birds.is_empty()).map(Tiles);
    let void = |seat: Seat| table.place(seat).void.and_then(|suit| Tile::of(suit, 1)).map(|tile| tile.to_string());
    let lack: Vec<String> = table.seats.iter().filter_map(void).map(|tile| tile.replace('1', "")).collect();
    let request = json!({
        "rules": log.rules.system, "options": log.rules.options,
        "dealer": before.dealer, "dealer_streak": before.streak, "upstairs": before.floor.is_some_and(|floor| floor > 0),
        "indicator": table.indicator, "hunyou": hunyou.collect::<Vec<_>>(), "openings": openings,
        "birds": birds, "flip": table.flip, "weekday": table.weekday, "left": left, "wins": wins, "seats": seats,
        "lack": if lack.len() == table.seats.len() { lack } else { Vec::new() }, "first_discards": firsts(table), "first_round": came_later(table).then_some(false), "burnt": rules.prices_first_discards().then_some(u8::from(burnt)),
    });
    serde_json::from_value(request).expect("a request")
}

fn win(rules: &dyn Rules, table: &Table, win: &Win) -> Value {
    let place = table.place(win.seat);
    let mut hand = held(table, win.seat);
    if win.source.is_own() && win.source != Source::DiceKong {
        take(&mut hand, &win.tiles);
    }
    let by = match win.source {
        Source::Dealt => "dealt",
        // The last tile that may be drawn where the rules keep a reserve.
        Source::Draw if rules.last_tile().is_none() && rules.reserved(table) == table.wall.left() => "seabed",
        Source::Draw => "draw",
        Source::Replacement => "replacement",
        Source::DiceKong => "dice_kong",
        Source::Seabed => "seabed",
        Source::Discard => "discard",
        Source::DiceKongOf => "dice_kong_discard",
        Source::SeabedOf => "seabed_discard",
        Source::Rob { kind: KongKind::Added, dice: true } => "rob_added_dice",
        Source::Rob { kind: KongKind::Added, .. } if table.fresh_kong => "rob_added",
        Source::Rob { kind: KongKind::Added, .. } => "rob_added_held",
        Source::Rob { kind: KongKind::Exposed, dice: true } => "rob_exposed_dice",
        Source::Rob { kind: KongKind::Exposed, .. } => "rob_exposed",
        Source::Rob { kind: KongKind::Concealed, .. } => "rob_concealed",
    };
    let last = win.from.and_then(|from| table.place(from).river.last());
    // The dealer's first discard, or in Beijing a winner without a discard of its own.
    let discarded = |lying: &&Lying| !lying.turned;
    let first = if table.deck == caipan_tiles::tile::Deck::SUITS_AND_HONOURS {
        place.river.iter().filter(discarded).count() == 0
    } else {
        table.discards == 1 && win.source == Source::Discard
    };
    json!({
        "seat": win.seat, "hand": Tiles(hand), "melds": melds(&place.melds), "tile": Tiles(win.tiles.clone()), "by": by,
        "from": win.from, "first_discard": first,
        "after_kong": win.source == Source::Discard && last.is_some_and(|lying| lying.after_kong),
        "kong_run": (win.source == Source::Replacement).then_some(table.kong_run),
    })
}

fn held(table: &Table, seat: Seat) -> Vec<Tile> {
    let place = table.place(seat);
    place.hand.tiles().chain(table.wild.into_iter().flat_map(|wild| vec![wild; place.wilds.into()])).collect()
}

fn take(hand: &mut Vec<Tile>, tiles: &[Tile]) {
    for tile in tiles {
        hand.iter().position(|held| held == tile).map(|at| hand.remove(at));
    }
}

fn melds(melds: &[Meld]) -> Vec<Value> {
    let kind = |meld: &Meld| match meld.kind {
        MeldKind::Chow => "chow",
        MeldKind::Pung => "pung",
        MeldKind::KongExposed => "exposed",
        MeldKind::KongAdded => "added",
        MeldKind::KongConcealed => "concealed",
    };
    melds.iter().map(|meld| json!({"kind": kind(meld), "tile": meld.tile, "from": meld.from})).collect()
}

/// True if every seat had discarded before the first 1 of bamboo was.
fn came_later(table: &Table) -> bool {
    let Some(tile) = Tile::of(Suit::Bamboo, 1) else { return false };
    let rivers = || table.seats.iter().map(|seat| table.place(seat).river.iter());
    let first = rivers().flatten().filter(|lying| lying.tile == tile).map(|lying| lying.order).min();
    first.is_some_and(|first| rivers().all(|mut river| river.any(|lying| lying.order < first)))
}

/// The seat that discarded the first tile of each kind, where that tile still lies in its river.
fn firsts(table: &Table) -> Vec<Value> {
    let mut firsts = Vec::new();
    for tile in table.deck.kinds().iter() {
        let lying = table.seats.iter().flat_map(|seat| table.place(seat).river.iter().map(move |lying| (seat, lying)));
        let first = lying.filter(|(_, lying)| lying.tile == tile).min_by_key(|(_, lying)| lying.order);
        if let Some((seat, _)) = first.filter(|(_, lying)| !lying.gone) {
            firsts.push(json!({"seat": seat, "tile": tile}));
        }
    }
    firsts
}

/// The seat of the last kong in the events.
fn konger(hand: &HandLog) -> Option<Seat> {
    hand.events.iter().rev().find_map(|event| match event.action {
        caipan_log::Action::Kong { seat, .. } => Some(seat),
        _ => None,
    })
}

#[test]
fn score_equals_the_ledger_of_the_audit() {
    let (mut compared, mut won) = (0, 0);
    for (ruleset, log) in clean(24) {
        let rules = ruleset.rules.as_ref();
        let (_, audit) = caipan_engine::audit::audit(&log).expect("a published preset");
        let document = report(&log, "sha256:").expect("a published preset");
        for ((hand, (before, audited)), view) in log.hands.iter().zip(&audit.hands).zip(&document.hands) {
            // A request states only whether the match is upstairs, and the wins of one moment.
            let table = &audited.replayed.table;
            if before.floor.is_some_and(|floor| floor > 1) || !table.out.is_empty() {
                continue;
            }
            let wins: Vec<Win> = audited
                .replayed
                .standing
                .iter()
                .map(|won| {
                    let from = won.from.or_else(|| konger(hand).filter(|_| !won.source.is_own()));
                    Win { seat: won.seat, tiles: won.tiles.to_vec(), source: won.source, from }
                })
                .collect();
            let burnt = audited.ledger.lines().iter().any(|line| line.cause.id == "burn");
            let request = request(&log, rules, table, *before, &wins, burnt);
            let answer = score(&request).unwrap_or_else(|error| panic!("{}: {error:?}\n{request:#?}", log.id));
            let lines = |ledger: Value| ledger.as_array().expect("lines").iter().map(Value::to_string).collect();
            let (mut mine, mut theirs): (Vec<String>, Vec<String>) =
                (lines(json!(answer.ledger)), lines(json!(view.ledger)));
            // A request states the kongs by seat and not in their order.
            if rules.going_on().is_some() {
                mine.sort();
                theirs.sort();
            }
            assert_eq!(mine, theirs, "{} hand {}: {request:#?}", log.id, view.hand);
            compared += 1;
            won += wins.len();
        }
    }
    println!("{compared} hands, {won} wins");
    assert!(won > 80, "{compared} {won}");
}

#[test]
fn score_refuses_what_the_rules_refuse() {
    let mut chance = Rng::new(8);
    let (mut accepted, mut refused) = (0, 0);
    for (ruleset, log) in clean(8) {
        let rules = ruleset.rules.as_ref();
        let (_, audit) = caipan_engine::audit::audit(&log).expect("a published preset");
        for (hand, &(before, _)) in log.hands.iter().zip(&audit.hands) {
            for _ in 0..12 {
                let total = hand.events.len();
                let events = if chance.percent(50) { total - chance.below(total.min(8)) } else { chance.below(total) };
                let Some(table) = table_after(rules, hand, before, events.checked_sub(1)) else { continue };
                let over = !table.winners.is_empty() || matches!(table.phase, Phase::Won | Phase::Over { .. });
                // Tiles given and not yet taken are in nobody's hand.
                let exchanging = (1..table.seats.len()).contains(&table.exchanged.len());
                if over || exchanging || table.last.taken_by.is_some() || before.floor.is_some_and(|floor| floor > 1) {
                    continue;
                }
                for (seat, can, verdict) in asked(rules, &table) {
                    let Possible::Win { value, .. } = can else { continue };
                    let Some(case) = WinCandidate::at(&table, seat) else { continue };
                    // A request does not state that the wall was empty but of a draw.
                    if rules.going_on().is_some() && table.wall.left() == 0 && case.chance.source != Source::Draw {
                        continue;
                    }
                    // A request cannot state a declaration of the current turn.
                    let place = table.place(seat);
                    if case.chance.source.is_own() && place.declared.is_some() && place.declared_at == place.turns {
                        continue;
                    }
                    // A settlement does not include wins passed before.
                    if verdict.as_ref().is_err_and(|no| no.ground == Ground::Missed) {
                        continue;
                    }
                    let mut table = table.clone();
                    if let Phase::Kong { seat: konger, tile, .. } = table.phase {
                        table.undo_kong(konger, tile);
                    }
                    // Birds and flips follow later, and initial wins that end the hand leave no other win.
                    table.openings.clear();
                    let win = Win {
                        seat,
                        tiles: case.chance.tiles.iter().collect(),
                        source: case.chance.source,
                        from: case.chance.from,
                    };
                    let request = request(&log, rules, &table, before, &[win], false);
                    match (verdict, score(&request)) {
                        (Ok(()), Ok(answer)) => {
                            assert_eq!(answer.wins[0].value, value, "{} after {events}: {request:#?}", log.id);
                            accepted += 1;
                        }
                        (Err(no), Err(error)) => {
                            assert_eq!(
                                Some(no.clause.id),
                                error.clause.map(|clause| clause.id),
                                "{} after {events}: {error:?} {request:#?}",
                                log.id
                            );
                            refused += 1;
                        }
                        (rules, score) => panic!("{} after {events}: {rules:?}, {score:?}\n{request:#?}", log.id),
                    }
                }
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 40 && refused > 500, "{accepted} {refused}");
}
