//! Numbers to build values from, drawn from a seed or from a fuzzer's bytes.

use caipan_lab::generate::Rng;

/// A source of numbers.
pub trait Draw {
    /// Draws a number below `n`; 0 where there is none.
    fn below(&mut self, n: usize) -> usize;

    /// Returns true in about `percent` of a hundred cases.
    fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Makes a value in about seven of ten cases.
    fn maybe<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.percent(70) { Some(make(self)) } else { None }
    }
}

impl Draw for Rng {
    fn below(&mut self, n: usize) -> usize {
        Rng::below(self, n)
    }
}

/// The bytes of a fuzzer: one per number, two where the range exceeds 256, zeros after the end. Each place of the input
/// decides one thing, so that a fuzzer can learn its effect.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Returns whether all bytes are used.
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
