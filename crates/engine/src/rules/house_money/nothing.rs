//! The reasons why a seat pays the house nothing. HM-rake, HM-from, HM-fee, HM-abort.

use super::options::{FeePayer, RakePayer};
use super::{HouseMoney, fee};
use crate::table::Table;
use caipan_log::HouseKind;
use caipan_tiles::text::Label;

/// Returns the reason why a seat with this gain pays nothing of this kind.
pub fn nothing(money: &HouseMoney, table: &Table, kind: HouseKind, gain: i64) -> Label {
    let options = money.options();
    if kind == HouseKind::Fee {
        return match options.fee_payer() {
            _ if !fee::is_due(options, table) => {
                Label::new("没开打就散了，台费退回", "the hand never began, so the fee goes back")
            }
            FeePayer::Each | FeePayer::Gainers => Label::new("没赢分，不收台费", "no gain, no fee"),
            FeePayer::BigWinner | FeePayer::Owner => Label::new("台费归别家付", "another seat pays this fee"),
        };
    }
    if gain <= 0 {
        Label::new("没赢分，不抽水", "no gain, no rake")
    } else if gain < options.rake_from().0 {
        Label::new("没到起抽分，不抽水", "the gain is below the limit, so there is no rake")
    } else if options.rake_payer() == RakePayer::BigWinner {
        Label::new("只抽大赢家", "only the biggest winner pays")
    } else {
        Label::new("赢得少，抽不满一分", "the share of so small a gain is less than a point")
    }
}
