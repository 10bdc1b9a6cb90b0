//! Lines in logrus text format: `key=value` pairs.
//!
//! A value is quoted in Go syntax, bare up to the next blank, a bare bracketed list that may contain blanks, or empty.

use crate::import::Problem;
use chrono::{DateTime, FixedOffset};
use std::borrow::Cow;

/// A parsed log line.
pub(super) struct Line<'a> {
    fields: Vec<(&'a str, Cow<'a, str>)>,
}

impl<'a> Line<'a> {
    /// Parses a line; `None` if it ends inside a quoted or bracketed value.
    pub(super) fn read(text: &'a str) -> Option<Line<'a>> {
        let mut fields = Vec::with_capacity(12);
        let mut rest = text.trim_start_matches(' ');
        while let Some((key, after)) = rest.split_once('=') {
            let (value, after) = value(after)?;
            fields.push((key, value));
            rest = after.trim_start_matches(' ');
        }
        Some(Line { fields })
    }

    /// Returns the value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_ref())
    }

    /// Returns the value of a required key.
    pub(super) fn need(&self, key: &'static str) -> Result<&str, Problem> {
        self.get(key).ok_or(Problem::Missing { key })
    }

    /// Returns the message; empty if the line has none.
    pub(super) fn message(&self) -> &str {
        self.get("msg").unwrap_or_default()
    }

    /// Returns the time, to the second.
    pub(super) fn time(&self) -> Option<DateTime<FixedOffset>> {
        DateTime::parse_from_rfc3339(self.get("time")?).ok()
    }
}

/// Splits off the value at the beginning of `text`.
fn value(text: &str) -> Option<(Cow<'_, str>, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        return unquote(quoted);
    }
    let end = if text.starts_with('[') { text.find(']')? + 1 } else { text.find(' ').unwrap_or(text.len()) };
    let (value, after) = text.split_at_checked(end)?;
    Some((Cow::Borrowed(value), after))
}

/// Splits off the text up to the closing quote and resolves its escapes.
fn unquote(text: &str) -> Option<(Cow<'_, str>, &str)> {
    let mut owned: Option<String> = None;
    let mut chars = text.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => {
                let value = match owned {
                    Some(value) => Cow::Owned(value),
                    None => Cow::Borrowed(text.get(..at)?),
                };
                return Some((value, text.get(at + 1..)?));
            }
            '\\' => {
                let value = owned.get_or_insert_with(|| text.get(..at).unwrap_or_default().to_owned());
                value.push(match chars.next()?.1 {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    other => other,
                });
            }
            other => {
                if let Some(value) = &mut owned {
                    value.push(other);
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_kind_of_value() {
        let line =
            Line::read(r#"time="2020-02-03T04:05:06+08:00" msg="a \"b\" c\\d" 空= 牌=[一万 九条] 数=-4 末=五筒"#)
                .unwrap();
        assert_eq!(line.message(), r#"a "b" c\d"#);
        for (key, value) in [("空", ""), ("牌", "[一万 九条]"), ("数", "-4"), ("末", "五筒")] {
            assert_eq!(line.get(key), Some(value), "{key}");
        }
        assert_eq!(line.get("无"), None);
        assert_eq!(line.time().map(|time| time.timestamp()), Some(1_580_673_906));
    }

    #[test]
    fn rejects_line_cut_inside_a_value() {
        for text in [r#"msg="玩家"#, r#"msg="a" 牌=[一万 "#, r#"msg="a\"#] {
            assert!(Line::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn skips_text_without_pairs() {
        for text in ["", "   ", "goroutine 1 [running]:", "==", "=\"\""] {
            assert_eq!(Line::read(text).map(|line| line.message().to_owned()), Some(String::new()), "{text}");
        }
    }
}
