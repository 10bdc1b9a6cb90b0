//! The fan table and the kong money of a house: market book B.1 and B.2.

use crate::oracle::changsha::cases::Chance;

/// Fans whose number a house sets: name, option, and the number in the rule book. 1 is not counted.
pub const FANS: [(&str, &str, i64); 23] = [
    ("七对", "fan.seven_pairs", 2),
    ("清一色", "fan.one_suit", 4),
    ("海底捞月", "fan.last_tile", 4),
    ("一条龙", "fan.dragon", 2),
    ("本混龙", "fan.wild_dragon", 4),
    ("无混", "fan.no_wild", 2),
    ("门清", "fan.concealed", 2),
    ("捉五魁", "fan.catch_five", 2),
    ("混一色", "fan.mixed_suit", 2),
    ("字一色", "fan.honours", 8),
    ("自摸", "fan.self_draw", 2),
    ("庄胡", "fan.dealer", 2),
    ("大吊车", "fan.single_wait", 1),
    ("边张", "fan.edge", 1),
    ("卡张", "fan.closed", 1),
    ("单吊将", "fan.pair_wait", 1),
    ("混吊", "fan.wild_single", 1),
    ("混吊混", "fan.wild_wild", 1),
    ("对对胡", "fan.triplets", 1),
    ("十三幺", "fan.orphans", 0),
    ("杠上炮", "fan.kong_gun", 1),
    ("天听", "fan.sky_ready", 1),
    ("潇洒", "fan.xiaosa", 1),
];

/// The numbers of the fans, in the order of [`FANS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers(pub [i64; 23]);

impl Numbers {
    pub fn written() -> Numbers {
        Numbers(FANS.map(|(.., number)| number))
    }

    /// Some numbers drawn anew.
    pub fn varied(chance: &mut Chance) -> Numbers {
        Numbers(FANS.map(|(_, option, number)| match option {
            _ if chance.percent(60) => number,
            "fan.orphans" => chance.pick(&[0, 1, 10, 13]),
            _ => chance.pick(&[1, 2, 2, 3, 4, 4, 8]),
        }))
    }

    /// The numbers with these changed.
    pub fn with(mut self, changes: &[(&str, i64)]) -> Numbers {
        for &(name, number) in changes {
            let at = FANS.iter().position(|&(known, ..)| known == name).expect("a fan of the table");
            self.0[at] = number;
        }
        self
    }

    pub fn of(&self, name: &str) -> i64 {
        FANS.iter().position(|&(known, ..)| known == name).map_or(1, |at| self.0[at])
    }

    pub fn entries(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        FANS.iter().zip(self.0).map(|(&(_, option, _), number)| (option, number.to_string()))
    }
}

/// The payments for kongs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "one field for each house rule")]
pub struct KongMoney {
    pub on: bool,
    pub exposed: i64,
    pub added: i64,
    pub concealed: i64,
    /// Every seat pays for an exposed kong, not only its discarder.
    pub exposed_all: bool,
    pub winner_only: bool,
    pub dealer_double: bool,
    pub void_on_draw: bool,
    pub forfeits: bool,
    pub ron_discarder: bool,
}

impl KongMoney {
    pub fn off() -> KongMoney {
        KongMoney {
            on: false,
            exposed: 1,
            added: 1,
            concealed: 2,
            exposed_all: false,
            winner_only: false,
            dealer_double: false,
            void_on_draw: false,
            forfeits: false,
            ron_discarder: false,
        }
    }

    pub fn varied(chance: &mut Chance) -> KongMoney {
        KongMoney {
            on: chance.percent(50),
            exposed: chance.pick(&[0, 1, 2]),
            added: chance.pick(&[1, 3]),
            concealed: chance.pick(&[2, 4]),
            exposed_all: chance.percent(50),
            winner_only: chance.percent(40),
            dealer_double: chance.percent(50),
            void_on_draw: chance.percent(50),
            forfeits: chance.percent(50),
            ron_discarder: chance.percent(50),
        }
    }

    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let word = |flag: bool, yes: &str, no: &str| if flag { yes.to_owned() } else { no.to_owned() };
        vec![
            ("kong.points", word(self.on, "flat", "off")),
            ("kong.exposed", self.exposed.to_string()),
            ("kong.added", self.added.to_string()),
            ("kong.concealed", self.concealed.to_string()),
            ("kong.exposed_payer", word(self.exposed_all, "all", "discarder")),
            ("kong.scope", word(self.winner_only, "winner_only", "all")),
            ("kong.dealer_double", self.dealer_double.to_string()),
            ("kong.void_on_draw", self.void_on_draw.to_string()),
            ("kong.discarder_forfeits", self.forfeits.to_string()),
            ("kong.ron_payer", word(self.ron_discarder, "discarder", "each")),
        ]
    }
}
