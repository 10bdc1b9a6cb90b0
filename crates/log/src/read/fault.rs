//! A problem with the path to it, collected on the way out of a document.

use super::super::problem::Problem;
use super::super::want::Want;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde::de::{Expected, Unexpected};
use std::fmt;

/// One step of a path, from an object or a list to its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The value of a key.
    Key(String),
    /// An entry, from 0.
    Index(usize),
}

impl From<&str> for Step {
    fn from(key: &str) -> Step {
        Step::Key(key.to_owned())
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Step {
        Step::Index(index)
    }
}

/// A problem and the path to it, innermost step first.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) problem: Problem,
    pub(crate) path: Vec<Step>,
}

impl Fault {
    /// Adds an outer step to the path.
    pub(crate) fn within(mut self, step: impl Into<Step>) -> Fault {
        self.path.push(step.into());
        self
    }
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Fault {
        Fault { problem, path: Vec::new() }
    }
}

/// Formats a path as an RFC 6901 pointer.
pub(crate) fn pointer(path: &[Step]) -> String {
    path.iter().rev().fold(String::new(), |pointer, step| match step {
        Step::Key(key) => pointer + "/" + &key.replace('~', "~0").replace('/', "~1"),
        Step::Index(index) => format!("{pointer}/{index}"),
    })
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problem.code())
    }
}

impl std::error::Error for Fault {}

/// Serde reports the errors of visitors through this interface; each becomes its [`Problem`].
impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(detail: T) -> Fault {
        Problem::Unreadable { detail: detail.to_string() }.into()
    }

    fn invalid_type(found: Unexpected<'_>, wanted: &dyn Expected) -> Fault {
        let want = Want::from_key(&wanted.to_string()).unwrap_or(Want::Object);
        match found {
            Unexpected::Unit | Unexpected::Option => Problem::Null { want }.into(),
            Unexpected::Float(number) => Problem::NotWhole { found: number.to_string() }.into(),
            found => Problem::WrongType { found: name(found), want }.into(),
        }
    }

    fn invalid_value(found: Unexpected<'_>, wanted: &dyn Expected) -> Fault {
        let want = Want::from_key(&wanted.to_string()).unwrap_or(Want::Object);
        Problem::WrongValue { found: short(&name(found).en), want }.into()
    }

    fn invalid_length(found: usize, wanted: &dyn Expected) -> Fault {
        match Want::from_key(&wanted.to_string()) {
            // The list reader passes its limit in place of the length: it stops there and counts no further.
            Some(Want::List) => Problem::ListTooLong { limit: found }.into(),
            None => Problem::ListTooLong { limit: super::list::MOST }.into(),
            Some(want) => Problem::WrongLength { found, want }.into(),
        }
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Fault {
        Problem::UnknownWord { found: short(found), known }.into()
    }

    fn unknown_field(key: &str, known: &'static [&'static str]) -> Fault {
        Fault::from(Problem::UnknownKey { key: short(key), known }).within(key)
    }

    fn missing_field(key: &'static str) -> Fault {
        Problem::MissingKey { key: key.to_owned(), of: None }.into()
    }

    fn duplicate_field(key: &'static str) -> Fault {
        Fault::from(Problem::DuplicateKey { key: key.to_owned() }).within(key)
    }
}

/// Names the value found, in both languages.
fn name(found: Unexpected<'_>) -> Text {
    match found {
        Unexpected::Bool(value) => bilingual!("{value}", "{value}"),
        Unexpected::Unsigned(number) => bilingual!("数字 {number}", "{number}"),
        Unexpected::Signed(number) => bilingual!("数字 {number}", "{number}"),
        Unexpected::Str(text) => {
            let text = short(text);
            bilingual!("文字 \"{text}\"", "\"{text}\"")
        }
        Unexpected::Seq => bilingual!("一个列表", "a list"),
        Unexpected::Map => bilingual!("一个对象", "an object"),
        other => bilingual!("{other}", "{other}"),
    }
}

/// Returns at most 40 characters of a text, so that an error stays one sentence.
pub(crate) fn short(text: &str) -> String {
    let mut kept: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if kept.len() < text.len() {
        kept.push('…');
    }
    kept
}
