//! The JSON form of a rule that caipan does not know: its words alone, or an object with the money that it may move.

use super::super::want::Want;
use super::super::{Touches, Unmodelled};
use super::list::Anything;
use super::scalar::{Field, Must, OneOf, Wire};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Unexpected, Visitor};
use std::fmt;

/// A declared rule.
pub(crate) struct Declared(pub(super) Unmodelled);

/// The object form.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Unmodelled")]
struct WireUnmodelled {
    /// The rule in the words of the room.
    rule: Must<Words>,
    /// The money that it may move; `all` if absent.
    #[serde(default)]
    touches: Field<OneOf<Touches>>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// The words of a rule.
struct Words(Unmodelled);

fn read<E: Error>(words: &str, touches: Touches) -> Result<Unmodelled, E> {
    Unmodelled::new(words, touches).ok_or_else(|| E::invalid_value(Unexpected::Str(words), &Want::Unmodelled))
}

impl Wire for Words {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Words, D::Error> {
        struct WordsVisitor;
        impl Visitor<'_> for WordsVisitor {
            type Value = Words;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Unmodelled, f)
            }
            fn visit_str<E: Error>(self, words: &str) -> Result<Words, E> {
                read(words, Touches::All).map(Words)
            }
        }
        from.deserialize_str(WordsVisitor)
    }

    fn schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "minLength": 1, "maxLength": Unmodelled::LONGEST })
    }
}

impl Wire for Declared {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Declared, D::Error> {
        struct DeclaredVisitor;
        impl<'de> Visitor<'de> for DeclaredVisitor {
            type Value = Declared;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Unmodelled, f)
            }
            fn visit_str<E: Error>(self, words: &str) -> Result<Declared, E> {
                read(words, Touches::All).map(Declared)
            }
            fn visit_map<A: MapAccess<'de>>(self, entries: A) -> Result<Declared, A::Error> {
                let wire = WireUnmodelled::deserialize(MapAccessDeserializer::new(entries))?;
                let touches = wire.touches.0.map(|touches| touches.0).unwrap_or_default();
                Ok(Declared(Unmodelled { touches, ..wire.rule.0.0 }))
            }
        }
        from.deserialize_any(DeclaredVisitor)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let (words, object) = (Words::schema(schemas), schemas.subschema_for::<WireUnmodelled>());
        json_schema!({ "anyOf": [words, object] })
    }
}

/// Returns the position of the first rule whose words occur earlier in the list.
pub(crate) fn repeated(rules: &[Unmodelled]) -> Option<usize> {
    (0..rules.len()).find(|&at| {
        let (earlier, rest) = rules.split_at(at);
        rest.first().is_some_and(|rule| earlier.iter().any(|other| other.rule == rule.rule))
    })
}
