//! A check: code, name, kind, severity and public explanation, declared in one place.

use caipan_tiles::text::Label;
use serde::{Deserialize, Serialize};

/// The kind of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The log breaks the rules or contradicts itself.
    Fault,
    /// Wrong under the declared options, right under other options that the report names.
    Variant,
    /// A claim cannot be checked because a field is missing.
    Unverifiable,
    /// For information, not a fault.
    Note,
}

/// The severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Affects the game or the money.
    Error,
    /// Suspicious, or without effect on the money.
    Warning,
    /// For information.
    Info,
}

/// The subject of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// The log itself, the deal and the play.
    Play,
    /// The worth of a win: patterns, values and birds.
    Worth,
    /// Payments and scores.
    Money,
    /// The end of hands and the course of the match.
    Course,
    /// Conduct.
    Conduct,
}

/// One check.
#[derive(Debug)]
pub struct Check {
    /// The code, never reused: `A201`.
    pub code: &'static str,
    /// The name; it reads well after "found:".
    pub name: &'static str,
    /// The kind of its findings.
    pub kind: Kind,
    /// The severity of its findings.
    pub severity: Severity,
    /// The version that introduced it.
    pub since: &'static str,
    /// The title: what it flags.
    pub title: Label,
    /// The advice: why it matters and what to do.
    pub advice: Label,
    /// The subject, which all checks of its block share.
    pub about: About,
    /// True if another house rule may explain its findings.
    pub by_house: bool,
    /// True if its findings say that an amount is wrong or cannot be checked, whichever event or cause it is for.
    pub of_amounts: bool,
}

impl PartialEq for Check {
    fn eq(&self, other: &Check) -> bool {
        self.code == other.code
    }
}

/// Declares the checks of one block, after its subject.
///
/// `NAME = "A201" "discard-not-held", Fault Error, since "0.1.0", zh "title" en "title", zh "advice" en "advice";` After
/// the severity, `house` marks a check whose findings another house rule may explain, and `amount` one about amounts.
macro_rules! checks {
    ($about:ident; $($name:ident = $code:literal $slug:literal, $kind:ident $severity:ident $($mark:ident)*, since $since:literal,
       zh $zh:literal en $en:literal, zh $advice_zh:literal en $advice_en:literal;)+) => {
        $(
            #[doc = concat!("`", $code, "` ", $zh, " ", $en)]
            pub static $name: crate::audit::Check = crate::audit::Check {
                code: $code, name: $slug,
                kind: crate::audit::Kind::$kind, severity: crate::audit::Severity::$severity, since: $since,
                title: caipan_tiles::text::Label::new($zh, $en), advice: caipan_tiles::text::Label::new($advice_zh, $advice_en),
                about: crate::audit::About::$about,
                by_house: crate::audit::checks!(@house $($mark)*), of_amounts: crate::audit::checks!(@amount $($mark)*),
            };
        )+
        /// The checks of this block, by code.
        pub static BLOCK: &[&crate::audit::Check] = &[$(&$name),+];
    };
    (@house house $($amount:ident)?) => { true };
    (@amount amount) => { true };
    (@amount house amount) => { true };
    (@$mark:ident $($other:ident)?) => { false };
}
pub(crate) use checks;
