//! Renders bilingual Markdown in one language: the blocks alternate between Chinese and English.

use super::frame::escaped;
use caipan_tiles::text::Lang;
use maud::{Markup, PreEscaped};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// Renders the blocks of this language as a fragment. HTML in the text is escaped; links lead to the handbook or are
/// removed.
pub(super) fn markdown(page: &str, lang: Lang) -> Markup {
    let blocks: Vec<String> = page.split("\n\n").filter_map(|block| of_language(block, lang)).collect();
    let text = blocks.join("\n\n");
    let mut open = Vec::new();
    let events = Parser::new_ext(&text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Some(Event::Text(text)),
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let word = word_of(&dest_url);
            open.push(word.is_some());
            word.map(|word| {
                let address = format!("/explain?word={}&lang={}", escaped(word), lang.tag());
                Event::Start(Tag::Link { link_type, dest_url: CowStr::from(address), title, id })
            })
        }
        Event::End(TagEnd::Link) => open.pop().unwrap_or_default().then_some(Event::End(TagEnd::Link)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        other => Some(other),
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    PreEscaped(out)
}

/// Returns the word that a link between pages refers to: `R-001` for `R-001.md`, `CS-A.1` for
/// `../rules/changsha.zh.md#CS-A.1`.
fn word_of(link: &str) -> Option<&str> {
    if link.contains("://") {
        return None;
    }
    match link.split_once('#') {
        Some((_, anchor)) => Some(anchor),
        None => link.rsplit('/').next().and_then(|file| file.strip_suffix(".md")),
    }
}

/// Returns a block if it is in this language; of a bilingual heading, the half in this language.
fn of_language(block: &str, lang: Lang) -> Option<String> {
    let block = block.trim_matches('\n');
    if block.starts_with('#') {
        let (zh, en) = block.split_once(" / ")?;
        let mark: String = zh.chars().take_while(|c| *c == '#').collect();
        return Some(lang.pick(zh.to_owned(), format!("{mark} {en}")));
    }
    let chinese = block.chars().filter(|c| matches!(c, '\u{3001}'..='\u{9fff}')).count();
    let latin = block.chars().filter(char::is_ascii_alphabetic).count();
    // The line of clauses is bilingual; an English paragraph may contain some Chinese names.
    let both = block.starts_with("条文 Clauses");
    let is_chinese = chinese * 4 > latin;
    (both || is_chinese == (lang == Lang::Zh)).then(|| match (both, lang) {
        (true, Lang::Zh) => block.replace(" Clauses", ""),
        (true, Lang::En) => block.replace("条文 ", ""),
        _ => block.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "条文 Clauses: X-JI\n\n## 问题 / Question\n\n谁付 `a = b`？见 [R-002](R-002.md)。\n\nWho *pays*, 鸡 or not? \
                        <script>x</script> [out](https://example.org)";

    #[test]
    fn renders_one_language_and_escapes_html() {
        let zh = markdown(PAGE, Lang::Zh).0;
        let expected = "<p>条文: X-JI</p>\n<h2>问题</h2>\n<p>谁付 <code>a = b</code>？见 \
                        <a href=\"/explain?word=R-002&amp;lang=zh-CN\">R-002</a>。</p>\n";
        assert_eq!(zh, expected);
        let en = markdown(PAGE, Lang::En).0;
        assert_eq!(
            en,
            "<p>Clauses: X-JI</p>\n<h2>Question</h2>\n<p>Who <em>pays</em>, 鸡 or not? &lt;script&gt;x&lt;/script&gt; out</p>\n"
        );
    }
}
