//! A small seeded random number generator (splitmix64). The same seed gives the same numbers on every machine.

/// A stream of random numbers.
#[derive(Clone, Copy, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates the stream of a seed.
    pub const fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Creates a separate stream for item `number` of this seed.
    pub fn nth(seed: u64, number: u64) -> Rng {
        let mut chance = Rng(seed ^ number.wrapping_mul(0xA076_1D64_78BD_642F));
        chance.draw();
        chance
    }

    /// The next number.
    pub const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`; 0 if `n` is 0.
    pub const fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.draw() % n as u64) as usize }
    }

    /// Returns true in `percent` of 100 cases.
    pub const fn percent(&mut self, percent: u8) -> bool {
        self.below(100) < percent as usize
    }

    /// Picks an element; `None` if there is none.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// Shuffles the elements in place.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }
}
