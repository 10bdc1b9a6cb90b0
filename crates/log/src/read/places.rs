//! Line and column of values in a log, to show a finding beside the text. The reader does not need it.

use super::BOM;
use super::json::{self, Node, Value};

/// A `paipu/1` document with the offset of every value.
pub struct Places<'a> {
    text: &'a str,
    root: Node,
    /// The offset at which each line begins.
    lines: Vec<usize>,
}

impl<'a> Places<'a> {
    /// Parses a log; `None` if the bytes are not a JSON log, as in the text notation or before an import.
    pub fn of(bytes: &'a [u8]) -> Option<Places<'a>> {
        let places = Places::of_json(bytes)?;
        let Value::Object(entries) = &places.root.value else { return None };
        let format = entries.iter().find(|entry| entry.key == "format")?;
        matches!(&format.node.value, Value::Text(word) if word.starts_with("paipu/")).then_some(places)
    }

    /// Parses any JSON document.
    pub fn of_json(bytes: &'a [u8]) -> Option<Places<'a>> {
        let text = std::str::from_utf8(bytes.strip_prefix(BOM).unwrap_or(bytes)).ok()?;
        let root = json::parse(text).ok()?.root;
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Some(Places { text, root, lines })
    }

    /// Returns the line and the character within it, both from 1, of the value at an RFC 6901 pointer. If a step is
    /// absent, as for a missing field, returns the place of the container.
    pub fn find(&self, pointer: &str) -> (u64, u64) {
        let mut node = &self.root;
        for step in pointer.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            let next = match &node.value {
                Value::Object(entries) => entries.iter().rfind(|entry| entry.key == step).map(|entry| &entry.node),
                Value::List(entries) => step.parse().ok().and_then(|at: usize| entries.get(at)),
                _ => None,
            };
            let Some(next) = next else { break };
            node = next;
        }
        let line = self.lines.partition_point(|&start| start <= node.at);
        let start = line.checked_sub(1).and_then(|at| self.lines.get(at)).copied().unwrap_or_default();
        let column = self.text.get(start..node.at).unwrap_or_default().chars().count() + 1;
        (line as u64, column as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_line_and_column_of_pointers() {
        let text = "\u{feff}{ \"format\": \"paipu/1\",\n  \"x\": {\"牌~/\": [1,\r\n 2]},\n \"a\": 0 }\n";
        let places = Places::of(text.as_bytes()).expect("a log");
        for (pointer, place) in [
            ("", (1, 1)),
            ("/format", (1, 13)),
            ("/x/牌~0~1", (2, 16)),
            ("/x/牌~0~1/0", (2, 17)),
            ("/x/牌~0~1/1", (3, 2)),
            ("/x/牌~0~1/7", (2, 16)),
            ("/a", (4, 7)),
            ("/nowhere/0", (1, 1)),
        ] {
            assert_eq!(places.find(pointer), place, "{pointer}");
        }
    }

    #[test]
    fn rejects_documents_that_are_not_logs() {
        for text in ["", "[1]", "{}", "{\"format\":\"other\"}", "{\"format\":\"paipu/1\"", "format paipu/1"] {
            assert!(Places::of(text.as_bytes()).is_none(), "{text}");
        }
        assert!(Places::of(b"{\"format\":\"paipu/\xFF\"}").is_none());
    }
}
