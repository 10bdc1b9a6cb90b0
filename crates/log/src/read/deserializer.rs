//! Deserialization of the wire structs from the text itself, with errors that carry their path. The text must have passed
//! [`super::json::check`].

use super::super::problem::Problem;
use super::Limits;
use super::fault::{Fault, short};
use super::json::{Entry, Inside, Number, Parser, Stop, Word};
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Fault {
        stop.problem.into()
    }
}

/// Checks the format first: in a foreign document, every other message would mislead.
pub(super) fn format(text: &str) -> Result<(), Fault> {
    let mut parser = Parser::of(text);
    if parser.peek() == Some(b'[') {
        return Err(Problem::LogList.into());
    }
    if parser.peek() != Some(b'{') {
        return Ok(());
    }
    if !parser.find("format")? {
        return Err(Problem::MissingKey { key: "format".to_owned(), of: None }.into());
    }
    if parser.peek() != Some(b'"') {
        return Ok(());
    }
    let found = parser.string()?;
    if found == super::scalar::FORMAT {
        return Ok(());
    }
    Err(Fault::from(Problem::UnknownFormat { found: format!("\"{}\"", short(&found)) }).within("format"))
}

/// Checks the limits before anything is built.
pub(super) fn limits(text: &str, limits: &Limits) -> Result<(), Fault> {
    let mut parser = Parser::of(text);
    if !parser.find("hands")? {
        return Ok(());
    }
    let Some(mut hands) = parser.enter_list() else { return Ok(()) };
    while let Some(Entry::Item(hand)) = parser.entry(&mut hands)? {
        if hand == limits.hands {
            return Err(Fault::from(Problem::TooManyHands { limit: hand }).within(hand).within("hands"));
        }
        let mut events = parser.clone();
        parser.skip(0)?;
        if !events.find("events")? {
            continue;
        }
        let Some(mut inside) = events.enter_list() else { continue };
        while let Some(Entry::Item(event)) = events.entry(&mut inside)? {
            if event == limits.events {
                let fault = Fault::from(Problem::TooManyEvents { limit: event });
                return Err(fault.within(event).within("events").within(hand).within("hands"));
            }
            events.skip(0)?;
        }
    }
    Ok(())
}

impl Parser<'_> {
    /// Moves to the value of the first key of this name in the object that comes next; false if there is none.
    fn find(&mut self, name: &str) -> Result<bool, Fault> {
        if self.peek() != Some(b'{') {
            return Ok(false);
        }
        let Some(mut inside) = self.enter() else { return Ok(false) };
        while let Some(entry) = self.entry(&mut inside)? {
            if matches!(entry, Entry::Member { key, .. } if key == name) {
                return Ok(true);
            }
            self.skip(0)?;
        }
        Ok(false)
    }

    /// Enters the list that comes next; `None` if the next value is none.
    fn enter_list(&mut self) -> Option<Inside> {
        if self.peek() == Some(b'[') { self.enter() } else { None }
    }
}

impl<'de> Deserializer<'de> for &mut Parser<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.peek() {
            Some(b'"') => match self.string()? {
                Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            },
            Some(b'-' | b'0'..=b'9') => match self.number()? {
                Number::Natural(number) => visitor.visit_u64(number),
                Number::Negative(number) => visitor.visit_i64(number),
                Number::Fraction(written) => {
                    visitor.visit_f64(written.parse().unwrap_or_default()).map_err(|mut fault: Fault| {
                        if let Problem::NotWhole { found } = &mut fault.problem {
                            *found = written;
                        }
                        fault
                    })
                }
            },
            first => {
                let Some(mut inside) = self.enter() else {
                    return match self.word()? {
                        Word::Null => visitor.visit_unit(),
                        Word::Flag(flag) => visitor.visit_bool(flag),
                    };
                };
                let entries = Entries { parser: self, inside: &mut inside, key: Cow::Borrowed("") };
                let value =
                    if first == Some(b'{') { visitor.visit_map(entries)? } else { visitor.visit_seq(entries)? };
                // A visitor may leave entries unread.
                while self.entry(&mut inside)?.is_some() {
                    self.skip(0)?;
                }
                Ok(value)
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.skip(0)?;
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier
    }
}

/// The remaining entries of a list or an object, and the key whose value is next.
struct Entries<'a, 'de> {
    parser: &'a mut Parser<'de>,
    inside: &'a mut Inside,
    key: Cow<'de, str>,
}

impl<'de> SeqAccess<'de> for Entries<'_, 'de> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some(Entry::Item(at)) = self.parser.entry(self.inside)? else { return Ok(None) };
        seed.deserialize(&mut *self.parser).map(Some).map_err(|fault| fault.within(at))
    }
}

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Fault;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Fault> {
        let Some(Entry::Member { key, .. }) = self.parser.entry(self.inside)? else { return Ok(None) };
        self.key = key;
        seed.deserialize(StrDeserializer::new(&self.key)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        seed.deserialize(&mut *self.parser).map_err(|fault| fault.within(&*self.key))
    }
}
