//! Clauses: what every pattern, refusal, payment and finding rests on.
//!
//! A clause says in the project's own words what a place of a source document means. Where the source is torn or silent
//! the reading is a ruling with a page of its own under `docs/rulings/`.

use serde::Serialize;

/// One clause of a rule book.
#[derive(Debug, Serialize)]
pub struct Clause {
    /// The id in the rule book, for example `CS-A.23`.
    pub id: &'static str,
    /// Where it stands: the number of the source document and the section in it.
    pub section: &'static str,
    /// How it was read.
    pub reading: Reading,
    /// What it means, in Chinese.
    pub zh: &'static str,
    /// What it means, in English.
    pub en: &'static str,
}

impl PartialEq for Clause {
    fn eq(&self, other: &Clause) -> bool {
        self.id == other.id
    }
}

impl Eq for Clause {}

/// How a clause follows from its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "ruling")]
pub enum Reading {
    /// It stands there.
    AsWritten,
    /// It follows from what stands there.
    Interpreted,
    /// The source is silent; public practice is followed.
    Practice,
    /// The source is torn or contradicts itself; the ruling with this number decides.
    Ruled(&'static str),
}

impl Reading {
    /// The ruling, where there is one.
    pub const fn ruling(self) -> Option<&'static str> {
        if let Reading::Ruled(number) = self { Some(number) } else { None }
    }
}

/// Declares the clauses of one system: each a static, all together a list in the order of the rule book.
///
/// `NAME = "id" @ "section", AsWritten, zh "…", en "…";`
#[macro_export]
macro_rules! clauses {
    ($all:ident; $($name:ident = $id:literal @ $section:literal, $reading:ident $(($ruling:literal))?, zh $zh:literal, en $en:literal;)+) => {
        $(
            #[doc = concat!("`", $id, "` ", $zh, " ", $en)]
            pub static $name: $crate::clause::Clause = $crate::clause::Clause {
                id: $id, section: $section, reading: $crate::clause::Reading::$reading $(($ruling))?, zh: $zh, en: $en,
            };
        )+
        /// Every clause of this rule book, in its order.
        pub static $all: &[&$crate::clause::Clause] = &[$(&$name),+];
    };
}
