//! Lists the words that the handbook can explain.

use super::refusals::{REFUSALS, format_codes};
use super::rulings::RULINGS;
use caipan_engine::audit;
use caipan_engine::rules::SYSTEMS;
use caipan_engine::rules::house_presets::presets_of;
use caipan_tiles::text::Label;

/// Returns every word that [`explain`](super::explain()) knows, to suggest corrections for misspelt words. A name that
/// several systems share appears several times.
pub fn known_words() -> impl Iterator<Item = &'static str> {
    let both = |label: Label| [label.zh, label.en];
    let checks = audit::checks::all().flat_map(|check| [check.code, check.name]);
    let rulings = RULINGS.iter().map(|ruling| ruling.id);
    let of_systems = SYSTEMS.iter().flat_map(move |&system| {
        let presets = presets_of(system).flat_map(move |preset| [preset.id].into_iter().chain(both(preset.name)));
        let clauses = system.book().map(|clause| clause.id);
        let decls = (system.options)().iter().map(|decl| decl.id);
        let patterns = system.patterns.iter().flat_map(move |pattern| {
            [pattern.id].into_iter().chain(both(pattern.name)).chain(pattern.aliases.iter().copied())
        });
        let causes = system.causes.iter().flat_map(move |cause| [cause.id].into_iter().chain(both(cause.name)));
        let names = [system.id].into_iter().chain(both(system.name));
        names.chain(presets).chain(clauses).chain(decls).chain(patterns).chain(causes)
    });
    let refusals = REFUSALS.iter().map(|refused| refused.code).chain(format_codes().iter().copied());
    checks.chain(rulings).chain(refusals).chain(of_systems)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain;

    /// A suggested word must itself be known.
    #[test]
    fn explains_every_known_word() {
        let all: Vec<&str> = known_words().collect();
        assert!(all.len() > 500, "{}", all.len());
        for word in all {
            assert!(!explain(word).is_empty(), "{word}");
        }
    }
}
