//! Settles a hand by section 4 of the rule book, step by step, and names the next dealer.

use super::house::{House, Room};
use super::shape::{Counts, FIVE_DOTS, Kind, Meld, Tile, best_wait, pattern, waits};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    SelfDraw,
    /// Self-drawn on the replacement of a kong.
    Bloom,
    Discard {
        from: usize,
        hot: bool,
    },
    Rob {
        from: usize,
    },
    Exhausted,
}

#[derive(Clone, Debug, Default)]
pub struct Seat {
    /// Concealed tiles, without the tile won on.
    pub hand: Counts,
    pub melds: Vec<Meld>,
    pub declared: bool,
    /// Its dealt tiles were ready.
    pub hard: bool,
    pub was_ready: bool,
    /// 定缺: the suit that it named, 0 to 2.
    pub lack: Option<Tile>,
}

/// A discard, in the order of the table.
#[derive(Clone, Copy, Debug)]
pub struct Discard {
    pub seat: usize,
    pub tile: Tile,
    pub claimed: bool,
}

/// The end of a hand.
#[derive(Clone, Debug)]
pub struct End {
    pub house: House,
    pub dealer: usize,
    pub streak: i64,
    pub weekday: u8,
    pub seats: [Seat; 4],
    /// All discards but the one won on.
    pub discards: Vec<Discard>,
    pub how: How,
    /// The seats that claim a win on this tile.
    pub claims: Vec<usize>,
    pub tile: Tile,
    pub flip: Option<Tile>,
    /// Tiles opened during play.
    pub rolls: Vec<Tile>,
    pub last_hand: bool,
    /// 估卖.
    pub picked: [i64; 4],
    /// The dealer wins as dealt.
    pub dealt: bool,
    /// The tile is the dealer's first discard, and nobody claimed or konged before.
    pub first: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    pub seat: usize,
    pub name: &'static str,
    pub fan: i64,
}

/// Points by payer, recipient and cause.
pub type Payments = BTreeMap<(usize, usize, &'static str), i64>;

impl End {
    fn payer(&self) -> Option<usize> {
        match self.how {
            How::Discard { from, .. } | How::Rob { from } => Some(from),
            _ => None,
        }
    }

    fn is_declared(&self, seat: usize) -> bool {
        self.house.bao && self.seats[seat].declared
    }

    /// The win and its fan H, if this claim is one.
    pub fn win(&self, seat: usize) -> Option<Win> {
        let h = &self.house;
        let at = &self.seats[seat];
        let mut full = at.hand;
        full[usize::from(self.tile)] += 1;
        if self.lacking(seat, &full) > 0 {
            return None;
        }
        let (name, mut fan) = pattern(h, &full, &at.melds, self.tile)?;
        if let How::Discard { from, hot } = self.how
            && name == "平胡"
        {
            let passport = at.melds.iter().any(|meld| meld.is_kong())
                || self.is_declared(seat)
                || self.is_declared(from) && h.sha_bao_waives
                || hot && h.hot_waives;
            if !passport {
                return None;
            }
        }
        if h.tong_san && name == "平胡" {
            fan = 0;
        }
        if self.is_declared(seat) {
            let one_suit = h.fan("清一色");
            fan = match h.bao_value {
                "max10" => fan.max(one_suit),
                "flat10" => one_suit,
                "plus20_hard" if at.hard => fan + 20,
                _ => fan + 10,
            };
        }
        let rob = matches!(self.how, How::Rob { .. });
        let hand = fan;
        let drawn = matches!(self.how, How::SelfDraw | How::Bloom) || rob && h.rob == "three_shares";
        if drawn && !h.tong_san {
            match h.zimo {
                "plain_2" if fan == 1 => fan = 2,
                "plus1_all" => fan += 1,
                _ => {}
            }
        } else if rob && !drawn {
            fan += if h.rob == "discard_plus9" { 9 } else { 1 };
        }
        match self.how {
            How::Bloom => fan += h.gang_kai,
            How::Discard { hot: true, .. } if h.tong_san => fan += 3,
            How::Discard { hot: true, .. } => fan += if h.hot_double { hand } else { h.hot_extra },
            _ => {}
        }
        fan += if h.tong_san { 3 } else { 0 };
        fan += if self.dealt { h.heavenly } else { 0 } + if self.first { h.earthly } else { 0 };
        fan *= if h.big_double && name != "平胡" { 2 } else { 1 };
        fan *= if h.zimo_double && drawn { 2 } else { 1 };
        if h.cap > 0 {
            fan = fan.min(h.cap);
        }
        Some(Win { seat, name, fan })
    }

    pub fn wins(&self) -> Vec<Win> {
        self.claims.iter().filter_map(|&seat| self.win(seat)).collect()
    }

    /// 定缺: the tiles of the suit that the seat named, among these and its melds.
    fn lacking(&self, seat: usize, tiles: &Counts) -> i64 {
        let at = &self.seats[seat];
        let Some(suit) = at.lack else { return 0 };
        let held: u8 = tiles[usize::from(suit) * 9..][..9].iter().sum();
        let melded: u8 = at.melds.iter().filter(|meld| meld.tile / 9 == suit).map(|meld| meld.size()).sum();
        i64::from(held + melded)
    }

    /// The waits of a seat. One that holds its suit waits for nothing, and none waits for a tile of its suit.
    fn waits(&self, seat: usize) -> Vec<Tile> {
        let at = &self.seats[seat];
        let mut waits = waits(&self.house, &at.hand, &at.melds);
        waits.retain(|&tile| self.lacking(seat, &at.hand) == 0 && at.lack != Some(tile / 9));
        waits
    }

    fn waiting(&self, seat: usize) -> bool {
        !self.waits(seat).is_empty()
    }

    /// The highest pattern among the waits of a seat, priced as on a discard.
    fn best_wait(&self, seat: usize) -> Option<(&'static str, i64)> {
        best_wait(&self.house, &self.seats[seat].hand, &self.seats[seat].melds, &self.waits(seat))
    }

    /// 查缺: a seat that still holds tiles of its suit pays each of them to every ready seat that is not burnt.
    fn lack_points(&self, jiao: &[bool; 4], paid: &mut Payments) {
        let Room::Lacking(each) = self.house.room else { return };
        for from in self.all() {
            let tiles = self.lacking(from, &self.seats[from].hand);
            for to in self.others(from).filter(|&to| jiao[to] && !self.is_burnt(to)) {
                paid.insert((from, to, "lack"), each * tiles);
            }
        }
    }

    /// 叫牌 at the settlement, for each seat.
    pub fn jiao(&self, wins: &[Win]) -> [bool; 4] {
        [0, 1, 2, 3].map(|seat| {
            let ready = wins.iter().any(|win| win.seat == seat)
                || self.waiting(seat)
                || self.house.ever && self.seats[seat].was_ready;
            seat < self.house.players && ready
        })
    }

    pub fn settle(&self) -> Payments {
        let (h, wins) = (&self.house, self.wins());
        let mut paid = Payments::new();
        if h.blow && self.flip == Some(FIVE_DOTS) {
            return paid;
        }
        let jiao = self.jiao(&wins);
        if wins.is_empty() {
            if h.cha_jiao {
                self.cha_jiao(&mut paid);
            }
        } else {
            wins.iter().for_each(|win| self.hand(win, &mut paid));
        }
        if !wins.is_empty() || h.draw_scores {
            self.dou(&jiao, &mut paid);
            self.ji(&wins, &jiao, &mut paid);
        }
        self.bao_gang(&jiao, &mut paid);
        self.lack_points(&jiao, &mut paid);
        if !wins.is_empty() {
            self.pure(&wins, &jiao, &mut paid);
        }
        paid.retain(|_, points| *points > 0);
        paid.values_mut().for_each(|points| *points *= h.base * if self.last_hand { h.last_double } else { 1 });
        paid
    }

    fn cha_jiao(&self, paid: &mut Payments) {
        for to in self.all().filter(|&seat| self.waiting(seat)) {
            let best = self.best_wait(to).map_or(0, |(_, fan)| fan);
            for from in self.all().filter(|&seat| !self.waiting(seat)) {
                paid.insert((from, to, "cha-jiao"), best);
            }
        }
    }

    fn hand(&self, win: &Win, paid: &mut Payments) {
        let h = &self.house;
        // Each share, with its seat and its payer.
        let shares: Vec<(usize, usize)> = match self.how {
            How::Rob { from } if h.rob == "three_shares" => self.others(win.seat).map(|share| (share, from)).collect(),
            How::Rob { from } | How::Discard { from, .. } => vec![(from, from)],
            _ => self.others(win.seat).map(|share| (share, share)).collect(),
        };
        for (share, payer) in shares {
            *paid.entry((payer, win.seat, "hand")).or_default() += win.fan;
            let bonus = match h.bonus {
                "off" => false,
                "win_only" => win.seat == self.dealer,
                _ => win.seat == self.dealer || share == self.dealer,
            };
            *paid.entry((payer, win.seat, "dealer")).or_default() += if bonus { self.streak } else { 0 };
            *paid.entry((payer, win.seat, "sha-bao")).or_default() +=
                if self.is_declared(share) { h.sha_bao } else { 0 };
            let stake = |seat: usize| match h.gu_mai {
                "free" => self.picked[seat],
                "fixed" => h.gu_points,
                _ => 0,
            };
            *paid.entry((payer, win.seat, "gu-mai")).or_default() += stake(win.seat) + stake(share);
        }
        if let (How::Discard { from, hot: true }, "last_dou") = (self.how, h.burn) {
            let points = match self.seats[from].melds.iter().rev().find(|meld| meld.is_kong()).map(|meld| meld.kind) {
                Some(Kind::Concealed) => 6,
                Some(Kind::Added { .. }) => 3,
                _ => 1,
            };
            paid.insert((from, win.seat, "burn"), points);
        }
    }

    fn dou(&self, jiao: &[bool; 4], paid: &mut Payments) {
        let h = &self.house;
        for (owner, &ready) in jiao.iter().enumerate().take(self.house.players) {
            let burned = match self.how {
                How::Discard { from, hot: true } => from == owner && h.burn == "all",
                How::Rob { from } => from == owner && h.rob_burns_dou,
                _ => false,
            };
            if burned || h.dou_needs_ready && !ready {
                continue;
            }
            let melds = &self.seats[owner].melds;
            let last = melds.iter().rposition(|meld| meld.is_kong());
            for (at, meld) in melds.iter().enumerate() {
                let hot = matches!(self.how, How::Discard { from, hot: true } if from == owner);
                if hot && h.burn == "last_dou" && last == Some(at) {
                    continue;
                }
                let each = match (meld.kind, h.late) {
                    (Kind::Pung, _) => continue,
                    (Kind::Concealed, _) => h.men,
                    (Kind::Added { late: true }, "zero_passport") => 0,
                    (Kind::Added { late: true }, "three_each") => 3,
                    (Kind::Added { .. }, _) => h.papo,
                    (Kind::Exposed, _) => {
                        let from = meld.from.expect("an exposed kong was discarded");
                        let (payer, to) = if h.konger_pays { (owner, from) } else { (from, owner) };
                        *paid.entry((payer, to, "dou")).or_default() += h.dian;
                        continue;
                    }
                };
                for payer in self.others(owner) {
                    *paid.entry((payer, owner, "dou")).or_default() += each;
                }
            }
        }
    }

    /// 包杠: a kong of a seat that is not ready is paid the other way, to the ready seats that would have paid it.
    fn bao_gang(&self, jiao: &[bool; 4], paid: &mut Payments) {
        let h = &self.house;
        if !h.bao_gang || !h.dou_needs_ready {
            return;
        }
        for owner in self.all().filter(|&seat| !jiao[seat]) {
            for meld in &self.seats[owner].melds {
                let (price, payers) = match meld.kind {
                    Kind::Pung | Kind::Added { late: true } => continue,
                    Kind::Concealed => (h.men, self.others(owner).collect()),
                    Kind::Added { late: false } => (h.papo, self.others(owner).collect()),
                    Kind::Exposed if h.konger_pays => (0, vec![]),
                    Kind::Exposed => (h.dian, vec![meld.from.expect("an exposed kong was discarded")]),
                };
                for to in payers.into_iter().filter(|&to| jiao[to]) {
                    *paid.entry((owner, to, "bao-gang")).or_default() += price;
                }
            }
        }
    }

    /// The seats in use.
    pub(super) fn all(&self) -> std::ops::Range<usize> {
        0..self.house.players
    }

    pub(super) fn others(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let players = self.house.players;
        (1..players).map(move |steps| (seat + steps) % players)
    }

    /// True if all beans and chickens of the seat are void.
    fn is_burnt(&self, seat: usize) -> bool {
        match self.how {
            How::Discard { from, hot: true } => from == seat && self.house.burn == "all",
            How::Rob { from } => from == seat && self.house.rob_burns_dou && self.house.rob_burns_ji,
            _ => false,
        }
    }

    /// 奖分: one suit, or a dragon, won with or waited for at best.
    fn pure(&self, wins: &[Win], jiao: &[bool; 4], paid: &mut Payments) {
        let h = &self.house;
        for owner in self.all().filter(|&seat| !self.is_burnt(seat) && jiao[seat]) {
            let best = || self.best_wait(owner).map(|(name, _)| name);
            let name = wins.iter().find(|win| win.seat == owner).map(|win| win.name).or_else(best);
            if name.is_some_and(|name| name.starts_with(['清', '青']) || name == "龙七对") {
                self.others(owner).for_each(|payer| *paid.entry((payer, owner, "pure-bonus")).or_default() += h.pure);
            }
        }
    }

    /// X-DEAL. `None` if every claimed win was false.
    pub fn next_dealer(&self) -> Option<usize> {
        let (h, wins) = (&self.house, self.wins());
        let from_dealer = || self.all().map(|steps| (self.dealer + steps) % h.players);
        if wins.is_empty() {
            if self.how != How::Exhausted {
                return None;
            }
            let ready: Vec<usize> = from_dealer().filter(|&seat| self.waiting(seat)).collect();
            return Some(match ready.len() {
                _ if !h.draw_by_ready => self.dealer,
                0 => self.dealer,
                1 => ready[0],
                // All but one: the one that is not.
                count if count + 1 == h.players => from_dealer().find(|seat| !ready.contains(seat))?,
                _ => ready[0],
            });
        }
        if let (How::Rob { from }, true) = (self.how, h.robbed_deals) {
            return Some(from);
        }
        match wins.len() {
            1 => Some(wins[0].seat),
            2 if !h.multi_to_discarder => from_dealer().find(|&seat| wins.iter().any(|win| win.seat == seat)),
            _ => self.payer(),
        }
    }
}
