//! The money of the house: what each seat gets besides the payments of the game, and the check of rake and fee.
//!
//! The point changes follow the list of what the house took, if the log has one, and the list is compared with the rules.
//! Without a list they must contain what the rules demand.

use super::ClaimCheck;
use super::net::first_wrong;
use crate::audit::checks::money;
use crate::audit::{Finding, FindingIdx};
use crate::rules::Rules;
use crate::rules::house_money::{self, Per, clause_of, of_kind};
use caipan_log::{HandResult, HouseKind, HouseLine};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Party, gains};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, SeatMap};

/// The kinds of lines that rules can demand.
pub(in crate::audit) const DEMANDED: [HouseKind; 2] = [HouseKind::Rake, HouseKind::Fee];

/// The rake and the fee that the seats paid, as recorded, where the rules demand them and the log lists them.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::audit) struct Taken([Option<SeatMap<i64>>; 2]);

impl Taken {
    /// Returns what a result lists under these rules.
    pub fn of(rules: &dyn Rules, result: &HandResult) -> Taken {
        let lines = result.house.as_ref();
        lines.map_or_else(Taken::default, |lines| Taken::listed(rules, Per::Hand, &lines.iter()))
    }

    /// Returns what these lines of a hand or of the match list under these rules.
    pub fn listed<'a>(rules: &dyn Rules, per: Per, lines: &(impl Iterator<Item = &'a HouseLine> + Clone)) -> Taken {
        Taken(DEMANDED.map(|kind| {
            let of_kind = lines.clone().filter(|line| line.kind == kind).map(HouseLine::flow);
            rules.house_money().demands(kind, per).then(|| negated(&gains(of_kind)))
        }))
    }

    /// Returns what the seats paid for a kind; `None` if nothing is listed or demanded.
    pub fn paid(&self, kind: HouseKind) -> Option<&SeatMap<i64>> {
        let at = DEMANDED.iter().position(|&demanded| demanded == kind)?;
        self.0.get(at)?.as_ref()
    }

    /// Returns what each seat gets besides the payments of the game: under the rules, with rake and fee as listed.
    pub fn apart(&self, due: &Ledger) -> SeatMap<i64> {
        let is_listed = |line: &Line| {
            DEMANDED.iter().any(|&kind| std::ptr::eq(line.cause, of_kind(kind)) && self.paid(kind).is_some())
        };
        let by_rules = due.lines().iter().filter(|line| line.is_apart() && !is_listed(line)).map(Line::flow);
        self.0.iter().flatten().fold(gains(by_rules), |apart, paid| apart.plus(negated(paid)))
    }

    /// Returns the point changes of the seats: by the payments due, and by what the house took.
    pub fn gains(&self, due: &Ledger) -> SeatMap<i64> {
        due.net().gains().plus(self.apart(due))
    }
}

fn negated(points: &SeatMap<i64>) -> SeatMap<i64> {
    SeatMap::default().minus(*points)
}

/// Returns what the seats pay the house for a kind under the rules.
pub(in crate::audit) fn due_for(ledger: &Ledger, kind: HouseKind) -> SeatMap<i64> {
    let lines = ledger.lines().iter().filter(|line| std::ptr::eq(line.cause, of_kind(kind)));
    negated(&gains(lines.map(Line::flow)))
}

impl ClaimCheck<'_> {
    /// Compares the listed rake and fee with what the rules demand. `paid`: the finding that payments are wrong, from which
    /// a rake of the wrong gains follows.
    pub(super) fn house(&mut self, paid: Option<FindingIdx>) {
        for kind in DEMANDED {
            let Some(listed) = self.claimed.taken.paid(kind).copied() else { continue };
            let due = due_for(self.due.ledger, kind);
            let Some(first) = first_wrong(&listed, &due) else { continue };
            let follows = paid.filter(|_| self.follows_payments(kind, &listed));
            let text = self.if_read(|| self.taken_in_words(kind, &listed, &due));
            let lines = self.due.ledger.lines().iter();
            let lines = lines.filter(|line| std::ptr::eq(line.cause, of_kind(kind))).cloned().collect();
            let (who, Label { zh, en }) = (self.people.who(first), kind.label());
            let (right, written) = (due[first], listed[first]);
            let short = bilingual!(
                "{who}这一局的{zh}该是 {right}，收了 {written}",
                "the {en} of {who:#} in this hand is {right}, but {written} was taken"
            );
            let finding = Finding::new(&money::HOUSE, self.hand, text)
                .in_short(short)
                .at_field("result/house")
                .of(Some(first))
                .values(listed[first], due[first])
                .under(clause_of(kind))
                .because(follows);
            self.find(Finding { lines, ..finding });
        }
    }

    /// True if the rules demand what is listed of the claimed payments.
    fn follows_payments(&self, kind: HouseKind, listed: &SeatMap<i64>) -> bool {
        let gains = match (&self.claimed.paid, self.claimed.gains) {
            (Some(paid), _) => paid.net.gains(),
            (None, Some(gains)) => gains.plus(negated(&self.claimed.taken.apart(self.due.ledger))),
            (None, None) => return false,
        };
        let table = &self.facts.replayed.table;
        let taken = Ledger::with(|ledger| self.facts.rules.house_money().take(&gains, table, ledger));
        due_for(&taken, kind) == *listed
    }

    /// Returns the words for every seat whose rake or fee is wrong.
    fn taken_in_words(&self, kind: HouseKind, listed: &SeatMap<i64>, due: &SeatMap<i64>) -> Text {
        let Label { zh: kind_zh, en: kind_en } = kind.label();
        let mut all = Text::default();
        for seat in Seat::ALL.into_iter().filter(|&seat| listed[seat] != due[seat]) {
            let (who, right, written) = (self.people.who(seat), due[seat], listed[seat]);
            let Text { zh: sum_zh, en: sum_en } = self.demanded_in_words(kind, seat);
            let Text { zh, en } = bilingual!(
                "{who}这一局的{kind_zh}该是 {right}{sum_zh}，收了 {written}。",
                "the {kind_en} of {who:#} in this hand is {right}{sum_en}, but {written} was taken"
            );
            all.en += if all.en.is_empty() { "" } else { "; " };
            all.zh += zh;
            all.en += en;
        }
        all
    }

    /// Returns the sum of what a seat pays, or the reason why it pays nothing, in brackets.
    fn demanded_in_words(&self, kind: HouseKind, seat: Seat) -> Text {
        let of_seat = |line: &&Line| std::ptr::eq(line.cause, of_kind(kind)) && line.from == Party::Seat(seat);
        match self.due.ledger.lines().iter().find(of_seat) {
            Some(line) if line.sum.steps().len() > 1 => {
                let sum = line.sum.written();
                bilingual!("（{sum}）", " ({sum})")
            }
            Some(_) => Text::default(),
            None => {
                let gain = self.due.ledger.net().gains()[seat];
                let money = self.facts.rules.house_money();
                let Label { zh, en } = house_money::nothing(money, &self.facts.replayed.table, kind, gain);
                bilingual!("（{zh}）", " ({en})")
            }
        }
    }
}
