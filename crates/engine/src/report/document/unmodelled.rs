//! The rules in the document that caipan does not know.

use super::{RulesView, Word};
use caipan_log::{Unmodelled, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A rule of the room that caipan does not know. The money that it may move is not judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnmodelledView {
    /// The rule in the words of the room.
    pub rule: String,
    /// The money that it may move: `all`, `openings`, `birds` or `kongs`.
    pub touches: Word,
    /// That money in words.
    pub money: Text,
}

impl UnmodelledView {
    /// Returns declared rules as the document shows them.
    pub fn all(rules: &[Unmodelled]) -> Vec<UnmodelledView> {
        let view = |declared: &Unmodelled| UnmodelledView {
            rule: declared.rule.clone(),
            touches: declared.touches.word().into(),
            money: declared.touches.label().text(),
        };
        rules.iter().map(view).collect()
    }
}

impl RulesView {
    /// Returns the rules that caipan does not know in a sentence, if there are any.
    pub fn unknown(&self) -> Option<Text> {
        let mut all = Text::default();
        for UnmodelledView { rule, money: Text { zh, en }, .. } in &self.unmodelled {
            let (Text { zh: all_zh, en: all_en }, rule) = (&all, shown(rule));
            let (comma_zh, comma_en) = if all_en.is_empty() { ("", "") } else { ("、", ", ") };
            all = bilingual!("{all_zh}{comma_zh}“{rule}”（影响{zh}）", "{all_en}{comma_en}“{rule}” ({en})");
        }
        let Text { zh, en } = &all;
        (!en.is_empty()).then(|| {
            bilingual!(
                "caipan 不认识的房规：{zh}。受影响的分没有算进来，也没法核对。",
                "Rules that caipan does not know: {en}. The money that they may move is neither counted nor verified."
            )
        })
    }
}
