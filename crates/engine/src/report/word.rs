//! Words that the engine itself put into a report, read back: codes, names, ids of clauses. There are only so many of them,
//! so each is kept once for as long as the program runs.

use serde::de::{Deserialize, Deserializer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

/// A word of the engine's own.
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

/// A word.
pub(super) fn one<'de, D: Deserializer<'de>>(from: D) -> Result<Word, D::Error> {
    String::deserialize(from).map(known)
}

/// A word, if there is one.
pub(super) fn maybe<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Word>, D::Error> {
    Ok(Option::<String>::deserialize(from)?.map(known))
}

/// A list of words.
pub(super) fn many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Word>, D::Error> {
    Ok(Vec::<String>::deserialize(from)?.into_iter().map(known).collect())
}

/// Values under words.
pub(super) fn under<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Word, T>, D::Error> {
    Ok(BTreeMap::<String, T>::deserialize(from)?.into_iter().map(|(key, value)| (known(key), value)).collect())
}
