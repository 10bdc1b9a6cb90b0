//! Payments that name their events: the total is right, but the kong or win is the wrong one.

use super::Against;
use super::net::{at, net, pairs};
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::checks::money;
use caipan_log::Payment;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Net, Party};
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;

/// The claimed and the due points for one event between two seats; positive if the first owes the second.
struct Differs {
    event: usize,
    between: (Seat, Seat),
    claimed: i64,
    computed: i64,
}

/// Returns the first event named by a payment whose claimed points differ from what is due, between pairs not in
/// `except`. Payments that name no event are not compared.
fn first_difference(payments: &[Payment], ledger: &Ledger, except: &[(Seat, Seat)]) -> Option<Differs> {
    let mut events: Vec<usize> = payments.iter().filter_map(|payment| payment.at).collect();
    events.sort_unstable();
    events.dedup();
    events.into_iter().find_map(|event| {
        let claimed = net(payments.iter().filter(|payment| payment.at == Some(event)));
        let computed = due(ledger, event);
        let differs = |&(a, b): &(Seat, Seat)| at(&claimed, a, b) != at(&computed, a, b);
        let (a, b) = pairs().filter(|pair| !except.contains(pair)).find(differs)?;
        Some(Differs { event, between: (a, b), claimed: at(&claimed, a, b), computed: at(&computed, a, b) })
    })
}

/// Returns the points due for one event, net between each pair of seats.
fn due(ledger: &Ledger, event: usize) -> Net {
    let mut net = Net::default();
    for line in ledger.lines().iter().filter(|line| line.at == Some(event)) {
        if let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) {
            let (from, to, points) = (from.index(), to.index(), line.sum.value());
            net[from][to] = net[from][to].saturating_add(points);
            net[to][from] = net[to][from].saturating_sub(points);
        }
    }
    net
}

impl Against<'_> {
    /// Checks each event that payments name, between each pair not in `except`.
    pub(super) fn events(
        &mut self,
        payments: &[Payment],
        because: Option<FindingIdx>,
        except: &[(Seat, Seat)],
    ) -> Option<FindingIdx> {
        let Differs { event, between: (a, b), claimed, computed } = first_difference(payments, self.ledger, except)?;
        let direction = if computed == 0 { claimed } else { computed };
        let (from, to, sign) = if direction >= 0 { (a, b, 1) } else { (b, a, -1) };
        let (claimed, computed) = (claimed.saturating_mul(sign), computed.saturating_mul(sign));
        let Text { zh, en } = self.owed(from, to, claimed, computed, &Text::default());
        let number = event.saturating_add(1);
        let text = match self.replayed.last_event {
            Some(last) if event > last => bilingual!(
                "第 {number} 手（at: {event}）：这一局没有这一步；{zh}",
                "for step {number} (`at` {event}), which does not exist in this hand: {en}"
            ),
            _ => bilingual!("第 {number} 手（at: {event}）一项：{zh}", "for step {number} (`at` {event}): {en}"),
        };
        let pair = [Party::Seat(a), Party::Seat(b)];
        let between = |line: &&Line| pair.contains(&line.from) && pair.contains(&line.to);
        let of_event = |line: &Line| line.at == Some(event);
        let mut finding = Finding::new(&money::EVENT, self.hand, text)
            .at_field("result/payments")
            .of(Some(from))
            .values(claimed, computed)
            .because(because);
        // If nothing is due for the event between the two, cites what else is due between them.
        let lines: Vec<&Line> = self.ledger.lines().iter().filter(between).collect();
        let due = lines.iter().filter(|line| of_event(line)).count();
        for line in lines.into_iter().filter(|line| due == 0 || of_event(line)) {
            finding = finding.under(line.clause);
        }
        Some(self.find(finding))
    }
}
