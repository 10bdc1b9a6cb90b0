//! Shorter sentences about wrong money, for headlines: the cause with the amounts, or one amount instead of all.

use super::ClaimCheck;
use super::compare::Debt;
use super::deltas::points;
use super::due::Owed;
use super::mistake::ExplainedBy;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Pair;
use caipan_tiles::text::{SEAM, Text};
use caipan_tiles::tile::Seat;

impl ClaimCheck<'_> {
    /// Returns the sentences about wrong payments. `debts`: the wrong ones, the one that the finding is about first.
    /// `is_settled`: true if they are compared with the payments due in the hand as recorded.
    pub(super) fn payments_in_short(&self, debts: &[Debt], cause: Option<&ExplainedBy>, is_settled: bool) -> Vec<Text> {
        let Some(first) = debts.first() else { return Vec::new() };
        let pair = Pair::of(first.from, first.to);
        let is_known = !is_settled || pair.is_none_or(|pair| matches!(self.due.owed(pair), Owed::Known(_)));
        let one = if is_known { self.owed_in_short(*first) } else { self.impossible(*first) };
        let amounts = amounts(debts).filter(|_| is_known);
        self.of_several(cause, amounts.as_ref(), &one, debts.len(), ("笔", "payment"))
    }

    /// Returns the sentences about wrong point changes: of this seat, as one of several.
    pub(super) fn gain_in_short(
        &self,
        (seat, due, claimed): (Seat, i64, i64),
        several: usize,
        cause: Option<&ExplainedBy>,
    ) -> Vec<Text> {
        let (who, (due_zh, due_en), (zh, _)) = (self.people.who(seat), points(due), points(claimed));
        let en = match claimed {
            0 => "no gain or loss".to_owned(),
            1.. => format!("a gain of {claimed}"),
            _ => format!("a loss of {}", claimed.unsigned_abs()),
        };
        let (due, claimed) = (signed(due), signed(claimed));
        let one = if self.due.filling.is_none() {
            bilingual!("{who}这一局该{due_zh}，却记成{zh}", "{who:#} {due_en} in this hand, but {en} is recorded")
        } else {
            bilingual!(
                "{who}这一局记成{zh}，怎么算都不对",
                "{claimed} is recorded for {who:#}, which is wrong in any case"
            )
        };
        let amounts = bilingual!("{who}该 {due}，记成 {claimed}", "{who:#} {due}, but {claimed} is recorded");
        self.of_several(cause, Some(&amounts), &one, several, ("家", "player"))
    }

    /// Returns the sentence about point changes that differ from the recorded payments.
    pub(super) fn gain_by_payments(&self, (seat, due, claimed): (Seat, i64, i64)) -> Text {
        let (who, due, claimed) = (self.people.who(seat), signed(due), signed(claimed));
        bilingual!(
            "{who}的付款合计 {due}，得分却记成 {claimed}",
            "the payments of {who:#} add up to {due}, but the point change says {claimed}"
        )
    }

    /// Returns the sentences about payments that name a wrong cause: about one, as one of several.
    pub(super) fn cause_in_short(&self, one: &Text, several: usize, reason: Option<&ExplainedBy>) -> Vec<Text> {
        let zh = one.zh.trim_end_matches('。').to_owned();
        let one = Text { zh: zh.into(), en: one.en.clone() };
        self.of_several(reason, None, &one, several, ("笔", "payment"))
    }

    /// Returns the sentences: the cause with the amounts, the cause, one of several wrong numbers, that one alone.
    fn of_several(
        &self,
        cause: Option<&ExplainedBy>,
        amounts: Option<&Text>,
        one: &Text,
        several: usize,
        (unit_zh, unit_en): (&str, &str),
    ) -> Vec<Text> {
        let mut all = Vec::new();
        let Text { zh: one_zh, en: one_en } = one;
        if let Some(ExplainedBy { text: Text { zh, en }, is_certain, .. }) = cause {
            let cause = if *is_certain {
                bilingual!("{zh}", "{en}")
            } else {
                bilingual!("多半是{SEAM}{zh}", "probably {en}")
            };
            let Text { zh, en } = &cause;
            // A cause that names its amount needs no other.
            if !zh.contains(" 分") {
                let Text { zh: told_zh, en: told_en } = amounts.unwrap_or(one);
                all.push(bilingual!("{zh}：{told_zh}", "{en}: {told_en}"));
            }
            all.push(cause);
        }
        match several.saturating_sub(1) {
            0 => {}
            1 => all.push(bilingual!("{one_zh}，另有 1 {unit_zh}不对", "{one_en}; 1 more {unit_en} is wrong")),
            more => all
                .push(bilingual!("{one_zh}，另有 {more} {unit_zh}不对", "{one_en}; {more} more {unit_en}s are wrong")),
        }
        all.push(one.clone());
        all
    }

    /// Returns the words for the due and the recorded payment of a debt.
    fn owed_in_short(&self, debt: Debt) -> Text {
        let Debt { from, to, claimed, due } = debt;
        if claimed < 0 && claimed != due.saturating_neg() {
            let (from, to, reverse) = (self.people.who(from), self.people.who(to), claimed.saturating_neg());
            let unit = if due == 1 { "point" } else { "points" };
            return bilingual!(
                "该{from}付{to} {due} 分，却记成{to}付{from} {reverse} 分",
                "{from:#} owes {to:#} {due} {unit}, but {to:#} is recorded as paying {reverse}"
            );
        }
        let Text { zh, en } = self.owed(debt, &Text::default());
        Text { zh: zh.trim_end_matches('。').to_owned().into(), en }
    }

    /// Returns the words for a payment that no value of the missing fields leads to.
    fn impossible(&self, Debt { from, to, claimed, due }: Debt) -> Text {
        let (from, to, due) = (self.people.who(from), self.people.who(to), due.saturating_abs());
        match claimed {
            0 if due != 0 => {
                bilingual!("{from}没有付{to}，怎么算都不对", "{from:#} paid {to:#} nothing, which is wrong in any case")
            }
            ..0 => {
                let points = claimed.saturating_neg();
                bilingual!(
                    "{to}付{from} {points} 分，怎么算都不对",
                    "{to:#} paid {from:#} {points}, which is wrong in any case"
                )
            }
            _ => bilingual!(
                "{from}付{to} {claimed} 分，怎么算都不对",
                "{from:#} paid {to:#} {claimed}, which is wrong in any case"
            ),
        }
    }
}

/// Returns the due and the recorded points, if they are the same for all debts; where one seat paid in another's place,
/// the points that it paid.
fn amounts(debts: &[Debt]) -> Option<Text> {
    if let &[one, other] = debts
        && one.due.saturating_sub(one.claimed) == other.claimed.saturating_sub(other.due)
        && (one.from == other.from || one.to == other.to)
    {
        let points = one.due.saturating_sub(one.claimed).saturating_abs();
        let unit = if points == 1 { "point" } else { "points" };
        return Some(bilingual!("{points} 分", "{points} {unit}"));
    }
    let &Debt { claimed, due, .. } = debts.first()?;
    let is_same = debts.iter().all(|debt| (debt.claimed, debt.due) == (claimed, due));
    let (each_zh, each_en) = if debts.len() > 1 { ("各", " each") } else { ("", "") };
    let is = if claimed == 1 { "is" } else { "are" };
    let unit = if due == 1 { "point" } else { "points" };
    match (claimed, due) {
        _ if !is_same || claimed < 0 => None,
        (_, 0) => Some(bilingual!("{each_zh}多记 {claimed} 分", "{claimed}{each_en} too many")),
        (0, _) => Some(bilingual!("{each_zh}少记 {due} 分", "{due} {unit}{each_en} not recorded")),
        _ => Some(bilingual!(
            "{each_zh}该 {due} 分，记成 {claimed} 分",
            "{due} {unit}{each_en} due, but {claimed} {is} recorded"
        )),
    }
}

/// Returns points with their sign; 0 has none.
fn signed(points: i64) -> String {
    if points == 0 { "0".to_owned() } else { format!("{points:+}") }
}
