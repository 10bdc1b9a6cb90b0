//! Deserialization of the wire structs from a parsed [`Node`], with errors that carry their path.

use super::super::problem::Problem;
use super::fault::{Fault, short};
use super::json::{Entry, Node, Value};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Checks the format first: in a foreign document, every other message would mislead.
pub(super) fn format(root: &Node) -> Result<(), Fault> {
    let Value::Object(entries) = &root.value else { return Ok(()) };
    match entries.iter().find(|entry| entry.key == "format").map(|entry| &entry.node.value) {
        None => Err(Problem::MissingKey { key: "format".to_owned(), of: None }.into()),
        Some(Value::Text(found)) if found != super::scalar::FORMAT => {
            Err(Fault::from(Problem::UnknownFormat { found: format!("\"{}\"", short(found)) }).within("format"))
        }
        Some(_) => Ok(()),
    }
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            Value::Null => visitor.visit_unit(),
            Value::Flag(flag) => visitor.visit_bool(*flag),
            Value::Natural(number) => visitor.visit_u64(*number),
            Value::Negative(number) => visitor.visit_i64(*number),
            Value::Fraction(written) => {
                visitor.visit_f64(written.parse().unwrap_or_default()).map_err(|mut fault: Fault| {
                    if let Problem::NotWhole { found } = &mut fault.problem {
                        found.clone_from(written);
                    }
                    fault
                })
            }
            Value::Text(text) => visitor.visit_borrowed_str(text),
            Value::List(entries) => visitor.visit_seq(List { rest: entries.iter().enumerate() }),
            Value::Object(entries) => visitor.visit_map(Object { rest: entries.iter(), value: None }),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier
    }
}

/// The remaining entries of a list.
struct List<'de> {
    rest: std::iter::Enumerate<std::slice::Iter<'de, Node>>,
}

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        self.rest.next().map(|(at, node)| seed.deserialize(node).map_err(|fault| fault.within(at))).transpose()
    }
}

/// The remaining entries of an object, and the one whose value is next.
struct Object<'de> {
    rest: std::slice::Iter<'de, Entry>,
    value: Option<&'de Entry>,
}

impl<'de> MapAccess<'de> for Object<'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        self.value = self.rest.next();
        self.value.map(|entry| seed.deserialize(StrDeserializer::new(&entry.key))).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        match self.value.take() {
            Some(entry) => seed.deserialize(&entry.node).map_err(|fault| fault.within(entry.key.as_str())),
            None => Err(Problem::Unreadable { detail: "a value without a key".to_owned() }.into()),
        }
    }
}
