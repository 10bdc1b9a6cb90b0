//! Finds rule systems and presets by the names that people write: the id, or the name in either language.
//!
//! Spaces, brackets, commas and the case of letters do not matter: `长沙麻将(甲)` names the preset 长沙麻将（甲）.

use super::house_presets::presets_of;
use super::{Preset, RulesError, SYSTEMS, System};
use caipan_log::{Houses, RulesDeclared};
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::{Label, Text};

/// Returns the system and preset with this id or name. A system's own id or name selects its first preset.
pub fn find(word: &str) -> Result<(&'static System, &'static Preset), RulesError> {
    find_among(word, &Houses::default())
}

/// Returns the id for a word that [`find`] takes: the word if it is an id, otherwise the id of the preset with that name.
pub fn id_of(word: &str) -> Result<&str, RulesError> {
    find(word).map(|(system, preset)| if system.id == word { word } else { preset.id })
}

/// Returns the id of declared rules, so that logs that name the same preset are listed together. Rules that nobody knows
/// stay as declared.
pub fn declared_id(declared: &RulesDeclared) -> &str {
    let word = declared.system.as_str();
    if declared.houses.find(word).is_some() { word } else { id_of(word).unwrap_or(word) }
}

/// True if a word is the id or the name of a system, not of one of its presets.
pub fn is_system(system: &System, word: &str) -> bool {
    let is_preset = presets_of_any().any(|(_, preset)| preset.id == word && preset.id != system.id);
    !is_preset && (system.id == word || is_called(system.name, word))
}

/// Like [`find`], with the presets of a log among the suggestions.
pub(super) fn find_among(word: &str, houses: &Houses) -> Result<(&'static System, &'static Preset), RulesError> {
    let first = |system: &'static System| Some((system, system.presets.first()?));
    let by_id = presets_of_any().find(|(_, preset)| preset.id == word);
    let by_system = || SYSTEMS.iter().filter(|system| system.id == word).find_map(|system| first(system));
    let by_name = || presets_of_any().find(|(_, preset)| is_called(preset.name, word));
    let by_system_name =
        || SYSTEMS.iter().filter(|system| is_called(system.name, word)).find_map(|system| first(system));
    by_id.or_else(by_system).or_else(by_name).or_else(by_system_name).ok_or_else(|| unknown(word, houses))
}

fn presets_of_any() -> impl Iterator<Item = (&'static System, &'static Preset)> {
    SYSTEMS.iter().flat_map(|&system| presets_of(system).map(move |preset| (system, preset)))
}

fn is_called(Label { zh, en }: Label, word: &str) -> bool {
    let word = plain(word);
    !word.is_empty() && (plain(zh) == word || plain(en) == word)
}

fn plain(name: &str) -> String {
    let is_mark = |letter: &char| letter.is_whitespace() || "（）()，,".contains(*letter);
    name.chars().filter(|letter| !is_mark(letter)).flat_map(char::to_lowercase).collect()
}

fn unknown(word: &str, houses: &Houses) -> RulesError {
    let known = || presets_of_any().map(|(_, preset)| preset.id).chain(houses.iter().map(|house| house.id.as_str()));
    let names = SYSTEMS.iter().map(|system| system.name).chain(presets_of_any().map(|(_, preset)| preset.name));
    let words = known().chain(names.flat_map(|name| [name.zh, name.en]));
    let (did_you_mean, known) = (meant(word, words), known().collect::<Vec<_>>().join(", "));
    let Text { zh, en } = did_you_mean;
    RulesError {
        code: "unknown-system",
        pointer: "/rules/system".to_owned(),
        text: caipan_tiles::bilingual!(
            "没有名为“{word}”的规则；{zh}请改用其中之一：{known}。",
            "There are no rules called `{word}`; {en}name one of these instead: {known}."
        ),
    }
}

/// A suggestion for a misspelt word, as part of a sentence; empty if no known word is near.
pub(super) fn meant<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Text {
    nearest(written, known).map_or_else(Text::default, |near| {
        caipan_tiles::bilingual!("是否想写 {near}？", "did you mean `{near}`? Otherwise ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(word: &str) -> (&'static str, &'static str) {
        let (system, preset) = find(word).unwrap_or_else(|error| panic!("{word}: {error}"));
        (system.id, preset.id)
    }

    #[test]
    fn finds_rules_by_id_or_name() {
        for (word, expected) in [
            ("changsha", ("changsha", "changsha-a")),
            ("changsha-b", ("changsha", "changsha-b")),
            ("长沙麻将", ("changsha", "changsha-a")),
            ("长沙麻将（乙）", ("changsha", "changsha-b")),
            (" 长沙麻将(乙) ", ("changsha", "changsha-b")),
            ("Changsha Mahjong", ("changsha", "changsha-a")),
            ("changsha, profile b", ("changsha", "changsha-b")),
            ("北京麻将", ("beijing", "beijing")),
            ("贵阳捉鸡", ("guiyang", "guiyang")),
        ] {
            assert_eq!(found(word), expected, "{word}");
        }
        // Every preset is found by both of its names, and by no name of another.
        for (system, preset) in presets_of_any() {
            for name in [preset.name.zh, preset.name.en] {
                assert_eq!(found(name), (system.id, preset.id), "{name}");
            }
        }
    }

    #[test]
    fn unknown_names_get_a_suggestion() {
        for (word, near) in [("长少麻将", "长沙麻将"), ("chansha-a", "changsha-a")] {
            let said = find(word).expect_err(word).text;
            assert!(said.zh.contains(near) && said.en.contains(near), "{said:?}");
        }
        assert!(find("").is_err() && find("（）").is_err());
    }

    #[test]
    fn ids_stay_and_names_become_ids() {
        let id = |word: &str| id_of(word).map(str::to_owned).expect("known");
        assert_eq!(id("changsha"), "changsha");
        assert_eq!(id("changsha-b"), "changsha-b");
        assert_eq!(id("长沙麻将"), "changsha-a");
        let declared = |word: &str| RulesDeclared { system: word.to_owned(), ..Default::default() };
        assert_eq!(declared_id(&declared("长沙麻将（乙）")), "changsha-b");
        assert_eq!(declared_id(&declared("nobody's")), "nobody's");
        let changsha = find("changsha").expect("known").0;
        let systems = ["changsha", "长沙麻将", "changsha-a", "长沙麻将（甲）"].map(|word| is_system(changsha, word));
        assert_eq!(systems, [true, true, false, false]);
    }
}
