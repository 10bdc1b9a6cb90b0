//! House rules as typed options, each declared once with id, allowed values, default, clause and a label in both
//! languages.
//!
//! Validation, the API, the documentation and the inverse audit read the declarations. An unknown option or value in a
//! log is an error that lists the known ones.

use caipan_log::OptionValue;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::text::{Label, Text};
use std::fmt;
use std::ops::RangeInclusive;

/// The greatest difference between the bounds of a number all of whose values are tried.
const SHORT: i64 = 8;

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// An integer.
    Number(i64),
    /// One of the option's words.
    Word(&'static str),
}

impl Value {
    /// Converts the value to the form that a log writes.
    pub fn to_log(self) -> OptionValue {
        match self {
            Value::Flag(flag) => OptionValue::Flag(flag),
            Value::Number(number) => OptionValue::Number(number),
            Value::Word(word) => OptionValue::Word(word.to_owned()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Flag(flag) => flag.fmt(f),
            Value::Number(number) => number.fmt(f),
            Value::Word(word) => f.write_str(word),
        }
    }
}

/// A word that an option accepts.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// The spelling in a log.
    pub id: &'static str,
    /// Its meaning.
    pub label: Label,
}

/// The values that an option accepts.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Words(&'static [Word]),
    /// An integer in this range.
    Number {
        /// Minimum.
        min: i64,
        /// Maximum.
        max: i64,
    },
}

impl Kind {
    /// Reads a value of this kind, from a log or from the command line, where every value is a word.
    pub fn read(self, written: &OptionValue) -> Option<Value> {
        match (self, written) {
            (Kind::Flag, OptionValue::Flag(flag)) => Some(Value::Flag(*flag)),
            (Kind::Flag, OptionValue::Word(word)) => word.parse().ok().map(Value::Flag),
            (Kind::Words(words), OptionValue::Word(word)) => {
                words.iter().find(|known| known.id == word).map(|known| Value::Word(known.id))
            }
            (Kind::Number { min, max }, OptionValue::Number(number)) => {
                (min..=max).contains(number).then_some(Value::Number(*number))
            }
            (Kind::Number { .. }, OptionValue::Word(word)) => {
                word.parse().ok().and_then(|number| self.read(&OptionValue::Number(number)))
            }
            _ => None,
        }
    }

    /// The allowed values in words: `true | false`, `once | per_unit`, `0–100`.
    pub fn allowed(self) -> String {
        match self {
            Kind::Flag => "true | false".to_owned(),
            Kind::Words(words) => words.iter().map(|word| word.id).collect::<Vec<_>>().join(" | "),
            Kind::Number { min, max } => format!("{min}–{max}"),
        }
    }
}

/// The evidence that the inverse audit requires before it reports another value of this option as the house rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// It sets prices. Two hands that the value corrects are enough, or one hand whose amounts differ in distinct ways.
    Price,
    /// It permits or forbids something, whatever else it sets. Two hands must show it, because a single breach looks
    /// like a fault.
    Permission,
    /// It changes no verdict that a log can show.
    Never,
}

/// The declaration of an option.
#[derive(Clone, Copy, Debug)]
pub struct Decl {
    /// The id that a log names.
    pub id: &'static str,
    /// The question that it decides.
    pub label: Label,
    /// The clause that it varies.
    pub clause: &'static Clause,
    /// The values that it accepts.
    pub kind: Kind,
    /// The numbers in use besides the default, for the inverse audit; empty for other kinds.
    pub usual: &'static [i64],
    /// The default before any preset.
    pub default: Value,
    /// The treatment by the inverse audit.
    pub search: Search,
}

impl Decl {
    /// A value in the words of players.
    pub fn in_words(&self, value: Value) -> Text {
        match (self.kind, value) {
            (Kind::Words(words), Value::Word(id)) => {
                let word = words.iter().find(|word| word.id == id);
                word.map_or_else(|| bilingual!("{id}", "{id}"), |word| word.label.text())
            }
            (_, Value::Flag(true)) => bilingual!("是", "yes"),
            (_, Value::Flag(false)) => bilingual!("否", "no"),
            (_, value) => bilingual!("{value}", "{value}"),
        }
    }

    /// The bounds of a number with too many values to try each.
    pub fn wide(&self) -> Option<RangeInclusive<i64>> {
        match self.kind {
            Kind::Number { min, max } if max.saturating_sub(min) > SHORT => Some(min..=max),
            _ => None,
        }
    }

    /// The other values that a search tries: all of a short range, otherwise those that house rules use.
    pub fn others(&self, than: Value) -> Vec<Value> {
        match self.kind {
            Kind::Number { min, max } if self.wide().is_none() => {
                (min..=max).map(Value::Number).filter(|&other| other != than).collect()
            }
            _ => self.alternatives(than),
        }
    }

    /// The other values that house rules use.
    pub fn alternatives(&self, to: Value) -> Vec<Value> {
        let all: Vec<Value> = match self.kind {
            Kind::Flag => vec![Value::Flag(true), Value::Flag(false)],
            Kind::Words(words) => words.iter().map(|word| Value::Word(word.id)).collect(),
            Kind::Number { .. } => {
                self.usual.iter().map(|&number| Value::Number(number)).chain([self.default]).collect()
            }
        };
        let mut others: Vec<Value> = Vec::with_capacity(all.len());
        for value in all {
            // The usual numbers can include the default.
            if value != to && !others.contains(&value) {
                others.push(value);
            }
        }
        others
    }
}

/// A type that an option can have.
pub trait Setting: Copy {
    /// Its kind.
    const KIND: Kind;
    /// Converts to a value.
    fn value(self) -> Value;
    /// Converts from a value; `None` if the value is of another kind.
    fn from_value(value: Value) -> Option<Self>;
}

impl Setting for bool {
    const KIND: Kind = Kind::Flag;
    fn value(self) -> Value {
        Value::Flag(self)
    }
    fn from_value(value: Value) -> Option<bool> {
        if let Value::Flag(flag) = value { Some(flag) } else { None }
    }
}

/// An integer between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<const MIN: i64, const MAX: i64>(pub i64);

impl<const MIN: i64, const MAX: i64> Number<MIN, MAX> {
    /// The number as a count; 0 if it is negative.
    pub fn count(self) -> usize {
        usize::try_from(self.0).unwrap_or(0)
    }
}

impl<const MIN: i64, const MAX: i64> Setting for Number<MIN, MAX> {
    const KIND: Kind = Kind::Number { min: MIN, max: MAX };
    fn value(self) -> Value {
        Value::Number(self.0)
    }
    fn from_value(value: Value) -> Option<Self> {
        if let Value::Number(number) = value { Some(Number(number)) } else { None }
    }
}

/// Declares the words of one option as an enum.
#[macro_export]
macro_rules! words {
    ($(#[$doc:meta])* pub enum $name:ident { $($variant:ident = $id:literal zh $zh:literal en $en:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = concat!($zh, " / ", $en)] $variant),+
        }
        impl $crate::rules::Setting for $name {
            const KIND: $crate::rules::Kind = $crate::rules::Kind::Words(&[
                $($crate::rules::Word { id: $id, label: $crate::text::Label::new($zh, $en) }),+
            ]);
            fn value(self) -> $crate::rules::Value {
                $crate::rules::Value::Word(match self { $($name::$variant => $id),+ })
            }
            fn from_value(value: $crate::rules::Value) -> Option<Self> {
                match value { $($crate::rules::Value::Word($id) => Some($name::$variant),)+ _ => None }
            }
        }
    };
}

/// Declares all options of a system: the struct that the rules read, and the declarations for everybody else, which end
/// with those that all systems share ([`house_money`](crate::rules::house_money)). Every read is recorded
/// ([`OptionReads`](crate::rules::OptionReads)).
///
/// `field "id": Type = default; Search, [usual numbers], CLAUSE, zh "…", en "…";`
#[macro_export]
macro_rules! options {
    ($(#[$doc:meta])* pub struct $name:ident; $($rest:tt)+) => {
        $crate::options! { @then $crate::rules::house_money::Options; $(#[$doc])* pub struct $name; $($rest)+ }
    };
    (@then $shared:path; $(#[$doc:meta])* pub struct $name:ident;
     $($field:ident $id:literal : $type:ty = $default:expr; $search:ident, [$($usual:literal),*], $clause:path, zh $zh:literal, en $en:literal;)+) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name {
            $($field: $type,)+
            asked: $crate::rules::OptionReads,
        }
        #[expect(non_camel_case_types, reason = "the places of the declarations, called as the options are")]
        enum Place { $($field),+ }
        impl $name {
            /// The number of options, without those that all systems share.
            pub const COUNT: usize = [$($id),+].len();
            $(
                #[doc = concat!("`", $id, "`: ", $zh, " / ", $en)]
                pub fn $field(&self) -> $type {
                    self.asked.note(const { $crate::rules::OptionSet::of(Place::$field as usize) });
                    self.$field
                }
            )+
            /// The options that were read.
            pub fn asked(&self) -> &$crate::rules::OptionReads {
                &self.asked
            }
            /// The declarations in the order of the rule book.
            pub fn decls() -> &'static [$crate::rules::Decl] {
                static DECLS: std::sync::LazyLock<Vec<$crate::rules::Decl>> = std::sync::LazyLock::new(|| [
                    $($crate::rules::Decl {
                        id: $id, label: $crate::text::Label::new($zh, $en), clause: &$clause,
                        kind: <$type as $crate::rules::Setting>::KIND, usual: &[$($usual),*],
                        default: <$type as $crate::rules::Setting>::value($default),
                        search: $crate::rules::Search::$search,
                    }),+
                ].into_iter().chain(<$shared>::decls().iter().copied()).collect());
                const { assert!($name::COUNT + <$shared>::COUNT <= $crate::rules::OptionSet::MOST, "a read set has a bit an option") }
                &DECLS
            }
            /// Creates the options with these choices; the others keep their defaults.
            pub fn with(choices: &$crate::rules::Choices) -> $name {
                $name::of(choices.values())
            }
            /// Creates the options with these values, in the order of the declarations.
            pub fn of(values: &[$crate::rules::Value]) -> $name {
                // Struct fields are evaluated in the order written here, which is the order of the declarations.
                let mut values = values.iter().copied();
                $name {
                    $($field: values.next().and_then(<$type as $crate::rules::Setting>::from_value).unwrap_or($default),)+
                    asked: $crate::rules::OptionReads::default(),
                }
            }
        }
    };
}
