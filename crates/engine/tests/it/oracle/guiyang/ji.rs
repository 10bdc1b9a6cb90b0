//! 鸡: the chickens of a settlement: kept, discarded, charging, claimed, opened during play.

use super::settle::{Discard, End, How, Payments, Win};
use super::shape::{EIGHT_DOTS, Kind, Meld, RED, Tile, YAO};

impl End {
    /// The kinds that a turned tile names.
    fn named(&self, turned: Tile) -> Vec<Tile> {
        if turned == RED {
            return vec![RED];
        }
        let suit = turned / 9 * 9;
        let mut kinds = vec![suit + (turned % 9 + 1) % 9];
        if self.house.up_down {
            kinds.push(suit + (turned % 9 + 8) % 9);
        }
        kinds
    }

    /// The kinds that the flip names.
    fn flipped(&self) -> Vec<Tile> {
        let Some(flip) = self.flip else { return Vec::new() };
        let mut kinds = self.named(flip);
        if self.house.ben {
            kinds.push(flip);
        }
        kinds
    }

    /// The kinds that the tiles opened during play name.
    fn rolled(&self) -> Vec<Tile> {
        let open = match self.house.roll {
            "last" => &self.rolls[self.rolls.len().saturating_sub(1)..],
            "keep_all" => &self.rolls[..],
            _ => &[],
        };
        open.iter().flat_map(|&tile| self.named(tile)).collect()
    }

    /// True if some seat had not discarded before this discard.
    fn is_in_first_round(&self, at: usize) -> bool {
        self.all().any(|seat| self.discards[..at].iter().all(|discard| discard.seat != seat))
    }

    pub(super) fn ji(&self, wins: &[Win], jiao: &[bool; 4], paid: &mut Payments) {
        let h = &self.house;
        let flipped = self.flipped();
        let fixed: Vec<(Tile, i64)> = if h.wu_gu { vec![(YAO, 1), (EIGHT_DOTS, 2)] } else { vec![(YAO, 1)] };
        let scale = |tile: Tile| fixed.iter().find(|(kind, _)| *kind == tile).map(|(_, scale)| *scale);
        let is_gold = |tile: Tile| flipped.contains(&tile);
        let rolled = self.rolled();
        let is_seven = |tile: Tile| h.seven && tile % 9 == 6;
        let flipped_value = |tile: Tile| match tile {
            0 | 9 if h.silver > 0 => h.silver,
            _ if h.rank_ji && tile < RED => i64::from(tile % 9) + 1,
            _ => 1,
        };
        let kept_value = |tile: Tile| match scale(tile) {
            Some(scale) => scale * if is_gold(tile) { h.gold } else { 1 },
            None if is_gold(tile) => flipped_value(tile),
            None => i64::from(
                is_seven(tile) || rolled.contains(&tile) || h.week && tile < RED && tile % 9 + 1 == self.weekday,
            ),
        };
        let river_value = |tile: Tile| match h.scope {
            "man_tang" => kept_value(tile),
            "shou_shang" => scale(tile).unwrap_or(i64::from(is_seven(tile))),
            _ => 0,
        };
        let times = |tile: Tile| if h.double_ji && tile == YAO { 2 } else { 1 };
        let standing_value = |tile: Tile| match (scale(tile), h.standing) {
            (Some(_), "double") => kept_value(tile) * 2,
            (Some(_), "plus_one") => kept_value(tile) + 1,
            _ => kept_value(tile),
        };
        let collects = |seat: usize| {
            let burned = match self.how {
                How::Discard { from, hot: true } => from == seat && h.burn == "all",
                How::Rob { from } => from == seat && h.rob_burns_ji,
                _ => false,
            };
            !burned && (jiao[seat] || !h.ji_needs_ready)
        };
        // The first discard of each fixed kind; the tile won on is not among the discards.
        let first = |kind: Tile| self.discards.iter().position(|discard| discard.tile == kind);
        let charges = |at: usize| {
            let discard = self.discards[at];
            scale(discard.tile).is_some() && first(discard.tile) == Some(at) && !discard.claimed
        };
        let charge_value = |at: usize| {
            let tile = self.discards[at].tile;
            let early = tile == YAO && h.first_round > 0 && self.is_in_first_round(at);
            let (plain, gold) = if early { (h.first_round, 2 * h.first_round) } else { h.charge };
            times(tile)
                * scale(tile).unwrap_or(0)
                * match h.scope {
                    "man_tang" if is_gold(tile) => gold,
                    "strict" => 0,
                    _ => plain,
                }
        };
        for owner in self.all() {
            let mut kept: i64 = (0..=RED)
                .map(|tile| i64::from(self.seats[owner].hand[usize::from(tile)]) * standing_value(tile) * times(tile))
                .sum();
            let of_meld = |meld: &Meld| {
                let each = if meld.kind == Kind::Concealed { standing_value(meld.tile) } else { kept_value(meld.tile) };
                i64::from(meld.size()) * each * times(meld.tile)
            };
            kept += self.seats[owner].melds.iter().map(of_meld).sum::<i64>();
            if wins.iter().any(|win| win.seat == owner) {
                kept += standing_value(self.tile) * times(self.tile);
            }
            let mine =
                || self.discards.iter().enumerate().filter(|(_, discard)| discard.seat == owner && !discard.claimed);
            let charge: i64 = mine().filter(|(at, _)| charges(*at)).map(|(at, _)| charge_value(at)).sum();
            let river = |discard: &Discard| river_value(discard.tile) * times(discard.tile);
            let lying: i64 = mine().filter(|(at, _)| !charges(*at)).map(|(_, discard)| river(discard)).sum();
            if collects(owner) {
                for payer in self.others(owner).filter(|&payer| !(h.only_unready_pay && jiao[payer])) {
                    *paid.entry((payer, owner, "ji")).or_default() += kept + lying;
                    *paid.entry((payer, owner, "charge")).or_default() += charge;
                }
            } else if h.bao_ji != "off" && h.ji_needs_ready && !jiao[owner] {
                let fixed_lying: i64 = mine()
                    .filter(|(at, discard)| !charges(*at) && scale(discard.tile).is_some())
                    .map(|(_, discard)| river(discard))
                    .sum();
                let owed = charge + if h.bao_ji == "yaoji" { fixed_lying } else { 0 };
                for to in self.others(owner).filter(|&to| collects(to)) {
                    *paid.entry((owner, to, "bao-ji")).or_default() += owed;
                }
            }
        }
        for &(kind, scale) in &fixed {
            let Some(discard) = first(kind).map(|at| self.discards[at]).filter(|discard| discard.claimed) else {
                continue;
            };
            let claim = |seat: &usize| {
                self.seats[*seat].melds.iter().find(|meld| meld.tile == kind && meld.from == Some(discard.seat))
            };
            let Some(by) = self.all().find(|seat| claim(seat).is_some()) else { continue };
            let konged = claim(&by).is_some_and(|meld| meld.kind == Kind::Exposed);
            if konged && !h.duty_on_kong {
                continue;
            }
            let points = h.duty * scale * if h.duty_gold && is_gold(kind) { h.gold } else { 1 };
            if collects(by) {
                *paid.entry((discard.seat, by, "duty")).or_default() += points;
            } else if h.duty_back && !jiao[by] && collects(discard.seat) {
                *paid.entry((by, discard.seat, "duty")).or_default() += points;
            }
        }
    }
}
