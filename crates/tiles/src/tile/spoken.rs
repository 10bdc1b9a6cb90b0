//! Tiles as people write them: `一万二万`, `123万`, `红中`, `五饼`. Rewrites them to the notation `12m`; other text is
//! unchanged.

use super::{notation, parse_tiles};

/// Rewrites names of tiles to the notation. A suit follows each rank or a run of ranks, as in the notation itself.
pub fn unspoken(text: &str) -> String {
    let text = WORDS.iter().fold(text.to_lowercase(), |text, (word, tile)| text.replace(word, tile));
    text.chars().map(|c| LETTERS.iter().find(|(from, _)| *from == c).map_or(c, |(_, to)| *to)).collect()
}

/// Returns the tiles in our notation if a text names them in another way; a suggestion for an error.
pub fn meant(written: &str) -> Option<String> {
    let bare: String = written.chars().filter(|letter| !letter.is_whitespace() && !"\",，".contains(*letter)).collect();
    let tiles = parse_tiles(&unspoken(&bare)).ok().filter(|tiles| !tiles.is_empty())?;
    Some(notation(&tiles)).filter(|tiles| *tiles != bare)
}

/// Whole names. Longer ones come first, or `白板` would leave a `板`.
const WORDS: &[(&str, &str)] = &[
    ("幺鸡", "1s"),
    ("幺", "1"),
    ("红中", "7z"),
    ("紅中", "7z"),
    ("发财", "6z"),
    ("發財", "6z"),
    ("白板", "5z"),
    ("东风", "1z"),
    ("東風", "1z"),
    ("南风", "2z"),
    ("南風", "2z"),
    ("西风", "3z"),
    ("西風", "3z"),
    ("北风", "4z"),
    ("北風", "4z"),
    ("东", "1z"),
    ("東", "1z"),
    ("南", "2z"),
    ("西", "3z"),
    ("北", "4z"),
    ("白", "5z"),
    ("发", "6z"),
    ("發", "6z"),
    ("中", "7z"),
];

/// Ranks and suits. `b` and `t` are left out: servers use them for different suits.
const LETTERS: &[(char, char)] = &[
    ('一', '1'),
    ('二', '2'),
    ('两', '2'),
    ('三', '3'),
    ('四', '4'),
    ('五', '5'),
    ('六', '6'),
    ('七', '7'),
    ('八', '8'),
    ('九', '9'),
    ('１', '1'),
    ('２', '2'),
    ('３', '3'),
    ('４', '4'),
    ('５', '5'),
    ('６', '6'),
    ('７', '7'),
    ('８', '8'),
    ('９', '9'),
    ('万', 'm'),
    ('萬', 'm'),
    ('w', 'm'),
    ('ｍ', 'm'),
    ('ｐ', 'p'),
    ('ｓ', 's'),
    ('ｚ', 'z'),
    ('筒', 'p'),
    ('饼', 'p'),
    ('餅', 'p'),
    ('条', 's'),
    ('條', 's'),
    ('索', 's'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_tiles_as_people_write_them() {
        for (written, expected) in [
            ("一万二万三万", "123m"),
            ("一二三万五筒", "123m5p"),
            ("123万55饼7索", "123m55p7s"),
            ("1W2W3W", "123m"),
            ("东南西北白发中", "1234567z"),
            ("红中红中发财白板", "7z7z6z5z"),
            ("幺鸡", "1s"),
            ("１２３Ｍ", "123m"),
            ("123m55p", "123m55p"),
        ] {
            assert_eq!(parse_tiles(&unspoken(written)), parse_tiles(expected), "{written}");
            assert!(parse_tiles(&unspoken(written)).is_ok(), "{written}");
        }
        // Other text stays as it is, for the message about it.
        assert_eq!(unspoken("12x"), "12x");
        assert!(parse_tiles(&unspoken("万一")).is_err());
    }

    #[test]
    fn suggests_only_unambiguous_tiles() {
        for (written, expected) in [
            ("1W1W3W", Some("113m")),
            ("\"9W\"", Some("9m")),
            ("九万", Some("9m")),
            ("1万2万3筒", Some("12m3p")),
            ("1M 2P, 3S", Some("1m2p3s")),
            ("东", Some("1z")),
            ("1T", None),
            ("B1", None),
            ("W1", None),
            ("12", None),
            ("0m", None),
            ("", None),
            ("\"789p\"", None),
        ] {
            assert_eq!(meant(written).as_deref(), expected, "{written}");
        }
    }
}
