//! The operations on values that jaq's standard filters over strings and lists need.

use super::{V, json};
use jaq_std::ValT;

impl ValT for V {
    fn into_seq<S: FromIterator<V>>(self) -> Result<S, V> {
        match self {
            V::List(list) => Ok(list.iter().take_while(|_| super::meter::step(1)).cloned().collect()),
            other => Err(other),
        }
    }

    fn is_int(&self) -> bool {
        matches!(self, V::Whole(_))
    }

    fn as_isize(&self) -> Option<isize> {
        match self {
            V::Whole(whole) => isize::try_from(*whole).ok(),
            V::Frac(frac) => json::whole(*frac).and_then(|whole| isize::try_from(whole).ok()),
            _ => None,
        }
    }

    fn as_f64(&self) -> Option<f64> {
        self.float()
    }

    fn is_utf8_str(&self) -> bool {
        matches!(self, V::Text(_))
    }

    fn as_bytes(&self) -> Option<&[u8]> {
        self.as_text().map(str::as_bytes)
    }

    fn as_sub_str(&self, sub: &[u8]) -> V {
        V::text(String::from_utf8_lossy(sub))
    }

    fn from_utf8_bytes(bytes: impl AsRef<[u8]> + Send + 'static) -> V {
        V::text(String::from_utf8_lossy(bytes.as_ref()))
    }
}
