//! Wins, initial wins and the last tile.

use super::Wins;
use super::breach::{BreachIdx, What, wild_unknown};
use super::referee::{Referee, Seen};
use crate::rules::{Called, Due, Ground, Pattern, PatternKind, Verdict, WinCandidate, Won};
use crate::table::{Offer, Phase, Shown, Source, Table, WinChance};
use caipan_log::{Action, Dice, EventKind};
use caipan_tiles::tile::{Seat, Tile};

impl Referee<'_> {
    pub(super) fn win(&mut self, seat: Seat, tile: Tile) {
        if self.wins.iter().any(|seen| seen.seat == seat) {
            self.won_again(seat);
            return;
        }
        if self.table.is_hidden(seat) && self.due_draw().is_some_and(|(next, _)| next == seat) {
            match self.table.chance(seat).filter(|chance| chance.tiles.has(tile)) {
                // The record leaves out the draws of this seat: it won on the open tile, or drew one of the same kind.
                Some(chance) if !self.draws_told.contains(seat) => {
                    self.win_unseen(seat, chance);
                    return;
                }
                Some(_) => {}
                None => self.supply_draw(seat, None),
            }
        }
        self.identify_won(seat, tile);
        // If the open tile is already uncertain, a win on another tile needs no further explanation.
        let missing = match self.table.chance(seat) {
            Some(chance) => {
                !chance.tiles.has(tile) && self.doubts.open.is_none() && self.not_of_deck(&[tile]).is_none()
            }
            None => true,
        };
        if missing {
            self.supply_for_win(seat, tile);
        }
        let Some(mut chance) = self.table.chance(seat).or_else(|| self.forced_chance(tile)) else {
            // Automatic wins depend on which tiles are wild and who holds them.
            if let Some(root) = wild_unknown(&self.breaches) {
                self.end_in_doubt(seat, root);
                return;
            }
            let wilds = self.doubts.hand[seat].filter(|_| self.rules.indicator().is_some());
            let because = self.doubts.course.or(self.doubts.open).or(wilds);
            let root = self.note(What::NoChance, Some(seat), because);
            // A win without a winning tile is a false win, like a win on wrong tiles.
            self.keep_before_false_win();
            self.table.false_win(seat);
            if self.rules.plays_on_after_false_win() {
                self.doubts.end.get_or_insert(root);
                return;
            }
            self.end_in_doubt(seat, root);
            return;
        };
        // The dealer wins on the entire dealt hand, so any tile of it may be named.
        let named = chance.tiles.has(tile) || chance.source == Source::Dealt && self.table.held(seat, tile) > 0;
        if !named {
            let open = chance.tiles.iter().collect();
            let because = self.not_of_deck(&[tile]);
            let root = self.note(What::WinTile { tile, open }, Some(seat), because);
            self.doubt_hand(seat, root);
            chance.tiles = Shown::one(tile);
        }
        if let Some(by) = self.konger_won(seat).filter(|_| self.forced_now().is_none()) {
            let root = self.note(What::Preempted { by }, Some(seat), None);
            self.end_in_doubt(seat, root);
            return;
        }
        if self.table.is_hidden(seat) {
            self.lay_winner_open(seat, tile);
        }
        if self.wins_unseen(seat) && self.forced_now().is_none() {
            // Where play goes on after false wins only, it shows that this was one. Where it goes on after true ones too,
            // the seat that acts next tells them apart.
            let may_go_on = self.rules.plays_on_after_false_win() || self.rules.false_wins().is_none();
            let may_be_false = may_go_on && !self.is_last_act();
            if may_be_false && self.rules.going_on().is_none() {
                self.table.false_win(seat);
                return;
            }
            if may_be_false {
                self.keep_before_false_win();
            }
            self.win_unseen(seat, chance);
            return;
        }
        self.judge_win(seat, chance, !named);
    }

    /// Supplies the missing discard or draw for a win on a tile that is not there. Supplies it only if it makes the win
    /// valid and agrees with the wall.
    fn supply_for_win(&mut self, seat: Seat, tile: Tile) {
        let wins = |table: &Table| WinCandidate::at(table, seat).is_some_and(|case| self.rules.judge(&case).is_ok());
        let mut as_if = self.table.clone();
        match self.table.phase {
            Phase::Turn { seat: turn, .. } if turn != seat => {
                as_if.discard(turn, tile);
                if self.table.held(turn, tile) > 0 && wins(&as_if) {
                    self.supply_discard(seat, Some(tile));
                }
            }
            _ => {
                let Some((_, end)) = self.due_draw().filter(|(next, _)| *next == seat) else { return };
                as_if.draw(seat, tile, end);
                if self.table.wall.at(end).is_none_or(|due| due == tile) && wins(&as_if) {
                    self.supply_draw(seat, Some(tile));
                }
            }
        }
    }

    /// Judges a win on the tiles of the chance and notes it. `moved`: the named tile is not the tile on the table.
    fn judge_win(&mut self, seat: Seat, chance: WinChance, moved: bool) {
        let moment = self.table.chance(seat).unwrap_or(chance);
        let Some(case) = WinCandidate::on_chance(&self.table, seat, moment).map(|case| WinCandidate { chance, ..case })
        else {
            return;
        };
        let judged = match (self.rules.win_left(&self.table, &case), self.forced_now()) {
            // If the tile is not on the table, the rules cannot judge the win and the claimed one counts.
            (Ok((won, _)), Some(_)) if self.table.chance(seat).is_some() => Ok((won, Ok(()))),
            (Ok(_), Some(forced)) => Ok((forced.won(seat, chance), Ok(()))),
            (Err(_), Some(forced)) => Ok((forced.won(seat, chance), Ok(()))),
            (judged, None) => judged,
        };
        let called = Box::new(Called::of(&case));
        let unknown = wild_unknown(&self.breaches);
        let seen = match judged {
            Ok((won, _))
                if self.wins.iter().any(|seen| seen.won.is_some() && !self.table.out.contains(seen.seat))
                    && self.rules.one_winner().is_some()
                    && self.forced_now().is_none() =>
            {
                self.second_winner(won, called)
            }
            Ok((won, verdict)) => {
                let forbidden = verdict.err();
                if forbidden.is_none()
                    && self.forced_now().is_none()
                    && let Some(Err(refusal)) = self.rules.doubts().map(|doubts| doubts.of(&self.table, &won))
                {
                    self.note(What::DoubtfulWin { refusal }, Some(seat), None);
                }
                let breach = forbidden.map(|refusal| {
                    // A missed win depends on the seat's hand and on the turn order. A win on another seat's tile also
                    // depends on that tile.
                    let missed = refusal.ground == Ground::Missed;
                    let because = self.doubts.hand[seat].or(self.doubts.course).filter(|_| missed);
                    let tile = self.doubts.open.or(self.doubts.course);
                    let because = because.or(tile.filter(|_| chance.from.is_some()));
                    self.note(What::ForbiddenWin { refusal }, Some(seat), because)
                });
                Seen { seat, won: Some(won), called: Some(called), breach }
            }
            // The missing indicator is already noted; this win cannot be judged.
            Err(_) if unknown.is_some() => Seen { seat, won: None, called: None, breach: unknown },
            Err(refusal) => {
                // A complete hand may be refused for an earlier act of the discarder. The refusal then depends on who
                // discarded the tile.
                let rests = moved || refusal.ground != Ground::Shape;
                let theirs = self.doubts.open.or_else(|| chance.from.and_then(|from| self.doubts.hand[from]));
                let because = self.doubts.hand[seat].or(theirs.filter(|_| rests));
                let breach = self.note(What::FalseWin { refusal, called }, Some(seat), because);
                Seen { seat, won: None, called: None, breach: Some(breach) }
            }
        };
        let is_false = seen.won.is_none() && unknown.is_none()
            || seen.breach.is_some_and(|at| {
                at.of(&self.breaches).is_some_and(|breach| matches!(breach.what, What::ForbiddenWin { .. }))
            });
        if is_false {
            self.keep_before_false_win();
            self.table.false_win(seat);
            if self.rules.plays_on_after_false_win() {
                self.doubts.end = self.doubts.end.or(seen.breach);
                return;
            }
        }
        let on_doubtful = self.doubts.open.filter(|_| chance.from.is_some() || chance.source == Source::DiceKong);
        if let Some(root) = seen.breach.or(self.doubts.hand[seat]).or(on_doubtful) {
            self.doubts.end.get_or_insert(root);
        }
        if let (Source::Rob { .. }, Phase::Kong { seat: konger, tile, .. }) = (chance.source, self.table.phase)
            && !self.has_just_won()
        {
            self.table.undo_kong(konger, tile);
        }
        self.table.win(seat, chance.from);
        self.wins.push(seen);
    }

    /// Notes a second winner where only one seat wins: the seat further from the tile is the extra one.
    fn second_winner(&mut self, won: Won, called: Box<Called>) -> Seen {
        let called = Some(called);
        let seat = won.seat;
        let from = self.table.tile_from().unwrap_or(seat);
        let now = |seen: &Seen| seen.won.is_some() && !self.table.out.contains(seen.seat);
        let first = self.wins.iter().position(now);
        let (Some(at), Some((clause, option))) = (first, self.rules.one_winner()) else {
            return Seen { seat, won: Some(won), called, breach: None };
        };
        let nearest = match self.wins.get(at) {
            Some(before) if from.distance(before.seat) < from.distance(seat) => before.seat,
            _ => seat,
        };
        let extra = match self.wins.get(at) {
            Some(before) if nearest == seat => before.seat,
            _ => seat,
        };
        let root = self.note(What::SecondWinner { first: nearest, clause, option }, Some(extra), None);
        if nearest == seat {
            if let Some(before) = self.wins.get_mut(at) {
                before.breach = Some(root);
            }
            self.doubts.end.get_or_insert(root);
            return Seen { seat, won: Some(won), called, breach: None };
        }
        Seen { seat, won: Some(won), called, breach: Some(root) }
    }

    fn end_in_doubt(&mut self, seat: Seat, root: BreachIdx) {
        self.doubts.end.get_or_insert(root);
        self.wins.push(Seen { seat, won: None, called: None, breach: Some(root) });
    }

    /// Returns the konger if it has won on the tiles of its dice kong. Its own win takes precedence and ends the hand.
    fn konger_won(&self, seat: Seat) -> Option<Seat> {
        let Phase::Open { from, why: Offer::DiceKong, .. } = self.table.phase else { return None };
        (from != seat && self.wins.iter().any(|seen| seen.seat == from)).then_some(from)
    }

    /// Finds the initial wins of this kind by their names. `None` if none of them is known.
    fn named_openings(&mut self, seat: Seat, names: &[String], kind: PatternKind) -> Option<Vec<&'static Pattern>> {
        let mut kinds: Vec<&'static Pattern> = Vec::with_capacity(names.len());
        let mut unnamed = None;
        for name in names {
            let all = || self.rules.system().patterns.iter().filter(|pattern| pattern.kind == kind);
            if let Some(pattern) = all().find(|pattern| pattern.is_called(name)) {
                kinds.push(pattern);
            } else if all().next().is_some() {
                unnamed = Some(self.note(What::UnknownOpening { name: name.clone() }, Some(seat), unnamed));
            }
            // If the rules have no initial wins, they refuse this below.
        }
        if let Some(root) = unnamed {
            // The price of the unknown initial win cannot be determined.
            self.doubts.end.get_or_insert(root);
            if kinds.is_empty() {
                return None;
            }
        }
        Some(kinds)
    }

    /// Initial wins declared during play (中途起手胡).
    pub(super) fn mid_opening(&mut self, seat: Seat, names: &[String]) {
        let Some(names) = self.not_repeated(seat, names) else { return };
        let Some(kinds) = self.named_openings(seat, &names, PatternKind::MidOpening) else { return };
        let rules = self.rules;
        let table = self.table.clone();
        let may = |kinds: &[&'static Pattern]| rules.may_open_mid(&table, seat, kinds);
        let kinds = self.accepted_kinds(EventKind::MidOpening, seat, kinds, &may);
        if !kinds.is_empty() {
            self.table.open_mid(seat, kinds);
        }
    }

    pub(super) fn opening(&mut self, seat: Seat, names: &[String], dice: Option<Dice>) {
        let Some(names) = self.not_repeated(seat, names) else { return };
        let Some(kinds) = self.named_openings(seat, &names, PatternKind::Opening) else { return };
        let rules = self.rules;
        let table = self.without_forced_opening(seat).unwrap_or_else(|| self.table.clone());
        let may = |kinds: &[&'static Pattern]| rules.may_open(&table, seat, kinds);
        let kinds = self.accepted_kinds(EventKind::Opening, seat, kinds, &may);
        if kinds.is_empty() {
            return;
        }
        if self.forced_now().is_some() {
            self.forced_opening = Some(self.table.openings.len());
        }
        self.table.open(seat, kinds, dice);
    }

    /// Returns the ids of the initial wins that the rules accept, and notes those that they refuse: each is a
    /// declaration of its own. A refused initial win is not paid; payments made for it are consequences.
    fn accepted_kinds(
        &mut self,
        action: EventKind,
        seat: Seat,
        kinds: Vec<&'static Pattern>,
        may: &dyn Fn(&[&'static Pattern]) -> Verdict,
    ) -> Vec<&'static str> {
        let whole = may(&kinds);
        let is_unseen = whole.as_ref().is_err_and(|no| self.table.is_hidden(seat) && !no.ground.is_public());
        if whole.is_ok() || is_unseen || self.forced_now().is_some() {
            return kinds.into_iter().map(|pattern| pattern.id).collect();
        }
        let (mut accepted, mut refused): (Vec<&'static Pattern>, Vec<Verdict>) = (Vec::new(), Vec::new());
        for kind in kinds {
            accepted.push(kind);
            if let Err(no) = may(&accepted) {
                accepted.pop();
                refused.push(Err(no));
            }
        }
        // If none is accepted, the reason may be the whole declaration: too late, or a second one.
        let verdicts = if accepted.is_empty() { vec![whole] } else { refused };
        for verdict in verdicts {
            if let Some(root) = self.refusable(action, seat, verdict) {
                self.doubts.end.get_or_insert(root);
            }
        }
        accepted.into_iter().map(|pattern| pattern.id).collect()
    }

    pub(super) fn seabed(&mut self, seat: Seat, take: bool) {
        self.supply_discard(seat, None);
        let asked = match self.rules.due(&self.table) {
            Due::AnswerLast(asked) => Some(asked),
            _ => None,
        };
        if asked != Some(seat) {
            let root = self.note_course(What::LastTileAnswer { asked }, seat, None);
            // Who was asked, and in which order, decides how a drawn hand continues.
            self.doubts.end.get_or_insert(root);
        }
        // An unasked answer changes nothing.
        let Some(first) = asked else { return };
        self.close_window();
        if self.table.last.offered_first.is_none() {
            self.table.offer_last(first);
        }
        if take {
            self.refusable(EventKind::Seabed, seat, self.rules.may_take_last(&self.table, seat));
        }
        self.table.answer_last(seat, take);
    }

    /// Opens the last tile to the other seats if this action shows that its taker does not win with it.
    pub(super) fn show_last_tile(&mut self, action: &Action) {
        if action.seat() != self.due_draw().map(|(seat, _)| seat) {
            self.supply_last_draw();
        }
        let Phase::Turn { seat, drawn } = self.table.phase else { return };
        let own = match action {
            Action::Win { seat: who, .. } | Action::Discard { seat: who, .. } => *who == seat,
            // A declaration comes before the taker lets the tile go.
            Action::MidOpening { seat: who, .. } => *who == seat,
            _ => false,
        };
        let aside = match action {
            Action::Pass { seat: who, .. } => *who == seat,
            _ => matches!(action, Action::Leave { .. } | Action::Birds { .. }),
        };
        if !own && !aside {
            self.let_last_go(seat, drawn.tile());
        }
    }

    /// Opens the last tile to the others because its taker lets it go, whether or not it could have won (CS-A.18,
    ///
    pub(super) fn let_last_go(&mut self, seat: Seat, tile: Option<Tile>) {
        let lets_go = self.table.last.taken_by == Some(seat) && !self.has_just_won();
        if lets_go && tile.is_none() && self.table.is_hidden(seat) {
            self.table.phase = Phase::Open { from: seat, tiles: Shown::unknown(), why: Offer::Seabed };
        }
        if let Some(tile) = tile.filter(|_| lets_go) {
            self.table.show_last(seat, tile);
            self.doubts.open = self.doubts.hand[seat];
            self.open_window();
        }
    }

    /// Returns the wins that the log shows so far.
    pub(super) fn shown(&self) -> Wins {
        self.wins.iter().filter_map(|seen| seen.won.clone()).collect()
    }
}
