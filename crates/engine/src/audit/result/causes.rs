//! Payments that name their causes: the total is right, but the cause is wrong.

use super::Against;
use super::net::{at, net, pairs};
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::checks::money;
use crate::rules::System;
use caipan_log::Payment;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Cause, Ledger, Line, Net, Party};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::Seat;
use smallvec::SmallVec;

/// The claimed and the due points for one cause between two seats; positive if the first owes the second.
pub(super) struct Differs {
    cause: &'static Cause,
    between: (Seat, Seat),
    claimed: i64,
    computed: i64,
}

/// Returns for each pair of seats the first cause whose points differ, in the order of the settlement. Skips pairs in
/// `except` and pairs with a payment that names no cause of this system.
pub(super) fn differences(
    system: &System,
    payments: &[Payment],
    ledger: &Ledger,
    except: &[(Seat, Seat)],
) -> SmallVec<[Differs; 1]> {
    let cause_of = |payment: &Payment| -> Option<&'static Cause> {
        let cause = payment.cause.as_deref()?;
        let is = |known: &&Cause| known.id == cause || known.name.zh == cause || known.name.en == cause;
        system.causes.iter().copied().find(is)
    };
    let named: SmallVec<[(&Payment, &'static Cause); 16]> =
        payments.iter().filter_map(|payment| Some((payment, cause_of(payment)?))).collect();
    let mut all = SmallVec::<[Differs; 1]>::new();
    if named.is_empty() {
        return all;
    }
    let whole = named.len() == payments.len();
    // A pair is compared only if all its payments name a cause. If some payments of the hand name none, a pair without
    // payments is not compared either.
    let says = |(a, b): (Seat, Seat)| {
        let mut of_pair =
            payments.iter().filter(|payment| [(a, b), (b, a)].contains(&(payment.from, payment.to))).peekable();
        whole || of_pair.peek().is_some() && of_pair.all(|payment| cause_of(payment).is_some())
    };
    let is_paid = |cause: &Cause| {
        named.iter().any(|(_, named)| std::ptr::eq(*named, cause))
            || ledger.lines().iter().any(|line| std::ptr::eq(line.cause, cause))
    };
    for &cause in system.causes.iter().filter(|cause| is_paid(cause)) {
        let of = named.iter().filter(|(_, named)| std::ptr::eq(*named, cause)).map(|&(payment, _)| payment);
        let (claimed, computed) = (net(of), due(ledger, cause));
        if claimed == computed {
            continue;
        }
        for between @ (a, b) in pairs() {
            let (claimed, computed) = (at(&claimed, a, b), at(&computed, a, b));
            let known = except.contains(&between) || all.iter().any(|other| other.between == between);
            if claimed != computed && !known && says(between) {
                all.push(Differs { cause, between, claimed, computed });
            }
        }
    }
    all
}

/// Returns the points due for one cause, net between each pair of seats.
pub(super) fn due(ledger: &Ledger, cause: &Cause) -> Net {
    let mut net = Net::default();
    for line in ledger.lines().iter().filter(|line| std::ptr::eq(line.cause, cause)) {
        if let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) {
            let (from, to, points) = (from.index(), to.index(), line.sum.value());
            net[from][to] = net[from][to].saturating_add(points);
            net[to][from] = net[to][from].saturating_sub(points);
        }
    }
    net
}

impl Against<'_> {
    /// Checks each cause of this system that payments name, between each pair not in `except`.
    pub(super) fn causes(
        &mut self,
        payments: &[Payment],
        because: Option<FindingIdx>,
        except: &[(Seat, Seat)],
    ) -> Option<FindingIdx> {
        let all = differences(self.rules.system(), payments, self.ledger, except);
        let &Differs { cause, between: (a, b), claimed, computed } = all.first()?;
        let text = self.if_read(|| {
            let mut text = Text::default();
            for differs in &all {
                let Text { zh, en } = self.put_down_in_words(differs);
                text.zh += zh;
                text.en += if text.en.is_empty() { "" } else { "; " };
                text.en += en;
            }
            text
        });
        let mut finding = Finding::new(&money::CAUSE, self.hand, text)
            .at_field("result/payments")
            .of(Some(a))
            .values(claimed, computed)
            .because(because);
        // If nothing is due for the cause between the two, cites what is due for it at all.
        let pair = [Party::Seat(a), Party::Seat(b)];
        let between = |line: &&Line| pair.contains(&line.from) && pair.contains(&line.to);
        let lines: Vec<&Line> = self.ledger.lines().iter().filter(|line| line.cause.id == cause.id).collect();
        let due = lines.iter().filter(|line| between(line)).count();
        for line in lines.iter().filter(|line| due == 0 || between(line)) {
            finding = finding.under(line.clause);
        }
        Some(self.find(finding))
    }

    /// Returns the words for the claimed and the due points of one cause between two seats.
    fn put_down_in_words(&self, &Differs { cause, between: (a, b), claimed, computed }: &Differs) -> Text {
        let direction = if computed == 0 { claimed } else { computed };
        let (from, to, sign) = if direction >= 0 { (a, b, 1) } else { (b, a, -1) };
        let (claimed, computed) = (claimed.saturating_mul(sign), computed.saturating_mul(sign));
        let Text { zh, en } = self.owed(from, to, claimed, computed, &Text::default());
        let Label { zh: name_zh, en: name_en } = cause.name;
        bilingual!("“{name_zh}”一项：{zh}", "for {name_en}: {en}")
    }
}
