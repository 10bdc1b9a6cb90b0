//! The options that affect play, dealers and floors, besides those that price a win.

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
            ("multi_win", word(self.all_win, "all", "head_bump")),
        ]);
        all
    }
}
