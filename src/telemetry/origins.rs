//! The traces in which recent logs were stored, so that their webhook messages can continue them.
//!
//! They are kept in memory only: a message that is sent later, or by another replica, begins a trace of its own.

use super::TraceParent;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// The number of logs that are remembered.
const MOST: usize = 1024;

/// The traces of recently stored logs.
#[derive(Debug, Default)]
pub struct Origins(Mutex<VecDeque<(String, TraceParent)>>);

impl Origins {
    /// Remembers the trace in which the caller stores a log, if it belongs to one.
    pub fn note(&self, log: &str) {
        let Some(parent) = TraceParent::current() else { return };
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST {
            all.pop_front();
        }
        all.push_back((log.to_owned(), parent));
    }

    /// The trace in which a log was stored.
    pub fn of(&self, log: &str) -> Option<TraceParent> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().rev().find(|(id, _)| id == log).map(|(_, parent)| parent.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::telemetry::{parent, within};

    #[tokio::test]
    async fn the_oldest_are_forgotten() {
        let origins = Origins::default();
        origins.note("none");
        assert_eq!(origins.of("none"), None, "no trace");
        let given = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        let parent = parent(Some(given), None);
        within(parent.clone(), async {
            for at in 0..=MOST {
                origins.note(&at.to_string());
            }
        })
        .await;
        assert_eq!((origins.of("0"), origins.of("1")), (None, parent));
        assert_eq!(origins.0.lock().expect("no panic").len(), MOST);
    }
}
