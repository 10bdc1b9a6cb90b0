//! A vector of copyable elements that stores the first few inline, allocates only beyond that, and clones as a byte
//! copy.
//!
//! A [`SmallVec`] clones its elements one by one, which is too slow for a search that copies tables by the thousand.

use smallvec::SmallVec;
use std::fmt;
use std::ops::{Deref, DerefMut};

/// A vector of `Copy` elements: up to `N` of them inline, more on the heap.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct InlineVec<T: Copy, const N: usize>(SmallVec<[T; N]>);

impl<T: Copy, const N: usize> InlineVec<T, N> {
    /// Creates an empty vector.
    pub const fn new() -> InlineVec<T, N> {
        InlineVec(SmallVec::new_const())
    }

    /// Creates a vector of one element.
    pub fn one(thing: T) -> InlineVec<T, N> {
        InlineVec(SmallVec::from_slice(&[thing]))
    }
}

impl<T: Copy, const N: usize> Clone for InlineVec<T, N> {
    fn clone(&self) -> InlineVec<T, N> {
        InlineVec(SmallVec::from_slice(&self.0))
    }
}

impl<T: Copy, const N: usize> Default for InlineVec<T, N> {
    fn default() -> InlineVec<T, N> {
        InlineVec::new()
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for InlineVec<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Copy, const N: usize> Deref for InlineVec<T, N> {
    type Target = SmallVec<[T; N]>;

    fn deref(&self) -> &SmallVec<[T; N]> {
        &self.0
    }
}

impl<T: Copy, const N: usize> DerefMut for InlineVec<T, N> {
    fn deref_mut(&mut self) -> &mut SmallVec<[T; N]> {
        &mut self.0
    }
}

impl<T: Copy, const N: usize> From<&[T]> for InlineVec<T, N> {
    fn from(things: &[T]) -> InlineVec<T, N> {
        InlineVec(SmallVec::from_slice(things))
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for InlineVec<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(things: I) -> InlineVec<T, N> {
        InlineVec(things.into_iter().collect())
    }
}

impl<T: Copy, const N: usize> IntoIterator for InlineVec<T, N> {
    type Item = T;
    type IntoIter = smallvec::IntoIter<[T; N]>;

    fn into_iter(self) -> smallvec::IntoIter<[T; N]> {
        self.0.into_iter()
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a InlineVec<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> std::slice::Iter<'a, T> {
        self.0.iter()
    }
}
