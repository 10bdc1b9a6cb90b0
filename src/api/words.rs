//! Fields and parameters that take one of some words: in the OpenAPI document, and in problems.

pub(super) use crate::app::unknown_word as unknown;
pub(super) use caipan_auditor::VERDICTS;

use crate::app::{ExportFormat, Scope};
use crate::store::JobKind;
use caipan_picture::Shape;
use serde_json::{Map, Value, json};

/// The languages.
pub(super) const LANGUAGES: [&str; 2] = ["zh", "en"];
/// The shapes of pictures.
pub(super) const SHAPES: [&str; 2] = [Shape::NAMED[0].0, Shape::NAMED[1].0];
/// The messages that a webhook sends again.
pub(super) const REPLAYS: [&str; 5] = ["paused", "take-over", "dead", "cursor", "start"];

/// The components of words, beside `Verdict`, which the engine describes.
fn components() -> [(&'static str, Value); 7] {
    let words = |words: &[&str], about: &str| json!({ "type": "string", "enum": words, "description": about });
    [
        ("KeyScope", words(&Scope::ALL.map(Scope::name), "A scope of a key.")),
        ("JobKind", words(&JobKind::ALL.map(JobKind::name), "A kind of job.")),
        ("ExportFormat", words(&ExportFormat::ALL.map(ExportFormat::name), "A format of exports.")),
        ("WebhookEvent", words(&crate::app::EVENT_TYPES, "A type of message.")),
        ("ReplayFrom", words(&REPLAYS, "The messages to send again.")),
        ("PictureShape", words(&SHAPES, "A shape of pictures.")),
        ("Language", words(&LANGUAGES, "A language of texts and pages.")),
    ]
}

/// The fields of components that take such words: component, field, words.
const FIELDS: &[(&str, &str, &str)] = &[
    ("LogView", "verdict", "Verdict"),
    ("FeedEntry", "verdict", "Verdict"),
    ("BatchAnswer", "verdict", "Verdict"),
    ("JobFilter", "verdict", "Verdict"),
    ("WebhookView", "verdicts", "Verdict"),
    ("WebhookWanted", "verdicts", "Verdict"),
    ("WebhookView", "events", "WebhookEvent"),
    ("WebhookWanted", "events", "WebhookEvent"),
    ("KeyView", "scopes", "KeyScope"),
    ("KeyWanted", "scopes", "KeyScope"),
    ("JobView", "kind", "JobKind"),
    ("JobWanted", "kind", "JobKind"),
    ("JobView", "format", "ExportFormat"),
    ("JobWanted", "format", "ExportFormat"),
    ("ReplayWanted", "from", "ReplayFrom"),
];

/// The query parameters that take such words.
const PARAMETERS: &[(&str, &str)] = &[("verdict", "Verdict"), ("lang", "Language"), ("shape", "PictureShape")];

/// Lets the fields and parameters of the document refer to their words.
pub(super) fn name(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object_mut();
    if let Some(schemas) = schemas {
        schemas.extend(components().map(|(name, schema)| (name.to_owned(), schema)));
    }
    for (component, field, words) in FIELDS {
        let field = document.pointer_mut(&format!("/components/schemas/{component}/properties/{field}"));
        field.and_then(Value::as_object_mut).into_iter().for_each(|field| refer(field, words));
    }
    let parameters = super::document::operations(document)
        .filter_map(|operation| operation.get_mut("parameters")?.as_array_mut())
        .flatten();
    for parameter in parameters {
        let words = PARAMETERS.iter().find(|(name, _)| parameter["in"] == "query" && parameter["name"] == *name);
        if let (Some((_, words)), Some(schema)) = (words, parameter["schema"].as_object_mut()) {
            refer(schema, words);
        }
    }
}

/// Replaces the type of a text, or of the texts in a list, by a reference.
fn refer(schema: &mut Map<String, Value>, words: &str) {
    let reference = json!(format!("#/components/schemas/{words}"));
    if let Some(items) = schema.get_mut("items") {
        *items = json!({ "$ref": reference });
    } else {
        schema.remove("type");
        schema.insert("$ref".to_owned(), reference);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_field_takes_its_words() {
        let document = crate::api::document();
        for (component, field, words) in FIELDS {
            let at = document.pointer(&format!("/components/schemas/{component}/properties/{field}"));
            let at = at.unwrap_or_else(|| panic!("{component} has no {field}"));
            let reference = if at["items"].is_null() { &at["$ref"] } else { &at["items"]["$ref"] };
            assert_eq!(*reference, format!("#/components/schemas/{words}"), "{component}.{field}");
            let words = document.pointer(&format!("/components/schemas/{words}/enum")).and_then(Value::as_array);
            assert!(words.is_some_and(|words| words.len() > 1), "{component}.{field}");
        }
    }

    #[test]
    fn the_verdicts_are_those_of_reports() {
        let mut declared = VERDICTS.map(|word| json!(word)).to_vec();
        let mut known = crate::api::document()["components"]["schemas"]["Verdict"]["enum"].as_array().cloned();
        declared.sort_by_key(Value::to_string);
        known.iter_mut().for_each(|known| known.sort_by_key(Value::to_string));
        assert_eq!(known, Some(declared));
    }
}
