//! The options that affect play, dealers and floors, besides those that price a win.

use crate::oracle::beijing::fan_table::{KongMoney, Numbers};
use crate::oracle::beijing::house::House;

/// Number of tiles that stay undrawn (BJ-6c).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Stacks,
    Shrinking,
    Fourteen,
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "one field for each house rule")]
pub struct Play {
    pub house: House,
    pub wild_discard: bool,
    pub wild_in_meld: bool,
    /// The indicator is looked at and stays in the wall.
    pub peek: bool,
    pub kept: Kept,
    pub upper_first: bool,
    pub one_by_one: bool,
    /// The limit of chows and pungs, together or each; 0 for no limit.
    pub claims: usize,
    pub claims_each: bool,
    pub kongs: usize,
    pub floor_next_hand: bool,
    pub floor_adds: bool,
    pub passed_same: bool,
    pub penalty: i64,
    pub false_win_ends: bool,
    pub false_win_passes: bool,
    pub burn: i64,
    pub burn_void: bool,
    pub burn_repeats: bool,
    pub all_win: bool,
    /// The last discard may be claimed, not only won on.
    pub last_claims: bool,
    /// A claim of another seat ends a promise.
    pub promise_breaks: bool,
    pub chow: bool,
    pub seats: usize,
    pub honours: bool,
    /// Three players without bamboo.
    pub no_bamboo: bool,
}

impl Play {
    /// The rules as BJ writes them.
    pub fn written() -> Play {
        Play {
            house: House::written(),
            wild_discard: true,
            wild_in_meld: false,
            peek: false,
            kept: Kept::Stacks,
            upper_first: false,
            one_by_one: false,
            claims: 1,
            claims_each: false,
            kongs: 0,
            floor_next_hand: false,
            floor_adds: false,
            passed_same: false,
            penalty: 20,
            false_win_ends: true,
            false_win_passes: false,
            burn: 10,
            burn_void: true,
            burn_repeats: false,
            all_win: false,
            last_claims: false,
            promise_breaks: false,
            chow: true,
            seats: 4,
            honours: true,
            no_bamboo: false,
        }
    }

    /// The rules that most tables play.
    pub fn common() -> Play {
        Play { house: House::common(), wild_discard: false, ..Play::written() }
    }

    /// Every option changed.
    pub fn other() -> Play {
        Play {
            house: House { floor_wins_only: true, ..House::other() },
            wild_in_meld: true,
            peek: true,
            kept: Kept::Fourteen,
            upper_first: true,
            one_by_one: true,
            claims: 2,
            claims_each: true,
            kongs: 2,
            floor_adds: true,
            passed_same: true,
            penalty: 40,
            false_win_passes: true,
            burn: 5,
            burn_void: false,
            burn_repeats: true,
            all_win: true,
            last_claims: true,
            promise_breaks: true,
            ..Play::written()
        }
    }

    /// The rules of the preset `beijing-friends`.
    pub fn friends() -> Play {
        Play { house: House::friends(), kept: Kept::Shrinking, floor_next_hand: true, ..Play::written() }
    }

    /// Market options that change play: no chow, opened hands win on discards, 潇洒 and 天听, kongs paid for.
    pub fn market() -> Play {
        let numbers = Numbers::written().with(&[
            ("潇洒", 2),
            ("天听", 3),
            ("边张", 2),
            ("卡张", 2),
            ("单吊将", 2),
            ("混吊", 2),
            ("混吊混", 4),
            ("对对胡", 2),
            ("大吊车", 2),
            ("十三幺", 10),
            ("杠上炮", 2),
        ]);
        let kongs = KongMoney { on: true, dealer_double: true, forfeits: true, ..KongMoney::off() };
        let house = House { numbers, kongs, opened_ron: true, four_end: false, cap: 64, ron: 3, ..House::written() };
        Play { house, chow: false, claims: 0, ..Play::written() }
    }

    /// Three players without bamboo; fans add, kongs of drawn hands are void.
    pub fn three() -> Play {
        let numbers = Numbers::written().with(&[("潇洒", 2)]);
        let kongs =
            KongMoney { on: true, exposed_all: true, void_on_draw: true, ron_discarder: true, ..KongMoney::off() };
        let house = House { add: true, numbers, kongs, dealer_flat: 2, ..House::written() };
        Play { house, seats: 3, no_bamboo: true, ..Play::written() }
    }

    /// Two players without winds, dragons and wilds, who win by their own draw only.
    pub fn two() -> Play {
        let kongs = KongMoney { on: true, winner_only: true, ..KongMoney::off() };
        let house = House { wilds: false, self_draw_only: true, kongs, ..House::written() };
        Play { house, seats: 2, honours: false, burn_void: false, ..Play::written() }
    }

    /// Three players without honours.
    pub fn three_suits() -> Play {
        Play { house: House { ron: 4, ..House::written() }, seats: 3, honours: false, ..Play::written() }
    }

    /// Some options changed; play goes on after a false win.
    pub fn mixed() -> Play {
        Play {
            house: House { bloom: 1, add: true, ..House::written() },
            kept: Kept::Shrinking,
            claims: 0,
            floor_next_hand: true,
            false_win_ends: false,
            ..Play::written()
        }
    }

    /// The options as a log declares them.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let word = |flag: bool, yes: &str, no: &str| if flag { yes.to_owned() } else { no.to_owned() };
        let kept = match self.kept {
            Kept::Stacks => "stack_table",
            Kept::Shrinking => "shrink_only",
            Kept::Fourteen => "constant_14",
        };
        let mut all = self.house.entries();
        all.extend([
            ("wild.may_discard", self.wild_discard.to_string()),
            ("wild.in_open_meld", word(self.wild_in_meld, "natural_only", "forbid")),
            ("indicator.position", word(self.peek, "peek_only", "first_live")),
            ("reserve.mode", kept.to_owned()),
            ("reserve.kong_draw", word(self.upper_first, "stack_top_first", "linear_last")),
            ("deal.pattern", word(self.one_by_one, "round_robin_1", "blocks_of_4_with_jump")),
            ("claims.limit", self.claims.to_string()),
            ("claims.counts", word(self.claims_each, "each", "chi+pong")),
            ("kong.max_per_player", self.kongs.to_string()),
            ("floor.until", word(self.floor_next_hand, "next_hand_only", "north_done")),
            ("floor.cumulative", self.floor_adds.to_string()),
            ("passed_win.same_kind_only", self.passed_same.to_string()),
            ("false_win.penalty", self.penalty.to_string()),
            ("false_win.ends_hand", self.false_win_ends.to_string()),
            ("false_win.dealer", word(self.false_win_passes, "next", "stay")),
            ("burn.points", self.burn.to_string()),
            ("burn.void_on_draw", self.burn_void.to_string()),
            ("burn.repeat_doubles", self.burn_repeats.to_string()),
            ("reserve.last_discard", word(self.last_claims, "all", "win_only")),
            ("hunyou.claims_cancel", self.promise_breaks.to_string()),
            ("claims.chow", self.chow.to_string()),
            ("players", self.seats.to_string()),
            ("tiles.honours", self.honours.to_string()),
            ("suits_three", word(self.no_bamboo, "no_bamboo", "all")),
            ("multi_win", word(self.all_win, "all", "head_bump")),
        ]);
        all
    }
}
