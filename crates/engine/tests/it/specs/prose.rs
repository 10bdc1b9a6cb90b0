//! Splits the bilingual headings and paragraphs of the specs: Chinese first, then English.

use super::page::{Fence, Section};
use caipan_tiles::text::Text;

/// Splits a heading or paragraph, without the ids in backticks and the numbers of rulings. A missing half is empty.
pub fn both(words: &str) -> Text {
    let plain: String = words.split('`').step_by(2).collect::<Vec<_>>().join(" ");
    let plain = plain.split_whitespace().filter(|word| !is_ruling(word)).collect::<Vec<_>>().join(" ");
    let mut end = plain.char_indices().filter(|&(_, c)| is_chinese(c)).map(|(at, c)| at + c.len_utf8());
    // English may name a Chinese term: it begins after the first stop that is followed mainly by English.
    let stops: Vec<usize> = plain.match_indices(['。', '：', '！']).map(|(at, stop)| at + stop.len()).collect();
    let begin = stops
        .into_iter()
        .find(|&at| is_english(&plain[at..]))
        .or_else(|| end.next_back().filter(|&at| is_english(&plain[at..])))
        .unwrap_or(if is_english(&plain) { 0 } else { plain.len() });
    let (zh, en) = plain.split_at(begin);
    Text { zh: zh.trim().to_owned().into(), en: en.trim().to_owned().into() }
}

/// The words above a block: its own, or else the last before it in its section.
pub fn above<'a>(section: &'a Section, fence: &'a Fence) -> &'a str {
    let upto = section.blocks.iter().position(|block| block.place == fence.place).unwrap_or_default();
    section.blocks[..=upto].iter().rev().map(|block| block.prose.as_str()).find(|prose| !prose.is_empty()).unwrap_or("")
}

/// Returns whether the word is the number of a ruling, such as `R-003`.
pub fn is_ruling(word: &str) -> bool {
    word.len() == 5 && word.starts_with("R-") && word[2..].bytes().all(|byte| byte.is_ascii_digit())
}

fn is_chinese(c: char) -> bool {
    matches!(c, '\u{3000}'..='\u{303f}' | '\u{4e00}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

/// Returns whether the text has more than three letters, more than twice as many as Chinese characters, and no Chinese
/// punctuation.
fn is_english(text: &str) -> bool {
    if text.contains(['，', '。', '、', '；']) {
        return false;
    }
    let letters = text.chars().filter(char::is_ascii_alphabetic).count();
    letters > 3 && letters > 2 * text.chars().filter(|&c| is_chinese(c)).count()
}

#[test]
fn splits_chinese_from_english() {
    for (words, zh, en) in [
        ("`CS-B.3` 下家可以吃。The next seat may.", "下家可以吃。", "The next seat may."),
        ("加一，按鸟翻倍，再加 1。2 to or from the dealer.", "加一，按鸟翻倍，再加 1。", "2 to or from the dealer."),
        ("双杠上花：庄家 13，闲家 12。13 from the dealer.", "双杠上花：庄家 13，闲家 12。", "13 from the dealer."),
        ("翻出可胡。A turned tile wins: 杠上开花.", "翻出可胡。", "A turned tile wins: 杠上开花."),
        ("S20 海底炮 On the last tile", "S20 海底炮", "On the last tile"),
        ("只有中文。", "只有中文。", ""),
    ] {
        assert_eq!(both(words), Text { zh: zh.into(), en: en.into() });
    }
}
