//! Chows, pungs and kongs, and the tiles that a dice kong turns up.

use super::breach::{BreachIdx, What};
use super::referee::{Able, Referee};
use crate::rules::Topic;
use crate::table::{Konged, Offer, Phase, Shown};
use caipan_log::{Dice, EventKind, KongKind};
use caipan_tiles::tile::{Seat, Tile};

impl Referee<'_> {
    pub(super) fn chow(&mut self, seat: Seat, tile: Tile, with: [Tile; 2]) {
        self.open_to_claim(seat, tile);
        let mut run = [tile, with[0], with[1]];
        run.sort_unstable();
        let first = run[0];
        let is_run = first.is_numbered() && Some(run[1]) == first.up(1) && Some(run[2]) == first.up(2);
        let foreign = self.not_of_deck(&run).or(self.doubts.open);
        let mut root = if is_run { None } else { Some(self.note(What::NotARun { tiles: run }, Some(seat), foreign)) };
        let refused = self.refusable(EventKind::Chow, seat, self.rules.may_chow(&self.table, seat, tile));
        let may_lay = self.refusable(EventKind::Chow, seat, self.rules.may_lay(&self.table, seat, &with));
        root = root.or(refused).or(may_lay);
        if let Some(root) = root {
            // The log may record a wrong seat or wrong tiles.
            self.doubt_hand(seat, root);
            self.doubts.course.get_or_insert(root);
        }
        self.close_window();
        for need in with {
            let twice = u8::from(with[0] == with[1]) + 1;
            self.must_hold(seat, need, twice, root);
        }
        self.table.chow(seat, tile, with);
        self.touch(seat);
    }

    pub(super) fn pung(&mut self, seat: Seat, tile: Tile) {
        if self.open_to_claim(seat, tile) {
            self.refusable(EventKind::Pung, seat, self.rules.may_pung(&self.table, seat, tile));
        }
        self.close_window();
        if let Some(root) = self.must_hold(seat, tile, 2, None) {
            // The log may record a wrong seat, so the next turn is uncertain too.
            self.doubts.course.get_or_insert(root);
        }
        self.table.pung(seat, tile);
        self.touch(seat);
    }

    pub(super) fn kong(&mut self, kong: Konged) {
        let Konged { seat, tile, kind, dice, .. } = kong;
        let of_tiles = self.kind_by_tiles(seat, tile).filter(|&of_tiles| of_tiles != kind);
        if kind == KongKind::Exposed {
            self.open_to_claim(seat, tile);
        } else if of_tiles != Some(KongKind::Exposed) {
            self.supply_draw(seat, None);
            if self.table.in_turn() != Some(seat) {
                let due = self.table.in_turn().or(self.table.next_to_draw());
                let root = self.note_course(What::KongOutOfTurn { due }, seat, self.doubts.hand[seat]);
                self.doubt_hand(seat, root);
            }
        }
        let before = self.breaches.len();
        let root = match kind {
            KongKind::Exposed if of_tiles.is_some() => None,
            KongKind::Exposed => {
                let root = self.must_hold(seat, tile, 3, None);
                self.doubts.course = self.doubts.course.or(root);
                root
            }
            KongKind::Concealed => self.must_hold(seat, tile, 4, None),
            KongKind::Added => {
                let no_pung = self.table.place(seat).pung_of(tile).is_none();
                let because = self.not_of_deck(&[tile]).or(self.doubts.hand[seat]);
                let root = no_pung.then(|| self.note(What::NoPung { tile }, Some(seat), because));
                self.must_hold(seat, tile, 1, root).or(root)
            }
        };
        let mut refused = None;
        if self.breaches.len() == before {
            // The tiles are there, so the rules decide about the kong.
            let verdict = self.rules.may_kong(&self.table, seat, tile, kind, dice.is_some());
            refused = self.refusable(EventKind::Kong, seat, verdict);
        }
        if let Some(root) = root.or(refused).filter(|_| self.table.wall.left() == 0) {
            // No replacement tile is left, so how the hand continues depends on an invalid kong.
            self.doubts.end.get_or_insert(root);
        }
        let able = std::mem::take(&mut self.able);
        let doubted = self.doubts.open.is_some();
        self.close_window();
        // The tiles determine the kind of kong, so the replay continues with that kind.
        self.table.kong(Konged { kind: of_tiles.unwrap_or(kind), ..kong });
        self.note_ready(seat);
        if let Some(root) = root.filter(|_| of_tiles.is_none()) {
            self.doubt_hand(seat, root);
            self.doubts.open = Some(root);
        }
        self.open_window();
        // A seat that could have won on the konged discard has passed it, unless it may now rob the kong of the same
        // tile (CS-A.21, CS-B.7.10). For the konger, claiming the kong is its turn.
        let robs = |one: &&Able| self.able.iter().any(|able| able.won.seat == one.won.seat);
        let passed: Vec<&Able> = able.iter().filter(|one| !doubted && one.won.seat != seat && !robs(one)).collect();
        self.let_go(passed.into_iter());
    }

    /// Returns the only kind of kong that the seat can make of this tile now, given its hand, its melds and the open
    /// tiles.
    fn kind_by_tiles(&self, seat: Seat, tile: Tile) -> Option<KongKind> {
        if self.table.is_hidden(seat) {
            return None;
        }
        let (held, pung) = (self.table.held(seat, tile), self.table.place(seat).pung_of(tile).is_some());
        match self.table.phase {
            Phase::Open { from, tiles, .. } if from != seat && tiles.has(tile) && held == 3 => Some(KongKind::Exposed),
            Phase::Turn { seat: turn, .. } if turn == seat && held == 4 => Some(KongKind::Concealed),
            Phase::Turn { seat: turn, .. } if turn == seat && held == 1 && pung => Some(KongKind::Added),
            _ => None,
        }
    }

    /// Applies the reveal of the tiles of a dice kong.
    pub(super) fn reveal(&mut self, seat: Seat, tiles: &[Tile]) {
        let Phase::Kong { seat: konger, dice: Some(dice), .. } = self.table.phase else {
            let root = self.note(What::RevealUncalled, Some(seat), None);
            self.doubts.tiles.get_or_insert(root);
            // After the seat's own kong, the dice are missing. In all other cases no reveal was due, and play continues
            // unchanged.
            if matches!(self.table.phase, Phase::Kong { seat: konger, .. } if konger == seat) {
                self.doubts.open = Some(root);
                self.table.reveal(seat, tiles, None);
                self.open_window();
            }
            return;
        };
        let mut root = None;
        if konger != seat {
            root = Some(self.note_course(What::KongOutOfTurn { due: Some(konger) }, seat, None));
        }
        let pips = pips(dice);
        let due = self.rules.dice_kong_tiles(&self.table).min(self.table.wall.left());
        if tiles.len() != due {
            let option = self.rules.option_on(Topic::DiceKong);
            root = Some(self.note(What::RevealCount { count: tiles.len(), due, option }, Some(seat), root));
            self.doubts.tiles = self.doubts.tiles.or(root);
        } else if !self.table.wall.may_turn_up(pips, tiles) {
            let tiles = tiles.to_vec();
            let foreign = self.not_of_deck(&tiles);
            let what = match pips.map(|pips| self.table.wall.at_dice(pips, due)).filter(|due| !due.is_empty()) {
                Some(due) => What::RevealTiles { tiles, due },
                None => What::RevealNowhere { tiles },
            };
            root = Some(self.note(what, Some(seat), foreign.or(root)));
        } else if pips.is_none() && due > 0 && self.table.wall.is_known() && !self.throw_unknown {
            self.throw_unknown = true;
            self.note(What::ThrowUnknown, Some(seat), root);
        }
        self.close_window();
        root = root.or(self.not_of_deck(tiles));
        if !self.table.wall.is_known() {
            for &tile in tiles {
                root = root.or(self.see(tile, None, root));
            }
        }
        self.table.reveal(seat, tiles, pips);
        self.doubts.open = root;
        self.open_window();
    }

    /// Supplies the missing reveal of a dice kong when play continues, if the wall is known.
    pub(super) fn supply_reveal(&mut self, action: &caipan_log::Action) {
        use caipan_log::Action as Logged;
        let Phase::Kong { seat, tile: konged, dice: Some(dice), .. } = self.table.phase else { return };
        let due = self.rules.dice_kong_tiles(&self.table).min(self.table.wall.left());
        let pips = pips(dice);
        let tiles = pips.map_or_else(Vec::new, |pips| self.table.wall.at_dice(pips, due));
        // A win on the konged tile, or on a tile that the dice do not point to, is an attempt to rob the kong, legal or
        // not.
        let robs = matches!(action, Logged::Win { seat: winner, tile }
            if *winner != seat && (*tile == konged || self.not_of_deck(&[*tile]).is_some() || !tiles.is_empty() && !tiles.contains(tile)));
        let aside = matches!(action, Logged::Reveal { .. } | Logged::Pass { .. } | Logged::Leave { .. });
        if robs || aside || self.has_just_won() || self.voided(seat).is_some() {
            return;
        }
        let root = self.note_course(What::RevealMissing, seat, self.not_of_deck(&[konged]));
        self.close_window();
        if tiles.is_empty() {
            self.table.wall.take_dice(pips, due, &[]);
            self.table.phase = Phase::Open { from: seat, tiles: Shown::unknown(), why: Offer::DiceKong };
        } else {
            self.table.reveal(seat, &tiles, pips);
        }
        self.doubts.open = Some(root);
        self.open_window();
    }

    /// Returns whether the claimed tile is open and was discarded by another seat. If not, notes the breach; the rules
    /// are not asked about the claim.
    fn open_to_claim(&mut self, seat: Seat, tile: Tile) -> bool {
        self.supply_discard(seat, Some(tile));
        match self.table.phase {
            Phase::Open { from, tiles, .. } => {
                if from == seat {
                    let root = self.note_course(What::OwnTile { tile }, seat, self.doubts.open);
                    self.doubt_hand(seat, root);
                } else if !tiles.has(tile) {
                    let open = tiles.iter().collect();
                    let root = self.note(What::TileNotOpen { tile, open }, Some(seat), self.not_of_deck(&[tile]));
                    self.doubt_hand(seat, root);
                } else {
                    return true;
                }
            }
            _ => {
                let root = self.note_course(What::NothingOpen { tile }, seat, self.doubts.open);
                self.doubt_hand(seat, root);
            }
        }
        false
    }

    /// Checks that the seat holds `need` copies of a tile. Returns the breach, if there is one.
    fn must_hold(&mut self, seat: Seat, tile: Tile, need: u8, because: Option<BreachIdx>) -> Option<BreachIdx> {
        let held = self.table.held(seat, tile);
        let unknown = self.table.place(seat).unknown;
        self.see_of_unseen(seat, tile, need.saturating_sub(held));
        if held.saturating_add(unknown) >= need {
            return None;
        }
        let because = because.or(self.not_of_deck(&[tile])).or_else(|| self.lacks_by(seat, tile)).or(self.doubts.open);
        let root = self.note(What::MeldNotHeld { tile, held, need }, Some(seat), because);
        self.doubt_hand(seat, root);
        Some(root)
    }
}

/// Returns the total of the throw, if it is known.
fn pips(dice: Dice) -> Option<usize> {
    (!dice.faces().is_empty()).then(|| dice.total())
}
