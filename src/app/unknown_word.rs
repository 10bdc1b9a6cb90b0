//! The sentence about a word that a field or a parameter does not take.

use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::Text;

/// Says that a field or a parameter cannot be a word, and names those that it takes.
pub fn unknown_word(name: &str, word: &str, known: &[&str]) -> Text {
    let (near, near_en) = nearest(word, known.iter().copied())
        .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean {near}?")));
    let (list, list_en) = (known.join("、"), known.join(", "));
    let (word, word_en) =
        if word.is_empty() { ("空的".to_owned(), "empty") } else { (format!("“{word}”"), word) };
    bilingual!(
        "{name} 不能是{word}。{near}可用：{list}。",
        "{name} cannot be {word_en}.{near_en} It is one of: {list_en}."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_word_is_answered_with_the_closest() {
        let text = unknown_word("verdict", "faulti", &["clean", "faulty"]);
        assert_eq!(text.zh, "verdict 不能是“faulti”。是否想写 faulty？可用：clean、faulty。");
        assert_eq!(text.en, "verdict cannot be faulti. Did you mean faulty? It is one of: clean, faulty.");
        assert!(unknown_word("lang", "", &["zh", "en"]).en.starts_with("lang cannot be empty."));
    }
}
