//! Merges values of several documents: objects key by key, everything else only if it is the same.

use super::difference::{Comparison, Of};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde_json::{Map, Value};

/// Keys whose first value counts, because every client has its own: who wrote the record, and its clock.
const OWN: [&str; 3] = ["source", "started_at", "ms"];

/// Longest value in a sentence, in characters.
const LONGEST: usize = 80;

/// Merges values of one field. The first value stands where others contradict it, and the difference is noted.
pub(super) fn merged(values: Vec<(Of, Value)>, field: &str, comparison: &mut Comparison<'_>) -> Option<Value> {
    if values.len() < 2 || !values.iter().all(|(_, value)| value.is_object()) {
        return comparison
            .agreed(field, values.into_iter().map(|(of, value)| (of, Some(value))), |value| said(field, value));
    }
    let objects = values.into_iter().filter_map(|(of, value)| match value {
        Value::Object(object) => Some((of, object)),
        _ => None,
    });
    Some(Value::Object(of_objects(objects.collect(), comparison)))
}

/// Merges objects key by key, in the order in which the keys first appear.
pub(super) fn of_objects(
    mut objects: Vec<(Of, Map<String, Value>)>,
    comparison: &mut Comparison<'_>,
) -> Map<String, Value> {
    let mut keys: Vec<String> = Vec::new();
    for key in objects.iter().flat_map(|(_, object)| object.keys()) {
        if !keys.contains(key) {
            keys.push(key.clone());
        }
    }
    let mut all = Map::new();
    for key in keys {
        let mut values: Vec<(Of, Value)> =
            objects.iter_mut().filter_map(|(of, object)| Some((*of, object.remove(&key)?))).collect();
        if OWN.contains(&key.as_str()) {
            values.truncate(1);
        }
        if let Some(value) = merged(values, &key, comparison) {
            all.insert(key, value);
        }
    }
    all
}

/// A value as the log writes it, with its key.
fn said(field: &str, value: &Value) -> Text {
    let written = value.to_string();
    let cut = written.chars().count() > LONGEST;
    let short: String = written.chars().take(LONGEST).chain(cut.then_some('…')).collect();
    bilingual!("{field}：{short}", "{field}: {short}")
}
