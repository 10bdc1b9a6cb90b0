//! A check: code, name, kind, severity and its public explanation, declared in one place.

use caipan_tiles::text::Label;
use serde::{Deserialize, Serialize};

/// What a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The log breaks the rules or contradicts itself.
    Fault,
    /// Wrong under the declared options, right under others that are named.
    Variant,
    /// What was claimed cannot be checked: a field is missing.
    Unverifiable,
    /// Worth knowing, no fault.
    Note,
}

/// How grave it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Breaks the game or the money.
    Error,
    /// Suspicious, or without effect on the money.
    Warning,
    /// For information.
    Info,
}

/// One check.
#[derive(Debug)]
pub struct Check {
    /// Its code, never reused: `A201`.
    pub code: &'static str,
    /// Its name, which reads after "found:".
    pub name: &'static str,
    /// What its findings are.
    pub kind: Kind,
    /// How grave they are.
    pub severity: Severity,
    /// The version that brought it.
    pub since: &'static str,
    /// What it flags.
    pub title: Label,
    /// Why it matters and what to do.
    pub advice: Label,
    /// Whether another house rule may be what explains it.
    pub by_house: bool,
}

impl PartialEq for Check {
    fn eq(&self, other: &Check) -> bool {
        self.code == other.code
    }
}

/// Declares the checks of one block.
///
/// `NAME = "A201" "discard-not-held", Fault Error, since "0.1.0", zh "title" en "title", zh "advice" en "advice";`
/// A trailing `house` says that another house rule may explain it.
macro_rules! checks {
    ($($name:ident = $code:literal $slug:literal, $kind:ident $severity:ident $($house:ident)?, since $since:literal,
       zh $zh:literal en $en:literal, zh $advice_zh:literal en $advice_en:literal;)+) => {
        $(
            #[doc = concat!("`", $code, "` ", $zh, " ", $en)]
            pub static $name: crate::audit::Check = crate::audit::Check {
                code: $code, name: $slug,
                kind: crate::audit::Kind::$kind, severity: crate::audit::Severity::$severity, since: $since,
                title: caipan_tiles::text::Label::new($zh, $en), advice: caipan_tiles::text::Label::new($advice_zh, $advice_en),
                by_house: crate::audit::checks!(@house $($house)?),
            };
        )+
        /// The checks of this block, by code.
        pub static BLOCK: &[&crate::audit::Check] = &[$(&$name),+];
    };
    (@house) => { false };
    (@house house) => { true };
}
pub(crate) use checks;
