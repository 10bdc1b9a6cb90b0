//! Deserialization of the engine's own words in a report: codes, names and clause ids. Each distinct word is stored
//! once and never freed, because the engine has a limited set of them.

use serde::de::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// A word of the engine.
pub(super) type Word = &'static str;

static WORDS: Mutex<BTreeSet<Word>> = Mutex::new(BTreeSet::new());

fn known(text: String) -> Word {
    let mut words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    match words.get(text.as_str()) {
        Some(word) => word,
        None => {
            let word: Word = Box::leak(text.into_boxed_str());
            words.insert(word);
            word
        }
    }
}

/// Reads a word.
pub(super) fn one<'de, D: Deserializer<'de>>(from: D) -> Result<Word, D::Error> {
    String::deserialize(from).map(known)
}

/// Reads an optional word.
pub(super) fn maybe<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Word>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(known))
}

/// Reads a list of words.
pub(super) fn many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Word>, D::Error> {
    Ok(Vec::<String>::deserialize(from)?.into_iter().map(known).collect())
}

/// Reads a map with words as keys.
pub(super) fn under<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Word, T>, D::Error> {
    Ok(BTreeMap::<String, T>::deserialize(from)?.into_iter().map(|(key, value)| (known(key), value)).collect())
}
