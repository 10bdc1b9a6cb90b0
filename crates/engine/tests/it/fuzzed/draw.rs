//! Numbers to build things from: from a seed, or from the bytes that a fuzzer chooses.

use caipan_lab::generate::Rng;

/// Where the numbers come from.
pub trait Draw {
    /// A number below `n`; 0 where there is none.
    fn below(&mut self, n: usize) -> usize;

    /// Yes, in about so many of a hundred cases.
    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of these, or nothing seven times in ten.
    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.percent(70) { Some(make(self)) } else { None }
    }
}

impl Draw for Rng {
    fn below(&mut self, n: usize) -> usize {
        Rng::below(self, n)
    }
}

/// The bytes of a fuzzer: one a number, two where there is more to choose from; zeros at the end. What stands at one place
/// of the input decides one thing, so that a fuzzer can learn what.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Whether all of them are used.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn take(&mut self) -> usize {
        self.0.split_off_first().map_or(0, |&byte| usize::from(byte))
    }
}

impl Draw for Bytes<'_> {
    fn below(&mut self, n: usize) -> usize {
        let low = self.take();
        let number = if n > 256 { low | (self.take() << 8) } else { low };
        if n == 0 { 0 } else { number % n }
    }
}
