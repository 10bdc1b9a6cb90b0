//! One line of the text format of logrus: `key=value` pairs.
//!
//! A value is quoted as Go quotes it, or bare up to the next blank, or a bare bracketed list with blanks inside, or nothing.

use crate::import::Problem;
use chrono::{DateTime, FixedOffset};
use std::borrow::Cow;

/// A line of the log, taken apart.
pub(super) struct Line<'a> {
    fields: Vec<(&'a str, Cow<'a, str>)>,
}

impl<'a> Line<'a> {
    /// Takes a line apart; `None` where it ends inside a quoted or bracketed value.
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

    /// The value of a key.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.fields.iter().find(|(name, _)| *name == key).map(|(_, value)| value.as_ref())
    }

    /// The value of a key that the message always carries.
    pub(super) fn need(&self, key: &'static str) -> Result<&str, Problem> {
        self.get(key).ok_or(Problem::Missing { key })
    }

    /// What happened; empty where the line does not say.
    pub(super) fn message(&self) -> &str {
        self.get("msg").unwrap_or_default()
    }

    /// When, to the second.
    pub(super) fn time(&self) -> Option<DateTime<FixedOffset>> {
        DateTime::parse_from_rfc3339(self.get("time")?).ok()
    }
}

/// The value at the beginning of `text`, and what comes after it.
fn value(text: &str) -> Option<(Cow<'_, str>, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        return unquote(quoted);
    }
    let end = if text.starts_with('[') { text.find(']')? + 1 } else { text.find(' ').unwrap_or(text.len()) };
    let (value, after) = text.split_at_checked(end)?;
    Some((Cow::Borrowed(value), after))
}

/// The text up to the closing quote, its escapes undone, and what comes after the quote.
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
    fn every_kind_of_value_is_read() {
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
    fn a_line_that_ends_inside_a_value_is_none() {
        for text in [r#"msg="玩家"#, r#"msg="a" 牌=[一万 "#, r#"msg="a\"#] {
            assert!(Line::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_is_no_pair_says_nothing() {
        for text in ["", "   ", "goroutine 1 [running]:", "==", "=\"\""] {
            assert_eq!(Line::read(text).map(|line| line.message().to_owned()), Some(String::new()), "{text}");
        }
    }
}
