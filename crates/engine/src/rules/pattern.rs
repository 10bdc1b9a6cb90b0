//! The entries of a rule sheet: patterns (牌型, 番种), each a static with its names, its price and its clause.

use caipan_tiles::clause::Clause;
use caipan_tiles::text::Label;

/// A pattern (牌型 or 番种) of a rule sheet.
#[derive(Debug)]
pub struct Pattern {
    /// A stable id.
    pub id: &'static str,
    /// The name in both languages; logs usually use the Chinese one.
    pub name: Label,
    /// Other names that logs use.
    pub aliases: &'static [&'static str],
    /// The value in the system's own measure.
    pub value: i64,
    /// The kind of pattern.
    pub kind: PatternKind,
    /// The clause that defines it.
    pub clause: &'static Clause,
}

impl Pattern {
    /// True if a log means this pattern by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.id == name
            || self.name.zh == name
            || self.name.en.eq_ignore_ascii_case(name)
            || self.aliases.contains(&name)
    }
}

/// The patterns that a counted pattern replaces: the hand has them too, but they count for nothing beside it. For
/// display only; no verdict depends on it.
#[derive(Debug)]
pub struct Instead {
    /// The pattern that counts.
    pub counted: &'static Pattern,
    /// The patterns that it replaces.
    pub of: &'static [&'static Pattern],
    /// The clause that says so.
    pub clause: &'static Clause,
}

/// The facts that a pattern depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// The tiles.
    Hand,
    /// The way in which the win came about.
    Situation,
    /// The dealt tiles, before play (起手胡).
    Opening,
    /// The tiles of the hand after a draw during play (中途起手胡).
    MidOpening,
    /// The pattern of a win that has no other; a log may leave it unnamed.
    Base,
    /// A step of the price that follows the patterns; a log may leave it unnamed.
    Step,
}

impl PatternKind {
    /// True for initial wins, of the dealt tiles or during play.
    pub const fn is_opening(self) -> bool {
        matches!(self, PatternKind::Opening | PatternKind::MidOpening)
    }
}

/// Declares the patterns of one system, each as a static, and a list of them in the order of the rule sheet.
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
