//! House rules that are known by name where a log is read, beside those of caipan: whoever the log belongs to has named them.

use super::OptionValue;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Named house rules; cheap to hand on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Houses(Option<Arc<[HouseDeclared]>>);

/// A preset that varies another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseDeclared {
    /// What a log names.
    pub id: String,
    /// Its name in Chinese.
    pub zh: String,
    /// Its name in English.
    pub en: String,
    /// The preset that it varies.
    pub base: String,
    /// What differs from that.
    pub options: BTreeMap<String, OptionValue>,
}

impl Houses {
    /// These.
    pub fn of(houses: Vec<HouseDeclared>) -> Houses {
        Houses((!houses.is_empty()).then(|| houses.into()))
    }

    /// All of them, in the order in which they were named.
    pub fn iter(&self) -> impl Iterator<Item = &HouseDeclared> {
        self.0.iter().flat_map(|houses| houses.iter())
    }

    /// The one of this name.
    pub fn find(&self, id: &str) -> Option<&HouseDeclared> {
        self.iter().find(|house| house.id == id)
    }
}
