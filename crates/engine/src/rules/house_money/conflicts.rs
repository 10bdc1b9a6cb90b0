//! The options of the house money that cannot hold together, and the fields of a log that they use.

use super::Options;
use super::options::{FeeBasis, FeePayer, GainLimit, LimitOrder, LossLimit, Per, RakePayer, Taken, Tie};
use crate::rules::{Choices, Conflict, FieldUse, LogField};
use caipan_tiles::text::Label;

fn options(choices: &Choices) -> Options {
    let first = choices.values().len().saturating_sub(Options::COUNT);
    Options::of(choices.values().get(first..).unwrap_or_default())
}

/// Adds the fields of a log that the house money uses to those of a region.
pub fn fields_with(choices: &Choices, mut of_region: Vec<FieldUse>) -> Vec<FieldUse> {
    let o = options(choices);
    let is_limited = o.loss_limit() != LossLimit::Off || o.gain_limit() != GainLimit::Off;
    match of_region.iter_mut().find(|used| used.field == LogField::Holdings) {
        Some(used) => {
            used.on |= is_limited;
            used.options = &["loss_limit", "gain_limit", "cap_by_holdings"];
        }
        None => of_region.push(FieldUse::new(LogField::Holdings, &["loss_limit", "gain_limit"], is_limited)),
    }
    let ends = o.rake().0 > 0 && o.rake_per() == Per::Match || o.fee().0 > 0 && o.fee_per() == Per::Match;
    match of_region.iter_mut().find(|used| used.field == LogField::Totals) {
        Some(used) => used.on |= ends,
        None => of_region.push(FieldUse::new(LogField::Totals, &["rake_per", "fee_per"], ends)),
    }
    let owner = o.fee().0 > 0 && o.fee_payer() == FeePayer::Owner;
    of_region.push(FieldUse::new(LogField::Owner, &["fee_payer"], owner));
    of_region
}

/// Adds the options of the house money that cannot hold together to those of a region.
pub fn conflicts_with(choices: &Choices, mut of_region: Vec<Conflict>) -> Vec<Conflict> {
    let o = options(choices);
    let is = |id: &str, off: crate::rules::Value| choices.get(id).is_some_and(|value| value != off);
    let is_limited = o.loss_limit() != LossLimit::Off || o.gain_limit() != GainLimit::Off;
    let has_escape = choices.get("escape_penalty").is_some();
    of_region.extend([
        Conflict {
            option: "rake_min",
            holds: o.rake_max().0 > 0 && o.rake_min().0 > o.rake_max().0,
            why: Label::new(
                "抽水至少（rake_min）比至多（rake_max）还多；请改其中一个数。",
                "`rake_min` exceeds `rake_max`: correct one of them.",
            ),
        },
        Conflict {
            option: "rake_below",
            holds: o.rake_below().0 > 0 && o.rake_from().0 == 0,
            why: Label::new(
                "保底（rake_below）是没到起抽分时收的；请也写起抽分 rake_from，或去掉 rake_below。",
                "`rake_below` is taken of gains below `rake_from`: set `rake_from` too, or remove `rake_below`.",
            ),
        },
        Conflict {
            option: "rake_tie",
            holds: o.rake_tie() != Tie::ShareUp
                && o.rake_payer() != RakePayer::BigWinner
                && o.fee_payer() != FeePayer::BigWinner,
            why: Label::new(
                "rake_tie 只用于大赢家付的抽水或台费；请把 rake_payer 或 fee_payer 设为 big_winner，或去掉 rake_tie。",
                "`rake_tie` is for a rake or fee of the biggest winner: set `rake_payer` or `fee_payer` to big_winner, or remove it.",
            ),
        },
        Conflict {
            option: "fee_payer",
            holds: o.fee().0 > 0
                && matches!(o.fee_payer(), FeePayer::Gainers | FeePayer::BigWinner)
                && o.fee_taken() == Taken::Start
                && o.fee_per() == super::Per::Hand,
            why: Label::new(
                "开局时还不知道谁赢；赢家付的台费请设 fee_taken=end。",
                "Who gains is not known at the start: set `fee_taken` = end for a fee that gainers pay.",
            ),
        },
        Conflict {
            option: "fee_basis",
            holds: o.fee_basis() == FeeBasis::StakePercent && o.fee().0 > 1000,
            why: Label::new(
                "按底分百分比收的台费至多 1000（十倍底分）；请改 fee，或设 fee_basis=money。",
                "A fee in per cent of the stake is at most 1000: correct `fee`, or set `fee_basis` = money.",
            ),
        },
        Conflict {
            option: "stake",
            holds: o.stake().0 > 1 && is("base", crate::rules::Value::Number(1)),
            why: Label::new(
                "base 与 stake 是同一个数（底分）；请只写一个。",
                "`base` and `stake` are the same quantity; give one.",
            ),
        },
        Conflict {
            option: "cap_by_holdings",
            holds: is("cap_by_holdings", crate::rules::Value::Word("off")) && (is_limited || o.stake().0 > 1),
            why: Label::new(
                "cap_by_holdings 不能与 loss_limit、gain_limit 或 stake 同用；请用 loss_limit、gain_limit。",
                "`cap_by_holdings` excludes `loss_limit`, `gain_limit` and `stake`: use `loss_limit` and `gain_limit`.",
            ),
        },
        Conflict {
            option: "limit_order",
            holds: o.limit_order() != LimitOrder::LargestFirst && !is_limited,
            why: Label::new(
                "limit_order 只在输赢有封顶时有用；请设 loss_limit 或 gain_limit，或去掉 limit_order。",
                "`limit_order` needs a limit: set `loss_limit` or `gain_limit`, or remove it.",
            ),
        },
        Conflict {
            option: "leave_penalty",
            holds: o.leave_penalty().0 > 0 && has_escape,
            why: Label::new(
                "长沙的逃跑扣分用 escape_penalty 和 escape_distribution；请去掉 leave_penalty。",
                "Changsha has `escape_penalty` and `escape_distribution` for leaving: remove `leave_penalty`.",
            ),
        },
    ]);
    of_region
}
