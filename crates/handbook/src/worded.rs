//! The sentence of a clause as the rule book has it, and as the presets that change it have it.

use caipan_engine::rules::house_presets::presets_of;
use caipan_engine::rules::{Choices, Preset, System};
use caipan_tiles::clause::Clause;
use caipan_tiles::text::{Lang, Text};

/// Returns the other sentences of a clause, each with the presets that have it. The first preset of a system is its rule
/// book, so a sentence that only follows from it is none.
pub fn otherwise_worded(system: &'static System, clause: &Clause) -> Vec<(Vec<&'static Preset>, Text)> {
    let in_book = system.worded(clause);
    let usual = system.presets.first().map(|preset| Choices::of(system, preset).worded(clause));
    let mut others: Vec<(Vec<&'static Preset>, Text)> = Vec::new();
    for preset in presets_of(system) {
        let words = Choices::of(system, preset).worded(clause);
        if words == in_book || Some(&words) == usual.as_ref() {
            continue;
        }
        match others.iter_mut().find(|(_, known)| *known == words) {
            Some((presets, _)) => presets.push(preset),
            None => others.push((vec![preset], words)),
        }
    }
    others
}

/// The sentence of the rule book, then the others as lines: `guiyang-app, guiyang-sanding-liangfang: …`.
pub(super) fn lines(system: &'static System, clause: &Clause, lang: Lang) -> Vec<String> {
    let colon = lang.pick("：", ": ");
    let mut lines = vec![system.worded(clause).get(lang).to_owned()];
    lines.extend(otherwise_worded(system, clause).into_iter().map(|(presets, words)| {
        let presets: Vec<&str> = presets.iter().map(|preset| preset.id).collect();
        format!("{}{colon}{}", presets.join(", "), words.get(lang))
    }));
    lines
}
