//! Suggestions for a misspelt word: the closest known words.

/// Maximum number of suggestions.
const MOST: usize = 5;

/// Returns the known words closest to a misspelt one, joined by slashes: those with the fewest edits, at most two and
/// at most half of the word. Words that begin with `found` come before those two edits away. Case and the separators
/// `-`, `_`, `.` and space make no difference.
pub fn nearest<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let letters = plain(found).take(40).collect::<String>();
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
        let close = |word: &&str| {
            let known = plain(word).collect::<String>();
            word.len() > 2 && word.chars().count() >= most * 2 && strsim::levenshtein(&letters, &known) <= most
        };
        known.iter().copied().filter(close).collect()
    };
    let begins = || {
        let length = letters.chars().count();
        let begins = |word: &&str| length > 2 && plain(word).take(length).eq(letters.chars());
        known.iter().copied().filter(begins).collect()
    };
    [near(0), near(1), begins(), near(2)].into_iter().find(|words| !words.is_empty()).map(join)
}

/// Returns the characters of a word normalized for comparison.
fn plain(word: &str) -> impl Iterator<Item = char> {
    word.chars().map(|letter| if matches!(letter, '-' | '.' | ' ') { '_' } else { letter }).flat_map(char::to_lowercase)
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
}
