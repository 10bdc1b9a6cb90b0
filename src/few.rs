//! A few small things in a row, kept where their owner is: no allocation as long as there is room, and a copy of them is a copy of
//! bytes.
//!
//! A [`SmallVec`] knows the first but clones its elements one by one. A search copies tables by the thousand, so that counts.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

use smallvec::SmallVec;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// Things that can be copied, up to `N` of them in place, more on the heap.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Few<T: Copy, const N: usize>(SmallVec<[T; N]>);

impl<T: Copy, const N: usize> Few<T, N> {
    /// None.
    pub const fn new() -> Few<T, N> {
        Few(SmallVec::new_const())
    }

    /// One alone.
    pub fn one(thing: T) -> Few<T, N> {
        Few(SmallVec::from_slice(&[thing]))
    }
}

impl<T: Copy, const N: usize> Clone for Few<T, N> {
    fn clone(&self) -> Few<T, N> {
        Few(SmallVec::from_slice(&self.0))
    }
}

impl<T: Copy, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few::new()
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Copy, const N: usize> Deref for Few<T, N> {
    type Target = SmallVec<[T; N]>;

    fn deref(&self) -> &SmallVec<[T; N]> {
        &self.0
    }
}

impl<T: Copy, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut SmallVec<[T; N]> {
        &mut self.0
    }
}

impl<T: Copy, const N: usize> From<&[T]> for Few<T, N> {
    fn from(things: &[T]) -> Few<T, N> {
        Few(SmallVec::from_slice(things))
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> Few<T, N> {
        Few(things.into_iter().collect())
    }
}

impl<T: Copy, const N: usize> IntoIterator for Few<T, N> {
    type Item = T;
    type IntoIter = smallvec::IntoIter<[T; N]>;

    fn into_iter(self) -> smallvec::IntoIter<[T; N]> {
        self.0.into_iter()
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a Few<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.0.iter()
    }
}
