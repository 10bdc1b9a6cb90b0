//! A small JSON parser for the error path. It records the byte offset of every value and recognizes common mistakes.
//!
//! It finds where strings and numbers are; serde_json decodes them.

use super::super::problem::Problem;
use super::fault::{Step, short};
use caipan_tiles::text::Label;

/// Maximum number of values, above that of the largest log. Beyond it, the error is the message of the fast parser.
const MOST_VALUES: usize = 1_000_000;

/// A value and the offset at which it begins.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) at: usize,
    pub(super) value: Value,
}

/// A JSON value. Numbers that are not 64-bit integers stay as written.
#[derive(Debug)]
pub(super) enum Value {
    Null,
    Flag(bool),
    Natural(u64),
    Negative(i64),
    Fraction(String),
    Text(String),
    List(Vec<Node>),
    Object(Vec<Entry>),
}

/// A key with its value, and the offset at which the key begins.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) at: usize,
    pub(super) key: String,
    pub(super) node: Node,
}

/// A document and the offset after it.
pub(super) struct Document {
    pub(super) root: Node,
    pub(super) end: usize,
}

/// The reason for which parsing stopped.
pub(super) enum Stop {
    /// The text is not JSON.
    Syntax { at: usize, problem: Problem },
    /// The document has too many values.
    TooMuch,
}

/// Parses the first value of the text; the caller handles the rest.
pub(super) fn parse(text: &str) -> Result<Document, Stop> {
    let mut parser = Parser { text, at: 0, left: MOST_VALUES };
    parser.blank();
    if parser.peek().is_none() {
        return Err(Stop::Syntax { at: parser.at, problem: Problem::Empty });
    }
    let root = parser.value(0)?;
    Ok(Document { root, end: parser.at })
}

impl Node {
    /// Returns the offset of the value at the path (innermost step first), or of its key. Of duplicate keys, it takes
    /// the last.
    pub(super) fn locate(&self, path: &[Step], key: bool) -> usize {
        let mut node = self;
        for (left, step) in path.iter().enumerate().rev() {
            match (step, &node.value) {
                (Step::Key(name), Value::Object(entries)) => {
                    let Some(entry) = entries.iter().rfind(|entry| entry.key == *name) else { break };
                    if key && left == 0 {
                        return entry.at;
                    }
                    node = &entry.node;
                }
                (Step::Index(index), Value::List(entries)) => {
                    let Some(entry) = entries.get(*index) else { break };
                    node = entry;
                }
                _ => break,
            }
        }
        node.at
    }
}

/// The text and the current offset.
struct Parser<'a> {
    text: &'a str,
    at: usize,
    left: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
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
        Err(Stop::Syntax { at: self.at, problem })
    }

    fn value(&mut self, depth: usize) -> Result<Node, Stop> {
        self.left = self.left.checked_sub(1).ok_or(Stop::TooMuch)?;
        let at = self.at;
        let value = match self.peek() {
            Some(b'{' | b'[') if depth >= super::DEPTH => {
                return Err(Stop::Syntax { at, problem: Problem::TooDeep });
            }
            Some(b'{') => self.object(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Value::Text(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ => self.word()?,
        };
        Ok(Node { at, value })
    }

    fn word(&mut self) -> Result<Value, Stop> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let len = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let value = match rest.get(..len) {
            Some("null") => Value::Null,
            Some("true") => Value::Flag(true),
            Some("false") => Value::Flag(false),
            Some(word) if len == rest.len() && ["null", "true", "false"].iter().any(|full| full.starts_with(word)) => {
                return Err(Stop::Syntax { at: self.text.len(), problem: Problem::Truncated });
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

    fn string(&mut self) -> Result<String, Stop> {
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
        serde_json::from_str(token).or_else(|_| {
            self.at = start;
            self.stop(
                "这段文字里有不认识的转义；反斜杠请写作 \\\\，字符可写作 \\u4e00。",
                "This text has an escape that is none; write a backslash as \\\\ and a character as \\u4e00.",
            )
        })
    }

    fn number(&mut self) -> Result<Value, Stop> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let len = rest.bytes().take_while(|b| matches!(b, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E')).count();
        let token = rest.get(..len).unwrap_or_default();
        let value = match serde_json::from_str::<serde_json::Number>(token) {
            Ok(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => Value::Natural(number),
                (None, Some(number)) => Value::Negative(number),
                (None, None) => Value::Fraction(short(token)),
            },
            Err(_) if len == rest.len() => {
                return Err(Stop::Syntax { at: self.text.len(), problem: Problem::Truncated });
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

    fn list(&mut self, depth: usize) -> Result<Value, Stop> {
        let mut entries = Vec::new();
        self.at += 1;
        self.blank();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::List(entries));
        }
        loop {
            entries.push(self.value(depth + 1)?);
            self.blank();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => {
                    return self.stop(
                        "列表各项之间要用逗号，末尾要用 ]；请补上。",
                        "Entries of a list are parted by commas and end with ]; add what is missing.",
                    );
                }
            }
            self.blank();
        }
        self.at += 1;
        Ok(Value::List(entries))
    }

    fn object(&mut self, depth: usize) -> Result<Value, Stop> {
        let mut entries = Vec::new();
        self.at += 1;
        self.blank();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Object(entries));
        }
        loop {
            let at = self.at;
            let key = match self.peek() {
                Some(b'"') => self.string()?,
                Some(b'}' | b',' | b'\'' | b'/' | b'#') => return self.stray(),
                _ => return self.stop("键要用双引号括起；请补上。", "A key stands in double quotes; add them."),
            };
            self.blank();
            if self.peek() != Some(b':') {
                return self
                    .stop("键之后要有冒号与值；请补上。", "A key is followed by a colon and its value; add them.");
            }
            self.at += 1;
            self.blank();
            let node = self.value(depth + 1)?;
            entries.push(Entry { at, key, node });
            self.blank();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => {
                    return self.stop(
                        "对象各项之间要用逗号，末尾要用 }；请补上。",
                        "Entries of an object are parted by commas and end with }; add what is missing.",
                    );
                }
            }
            self.blank();
        }
        self.at += 1;
        Ok(Value::Object(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the offset and the code with which parsing stops.
    fn stops(text: &str) -> (usize, &'static str) {
        match parse(text) {
            Err(Stop::Syntax { at, problem }) => (at, problem.code()),
            Err(Stop::TooMuch) => (0, "too much"),
            Ok(document) => (document.end, "whole"),
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
    fn gives_up_on_too_many_values() {
        assert_eq!(stops(&format!("[{}0]", "0,".repeat(MOST_VALUES))).1, "too much");
    }

    #[test]
    fn locates_last_of_duplicate_keys() {
        let document = parse("{\"a\": [0, {\"b\": 1, \"b\": 2}]}").ok().unwrap();
        let path = [Step::from("b"), Step::from(1), Step::from("a")];
        assert_eq!((document.root.locate(&path, true), document.root.locate(&path, false)), (19, 24));
        assert_eq!(document.root.locate(&[Step::from("c")], true), 0, "what is not there is the object");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        /// Accepts exactly what serde_json accepts, so that the error path never contradicts the fast one.
        #[test]
        fn agrees_with_serde_json_on_syntax(text in "[\\[\\]{},:\" \\n0-2.eE+\\-\\\\ulntrfase\u{4e00}]{0,14}") {
            let ours = matches!(parse(&text), Ok(document) if text[document.end..].trim_ascii().is_empty());
            prop_assert_eq!(ours, serde_json::from_str::<serde_json::Value>(&text).is_ok());
        }

        #[test]
        fn agrees_with_serde_json_on_values(text in "(\\[|\\{\"a\":)?(-?[0-9]{1,22}(\\.[0-9]{1,3})?([eE][+-]?[0-9]{1,3})?|\"(\\\\u[dD][89c]00|\\\\n|a|\"){0,3}\"|true)(\\]|\\})?") {
            let ours = matches!(parse(&text), Ok(document) if document.end == text.len());
            prop_assert_eq!(ours, serde_json::from_str::<serde_json::Value>(&text).is_ok());
        }
    }
}
