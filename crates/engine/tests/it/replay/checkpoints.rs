//! Resuming a replay under other rules.

use caipan_engine::audit::all_before;
use caipan_engine::replay::{checkpoints, replay, resume};
use caipan_engine::rules::{OptionSet, SYSTEMS, resolve};
use caipan_lab::generate::{MatchConfig, matches};
use caipan_log::RulesDeclared;
use std::collections::BTreeMap;

/// A replay resumed before the first differing option equals the replay from the deal.
#[test]
fn resumed_replay_equals_whole_replay() {
    let (mut total, mut resumed) = (0, 0);
    for preset in SYSTEMS.iter().flat_map(|system| system.presets) {
        let declared = RulesDeclared { system: preset.id.to_owned(), options: BTreeMap::new(), ..Default::default() };
        let ruleset = resolve(&declared).unwrap();
        for log in matches(&ruleset, 5, MatchConfig::KONGS).take(2) {
            let (_, befores) = all_before(&log).unwrap();
            let Some((hand, before)) = log.hands.iter().zip(befores).next_back() else { continue };
            let kept = checkpoints(ruleset.rules.as_ref(), hand, before);
            for (place, decl) in (ruleset.system.options)().iter().enumerate() {
                let value = ruleset.choices.get(decl.id).unwrap_or(decl.default);
                for other in decl.alternatives(value) {
                    let changed = ruleset.changed(None, [(decl.id, other)]);
                    let rules = changed.rules.as_ref();
                    let all = replay(rules, hand, before, |_, _| ());
                    let asked = rules.asked().take();
                    total += 1;
                    if let Some(short) = resume(&kept, rules, OptionSet::of(place), hand) {
                        resumed += 1;
                        assert_eq!(format!("{short:?}"), format!("{all:?}"), "{} {} {other:?}", log.id, decl.id);
                        assert_eq!(rules.asked().take().and(asked), asked, "{} {}", log.id, decl.id);
                    }
                }
            }
        }
    }
    assert!(resumed > total / 2 && resumed < total, "{resumed} of {total}");
}
