//! Money that is not known in full: fields that the log leaves out, and a hand whose end is in doubt.

use super::deltas::points;
use super::facts::of_claim;
use super::net::{at, net, pairs, with_house, wrong_pairs};
use super::payment_split::Part;
use super::{Against, Claims, Filling};
use crate::audit::checks::{course, money, patterns};
use crate::audit::{Finding, FindingIdx};
use crate::replay::{Breach, What};
use caipan_log::{EventKind, HandResult, Outcome, Payment};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Line, Party};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, SeatMap, Seats};

impl Against<'_> {
    /// Checks the point changes that the scores imply where they are the only claim about money. If everything is known,
    /// the scores themselves are compared.
    pub(super) fn booked_only(&mut self, claimed: &HandResult, booked: SeatMap<i64>, values: Option<FindingIdx>) {
        let first = self.findings.len();
        self.money(&HandResult { deltas: Some(booked), ..claimed.clone() }, values);
        for finding in self.findings.iter_mut().skip(first) {
            if let Some(hand) = finding.pointer.strip_suffix("/result/deltas") {
                finding.pointer = format!("{hand}/result/scores");
            }
        }
    }

    /// Reports that the log leaves out fields on which the payments depend, although they may be right.
    pub(super) fn left_out(&mut self, claimed: &HandResult, filling: &Filling, because: Option<FindingIdx>) {
        let finding = match filling.fields.first() {
            Some(&"birds") => {
                let text = bilingual!(
                    "没记扎到哪些鸟，输赢没法核对。",
                    "the birds are not recorded, so the payments cannot be checked"
                );
                Finding::new(&patterns::BIRDS_MISSING, self.hand, text).at_field("events")
            }
            Some(&"start.upstairs") => {
                let text = bilingual!(
                    "不知道是否在楼上，输赢该不该加倍没法核对；其余都对得上。",
                    "the floor is not recorded, so the doubling of the payments cannot be checked; everything else agrees"
                );
                let finding = Finding::new(&course::FLOOR_UNKNOWN, self.hand, text).at_field("result");
                self.rules.floors().into_iter().fold(finding, Finding::under)
            }
            field => return self.unchecked(claimed, field.copied().unwrap_or_default(), because),
        };
        self.find(finding.because(because));
    }

    /// Reports that a missing field prevents the check of the payments.
    pub(super) fn unchecked(&mut self, claimed: &HandResult, field: &str, because: Option<FindingIdx>) {
        let text = if field == "events" {
            bilingual!(
                "打牌过程不全或有错，输赢没法核对；请先改正前面指出的各步。",
                "the play is incomplete or faulty, so the payments cannot be checked; correct the steps listed first"
            )
        } else if let Some(filling) = self.filling.filter(|filling| filling.cut && filling.fields.len() > 1) {
            let list = |comma: &str| {
                let fields = filling.fields.iter().map(|field| format!("`{field}`"));
                fields.collect::<Vec<_>>().join(comma)
            };
            let (zh, en) = (list("、"), list(", "));
            bilingual!(
                "记录里没有 {zh}，合起来的可能太多，没有逐一去试，输赢没法核对；请补上，补一项也能核对得更多。",
                "{en} are not recorded; together they leave too many possibilities to try, so the payments cannot be checked. Add them; with one of them more can be checked"
            )
        } else if field == "start.holdings" && self.hand > 0 {
            bilingual!(
                "不知各家这一局开局时有多少分：没写 `start.holdings`，或前面有一局没照应付的数付。输赢没法核对；请补上，或先改正前面的局。",
                "how many points each seat held before this hand is not known: `start.holdings` is left out, or a hand before was not paid as due; the payments cannot be checked: add it, or correct the hands before"
            )
        } else {
            bilingual!(
                "记录里没有 `{field}`，输赢没法核对；请补上。",
                "`{field}` is not recorded, so the payments cannot be checked; add it"
            )
        };
        let at = if claimed.deltas.is_some() { "result/deltas" } else { "result/payments" };
        let finding = Finding::new(&money::UNCHECKED, self.hand, text).at_field(at).because(because);
        if field == "events" {
            // Bypasses `find`: no hypothesis makes it right.
            self.findings.push(finding);
        } else {
            self.find(finding);
        }
    }

    /// Reports payments, or point changes if no payments are claimed, that are wrong whatever the missing fields are, where
    /// only the least and the most that may be due are known. Returns the finding about payments.
    pub(super) fn beyond_limits(
        &mut self,
        claimed: &HandResult,
        filling: &Filling,
        because: Option<FindingIdx>,
    ) -> Option<FindingIdx> {
        // Where the end of the hand is in doubt, the limits are too.
        let in_doubt = because.is_some() || self.accepted.is_some() || self.unknowable().is_some();
        if in_doubt || self.is_misrecorded(claimed) {
            return None;
        }
        if !filling.bounded {
            if let Some(payments) = claimed.payments.as_ref().filter(|_| filling.cut) {
                self.left_alone(payments, |cause| filling.leaves(cause), |_| true);
            }
            return None;
        }
        if let Some(payments) = &claimed.payments {
            let paid = net(payments);
            let is_beyond = |&(a, b): &(Seat, Seat)| {
                let points = at(&paid, a, b);
                filling.range((a, b)).is_some_and(|(least, most)| points < least || points > most)
            };
            let finding =
                self.wrong_payments(&paid, None, &Part::as_recorded(pairs().filter(is_beyond).collect(), None));
            self.correct(claimed, payments);
            return finding;
        }
        let deltas = claimed.deltas?;
        let due = SeatMap(self.ledger.balance());
        let to_house = with_house(SeatMap::default(), self.ledger);
        let is_beyond = |&seat: &Seat| {
            let others = Seat::ALL.into_iter().filter(|&other| other != seat);
            let ranges = || others.clone().filter_map(|other| filling.range((other, seat)));
            let least = ranges().fold(to_house[seat], |sum, (least, _)| sum.saturating_add(least));
            let most = ranges().fold(to_house[seat], |sum, (_, most)| sum.saturating_add(most));
            deltas[seat] < least || deltas[seat] > most
        };
        let wrong: Vec<Seat> = Seat::ALL.into_iter().filter(is_beyond).collect();
        self.wrong_deltas(claimed, &deltas, &due, &wrong, (None, None, None));
        None
    }

    /// Reports claims of which each is possible alone but which no value of the missing fields gives together. Returns
    /// false if a claim is wrong by itself.
    pub(super) fn conflict(&mut self, claimed: &HandResult, filling: &Filling) -> bool {
        let conflict = filling.conflict();
        if conflict.count() < 2 {
            return false;
        }
        let paid = net(claimed.payments.iter().flatten());
        let gains = claimed.deltas.or(self.booked).unwrap_or_default();
        let of_pairs = pairs().enumerate().filter(|(at, _)| conflict.has(Claims::pair(*at))).map(|(_, (a, b))| {
            let points = at(&paid, a, b);
            let (from, to) = if points < 0 { (b, a) } else { (a, b) };
            let (from, to, points) = (self.people.who(from), self.people.who(to), points.saturating_abs());
            bilingual!("{from}付{to} {points}", "{points} from {from:#} to {to:#}")
        });
        let of_seats = Seat::ALL.into_iter().filter(|&seat| conflict.has(Claims::gain(seat))).map(|seat| {
            let (who, (zh, en)) = (self.people.who(seat), points(gains[seat]));
            bilingual!("{who}{zh}", "{who:#} {en}")
        });
        let Text { mut zh, mut en } = self.unknown();
        (zh, en) = (
            format!("{zh}，可是这几项怎么也不能同时成立：").into(),
            format!("{en}, but these amounts contradict each other: ").into(),
        );
        for (nth, claim) in of_pairs.chain(of_seats).enumerate() {
            zh += if nth > 0 { "、" } else { "" };
            en += if nth > 0 { ", " } else { "" };
            zh += claim.zh;
            en += claim.en;
        }
        zh += "。";
        let field = if claimed.payments.is_some() { "result/payments" } else { "result/deltas" };
        let mut finding = Finding::new(&money::CONFLICT, self.hand, Text { zh, en }).at_field(field);
        let is_claimed = |line: &&Line| match (line.from, line.to) {
            (Party::Seat(from), Party::Seat(to)) => {
                let of_pair = |(at, (a, b)): (usize, (Seat, Seat))| {
                    conflict.has(Claims::pair(at)) && [(from, to), (to, from)].contains(&(a, b))
                };
                conflict.has(Claims::gain(from)) || conflict.has(Claims::gain(to)) || pairs().enumerate().any(of_pair)
            }
            _ => false,
        };
        for line in self.ledger.lines().iter().filter(is_claimed) {
            finding = finding.under(line.clause);
        }
        self.find(finding);
        true
    }

    /// Returns the words before amounts that are wrong whatever the missing fields are.
    pub(super) fn on_missing(&self) -> Text {
        if self.filling.is_none() {
            return Text::default();
        }
        let Text { zh, en } = self.unknown();
        bilingual!(
            "{zh}，可是怎么算都不对；按最接近的算：",
            "{en}, but this is wrong in any case; by the closest value: "
        )
    }

    /// Returns the words for the amounts that may be due between two seats, if there are several.
    pub(super) fn possible_amounts(&self, pair: (Seat, Seat), sign: i64) -> Text {
        let Some(filling) = self.filling else { return Text::default() };
        if let Some((a, b)) = filling.range(pair).filter(|_| filling.bounded) {
            let (a, b) = (a.saturating_mul(sign), b.saturating_mul(sign));
            let (least, most) = (a.min(b), a.max(b));
            if least == most {
                return Text::default();
            }
            return bilingual!("（该付的可能是 {least} 到 {most}）", " ({least} to {most} may be due)");
        }
        let mut due: Vec<i64> = filling.due(pair).map(|points| points.saturating_mul(sign)).collect();
        due.sort_unstable();
        due.dedup();
        match due.as_slice() {
            [] | [_] => Text::default(),
            [first @ .., last] if first.len() < 6 => {
                let list = |comma: &str| first.iter().map(i64::to_string).collect::<Vec<_>>().join(comma);
                let (zh, en) = (list("、"), list(", "));
                bilingual!("（该付的可能是 {zh} 或 {last}）", " ({en} or {last} may be due)")
            }
            [least, .., most] => bilingual!("（该付的可能是 {least} 到 {most}）", " ({least} to {most} may be due)"),
        }
    }

    /// Returns the words for the first field that the log leaves out.
    fn unknown(&self) -> Text {
        let field = self.filling.and_then(|filling| filling.fields.first().copied()).unwrap_or_default();
        let (zh, en) = match field {
            "indicator" => ("不知道混儿是哪张", "the wild tile is unknown"),
            "birds" => ("不知翻出了哪些鸟", "which birds were turned up is not known"),
            "birds.fly" => ("不知翻出了哪些飞鸟", "which flying birds were turned up is not known"),
            "start.piao" => ("不知各家飘了几分", "what each seat picked as its float is not known"),
            "start.gu_mai" => ("不知各家估卖了几分", "what each seat picked as its stake is not known"),
            "start.holdings" => {
                ("不知各家开局时有多少分", "how many points each seat held before the hand is not known")
            }
            "start.last_hand" => ("不知这是不是最后一局", "whether this is the last hand of the match is not known"),
            "events[].declare" => ("不知各家定缺哪一门", "which suit each seat named as missing is not known"),
            "events[].flip" => ("不知翻鸡翻出了哪张牌", "which tile was flipped is not known"),
            "events[].dice" => ("不知起手胡掷了几点", "which dice were thrown for the initial win is not known"),
            "start.dealer_streak" if !self.lasting.streaks.is_empty() => (
                "连庄局数只能从前面各局的输赢推算",
                "the dealer's hands in a row can only be worked out from the payments of the hands before",
            ),
            "start.dealer_streak" => ("不知庄家连庄几局", "how many hands in a row the dealer has dealt is not known"),
            "hands[].started_at" => ("不知这一局是星期几打的", "on which weekday the hand was played is not known"),
            _ => ("不知是否在楼上", "whether the match is upstairs is not known"),
        };
        Label::new(zh, en).text()
    }

    /// Checks the payments between seats that an unknown end of the hand cannot touch, if the result names its end.
    pub(super) fn untouched(&mut self, claimed: &HandResult, payments: &[Payment]) -> Option<FindingIdx> {
        let touched = self.touched(claimed);
        let paid = net(payments);
        let pairs = wrong_pairs(&paid, &self.ledger.net());
        let pairs = pairs.into_iter().filter(|&(a, b)| !touched.contains(a) && !touched.contains(b)).collect();
        self.wrong_payments(&paid, None, &Part::as_recorded(pairs, None))
    }

    /// Returns the seats whose payments depend on how the hand ended, if the result names its end; else all.
    fn touched(&self, claimed: &HandResult) -> Seats {
        if self.is_won_by_another(claimed) {
            return Seats::FOUR;
        }
        // An initial win that is refused or has an unknown name may be one after all.
        let is_unnamed = |what: &What| matches!(what, What::UnknownOpening { .. });
        let is_opening = |breach: &&Breach| {
            is_unnamed(&breach.what)
                || matches!(breach.what, What::Refused { action: EventKind::Opening | EventKind::MidOpening, .. })
        };
        let breaches = &self.replayed.breaches;
        let opened: Seats = breaches.iter().filter(is_opening).filter_map(|breach| breach.seat).collect();
        let table = &self.replayed.table;
        let leaves_doubt = |breach: &Breach| {
            let what = &breach.what;
            matches!(what, What::Unfinished { .. })
                || breach.because.is_none() && !what.is_decided() && !what.is_aside()
        };
        let mut doubts = breaches.iter().filter(|breach| leaves_doubt(breach)).peekable();
        if !self.cut && doubts.peek().is_some() && doubts.all(|breach| is_unnamed(&breach.what)) {
            return self.rules.pays_by_end(table, opened);
        }
        let named = match (&claimed.wins, claimed.outcome) {
            (Some(wins), _) => of_claim(wins),
            (None, Some(Outcome::Draw)) => Seats::NONE,
            (None, _) => return Seats::FOUR,
        };
        let called = self.replayed.wins.iter().map(|seen| seen.seat).chain(table.false_wins.iter().copied());
        self.rules.pays_by_end(table, named.iter().chain(called).chain(opened.iter()).collect())
    }

    /// Adds up what each seat must get for payments that are wrong whatever is not known: up to the nearest amount that
    /// may be due.
    pub(super) fn correct(&mut self, claimed: &HandResult, payments: &[Payment]) {
        let (paid, due) = (net(payments), self.ledger.net());
        let touched = if self.in_doubt { self.touched(claimed) } else { Seats::NONE };
        let other = self.accepted.as_ref().filter(|_| self.in_doubt).map(|world| world.ledger.net());
        for (a, b) in pairs() {
            let differs = other.is_some_and(|other| at(&other, a, b) != at(&due, a, b));
            let is_touched = differs || touched.contains(a) || touched.contains(b);
            let recorded = (at(&due, a, b), at(&due, a, b));
            let range = self.filling.map_or(Some(recorded), |filling| filling.range((a, b)));
            if let Some((least, most)) = range.filter(|_| !is_touched) {
                let over = at(&paid, a, b).saturating_sub(at(&paid, a, b).clamp(least, most));
                let [to, from] = [a, b].map(Seat::index);
                self.corrections[to] = self.corrections[to].saturating_add(over);
                self.corrections[from] = self.corrections[from].saturating_sub(over);
            }
        }
    }
}
