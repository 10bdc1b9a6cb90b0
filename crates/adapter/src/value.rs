//! The values of a program: JSON, with every value counted by the meter.
//!
//! jaq leaves the value type to its host. These values cannot grow without bound: lists, strings and nesting depth are
//! counted at creation, whole numbers have 128 bits, and objects keep the order of the log.

mod json;
mod operators;
mod standard;
mod visit;

use super::meter::{self, DEEP, Spent};
use indexmap::IndexMap;
use jaq_core::Error;
use std::cmp::Ordering;
use std::rc::Rc;

/// A value.
#[derive(Clone, Debug, Default)]
pub(super) enum V {
    #[default]
    Null,
    Bool(bool),
    Whole(i128),
    /// A fraction, or a number beyond 128 bits.
    Frac(f64),
    Text(Rc<Held<String>>),
    List(Rc<Held<Vec<V>>>),
    Map(Rc<Held<Object>>),
}

/// The members of an object, in the order of the log.
pub(super) type Object = IndexMap<Rc<str>, V>;

/// Data whose memory is counted while it lives.
#[derive(Debug)]
pub(super) struct Held<T> {
    of: T,
    /// The nesting depth, including this level.
    deep: u16,
    bytes: u64,
}

impl<T> Drop for Held<T> {
    fn drop(&mut self) {
        meter::release(self.bytes);
    }
}

impl<T> std::ops::Deref for Held<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.of
    }
}

/// The size of a list entry in bytes.
const ENTRY: usize = size_of::<V>();

impl V {
    pub(super) fn text(of: impl Into<String>) -> V {
        let of = of.into();
        let bytes = 48 + of.len() as u64;
        meter::allocate(bytes);
        V::Text(Rc::new(Held { of, deep: 0, bytes }))
    }

    pub(super) fn list(of: Vec<V>) -> V {
        let bytes = (64 + of.len() * ENTRY) as u64;
        let deep = deeper(of.iter());
        meter::allocate(bytes);
        V::List(Rc::new(Held { of, deep, bytes }))
    }

    pub(super) fn map(of: Object) -> V {
        let bytes = 96 + of.keys().map(|key| (key.len() + 2 * ENTRY + 32) as u64).sum::<u64>();
        let deep = deeper(of.values());
        meter::allocate(bytes);
        V::Map(Rc::new(Held { of, deep, bytes }))
    }

    fn deep(&self) -> u16 {
        match self {
            V::List(list) => list.deep,
            V::Map(map) => map.deep,
            _ => 0,
        }
    }

    /// Returns the string, if it is one.
    pub(super) fn as_text(&self) -> Option<&str> {
        if let V::Text(text) = self { Some(text.as_str()) } else { None }
    }

    /// Returns the entries, if it is a list.
    pub(super) fn as_list(&self) -> Option<&[V]> {
        if let V::List(list) = self { Some(list.as_slice()) } else { None }
    }

    /// Returns the members, if it is an object.
    pub(super) fn as_map(&self) -> Option<&Object> {
        if let V::Map(map) = self { Some(map) } else { None }
    }

    /// The rank of its type in jq's order.
    fn order(&self) -> u8 {
        match self {
            V::Null => 0,
            V::Bool(_) => 1,
            V::Whole(_) | V::Frac(_) => 2,
            V::Text(_) => 3,
            V::List(_) => 4,
            V::Map(_) => 5,
        }
    }

    /// Returns the number as a float, if it is one.
    #[expect(clippy::cast_precision_loss, reason = "only to compare and to calculate with fractions")]
    fn float(&self) -> Option<f64> {
        match self {
            V::Whole(whole) => Some(*whole as f64),
            V::Frac(frac) => Some(*frac),
            _ => None,
        }
    }
}

fn deeper<'a>(of: impl Iterator<Item = &'a V>) -> u16 {
    let deep = of.map(V::deep).max().unwrap_or(0).saturating_add(1);
    if deep > DEEP {
        meter::spend(Spent::Depth);
    }
    deep
}

/// Drops an entry that would exceed the depth limit: the limit is then spent, so the program ends.
fn shallow(value: V) -> V {
    if value.deep() >= DEEP {
        meter::spend(Spent::Depth);
        return V::Null;
    }
    value
}

/// Returns the error for a spent allowance. A program may catch it but cannot continue.
pub(super) fn limit_error() -> Error<V> {
    Error::new(V::Null)
}

impl FromIterator<V> for V {
    fn from_iter<I: IntoIterator<Item = V>>(iter: I) -> V {
        let mut of = Vec::new();
        for value in iter {
            if !meter::step(1) || !meter::may_allocate((of.len() * ENTRY) as u64) {
                break;
            }
            of.push(shallow(value));
        }
        V::list(of)
    }
}

impl Ord for V {
    fn cmp(&self, other: &V) -> Ordering {
        if !meter::step(1) {
            return Ordering::Equal;
        }
        match (self, other) {
            (V::Bool(left), V::Bool(right)) => left.cmp(right),
            (V::Whole(left), V::Whole(right)) => left.cmp(right),
            (V::Whole(_) | V::Frac(_), V::Whole(_) | V::Frac(_)) => {
                let (left, right) = (self.float().unwrap_or(0.0), other.float().unwrap_or(0.0));
                left.partial_cmp(&right).unwrap_or_else(|| left.total_cmp(&right))
            }
            (V::Text(left), V::Text(right)) => {
                meter::step(left.len().min(right.len()) as u64 / 64);
                left.as_str().cmp(right.as_str())
            }
            (V::List(left), V::List(right)) => left.iter().cmp(right.iter()),
            (V::Map(left), V::Map(right)) => {
                let sorted = |map: &Object| {
                    let mut members: Vec<(Rc<str>, V)> =
                        map.iter().map(|(key, value)| (Rc::clone(key), value.clone())).collect();
                    meter::step(members.len() as u64);
                    members.sort_by(|left, right| left.0.cmp(&right.0));
                    members
                };
                let (left, right) = (sorted(left), sorted(right));
                let keys = left.iter().map(|(key, _)| key).cmp(right.iter().map(|(key, _)| key));
                keys.then_with(|| left.iter().map(|(_, value)| value).cmp(right.iter().map(|(_, value)| value)))
            }
            _ => self.order().cmp(&other.order()),
        }
    }
}

impl PartialOrd for V {
    fn partial_cmp(&self, other: &V) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for V {
    fn eq(&self, other: &V) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for V {}

impl From<bool> for V {
    fn from(flag: bool) -> V {
        V::Bool(flag)
    }
}

impl From<isize> for V {
    fn from(whole: isize) -> V {
        V::Whole(whole as i128)
    }
}

impl From<usize> for V {
    fn from(whole: usize) -> V {
        V::Whole(whole as i128)
    }
}

impl From<f64> for V {
    fn from(frac: f64) -> V {
        V::Frac(frac)
    }
}

impl From<String> for V {
    fn from(text: String) -> V {
        V::text(text)
    }
}

impl From<jaq_core::val::Range<V>> for V {
    fn from(range: jaq_core::val::Range<V>) -> V {
        let bound = |bound: Option<V>| bound.unwrap_or_default();
        V::map([("start".into(), bound(range.start)), ("end".into(), bound(range.end))].into_iter().collect())
    }
}
