//! Schemas in the shapes that client generators understand.
//!
//! JSON Schema says the same thing in many ways, and generators know few of them. The shapes here accept what the
//! declared ones accept, except that a list of bounds by alternatives is left out: the readers check those anyway.

use serde_json::{Map, Value, json};

/// Rewrites the schemas of all components, and of bodies that are bytes.
pub(super) fn rewrite(document: &mut Value) {
    let schemas = document["components"]["schemas"].as_object_mut();
    schemas.into_iter().flat_map(Map::values_mut).for_each(plain);
    for operation in super::document::operations(document) {
        let Some(operation) = operation.as_object_mut() else { continue };
        for (part, inner) in operation {
            match part.as_str() {
                "requestBody" => bytes(inner),
                "parameters" => inner.as_array_mut().into_iter().flatten().for_each(given),
                "responses" => inner.as_object_mut().into_iter().flat_map(Map::values_mut).for_each(bytes),
                _ => {}
            }
        }
    }
}

/// Declares a parameter without `null`, which no parameter can be.
fn given(parameter: &mut Value) {
    let schema = &mut parameter["schema"];
    if let Some([kind, null]) = schema["type"].as_array().map(Vec::as_slice)
        && null == "null"
    {
        schema["type"] = kind.clone();
    }
}

/// Declares a body that is a list of numbers as bytes. A document in JSON has a schema of its own.
fn bytes(message: &mut Value) {
    for (_, body) in message.get_mut("content").and_then(Value::as_object_mut).into_iter().flatten() {
        if body["schema"]["type"] == "array" && body["schema"]["items"]["type"] == "integer" {
            body["schema"] = json!({ "type": "string", "format": "binary" });
        }
    }
}

/// Rewrites a schema and the schemas in it.
fn plain(schema: &mut Value) {
    let Some(fields) = schema.as_object_mut() else { return };
    for name in ["oneOf", "anyOf"] {
        let Some(Value::Array(choices)) = fields.get(name) else { continue };
        if choices.is_empty() {
            continue;
        }
        if let Some((words, about)) = words(choices) {
            let before = fields.get("description").and_then(Value::as_str).unwrap_or_default();
            let description = [before, &about].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>();
            let description = description.join("\n\n");
            fields.remove(name);
            fields.insert("type".to_owned(), json!("string"));
            fields.insert("enum".to_owned(), words.into());
            if !description.is_empty() {
                fields.insert("description".to_owned(), description.into());
            }
        } else if fields.contains_key("type") && choices.iter().all(is_bound) {
            fields.remove(name);
        }
    }
    // Some generators demand a field that has a default, although it is optional.
    if let Some(value) = fields.remove("default").filter(|value| !is_nothing(value)) {
        let before = fields.get("description").and_then(Value::as_str).unwrap_or_default();
        let description = format!("{before} By default `{value}`.").trim_start().to_owned();
        fields.insert("description".to_owned(), description.into());
    }
    if fields.get("const").is_some_and(Value::is_string) {
        fields.insert("type".to_owned(), json!("string"));
    }
    for (name, inner) in fields {
        match (name.as_str(), inner) {
            ("properties" | "patternProperties", Value::Object(inner)) => inner.values_mut().for_each(plain),
            ("oneOf" | "anyOf" | "allOf" | "prefixItems", Value::Array(inner)) => inner.iter_mut().for_each(plain),
            ("items" | "additionalProperties" | "propertyNames" | "not", inner) => plain(inner),
            _ => {}
        }
    }
}

/// The words of alternatives that are single words, with a list of their meanings in Markdown.
fn words(choices: &[Value]) -> Option<(Vec<Value>, String)> {
    let (mut words, mut about) = (Vec::new(), Vec::new());
    for choice in choices {
        let fields = choice.as_object()?;
        if !fields.keys().all(|name| ["type", "const", "enum", "description", "title"].contains(&name.as_str())) {
            return None;
        }
        let these = match (fields.get("const"), fields.get("enum")) {
            (Some(word), None) => vec![word.clone()],
            (None, Some(Value::Array(words))) => words.clone(),
            _ => return None,
        };
        if these.is_empty() || !these.iter().all(Value::is_string) {
            return None;
        }
        if let Some(meaning) = fields.get("description").and_then(Value::as_str) {
            let named = these.iter().filter_map(Value::as_str).map(|word| format!("`{word}`")).collect::<Vec<_>>();
            about.push(format!("* {}: {meaning}", named.join(", ")));
        }
        words.extend(these);
    }
    Some((words, about.join("\n")))
}

/// Returns true for a value that stands for an absent one.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Number(number) => number.as_i64() == Some(0),
    }
}

/// Returns true if a choice only bounds the values of the schema that it stands in.
fn is_bound(choice: &Value) -> bool {
    const BOUNDS: [&str; 6] = ["minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum"];
    choice.as_object().is_some_and(|fields| fields.keys().all(|name| BOUNDS.contains(&name.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_of_words_become_an_enumeration_that_keeps_their_meanings() {
        let mut schema = json!({
            "description": "The colour.",
            "oneOf": [
                { "type": "string", "const": "red", "description": "Stop." },
                { "type": "string", "enum": ["green", "blue"], "description": "Go." },
            ],
        });
        plain(&mut schema);
        let about = "The colour.\n\n* `red`: Stop.\n* `green`, `blue`: Go.";
        assert_eq!(schema, json!({ "type": "string", "enum": ["red", "green", "blue"], "description": about }));
    }

    #[test]
    fn a_default_is_told_in_words() {
        let mut schema = json!({ "type": "object", "properties": {
            "default": { "type": "integer", "default": 86_400, "description": "Seconds." },
            "note": { "type": "string", "default": "" },
        } });
        plain(&mut schema);
        let seconds = json!({ "type": "integer", "description": "Seconds. By default `86400`." });
        let properties = json!({ "default": seconds, "note": { "type": "string" } });
        assert_eq!(schema, json!({ "type": "object", "properties": properties }));
    }

    #[test]
    fn other_alternatives_stay() {
        for schema in [
            json!({ "anyOf": [{ "$ref": "#/components/schemas/Seat" }, { "type": "null" }] }),
            json!({ "anyOf": [{ "type": "string", "const": "red" }, { "type": "integer" }] }),
            json!({ "oneOf": [{ "type": "integer", "const": 1 }] }),
            json!({ "oneOf": [] , "type": "object", "properties": { "anyOf": { "type": "integer" } } }),
        ] {
            let mut rewritten = schema.clone();
            plain(&mut rewritten);
            assert_eq!(rewritten, schema);
        }
    }
}
