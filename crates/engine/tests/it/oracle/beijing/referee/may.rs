//! Computes the legal acts of each seat at a moment.

use super::act::{Act, KongOf};
use super::table::{Came, Now, Table};
use crate::oracle::beijing::readings::completes;
use crate::oracle::beijing::tiles::{Meld, Tile, begins_run};
use crate::oracle::beijing::win::{Facts, How, Win, is_orphans, win};

impl Table<'_> {
    /// The legal acts of every seat, in order.
    pub fn may(&self) -> [Vec<Act>; 4] {
        let mut all: [Vec<Act>; 4] = std::array::from_fn(|_| Vec::new());
        if let Some(seat) = self.four_wilds() {
            let (facts, win) = self.winning(seat).expect("four wilds win by themselves");
            all[seat].push(Act::Win { tile: facts.tile, value: win.value });
            return all;
        }
        for (seat, acts) in all.iter_mut().enumerate().take(self.play.seats) {
            match self.now {
                Now::Turn { seat: turn, drawn } if turn == seat => self.own_turn(seat, drawn.is_some(), acts),
                Now::Open { from, tile } if from != seat => {
                    self.claims_of(seat, from, tile, acts);
                    self.win_of(seat, acts);
                    if (from + 1) % self.play.seats == seat && !self.is_drawn_out() {
                        acts.push(Act::Draw);
                    }
                }
                Now::Kong { seat: konger, .. } if konger == seat => acts.push(Act::Replace),
                Now::Kong { .. } => self.win_of(seat, acts),
                _ => {}
            }
            acts.sort_unstable();
        }
        all
    }

    /// The seat that holds all wilds, at the deal or after a draw. BJ-8q.
    fn four_wilds(&self) -> Option<usize> {
        let Now::Turn { .. } = self.now else { return None };
        if !self.play.house.four_end {
            return None;
        }
        (0..4).find(|&seat| self.wilds_of(seat) == 4)
    }

    /// The kinds of the pack.
    fn kinds(&self) -> impl Iterator<Item = Tile> {
        let (honours, no_bamboo) = (self.play.honours, self.play.no_bamboo);
        (0..34).filter(move |&kind| (honours || kind < 27) && !(no_bamboo && (18..27).contains(&kind)))
    }

    fn wilds_of(&self, seat: usize) -> usize {
        self.places[seat].hand.iter().filter(|&&tile| tile == self.wild).count()
    }

    fn count(&self, seat: usize, tile: Tile) -> usize {
        self.places[seat].hand.iter().filter(|&&held| held == tile).count()
    }

    fn own_turn(&self, seat: usize, drew: bool, acts: &mut Vec<Act>) {
        let place = &self.places[seat];
        let mut kinds = place.hand.clone();
        kinds.sort_unstable();
        kinds.dedup();
        let discards: Vec<Tile> =
            kinds.iter().copied().filter(|&tile| tile != self.wild || self.play.wild_discard).collect();
        let drawn = match self.now {
            Now::Turn { drawn, .. } => drawn.map(|(tile, _)| tile),
            _ => None,
        };
        // 潇洒: it discards what it drew, in the turn of the declaration whatever it likes.
        let kept = !self.play.wild_discard && drawn == Some(self.wild);
        let locked = place.xiaosa && !place.owes_discard;
        let bound = locked && !kept;
        let discards: Vec<Tile> =
            discards.into_iter().filter(|&tile| !bound || drawn.is_none_or(|drawn| drawn == tile)).collect();
        if place.promised {
            // The promise is made with the discard, and nothing comes between. BJ-13b.
            let keeps = discards.into_iter().filter(|&tile| self.any_tile_wins_without(seat, tile));
            acts.extend(keeps.map(Act::Discard));
            return;
        }
        if place.owes_discard {
            acts.extend(discards.into_iter().map(Act::Discard));
            return;
        }
        self.declares(seat, drawn, acts);
        self.win_of(seat, acts);
        let could_win = drew && self.play.house.wilds && self.winning(seat).is_some();
        if could_win && discards.iter().any(|&tile| self.any_tile_wins_without(seat, tile)) {
            acts.push(Act::Hunyou);
        }
        for &tile in kinds.iter().filter(|&&tile| !locked && self.may_lie(tile) && self.may_kong(seat)) {
            if self.count(seat, tile) == 4 {
                acts.push(Act::Kong(tile, KongOf::Concealed));
            }
            if place.melds.contains(&Meld::Pung(tile)) {
                acts.push(Act::Kong(tile, KongOf::Added));
            }
        }
        acts.extend(discards.into_iter().map(Act::Discard));
    }

    /// 天听 before the first discard, with a hand that is ready; 潇洒 without an open meld.
    fn declares(&self, seat: usize, drawn: Option<Tile>, acts: &mut Vec<Act>) {
        let place = &self.places[seat];
        let numbers = &self.play.house.numbers;
        if numbers.of("潇洒") > 1 && !place.xiaosa && !place.melds.iter().any(|meld| meld.is_open()) {
            acts.push(Act::Xiaosa);
        }
        let early = place.river.is_empty() && place.melds.is_empty() && !place.sky;
        if numbers.of("天听") > 1 && early {
            let ready = |without: &Tile| (0..34).any(|tile| self.completes_without(seat, *without, tile));
            let any = place.hand.iter().any(ready);
            let is_ready = if seat == self.dealer { any } else { drawn.as_ref().is_some_and(ready) };
            if is_ready {
                acts.push(Act::Sky);
            }
        }
    }

    /// True if this kind, as itself, completes the hand after this discard.
    fn completes_without(&self, seat: usize, discard: Tile, drawn: Tile) -> bool {
        let mut kept = self.places[seat].hand.clone();
        kept.remove(kept.iter().position(|&tile| tile == discard).expect("it is held"));
        let mut natural: Vec<Tile> = kept.iter().copied().filter(|&tile| tile != self.wild).collect();
        let wilds = kept.len() - natural.len();
        natural.push(drawn);
        kept.push(drawn);
        let no_melds = self.places[seat].melds.is_empty();
        let orphans = no_melds && self.play.house.numbers.of("十三幺") > 0 && is_orphans(&kept);
        completes(&natural, wilds, no_melds) || orphans
    }

    /// True if every kind would complete the hand after this discard. BJ-13b.
    fn any_tile_wins_without(&self, seat: usize, discard: Tile) -> bool {
        let mut hand = self.places[seat].hand.clone();
        let at = hand.iter().position(|&tile| tile == discard).expect("it is held");
        hand.remove(at);
        self.kinds().all(|drawn| {
            let mut with = hand.clone();
            with.push(drawn);
            let natural: Vec<Tile> = with.iter().copied().filter(|&tile| tile != self.wild).collect();
            completes(&natural, with.len() - natural.len(), self.places[seat].melds.is_empty())
        })
    }

    fn claims_of(&self, seat: usize, from: usize, tile: Tile, acts: &mut Vec<Act>) {
        // The discard after the last live tile may only be won on. BJ-6d.
        if !self.may_lie(tile) || self.is_drawn_out() && !self.play.last_claims {
            return;
        }
        let same = self.count(seat, tile);
        let bound = self.places[seat].xiaosa;
        if same == 3 && self.may_kong(seat) {
            acts.push(Act::Kong(tile, KongOf::Exposed));
        }
        if same >= 2 && !bound && self.may_claim(seat, false) && self.can_discard_without(seat, [tile, tile]) {
            acts.push(Act::Pung(tile));
        }
        // Only the next seat may chow. BJ-7e.
        if (from + 1) % self.play.seats != seat || !self.may_claim(seat, true) || !self.play.chow || bound {
            return;
        }
        for low in tile.saturating_sub(2)..=tile {
            let with: Vec<Tile> = (low..low + 3).filter(|&other| other != tile).collect();
            let runs = begins_run(low) && with.len() == 2;
            let held = runs && with.iter().all(|&other| self.count(seat, other) > 0 && self.may_lie(other));
            if held && self.can_discard_without(seat, [with[0], with[1]]) {
                acts.push(Act::Chow(tile, [with[0], with[1]]));
            }
        }
    }

    /// True if a tile is left that may be discarded once these two are melded. BJ-4f, R-117.
    fn can_discard_without(&self, seat: usize, melded: [Tile; 2]) -> bool {
        let mut left = self.places[seat].hand.clone();
        for tile in melded {
            let at = left.iter().position(|&held| held == tile).expect("both are held");
            left.swap_remove(at);
        }
        self.play.wild_discard || left.iter().any(|&tile| tile != self.wild)
    }

    /// True if a tile may be part of a meld. BJ-4e.
    fn may_lie(&self, tile: Tile) -> bool {
        tile != self.wild || self.play.wild_in_meld
    }

    /// One claim in a hand, or the house's limit. BJ-7a; kongs do not count, BJ-7b.
    fn may_claim(&self, seat: usize, chow: bool) -> bool {
        let claimed = self.places[seat].melds.iter().filter(|meld| match meld {
            Meld::Chow(_) => chow || !self.play.claims_each,
            Meld::Pung(_) | Meld::Added(_) => !chow || !self.play.claims_each,
            Meld::Exposed(_) | Meld::Concealed(_) => false,
        });
        self.play.claims == 0 || claimed.count() < self.play.claims
    }

    fn may_kong(&self, seat: usize) -> bool {
        let kongs = self.places[seat].melds.iter().filter(|meld| meld.is_kong()).count();
        !self.wall.is_empty() && (self.play.kongs == 0 || kongs < self.play.kongs)
    }

    fn win_of(&self, seat: usize, acts: &mut Vec<Act>) {
        let Some((facts, win)) = self.winning(seat) else { return };
        let place = &self.places[seat];
        // Only the seat's own draw keeps a promise. BJ-13f.
        if !facts.how.own() && place.promised {
            return;
        }
        let barred = place.passed.iter().any(|&passed| !self.play.passed_same || passed == facts.tile);
        if facts.how.self_drawn() || !barred {
            acts.push(Act::Win { tile: facts.tile, value: win.value });
        }
    }

    /// The win of this seat on the current tile, with the facts that it was judged by.
    pub fn winning(&self, seat: usize) -> Option<(Facts, Win)> {
        let place = &self.places[seat];
        let mut hand = place.hand.clone();
        let mut from = None;
        let (tile, how) = match self.now {
            Now::Turn { seat: turn, drawn: Some((tile, came)) } if turn == seat => {
                let how = match came {
                    Came::Dealt => How::Dealt,
                    Came::Front if self.is_drawn_out() => How::LastDraw,
                    Came::Front => How::Draw,
                    Came::End(run) => How::Replacement(run),
                };
                (tile, how)
            }
            Now::Turn { .. } if self.wilds_of(seat) == 4 && self.play.house.four_end => (self.wild, How::Dealt),
            Now::Open { from: other, tile } if other != seat => {
                from = Some(other);
                (tile, How::Discard)
            }
            Now::Kong { seat: konger, tile, of, fresh, discarder, .. } if konger != seat && discarder != Some(seat) => {
                from = Some(konger);
                let how = match of {
                    KongOf::Added if fresh => How::RobFresh,
                    KongOf::Added => How::RobHeld,
                    KongOf::Exposed => How::RobExposed,
                    KongOf::Concealed => How::RobConcealed,
                };
                (tile, how)
            }
            _ => return None,
        };
        if how.own() {
            let at = hand.iter().position(|&held| held == tile).expect("it was drawn");
            hand.remove(at);
        }
        let mut hunyou: [bool; 4] = std::array::from_fn(|other| self.places[other].promised);
        hunyou[seat] = place.kept_promise;
        let facts = Facts {
            dealer: self.dealer,
            winner: seat,
            from,
            how,
            hand,
            melds: place.melds.clone(),
            tile,
            wild: self.wild,
            first: place.river.is_empty(),
            hunyou,
            floor: self.floor,
            after_kong: how == How::Discard && self.after_kong,
            sky: place.sky && !place.changed && place.melds.is_empty(),
            xiaosa: place.xiaosa,
            kongs: Vec::new(),
        };
        win(&self.play.house, &facts).ok().map(|win| (facts, win))
    }
}
