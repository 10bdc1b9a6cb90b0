//! Rule-book clauses, on which every pattern, refusal, payment and finding rests.
//!
//! A clause restates a passage of a source document in the project's own words. Where the source is damaged or silent,
//! the reading is a ruling with its own page under `docs/rulings/`.

use crate::text::Label;
use serde::Serialize;

/// One clause of a rule book.
#[derive(Debug, Serialize)]
pub struct Clause {
    /// The id in the rule book, for example `CS-A.23`.
    pub id: &'static str,
    /// The place in the source: the number of the source document and the section in it.
    pub section: &'static str,
    /// The relation of the clause to the source.
    pub reading: Reading,
    /// The sentence, with places for the options that change it: a system fills them for its readers.
    pub wording: Label,
}

impl PartialEq for Clause {
    fn eq(&self, other: &Clause) -> bool {
        self.id == other.id
    }
}

impl Eq for Clause {}

/// The relation of a clause to its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "ruling")]
pub enum Reading {
    /// The source says so literally.
    AsWritten,
    /// It follows from the source text.
    Interpreted,
    /// The source is silent; public practice is followed.
    Practice,
    /// The source is damaged or contradicts itself; the ruling with this number decides.
    Ruled(&'static str),
}

impl Reading {
    /// Returns the number of the ruling, if a ruling decides.
    pub const fn ruling(self) -> Option<&'static str> {
        if let Reading::Ruled(number) = self { Some(number) } else { None }
    }
}

/// Declares the clauses of one rule system: a static for each, and a list of all in the order of the rule book.
///
/// `NAME = "id" @ "section", AsWritten, zh "…", en "…";`
///
/// A sentence that an option changes has a place for it in braces, so that it can be written for the value in force:
///
/// * `{men_dou}` is the value, in the words of its option;
/// * `{fan_table:table=7|app=10|8}` is the text for a value, or else the last text; `#` in it is the value, and it may
///   hold places of its own;
/// * `{bird_count=1}` is nothing: it says that the sentence is written for this value.
#[macro_export]
macro_rules! clauses {
    ($all:ident; $($name:ident = $id:literal @ $section:literal, $reading:ident $(($ruling:literal))?, zh $zh:literal, en $en:literal;)+) => {
        $(
            #[doc = concat!("`", $id, "` ", $zh, " ", $en)]
            pub static $name: $crate::clause::Clause = $crate::clause::Clause {
                id: $id, section: $section, reading: $crate::clause::Reading::$reading $(($ruling))?,
                wording: $crate::text::Label::new($zh, $en),
            };
        )+
        /// Every clause of this rule book, in its order.
        pub static $all: &[&$crate::clause::Clause] = &[$(&$name),+];
    };
}
