//! Compares the journal with the rows in the background, a few pages at a time, for metrics and readiness. The content of
//! logs and reports is left to `caipan check-database`.

use super::{App, AppError, now};
use crate::store::{JournalPosition, Tenant};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between the beginnings of two passes over all tenants.
const EVERY: Duration = Duration::from_hours(1);
/// Pages of a turn: one that is full, or several that are nearly empty.
const PAGES: usize = 16;
const ENTRIES: u64 = 256;
/// Mismatches of a pass that are logged.
const LOGGED: u64 = 20;

/// The result of the last pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalState {
    /// The rows and entries that disagree, as the last pass or the current one found.
    pub mismatches: u64,
    /// When the last pass ended, in microseconds since 1970; `None` before the first has.
    pub compared_at: Option<i64>,
}

/// The state of the comparison in this process.
#[derive(Debug, Default)]
pub(super) struct JournalWatch(Mutex<Pass>);

#[derive(Debug, Default)]
struct Pass {
    began: Option<Instant>,
    left: VecDeque<(Tenant, String)>,
    at: JournalPosition,
    found: u64,
    last: JournalState,
}

impl JournalWatch {
    fn change<T>(&self, change: impl FnOnce(&mut Pass) -> T) -> T {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl App {
    /// The last result of the comparison of the journal.
    pub fn journal(&self) -> JournalState {
        self.journal.change(|pass| JournalState { mismatches: pass.last.mismatches.max(pass.found), ..pass.last })
    }

    /// Compares the next pages, or begins a pass if one is due.
    pub(super) async fn watch_journal(&self) -> Result<(), AppError> {
        let is_due =
            self.journal.change(|pass| pass.left.is_empty() && pass.began.is_none_or(|began| began.elapsed() >= EVERY));
        if is_due {
            let tenants = self.query(|store| Ok(store.tenants()?)).await?;
            self.journal.change(|pass| {
                *pass = Pass { began: Some(Instant::now()), left: tenants.into(), last: pass.last, ..Pass::default() };
            });
        }
        let mut entries = 0;
        for _ in 0..PAGES {
            let next = self.journal.change(|pass| Some((pass.left.front()?.clone(), pass.at.clone())));
            let Some(((tenant, name), at)) = next else { break };
            let page = self.query(move |store| Ok(store.compare_journal(tenant, &at)?)).await?;
            let before = self.journal.change(|pass| {
                let before = pass.found;
                pass.found += page.found.len() as u64;
                match page.next {
                    Some(next) => pass.at = next,
                    None => {
                        pass.left.pop_front();
                        pass.at = JournalPosition::default();
                    }
                }
                if pass.left.is_empty() {
                    pass.last = JournalState { mismatches: pass.found, compared_at: Some(now()) };
                    pass.found = 0;
                }
                before
            });
            let logged = usize::try_from(LOGGED.saturating_sub(before)).unwrap_or(usize::MAX);
            for mismatch in page.found.iter().take(logged) {
                tracing::error!(tenant = name, "{mismatch}; see docs/operations.md");
            }
            self.metrics.levels.set_journal(self.journal());
            entries += page.entries;
            if entries >= ENTRIES {
                break;
            }
        }
        Ok(())
    }
}
