//! Payments raised by an arbitrary amount, which no mistake of a client explains: how often a report names a cause, and
//! that it never names one as certain. Half of the logs name what each payment is for.

use super::matches_of;
use crate::generate::{audited, presets};
use caipan_lab::generate::Rng;
use caipan_log::GameLog;

/// The points added.
const MORE: [i64; 4] = [3, 7, 11, 13];

/// Matches per preset and amount, unless `RAISED_PAYMENTS` asks for more.
const EACH: usize = 12;

/// Counts of the reports on raised payments.
#[derive(Default)]
pub(super) struct Raised {
    pub tried: usize,
    pub guessed: usize,
    /// The causes named as certain, each with its log.
    pub certain: Vec<String>,
}

/// Raises payments of every preset and audits each match.
pub(super) fn measured() -> Raised {
    let mut sum = Raised::default();
    let each = std::env::var("RAISED_PAYMENTS").ok().and_then(|each| each.parse().ok()).unwrap_or(EACH);
    for id in presets() {
        let (_, logs) = matches_of(id, 2 * each);
        let mut chance = Rng::new(43);
        for (number, log) in logs.iter().enumerate() {
            let more = MORE[number % MORE.len()];
            let Some(bad) = raised(log, more, &mut chance) else { continue };
            let found = audited(&bad).findings;
            assert!(
                found.iter().any(|one| one.check.code.starts_with("A7")),
                "{id}: {more} more is not found: {}",
                log.id
            );
            sum.tried += 1;
            let mut mistakes = found.iter().filter_map(|one| one.mistake.as_ref()).peekable();
            sum.guessed += usize::from(mistakes.peek().is_some_and(|mistake| !mistake.is_certain));
            let certain = mistakes.filter(|mistake| mistake.is_certain);
            sum.certain.extend(certain.map(|mistake| format!("{id} {} +{more}: {}", log.id, mistake.text.en)));
        }
    }
    sum
}

/// Adds points to a payment, and to the point changes of its seats. The scores are left out.
fn raised(log: &GameLog, more: i64, chance: &mut Rng) -> Option<GameLog> {
    let mut bad = log.clone();
    let results = bad.hands.iter_mut().filter_map(|hand| hand.result.as_mut());
    results.for_each(|result| result.scores = None);
    let paid = |hand: &usize| {
        let result = log.hands[*hand].result.as_ref();
        result.and_then(|result| result.payments.as_ref()).is_some_and(|payments| !payments.is_empty())
    };
    let hands: Vec<usize> = (0..log.hands.len()).filter(paid).collect();
    let result = bad.hands[*chance.pick(&hands)?].result.as_mut()?;
    let payments = result.payments.as_mut()?;
    let at = chance.below(payments.len());
    let payment = payments.get_mut(at)?;
    payment.points += more;
    if let Some(deltas) = &mut result.deltas {
        deltas[payment.from] -= more;
        deltas[payment.to] += more;
    }
    Some(bad)
}
