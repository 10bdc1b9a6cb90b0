//! The set of options that a computation read.
//!
//! An option that was not read had no effect. Two rule sets that agree in all options read therefore give the same
//! replay and the same payments. The inverse audit relies on that (`audit::inverse`).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A set of options of one system, one bit each in the order of their declarations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct OptionSet(u128);

impl OptionSet {
    /// Maximum number of options in a system.
    pub const MOST: usize = 128;

    /// Every option.
    pub const ALL: OptionSet = OptionSet(u128::MAX);

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

    /// The first and the second 64 positions.
    const fn halves(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }
}

/// The options read so far. Atomic, because threads share the rules; recording a read never changes an answer.
#[derive(Debug, Default)]
pub struct OptionReads([AtomicU64; 2]);

impl OptionReads {
    /// Records these options as read.
    pub fn note(&self, options: OptionSet) {
        for (read, half) in self.0.iter().zip(options.halves()) {
            // Usually they are recorded already, and a load is cheaper than a write.
            if half != 0 && read.load(Relaxed) & half != half {
                read.fetch_or(half, Relaxed);
            }
        }
    }

    /// Returns the options read since the last call, and clears the set.
    pub fn take(&self) -> OptionSet {
        let [low, high] = self.0.each_ref().map(|read| u128::from(read.swap(0, Relaxed)));
        OptionSet(low | high << 64)
    }
}
