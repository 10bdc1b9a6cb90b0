//! Suggestions for a misspelt word: the closest known words.

/// Maximum number of suggestions.
const MOST: usize = 5;

/// Returns the known words closest to a misspelt one, joined by slashes: those with the fewest edits, at most two and
/// at most half of the word. Words that begin with `found` come before those two edits away. Case and the separators
/// `-`, `_`, `.` and space make no difference.
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

/// Normalizes a character for comparison.
fn plain(letter: char) -> impl Iterator<Item = char> {
    let letter = if matches!(letter, '-' | '.' | ' ') { '_' } else { letter };
    letter.to_lowercase()
}

/// Returns the Levenshtein distance, computed one row of the matrix at a time.
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
    fn suggests_for_typos_only() {
        let known = ["tile", "tiles", "seat", "x"];
        let nearest = |found| nearest(found, known).unwrap_or_default();
        assert_eq!([nearest("tlie"), nearest("tyle"), nearest("Seat")], ["tile", "tile", "seat"]);
        assert_eq!([nearest("til"), nearest("tile_s"), nearest("ties")], ["tile", "tiles", "tiles"]);
        assert_eq!([nearest("player"), nearest("y"), nearest("")], ["", "", ""]);
    }

    #[test]
    fn matches_prefixes_and_ignores_separators() {
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
    fn computes_edit_distances() {
        let distance = |found: &str, word| distance(&found.chars().collect::<Vec<_>>(), word);
        assert_eq!([distance("", "ab"), distance("kitten", "sitting"), distance("same", "same")], [2, 3, 0]);
    }
}
