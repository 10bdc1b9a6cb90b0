//! Money that is not known in full: fields that the log leaves out, and a hand whose end is in doubt.

use super::compare::Paid;
use super::deltas::points;
use super::facts::of_claim;
use super::payment_split::Part;
use super::{Against, Claimed, Claims, Due, Filling};
use crate::audit::checks::{course, money, patterns};
use crate::audit::{Finding, FindingIdx};
use crate::replay::{Breach, What};
use caipan_log::{EventKind, Outcome};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Line, Pair};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, Seats};

impl<'a> Against<'a> {
    /// Reports that the log leaves out fields on which the payments depend, although they may be right.
    pub(super) fn left_out(&mut self, filling: &Filling, because: Option<FindingIdx>) {
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
            field => return self.unchecked(field.copied().unwrap_or_default(), because),
        };
        self.find(finding.because(because));
    }

    /// Reports that a missing field prevents the check of the payments.
    pub(super) fn unchecked(&mut self, field: &str, because: Option<FindingIdx>) {
        let text = if field == "events" {
            bilingual!(
                "打牌过程不全或有错，输赢没法核对；请先改正前面指出的各步。",
                "the play is incomplete or faulty, so the payments cannot be checked; correct the steps listed first"
            )
        } else if let Some(filling) = self.due.filling.filter(|filling| filling.cut && filling.fields.len() > 1) {
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
        let at = if self.claimed.gains.is_some() { self.claimed.gains_field() } else { "result/payments" };
        let finding = Finding::new(&money::UNCHECKED, self.hand, text).at_field(at).because(because);
        if field == "events" {
            // Bypasses `find`: no hypothesis makes it right.
            self.findings.push(finding);
        } else {
            self.find(finding);
        }
    }

    /// Reports payments, or point changes if no payments are claimed, that lie beyond all that may be due. Returns the
    /// finding about payments.
    pub(super) fn beyond_limits(&mut self, because: Option<FindingIdx>) -> Option<FindingIdx> {
        // Where the end of the hand is in doubt, the limits are too.
        let in_doubt = because.is_some() || self.accepted.is_some() || self.unknowable().is_some();
        if in_doubt || self.is_misrecorded() {
            return None;
        }
        if let Some(paid) = &self.claimed.paid {
            self.left_alone(paid);
            let wrong = self.wrong_payments(&paid.net, None, &Part::as_recorded(self.due.beyond(&paid.net), None));
            self.correct(paid, self.due);
            return wrong;
        }
        let gains = self.claimed.gains?;
        let wrong: Vec<Seat> =
            Seat::ALL.into_iter().filter(|&seat| self.due.gain(seat).is_beyond(gains[seat])).collect();
        self.wrong_deltas(&gains, &self.due.ledger.balance(), &wrong, (None, None, None));
        None
    }

    /// Reports claims of which each is possible alone but which no value of the missing fields gives together. Returns
    /// false if a claim is wrong by itself.
    pub(super) fn conflict(&mut self, filling: &Filling) -> bool {
        let conflict = filling.conflict();
        if conflict.count() < 2 {
            return false;
        }
        let Claimed { paid, gains, .. } = self.claimed;
        let gains = gains.unwrap_or_default();
        let of_pairs = paid.iter().flat_map(|paid| Pair::ALL.map(|pair| (pair, paid.net.at(pair))));
        let of_pairs = of_pairs.filter(|(pair, _)| conflict.has(Claims::pair(*pair))).map(|(pair, points)| {
            let (from, to) = if points < 0 { (pair.seats().1, pair.seats().0) } else { pair.seats() };
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
        let field = if paid.is_some() { "result/payments" } else { self.claimed.gains_field() };
        let mut finding = Finding::new(&money::CONFLICT, self.hand, Text { zh, en }).at_field(field);
        let is_claimed = |line: &&Line| {
            Pair::between(line.from, line.to).is_some_and(|pair| {
                let (a, b) = pair.seats();
                conflict.has(Claims::pair(pair)) || conflict.has(Claims::gain(a)) || conflict.has(Claims::gain(b))
            })
        };
        for line in self.due.ledger.lines().iter().filter(is_claimed) {
            finding = finding.under(line.clause);
        }
        self.find(finding);
        true
    }

    /// Returns the words before amounts that are wrong whatever the missing fields are.
    pub(super) fn on_missing(&self) -> Text {
        if self.due.filling.is_none() {
            return Text::default();
        }
        let Text { zh, en } = self.unknown();
        bilingual!(
            "{zh}，可是怎么算都不对；按最接近的算：",
            "{en}, but this is wrong in any case; by the closest value: "
        )
    }

    /// Returns the words for the first field that the log leaves out.
    fn unknown(&self) -> Text {
        let field = self.due.filling.and_then(|filling| filling.fields.first().copied()).unwrap_or_default();
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
    pub(super) fn untouched(&mut self, paid: &Paid<'_>) -> Option<FindingIdx> {
        let wrong = self.due.in_doubt(self.touched(), None).differs(&paid.net);
        self.wrong_payments(&paid.net, None, &Part::as_recorded(wrong, None))
    }

    /// Returns what is due beyond doubt: not between seats that the end of the hand touches, and not where the accepted
    /// hypothesis leads to other payments.
    pub(super) fn due_in_doubt(&self) -> Due<'a> {
        self.due.in_doubt(self.touched(), self.accepted.as_ref().map(|world| world.ledger.net()).as_ref())
    }

    /// Returns the seats whose payments depend on how the hand ended, if the result names its end; else all.
    fn touched(&self) -> Seats {
        if self.is_won_by_another() {
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
        let named = match (&self.claimed.result.wins, self.claimed.result.outcome) {
            (Some(wins), _) => of_claim(wins),
            (None, Some(Outcome::Draw)) => Seats::NONE,
            (None, _) => return Seats::FOUR,
        };
        let called = self.replayed.wins.iter().map(|seen| seen.seat).chain(table.false_wins.iter().copied());
        self.rules.pays_by_end(table, named.iter().chain(called).chain(opened.iter()).collect())
    }

    /// Adds up what each seat must get for payments that are wrong whatever is not known: up to the nearest amount that
    /// may be due.
    pub(super) fn correct(&mut self, paid: &Paid<'_>, due: Due<'_>) {
        for pair in Pair::ALL {
            self.correct_by(pair, due.owed(pair).over(paid.net.at(pair)));
        }
    }

    /// Lets the first seat of a pair get back these points from the second.
    pub(super) fn correct_by(&mut self, pair: Pair, over: i64) {
        let (to, from) = pair.seats();
        self.corrections[to] = self.corrections[to].saturating_add(over);
        self.corrections[from] = self.corrections[from].saturating_sub(over);
    }
}
