//! Shows the position of an error in the input as compilers do: the line, and a caret below it.

use super::paint::Paint;
use unicode_width::UnicodeWidthChar;

/// Columns shown of a line; a longer line is cut around the caret.
const WIDTH: usize = 100;
/// Columns kept before the caret in a long line.
const BEFORE: usize = 60;

/// Shows line `line` of the input, from 1, with a caret under character `column`, from 1, if known. `first` is the
/// number of the input's first line in its file. `None` if the line does not exist.
pub(super) fn excerpt(bytes: &[u8], first: u64, line: u64, column: Option<u64>, paint: Paint) -> Option<String> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let at = usize::try_from(line.checked_sub(1)?).ok()?;
    let text = bytes.split(|&byte| byte == b'\n').nth(at)?;
    // A line may be as long as the input, so only the necessary part is examined.
    let caret = column.and_then(|column| usize::try_from(column.checked_sub(1)?).ok());
    let most = caret.unwrap_or(0).saturating_add(2 * WIDTH).saturating_mul(4);
    let text = text.get(..most).unwrap_or(text);
    // Binary data and empty lines are not shown.
    if text.trim_ascii().is_empty()
        || (caret.is_none() && std::str::from_utf8(text).is_err_and(|no| no.error_len().is_some()))
    {
        return None;
    }
    let text = String::from_utf8_lossy(text).into_owned();
    let text = text.trim_end_matches(['\r', '\n']);
    let letters: Vec<(char, usize)> = text.chars().map(shown).collect();
    let caret = caret.map(|caret| caret.min(letters.len()));
    let (start, end) = window(&letters, caret.unwrap_or(0));
    let kept = letters.get(start..end).unwrap_or_default();
    let (left, right) = (if start > 0 { "…" } else { "" }, if end < letters.len() { "…" } else { "" });
    let body: String = kept.iter().map(|(letter, _)| letter).collect();
    let number = first.saturating_add(line).saturating_sub(1).to_string();
    let margin = " ".repeat(number.len());
    let mut shown = format!("{} {left}{body}{right}", paint.dim(&format!("{number} |")));
    if let Some(caret) = caret {
        let before = left.chars().count() + width(letters.get(start..caret).unwrap_or_default());
        let under = "^".repeat(letters.get(caret).map_or(1, |(_, width)| *width).max(1));
        shown.push_str(&format!("\n{} {}{}", paint.dim(&format!("{margin} |")), " ".repeat(before), paint.red(&under)));
    }
    Some(shown)
}

/// Returns a printable character and its width in columns; control and formatting characters are replaced.
fn shown(letter: char) -> (char, usize) {
    match letter {
        '\t' => (' ', 1),
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' => ('\u{fffd}', 1),
        letter => letter.width().map_or(('\u{fffd}', 1), |width| (letter, width)),
    }
}

fn width(letters: &[(char, usize)]) -> usize {
    letters.iter().map(|(_, width)| width).sum()
}

/// Returns the range of characters to show.
fn window(letters: &[(char, usize)], caret: usize) -> (usize, usize) {
    let fits = |from: usize, room: usize| {
        let mut used = 0;
        let taken = letters.iter().skip(from).take_while(|(_, width)| {
            used += width;
            used <= room
        });
        from + taken.count()
    };
    if width(letters) <= WIDTH {
        return (0, letters.len());
    }
    let mut before = 0;
    let kept = letters.get(..caret).unwrap_or_default().iter().rev().take_while(|(_, width)| {
        before += width;
        before <= BEFORE
    });
    let start = caret - kept.count();
    (start, fits(start, WIDTH))
}

#[cfg(test)]
mod tests {
    use super::super::paint::{Colour, Voice};
    use super::*;
    use caipan_tiles::text::Lang;

    fn plain(text: &str, first: u64, line: u64, column: Option<u64>) -> String {
        let voice = Voice { lang: Lang::En, quiet: false, colour: Colour::Never };
        excerpt(text.as_bytes(), first, line, column, voice.stdout()).unwrap_or_default()
    }

    #[test]
    fn puts_caret_under_the_position() {
        assert_eq!(plain("{\n  \"a\": 1\n}", 1, 2, Some(8)), "2 |   \"a\": 1\n  |        ^");
        assert_eq!(plain("{\"a\":1}", 501, 1, Some(2)), "501 | {\"a\":1}\n    |  ^");
        assert_eq!(plain("\u{feff}{}\r\n", 1, 1, Some(3)), "1 | {}\n  |   ^", "behind the last character");
        assert_eq!(plain("a\tb", 1, 1, Some(3)), "1 | a b\n  |   ^");
        assert_eq!(plain("ab", 1, 1, None), "1 | ab");
        assert_eq!(plain("ab", 1, 7, Some(1)), "", "there is no such line");
    }

    /// Chinese characters take two columns, before the caret and above it.
    #[test]
    fn aligns_wide_characters() {
        assert_eq!(plain("老周x", 1, 1, Some(3)), "1 | 老周x\n  |     ^");
        assert_eq!(plain("a牌b", 1, 1, Some(2)), "1 | a牌b\n  |  ^^");
        assert_eq!(plain("e\u{301}x", 1, 1, Some(3)), "1 | e\u{301}x\n  |  ^", "an accent takes none");
    }

    /// A long line is cut around the caret, whatever the width of its characters.
    #[test]
    fn cuts_long_lines() {
        for letter in ["x", "牌"] {
            let long = letter.repeat(5000) + "!" + &letter.repeat(5000);
            let shown = plain(&long, 1, 1, Some(5001));
            let (text, under) = shown.split_once('\n').expect("two lines");
            let columns = |text: &str| text.chars().filter_map(UnicodeWidthChar::width).sum::<usize>();
            assert!(columns(text) <= WIDTH + 8, "{text}");
            assert_eq!(columns(text.split('!').next().expect("the mark")), columns(under) - 1, "{shown}");
            assert!(text.starts_with("1 | …") && text.ends_with('…'));
        }
        assert!(plain(&"x".repeat(5000), 1, 1, Some(1)).starts_with("1 | xxx"));
    }

    /// A log must not control the terminal.
    #[test]
    fn replaces_control_characters() {
        let shown = plain("a\u{1b}[31mb\u{202e}c\u{7}", 1, 1, Some(2));
        assert!(shown.chars().all(|letter| letter == '\n' || !letter.is_control()), "{shown:?}");
        assert!(!shown.contains('\u{202e}'));
    }
}
