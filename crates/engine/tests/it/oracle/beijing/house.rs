//! The options that affect a win or its payment, with every value they may have.

use super::fan_table::{KongMoney, Numbers};
use crate::oracle::changsha::cases::Chance;

#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one field for each house rule")]
pub struct House {
    pub base: i64,
    pub add: bool,
    /// 0: all pay; 1: the discarder pays for all; 2: the discarder pays alone, doubled; 3: alone, one plain share; 4: alone,
    /// three plain shares.
    pub ron: usize,
    pub dealer_double: bool,
    pub face: bool,
    pub three_self_draw: bool,
    pub floor_wins_only: bool,
    pub five_only_wait: bool,
    pub five_wild: bool,
    pub dragon_concealed: bool,
    /// Other wilds may stand beside the dragon's own.
    pub dragon_own_place: bool,
    /// Other wilds may stand outside the dragon, the own one in its place (MB-wild-dragon).
    pub dragon_wilds_outside: bool,
    pub luxury_wild: bool,
    pub luxury_each: bool,
    pub pairs_concealed: bool,
    /// 0: doubles again; 1: four in place of the self-draw; 2: doubles for each kong in a row.
    pub bloom: usize,
    pub last_includes: bool,
    pub limit: i64,
    pub limit_factor: bool,
    pub limit_no_kong: bool,
    pub rob_extra: i64,
    pub numbers: Numbers,
    /// 0 for no cap.
    pub cap: i64,
    pub dealer_flat: i64,
    pub self_draw_only: bool,
    pub opened_ron: bool,
    pub wilds: bool,
    pub four_end: bool,
    pub kongs: KongMoney,
}

impl House {
    /// The rules as BJ writes them.
    pub fn written() -> House {
        House {
            base: 1,
            add: false,
            ron: 0,
            dealer_double: false,
            face: true,
            three_self_draw: false,
            floor_wins_only: false,
            five_only_wait: true,
            five_wild: false,
            dragon_concealed: false,
            dragon_own_place: false,
            dragon_wilds_outside: false,
            luxury_wild: true,
            luxury_each: false,
            pairs_concealed: true,
            bloom: 0,
            last_includes: false,
            limit: 40,
            limit_factor: false,
            limit_no_kong: false,
            rob_extra: 1,
            numbers: Numbers::written(),
            cap: 0,
            dealer_flat: 0,
            self_draw_only: false,
            opened_ron: false,
            wilds: true,
            four_end: true,
            kongs: KongMoney::off(),
        }
    }

    /// The rules that most tables play.
    pub fn common() -> House {
        House { dealer_double: true, three_self_draw: true, ron: 1, luxury_each: true, ..House::written() }
    }

    /// The rules of the preset `beijing-friends`: market book B.5.
    pub fn friends() -> House {
        House {
            ron: 4,
            dealer_double: true,
            three_self_draw: true,
            luxury_each: true,
            bloom: 1,
            limit: 20,
            rob_extra: 2,
            numbers: Numbers::written().with(&[
                ("自摸", 1),
                ("海底捞月", 2),
                ("对对胡", 2),
                ("大吊车", 2),
                ("杠上炮", 4),
            ]),
            four_end: false,
            ..House::written()
        }
    }

    /// The rules of the preset `beijing-calc`: market book B.5.
    pub fn calc() -> House {
        House {
            base: 2,
            ron: 1,
            dealer_double: true,
            numbers: Numbers::written().with(&[
                ("无混", 1),
                ("大吊车", 2),
                ("七对", 4),
                ("清一色", 8),
                ("海底捞月", 1),
            ]),
            kongs: KongMoney {
                on: true,
                exposed_all: true,
                winner_only: true,
                dealer_double: true,
                ron_discarder: true,
                ..KongMoney::off()
            },
            ..House::written()
        }
    }

    /// Every option changed.
    pub fn other() -> House {
        House {
            base: 5,
            add: false,
            ron: 2,
            dealer_double: true,
            face: false,
            three_self_draw: false,
            floor_wins_only: true,
            five_only_wait: false,
            five_wild: true,
            dragon_concealed: true,
            dragon_own_place: true,
            luxury_wild: false,
            luxury_each: true,
            pairs_concealed: false,
            bloom: 2,
            last_includes: true,
            limit: 20,
            limit_factor: true,
            limit_no_kong: true,
            rob_extra: 2,
            kongs: KongMoney { on: true, ..KongMoney::off() },
            ..House::written()
        }
    }

    /// The rules as written, with about a third of the options drawn anew.
    pub fn varied(chance: &mut Chance) -> House {
        let mut house = House::written();
        let flags = [
            &mut house.add,
            &mut house.dealer_double,
            &mut house.face,
            &mut house.three_self_draw,
            &mut house.floor_wins_only,
            &mut house.five_only_wait,
            &mut house.five_wild,
            &mut house.dragon_concealed,
            &mut house.dragon_own_place,
            &mut house.luxury_wild,
            &mut house.luxury_each,
            &mut house.pairs_concealed,
            &mut house.last_includes,
            &mut house.limit_factor,
            &mut house.limit_no_kong,
            &mut house.opened_ron,
            &mut house.dragon_wilds_outside,
        ];
        for flag in flags {
            if chance.percent(33) {
                *flag = !*flag;
            }
        }
        house.base = chance.pick(&[1, 1, 2, 10]);
        house.numbers = Numbers::varied(chance);
        house.kongs = KongMoney::varied(chance);
        house.cap = chance.pick(&[0, 0, 8, 20]);
        house.dealer_flat = chance.pick(&[0, 0, 3]);
        house.self_draw_only = chance.percent(8);
        house.wilds = !chance.percent(12);
        house.four_end = !chance.percent(30);
        // Where wilds may stand outside the dragon, nobody puts them elsewhere for a lower fan.
        if house.dragon_wilds_outside {
            house.numbers = house.numbers.with(&[("本混龙", 100)]);
        }
        if !house.wilds {
            house.numbers = house.numbers.with(&[("混吊", 1), ("混吊混", 1)]);
        }
        house.ron = chance.below(5);
        house.bloom = chance.below(3);
        house.limit = chance.pick(&[40, 40, 20]);
        house.rob_extra = chance.pick(&[1, 1, 2]);
        house
    }

    /// The options as a log declares them.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let ron = [
            "all_pay_discarder_double",
            "discarder_covers_all",
            "discarder_only",
            "discarder_single",
            "discarder_triple",
        ];
        let bloom = ["extra_x2", "total_4_replaces_zimo", "per_consecutive_kong"];
        let either = |flag: bool, yes: &str, no: &str| if flag { yes.to_owned() } else { no.to_owned() };
        let mut all = vec![
            ("fan.cap", self.cap.to_string()),
            ("dealer_flat", self.dealer_flat.to_string()),
            ("self_draw_only", self.self_draw_only.to_string()),
            ("opened_ron", self.opened_ron.to_string()),
            ("wild.use", self.wilds.to_string()),
            ("four_wilds_end", self.four_end.to_string()),
            ("base_points", self.base.to_string()),
            ("fan.mode", either(self.add, "add", "multiply")),
            ("ron_payment", ron[self.ron].to_owned()),
            ("dealer_pays_double", self.dealer_double.to_string()),
            ("wild.discarded_is_face", self.face.to_string()),
            ("wild.three_self_draw_only", self.three_self_draw.to_string()),
            ("floor.scope", either(self.floor_wins_only, "win_only", "all")),
            ("catch_five.only_wait", self.five_only_wait.to_string()),
            ("catch_five.wild_as_five", self.five_wild.to_string()),
            ("dragon.scope", either(self.dragon_concealed, "concealed_only", "whole_hand")),
            ("dragon.wild", either(self.dragon_own_place, "natural_place", "one_wild")),
            ("wild_dragon.wilds", either(self.dragon_wilds_outside, "own_place", "one")),
            ("luxury.wild_ok", self.luxury_wild.to_string()),
            ("luxury.per_quad", self.luxury_each.to_string()),
            ("seven_pairs.counts_concealed", self.pairs_concealed.to_string()),
            ("kong_bloom", bloom[self.bloom].to_owned()),
            ("haidi.includes_self_draw", self.last_includes.to_string()),
            ("limit_hands.value", self.limit.to_string()),
            ("limit_hands.mode", either(self.limit_factor, "factor", "flat")),
            ("limit_hands.require_no_kong", self.limit_no_kong.to_string()),
            ("rob_kong.extra", self.rob_extra.to_string()),
        ];
        all.extend(self.numbers.entries());
        all.extend(self.kongs.entries());
        all
    }
}
