//! House rules as typed options: declared once with id, allowed values, default, clause and a label in both languages.
//!
//! The declaration feeds validation, the API, the documentation and the inverse audit. A log's unknown option or value is
//! an error that lists the known ones.

use caipan_log::OptionValue;
use caipan_tiles::clause::Clause;
use caipan_tiles::text::Label;
use std::fmt;

/// The value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// One of the option's words.
    Word(&'static str),
}

impl Value {
    /// The same value as a log writes it.
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

/// One word an option may take.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    /// As written in a log.
    pub id: &'static str,
    /// What it means.
    pub label: Label,
}

/// Which values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Words(&'static [Word]),
    /// A whole number between these two.
    Number {
        /// At least.
        min: i64,
        /// At most.
        max: i64,
    },
}

impl Kind {
    /// Reads a value of this kind, from a log or from the command line where everything is a word.
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

/// How much evidence the inverse audit wants before it names another value of this option as the house's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// It sets prices: two hands that it makes right are evidence, or one in which amounts differ in their own ways.
    Price,
    /// It permits or forbids, whatever else it sets: a single breach cannot be told from a fault, so two hands must show it.
    Permission,
    /// It changes no verdict that a log can show.
    Never,
}

/// One option as declared.
#[derive(Clone, Copy, Debug)]
pub struct Decl {
    /// The id a log names.
    pub id: &'static str,
    /// What it decides.
    pub label: Label,
    /// The clause it varies.
    pub clause: &'static Clause,
    /// What it may be.
    pub kind: Kind,
    /// The numbers in use besides the default, for the inverse audit; empty for other kinds.
    pub usual: &'static [i64],
    /// The default before any preset.
    pub default: Value,
    /// How the inverse audit treats it.
    pub search: Search,
}

impl Decl {
    /// The other values that houses use.
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
            // A usual number may be the default too.
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
    /// As a value.
    fn value(self) -> Value;
    /// From a value of this kind.
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

/// A whole number between two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number<const MIN: i64, const MAX: i64>(pub i64);

impl<const MIN: i64, const MAX: i64> Number<MIN, MAX> {
    /// As a number of things; none where it is below zero.
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

/// Declares all options of a system: the struct that the rules ask, and the declarations that everybody else reads. Whatever
/// is asked is noted ([`Asked`](crate::rules::Asked)).
///
/// `field "id": Type = default; Search, [usual numbers], CLAUSE, zh "…", en "…";`
#[macro_export]
macro_rules! options {
    ($(#[$doc:meta])* pub struct $name:ident;
     $($field:ident $id:literal : $type:ty = $default:expr; $search:ident, [$($usual:literal),*], $clause:path, zh $zh:literal, en $en:literal;)+) => {
        $(#[$doc])*
        #[derive(Debug)]
        pub struct $name {
            $($field: $type,)+
            asked: $crate::rules::Asked,
        }
        #[expect(non_camel_case_types, reason = "the places of the declarations, called as the options are")]
        enum Place { $($field),+ }
        impl $name {
            $(
                #[doc = concat!("`", $id, "`: ", $zh, " / ", $en)]
                pub fn $field(&self) -> $type {
                    self.asked.note(const { $crate::rules::OptionSet::of(Place::$field as usize) });
                    self.$field
                }
            )+
            /// Which of them were asked.
            pub fn asked(&self) -> &$crate::rules::Asked {
                &self.asked
            }
            /// The declarations in the order of the rule book.
            pub fn decls() -> &'static [$crate::rules::Decl] {
                static DECLS: std::sync::LazyLock<Vec<$crate::rules::Decl>> = std::sync::LazyLock::new(|| vec![
                    $($crate::rules::Decl {
                        id: $id, label: $crate::text::Label::new($zh, $en), clause: &$clause,
                        kind: <$type as $crate::rules::Setting>::KIND, usual: &[$($usual),*],
                        default: <$type as $crate::rules::Setting>::value($default),
                        search: $crate::rules::Search::$search,
                    }),+
                ]);
                const { assert!([$($id),+].len() <= $crate::rules::OptionSet::MOST, "a read set has a bit an option") }
                &DECLS
            }
            /// The options with these choices; what is not chosen has its default.
            pub fn with(choices: &$crate::rules::Choices) -> $name {
                // Fields are filled in the order in which they stand here, which is that of the declarations.
                let mut values = choices.values().iter().copied();
                $name {
                    $($field: values.next().and_then(<$type as $crate::rules::Setting>::from_value).unwrap_or($default),)+
                    asked: $crate::rules::Asked::default(),
                }
            }
        }
    };
}
