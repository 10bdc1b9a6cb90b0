//! Sentences for people, always in Chinese and English together.

#![deny(clippy::disallowed_methods, clippy::disallowed_types)]

use serde::{Deserialize, Serialize};

/// One sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Text {
    /// 中文.
    pub zh: String,
    /// English.
    pub en: String,
}

/// A fixed name or sentence in both languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Label {
    /// 中文.
    pub zh: &'static str,
    /// English.
    pub en: &'static str,
}

impl Label {
    /// Both languages of a fixed name.
    pub const fn new(zh: &'static str, en: &'static str) -> Label {
        Label { zh, en }
    }

    /// The same as an owned sentence.
    pub fn text(self) -> Text {
        Text { zh: self.zh.to_owned(), en: self.en.to_owned() }
    }
}

/// Builds a [`Text`] from two format strings: `say!("座位 {seat} …", "seat {seat} …")`.
#[macro_export]
macro_rules! say {
    ($zh:literal, $en:literal $(, $($arg:tt)*)?) => {
        $crate::say::Text { zh: format!($zh $(, $($arg)*)?), en: format!($en $(, $($arg)*)?) }
    };
}

/// The language of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// 中文.
    Zh,
    /// English.
    #[default]
    En,
}

impl Text {
    /// The sentence in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

impl Label {
    /// The name in one language.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }
}

impl Lang {
    /// The language tag of documents.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::Zh => "zh-CN",
            Lang::En => "en",
        }
    }

    /// The one of a pair that is in this language.
    pub fn pick<T>(self, zh: T, en: T) -> T {
        match self {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }
}
