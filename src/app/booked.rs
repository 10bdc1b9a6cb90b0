//! What a log says of its seats that no report repeats, and a page shows beside it: who sat there, and what the client
//! booked for each hand.

use crate::log::{GameLog, Payment};

/// The players, and the points as the client recorded them.
#[derive(Clone, Debug, Default)]
pub struct Booked {
    /// The players by seat, by name or else by id; empty where the log names none.
    pub players: Vec<String>,
    /// What each seat won or lost by the record, for each hand; `None` where it does not say.
    pub hands: Vec<Option<[i64; 4]>>,
}

impl Booked {
    /// What the log says.
    pub fn of(log: &GameLog) -> Booked {
        let hands = log.hands.iter().map(|hand| {
            let result = hand.result.as_ref()?;
            let deltas = result.deltas.as_ref().map(|deltas| deltas.0);
            deltas.or_else(|| result.payments.as_deref().map(net))
        });
        Booked { players: players(log), hands: hands.collect() }
    }
}

/// The players by seat, by name or else by id.
pub(super) fn players(log: &GameLog) -> Vec<String> {
    log.players.iter().map(|player| player.name.as_ref().unwrap_or(&player.id).clone()).collect()
}

fn net(payments: &[Payment]) -> [i64; 4] {
    payments.iter().fold([0_i64; 4], |mut net, payment| {
        net[payment.from.index()] = net[payment.from.index()].saturating_sub(payment.points);
        net[payment.to.index()] = net[payment.to.index()].saturating_add(payment.points);
        net
    })
}
