//! The declared rules in their JSON form.

use super::super::OptionValue;
use super::super::want::Want;
use super::list::{Anything, InlineVec, OPTIONS, UNMODELLED};
use super::scalar::{Field, Id, Must, Wire};
use super::unmodelled::Declared;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// The declared rules: a preset and the options that differ from it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Rules")]
pub(crate) struct WireRules {
    /// The preset's id, for example changsha-a.
    pub(super) system: Must<Id>,
    /// House rules (房规): the value of each option by its id.
    #[serde(default)]
    pub(super) options: Field<Options>,
    /// The rules of the room that caipan does not know. The money that they may move is not judged.
    #[serde(default)]
    pub(super) unmodelled: Field<InlineVec<Declared, UNMODELLED>>,
    #[serde(default, rename = "x")]
    _x: Anything,
}

/// Options in the order written; duplicates are detected later.
pub(crate) struct Options(pub(super) Vec<(String, OptionValue)>);

impl Wire for Options {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Options, D::Error> {
        struct OptionsVisitor;
        impl<'de> Visitor<'de> for OptionsVisitor {
            type Value = Options;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&Want::Object, f)
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Options, A::Error> {
                let mut options = Vec::new();
                let mut count = 0;
                while let Some(key) = entries.next_key::<String>()? {
                    count += 1;
                    if count > OPTIONS {
                        return Err(A::Error::invalid_length(OPTIONS, &Want::List));
                    }
                    if key == "x" {
                        entries.next_value::<Anything>()?;
                    } else {
                        let Must(value) = entries.next_value()?;
                        options.push((key, value));
                    }
                }
                Ok(Options(options))
            }
        }
        from.deserialize_map(OptionsVisitor)
    }

    fn schema(schemas: &mut SchemaGenerator) -> Schema {
        let value = OptionValue::schema(schemas);
        json_schema!({ "type": "object", "properties": { "x": {} }, "additionalProperties": value, "maxProperties": OPTIONS })
    }
}
