//! The schemas of the engine's documents as components of the OpenAPI document.
//!
//! The engine produces JSON Schema 2020-12, which OpenAPI 3.1 uses too. Only the location of definitions differs.

use super::adapters::{AdapterItem, GuessRequest, GuessView, TrialRequest};
use super::rules::SystemSummary;
use super::settings::{OwnAdapter, OwnPresets};
use crate::app::{HandSteps, Moment, NewRuling, RulingView, Rulings, Statistics, Trial};
use caipan_engine::report::{Otherwise, WhatIf};
use caipan_engine::score::{ScoreReport, ScoreRequest};
use caipan_handbook::{CheckView, SystemView};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

/// Every component from the engine.
pub(super) fn components() -> Map<String, Value> {
    let mut components = Map::new();
    add(&mut components, "GameLog", caipan_log::json_schema());
    add(&mut components, "Report", caipan_engine::report::json_schema());
    add(&mut components, "Step", written::<Moment>());
    add(&mut components, "Played", written::<HandSteps>());
    add(&mut components, "RuleSystemList", written::<Vec<SystemSummary>>());
    add(&mut components, "RuleSystem", written::<SystemView>());
    add(&mut components, "CheckList", written::<Vec<CheckView>>());
    add(&mut components, "Check", written::<CheckView>());
    add(&mut components, "ScoreRequest", schemars::schema_for!(ScoreRequest).to_value());
    add(&mut components, "ScoreReport", written::<ScoreReport>());
    add(&mut components, "Otherwise", schemars::schema_for!(Otherwise).to_value());
    add(&mut components, "WhatIf", written::<WhatIf>());
    add(&mut components, "Statistics", written::<Statistics>());
    add(&mut components, "NewRuling", schemars::schema_for!(NewRuling).to_value());
    add(&mut components, "Ruling", written::<RulingView>());
    add(&mut components, "Rulings", written::<Rulings>());
    add(&mut components, "AdapterList", written::<Vec<AdapterItem>>());
    add(&mut components, "OwnAdapter", written::<OwnAdapter>());
    add(&mut components, "OwnPresets", written::<OwnPresets>());
    add(&mut components, "TrialRequest", schemars::schema_for!(TrialRequest).to_value());
    add(&mut components, "Trial", written::<Trial>());
    add(&mut components, "GuessRequest", schemars::schema_for!(GuessRequest).to_value());
    add(&mut components, "Guess", written::<GuessView>());
    components
}

/// The schema of an answer: fields that may be absent are not required.
fn written<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>().to_value()
}

/// Adds a schema, and its definitions under prefixed names.
fn add(components: &mut Map<String, Value>, name: &str, mut schema: Value) {
    let definitions = schema.as_object_mut().and_then(|schema| {
        // Client generators use a title as the class name, but the component has a name already.
        schema.remove("title");
        schema.remove("$schema");
        schema.remove("$id");
        schema.remove("$defs")
    });
    refer(&mut schema, name);
    components.insert(name.to_owned(), schema);
    let Some(Value::Object(definitions)) = definitions else { return };
    for (part, mut definition) in definitions {
        refer(&mut definition, name);
        components.insert(format!("{name}.{part}"), definition);
    }
}

/// Rewrites references to the components.
fn refer(schema: &mut Value, name: &str) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                if let Some(part) = reference.strip_prefix("#/$defs/") {
                    *reference = format!("#/components/schemas/{name}.{part}");
                } else if reference == "#" {
                    *reference = format!("#/components/schemas/{name}");
                }
            }
            fields.values_mut().for_each(|field| refer(field, name));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, name)),
        _ => {}
    }
}
