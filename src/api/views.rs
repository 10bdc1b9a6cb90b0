//! What several answers hold.

use crate::say::Label;
use serde::Serialize;
use utoipa::ToSchema;

/// A name or sentence in both languages.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(super) struct LabelView {
    /// 中文.
    #[schema(example = "长沙麻将")]
    zh: &'static str,
    /// English.
    #[schema(example = "Changsha mahjong")]
    en: &'static str,
}

impl From<Label> for LabelView {
    fn from(label: Label) -> LabelView {
        LabelView { zh: label.zh, en: label.en }
    }
}
