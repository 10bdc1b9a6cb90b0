//! The schemas of the engine's documents as components of the OpenAPI document.
//!
//! The engine produces JSON Schema 2020-12, which OpenAPI 3.1 uses too. Only the location of definitions differs.
//! A definition that several documents share is one component.

use super::adapters::{AdapterItem, GuessRequest, GuessView, TrialRequest};
use super::rules::SystemSummary;
use super::settings::{OwnAdapter, OwnPresets};
use super::views::{JoinRequest, LeaksRequest};
use crate::app::{HandSteps, JoinAnswer, Moment, NewRuling, RulingView, Rulings, Statistics};
use caipan_auditor::Trial;
use caipan_auditor::views::Leaks;
use caipan_engine::report::{Otherwise, WhatIf};
use caipan_engine::score::{ScoreReport, ScoreRequest};
use caipan_handbook::{CheckView, SystemView};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The names of shared definitions whose own name says too little outside its document.
const NAMES: &[(&str, &str)] = &[
    ("Author", "RulingAuthor"),
    ("Entry", "RulingRecord"),
    ("Kind", "FindingKind"),
    ("Level", "CoverageLevel"),
    ("Moved", "MovedPoints"),
    ("Subject", "RulingSubject"),
    ("Summary", "ReportSummary"),
    ("Told", "DifferenceVersion"),
];

/// The fields that hold a document of another component: component, field, component of the document.
const DOCUMENTS: &[(&str, &str, &str)] = &[("JoinAnswer", "log", "GameLog"), ("JoinAnswer", "report", "Report")];

/// A schema of the engine with its definitions.
struct Source {
    /// The name of the component.
    name: &'static str,
    /// The name of the type, by which other schemas define it.
    title: Option<String>,
    schema: Value,
    definitions: Map<String, Value>,
}

/// Every component from the engine. `taken` holds the components that the handlers declare.
pub(super) fn components(taken: &Map<String, Value>) -> Map<String, Value> {
    let sources = sources();
    let shared = shared(&sources, taken);
    let mut components = Map::new();
    for Source { name, mut schema, definitions, .. } in sources {
        refer(&mut schema, name, &shared);
        components.insert(name.to_owned(), schema);
        for (part, mut definition) in definitions {
            refer(&mut definition, name, &shared);
            let name = shared.get(&part).cloned().unwrap_or_else(|| format!("{name}.{part}"));
            components.entry(name).or_insert(definition);
        }
    }
    for (component, field, document) in DOCUMENTS {
        let reference = Value::from(format!("#/components/schemas/{document}"));
        if let Some(field) = components.get_mut(*component).and_then(|schema| schema["properties"].get_mut(*field)) {
            field["$ref"] = reference;
        }
    }
    components
}

fn sources() -> Vec<Source> {
    vec![
        source("GameLog", caipan_log::json_schema()),
        source("Report", caipan_engine::report::json_schema()),
        source("Step", written::<Moment>()),
        source("Played", written::<HandSteps>()),
        source("RuleSystemList", written::<Vec<SystemSummary>>()),
        source("RuleSystem", written::<SystemView>()),
        source("CheckList", written::<Vec<CheckView>>()),
        source("Check", written::<CheckView>()),
        source("ScoreRequest", schemars::schema_for!(ScoreRequest).to_value()),
        source("ScoreReport", written::<ScoreReport>()),
        source("Otherwise", schemars::schema_for!(Otherwise).to_value()),
        source("WhatIf", written::<WhatIf>()),
        source("Statistics", written::<Statistics>()),
        source("NewRuling", schemars::schema_for!(NewRuling).to_value()),
        source("Ruling", written::<RulingView>()),
        source("Rulings", written::<Rulings>()),
        source("JoinRequest", schemars::schema_for!(JoinRequest<'_>).to_value()),
        source("JoinAnswer", written::<JoinAnswer>()),
        source("LeaksRequest", schemars::schema_for!(LeaksRequest<'_>).to_value()),
        source("LeaksAnswer", written::<Leaks>()),
        source("AdapterList", written::<Vec<AdapterItem>>()),
        source("OwnAdapter", written::<OwnAdapter>()),
        source("OwnPresets", written::<OwnPresets>()),
        source("TrialRequest", schemars::schema_for!(TrialRequest).to_value()),
        source("Trial", written::<Trial>()),
        source("GuessRequest", schemars::schema_for!(GuessRequest).to_value()),
        source("Guess", written::<GuessView>()),
    ]
}

/// The schema of an answer: fields that may be absent are not required.
fn written<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().for_serialize().into_generator().into_root_schema_for::<T>().to_value()
}

fn source(name: &'static str, mut schema: Value) -> Source {
    let fields = schema.as_object_mut();
    let [title, definitions, ..] = fields.map_or([const { None }; 6], |fields| {
        // Client generators use a title as the class name, but the component has a name already. They read no condition.
        ["title", "$defs", "$schema", "$id", "if", "else"].map(|name| fields.remove(name))
    });
    let title = title.and_then(|title| title.as_str().map(str::to_owned));
    let definitions = definitions.and_then(|all| all.as_object().cloned()).unwrap_or_default();
    Source { name, title, schema, definitions }
}

/// The component names of definitions that are the same in several schemas. A client then has one type for a seat, and
/// a seat of a report fits into a ruling.
fn shared(sources: &[Source], taken: &Map<String, Value>) -> BTreeMap<String, String> {
    let mut found: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    let mut names: BTreeMap<&str, &str> = BTreeMap::new();
    for source in sources {
        for (part, definition) in &source.definitions {
            found.entry(part).or_default().push(definition);
        }
        if let Some(title) = &source.title {
            found.entry(title).or_default().push(&source.schema);
            names.insert(title, source.name);
        }
    }
    let mut shared: BTreeMap<String, String> = BTreeMap::new();
    for (&part, definitions) in &found {
        let same = definitions.len() > 1 && definitions.windows(2).all(|pair| pair.first() == pair.last());
        let own = names.get(part).map(|&name| name.to_owned());
        let alone = NAMES.iter().find(|(known, _)| *known == part).map_or(part, |&(_, name)| name);
        let free = !taken.contains_key(alone) && !sources.iter().any(|source| source.name == alone);
        if let Some(name) = own.or_else(|| free.then(|| alone.to_owned())).filter(|_| same) {
            shared.insert(part.to_owned(), name);
        }
    }
    // A definition that refers to one that differs differs too.
    loop {
        let before = shared.len();
        let known = shared.clone();
        shared.retain(|part, _| {
            let mut parts = Vec::new();
            found.get(part.as_str()).and_then(|all| all.first()).into_iter().for_each(|all| referred(all, &mut parts));
            parts.iter().all(|part| known.contains_key(*part))
        });
        if shared.len() == before {
            return shared;
        }
    }
}

/// Collects the definitions that a schema refers to.
fn referred<'a>(schema: &'a Value, parts: &mut Vec<&'a str>) {
    match schema {
        Value::Object(fields) => {
            parts.extend(fields.get("$ref").and_then(|reference| reference.as_str()?.strip_prefix("#/$defs/")));
            fields.values().for_each(|field| referred(field, parts));
        }
        Value::Array(items) => items.iter().for_each(|item| referred(item, parts)),
        _ => {}
    }
}

/// Rewrites references to the components.
fn refer(schema: &mut Value, name: &str, shared: &BTreeMap<String, String>) {
    match schema {
        Value::Object(fields) => {
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                if let Some(part) = reference.strip_prefix("#/$defs/") {
                    let to = shared.get(part).cloned().unwrap_or_else(|| format!("{name}.{part}"));
                    *reference = format!("#/components/schemas/{to}");
                } else if reference == "#" {
                    *reference = format!("#/components/schemas/{name}");
                }
            }
            fields.values_mut().for_each(|field| refer(field, name, shared));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| refer(item, name, shared)),
        _ => {}
    }
}
