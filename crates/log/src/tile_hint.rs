//! Guesses which tiles are meant where they are written in another notation, such as `1W1W3W` or 九万.
//!
//! The guess is only a suggestion in an error. Letters that platforms use for different suits, such as `T` and `B`, are
//! left alone.

use caipan_tiles::tile::parse_tiles;

/// Returns the tiles in our notation, if every letter has one meaning.
pub(super) fn meant(written: &str) -> Option<String> {
    let written = written.trim_matches('"');
    let mut tiles = String::new();
    // The ranks whose suit letter has not been read.
    let mut ranks = String::new();
    let mut suit = None;
    for letter in written.chars().filter(|letter| !letter.is_whitespace() && !",，".contains(*letter)) {
        if let Some(rank) = rank(letter) {
            ranks.push(rank);
            continue;
        }
        let next = suit_of(letter)?;
        if ranks.is_empty() {
            return None;
        }
        // Tiles of one suit are written together.
        if suit == Some(next) {
            tiles.pop();
        }
        tiles.push_str(&std::mem::take(&mut ranks));
        tiles.push(next);
        suit = Some(next);
    }
    (ranks.is_empty() && tiles != written && parse_tiles(&tiles).is_ok_and(|tiles| !tiles.is_empty())).then_some(tiles)
}

fn rank(letter: char) -> Option<char> {
    const CHINESE: &str = "一二三四五六七八九";
    match letter {
        '1'..='9' => Some(letter),
        _ => {
            let at = CHINESE.chars().position(|rank| rank == letter)?;
            char::from_digit(u32::try_from(at).ok()? + 1, 10)
        }
    }
}

const fn suit_of(letter: char) -> Option<char> {
    match letter {
        'm' | 'M' | 'w' | 'W' | '万' | '萬' => Some('m'),
        'p' | 'P' | '筒' | '饼' | '餅' => Some('p'),
        's' | 'S' | '条' | '條' | '索' => Some('s'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_only_unambiguous_tiles() {
        for (written, expected) in [
            ("1W1W3W", Some("113m")),
            ("\"9W\"", Some("9m")),
            ("九万", Some("9m")),
            ("1万2万3筒", Some("12m3p")),
            ("1M 2P, 3S", Some("1m2p3s")),
            ("1T", None),
            ("B1", None),
            ("W1", None),
            ("12", None),
            ("0m", None),
            ("", None),
            ("东", None),
            ("\"789p\"", None),
        ] {
            assert_eq!(meant(written).as_deref(), expected, "{written}");
        }
    }
}
