//! Breaks sentences into lines.

use super::Measures;
use crate::canvas::Ink;

/// Returns the largest size in which a headline fits, with its lines.
pub(super) fn fitted(text: &str, measures: &Measures, room: i32) -> (i32, Vec<String>) {
    let sizes = measures.headline;
    let fits = |size: &i32| {
        let lines = broken(text, Ink { size: *size, colour: "", strong: true }, room, usize::MAX);
        // Two lines of the largest size, more only of smaller ones.
        let most = if *size > sizes[2] { 2 } else { measures.most_lines };
        (lines.len() <= most).then_some((*size, lines))
    };
    sizes.iter().find_map(fits).unwrap_or_else(|| {
        let size = sizes[sizes.len() - 1];
        (size, broken(text, Ink { size, colour: "", strong: true }, room, measures.most_lines))
    })
}

/// Returns a text in at most so many lines, the last one cut short. Lines break after punctuation if that is near the
/// end, else at a space or between Chinese characters.
pub(super) fn broken(text: &str, ink: Ink, room: i32, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if lines.len() + 1 == most {
            lines.push(shortened(rest, ink, room));
            break;
        }
        let end = line_end(rest, ink, room);
        let (line, after) = rest.split_at(end);
        lines.push(line.trim_end().to_owned());
        rest = after.trim_start();
    }
    lines
}

/// Returns where the first line of a text ends.
fn line_end(text: &str, ink: Ink, room: i32) -> usize {
    if ink.width(text) <= room {
        return text.len();
    }
    let (mut at_word, mut at_pause, mut at_any) = (0, 0, 0);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        if ink.width(&text[..end]) > room {
            break;
        }
        at_any = end;
        let next = chars.peek().map(|(_, next)| *next);
        // No line begins with a punctuation mark.
        if next.is_some_and(is_pause) {
            continue;
        }
        if is_pause(c) {
            at_pause = end;
        }
        if c == ' ' || is_han(c) || next.is_some_and(is_han) {
            at_word = end;
        }
    }
    match () {
        () if ink.width(&text[..at_pause]) * 5 > room * 2 => at_pause,
        () if at_word > 0 => at_word,
        // A word longer than the line; a line has at least one character.
        () => at_any.max(text.chars().next().map_or(0, char::len_utf8)),
    }
}

/// Returns a text that fits, with an ellipsis where its end is left out.
pub(super) fn shortened(text: &str, ink: Ink, room: i32) -> String {
    if ink.width(text) <= room {
        return text.to_owned();
    }
    let mut kept = text.to_owned();
    while kept.pop().is_some() {
        let line = format!("{}…", kept.trim_end());
        if ink.width(&line) <= room {
            return line;
        }
    }
    String::new()
}

fn is_pause(c: char) -> bool {
    "，。：；、！？）」』,.:;!?)".contains(c)
}

fn is_han(c: char) -> bool {
    ('\u{2e80}'..='\u{9fff}').contains(&c) || ('\u{ff00}'..='\u{ffef}').contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Ink = Ink { size: 50, colour: "", strong: true };

    #[test]
    fn breaks_at_punctuation() {
        let lines = broken("u2 诈胡：有一张六条，不成将将胡", INK, 600, 9);
        assert_eq!(lines, ["u2 诈胡：有一张六条，", "不成将将胡"]);
        let lines = broken("The win of u2 is false: the 6 bamboo is no 2, 5 or 8", INK, 600, 9);
        assert!(
            lines.len() > 1 && lines.iter().all(|line| INK.width(line) <= 600 && !line.ends_with(' ')),
            "{lines:?}"
        );
    }

    #[test]
    fn keeps_every_character_and_ends() {
        for text in [
            "一二三四五六七八九十，一二三四五六七八九十",
            "wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww",
            "，，，，，，，，，，，，，，，，，，，，",
        ] {
            assert_eq!(broken(text, INK, 300, usize::MAX).concat(), text);
            assert_eq!(broken(text, INK, 1, usize::MAX).concat(), text);
        }
        assert!(broken("一二三四五六七八九十", INK, 200, 1)[0].ends_with('…'));
    }
}
