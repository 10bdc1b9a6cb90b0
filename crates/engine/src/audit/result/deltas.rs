//! Checks the point changes of the seats, against the claimed payments or the ledger.

use super::ClaimCheck;
use super::mistake::{WrongMoney, mistake_in_words};
use super::money::Extent;
use super::net::net;
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::check::Check;
use crate::audit::checks::money;
use crate::audit::coverage::Question;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Line, Pairs, Party};
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap};

impl ClaimCheck<'_> {
    /// Checks the point changes against the claimed payments, or without payments against what is due, as far as an
    /// extent tells. `zero`, `paid`, `explained`: the findings that they have a wrong sum, that the payments are wrong,
    /// and that explains both.
    pub(super) fn gains(
        &mut self,
        extent: Extent,
        because: Option<FindingIdx>,
        roots: (Option<FindingIdx>, Option<FindingIdx>, Option<FindingIdx>),
    ) {
        let Some(gains) = self.claimed.gains else {
            self.coverage.missing(Question::Deltas, "result.deltas");
            return;
        };
        let (expected, apart) = (self.claimed.taken.gains(self.due.ledger), self.due.apart);
        let by_payments = self.claimed.result.payments.as_ref().map(|payments| net(payments).gains().plus(apart));
        let (due, wrong): (SeatMap<i64>, Vec<Seat>) = match (by_payments, extent) {
            (Some(due), _) => (due, Seat::ALL.into_iter().filter(|&seat| gains[seat] != due[seat]).collect()),
            (None, Extent::All) => {
                let wrong = Seat::ALL.into_iter().filter(|&seat| gains[seat] != expected[seat]);
                (expected, wrong.collect())
            }
            (None, Extent::Possible) => {
                let certain = self.certain(extent, because);
                let is_beyond = |seat: &Seat| certain.gain(*seat).is_beyond(gains[*seat]);
                (expected, Seat::ALL.into_iter().filter(is_beyond).collect())
            }
            (None, Extent::Rules) if self.claimed.result.deltas.is_none() => {
                return self.coverage.missing(Question::Deltas, "result.deltas");
            }
            (None, Extent::Rules) => return self.uncovered(Question::Deltas),
            (None, Extent::Doubt(_)) => return self.coverage.missing(Question::Deltas, "events"),
            // The conflict is about the point changes.
            (None, Extent::Conflict(_)) => return,
        };
        if by_payments.is_some() || extent == Extent::All {
            self.coverage.checked(Question::Deltas, 1);
        }
        if self.may_pay_house() && wrong.iter().all(|&seat| gains[seat] < due[seat]) {
            return;
        }
        self.wrong_deltas(&gains, &due, &wrong, roots);
    }

    /// Reports the point changes of these seats. `roots`: the findings that they have a wrong sum, that the payments are
    /// wrong, and that explains both.
    fn wrong_deltas(
        &mut self,
        deltas: &SeatMap<i64>,
        due: &SeatMap<i64>,
        wrong: &[Seat],
        (zero, paid, explained): (Option<FindingIdx>, Option<FindingIdx>, Option<FindingIdx>),
    ) {
        let balance = self.claimed.taken.gains(self.due.ledger);
        let of_payments = self.claimed.paid.is_some();
        let check: &'static Check = if of_payments { &money::DELTAS } else { &money::DELTA };
        // Point changes that are right by the ledger differ only because the payments are wrong; others are primary
        // faults.
        let by_itself = |seat: &&Seat| deltas[**seat] != balance[**seat];
        let own = wrong.iter().find(by_itself).copied();
        let Some(seat) = own.or(wrong.first().copied()) else { return };
        let (written, right) = (deltas[seat], due[seat]);
        let mistake =
            if of_payments { None } else { self.mistake(self.due.ledger, &WrongMoney::Deltas(deltas), Pairs::NONE) };
        let text = self.if_read(|| {
            let mut text = mistake_in_words(mistake.as_ref());
            let Text { zh, en } = self.delta_in_words(seat, right, written, of_payments);
            text.zh += zh;
            text.en += en;
            for &other in wrong.iter().filter(|&&other| other != seat) {
                let Text { zh, en } = self.other_delta_in_words(other, due[other], deltas[other]);
                text.zh += zh;
                text.en += en;
            }
            text
        });
        // Without payments, the money of a false win cannot be told apart from other money of the hand: all of it follows
        // from that win if its caller gained most.
        let for_win = || {
            let (root, callers) = self.false_wins().filter(|_| !of_payments)?;
            let over = |seat: &Seat| deltas[*seat].saturating_sub(due[*seat]);
            let most = wrong.iter().copied().max_by_key(over)?;
            callers.contains(most).then_some(root)
        };
        let for_win = if explained.or(zero).is_none() { for_win() } else { None };
        let party = Party::Seat(seat);
        let touching = |line: &&Line| line.from == party || line.to == party;
        // Rules unknown to caipan may add lines or change them.
        let is_read = !self.quiet && self.due.moved.is_none();
        let all = self.due.ledger.lines().iter();
        let lines: Vec<Line> = all.filter(|_| is_read).filter(touching).cloned().collect();
        let of_seat = (seat, right, written);
        let short = match of_payments {
            _ if self.quiet => Vec::new(),
            true => vec![self.gain_by_payments(of_seat)],
            false => self.gain_in_short(of_seat, wrong.len(), mistake.as_ref()),
        };
        let mut finding = Finding::new(check, self.hand, text)
            .at_field(self.claimed.gains_field())
            .of(Some(seat))
            .values(written, right)
            .because(explained.or(zero).or(paid.filter(|_| own.is_none())).or(for_win));
        if let Some(mistake) = mistake {
            finding = finding.explained_by(mistake);
        }
        if check == &money::DELTA {
            finding = finding.by(lines.iter().find_map(|line| line.options.first().copied()));
            for line in &lines {
                finding = finding.under(line.clause);
            }
        }
        (finding.lines, finding.short) = (lines, short);
        if for_win.is_some() {
            self.add(finding)
        } else {
            self.find(finding)
        };
    }

    /// Returns the words for the due and the recorded points of a seat, due by the recorded payments or by the rules.
    fn delta_in_words(&self, seat: Seat, right: i64, written: i64, of_payments: bool) -> Text {
        let (who, (due_zh, due_en), (zh, en)) = (self.people.who(seat), points(right), points(written));
        if of_payments {
            bilingual!(
                "照记录的付款，{who}这一局{due_zh}，得分却记成{zh}。",
                "by the recorded payments {who:#} {due_en}, but the point change says {who:#} {en}"
            )
        } else {
            let (Text { zh: sums_zh, en: sums_en }, Text { zh: before_zh, en: before_en }) =
                (self.sums_of(seat), self.on_missing());
            bilingual!(
                "{before_zh}{who}这一局该{due_zh}{sums_zh}，却记成{zh}。",
                "{before_en}{who:#} {due_en} in this hand{sums_en}, but the record says {who:#} {en}"
            )
        }
    }

    /// Returns the words for one more seat, to follow the sentence about the first.
    fn other_delta_in_words(&self, seat: Seat, right: i64, written: i64) -> Text {
        let (who, (due_zh, due_en), (zh, en)) = (self.people.who(seat), points(right), points(written));
        bilingual!("{who}该{due_zh}，却记成{zh}。", "; {who:#} {due_en}, but the record says {who:#} {en}")
    }

    /// Returns the sums behind a seat's points, one for each other seat: `（u2 付 9：2 × 2 × 2 + 1 = 9）`.
    fn sums_of(&self, seat: Seat) -> Text {
        let (ledger, mut sums) = (self.due.ledger, Text::default());
        let net = ledger.net();
        for other in Seat::ALL.into_iter().filter(|&other| other != seat) {
            let received = net.paid(other, seat);
            let (from, to) = if received < 0 { (seat, other) } else { (other, seat) };
            let Text { zh, en } = ledger.parts(from, to);
            if en.is_empty() {
                continue;
            }
            let (who, amount) = (self.people.who(other), received.saturating_abs());
            let one = if received < 0 {
                bilingual!("付{who} {amount}：{zh}", "{amount} to {who:#}: {en}")
            } else {
                bilingual!("{who}付 {amount}：{zh}", "{amount} from {who:#}: {en}")
            };
            for (sum, one, (open, next)) in [(&mut sums.zh, one.zh, ("（", "；")), (&mut sums.en, one.en, (" (", "; "))]
            {
                *sum += if sum.is_empty() { open } else { next };
                *sum += one;
            }
        }
        let taken = self.due.apart[seat].saturating_neg();
        if taken != 0 {
            sums.zh += if sums.zh.is_empty() { "（" } else { "；" };
            sums.en += if sums.en.is_empty() { " (" } else { "; " };
            let amount = taken.saturating_abs();
            let one = if taken > 0 {
                bilingual!("付公账 {amount}", "{amount} to the house")
            } else {
                bilingual!("公账付 {amount}", "{amount} from the house")
            };
            sums.zh += one.zh;
            sums.en += one.en;
        }
        if !sums.en.is_empty() {
            sums.zh += "）";
            sums.en += ")";
        }
        sums
    }
}

/// Returns a win or loss of points as part of a sentence.
pub(super) fn points(points: i64) -> (String, String) {
    let amount = points.unsigned_abs();
    let unit = if amount == 1 { "point" } else { "points" };
    match points {
        0 => ("不输不赢".to_owned(), "breaks even".to_owned()),
        1.. => (format!("赢 {amount} 分"), format!("wins {amount} {unit}")),
        _ => (format!("输 {amount} 分"), format!("loses {amount} {unit}")),
    }
}
