//! Legal actions of each seat at a moment. The checks are those that verify events, applied to every action that the
//! tiles allow.

use crate::rules::{Due, Ground, Rules, Verdict, WinCandidate};
use crate::table::{Phase, Table, Winner};
use caipan_log::{Declaration, KongKind};
use caipan_tiles::tile::{Seat, Suit, Tile};

/// An action that a seat may take.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the log's events")]
pub enum Possible {
    /// Win on this tile, for this value.
    Win { tile: Tile, value: i64 },
    /// Discard.
    Discard { tile: Tile },
    /// Chow with these two tiles.
    Chow { tile: Tile, with: [Tile; 2] },
    /// Pung.
    Pung { tile: Tile },
    /// Kong, plain or with dice.
    Kong { tile: Tile, kind: KongKind, dice: bool },
    /// Declare; a legal discard follows the declaration.
    Declare { what: Declaration },
    /// Declare initial wins, by pattern id.
    Opening { kinds: Vec<&'static str> },
    /// Declare initial wins during play, by pattern id.
    MidOpening { kinds: Vec<&'static str> },
    /// Take the last tile.
    TakeLast,
    /// Decline the last tile.
    DeclineLast,
    /// Exchange as many tiles, which is due before anything else.
    Exchange { count: usize },
    /// Draw.
    Draw,
    /// Turn up the tiles of a dice kong.
    Reveal,
}

/// Returns all legal actions, by seat and then in a fixed order.
pub fn possible(rules: &dyn Rules, table: &Table) -> Vec<(Seat, Possible)> {
    asked(rules, table)
        .into_iter()
        .filter(|(_, _, verdict)| verdict.is_ok())
        .map(|(seat, can, _)| (seat, can))
        .collect()
}

/// Returns all actions that the tiles and the moment allow, each with the verdict of the rules. An invalid win has the
/// value 0.
pub fn asked(rules: &dyn Rules, table: &Table) -> Vec<(Seat, Possible, Verdict)> {
    if let Some((seat, _)) = rules.automatic(table) {
        let won = WinCandidate::at(table, seat).and_then(|case| rules.judge(&case).ok());
        let win = won.and_then(|won| Some(Possible::Win { tile: *won.tiles.first()?, value: won.value }));
        return win.map(|win| vec![(seat, win, Ok(()))]).unwrap_or_default();
    }
    let owed = table.playing().iter().filter_map(|seat| Some((seat, rules.exchange_due(table, seat)?)));
    let owed: Vec<_> = owed.map(|(seat, due)| (seat, Possible::Exchange { count: due.count }, Ok(()))).collect();
    if !owed.is_empty() {
        return owed;
    }
    let shown = shown_last(rules, table);
    let table = shown.as_ref().unwrap_or(table);
    let mut all = Vec::new();
    for seat in table.playing().iter() {
        let mut asking = Asking { rules, table, seat, all: &mut all };
        asking.ask();
    }
    all
}

/// Returns the table with the last tile open to the other seats, if its taker cannot win with it. No event records
/// this.
fn shown_last(rules: &dyn Rules, table: &Table) -> Option<Table> {
    let Phase::Turn { seat, drawn } = table.phase else { return None };
    let tile = drawn.tile().filter(|_| table.last.taken_by == Some(seat))?;
    if WinCandidate::at(table, seat).is_some_and(|case| rules.judge(&case).is_ok()) {
        return None;
    }
    let mut shown = table.clone();
    shown.show_last(seat, tile);
    Some(shown)
}

/// Collects the actions of one seat.
struct Asking<'a> {
    rules: &'a dyn Rules,
    table: &'a Table,
    seat: Seat,
    all: &'a mut Vec<(Seat, Possible, Verdict)>,
}

impl Asking<'_> {
    fn note(&mut self, can: Possible, verdict: Verdict) {
        self.all.push((self.seat, can, verdict));
    }

    fn ask(&mut self) {
        let Asking { rules, table, seat, .. } = *self;
        if table.winners_now().next().is_some() {
            // A win ends the hand. Other seats may still win on the same tile if the rules allow several winners.
            let own = |winner: &Winner| winner.seat == seat || winner.from.is_none();
            if rules.one_winner().is_none() && !table.winners_now().any(own) {
                self.win();
            }
            if !rules.goes_on(table) {
                return;
            }
            let mut next = table.clone();
            next.play_on();
            if matches!(rules.due(&next), Due::Draw(next, _) if next == seat) {
                self.note(Possible::Draw, Ok(()));
            }
            return;
        }
        let openings = rules.openings_held(table, seat);
        if !openings.is_empty() {
            let kinds = openings.iter().map(|pattern| pattern.id).collect();
            self.note(Possible::Opening { kinds }, rules.may_open(table, seat, &openings));
        }
        self.win();
        match rules.due(table) {
            Due::Act(turn) if turn == seat => self.own_turn(),
            Due::Draw(next, _) if next == seat => self.note(Possible::Draw, Ok(())),
            Due::Reveal(next) if next == seat => self.note(Possible::Reveal, Ok(())),
            Due::AnswerLast(asked) if asked == seat => {
                self.note(Possible::TakeLast, rules.may_take_last(table, seat));
                self.note(Possible::DeclineLast, Ok(()));
            }
            _ => {}
        }
        if let Phase::Open { from, tiles, .. } = table.phase
            && from != seat
        {
            // Two equal tiles give the same claims.
            let mut kinds: Vec<Tile> = tiles.iter().collect();
            kinds.dedup();
            kinds.into_iter().for_each(|tile| self.claims(tile));
        }
    }

    fn win(&mut self) {
        let Some(case) = WinCandidate::at(self.table, self.seat) else { return };
        let Some(tile) = case.chance.tiles.iter().next() else { return };
        match self.rules.win_left(self.table, &case) {
            Ok((won, verdict)) => {
                let tile = won.tiles.first().copied().unwrap_or(tile);
                self.note(Possible::Win { tile, value: won.value }, verdict);
            }
            Err(refusal) => self.note(Possible::Win { tile, value: 0 }, Err(refusal)),
        }
    }

    fn own_turn(&mut self) {
        let Asking { rules, table, seat, .. } = *self;
        let place = table.place(seat);
        let wild = table.wild.filter(|_| place.wilds > 0);
        for (tile, n) in place.hand.counts().iter().chain(wild.map(|wild| (wild, place.wilds))) {
            for kind in [KongKind::Concealed, KongKind::Added] {
                let fits = if kind == KongKind::Concealed { n >= 4 } else { place.pung_of(tile).is_some() };
                if fits {
                    self.kong(tile, kind);
                }
            }
        }
        let mid = rules.openings().map(|openings| openings.held_mid(table, seat)).unwrap_or_default();
        if !mid.is_empty() {
            let kinds = mid.iter().map(|pattern| pattern.id).collect();
            self.note(Possible::MidOpening { kinds }, rules.may_open_mid(table, seat, &mid));
        }
        let void = Suit::NUMBERED.map(Declaration::Void);
        let rare = [Declaration::Sky, Declaration::Xiaosa].into_iter().chain(void);
        for what in [Declaration::Ready, Declaration::Hunyou].into_iter().chain(rare) {
            // A declaration made in this turn cannot be repeated.
            if place.declared == Some(what) && place.declared_at == place.turns {
                continue;
            }
            let verdict = rules.may_declare(table, seat, what);
            // A declaration that few rules have is left out where the rules do not know it.
            let unknown = verdict.as_ref().is_err_and(|no| no.ground == Ground::NoSuchAction);
            if unknown && !matches!(what, Declaration::Ready | Declaration::Hunyou) {
                continue;
            }
            let discards = || {
                let mut declared = table.clone();
                declared.declare(seat, what);
                let mut kinds = place.hand.kinds().iter().chain(table.wild);
                kinds.any(|tile| rules.may_discard(&declared, seat, tile).is_ok())
            };
            if verdict.is_err() || discards() {
                self.note(Possible::Declare { what }, verdict);
            }
        }
        for tile in place.hand.kinds().iter().chain(wild) {
            self.note(Possible::Discard { tile }, rules.may_discard(table, seat, tile));
        }
    }

    fn kong(&mut self, tile: Tile, kind: KongKind) {
        for dice in [false, true] {
            if !dice || self.rules.dice_kong_tiles(self.table) > 0 {
                let verdict = self.rules.may_kong(self.table, self.seat, tile, kind, dice);
                self.note(Possible::Kong { tile, kind, dice }, verdict);
            }
        }
    }

    fn claims(&mut self, tile: Tile) {
        let Asking { rules, table, seat, .. } = *self;
        let held = table.held(seat, tile);
        if held >= 3 {
            self.kong(tile, KongKind::Exposed);
        }
        if held >= 2 {
            self.note(Possible::Pung { tile }, rules.may_pung(table, seat, tile));
        }
        for with in chows(table, seat, tile) {
            let verdict = rules.may_chow(table, seat, tile).and_then(|()| rules.may_lay(table, seat, &with));
            self.note(Possible::Chow { tile, with }, verdict);
        }
    }
}

/// Returns the pairs in a hand that form a run with this tile, from the lowest run upwards.
pub(super) fn chows(table: &Table, seat: Seat, tile: Tile) -> impl Iterator<Item = [Tile; 2]> + '_ {
    let first = tile.rank().saturating_sub(2).max(1);
    (first..=tile.rank()).filter_map(move |rank| {
        let lowest = Tile::of(tile.suit(), rank)?;
        let mut with = [lowest, lowest.up(1)?, lowest.up(2)?].into_iter().filter(|&other| other != tile);
        let with = [with.next()?, with.next()?];
        with.iter().all(|&other| table.held(seat, other) > 0).then_some(with)
    })
}
