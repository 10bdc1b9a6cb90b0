//! A small JSON parser for the error path. It knows the byte offset of every value and recognizes common mistakes. It
//! builds nothing, so its memory does not depend on the text.
//!
//! It finds where strings and numbers are; serde_json decodes them.

use super::super::problem::Problem;
use super::fault::{Step, short};
use caipan_tiles::text::Label;
use std::borrow::Cow;

/// A number: those that are not 64-bit integers stay as written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Number {
    Natural(u64),
    Negative(i64),
    Fraction(String),
}

/// A value that is neither a text, a number, a list nor an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Null,
    Flag(bool),
}

/// The place and the reason at which the text is not JSON.
#[derive(Debug)]
pub(super) struct Stop {
    pub(super) at: usize,
    pub(super) problem: Problem,
}

/// Checks the first value of the text and returns the offset after it.
pub(super) fn check(text: &str) -> Result<usize, Stop> {
    let mut parser = Parser::of(text);
    if parser.peek().is_none() {
        return Err(Stop { at: parser.at, problem: Problem::Empty });
    }
    parser.skip(0)?;
    Ok(parser.at)
}

/// Returns the offset of the value at the path (innermost step first), or of its key. Of duplicate keys, it takes the
/// last. If the path leads nowhere, it takes the value at which it ends.
pub(super) fn locate(text: &str, path: &[Step], key: bool) -> usize {
    let mut at = Parser::of(text).at;
    for (left, step) in path.iter().enumerate().rev() {
        let Some((at_key, value)) = last_entry(text, at, step) else { break };
        if key && left == 0 {
            return at_key;
        }
        at = value;
    }
    at
}

/// Returns the offsets of the key and the value of an entry of the container at this offset.
pub(super) fn last_entry(text: &str, at: usize, step: &Step) -> Option<(usize, usize)> {
    let mut parser = Parser::at_offset(text, at);
    let mut inside = parser.enter()?;
    let mut found = None;
    while let Ok(Some(entry)) = parser.entry(&mut inside) {
        match (entry, step) {
            (Entry::Item(index), Step::Index(wanted)) if index == *wanted => return Some((parser.at, parser.at)),
            (Entry::Member { at, key }, Step::Key(name)) if key == *name => found = Some((at, parser.at)),
            _ => {}
        }
        parser.skip(0).ok()?;
    }
    found
}

/// An entry of a container. Its value comes next.
pub(super) enum Entry<'a> {
    /// A key, and the offset at which it begins.
    Member { at: usize, key: Cow<'a, str> },
    /// A position in a list.
    Item(usize),
}

/// The position of a parser in a container.
pub(super) struct Inside {
    object: bool,
    count: usize,
    ended: bool,
}

/// The text and the current offset.
#[derive(Clone)]
pub(super) struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    /// Stands at the first value of the text.
    pub(super) fn of(text: &'a str) -> Parser<'a> {
        let mut parser = Parser { text, at: 0 };
        parser.blank();
        parser
    }

    /// Stands at this offset, at which a value begins.
    pub(super) fn at_offset(text: &'a str, at: usize) -> Parser<'a> {
        Parser { text, at }
    }

    /// Returns the current offset.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Enters a list or an object; `None` if the next value is neither.
    pub(super) fn enter(&mut self) -> Option<Inside> {
        let object = match self.peek()? {
            b'{' => true,
            b'[' => false,
            _ => return None,
        };
        self.at += 1;
        Some(Inside { object, count: 0, ended: false })
    }

    /// Moves to the value of the next entry; `None` at the end of the container, which it leaves.
    pub(super) fn entry(&mut self, inside: &mut Inside) -> Result<Option<Entry<'a>>, Stop> {
        if inside.ended {
            return Ok(None);
        }
        self.blank();
        let close = if inside.object { b'}' } else { b']' };
        match (self.peek(), inside.count) {
            (Some(byte), _) if byte == close => {
                self.at += 1;
                inside.ended = true;
                return Ok(None);
            }
            (_, 0) => {}
            (Some(b','), _) => {
                self.at += 1;
                self.blank();
            }
            _ if inside.object => {
                return self.stop(
                    "对象各项之间要用逗号，末尾要用 }；请补上。",
                    "Entries of an object are parted by commas and end with }; add what is missing.",
                );
            }
            _ => {
                return self.stop(
                    "列表各项之间要用逗号，末尾要用 ]；请补上。",
                    "Entries of a list are parted by commas and end with ]; add what is missing.",
                );
            }
        }
        let index = inside.count;
        inside.count += 1;
        if inside.object { self.member().map(Some) } else { Ok(Some(Entry::Item(index))) }
    }

    fn member(&mut self) -> Result<Entry<'a>, Stop> {
        let at = self.at;
        let key = match self.peek() {
            Some(b'"') => self.string()?,
            Some(b'}' | b',' | b'\'' | b'/' | b'#') => return self.stray(),
            _ => return self.stop("键要用双引号括起；请补上。", "A key stands in double quotes; add them."),
        };
        self.blank();
        if self.peek() != Some(b':') {
            return self.stop("键之后要有冒号与值；请补上。", "A key is followed by a colon and its value; add them.");
        }
        self.at += 1;
        self.blank();
        Ok(Entry::Member { at, key })
    }

    /// Checks and skips the next value, which lies this deep.
    pub(super) fn skip(&mut self, depth: usize) -> Result<(), Stop> {
        match self.peek() {
            Some(b'{' | b'[') if depth >= super::DEPTH => {
                return Err(Stop { at: self.at, problem: Problem::TooDeep });
            }
            Some(b'"') => drop(self.string()?),
            Some(b'-' | b'0'..=b'9') => drop(self.number()?),
            _ => match self.enter() {
                Some(mut inside) => {
                    while self.entry(&mut inside)?.is_some() {
                        self.skip(depth + 1)?;
                    }
                }
                None => drop(self.word()?),
            },
        }
        Ok(())
    }

    /// Returns the next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blank(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
    }

    /// Stops at the current offset. At the end of the text the document is truncated; elsewhere the label names the
    /// fix.
    fn stop<T>(&self, zh: &'static str, en: &'static str) -> Result<T, Stop> {
        let problem =
            if self.at >= self.text.len() { Problem::Truncated } else { Problem::NotJson(Label::new(zh, en)) };
        Err(Stop { at: self.at, problem })
    }

    pub(super) fn word(&mut self) -> Result<Word, Stop> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let value = match rest.get(..len) {
            Some("null") => Word::Null,
            Some("true") => Word::Flag(true),
            Some("false") => Word::Flag(false),
            Some(word) if len == rest.len() && ["null", "true", "false"].iter().any(|full| full.starts_with(word)) => {
                return Err(Stop { at: self.text.len(), problem: Problem::Truncated });
            }
            _ => return self.stray(),
        };
        self.at += len;
        Ok(value)
    }

    /// The error for a character that begins no value.
    fn stray<T>(&self) -> Result<T, Stop> {
        match self.peek() {
            Some(b'\'') => {
                self.stop("JSON 的文字用双引号 \"，不用单引号。", "JSON wants text in double quotes, not single ones.")
            }
            Some(b'/' | b'#') => self.stop(
                "JSON 中没有注释；请删去，或放进 \"x\"。",
                "JSON has no comments; remove this or put it under \"x\".",
            ),
            Some(b',') => self.stop("这里多了一个逗号；请删去。", "There is a comma too many here; remove it."),
            Some(b'}' | b']') => self.stop(
                "这里缺少一个值，或前面多了一个逗号；请补上值或删去逗号。",
                "A value is missing here, or there is a comma too many before; add the one or remove the other.",
            ),
            Some(b'+' | b'.') => self.stop(
                "数字以 0 到 9 或负号开头；请删去加号或补上 0。",
                "A number begins with a digit or a minus sign; remove what stands before it.",
            ),
            _ => self.stop(
                "这里不是 JSON：文字要用双引号，不带引号的只有数字和 true、false、null。",
                "This is not JSON: text stands in double quotes; only numbers, true, false and null stand bare.",
            ),
        }
    }

    /// Reads a text.
    pub(super) fn string(&mut self) -> Result<Cow<'a, str>, Stop> {
        let start = self.at;
        self.at += 1;
        loop {
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(0..=0x1F) => {
                    return self.stop(
                        "文字中有换行或控制字符；请补上缺少的引号，或把换行写作 \\n。",
                        "There is a line break or control character inside a text; close the quote, or write a break as \\n.",
                    );
                }
                Some(_) => self.at += 1,
                None => {
                    self.at = self.text.len();
                    return self.stop("", "");
                }
            }
        }
        self.at += 1;
        let token = self.text.get(start..self.at).unwrap_or_default();
        if !token.contains('\\') {
            return Ok(Cow::Borrowed(token.trim_matches('"')));
        }
        serde_json::from_str(token).map(Cow::Owned).or_else(|_| {
            self.at = start;
            self.stop(
                "这段文字里有不认识的转义；反斜杠请写作 \\\\，字符可写作 \\u4e00。",
                "This text has an escape that is none; write a backslash as \\\\ and a character as \\u4e00.",
            )
        })
    }

    pub(super) fn number(&mut self) -> Result<Number, Stop> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let len = rest.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')).count();
        let token = rest.get(..len).unwrap_or_default();
        let value = match serde_json::from_str::<serde_json::Number>(token) {
            Ok(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Number::Natural(number),
                (None, Some(number)) => Number::Negative(number),
                (None, None) => Number::Fraction(short(token)),
            },
            Err(_) if len == rest.len() => {
                return Err(Stop { at: self.text.len(), problem: Problem::Truncated });
            }
            Err(_) => {
                return self.stop(
                    "这不是 JSON 数字；请写成不带前导 0 的整数，如 12。",
                    "This is no JSON number; write a whole number without leading zeros, such as 12.",
                );
            }
        };
        self.at += len;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the offset and the code with which parsing stops.
    fn stops(text: &str) -> (usize, &'static str) {
        match check(text) {
            Err(Stop { at, problem }) => (at, problem.code()),
            Ok(end) => (end, "whole"),
        }
    }

    #[test]
    fn locates_common_syntax_errors() {
        for (text, at, code) in [
            ("", 0, "empty"),
            (" \n", 2, "empty"),
            ("{\"a\":1,}", 7, "not-json"),
            ("[1,]", 3, "not-json"),
            ("[1 2]", 3, "not-json"),
            ("{'a':1}", 1, "not-json"),
            ("{a:1}", 1, "not-json"),
            ("{\"a\" 1}", 5, "not-json"),
            ("[01]", 1, "not-json"),
            ("[+1]", 1, "not-json"),
            ("[NaN]", 1, "not-json"),
            ("[\"a\nb\"]", 3, "not-json"),
            ("[\"\\q\"]", 1, "not-json"),
            ("[1] // no", 3, "whole"),
            ("[1, // no\n2]", 4, "not-json"),
            ("[\"a", 3, "truncated"),
            ("{\"a\":tr", 7, "truncated"),
            ("{\"a\":-", 6, "truncated"),
            ("[1", 2, "truncated"),
        ] {
            assert_eq!(stops(text), (at, code), "{text}");
        }
    }

    #[test]
    fn locates_last_of_duplicate_keys() {
        let text = "{\"a\": [0, {\"b\": 1, \"b\": 2}]}";
        let path = [Step::from("b"), Step::from(1), Step::from("a")];
        assert_eq!((locate(text, &path, true), locate(text, &path, false)), (19, 24));
        assert_eq!(locate(text, &[Step::from("c")], true), 0, "what is not there is the object");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Accepts exactly what serde_json accepts, so that the error path never contradicts the fast one.
        #[test]
        fn agrees_with_serde_json_on_syntax(text in "[\\[\\]{},:\" \\n0-2.eE+\\-\\\\ulntrfase\u{4e00}]{0,14}") {
            let ours = matches!(check(&text), Ok(end) if text[end..].trim_ascii().is_empty());
            prop_assert_eq!(ours, serde_json::from_str::<serde_json::Value>(&text).is_ok());
        }

        #[test]
        fn agrees_with_serde_json_on_values(text in "(\\[|\\{\"a\":)?(-?[0-9]{1,22}(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,3})?|\"(\\\\u[dD][89c]00|\\\\n|a|\"){0,3}\"|true)(\\]|\\})?") {
            let ours = matches!(check(&text), Ok(end) if end == text.len());
            prop_assert_eq!(ours, serde_json::from_str::<serde_json::Value>(&text).is_ok());
        }
    }
}
