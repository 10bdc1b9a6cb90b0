//! Findings in the document, and the other house rules that explain them.

use super::Word;
use super::hand::LineView;
use crate::audit::{Kind, Severity};
use caipan_log::OptionValue;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, SEAM, Text};
use caipan_tiles::tile::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One finding.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FindingView {
    /// Its number in this report, from 1.
    pub id: usize,
    /// The check's code.
    pub code: Word,
    /// The check's name.
    pub name: Word,
    /// The kind of finding.
    pub kind: Kind,
    /// The severity.
    pub severity: Severity,
    /// The index of the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<usize>,
    /// The index of the event in the hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The event in words, for example `u3 discards 9m`; only at primary findings, and absent in reports of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Text>,
    /// The JSON pointer into the log.
    pub pointer: String,
    /// The JSON pointer into the platform's own log, if an adapter keeps positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original: Option<String>,
    /// The line of the platform's own log, from 1, if that log consists of rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub original_line: Option<u64>,
    /// The seat concerned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The sentence that a referee reads first: who did what, what is recorded and what is right. At most 40 Chinese or 90
    /// English characters with the number of the hand before it; empty in reports of earlier versions.
    #[serde(default)]
    pub headline: Text,
    /// The sentence that describes it.
    pub message: Text,
    /// The advice on what to do about it.
    pub advice: Text,
    /// The recorded value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claimed: Option<String>,
    /// The correct value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computed: Option<String>,
    /// The clauses that it rests on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ClauseView>,
    /// The ruling that it rests on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Word>,
    /// The option that decided it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option: Option<Word>,
    /// The subject of that option.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub option_name: Option<Text>,
    /// The payments concerned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineView>,
    /// For a false win: the closest winning hands, nearest first; absent in reports of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<NearView>,
    /// For wrong payments: the reason why a payment that names its cause is not due, else the usual mistake that leads to
    /// exactly the recorded amounts, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeView>,
    /// The finding that caused this one. Against a baseline, the cause may be known and left out. Then this finding is
    /// new and counts as primary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub because: Option<usize>,
}

impl FindingView {
    /// Returns the headline; for a report of an earlier version, which has none, the mistake that explains the money, else
    /// the message.
    pub fn headline(&self) -> Text {
        if !self.headline.en.is_empty() {
            return self.headline.clone();
        }
        let Some(mistake) = &self.mistake else {
            let zh = self.message.zh.trim_end_matches('。').to_owned();
            return Text { zh: zh.into(), en: self.message.en.clone() };
        };
        let Text { zh, en } = &mistake.text;
        if mistake.certain { mistake.text.clone() } else { bilingual!("多半是{SEAM}{zh}", "probably {en}") }
    }

    /// Returns the headline and the message; the message alone, if it begins with the headline. Viewers that show only one
    /// sentence show the headline.
    pub fn in_full(&self, lang: Lang) -> String {
        let (headline, message) = (self.headline(), self.message.get(lang));
        let headline = headline.get(lang);
        if message.starts_with(headline) {
            return message.to_owned();
        }
        format!("{headline}{}{message}", lang.pick("。", ". "))
    }
}

/// The explanation of wrong payments: a reason why nothing is due, or a usual mistake of a client.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MistakeView {
    /// A stable id: that of a reason, for example `NG2`, or of a mistake, for example `unpaid`.
    pub id: Word,
    /// True if no other reason or mistake is possible; otherwise it is the first of several.
    pub certain: bool,
    /// The sentence that names the culprit.
    pub text: Text,
    /// The clause that says what is right.
    pub clause: Word,
}

/// A winning hand that a false win comes close to.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NearView {
    /// Its name.
    pub name: Text,
    /// The number of tiles that would have to differ; absent if more than the search tries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub others: Option<usize>,
    /// The reading of the concealed tiles: `(5)` is a wild and the tile that it replaces, `[5]` a missing tile.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reading: String,
    /// The tiles that do not fit: `6s`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub spare: String,
    /// The missing part.
    pub lacks: Text,
    /// The clause that requires it.
    pub clause: Word,
}

/// A cited clause.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ClauseView {
    /// Its id in the rule book.
    pub id: Word,
    /// Its place in the source.
    pub section: Word,
    /// Its meaning.
    pub gloss: Text,
}

/// Other house rules that would explain the log.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Variant {
    /// Another preset, if the change is one of preset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<String>,
    /// The options to change.
    pub changes: Vec<VariantChange>,
    /// The rule in the words of players, in quotation marks; empty in reports of earlier versions.
    #[serde(default)]
    pub rule: Text,
    /// The message for the platform.
    pub message: Text,
    /// The numbers of the findings explained.
    pub explains: Vec<usize>,
    /// The hands, from 0, that stay wrong under these rules. The report judges them by these rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<usize>,
    /// The evidence for these rules.
    #[serde(default)]
    pub evidence: EvidenceView,
}

/// The evidence for other house rules.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceView {
    /// The number of hands in which these rules correct a primary finding.
    pub hands: usize,
    /// The number of claimed numbers in those hands that become right.
    pub numbers: usize,
}

/// One option with another value.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct VariantChange {
    /// The option.
    pub option: Word,
    /// The subject of the option.
    pub label: Text,
    /// The declared value.
    pub from: OptionValue,
    /// The value that explains the findings.
    pub to: OptionValue,
    /// The clause that the option varies.
    pub clause: Word,
}
