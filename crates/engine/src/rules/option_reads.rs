//! The set of options that a computation read.
//!
//! An option that was not read had no effect. Two rule sets that agree in all options read therefore give the same
//! replay and the same payments. The inverse audit relies on that (`audit::inverse`).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A set of options of one system, one bit each in the order of their declarations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OptionSet(u64);

impl OptionSet {
    /// Maximum number of options in a system.
    pub const MOST: usize = 64;

    /// Every option.
    pub const ALL: OptionSet = OptionSet(u64::MAX);

    /// The option declared at this position.
    pub const fn of(place: usize) -> OptionSet {
        OptionSet(if place < OptionSet::MOST { 1 << place } else { 0 })
    }

    /// The union.
    #[must_use]
    pub const fn or(self, other: OptionSet) -> OptionSet {
        OptionSet(self.0 | other.0)
    }

    /// The intersection.
    #[must_use]
    pub const fn and(self, other: OptionSet) -> OptionSet {
        OptionSet(self.0 & other.0)
    }

    /// True if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The positions of the declarations, in order.
    pub fn places(self) -> impl Iterator<Item = usize> {
        (0..OptionSet::MOST).filter(move |&place| !self.and(OptionSet::of(place)).is_empty())
    }
}

/// The options read so far. Atomic, because threads share the rules; recording a read never changes an answer.
#[derive(Debug, Default)]
pub struct OptionReads(AtomicU64);

impl OptionReads {
    /// Records these options as read.
    pub fn note(&self, options: OptionSet) {
        // Usually they are recorded already, and a load is cheaper than a write.
        if self.0.load(Relaxed) & options.0 != options.0 {
            self.0.fetch_or(options.0, Relaxed);
        }
    }

    /// Returns the options read since the last call, and clears the set.
    pub fn take(&self) -> OptionSet {
        OptionSet(self.0.swap(0, Relaxed))
    }
}
