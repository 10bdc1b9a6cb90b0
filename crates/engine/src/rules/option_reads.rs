//! Which options were asked: the read set of whatever was worked out since it was last looked at.
//!
//! What was never asked changed nothing. So two rule sets that agree in all that was asked give the same replay and the
//! same payments, whatever else they disagree in; the inverse audit rests on that (`audit::inverse`).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Options of a system, a bit each in the order of their declarations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OptionSet(u64);

impl OptionSet {
    /// As many options as a system may have.
    pub const MOST: usize = 64;

    /// Every option.
    pub const ALL: OptionSet = OptionSet(u64::MAX);

    /// The one option that is declared at this place.
    pub const fn of(place: usize) -> OptionSet {
        OptionSet(if place < OptionSet::MOST { 1 << place } else { 0 })
    }

    /// Those of either.
    #[must_use]
    pub const fn or(self, other: OptionSet) -> OptionSet {
        OptionSet(self.0 | other.0)
    }

    /// Those of both.
    #[must_use]
    pub const fn and(self, other: OptionSet) -> OptionSet {
        OptionSet(self.0 & other.0)
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The places of their declarations, in order.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..OptionSet::MOST).filter(move |&place| !self.and(OptionSet::of(place)).is_empty())
    }
}

/// The options asked so far. Rules are shared between threads, hence the atomic; what is noted never changes an answer.
#[derive(Debug, Default)]
pub struct Asked(AtomicU64);

impl Asked {
    /// Notes that these were asked.
    pub fn note(&self, options: OptionSet) {
        // Nearly always it is noted already, and reading is cheaper than writing.
        if self.0.load(Relaxed) & options.0 != options.0 {
            self.0.fetch_or(options.0, Relaxed);
        }
    }

    /// Those asked since this was last called.
    pub fn take(&self) -> OptionSet {
        OptionSet(self.0.swap(0, Relaxed))
    }
}
