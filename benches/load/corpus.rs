//! An endless supply of distinct logs: matches of all regions with varying game ids, players and client versions.

use caipan::generate::faults::{inject, kinds};
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::log::{GameLog, RulesDeclared, write};
use caipan::rules::{Ruleset, SYSTEMS, resolve};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};

/// Number of template matches.
const MATCHES: usize = 300;
/// Number of players.
const PLAYERS: u64 = 20_000;
/// One match in this many has a fault.
const FAULTY: u64 = 20;

/// The supply of logs, shared by all senders.
pub struct Corpus {
    /// The matches, each as the pieces around the varying parts.
    matches: Vec<Vec<String>>,
    /// Hands per match.
    pub hands: usize,
    next: AtomicU64,
}

impl Corpus {
    /// Creates a corpus of matches with this many hands.
    pub fn new(hands: usize) -> Corpus {
        let presets: Vec<_> = SYSTEMS.iter().map(|system| system.presets[0].id).collect();
        let mut all = Vec::new();
        for preset in &presets {
            let declared = RulesDeclared { system: (*preset).to_owned(), ..Default::default() };
            let ruleset = resolve(&declared).unwrap();
            let config = MatchConfig { hands, ..MatchConfig::default() };
            let played = matches(&ruleset, 7, config).filter(|log| log.hands.len() == hands);
            for (at, log) in (0..).zip(played.take(MATCHES / presets.len())) {
                let with_fault = (at % FAULTY == 0).then(|| with_fault(&ruleset, &log)).flatten();
                all.push(pieces(with_fault.unwrap_or(log)));
            }
        }
        Corpus { matches: all, hands, next: AtomicU64::new(0) }
    }

    /// Returns the average size of a log in bytes.
    pub fn size(&self) -> usize {
        let mut body = Vec::new();
        let size = |_| {
            self.next(&mut body);
            body.len()
        };
        (0..self.matches.len()).map(size).sum::<usize>() / self.matches.len()
    }

    /// Writes the next log to `body`.
    pub fn next(&self, body: &mut Vec<u8>) {
        self.write(self.next.fetch_add(1, Ordering::Relaxed), body);
    }

    /// Writes the log of this number to `body`, always the same.
    pub fn write(&self, number: u64, body: &mut Vec<u8>) {
        let one = &self.matches[usize::try_from(number).unwrap() % self.matches.len()];
        let mut chance = Rng::nth(1, number);
        body.clear();
        for piece in one {
            match piece.as_str() {
                "@game" => write!(body, "game-{number:013}"),
                "@version" => write!(body, "1.{}", number / 7 % 5),
                "@player" => write!(body, "player-{:07}", chance.below(PLAYERS as usize)),
                piece => write!(body, "{piece}"),
            }
            .unwrap();
        }
    }
}

fn with_fault(ruleset: &Ruleset, log: &GameLog) -> Option<GameLog> {
    let kind = kinds().find(|kind| kind.code == "A702")?;
    Some(inject(ruleset, log, kind, &mut Rng::nth(3, 1))?.1)
}

/// Splits the text of a log into pieces; a piece that begins with `@` is a varying part.
fn pieces(mut log: GameLog) -> Vec<String> {
    log.id = "@game@".to_owned();
    log.source.platform = Some("rooms".to_owned());
    log.source.client = Some("app".to_owned());
    log.source.version = Some("@version@".to_owned());
    for player in &mut log.players {
        player.id = "@player@".to_owned();
    }
    let text = write(&log);
    let named = |piece: &str| {
        if ["game", "version", "player"].contains(&piece) { format!("@{piece}") } else { piece.to_owned() }
    };
    text.split('@').map(named).collect()
}
