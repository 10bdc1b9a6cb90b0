//! House rules as section 6 of the rule book lists them, each under the name by which a log declares it.

use super::shape::{Counts, KINDS, RED};

/// Suits of the pack, 定缺 and 换张, rows 1, 16 and 17 of the market's list.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Room {
    /// Three suits.
    #[default]
    Three,
    /// Three suits and four 红中, row 21 of the market's list.
    Red,
    /// Three suits, of which each seat names one that it lacks; the price of each tile of it at the end.
    Lacking(i64),
    /// Three suits; before play each seat gives three or four tiles of one suit to another seat.
    Exchanging(usize),
    /// Dots and bamboo.
    Two,
    /// Bamboo.
    One,
}

impl Room {
    /// The lowest kind of tile in play.
    pub fn lowest(self) -> u8 {
        match self {
            Room::Three | Room::Red | Room::Lacking(_) | Room::Exchanging(_) => 0,
            Room::Two => 9,
            Room::One => 18,
        }
    }

    fn entries(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Room::Three => vec![],
            Room::Red => vec![("hongzhong_ji", "true")],
            Room::Lacking(0) => vec![("ding_que", "true"), ("lack_points", "0")],
            Room::Lacking(1) => vec![("ding_que", "true"), ("lack_points", "1")],
            Room::Lacking(_) => vec![("ding_que", "true"), ("lack_points", "4")],
            Room::Exchanging(3) => vec![("exchange", "3")],
            Room::Exchanging(_) => vec![("exchange", "4")],
            Room::Two => vec![("suits", "2")],
            Room::One => vec![("suits", "1")],
        }
    }
}

macro_rules! house {
    ($($field:ident: $type:ty = $default:expr, $id:literal [$($value:expr => $word:literal),+];)+) => {
        /// The choices of a house.
        #[derive(Clone, Debug, PartialEq)]
        pub struct House {
            pub table: &'static str,
            /// The room of these rules, set by [`House::roomed`].
            pub room: Room,
            $(pub $field: $type,)+
        }

        impl House {
            /// The defaults of the book.
            pub fn plain() -> House {
                House { table: "prose", room: Room::default(), $($field: $default,)+ }
            }

            /// Changes some options: `choose` gets the number of values and may name one.
            pub fn vary(&mut self, mut choose: impl FnMut(usize) -> Option<usize>) {
                if let Some(at) = choose(4) {
                    self.table = ["prose", "table", "reduced", "app"][at];
                }
                $(
                    let values = [$($value),+];
                    if let Some(at) = choose(values.len()) {
                        self.$field = values[at];
                    }
                )+
            }

            /// Every option by name with its value as written.
            pub fn entries(&self) -> Vec<(&'static str, &'static str)> {
                let mut entries = vec![("fan_table", self.table)];
                entries.extend(self.room.entries());
                $($(
                    if self.$field == $value {
                        entries.push(($id, $word));
                    }
                )+)+
                entries
            }
        }
    };
}

house! {
    base: i64 = 1, "base" [1 => "1", 2 => "2", 5 => "5"];
    zimo: &'static str = "plain_2", "zimo_mode" ["plain_2" => "plain_2", "plus1_all" => "plus1_all", "none" => "none"];
    gang_kai: i64 = 1, "gang_kai_fan" [1 => "1", 3 => "3", 4 => "4"];
    two_suit_5: bool = false, "hun_yi_se" [false => "off", true => "two_suit_5"];
    quad_is_winning_tile: bool = false, "dragon_rule" [false => "any_quad", true => "quad_is_winning_tile"];
    men: i64 = 2, "men_dou" [2 => "2", 3 => "3"];
    papo: i64 = 3, "papo_dou" [3 => "3", 4 => "4"];
    dian: i64 = 1, "dian_dou" [1 => "1", 3 => "3"];
    konger_pays: bool = false, "dian_dou_payer" [false => "discarder", true => "konger"];
    dou_needs_ready: bool = true, "dou_requires_jiao" [true => "true", false => "false"];
    ever: bool = false, "jiao_time" [false => "at_settlement", true => "ever"];
    late: &'static str = "none", "hanbao_dou" ["none" => "none", "zero_passport" => "zero_passport", "three_each" => "three_each"];
    scope: &'static str = "man_tang", "ji_scope" ["man_tang" => "man_tang", "shou_shang" => "shou_shang", "strict" => "shou_shang_strict"];
    ji_needs_ready: bool = true, "ji_requires_jiao" [true => "true", false => "false"];
    only_unready_pay: bool = false, "ji_payers" [false => "all_three", true => "not_jiao_only"];
    gold: i64 = 2, "gold_value" [2 => "2", 3 => "3"];
    charge: (i64, i64) = (2, 4), "charge" [(2, 4) => "2_4", (3, 6) => "3_6"];
    duty: i64 = 1, "duty" [1 => "1", 2 => "2", 3 => "3"];
    duty_gold: bool = false, "duty_scales_with_gold" [false => "false", true => "true"];
    duty_on_kong: bool = true, "duty_on_kong" [true => "true", false => "false"];
    duty_back: bool = false, "duty_reverse" [false => "false", true => "true"];
    wu_gu: bool = false, "wu_gu_ji" [false => "false", true => "true"];
    up_down: bool = false, "flip_mode" [false => "up", true => "up_down"];
    ben: bool = false, "ben_ji" [false => "false", true => "true"];
    week: bool = false, "week_ji" [false => "false", true => "true"];
    bao_ji: &'static str = "off", "bao_ji" ["off" => "off", "yaoji" => "yaoji", "charge_only" => "charge_only"];
    blow: bool = false, "chui_feng" [false => "false", true => "true"];
    hot_extra: i64 = 1, "re_pao_extra" [1 => "1", 0 => "0", 3 => "3"];
    hot_double: bool = false, "re_pao_double" [false => "false", true => "true"];
    burn: &'static str = "all", "re_pao_burn" ["all" => "all", "last_dou" => "last_dou", "none" => "none"];
    hot_waives: bool = true, "re_pao_waives_passport" [true => "true", false => "false"];
    rob: &'static str = "three_shares", "qiang_gang_pay" ["three_shares" => "three_shares", "discard_plus1" => "discard_plus1", "discard_plus9" => "discard_plus9"];
    rob_burns_ji: bool = false, "qiang_burn_ji" [false => "false", true => "true"];
    rob_burns_dou: bool = false, "qiang_burn_dou" [false => "false", true => "true"];
    bao: bool = true, "bao_ting" [true => "true", false => "false"];
    bao_value: &'static str = "max10", "bao_value" ["max10" => "max10", "flat10" => "flat10", "plus10" => "plus10", "plus20_hard" => "plus20_hard"];
    sha_bao: i64 = 0, "sha_bao_extra" [0 => "0", 10 => "10"];
    sha_bao_waives: bool = true, "sha_bao_waives_passport" [true => "true", false => "false"];
    bonus: &'static str = "win_only", "dealer_bonus" ["win_only" => "win_only", "win_and_lose" => "win_and_lose", "off" => "off"];
    multi_to_discarder: bool = false, "next_dealer" [false => "source_family", true => "multi_to_discarder"];
    draw_by_ready: bool = false, "draw_dealer" [false => "stays", true => "by_ready_count"];
    robbed_deals: bool = false, "robbed_deals" [false => "false", true => "true"];
    cha_jiao: bool = true, "cha_jiao" [true => "best_pattern", false => "off"];
    draw_scores: bool = false, "draw_scores_dou_ji" [false => "false", true => "true"];
    bao_kong: bool = false, "bao_ting_kong" [false => "off", true => "wait_preserving"];
    multi_win: bool = true, "multi_win" [true => "true", false => "false"];
    guo_shui: &'static str = "same", "guo_shui" ["same" => "same_tile_until_draw", "any" => "any_tile_until_draw", "off" => "off"];
    guo_shui_false: bool = false, "guo_shui_false" [false => "false", true => "true"];
    players: usize = 4, "players" [4 => "4", 3 => "3", 2 => "2"];
    single: i64 = 0, "dan_diao" [0 => "0", 10 => "10"];
    clean_single: i64 = 0, "qing_dan_diao" [0 => "0", 20 => "20"];
    tong_san: bool = false, "tong_san" [false => "false", true => "true"];
    first_round: i64 = 0, "first_round_ji" [0 => "0", 3 => "3"];
    standing: &'static str = "off", "standing_ji" ["off" => "off", "double" => "double", "plus_one" => "plus_one"];
    silver: i64 = 0, "silver_ji" [0 => "0", 2 => "2", 5 => "5"];
    earth: i64 = 0, "di_long" [0 => "0", 10 => "10"];
    clean_earth: i64 = 0, "qing_di_long" [0 => "0", 20 => "20"];
    heavenly: i64 = 0, "tian_hu" [0 => "0", 20 => "20"];
    earthly: i64 = 0, "di_hu" [0 => "0", 10 => "10"];
    double_ji: bool = false, "double_ji" [false => "false", true => "true"];
    rank_ji: bool = false, "flip_rank_value" [false => "false", true => "true"];
    seven: bool = false, "seven_ji" [false => "false", true => "true"];
    pure: i64 = 0, "pure_bonus" [0 => "0", 3 => "3"];
    bao_gang: bool = false, "bao_gang" [false => "false", true => "true"];
    zimo_double: bool = false, "zimo_double" [false => "false", true => "true"];
    big_double: bool = false, "big_double" [false => "false", true => "true"];
    cap: i64 = 0, "hand_cap" [0 => "0", 7 => "7"];
    gu_mai: &'static str = "off", "gu_mai" ["off" => "off", "free" => "free", "fixed" => "fixed"];
    gu_points: i64 = 1, "gu_mai_points" [1 => "1", 3 => "3"];
    roll: &'static str = "off", "roll_ji" ["off" => "off", "last" => "last", "keep_all" => "keep_all"];
    last_double: i64 = 1, "last_hand_double" [1 => "1", 2 => "2"];
}

impl House {
    pub fn table() -> House {
        House { table: "table", ..House::plain() }
    }

    pub fn reduced() -> House {
        House { table: "reduced", ..House::plain() }
    }

    /// The last line of section 6.
    pub fn app() -> House {
        House {
            table: "app",
            zimo: "plus1_all",
            gang_kai: 4,
            men: 3,
            papo: 3,
            dian: 3,
            charge: (3, 6),
            duty: 2,
            wu_gu: true,
            bao_ji: "yaoji",
            bao_value: "plus10",
            sha_bao: 10,
            rob: "discard_plus1",
            rob_burns_ji: true,
            rob_burns_dou: true,
            bonus: "win_and_lose",
            ..House::plain()
        }
    }

    /// The same house in this room; `None` if it has too few tiles for the seats or lacks a chicken of the house.
    pub fn roomed(self, room: Room) -> Option<House> {
        let fits = match room {
            Room::Three | Room::Red | Room::Lacking(_) | Room::Exchanging(_) => true,
            Room::Two => self.players < 4,
            Room::One => self.players < 3 && self.silver == 0 && !self.wu_gu && !self.blow,
        };
        fits.then_some(House { room, ..self })
    }

    /// The tiles of the pack.
    pub fn pack(&self) -> Counts {
        let mut pack = [4; KINDS];
        pack[..usize::from(self.room.lowest())].fill(0);
        if self.room != Room::Red {
            pack[usize::from(RED)] = 0;
        }
        pack
    }

    /// Section 3.
    pub fn fan(&self, name: &str) -> i64 {
        match name {
            "单吊" => return self.single,
            "清单吊" => return self.clean_single,
            "地龙" => return self.earth,
            "清地龙" => return self.clean_earth,
            _ => {}
        }
        let [prose, table, reduced, app] = match name {
            "平胡" => [1, 1, 1, 1],
            "大对子" => [5, 5, 3, 5],
            "小七对" => [8, 7, 4, 10],
            "龙七对" => [10, 10, 5, 20],
            "清一色" => [10, 10, 5, 10],
            "清大对" => [15, 15, 8, 15],
            "清七对" => [18, 17, 9, 20],
            "青龙背" => [20, 20, 10, 30],
            "混一色" => [5, 5, 3, 5],
            _ => unreachable!("{name} is no pattern"),
        };
        match self.table {
            "prose" => prose,
            "table" => table,
            "reduced" => reduced,
            _ => app,
        }
    }
}
