//! The options of the house money, the same in every rule system; each default is "none".

use super::clauses as c;
use crate::rules::{Decl, Number};

/// A number of points or of money; 0 is none.
pub type Points = Number<0, 1_000_000>;

crate::words! {
    /// The rounding of a share.
    pub enum Round {
        Down = "down" zh "舍去" en "down",
        Nearest = "nearest" zh "四舍五入" en "to the nearest",
        Up = "up" zh "进一" en "up",
    }
}

crate::words! {
    /// The seats that pay the rake.
    pub enum RakePayer {
        Gainers = "gainers" zh "每个净赢的" en "every seat that gains",
        BigWinner = "big_winner" zh "大赢家" en "the biggest winner",
    }
}

crate::words! {
    /// The gains of which rake or fee is taken.
    pub enum Per {
        Hand = "hand" zh "每局" en "each hand",
        Match = "match" zh "每场" en "the match",
    }
}

crate::words! {
    /// The amounts of several biggest winners.
    pub enum Tie {
        ShareUp = "share_up" zh "分摊，进一" en "shared, rounded up",
        ShareDown = "share_down" zh "分摊，舍去" en "shared, rounded down",
        EachFull = "each_full" zh "各付全额" en "each the full amount",
    }
}

crate::words! {
    /// The seats that pay the fee.
    pub enum FeePayer {
        Each = "each" zh "每家" en "every seat",
        Gainers = "gainers" zh "净赢的" en "every seat that gains",
        BigWinner = "big_winner" zh "大赢家" en "the biggest winner",
        Owner = "owner" zh "房主" en "the owner of the room",
    }
}

crate::words! {
    /// The time at which the fee is taken.
    pub enum Taken {
        Start = "start" zh "开局" en "at the start",
        End = "end" zh "结算时" en "at the settlement",
    }
}

crate::words! {
    /// The unit of the fee.
    pub enum FeeBasis {
        Money = "money" zh "固定数" en "a fixed number",
        StakePercent = "stake_percent" zh "底分的百分之几" en "per cent of the stake",
    }
}

crate::words! {
    /// The limit of what a seat loses.
    pub enum LossLimit {
        Off = "off" zh "不限" en "none",
        Holdings = "holdings" zh "不超过所有" en "what it holds",
    }
}

crate::words! {
    /// The limit of what a seat gains.
    pub enum GainLimit {
        Off = "off" zh "不限" en "none",
        Holdings = "holdings" zh "不超过所有" en "what it holds",
        TimesLosers = "holdings_times_losers" zh "不超过所有乘输家数" en "what it holds times the losers",
    }
}

crate::words! {
    /// The seats that are paid first if not all can be.
    pub enum LimitOrder {
        LargestFirst = "largest_first" zh "先付赢得多的" en "the largest gain first",
        Proportional = "proportional" zh "按比例" en "in proportion",
        SeatOrder = "seat_order" zh "按座位" en "by seat",
    }
}

crate::words! {
    /// The receiver of what a seat pays for leaving.
    pub enum LeaveTo {
        House = "house" zh "平台" en "the house",
        Others = "others" zh "其余各家平分" en "the others in equal shares",
    }
}

crate::options! { @then Nothing;
    /// Every option of the house money decided.
    pub struct Options;
    stake "stake": Number<1, 1_000_000> = Number(1); Price, [10], c::STAKE,
        zh "底分（每分多少）", en "stake: the money of a point";
    rake "rake": Number<0, 1000> = Number(0); Never, [], c::RAKE,
        zh "抽水（净赢的千分之几，0 为不抽）", en "rake, per mille of a net gain (0: none)";
    rake_round "rake_round": Round = Round::Down; Never, [], c::ROUND, zh "抽水取整", en "rounding of the rake";
    rake_payer "rake_payer": RakePayer = RakePayer::Gainers; Never, [], c::RAKE, zh "谁付抽水", en "who pays the rake";
    rake_per "rake_per": Per = Per::Hand; Never, [], c::RAKE, zh "每局抽还是每场抽", en "rake of each hand or of the match";
    rake_from "rake_from": Points = Number(0); Never, [], c::FROM,
        zh "起抽分（净赢不到这个数不抽）", en "gain from which the rake is taken";
    rake_below "rake_below": Points = Number(0); Never, [], c::FROM,
        zh "保底（没到起抽分时收的数）", en "amount taken of a smaller gain";
    rake_min "rake_min": Points = Number(0); Never, [], c::MIN, zh "抽水至少（0 为不限）", en "least rake (0: no limit)";
    rake_max "rake_max": Points = Number(0); Never, [], c::MIN, zh "抽水至多（0 为不限）", en "most rake (0: no limit)";
    rake_tie "rake_tie": Tie = Tie::ShareUp; Never, [], c::TIE, zh "并列大赢家的抽水", en "rake of several biggest winners";
    fee "fee": Points = Number(0); Never, [], c::FEE, zh "台费（0 为没有）", en "fee (0: none)";
    fee_payer "fee_payer": FeePayer = FeePayer::Each; Never, [], c::FEE, zh "谁付台费", en "who pays the fee";
    fee_per "fee_per": Per = Per::Hand; Never, [], c::FEE, zh "每局收还是每场收", en "fee of each hand or of the match";
    fee_taken "fee_taken": Taken = Taken::Start; Never, [], c::FEE, zh "台费何时收", en "when the fee is taken";
    fee_basis "fee_basis": FeeBasis = FeeBasis::Money; Never, [], c::FEE, zh "台费按什么算", en "unit of the fee";
    loss_limit "loss_limit": LossLimit = LossLimit::Off; Never, [], c::LIMIT, zh "输封顶（破产）", en "limit of a seat's loss";
    gain_limit "gain_limit": GainLimit = GainLimit::Off; Never, [], c::LIMIT, zh "赢封顶", en "limit of a seat's gain";
    limit_order "limit_order": LimitOrder = LimitOrder::LargestFirst; Never, [], c::LIMIT,
        zh "不够付时先付谁", en "who is paid first if not all can be";
    leave_penalty "leave_penalty": Points = Number(0); Never, [], c::LEAVE,
        zh "逃跑扣分（0 为不扣）", en "points for leaving (0: none)";
    leave_to "leave_to": LeaveTo = LeaveTo::House; Never, [], c::LEAVE,
        zh "逃跑扣的分归谁", en "receiver of the points for leaving";
}

/// The options after those of the house money: none.
struct Nothing;

impl Nothing {
    const COUNT: usize = 0;

    const fn decls() -> &'static [Decl] {
        &[]
    }
}
