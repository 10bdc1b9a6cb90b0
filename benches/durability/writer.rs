//! A client that sends batches, and sends again what was not acknowledged.

use crate::client::lines;
use crate::cluster::Cluster;
use crate::corpus::Corpus;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Lines of a batch.
const LINES: u64 = 500;
/// The pause after a batch that broke off.
const PAUSE: Duration = Duration::from_millis(20);
/// Timeout of the retries of the last batch.
const PATIENCE: Duration = Duration::from_mins(2);

/// A client and what it was told.
pub struct Writer {
    number: u64,
    writers: u64,
    next: u64,
    /// The number and the id of each acknowledged log.
    pub acknowledged: Vec<(u64, String)>,
    /// Batches that ended before their last answer.
    pub broken: u64,
    /// Lines sent again.
    pub again: u64,
    /// Lines sent again that had been stored.
    pub replayed: u64,
}

impl Writer {
    pub fn new(number: usize, writers: usize) -> Writer {
        let (number, writers) = (number as u64, writers as u64);
        Writer { number, writers, next: 0, acknowledged: Vec::new(), broken: 0, again: 0, replayed: 0 }
    }

    /// Sends batches until `over`, and then until the last one is acknowledged.
    pub fn run(mut self, corpus: &Corpus, cluster: &Cluster, over: &AtomicBool) -> Writer {
        while !over.load(Ordering::Relaxed) {
            let first = self.next;
            self.next += LINES;
            // No two writers send the same log.
            let mut pending: Vec<u64> = (first..self.next).map(|at| at * self.writers + self.number).collect();
            let began = Instant::now();
            while !pending.is_empty() {
                assert!(began.elapsed() < PATIENCE, "nothing is stored any more");
                let before = pending.len();
                self.send(corpus, cluster, &mut pending);
                self.again += pending.len() as u64;
                if before == pending.len() {
                    std::thread::sleep(PAUSE);
                }
            }
        }
        self
    }

    /// Sends these logs once and keeps those that were not acknowledged.
    fn send(&mut self, corpus: &Corpus, cluster: &Cluster, pending: &mut Vec<u64>) {
        let mut unsent: VecDeque<u64> = pending.iter().copied().collect();
        let more = |body: &mut Vec<u8>| {
            let next = unsent.pop_front();
            next.inspect(|next| corpus.write(*next, body)).is_some()
        };
        let (mut refused, mut answered) = (Vec::new(), 0);
        let ended = lines(&cluster.address(self.number as usize), more, |line| {
            let answer: Value = serde_json::from_str(line).unwrap();
            // A batch that is cut off by the service ends with a problem of its own.
            let Some(number) = pending.get(answered).copied() else { return };
            match answer["status"].as_u64() {
                Some(status @ (200 | 201)) => {
                    assert_eq!(answer["line"], answered as u64 + 1, "{line}");
                    self.replayed += u64::from(status == 200);
                    self.acknowledged.push((number, answer["id"].as_str().unwrap().to_owned()));
                }
                Some(503) => refused.push(number),
                _ => panic!("{line}"),
            }
            answered += 1;
        });
        self.broken += u64::from(ended.is_err());
        pending.drain(..answered);
        refused.append(pending);
        *pending = refused;
    }
}
