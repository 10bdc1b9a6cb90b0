//! Compares the engine with the reference scorer: wins and patterns, the flip, ready seats, every payment by cause, and
//! the next dealer.

use crate::oracle::changsha::cases::Chance;
use crate::oracle::guiyang::cases;
use crate::oracle::guiyang::house::{House, Room};
use crate::oracle::guiyang::settle::{End, How, Payments, Win};
use crate::oracle::guiyang::shape::{self as plain, Kind, RED};
use caipan_engine::rules::{PatternKind, Ruleset, WinCandidate, Won, resolve};
use caipan_engine::table::{Drawn, Konged, Lying, Offer, Phase, Shown, Table, TailOrder, Wall};
use caipan_log::{Declaration, KongKind, OptionValue, RulesDeclared};
use caipan_tiles::hand::Hand;
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::{Deck, Meld, MeldKind, Seat, SeatMap, Seats, Suit, Tile};

/// Number of ends per published house, and of ends with changed options.
const PUBLISHED: usize = 32_000;
const CHANGED: usize = 80_000;

fn seat(number: usize) -> Seat {
    Seat::ALL[number]
}

pub fn tile(plain: plain::Tile) -> Tile {
    let red = || Tile::of(Suit::Honours, 7);
    (if plain == RED { red() } else { Tile::new(plain) }).expect("one of the kinds in play")
}

fn hand(counts: &plain::Counts) -> Hand {
    (0..=RED).flat_map(|kind| std::iter::repeat_n(tile(kind), usize::from(counts[usize::from(kind)]))).collect()
}

fn meld(plain: plain::Meld) -> Meld {
    let kind = match plain.kind {
        Kind::Pung => MeldKind::Pung,
        Kind::Exposed => MeldKind::KongExposed,
        Kind::Added { .. } => MeldKind::KongAdded,
        Kind::Concealed => MeldKind::KongConcealed,
    };
    Meld { kind, tile: tile(plain.tile), from: plain.from.map(seat) }
}

pub fn rules(house: &House) -> Ruleset {
    let read = |text: &str| text.parse().map_or_else(|_| OptionValue::Word(text.to_owned()), OptionValue::Number);
    let options = house.entries().into_iter().map(|(id, text)| (id.to_owned(), read(text))).collect();
    resolve(&RulesDeclared { system: "guiyang".to_owned(), options, ..Default::default() })
        .expect("the oracle's options are the engine's")
}

fn deck(room: Room) -> Deck {
    match room {
        Room::Red => Deck::SUITS.with_kind(tile(RED)),
        Room::Three | Room::Lacking(_) | Room::Exchanging(_) => Deck::SUITS,
        Room::Two => Deck::SUITS.without(Suit::Characters),
        Room::One => Deck::SUITS.without(Suit::Characters).without(Suit::Dots),
    }
}

/// The table at the end of the hand.
fn table(end: &End) -> Table {
    let wall: Vec<Tile> = end.flip.into_iter().map(tile).collect();
    let mut table = Table::new(deck(end.house.room), seat(end.dealer), Wall::known(&wall, TailOrder::LinearLast));
    table.seats = Seats::first(end.house.players);
    table.streak = u32::try_from(end.streak).ok();
    table.weekday = Some(end.weekday);
    table.rolls = end.rolls.iter().copied().map(tile).collect();
    table.last_hand = Some(end.last_hand);
    table.picked = Some(SeatMap(end.picked));
    for (number, plain) in end.seats.iter().enumerate().take(end.house.players) {
        let place = &mut table.places[seat(number)];
        place.hand = hand(&plain.hand);
        place.melds = plain.melds.iter().copied().map(meld).collect();
        place.declared = plain.declared.then_some(Declaration::Ready);
        // The seat declared in an earlier turn.
        place.turns = plain.declared.into();
        place.was_ready = plain.was_ready;
        place.void = plain.lack.map(|suit| Suit::NUMBERED[usize::from(suit)]);
        for meld in &plain.melds {
            let kind = match meld.kind {
                Kind::Pung => continue,
                Kind::Exposed => KongKind::Exposed,
                Kind::Added { .. } => KongKind::Added,
                Kind::Concealed => KongKind::Concealed,
            };
            if meld.kind == (Kind::Added { late: true }) {
                place.late_kongs.push(tile(meld.tile));
            }
            let from = meld.from.map(seat);
            table.kongs.push(Konged {
                seat: seat(number),
                tile: tile(meld.tile),
                kind,
                dice: None,
                from,
                among: table.seats,
                at: None,
            });
        }
    }
    for (order, discard) in end.discards.iter().enumerate() {
        let river = &mut table.places[seat(discard.seat)].river;
        let drawn = end.seats[discard.seat].hard && river.is_empty();
        let (tile, gone) = (tile(discard.tile), discard.claimed);
        river.push(Lying { tile, gone, turned: false, order: order as u16, drawn, after_kong: false, claims: 0 });
    }
    let won = tile(end.tile);
    match end.how {
        How::SelfDraw | How::Bloom => {
            let own = seat(end.claims[0]);
            table.give(own, won);
            let drawn = if end.how == How::Bloom { Drawn::Replacement(Some(won)) } else { Drawn::Wall(Some(won)) };
            table.phase = Phase::Turn { seat: own, drawn };
        }
        How::Discard { from, hot } => {
            let order = end.discards.len() as u16;
            let lying =
                Lying { tile: won, gone: false, turned: false, order, drawn: false, after_kong: hot, claims: 0 };
            table.places[seat(from)].river.push(lying);
            table.phase = Phase::Open { from: seat(from), tiles: Shown::one(won), why: Offer::Discard };
        }
        How::Rob { from } => {
            let from = seat(from);
            table.phase = Phase::Kong { seat: from, tile: won, kind: KongKind::Added, dice: None, from: None };
        }
        How::Exhausted => {}
    }
    table
}

#[derive(Debug, Default)]
struct Tally {
    ends: usize,
    refused: usize,
    winners: [usize; 4],
    ready: [usize; 5],
    causes: std::collections::BTreeMap<&'static str, usize>,
    rooms: std::collections::BTreeMap<String, usize>,
    /// Claims that are false because the seat holds the suit that it lacks.
    lacking: usize,
    patterns: std::collections::BTreeMap<&'static str, usize>,
}

/// True if each hard declaration among the claimants is visible: its first discard shows it.
fn shows_hard(end: &End) -> bool {
    let discards = |number: usize| end.discards.iter().any(|discard| discard.seat == number);
    end.claims.iter().all(|&number| !end.seats[number].hard || discards(number))
}

fn compare(ruleset: &Ruleset, end: &End, tally: &mut Tally) {
    let rules = &ruleset.rules;
    let mut table = table(end);
    let mut wins: Vec<Won> = Vec::new();
    let expected: Vec<Win> = end.wins();
    for &claimant in &end.claims {
        let facts = WinCandidate::at(&table, seat(claimant)).unwrap_or_else(|| panic!("no chance to win in {end:?}"));
        match (rules.judge(&facts), expected.iter().find(|win| win.seat == claimant)) {
            (Ok(won), Some(win)) => {
                let name =
                    won.hits.iter().find(|hit| hit.pattern.kind == PatternKind::Hand).map(|hit| hit.pattern.name.zh);
                assert_eq!((name, won.value), (Some(win.name), win.fan), "{end:?}");
                *tally.patterns.entry(win.name).or_default() += 1;
                wins.push(won);
            }
            (Err(refusal), None) => {
                tally.refused += 1;
                tally.lacking += usize::from(refusal.option == Some("ding_que"));
            }
            (engine, oracle) => panic!("engine: {engine:?}\noracle: {oracle:?}\n{end:?}"),
        }
    }
    for won in &wins {
        table.win(won.seat, won.from);
    }
    if wins.is_empty() && end.how != How::Exhausted {
        return;
    }
    let due = rules.flip_due(&table).and_then(|flip| flip.tile);
    assert_eq!(due, if wins.is_empty() { None } else { end.flip.map(tile) }, "flip of {end:?}");
    table.flip = due;
    assert!(rules.open(&table, &wins).is_empty(), "everything is known: {end:?}");
    let jiao = end.jiao(&expected);
    assert_eq!(rules.ready(&table, &wins).map(|ready| ready.0), Some(jiao), "who is ready: {end:?}");
    let ledger = rules.settle(&table, &wins);
    let paid = payments(&ledger);
    assert_eq!(paid, end.settle(), "{end:?}");
    assert_eq!(ledger.balance().0.iter().sum::<i64>(), 0);
    let next = rules.next_dealer(&table, &wins).map(|next| next.seat);
    assert_eq!(next, end.next_dealer().map(seat), "next dealer of {end:?}");
    tally.ends += 1;
    *tally.rooms.entry(format!("{:?}", end.house.room)).or_default() += 1;
    tally.winners[wins.len()] += 1;
    tally.ready[jiao.iter().filter(|ready| **ready).count()] += 1;
    for (_, _, cause) in paid.keys() {
        *tally.causes.entry(cause).or_default() += 1;
    }
}

pub fn payments(ledger: &Ledger) -> Payments {
    let mut paid = Payments::new();
    for line in ledger.lines() {
        let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) else { panic!("no house here: {line:?}") };
        *paid.entry((from.index(), to.index(), line.cause.id)).or_default() += line.sum.value();
    }
    paid
}

fn run(seed: u64, ends: usize, mut house: impl FnMut(&mut Chance) -> House) -> Tally {
    let mut chance = Chance(seed);
    let mut tally = Tally::default();
    let mut house_now = house(&mut chance);
    let mut ruleset = rules(&house_now);
    let mut tried = 0;
    while tally.ends < ends {
        tried += 1;
        if tried % 16 == 0 {
            house_now = house(&mut chance);
            ruleset = rules(&house_now);
        }
        let end = cases::end(&mut chance, &house_now);
        if shows_hard(&end) {
            compare(&ruleset, &end, &mut tally);
        }
    }
    tally
}

/// Asserts that nothing compared is rare.
fn assert_coverage(tally: &Tally) {
    let at_least = |n: usize, what: &str, count: usize| assert!(count >= n, "only {count} of {what}: {tally:?}");
    for (winners, &count) in tally.winners.iter().enumerate() {
        at_least(tally.ends / 400, &format!("{winners} winners"), count);
    }
    for (ready, &count) in tally.ready.iter().enumerate() {
        at_least(tally.ends / 500, &format!("{ready} ready"), count);
    }
    for cause in ["hand", "dealer", "dou", "ji", "charge", "duty", "cha-jiao"] {
        at_least(tally.ends / 40, cause, tally.causes.get(cause).copied().unwrap_or(0));
    }
    for pattern in ["平胡", "大对子", "小七对", "龙七对", "清一色", "清大对", "清七对", "青龙背"]
    {
        at_least(tally.ends / 1_000, pattern, tally.patterns.get(pattern).copied().unwrap_or(0));
    }
    at_least(tally.ends / 100, "refusals", tally.refused);
}

#[test]
fn agrees_on_guiyang() {
    assert_coverage(&run(1, PUBLISHED, |_| House::plain()));
}

#[test]
fn agrees_on_guiyang_table() {
    assert_coverage(&run(2, PUBLISHED, |_| House::table()));
}

#[test]
fn agrees_on_guiyang_reduced() {
    assert_coverage(&run(3, PUBLISHED, |_| House::reduced()));
}

#[test]
fn agrees_on_guiyang_app() {
    let tally = run(4, PUBLISHED, |_| House::app());
    assert_coverage(&tally);
    assert!(["sha-bao", "bao-ji"].iter().all(|cause| tally.causes.get(cause).is_some_and(|&n| n > 300)), "{tally:?}");
}

#[test]
fn agrees_on_changed_options() {
    let tally = run(5, CHANGED, cases::house);
    assert_coverage(&tally);
    let rare = ["sha-bao", "bao-ji", "burn", "gu-mai", "bao-gang", "pure-bonus"];
    assert!(rare.iter().all(|cause| tally.causes.get(cause).is_some_and(|&n| n > 30)), "{tally:?}");
    let paid = tally.causes.get("lack").is_some_and(|&n| n > 300);
    let rooms = ["Three", "Red", "Lacking(0)", "Lacking(1)", "Lacking(4)", "Two", "One"];
    let played = rooms.iter().all(|room| tally.rooms.get(*room).is_some_and(|&n| n > 300));
    assert!(paid && played && tally.lacking > 100, "{tally:?}");
    let rare = [("混一色", 100), ("单吊", 30), ("地龙", 3)];
    assert!(rare.iter().all(|(name, least)| tally.patterns.get(name).is_some_and(|n| n > least)), "{tally:?}");
}

#[test]
fn presets_equal_the_oracle_houses() {
    for (preset, house) in [
        ("guiyang", House::plain()),
        ("guiyang-table", House::table()),
        ("guiyang-reduced", House::reduced()),
        ("guiyang-app", House::app()),
    ] {
        let published = resolve(&RulesDeclared { system: preset.to_owned(), options: [].into(), ..Default::default() })
            .expect("a preset");
        assert_eq!(published.choices, rules(&house).choices, "{preset}");
    }
}
