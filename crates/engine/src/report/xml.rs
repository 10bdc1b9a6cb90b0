//! A small tree of XML elements and its rendering. quick-xml does the escaping; characters that XML cannot represent
//! are replaced here.

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

/// An element: attributes, then text or other elements.
pub(super) struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: String,
    inner: Vec<Element>,
}

impl Element {
    pub(super) fn new(name: &'static str) -> Element {
        Element { name, attributes: Vec::new(), text: String::new(), inner: Vec::new() }
    }

    /// Adds an attribute.
    #[expect(clippy::needless_pass_by_value, reason = "callers pass numbers and words as they have them")]
    pub(super) fn with(mut self, name: &'static str, value: impl ToString) -> Element {
        self.attributes.push((name, legal(&value.to_string())));
        self
    }

    /// Sets the text.
    pub(super) fn says(mut self, text: &str) -> Element {
        self.text = legal(text);
        self
    }

    /// Appends child elements.
    pub(super) fn holds(mut self, inner: impl IntoIterator<Item = Element>) -> Element {
        self.inner.extend(inner);
        self
    }

    /// Returns the element as indented text with a final line break.
    pub(super) fn to_xml(&self) -> String {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
        self.write(&mut writer);
        let mut text = String::from_utf8(writer.into_inner()).unwrap_or_default();
        text.push('\n');
        text
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) {
        let attributes = self.attributes.iter().map(|(name, value)| (*name, value.as_str()));
        let start = BytesStart::new(self.name).with_attributes(attributes);
        // Writing to a Vec cannot fail.
        if self.text.is_empty() && self.inner.is_empty() {
            let _ = writer.write_event(Event::Empty(start));
            return;
        }
        let _ = writer.write_event(Event::Start(start));
        if !self.text.is_empty() {
            let _ = writer.write_event(Event::Text(BytesText::new(&self.text)));
        }
        self.inner.iter().for_each(|element| element.write(writer));
        let _ = writer.write_event(Event::End(BytesEnd::new(self.name)));
    }
}

/// Replaces characters that XML 1.0 does not allow with the replacement character.
fn legal(text: &str) -> String {
    let has = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if has(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_or_replaces_special_characters() {
        let inner = [Element::new("b").says("1 < 2 & \u{0}\u{ffff}]]>"), Element::new("c")];
        let element = Element::new("a").with("k", "\"<&>'\n\u{1b}").holds(inner);
        assert_eq!(
            element.to_xml(),
            "<a k=\"&quot;&lt;&amp;&gt;&apos;&#10;\u{fffd}\">\n <b>1 &lt; 2 &amp; \u{fffd}\u{fffd}]]&gt;</b>\n <c/>\n</a>\n"
        );
    }
}
