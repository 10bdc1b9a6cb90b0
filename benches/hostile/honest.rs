//! Clients that store logs, wait for their answers and come again when they are refused.

use crate::client::Client;
use crate::corpus::Corpus;
use std::time::{Duration, Instant};

/// The pause before a refused request is sent again.
const PAUSE: Duration = Duration::from_millis(50);
/// The pause between two logs.
const BETWEEN: Duration = Duration::from_millis(20);

/// The logs of honest clients, and their destination.
pub struct Honest {
    address: String,
    corpus: Corpus,
}

/// The answers that honest clients got.
#[derive(Default)]
pub struct Waited {
    pub stored: u64,
    pub refused: u64,
    pub closed: u64,
    /// The longest time until an answer of any status.
    pub answer: Duration,
    /// The longest time until a log was stored, with all refusals.
    pub log: Duration,
    all: Vec<Duration>,
}

impl Honest {
    pub fn new(address: &str) -> Honest {
        Honest { address: address.to_owned(), corpus: Corpus::new(1) }
    }

    /// Stores one log after another until this time, and the last one after it.
    pub fn store(&self, until: Instant) -> Waited {
        let (mut waited, mut body, mut client) = (Waited::default(), Vec::new(), None);
        while Instant::now() < until {
            self.corpus.next(&mut body);
            let began = Instant::now();
            while !self.is_stored(&mut client, &body, &mut waited) {
                std::thread::sleep(PAUSE);
            }
            waited.stored += 1;
            waited.log = waited.log.max(began.elapsed());
            waited.all.push(began.elapsed());
            std::thread::sleep(BETWEEN);
        }
        waited
    }

    /// Sends a log once.
    fn is_stored(&self, client: &mut Option<Client>, body: &[u8], waited: &mut Waited) -> bool {
        let began = Instant::now();
        let open = client.take().map_or_else(|| Client::attempt(&self.address), Ok);
        let answered = open.and_then(|mut open| Ok((open.try_ask("POST /v1/logs", body)?, open)));
        waited.answer = waited.answer.max(began.elapsed());
        match answered {
            Ok(((200 | 201, _), open)) => {
                *client = Some(open);
                return true;
            }
            // A refusal may close the connection.
            Ok(((503, _), _)) => waited.refused += 1,
            Ok(((status, answer), _)) => panic!("{status} {}", String::from_utf8_lossy(&answer)),
            Err(_) => waited.closed += 1,
        }
        false
    }
}

impl Waited {
    /// Adds what another client saw.
    pub fn and(mut self, other: Waited) -> Waited {
        self.all.extend(other.all);
        Waited {
            stored: self.stored + other.stored,
            refused: self.refused + other.refused,
            closed: self.closed + other.closed,
            answer: self.answer.max(other.answer),
            log: self.log.max(other.log),
            all: self.all,
        }
    }

    pub fn median(mut self) -> Duration {
        self.all.sort();
        self.all.get(self.all.len() / 2).copied().unwrap_or_default()
    }
}
