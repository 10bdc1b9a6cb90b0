//! When a webhook sends: the pauses after failures, the throttle, and what becomes of a message. No clock is read here;
//! the time of each try is an argument, in microseconds since 1970.

use crate::store::{DeadLetter, LateMessage, WebhookRow};
use crate::webhook_client::DeliveryOutcome;
use sha2::{Digest, Sha256};
use std::time::Duration;

/// The longest pause between two tries, also if a receiver asks for more by `Retry-After`.
pub(super) const LONGEST: Duration = Duration::from_hours(6);
/// Dead letters in a row before the webhook is paused.
const ENOUGH: i32 = 3;
/// Failures in a row after which a webhook without an order holds everything: its receiver is down, not a message bad.
const DOWN: i32 = 3;
/// Late messages of a webhook; at as many it takes no new one.
pub(super) const MOST_LATE: i64 = 1000;

/// The settings of retries.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The first pause.
    pub(super) first: Duration,
    /// The tries of a message before it is given up.
    pub(super) tries: i32,
}

/// A message of a webhook and the tries it had.
#[derive(Clone, Debug)]
pub(super) enum Attempt {
    /// The next message of the feed.
    Next(i64),
    /// A late message.
    Late(LateMessage),
    /// A dead letter that is sent again.
    Dead(DeadLetter),
}

impl Attempt {
    /// The sequence number of the event.
    pub(super) fn place(&self) -> i64 {
        match self {
            Attempt::Next(place) => *place,
            Attempt::Late(late) => late.place,
            Attempt::Dead(dead) => dead.place,
        }
    }

    /// The failed tries so far.
    pub(super) fn tries(&self, row: &WebhookRow) -> i32 {
        match self {
            Attempt::Next(_) if row.ordered == 1 => row.tries,
            Attempt::Next(_) => 0,
            Attempt::Late(late) => late.tries,
            Attempt::Dead(dead) => dead.tries,
        }
    }
}

/// The rows that a try leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Left {
    /// Messages that were given up.
    pub(super) dead: Vec<DeadLetter>,
    /// Dead letters that arrived.
    pub(super) revived: Vec<i64>,
    /// Messages to try again.
    pub(super) late: Vec<LateMessage>,
    /// Late messages that arrived or were given up.
    pub(super) settled: Vec<i64>,
}

/// The pause after a number of tries: four times longer each time, up to six hours, with a jitter of a quarter. The jitter
/// is derived from the message, so that retries to one receiver spread and the pause is reproducible.
pub fn wait(first: Duration, webhook: &str, place: i64, tries: i32) -> Duration {
    let power = u32::try_from(tries.clamp(1, 15) - 1).unwrap_or_default();
    let whole = first.saturating_mul(4_u32.saturating_pow(power)).min(LONGEST);
    let digest = Sha256::digest(format!("{webhook} {place} {tries}"));
    let share = digest.iter().take(2).fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte)) % 501;
    whole * (750 + share) / 1000
}

/// The time to wait before the next try of a throttled webhook: tries are spread evenly over the minute.
pub(super) fn pause_before(row: &WebhookRow, at: i64) -> Option<Duration> {
    let apart = 60_000_000 / i64::from(row.per_minute?.max(1));
    // A clock that was set back costs one pause at most.
    let left = (row.tried_at? + apart - at).min(apart);
    u64::try_from(left).ok().filter(|left| *left > 0).map(Duration::from_micros)
}

/// The reason of a try whose signing secret no key opens.
pub(super) const LOCKED: &str = "secret-locked";

/// The pause before a webhook whose signing secret no key opens is looked at again.
const WITHOUT_KEY: Duration = Duration::from_mins(1);

impl Schedule {
    /// Records the outcome of a try at time `at` in the row, and returns the other rows to write.
    pub(super) fn note(self, row: &mut WebhookRow, attempt: Attempt, outcome: DeliveryOutcome, at: i64) -> Left {
        row.tried_at = Some(at);
        let mut left = Left::default();
        match outcome {
            DeliveryOutcome::Taken { .. } => {
                // A dead letter that arrives says nothing about a message that holds the others.
                if row.ordered == 0 || row.tries == 0 || matches!(attempt, Attempt::Next(_)) {
                    (row.tries, row.given_up, row.said) = (0, 0, None);
                }
                match attempt {
                    Attempt::Next(place) => row.place = place,
                    Attempt::Late(late) => left.settled.push(late.place),
                    Attempt::Dead(dead) => left.revived.push(dead.place),
                }
            }
            DeliveryOutcome::Failed { why, wait } => {
                row.said = Some(why.clone());
                self.failed(row, attempt, why, wait.unwrap_or_default().min(LONGEST), at, &mut left);
            }
        }
        left
    }

    fn failed(self, row: &mut WebhookRow, attempt: Attempt, why: String, asked: Duration, at: i64, left: &mut Left) {
        // Nothing was sent, and it is no fault of the receiver: everything stays as it is until the key is back.
        if why == LOCKED {
            row.due_at = after(at, WITHOUT_KEY);
            return;
        }
        // The receiver is gone for good. The message stays where it is.
        if why == "http-410" {
            row.paused_at = Some(at);
        }
        let (tenant, webhook) = (row.tenant, row.seq);
        match attempt {
            Attempt::Dead(dead) => {
                row.due_at = after(at, self.first.max(asked));
                left.dead.push(DeadLetter { tries: dead.tries + 1, at, said: why, again: 0, ..dead });
            }
            Attempt::Next(place) if row.ordered == 1 => {
                row.tries += 1;
                row.due_at = after(at, wait(self.first, &row.id, place, row.tries).max(asked));
                if row.paused_at.is_none() && row.tries >= self.tries {
                    left.dead.push(DeadLetter { tenant, webhook, place, tries: row.tries, at, said: why, again: 0 });
                    (row.place, row.tries) = (place, 0);
                    row.due_at = after(at, self.first.max(asked));
                    self.count_given_up(row, at);
                }
            }
            Attempt::Next(_) | Attempt::Late(_) if row.paused_at.is_some() => {}
            Attempt::Next(_) | Attempt::Late(_) => {
                let (place, before) = match attempt {
                    Attempt::Late(late) => (late.place, late.tries),
                    other => {
                        row.place = other.place();
                        (row.place, 0)
                    }
                };
                let tries = before + 1;
                if tries >= self.tries {
                    left.settled.push(place);
                    left.dead.push(DeadLetter { tenant, webhook, place, tries, at, said: why, again: 0 });
                    self.count_given_up(row, at);
                } else {
                    let due_at = after(at, wait(self.first, &row.id, place, tries).max(asked));
                    left.late.push(LateMessage { tenant, webhook, place, tries, due_at, said: why });
                }
                row.tries += 1;
                let down = row.tries - DOWN + 1;
                let hold = if down > 0 { wait(self.first, &row.id, 0, down) } else { Duration::ZERO };
                row.due_at = after(at, hold.max(asked));
                if down > self.tries {
                    row.paused_at = Some(at);
                }
            }
        }
    }

    /// Counts a message that was given up, and pauses the webhook after several in a row.
    fn count_given_up(self, row: &mut WebhookRow, at: i64) {
        row.given_up += 1;
        if row.given_up >= ENOUGH {
            row.paused_at = Some(at);
        }
    }
}

fn after(at: i64, pause: Duration) -> i64 {
    at.saturating_add(i64::try_from(pause.as_micros()).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000;
    const USUAL: Schedule = Schedule { first: Duration::from_secs(5), tries: 19 };

    fn row(ordered: bool) -> WebhookRow {
        WebhookRow {
            seq: 1,
            tenant: 1,
            id: "a".to_owned(),
            url: String::new(),
            secret: Vec::new(),
            filter: String::new(),
            made_at: 0,
            place: 0,
            tries: 0,
            due_at: 0,
            given_up: 0,
            paused_at: None,
            lease: 0,
            leased_until: 0,
            again: 0,
            said: None,
            tried_at: None,
            old_secret: None,
            old_until: None,
            ordered: i32::from(ordered),
            per_minute: None,
            late_at: None,
            owner: None,
        }
    }

    fn failed(why: &str, wait: Option<u64>) -> DeliveryOutcome {
        DeliveryOutcome::Failed { why: why.to_owned(), wait: wait.map(Duration::from_secs) }
    }

    fn taken() -> DeliveryOutcome {
        DeliveryOutcome::Taken { status: 204 }
    }

    #[test]
    fn waits_grow_up_to_six_hours_and_differ_a_little() {
        let first = Duration::from_secs(5);
        let waits: Vec<Duration> = (1..=12).map(|tries| wait(first, "a", 1, tries)).collect();
        for (tries, waited) in (0_u32..).zip(&waits) {
            let whole = first.saturating_mul(4_u32.pow(tries)).min(LONGEST);
            assert!((whole * 3 / 4..=whole * 5 / 4).contains(waited), "{tries}: {waited:?}");
        }
        assert_eq!(waits, (1..=12).map(|tries| wait(first, "a", 1, tries)).collect::<Vec<_>>());
        let others: std::collections::BTreeSet<Duration> = (0..100).map(|place| wait(first, "a", place, 8)).collect();
        assert!(others.len() > 50, "they come back one after the other: {}", others.len());
    }

    /// A message that always fails is tried for about three days, then the next one follows.
    #[test]
    fn a_message_is_tried_for_three_days() {
        let (mut row, mut at, mut tries) = (row(true), SECOND, 0);
        let dead = loop {
            tries += 1;
            let left = USUAL.note(&mut row, Attempt::Next(1), failed("http-500", None), at);
            if let Some(dead) = left.dead.into_iter().next() {
                break dead;
            }
            assert!(row.due_at > at && row.place == 0 && row.tries == tries, "it holds the next one");
            at = row.due_at;
        };
        let hours = at / SECOND / 3600;
        assert!((60..=90).contains(&hours), "{hours} hours");
        assert_eq!((dead.tries, tries, row.place, row.tries, row.paused_at), (19, 19, 1, 0, None));
        // The third message in a row that is given up pauses the webhook.
        let short = Schedule { tries: 1, ..USUAL };
        short.note(&mut row, Attempt::Next(2), failed("timeout", None), at);
        assert_eq!(row.paused_at, None);
        short.note(&mut row, Attempt::Next(3), failed("timeout", None), at);
        assert_eq!((row.paused_at, row.place), (Some(at), 3));
    }

    #[test]
    fn the_wait_that_a_receiver_asks_for_is_bounded() {
        for ordered in [true, false] {
            for (asked, expected) in [(3600, 3600), (u64::MAX, 6 * 3600), (i64::MAX.unsigned_abs(), 6 * 3600)] {
                let mut row = row(ordered);
                USUAL.note(&mut row, Attempt::Next(1), failed("http-429", Some(asked)), 0);
                assert_eq!(row.due_at / SECOND, expected, "{ordered} {asked}");
            }
            let mut row = row(ordered);
            USUAL.note(&mut row, Attempt::Next(1), failed("http-503", Some(0)), 0);
            assert!(row.due_at <= 7 * SECOND, "the usual pause at most: {}", row.due_at);
        }
    }

    #[test]
    fn gone_pauses_and_keeps_the_message() {
        for (ordered, attempt) in [
            (true, Attempt::Next(1)),
            (false, Attempt::Next(1)),
            (
                false,
                Attempt::Late(LateMessage {
                    tenant: 1,
                    webhook: 1,
                    place: 1,
                    tries: 18,
                    due_at: 0,
                    said: "timeout".to_owned(),
                }),
            ),
        ] {
            let mut row = row(ordered);
            let left = USUAL.note(&mut row, attempt, failed("http-410", None), 7);
            assert_eq!((row.paused_at, row.place, left), (Some(7), 0, Left::default()), "{ordered}");
        }
        let (mut row, dead) =
            (row(true), DeadLetter { tenant: 1, webhook: 1, place: 1, tries: 3, at: 0, said: String::new(), again: 1 });
        let left = USUAL.note(&mut row, Attempt::Dead(dead), failed("http-410", None), 7);
        assert_eq!((row.paused_at, left.dead.len(), left.dead[0].tries), (Some(7), 1, 4));
    }

    #[test]
    fn locked_secret_costs_no_try_and_no_message() {
        for attempt in [
            Attempt::Next(1),
            Attempt::Late(LateMessage { tenant: 1, webhook: 1, place: 1, tries: 18, due_at: 0, said: String::new() }),
        ] {
            for ordered in [true, false] {
                let mut row = row(ordered);
                for turn in 1..100 {
                    let left = USUAL.note(&mut row, attempt.clone(), failed(LOCKED, None), turn);
                    assert_eq!(
                        (left, row.tries, row.given_up, row.paused_at, row.place),
                        (Left::default(), 0, 0, None, 0)
                    );
                    assert_eq!((row.due_at, row.said.as_deref()), (turn + 60 * SECOND, Some(LOCKED)));
                }
            }
        }
    }

    /// Without an order a bad message waits alone; a receiver that takes nothing holds everything.
    #[test]
    fn without_an_order_others_go_on() {
        let mut row = row(false);
        let left = USUAL.note(&mut row, Attempt::Next(1), failed("http-500", None), 0);
        let late = left.late.into_iter().next().expect("it waits");
        assert_eq!((row.place, row.due_at, late.place, late.tries), (1, 0, 1, 1), "the next one follows at once");
        USUAL.note(&mut row, Attempt::Next(2), taken(), 0);
        assert_eq!((row.place, row.tries, row.said.as_deref()), (2, 0, None));
        // The late message fails again and waits longer, and arrives in the end.
        let left = USUAL.note(&mut row, Attempt::Late(late.clone()), failed("http-500", None), late.due_at);
        let again = left.late.into_iter().next().expect("it waits");
        assert!(again.tries == 2 && again.due_at - late.due_at > 2 * late.due_at && row.place == 2, "{again:?}");
        let left = USUAL.note(&mut row, Attempt::Late(again), taken(), 0);
        assert_eq!((left.settled, row.place), (vec![1], 2));

        // The third failure in a row holds the webhook, longer each time, and in the end pauses it.
        let mut at = 0;
        for place in 3..=4 {
            USUAL.note(&mut row, Attempt::Next(place), failed("timeout", None), at);
            assert_eq!(row.due_at, at);
        }
        for place in 5..=24 {
            let before = row.paused_at;
            USUAL.note(&mut row, Attempt::Next(place), failed("timeout", None), at);
            assert!(row.due_at > at && before.is_none(), "{place}");
            at = row.due_at;
        }
        assert!(row.paused_at.is_some() && at / SECOND / 3600 > 60, "after days: {at}");
    }

    #[test]
    fn a_late_message_is_given_up_after_its_last_try() {
        let late = LateMessage { tenant: 1, webhook: 1, place: 4, tries: 18, due_at: 0, said: "timeout".to_owned() };
        let mut row = row(false);
        let left = USUAL.note(&mut row, Attempt::Late(late), failed("http-500", None), 9);
        assert_eq!((left.settled, left.late, left.dead.len()), (vec![4], vec![], 1));
        assert_eq!((left.dead[0].place, left.dead[0].tries, row.given_up), (4, 19, 1));
    }

    #[test]
    fn a_throttle_spreads_tries_over_the_minute() {
        let row = |tried_at| WebhookRow { per_minute: Some(30), tried_at, ..row(true) };
        assert_eq!(pause_before(&row(None), 0), None);
        assert_eq!(pause_before(&row(Some(0)), 0), Some(Duration::from_secs(2)));
        assert_eq!(pause_before(&row(Some(0)), SECOND / 2), Some(Duration::from_millis(1500)));
        assert_eq!(pause_before(&row(Some(0)), 2 * SECOND), None);
        assert_eq!(pause_before(&row(Some(3600 * SECOND)), 0), Some(Duration::from_secs(2)), "the clock was set back");
        assert_eq!(pause_before(&super::tests::row(true), 0), None, "no throttle");
    }
}
