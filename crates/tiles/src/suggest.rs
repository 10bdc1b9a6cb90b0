//! What somebody may have meant: the known words that are closest to one that is not.

/// So many are named at most.
const MOST: usize = 5;

/// The known words that a slip of the pen may have meant, parted by slashes: as few letters away as any, at most two and at
/// most half of them. Those that begin with what was written come before those that are two letters away. Case does not
/// count, nor whether words are parted by `-`, `_` or `.`.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let letters: Vec<char> = found.chars().take(40).flat_map(plain).collect();
    let known: Vec<&str> = known.into_iter().collect();
    let join = |words: Vec<&str>| {
        let mut named: Vec<&str> = Vec::new();
        for word in words {
            if named.len() < MOST && !named.contains(&word) {
                named.push(word);
            }
        }
        named.join(" / ")
    };
    let near = |most: usize| -> Vec<&str> {
        let close =
            |word: &&str| word.len() > 2 && word.chars().count() >= most * 2 && distance(&letters, word) <= most;
        known.iter().copied().filter(close).collect()
    };
    let begins = || {
        let begins = |word: &&str| {
            letters.len() > 2 && word.chars().flat_map(plain).take(letters.len()).eq(letters.iter().copied())
        };
        known.iter().copied().filter(begins).collect()
    };
    [near(0), near(1), begins(), near(2)].into_iter().find(|words| !words.is_empty()).map(join)
}

/// A letter as it is compared.
fn plain(letter: char) -> impl Iterator<Item = char> {
    let letter = if matches!(letter, '-' | '.' | ' ') { '_' } else { letter };
    letter.to_lowercase()
}

/// The number of letters to change, add or drop (Levenshtein), one row of the matrix at a time.
fn distance(found: &[char], word: &str) -> usize {
    let mut row: Vec<usize> = (0..=found.len()).collect();
    for (line, letter) in word.chars().flat_map(plain).enumerate() {
        let mut corner = line;
        let mut left = line + 1;
        if let Some(first) = row.first_mut() {
            *first = left;
        }
        for (cell, &other) in row.iter_mut().skip(1).zip(found) {
            let here = if other == letter { corner } else { corner.min(left).min(*cell) + 1 };
            corner = *cell;
            *cell = here;
            left = here;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_forgiven_and_a_stranger_is_not() {
        let known = ["tile", "tiles", "seat", "x"];
        let nearest = |found| nearest(found, known).unwrap_or_default();
        assert_eq!([nearest("tlie"), nearest("tyle"), nearest("Seat")], ["tile", "tile", "seat"]);
        assert_eq!([nearest("til"), nearest("tile_s"), nearest("ties")], ["tile", "tiles", "tiles"]);
        assert_eq!([nearest("player"), nearest("y"), nearest("")], ["", "", ""]);
    }

    #[test]
    fn words_are_known_by_their_beginning_and_whatever_parts_them() {
        let known = ["burn", "bird_count", "bird_pay", "dice.count", "海底捞月", "changsha-a", "changsha-a"];
        let nearest = |found| nearest(found, known).unwrap_or_default();
        assert_eq!(
            [nearest("bird-count"), nearest("dice_count"), nearest("changsha_a")],
            ["bird_count", "dice.count", "changsha-a"]
        );
        assert_eq!(
            [nearest("bird"), nearest("海底捞"), nearest("海底牢月")],
            ["bird_count / bird_pay", "海底捞月", "海底捞月"]
        );
        let many: Vec<String> = (0..9).map(|digit| format!("A70{digit}")).collect();
        let few = super::nearest("A70x", many.iter().map(String::as_str)).unwrap_or_default();
        assert_eq!(few, "A700 / A701 / A702 / A703 / A704");
    }

    #[test]
    fn distances() {
        let distance = |found: &str, word| distance(&found.chars().collect::<Vec<_>>(), word);
        assert_eq!([distance("", "ab"), distance("kitten", "sitting"), distance("same", "same")], [2, 3, 0]);
    }
}
