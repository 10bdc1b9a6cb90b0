//! Conversion of values from and to JSON.
//!
//! serde_json reads the text and refuses more than 128 levels of nesting. A duplicate key is an error, because choosing
//! one of the two values would be a guess.

use super::super::meter;
use super::{ENTRY, Object, V};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};
use std::{fmt, io};

impl<'de> Deserialize<'de> for V {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<V, D::Error> {
        from.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = V;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<V, E> {
        Ok(V::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<V, E> {
        Ok(V::Bool(flag))
    }

    fn visit_i64<E>(self, whole: i64) -> Result<V, E> {
        Ok(V::Whole(whole.into()))
    }

    fn visit_u64<E>(self, whole: u64) -> Result<V, E> {
        Ok(V::Whole(whole.into()))
    }

    fn visit_f64<E>(self, frac: f64) -> Result<V, E> {
        Ok(V::Frac(frac))
    }

    fn visit_str<E>(self, text: &str) -> Result<V, E> {
        Ok(V::text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<V, A::Error> {
        let mut of = Vec::new();
        // The list is counted while it grows, and once more as a whole.
        let mut counted = 0;
        while let Some(value) = seq.next_element()? {
            of.push(value);
            if of.len() % AT_A_TIME == 0 {
                counted += (AT_A_TIME * ENTRY) as u64;
                meter::keep((AT_A_TIME * ENTRY) as u64);
            }
            unspent()?;
        }
        meter::release(counted);
        Ok(V::list(of))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<V, A::Error> {
        let mut of = Object::new();
        while let Some((key, value)) = map.next_entry::<String, V>()? {
            if of.contains_key(key.as_str()) {
                return Err(serde::de::Error::custom(format_args!("the same key twice: {key:?}")));
            }
            of.insert(key.into(), value);
            unspent()?;
        }
        Ok(V::map(of))
    }
}

/// The entries of a growing list that are counted together.
const AT_A_TIME: usize = 1024;

/// Stops the reader once the allowance is spent.
fn unspent<E: serde::de::Error>() -> Result<(), E> {
    if meter::spent().is_some() { Err(E::custom("the allowance is spent")) } else { Ok(()) }
}

impl Serialize for V {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            V::Null => to.serialize_unit(),
            V::Bool(flag) => to.serialize_bool(*flag),
            V::Whole(whole) => match i64::try_from(*whole) {
                Ok(whole) => to.serialize_i64(whole),
                Err(_) => to.serialize_i128(*whole),
            },
            // A whole result of fractional arithmetic is written as an integer.
            V::Frac(frac) => match whole(*frac) {
                Some(whole) => to.serialize_i64(whole),
                None => to.serialize_f64(*frac),
            },
            V::Text(text) => to.serialize_str(text),
            V::List(list) => {
                let mut seq = to.serialize_seq(Some(list.len()))?;
                list.iter().try_for_each(|value| seq.serialize_element(value))?;
                seq.end()
            }
            V::Map(map) => {
                let mut members = to.serialize_map(Some(map.len()))?;
                map.iter().try_for_each(|(key, value)| members.serialize_entry(&**key, value))?;
                members.end()
            }
        }
    }
}

/// Returns the float as an integer if it is whole and within the exact range of floats.
#[expect(clippy::cast_precision_loss, reason = "the bound is the one up to which there is no loss")]
pub(super) fn whole(frac: f64) -> Option<i64> {
    const EXACT: f64 = (1u64 << 53) as f64;
    (frac.fract() == 0.0 && frac.abs() <= EXACT).then_some(frac as i64)
}

impl fmt::Display for V {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_json())
    }
}

impl V {
    /// Serialises to JSON on one line; empty if the allowance is exceeded. A shared value takes memory once but is
    /// written at each occurrence.
    pub(crate) fn to_json(&self) -> String {
        let mut written = Metered(Vec::new());
        match serde_json::to_writer(&mut written, self) {
            Ok(()) => String::from_utf8(written.0).unwrap_or_default(),
            Err(_) => String::new(),
        }
    }
}

/// A writer that fails once the allowance is spent.
struct Metered(Vec<u8>);

impl io::Write for Metered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let size = self.0.len() + bytes.len();
        if !meter::step(1 + bytes.len() as u64 / 64) || !meter::may_allocate(size as u64) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
