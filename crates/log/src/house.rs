//! Named house rules presets that a log may use beside those of caipan. The owner of the log defines them.

use super::{OptionValue, Unmodelled};
use caipan_tiles::text::Text;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A list of house rules presets; cheap to clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Houses(Option<Arc<[HouseDeclared]>>);

/// A house rules preset that changes options of another preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HouseDeclared {
    /// The id that a log uses.
    pub id: String,
    /// Its name in Chinese.
    pub zh: String,
    /// Its name in English.
    pub en: String,
    /// The preset that it is based on.
    pub base: String,
    /// The options that differ from the base.
    pub options: BTreeMap<String, OptionValue>,
    /// The text or code that it is taken from.
    pub source: Option<Text>,
    /// The rules of the house that caipan does not know.
    pub unmodelled: Vec<Unmodelled>,
}

impl Houses {
    /// Creates a list of presets.
    pub fn of(houses: Vec<HouseDeclared>) -> Houses {
        Houses((!houses.is_empty()).then(|| houses.into()))
    }

    /// Iterates over the presets in the order of their definition.
    pub fn iter(&self) -> impl Iterator<Item = &HouseDeclared> {
        self.0.iter().flat_map(|houses| houses.iter())
    }

    /// Returns the preset with this id.
    pub fn find(&self, id: &str) -> Option<&HouseDeclared> {
        self.iter().find(|house| house.id == id)
    }
}
