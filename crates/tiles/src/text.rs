//! Sentences for people, always in both Chinese and English.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// One sentence in both languages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Text {
    /// 中文.
    pub zh: Cow<'static, str>,
    /// English.
    pub en: Cow<'static, str>,
}

/// A sentence formatted only when it is read: a search queries the rules a thousand times and reads no answer. It
/// stores the subject of the sentence, not the words.
#[derive(Clone)]
pub struct Later(Arc<dyn Fn() -> Text + Send + Sync>);

impl Later {
    /// Formats the sentence.
    pub fn text(&self) -> Text {
        (self.0)()
    }
}

impl<F: Fn() -> Text + Send + Sync + 'static> From<F> for Later {
    fn from(words: F) -> Later {
        Later(Arc::new(words))
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
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
    /// Creates a fixed name or sentence from both languages.
    pub const fn new(zh: &'static str, en: &'static str) -> Label {
        Label { zh, en }
    }

    /// Converts to a [`Text`].
    pub const fn text(self) -> Text {
        Text { zh: Cow::Borrowed(self.zh), en: Cow::Borrowed(self.en) }
    }
}

/// Builds a [`Text`] from two format strings: `bilingual!("{who}打出 {tile}。", "{who:#} discarded {tile}")`.
#[macro_export]
macro_rules! bilingual {
    ($zh:literal, $en:literal $(, $($arg:tt)*)?) => {
        $crate::text::Text { zh: $crate::text::set(format!($zh $(, $($arg)*)?)).into(), en: format!($en $(, $($arg)*)?).into() }
    };
}

/// Marks either end of a name in a Chinese sentence until [`set`] resolves it: the name and its neighbours decide
/// whether a space belongs there.
pub const SEAM: char = '\u{e000}';

/// Resolves the seams of a Chinese sentence: inserts a space where a Latin word or a number meets a Chinese word or
/// another Latin word, and none elsewhere.
pub fn set(sentence: String) -> String {
    if !sentence.contains(SEAM) {
        return sentence;
    }
    let is_chinese =
        |c: char| matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}');
    let binds = |c: char| {
        c.is_whitespace() || matches!(c, '\u{2010}'..='\u{205e}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}')
    };
    let mut out = String::with_capacity(sentence.len());
    for part in sentence.split(SEAM) {
        let (left, right) = (out.strip_suffix(' ').unwrap_or(&out), part.strip_prefix(' ').unwrap_or(part));
        let (Some(before), Some(after)) = (left.chars().next_back(), right.chars().next()) else {
            out.push_str(part);
            continue;
        };
        out.truncate(left.len());
        if !(binds(before) || binds(after) || is_chinese(before) && is_chinese(after)) {
            out.push(' ');
        }
        out.push_str(right);
    }
    out
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
    /// Returns the sentence in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Zh => &self.zh,
            Lang::En => &self.en,
        }
    }
}

impl Label {
    /// Returns the name in one language.
    pub const fn get(self, lang: Lang) -> &'static str {
        match lang {
            Lang::Zh => self.zh,
            Lang::En => self.en,
        }
    }
}

impl Lang {
    /// Returns the language tag for documents.
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::Zh => "zh-CN",
            Lang::En => "en",
        }
    }

    /// Returns the value for this language.
    pub fn pick<T>(self, zh: T, en: T) -> T {
        match self {
            Lang::Zh => zh,
            Lang::En => en,
        }
    }
}
