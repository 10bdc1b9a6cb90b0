//! Payments whose payer and receiver are the same seat.

use super::Against;
use crate::audit::Finding;
use crate::audit::checks::money;
use caipan_tiles::bilingual;

impl Against<'_> {
    /// Reports a payment to oneself: it moves no points, so no sum reveals it.
    pub(super) fn paid_oneself(&mut self) {
        let of_one = self
            .claimed
            .result
            .payments
            .iter()
            .flatten()
            .find(|payment| payment.from == payment.to && payment.points != 0);
        let Some(payment) = of_one else { return };
        let (seat, points, who) = (payment.from, payment.points, self.people.who(payment.from));
        let text = bilingual!("{who}付给自己 {points}。", "{who:#} is recorded as paying themselves {points}");
        let finding =
            Finding::new(&money::ONESELF, self.hand, text).at_field("result/payments").of(Some(seat)).values(points, 0);
        self.find(finding);
    }
}
