//! Full-text search of the handbook by id, name, text and pinyin.

use super::{PLAYER_WORDS, RULINGS, TERMS, Term, explain};
use caipan_engine::audit;
use caipan_engine::rules::SYSTEMS;
use caipan_engine::rules::house_presets::presets_of;
use caipan_tiles::text::Text;
use pinyin::ToPinyin;
use std::collections::BTreeSet;

/// The maximum number of results.
const MOST: usize = 40;

/// An entry of the handbook.
#[derive(Clone, Debug)]
pub struct FoundWord {
    /// The key of the entry.
    pub word: &'static str,
    /// The title of the entry.
    pub title: Text,
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct FoundWords {
    /// Matching terms of the glossary.
    pub terms: Vec<&'static Term>,
    /// Matching entries, best first.
    pub words: Vec<FoundWord>,
    /// The entry that answers a player's word, if the word is known as a whole.
    pub answer: Option<&'static str>,
    /// True if there are further matches.
    pub more: bool,
}

/// The quality of a match, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Near {
    Same,
    Begins,
    Named,
    Sounds,
    Mentioned,
}

/// Searches the names and texts of the handbook. Latin letters also match the pinyin of Chinese names (`liuju`) or its
/// initials (`lj`).
pub fn search(asked: &str) -> FoundWords {
    let asked = asked.trim().to_lowercase();
    if asked.is_empty() {
        return FoundWords::default();
    }
    let mut terms: Vec<(Near, &'static Term)> = Vec::new();
    for term in TERMS {
        let names = [term.word.zh, term.word.en].into_iter().chain(term.also.iter().copied());
        terms.extend(names.filter_map(|name| near(&asked, name)).min().map(|near| (near, term)));
    }
    // If a term has exactly this name, other terms are left out: a single character occurs in many names.
    let called = terms.iter().any(|(near, _)| *near == Near::Same);
    terms.retain(|(near, _)| !called || *near == Near::Same);
    terms.sort_by_key(|(near, _)| *near);
    let (mut words, mut seen) = (Vec::new(), BTreeSet::new());
    let mut add = |id: &'static str, title: Text, said: &[&str]| {
        let named = [near(&asked, id), near(&asked, &title.zh), near(&asked, &title.en)].into_iter().flatten().min();
        let mentioned = || said.iter().any(|text| text.to_lowercase().contains(&asked)).then_some(Near::Mentioned);
        if let Some(near) = named.or_else(mentioned)
            && seen.insert((id, title.zh.clone()))
        {
            words.push((near, FoundWord { word: id, title }));
        }
    };
    for check in audit::checks::all() {
        add(check.code, check.title.text(), &[check.name, check.advice.zh, check.advice.en]);
    }
    for &system in SYSTEMS {
        add(system.id, system.name.text(), &[system.about.zh, system.about.en]);
        presets_of(system).for_each(|preset| add(preset.id, preset.name.text(), &[]));
        system.patterns.iter().for_each(|one| add(one.id, one.name.text(), one.aliases));
        system.causes.iter().for_each(|one| add(one.id, one.name.text(), &[]));
        (system.options)().iter().for_each(|one| add(one.id, one.label.text(), &[]));
        system.clauses.iter().for_each(|one| add(one.id, system.worded(one), &[]));
    }
    for ruling in RULINGS {
        add(ruling.id, ruling.title().text(), &[]);
    }
    let mut answer = None;
    for (near, found) in answers(&asked) {
        answer = answer.or_else(|| (near == Near::Same).then_some(found.word));
        // The answer to a player's word comes before what merely mentions it.
        match words.iter().position(|(_, other)| other.word == found.word) {
            Some(at) => words[at].0 = words[at].0.min(near),
            None => words.push((near, found)),
        }
    }
    words.sort_by_key(|(near, _)| *near);
    let more = words.len() > MOST;
    let words = words.into_iter().take(MOST).map(|(_, word)| word).collect();
    FoundWords { terms: terms.into_iter().map(|(_, term)| term).collect(), words, answer, more }
}

/// The entries that answer a player's word, best first: whole words, then longer and shorter ones.
fn answers(asked: &str) -> Vec<(Near, FoundWord)> {
    let rated = PLAYER_WORDS.iter().filter_map(|one| {
        let within = |word: &str| {
            asked.chars().count() > 2 && !word.is_ascii() && word.chars().count() > 1 && asked.contains(word)
        };
        let rate = |word: &&str| near(asked, word).or_else(|| within(word).then_some(Near::Mentioned));
        Some((one.words.iter().filter_map(rate).min()?, one))
    });
    let mut rated: Vec<_> = rated.collect();
    rated.sort_by_key(|(near, _)| *near);
    let entry = |(near, id): (Near, &'static str)| {
        let entry = explain(id).into_iter().next()?;
        Some((near, FoundWord { word: entry.id, title: entry.title }))
    };
    rated.into_iter().flat_map(|(near, one)| one.answers.iter().map(move |id| (near, *id))).filter_map(entry).collect()
}

/// Rates a name. `asked` is in lower case.
fn near(asked: &str, name: &str) -> Option<Near> {
    let name = name.to_lowercase();
    if name == asked {
        return Some(Near::Same);
    }
    if name.starts_with(asked) {
        return Some(Near::Begins);
    }
    // A few letters occur in too many English words, so they match whole words only.
    let whole = |c: char| !c.is_alphanumeric();
    let letters = asked.is_ascii();
    if !letters && name.contains(asked)
        || letters && name.split(whole).any(|word| word == asked)
        || asked.len() > 3 && name.contains(asked)
    {
        return Some(Near::Named);
    }
    // Whole sentences are not matched by pinyin.
    if !letters || name.chars().count() > 12 {
        return None;
    }
    let heard: String = asked.chars().filter(char::is_ascii_alphabetic).collect();
    let sounds: Vec<&str> = name.as_str().to_pinyin().flatten().map(pinyin::Pinyin::plain).collect();
    if heard.is_empty() || sounds.is_empty() {
        return None;
    }
    let first: String = sounds.iter().filter_map(|sound| sound.chars().next()).collect();
    let whole = sounds.concat();
    match () {
        () if whole == heard => Some(Near::Same),
        () if first == heard && heard.len() > 1 => Some(Near::Sounds),
        () if heard.len() > 1 && (whole.starts_with(&heard) || sounds.contains(&heard.as_str())) => Some(Near::Sounds),
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Terms of the game match as written and by pinyin.
    #[test]
    fn players_words_and_their_sounds_are_known() {
        for (asked, sound, word) in [
            ("听", "ting", "听"),
            ("吃", "chi", "吃"),
            ("碰", "peng", "碰"),
            ("杠", "gang", "杠"),
            ("胡", "hu", "胡"),
            ("鸟", "niao", "鸟"),
            ("庄", "zhuang", "庄"),
            ("将", "jiang", "将"),
            ("流局", "liuju", "流局"),
            ("相公", "xianggong", "相公"),
            ("混儿", "huner", "混儿"),
            ("上楼", "shang lou", "上楼"),
            ("叫牌", "jiaopai", "叫牌"),
            ("翻牌鸡", "fanpaiji", "翻牌鸡"),
        ] {
            for asked in [asked, sound] {
                let found = search(asked);
                assert!(found.terms.iter().any(|term| term.word.zh == word), "{asked}: {:?}", found.terms);
            }
            assert!(!search(asked).words.is_empty(), "{asked}");
        }
        assert!(search("lj").terms.iter().any(|term| term.word.zh == "流局"));
    }

    /// Every player's word leads to its entry: among the first results, or as a term that is explained on the page.
    #[test]
    fn every_players_word_finds_its_entry() {
        let mut tried = 0;
        for one in PLAYER_WORDS {
            for word in one.words {
                let found = search(word);
                let first: Vec<&str> = found.words.iter().take(8).map(|found| found.word).collect();
                assert!(first.contains(&one.answers[0]), "{word}: {:?} is not among {first:?}", one.answers[0]);
                tried += 1;
            }
        }
        assert!(tried > 200, "{tried}");
        // A sentence that contains a word finds it too.
        assert!(search("下家没轮到出牌怎么办").words.iter().any(|found| found.word == "A202"));
    }

    #[test]
    fn everything_is_found_by_its_name_in_either_language() {
        for (asked, id) in [
            ("诈胡", "A501"),
            ("false win", "false-win"),
            ("海底捞月", "last-tile"),
            ("haidilaoyue", "last-tile"),
            ("a702", "A702"),
            ("CS-A.8", "CS-A.8"),
            ("birds", "A603"),
            ("翻牌鸡", "X-JI-FLIP"),
            ("相公", "A920"),
            ("R-001", "R-001"),
        ] {
            let found = search(asked);
            assert!(found.words.iter().any(|word| word.word == id), "{asked}: {:?}", found.words);
        }
        assert!(search("  ").words.is_empty() && search("zzzz").words.is_empty() && search("zzzz").terms.is_empty());
    }
}
