//! The options of section 4, with their values and the defaults of each profile.
//!
//! It omits `kong_dice` (AMB-22) and the reserved names of AMB-26; nothing here depends on them.

/// The two parts of the source document. Each sets the table of points and the number of birds and dice-kong tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    A,
    B,
}

impl Profile {
    /// CS-A.27, CS-B.9.2.
    pub fn birds(self) -> usize {
        match self {
            Self::A => 2,
            Self::B => 1,
        }
    }

    /// Tiles that a dice kong turns (CS-A.19a, CS-B.7.9).
    pub fn kong_tiles(self) -> usize {
        match self {
            Self::A => 2,
            Self::B => 1,
        }
    }
}

/// The values of an option, and their spelling in the rule book.
pub trait Choice: Copy {
    fn all() -> Vec<Self>;
    fn text(self) -> String;
}

impl Choice for bool {
    fn all() -> Vec<Self> {
        vec![true, false]
    }
    fn text(self) -> String {
        self.to_string()
    }
}

/// No cap, or an amount within the reach of both tables of points.
impl Choice for Option<i64> {
    fn all() -> Vec<Self> {
        vec![None, Some(1), Some(10), Some(25), Some(100)]
    }
    fn text(self) -> String {
        self.map_or("none".to_owned(), |amount| amount.to_string())
    }
}

macro_rules! choices {
    ($($name:ident { $($value:ident = $text:literal),+ })+) => { $(
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($value),+ }

        impl Choice for $name {
            fn all() -> Vec<Self> {
                vec![$(Self::$value),+]
            }
            fn text(self) -> String {
                match self { $(Self::$value => $text),+ }.to_owned()
            }
        }
    )+ };
}

choices! {
    DealerExtra { Zero = "0", Once = "once", PerUnit = "per_unit" }
    DealerBonus { Once = "once", PerUnit = "per_unit" }
    OpeningBirds { HandEnd = "hand_end", Dice = "dice", None = "none" }
    DrawBirds { None = "none", SeabedTile = "haidi_tile" }
    RobScope { Exposed = "exposed", AddedOnly = "added_only" }
    RobReplacement { AsDiscard = "as_dianpao", AsRobbing = "as_qianggang", Forbidden = "forbidden" }
    DoubleKong { BonusTwice = "bonus_x2", PerTileSum = "per_tile_sum", BestTile = "best_tile" }
    MeldScope { ClaimedOnly = "claimed_only", AnyFour = "any4" }
    Luxury { None = "none", PerQuad = "per_quad" }
    Stacking { PerTypeSum = "per_type_sum", Single = "single", PerInstance = "per_instance" }
    Quads { Count = "count", Exactly3 = "exact3", ExcludeSixi = "exclude_sixi" }
    Mutual { AllPay = "all_pay", WinnersExempt = "winners_exempt" }
    DealerTiles { Fourteen = "14", Thirteen = "13" }
    SeabedCopies { One = "one", BirdCount = "bird_count" }
    ShortWall { Remaining = "remaining", RepeatLast = "repeat_last" }
    FlipClaims { All = "all", WinOnly = "hu_only" }
    MissedWin { LevelGate = "level_gate", SameTile = "same_tile_until_draw", AnyRon = "any_ron_until_turn", Off = "off" }
    BirdOrigin { Dealer = "dealer", Winner = "winner" }
    BirdMath { Pow2 = "pow2", Linear = "linear", PlusOne = "plus_one" }
    BirdRonScope { Both = "winner_or_discarder", DiscarderOnly = "discarder_only" }
    BirdSource { WallHead = "wall_head", LastTile = "last_tile" }
    UnitsCap { None = "none", Two = "2" }
    DealerTable { B4 = "B.4" }
    Distribution { None = "none", SplitEqual = "split_equal" }
    DealerPoint { Involved = "dealer_involved", EveryWin = "every_win", Off = "off" }
    SmallExtra { AfterBirds = "after_birds", UnderBirds = "under_birds", Off = "off" }
    OpeningPrice { SmallSelfDraw = "small_self_draw", Flat = "flat" }
    PlusOne { PerType = "per_type", OncePerPayer = "once_per_payer" }
    MenQing { Off = "off", Any = "any", SelfDraw = "self_draw" }
    FakePair { Replaces = "replaces", ExtraUnit = "extra_unit" }
}

macro_rules! house {
    ($($(#[$doc:meta])* $id:literal $field:ident: $kind:ty = $default:expr;)+) => {
        /// One choice for each option; the fields bear the ids of the rule book.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct House { $($(#[$doc])* pub $field: $kind),+ }

        impl House {
            /// The defaults of profile A.
            pub fn a() -> Self {
                Self { $($field: $default),+ }
            }

            /// Option id and value, as the rule book writes them.
            pub fn entries(&self) -> Vec<(&'static str, String)> {
                vec![$(($id, self.$field.text())),+]
            }

            /// Offers each option to `choose`, which gets the number of values and names one, or keeps the current one.
            pub fn vary(&mut self, mut choose: impl FnMut(usize) -> Option<usize>) {
                $(
                    let all = <$kind as Choice>::all();
                    if let Some(at) = choose(all.len()) {
                        self.$field = all[at];
                    }
                )+
                // 门清 is not played with 假将 (market C.2).
                if self.fake_pair == FakePair::ExtraUnit {
                    self.men_qing = MenQing::Off;
                }
            }
        }
    };
}

house! {
    /// AMB-1
    "big_bonus_under_birds" big_bonus_under_birds: bool = true;
    /// AMB-2
    "big_ron_dealer_extra" big_ron_dealer_extra: DealerExtra = DealerExtra::Zero;
    /// AMB-3
    "dealer_bonus_big" dealer_bonus_big: DealerBonus = DealerBonus::Once;
    /// AMB-4
    "initial_hu_ends_hand" initial_hu_ends_hand: bool = false;
    /// AMB-5
    "initial_hu_birds" initial_hu_birds: OpeningBirds = OpeningBirds::HandEnd;
    "initial_hu_birds_on_draw" initial_hu_birds_on_draw: DrawBirds = DrawBirds::None;
    /// AMB-6
    "rob_kong_scope" rob_kong_scope: RobScope = RobScope::Exposed;
    /// AMB-7
    "rob_buzhang" rob_buzhang: RobReplacement = RobReplacement::AsDiscard;
    /// AMB-8
    "double_kong" double_kong: DoubleKong = DoubleKong::BonusTwice;
    /// AMB-9, one for each situation
    "ctx_requires_258.haidi" haidi_requires_258: bool = true;
    "ctx_requires_258.gangpao" gangpao_requires_258: bool = true;
    "ctx_requires_258.qianggang" qianggang_requires_258: bool = true;
    "ctx_requires_258.gangkai" gangkai_requires_258: bool = true;
    "ctx_requires_258.tianhu" tianhu_requires_258: bool = true;
    "ctx_requires_258.dihu" dihu_requires_258: bool = true;
    /// AMB-10
    "quanqiuren" quanqiuren: bool = true;
    "quanqiuren_self_draw" quanqiuren_self_draw: bool = false;
    "quanqiuren_melds" quanqiuren_melds: MeldScope = MeldScope::ClaimedOnly;
    /// AMB-11
    "seven_pairs_luxury" seven_pairs_luxury: Luxury = Luxury::None;
    /// AMB-12
    "initial_hu_stacking" initial_hu_stacking: Stacking = Stacking::PerTypeSum;
    "liuliushun_quads" liuliushun_quads: Quads = Quads::Count;
    /// AMB-13
    "initial_hu_mutual" initial_hu_mutual: Mutual = Mutual::AllPay;
    /// AMB-14
    "dealer_initial_tiles" dealer_initial_tiles: DealerTiles = DealerTiles::Fourteen;
    /// AMB-15
    "haidi_bird_copies" haidi_bird_copies: SeabedCopies = SeabedCopies::One;
    "bird_short_wall" bird_short_wall: ShortWall = ShortWall::Remaining;
    /// AMB-16
    "haidi_requires_ting" haidi_requires_ting: bool = false;
    /// AMB-17
    "flip_tile_claims" flip_tile_claims: FlipClaims = FlipClaims::All;
    /// AMB-18
    "missed_win" missed_win: MissedWin = MissedWin::LevelGate;
    /// AMB-19
    "first_turn_requires_no_kong" first_turn_requires_no_kong: bool = true;
    /// AMB-20
    "bird_origin" bird_origin: BirdOrigin = BirdOrigin::Dealer;
    "bird_math" bird_math: BirdMath = BirdMath::Pow2;
    "bird_ron_scope" bird_ron_scope: BirdRonScope = BirdRonScope::Both;
    "bird_source" bird_source: BirdSource = BirdSource::WallHead;
    /// AMB-21
    "big_units_cap" big_units_cap: UnitsCap = UnitsCap::None;
    "payment_cap" payment_cap: Option<i64> = None;
    /// AMB-23
    "next_dealer_table" next_dealer_table: DealerTable = DealerTable::B4;
    /// AMB-24; the default is that of a room played for points
    "escape_penalty" escape_penalty: i64 = 70;
    "escape_distribution" escape_distribution: Distribution = Distribution::None;
    /// AMB-25
    "kaigang_keeps_haidi" kaigang_keeps_haidi: bool = true;
    "bu_may_take_haidi" bu_may_take_haidi: bool = true;
    /// AMB-27
    "initial_hu_plus_one" initial_hu_plus_one: PlusOne = PlusOne::PerType;
    /// House rules beyond the rule book: the payments that include the dealer's point, the place of the 1 of CS-A.23,
    /// and a higher price of an opening for the dealer.
    "dealer_point" dealer_point: DealerPoint = DealerPoint::Involved;
    "small_self_draw_plus_one" small_self_draw_plus_one: SmallExtra = SmallExtra::AfterBirds;
    "initial_hu_price" initial_hu_price: OpeningPrice = OpeningPrice::SmallSelfDraw;
    /// Market C.1, rows 13 to 16 and 25: which hands win, and for how many units.
    "men_qing" men_qing: MenQing = MenQing::Off;
    "small_ron" small_ron: bool = true;
    "big_only" big_only: bool = false;
    "fake_pair" fake_pair: FakePair = FakePair::Replaces;
    "pair_258" pair_258: bool = true;
    "quanqiuren_pair_258" quanqiuren_pair_258: bool = false;
}

/// Penalties: the source's 70, and another amount; three players can share neither evenly.
impl Choice for i64 {
    fn all() -> Vec<Self> {
        vec![70, 100]
    }
    fn text(self) -> String {
        self.to_string()
    }
}

impl House {
    /// The defaults of profile B: the openings end the hand, 漏胡 bars one tile, no 全求人.
    pub fn b() -> Self {
        Self { initial_hu_ends_hand: true, quanqiuren: false, missed_win: MissedWin::SameTile, ..Self::a() }
    }

    /// Profile B with the dealer's share of a big ron restored, for each unit (AMB-2).
    pub fn b_restored() -> Self {
        Self { big_ron_dealer_extra: DealerExtra::PerUnit, ..Self::b() }
    }

    /// Profile A with the house rules of the csmj server. The dealer's point is in every win, for each unit. Birds
    /// multiply all of it and are counted from the winner. Openings have one price, without birds.
    pub fn csmj() -> Self {
        Self {
            bird_origin: BirdOrigin::Winner,
            dealer_point: DealerPoint::EveryWin,
            dealer_bonus_big: DealerBonus::PerUnit,
            small_self_draw_plus_one: SmallExtra::UnderBirds,
            initial_hu_price: OpeningPrice::Flat,
            initial_hu_birds: OpeningBirds::None,
            ..Self::a()
        }
    }

    pub fn of(profile: Profile) -> Self {
        match profile {
            Profile::A => Self::a(),
            Profile::B => Self::b(),
        }
    }
}
