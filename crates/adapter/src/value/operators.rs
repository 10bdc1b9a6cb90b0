//! The operators `+ - * / %` with jq's semantics and bounded results.

use super::{Object, V, limit_error};
use crate::meter;
use jaq_core::ops::Math;
use jaq_core::{Error, ValR};
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};
use std::rc::Rc;

/// Applies an operator to two numbers. An integer overflow becomes a float, as in jq.
#[expect(clippy::float_arithmetic, reason = "a platform may count in half points; what leaves the program is whole")]
fn numbers(left: V, op: Math, right: V) -> ValR<V> {
    if let (V::Whole(one), V::Whole(other)) = (&left, &right) {
        let (one, other) = (*one, *other);
        let whole = match op {
            Math::Add => one.checked_add(other),
            Math::Sub => one.checked_sub(other),
            Math::Mul => one.checked_mul(other),
            Math::Div => one.checked_rem(other).filter(|rest| *rest == 0).and_then(|_| one.checked_div(other)),
            Math::Rem => return one.checked_rem(other).map(V::Whole).ok_or_else(|| Error::math(left, op, right)),
        };
        if let Some(whole) = whole {
            return Ok(V::Whole(whole));
        }
    }
    let (Some(one), Some(other)) = (left.float(), right.float()) else { return Err(Error::math(left, op, right)) };
    let frac = match op {
        Math::Add => one + other,
        Math::Sub => one - other,
        Math::Mul => one * other,
        Math::Div => one / other,
        Math::Rem => one % other,
    };
    if frac.is_finite() { Ok(V::Frac(frac)) } else { Err(Error::math(left, op, right)) }
}

impl Add for V {
    type Output = ValR<V>;
    fn add(self, right: V) -> ValR<V> {
        if !meter::step(1) {
            return Err(limit_error());
        }
        match (self, right) {
            (V::Null, other) | (other, V::Null) => Ok(other),
            (V::Text(left), V::Text(right)) => {
                if !meter::may_allocate((left.len() + right.len()) as u64) {
                    return Err(limit_error());
                }
                Ok(V::text(format!("{}{}", left.as_str(), right.as_str())))
            }
            (V::List(mut left), V::List(right)) => {
                // An unshared list grows in place, because programs build lists by appending.
                let mut of = match Rc::get_mut(&mut left) {
                    Some(own) => std::mem::take(&mut own.of),
                    None => {
                        if !meter::may_allocate((left.len() * super::ENTRY) as u64) || !meter::step(left.len() as u64) {
                            return Err(limit_error());
                        }
                        left.of.clone()
                    }
                };
                let deep = left.deep.max(right.deep);
                drop(left);
                of.extend(right.iter().cloned());
                if !meter::step(right.len() as u64) {
                    return Err(limit_error());
                }
                Ok(V::grown(of, deep))
            }
            (V::Map(left), V::Map(right)) => {
                if !meter::step((left.len() + right.len()) as u64) {
                    return Err(limit_error());
                }
                let mut of: Object = left.of.clone();
                of.extend(right.iter().map(|(key, value)| (Rc::clone(key), value.clone())));
                Ok(V::map(of))
            }
            (left, right) => numbers(left, Math::Add, right),
        }
    }
}

impl V {
    /// Returns a list that grew from a counted one: only its memory is counted again, not its steps.
    fn grown(of: Vec<V>, deep: u16) -> V {
        let bytes = (64 + of.len() * super::ENTRY) as u64;
        meter::keep(bytes);
        V::List(Rc::new(super::Held { of, deep, bytes }))
    }
}

impl Sub for V {
    type Output = ValR<V>;
    fn sub(self, right: V) -> ValR<V> {
        if let (V::List(left), V::List(right)) = (&self, &right) {
            return Ok(left.iter().filter(|one| !right.contains(one)).cloned().collect());
        }
        numbers(self, Math::Sub, right)
    }
}

impl Mul for V {
    type Output = ValR<V>;
    fn mul(self, right: V) -> ValR<V> {
        match (self, right) {
            (V::Text(text), V::Whole(times)) | (V::Whole(times), V::Text(text)) => {
                let Ok(times) = usize::try_from(times) else { return Ok(V::Null) };
                let bytes = (text.len() as u64).saturating_mul(times as u64);
                if times == 0 {
                    return Ok(V::Null);
                }
                if meter::may_allocate(bytes) { Ok(V::text(text.repeat(times))) } else { Err(limit_error()) }
            }
            (V::Map(left), V::Map(right)) => Ok(merged(&left, &right)),
            (left, right) => numbers(left, Math::Mul, right),
        }
    }
}

/// Merges two objects recursively; the right one wins.
fn merged(left: &Object, right: &Object) -> V {
    let mut of = left.clone();
    meter::step((left.len() + right.len()) as u64);
    for (key, value) in right {
        let both = match (of.get(key), value) {
            (Some(V::Map(left)), V::Map(right)) => merged(left, right),
            _ => value.clone(),
        };
        of.insert(Rc::clone(key), both);
    }
    V::map(of)
}

impl Div for V {
    type Output = ValR<V>;
    fn div(self, right: V) -> ValR<V> {
        if let (V::Text(text), V::Text(by)) = (&self, &right) {
            return Ok(if text.is_empty() {
                V::list(Vec::new())
            } else if by.is_empty() {
                text.chars().map(V::text).collect()
            } else {
                text.split(by.as_str()).map(V::text).collect()
            });
        }
        numbers(self, Math::Div, right)
    }
}

impl Rem for V {
    type Output = ValR<V>;
    fn rem(self, right: V) -> ValR<V> {
        numbers(self, Math::Rem, right)
    }
}

impl Neg for V {
    type Output = ValR<V>;
    fn neg(self) -> ValR<V> {
        match self {
            V::Whole(_) | V::Frac(_) => numbers(V::Whole(0), Math::Sub, self),
            other => Err(Error::typ(other, "number")),
        }
    }
}
