//! The meter of an audit: counts its work and asks its owner from time to time whether it may go on. Clocks and threads
//! are left to the owner.

use std::cell::Cell;

/// The units of work between two questions.
const INTERVAL: u64 = 256;

/// Counts the work of an audit, so that its owner can stop it. A stopped audit has no result.
///
/// The unit is about one replayed event. The number depends on the log and the rules only.
pub struct Meter<'a> {
    done: Cell<u64>,
    /// The work at which the owner is asked again.
    ask_at: Cell<u64>,
    stopped: Cell<bool>,
    goes_on: Option<&'a dyn Fn(u64) -> bool>,
}

impl<'a> Meter<'a> {
    /// Returns a meter that never stops an audit.
    pub const fn unlimited() -> Meter<'a> {
        Meter { done: Cell::new(0), ask_at: Cell::new(u64::MAX), stopped: Cell::new(false), goes_on: None }
    }

    /// Returns a meter that asks whether the audit may go on, given the work done so far. After the first `false` it does
    /// not ask again.
    pub const fn asking(goes_on: &'a dyn Fn(u64) -> bool) -> Meter<'a> {
        Meter { ask_at: Cell::new(0), goes_on: Some(goes_on), ..Meter::unlimited() }
    }

    /// Returns the work done so far.
    pub fn work(&self) -> u64 {
        self.done.get()
    }

    /// Returns whether the audit was stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Counts some work. Returns whether the audit may go on.
    pub(crate) fn spend(&self, units: usize) -> bool {
        let done = self.done.get().saturating_add(units as u64);
        self.done.set(done);
        if done >= self.ask_at.get() && !self.stopped.get() {
            self.ask_at.set(done.saturating_add(INTERVAL));
            self.stopped.set(self.goes_on.is_some_and(|goes_on| !goes_on(done)));
        }
        !self.stopped.get()
    }
}
