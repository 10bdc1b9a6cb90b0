//! The JSON Schema of `paipu/1`, generated from the wire structs and the shapes of the events.

use super::read::claim::WireClaim;
use super::read::event::Events;
use super::read::list::{Anything, CLAIMS, InlineVec, KINDS};
use super::read::scalar::{Digest, FORMAT, OneOf, Wire};
use super::read::wire::{WireEvent, WireGame};
use super::shape::{Key, SHAPES, Shape};
use super::{Automatic, Declaration, Dice, DrawFrom, KongKind, PassOf};
use caipan_tiles::tile::{Seat, Tile, Tiles};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// Returns the JSON Schema (draft 2020-12) of a `paipu/1` document, as published in `docs/schema/paipu-1.schema.json`.
///
/// It refuses what the reader refuses, as far as a schema can: not duplicate keys, not `1.0`, not the limits, and not lists
/// of two entries at a table of three.
pub fn json_schema() -> Value {
    let generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = generator.into_root_schema_for::<WireGame<Events<WireEvent>>>().to_value();
    if let Value::Object(root) = &mut schema {
        root.insert("$id".to_owned(), json!("https://example.org/caipan/schema/paipu-1.schema.json"));
        root.insert("title".to_owned(), json!(format!("{FORMAT}: a mahjong match (牌谱)")));
        root.extend(entries_by_seat());
    }
    schema
}

/// Returns the condition that lists by seat have four entries unless `start.seats` says that fewer play.
fn entries_by_seat() -> [(String, Value); 2] {
    let lists = |keys: &[&str]| -> Map<String, Value> {
        keys.iter().map(|key| ((*key).to_owned(), json!({ "minItems": 4 }))).collect()
    };
    let mut hand = lists(&["deal", "piao", "gu_mai"]);
    hand.insert("result".to_owned(), json!({ "properties": lists(&["deltas", "scores"]) }));
    let fewer = json!({ "properties": { "seats": { "enum": [2, 3] } }, "required": ["seats"] });
    let four = json!({
        "start": { "properties": lists(&["scores", "piao", "gu_mai", "holdings"]) },
        "match": { "properties": lists(&["totals"]) },
        "hands": { "items": { "properties": hand } },
    });
    [
        ("if".to_owned(), json!({ "properties": { "start": fewer }, "required": ["start"] })),
        ("else".to_owned(), json!({ "properties": four })),
    ]
}

impl JsonSchema for WireEvent {
    fn schema_name() -> Cow<'static, str> {
        "Event".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let choices: Vec<Schema> = SHAPES.iter().map(|shape| event(shape, schemas)).collect();
        json_schema!({ "description": "What happened, in order of happening.", "oneOf": choices })
    }
}

/// Returns the schema of one type of event.
fn event(shape: &Shape, schemas: &mut SchemaGenerator) -> Schema {
    let mut properties = Map::new();
    let mut required = vec!["type"];
    properties.insert("type".to_owned(), json!({ "const": shape.name() }));
    for key in shape.may.iter() {
        properties.insert(key.name().to_owned(), value(key, schemas).to_value());
    }
    required.extend(shape.needs.iter().map(Key::name));
    let beside = [
        ("ms", u64::schema(schemas), "Milliseconds since the hand began."),
        ("claims", InlineVec::<WireClaim, CLAIMS>::schema(schemas), "Claims that lost to this event."),
        (
            "auto",
            OneOf::<Automatic>::schema(schemas),
            "Why the server acted for the player; absent: the player acted, or unknown.",
        ),
        (
            "offers",
            InlineVec::<WireClaim, CLAIMS>::schema(schemas),
            "Every claim, kong and win that the client offered after this event; absent: unknown.",
        ),
        ("digest", Digest::schema(schemas), "The client's own digest of the table after this event."),
        ("x", Anything::json_schema(schemas), "Whatever the writer likes; it is not read."),
    ];
    for (name, mut schema, about) in beside {
        schema.insert("description".to_owned(), json!(about));
        properties.insert(name.to_owned(), schema.to_value());
    }
    json_schema!({
        "title": shape.name(),
        "description": format!("{} {}", shape.about.zh, shape.about.en),
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// Returns the schema of the value under a key.
fn value(key: Key, schemas: &mut SchemaGenerator) -> Schema {
    match key {
        Key::Seat => Seat::schema(schemas),
        Key::Tile => Tile::schema(schemas),
        Key::From => OneOf::<DrawFrom>::schema(schemas),
        Key::With => <[Tile; 2]>::schema(schemas),
        Key::Kind => OneOf::<KongKind>::schema(schemas),
        Key::Dice => Dice::schema(schemas),
        Key::Tiles | Key::Takes | Key::Fly => Tiles::schema(schemas),
        Key::Kinds => {
            let mut kinds = InlineVec::<String, KINDS>::schema(schemas);
            kinds.insert("minItems".to_owned(), json!(1));
            kinds
        }
        Key::What => OneOf::<Declaration>::schema(schemas),
        Key::Take => bool::schema(schemas),
        Key::Of => OneOf::<PassOf>::schema(schemas),
    }
}
