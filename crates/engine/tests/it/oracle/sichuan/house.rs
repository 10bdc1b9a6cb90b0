//! House rules as the rule book lists them, each under the name by which a log declares it.

macro_rules! house {
    ($($field:ident: $type:ty = $default:expr, $id:literal [$($value:expr => $word:literal),+];)+) => {
        /// The choices of a house.
        #[derive(Clone, Debug, PartialEq)]
        pub struct House {
            /// The rules of the server's oldest rooms that no option names.
            pub older: Older,
            $(pub $field: $type,)+
        }

        impl House {
            /// The defaults of the book: the server of 2016.
            pub fn plain() -> House {
                House { older: Older::default(), $($field: $default,)+ }
            }

            /// Changes some options: `choose` gets the number of values and may name one.
            pub fn vary(&mut self, mut choose: impl FnMut(usize) -> Option<usize>) {
                $(
                    let values = [$($value),+];
                    if let Some(at) = choose(values.len()) {
                        self.$field = values[at];
                    }
                )+
            }

            /// Every option by name with its value as written.
            pub fn entries(&self) -> Vec<(&'static str, &'static str)> {
                let mut entries = Vec::new();
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
    max_fan: u32 = 3, "max_fan" [0 => "0", 3 => "3", 4 => "4", 5 => "5"];
    zimo: &'static str = "add_base", "zimo" ["add_base" => "add_base", "add_fan" => "add_fan", "none" => "none"];
    dian_gang_hua: &'static str = "discard", "dian_gang_hua" ["discard" => "discard", "self_draw" => "self_draw"];
    deal: &'static str = "ones", "deal" ["ones" => "ones", "fours" => "fours"];
    exchange: &'static str = "three", "exchange" ["three" => "three", "none" => "none"];
    ding_que: bool = true, "ding_que" [true => "true", false => "false"];
    men_qing: bool = false, "men_qing" [false => "false", true => "true"];
    tian_di_hu: bool = false, "tian_di_hu" [false => "false", true => "true"];
    jiang_dui: bool = false, "jiang_dui" [false => "false", true => "true"];
    cha_jiao: bool = true, "cha_jiao" [true => "true", false => "false"];
    tui_shui: bool = true, "tui_shui" [true => "true", false => "false"];
    zhuan_yi: bool = true, "zhuan_yi" [true => "true", false => "false"];
    late_kong: bool = false, "late_kong" [false => "false", true => "true"];
    guo_shui: &'static str = "own_discard", "guo_shui" ["own_discard" => "own_discard", "passed" => "passed", "off" => "off"];
    multi_dealer: &'static str = "last_winner", "multi_dealer" ["last_winner" => "last_winner", "discarder" => "discarder", "first_winner" => "first_winner"];
    draw_dealer: &'static str = "after_next", "draw_dealer" ["after_next" => "after_next", "stays" => "stays"];
}

/// Rules of the oldest rooms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Older {
    /// A kong stays hot until the next pung or kong of any seat.
    pub sticky: bool,
    /// A robbed kong is paid by every seat that has not won.
    pub rob_all: bool,
}

impl House {
    /// This many fan, but no more than the cap (SC-4.20).
    pub fn capped(&self, fan: u32) -> u32 {
        if self.max_fan == 0 { fan } else { fan.min(self.max_fan) }
    }

    /// The price of this many fan (SC-5.1).
    pub fn price(&self, fan: u32) -> i64 {
        self.base << self.capped(fan)
    }
}
