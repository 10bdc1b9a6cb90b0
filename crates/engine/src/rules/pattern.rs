//! What a rule sheet lists: patterns (牌型, 番种), each a static with its names, its price and its clause.

use caipan_tiles::clause::Clause;
use caipan_tiles::text::Label;

/// A pattern (牌型 or 番种) of a rule sheet.
#[derive(Debug)]
pub struct Pattern {
    /// A stable id.
    pub id: &'static str,
    /// The name in both languages; the Chinese one is what a log usually names.
    pub name: Label,
    /// Other names that logs use.
    pub aliases: &'static [&'static str],
    /// What it is worth in the system's own measure.
    pub value: i64,
    /// Which kind of thing it is.
    pub kind: PatternKind,
    /// The clause that defines it.
    pub clause: &'static Clause,
}

impl Pattern {
    /// Whether a log means this pattern by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name
            || self.name.zh == name
            || self.name.en.eq_ignore_ascii_case(name)
            || self.aliases.contains(&name)
    }
}

/// What a pattern that counts takes the place of: what else the hand is, and counts for nothing beside it. For people, and of no weight
/// for anything else.
#[derive(Debug)]
pub struct Instead {
    /// The pattern that counts.
    pub counted: &'static Pattern,
    /// Those that do not.
    pub of: &'static [&'static Pattern],
    /// Why.
    pub clause: &'static Clause,
}

/// What a pattern looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// The tiles.
    Hand,
    /// How the win came about.
    Situation,
    /// The dealt tiles, before play (起手胡).
    Opening,
    /// What a win is that has nothing else; it may go without a name.
    Base,
}

/// Declares the patterns of one system: each a static, all together a list in the order of the sheet.
///
/// `NAME "id" "中文" "English" ["other name"] 2 Hand clause;`
#[macro_export]
macro_rules! patterns {
    ($all:ident; $($name:ident $id:literal $zh:literal $en:literal [$($alias:literal),*] $value:literal $kind:ident $clause:path;)+) => {
        $(
            #[doc = concat!($zh, " (", $en, ")")]
            pub static $name: $crate::rules::Pattern = $crate::rules::Pattern {
                id: $id, name: $crate::text::Label::new($zh, $en), aliases: &[$($alias),*], value: $value,
                kind: $crate::rules::PatternKind::$kind, clause: &$clause,
            };
        )+
        /// Every pattern of this rule sheet, in its order.
        pub static $all: &[&$crate::rules::Pattern] = &[$(&$name),+];
    };
}
