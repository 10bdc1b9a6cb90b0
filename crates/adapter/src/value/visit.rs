//! The operations on values that jaq itself needs: read access and updates by path.

use super::{Held, Object, V, limit_error, meter};
use jaq_core::box_iter::{BoxIter, box_once};
use jaq_core::path::Opt;
use jaq_core::val::Range;
use jaq_core::{Error, Exn, ValR, ValT, ValX};
use std::rc::Rc;

impl ValT for V {
    fn from_num(text: &str) -> ValR<V> {
        if let Ok(whole) = text.parse() {
            return Ok(V::Whole(whole));
        }
        text.parse().map(V::Frac).map_err(|_| Error::typ(V::text(text), "number"))
    }

    fn from_map<I: IntoIterator<Item = (V, V)>>(iter: I) -> ValR<V> {
        let mut of = Object::new();
        for (key, value) in iter {
            let Some(key) = key.as_text() else { return Err(Error::typ(key, "key of an object")) };
            of.insert(key.into(), super::shallow(value));
        }
        if meter::spent().is_some() { Err(limit_error()) } else { Ok(V::map(of)) }
    }

    fn key_values(self) -> BoxIter<'static, ValR<(V, V), V>> {
        match self {
            V::List(list) => Box::new(entries(list).enumerate().map(|(at, value)| Ok((V::Whole(at as i128), value)))),
            V::Map(map) => Box::new(members(map).map(|(key, value)| Ok((V::text(&*key), value)))),
            other => box_once(Err(Error::typ(other, "array or object"))),
        }
    }

    fn values(self) -> Box<dyn Iterator<Item = ValR<V>>> {
        match self {
            V::List(list) => Box::new(entries(list).map(Ok)),
            V::Map(map) => Box::new(members(map).map(|(_, value)| Ok(value))),
            other => box_once(Err(Error::typ(other, "array or object"))),
        }
    }

    fn index(self, index: &V) -> ValR<V> {
        if !meter::step(1) {
            return Err(limit_error());
        }
        match (&self, index) {
            (V::Null, V::Text(_) | V::Whole(_) | V::Null) => Ok(V::Null),
            (V::List(list), V::Whole(at)) => {
                Ok(place(*at, list.len()).and_then(|at| list.get(at)).cloned().unwrap_or_default())
            }
            (V::Map(map), V::Text(key)) => Ok(map.get(key.as_str()).cloned().unwrap_or_default()),
            _ => Err(Error::index(self, index.clone())),
        }
    }

    fn range(self, range: Range<&V>) -> ValR<V> {
        match &self {
            V::Null => Ok(V::Null),
            V::List(list) => {
                let (from, upto) = bounds(&range, list.len())?;
                Ok(list.get(from..upto).unwrap_or_default().iter().cloned().collect())
            }
            V::Text(text) => {
                meter::step(text.len() as u64 / 16);
                let (from, upto) = bounds(&range, text.chars().count())?;
                Ok(V::text(text.chars().skip(from).take(upto.saturating_sub(from)).collect::<String>()))
            }
            _ => Err(Error::typ(self, "array or string")),
        }
    }

    fn map_values<'a, I: Iterator<Item = ValX<'a, V>>>(self, opt: Opt, f: impl Fn(V) -> I) -> ValX<'a, V> {
        match self {
            V::List(list) => entries(list).flat_map(f).collect(),
            V::Map(map) => {
                let mut of = Object::new();
                for (key, value) in members(map) {
                    if let Some(value) = f(value).next() {
                        of.insert(key, value?);
                    }
                }
                Ok(V::map(of))
            }
            other => opt.fail(other, |other| Exn::from(Error::typ(other, "array or object"))),
        }
    }

    fn map_index<'a, I: Iterator<Item = ValX<'a, V>>>(self, index: &V, opt: Opt, f: impl Fn(V) -> I) -> ValX<'a, V> {
        match (self, index) {
            (V::Null, V::Text(key)) => {
                let value = f(V::Null).next().transpose()?;
                Ok(V::map(value.map(|value| (key.as_str().into(), value)).into_iter().collect()))
            }
            (V::Map(map), V::Text(key)) => {
                let mut of = own(map, |map| map.len() as u64);
                let before = of.get_mut(key.as_str()).map(std::mem::take).unwrap_or_default();
                match f(before).next().transpose()? {
                    Some(value) => drop(of.insert(key.as_str().into(), value)),
                    None => drop(of.shift_remove(key.as_str())),
                }
                Ok(V::map(of))
            }
            (V::List(list), V::Whole(at)) => {
                let Some(at) = place(*at, list.len()) else {
                    let outside = |list| Exn::from(Error::index(list, index.clone()));
                    return opt.fail(V::List(list), outside);
                };
                let mut of = own(list, |list| list.len() as u64);
                let before = of.get_mut(at).map(std::mem::take).unwrap_or_default();
                match (f(before).next().transpose()?, of.get_mut(at)) {
                    (Some(value), Some(to)) => *to = value,
                    _ => drop(of.remove(at)),
                }
                Ok(V::list(of))
            }
            (other, _) => opt.fail(other, |other| Exn::from(Error::index(other, index.clone()))),
        }
    }

    fn map_range<'a, I: Iterator<Item = ValX<'a, V>>>(
        self,
        range: Range<&V>,
        opt: Opt,
        f: impl Fn(V) -> I,
    ) -> ValX<'a, V> {
        let V::List(list) = self else {
            return opt.fail(self, |other| Exn::from(Error::typ(other, "array")));
        };
        let (from, upto) = bounds(&range, list.len())?;
        let middle: V = list.get(from..upto).unwrap_or_default().iter().cloned().collect();
        let mut of = own(list, |list| list.len() as u64);
        let new = match f(middle).next().transpose()? {
            Some(V::List(new)) => new.iter().cloned().collect(),
            Some(other) => return Err(Error::typ(other, "array").into()),
            None => Vec::new(),
        };
        let (from, upto) = (from.min(of.len()), upto.min(of.len()));
        of.splice(from..upto.max(from), new);
        Ok(V::list(of))
    }

    fn as_bool(&self) -> bool {
        !matches!(self, V::Null | V::Bool(false))
    }

    fn into_string(self) -> V {
        match self {
            V::Text(_) => self,
            other => V::text(other.to_json()),
        }
    }
}

/// Iterates over the entries while steps remain.
fn entries(list: Rc<Held<Vec<V>>>) -> impl Iterator<Item = V> {
    (0..list.len()).map_while(move |at| if meter::step(1) { list.get(at).cloned() } else { None })
}

/// Iterates over the members while steps remain.
fn members(map: Rc<Held<Object>>) -> impl Iterator<Item = (Rc<str>, V)> {
    (0..map.len()).map_while(move |at| {
        let member = if meter::step(1) { map.get_index(at) } else { None };
        member.map(|(key, value)| (Rc::clone(key), value.clone()))
    })
}

/// Takes the data out for modification; copies it if it is shared.
fn own<T: Clone + Default>(of: Rc<Held<T>>, size: fn(&T) -> u64) -> T {
    let mut of = of;
    match Rc::get_mut(&mut of) {
        Some(own) => std::mem::take(&mut own.of),
        None => {
            meter::step(size(&of.of));
            of.of.clone()
        }
    }
}

/// Resolves an index; a negative one counts from the end.
fn place(at: i128, len: usize) -> Option<usize> {
    let at = if at < 0 { at.checked_add(len as i128)? } else { at };
    usize::try_from(at).ok().filter(|at| *at < len)
}

/// Resolves the bounds of a slice against a length.
fn bounds(range: &Range<&V>, len: usize) -> Result<(usize, usize), Error<V>> {
    let bound = |bound: Option<&V>, default: usize| match bound {
        None | Some(V::Null) => Ok(default),
        Some(V::Whole(at)) => {
            let at = if *at < 0 { at.saturating_add(len as i128).max(0) } else { *at };
            Ok(usize::try_from(at).unwrap_or(len).min(len))
        }
        Some(other) => Err(Error::typ(other.clone(), "integer")),
    };
    let (from, upto) = (bound(range.start, 0)?, bound(range.end, len)?);
    Ok((from, upto.max(from)))
}
