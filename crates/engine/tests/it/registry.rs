//! Consistency of everything that is declared: checks, clauses, patterns, options, presets and causes.

use caipan_engine::audit::{Check, checks};
use caipan_engine::rules::{FEATURES, Kind, Ruleset, SYSTEMS, System, house_money, resolve};
use caipan_handbook::{BLOCKS, block};
use caipan_log::{OptionValue, RulesDeclared};
use caipan_tiles::clause::Clause;
use caipan_tiles::text::Label;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn all() -> Vec<&'static Check> {
    checks::all().collect()
}

/// Returns whether the name has only small letters, digits and single hyphens, and begins with a letter.
fn is_kebab(name: &str) -> bool {
    name.split('-')
        .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()))
        && name.starts_with(|first: char| first.is_ascii_lowercase())
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Asserts that both languages are present, each in its own script, without stray blanks.
fn assert_both(what: &str, label: Label) {
    assert!(is_chinese(label.zh), "{what}: no Chinese in {:?}", label.zh);
    assert!(!label.en.trim().is_empty() && !is_chinese(label.en), "{what}: no English in {:?}", label.en);
    for text in [label.zh, label.en] {
        assert_eq!(text.trim(), text, "{what}: blank at an end");
        assert!(!text.contains("  "), "{what}: two blanks in {text:?}");
    }
}

/// Asserts that both languages are sentences, or that neither is one.
fn assert_sentence(what: &str, label: Label, sentence: bool) {
    assert_eq!(label.zh.ends_with('。'), sentence, "{what}: {:?}", label.zh);
    assert_eq!(label.en.ends_with('.'), sentence, "{what}: {:?}", label.en);
    if sentence {
        assert!(!label.en.starts_with(char::is_lowercase), "{what}: {:?}", label.en);
    }
}

fn assert_unique<'a>(what: &str, ids: impl Iterator<Item = &'a str>) {
    let mut seen = BTreeSet::new();
    for id in ids {
        assert!(seen.insert(id), "{what} `{id}` stands twice");
    }
}

#[test]
fn codes_are_unique_and_in_their_block() {
    assert_unique("code", all().iter().map(|check| check.code));
    assert!(all().is_sorted_by_key(|check| check.code), "checks are listed by code");
    for check in all() {
        let digits = check.code.strip_prefix('A').unwrap_or_default();
        assert!(digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit()), "{}", check.code);
        assert!(block(check.code).is_some(), "{} belongs to no block", check.code);
    }
    assert_unique("block", BLOCKS.iter().map(|block| block.code));
    for block in BLOCKS {
        assert!(all().iter().any(|check| check.code.starts_with(block.code)), "block {} is empty", block.code);
    }
}

#[test]
fn names_are_kebab_and_unique() {
    assert_unique("name", all().iter().map(|check| check.name));
    for check in all() {
        assert!(is_kebab(check.name), "{}: {}", check.code, check.name);
    }
}

#[test]
fn checks_are_bilingual() {
    for check in all() {
        assert_both(check.code, check.title);
        assert_both(check.code, check.advice);
        assert_sentence(check.code, check.title, false);
        assert_sentence(check.code, check.advice, true);
    }
    for block in BLOCKS {
        assert_both(block.code, block.name);
        assert_both(block.code, block.reading);
        assert_sentence(block.code, block.reading, true);
    }
}

/// Advice of shared checks names no option of a system by its id, and nothing of a single region.
#[test]
fn shared_advice_names_no_region() {
    let of_one = ["2、5、8", "四个混", "一炮多响", "北家", "2, 5 or 8", "Four wilds", "all winners", "North"];
    for check in checks::all() {
        for words in [check.advice.zh, check.advice.en] {
            let mentions = |id: &str| {
                words.split(|c: char| !(c.is_ascii_alphanumeric() || "._".contains(c))).any(|word| word == id)
            };
            let ids = SYSTEMS.iter().flat_map(|system| (system.options)()).map(|decl| decl.id);
            for id in ids.filter(|id| id.contains(['.', '_'])) {
                assert!(!mentions(id), "{}: {id} in {words}", check.code);
            }
            for word in of_one {
                assert!(!words.contains(word), "{}: {word} in {words}", check.code);
            }
        }
    }
}

#[test]
fn every_check_is_documented() {
    let root = Path::new(crate::ROOT);
    for check in all() {
        let page = root.join("docs/checks").join(format!("{}.md", check.code));
        let text = std::fs::read_to_string(&page).unwrap_or_else(|_| panic!("{} has no page", check.code));
        assert!(text.contains(check.name) && text.contains(check.advice.zh) && text.contains(check.advice.en));
    }
}

/// Every code with its name. A change here is a public change: codes are only added.
#[test]
fn public_codes_are_stable() {
    let codes: Vec<String> = all().iter().map(|check| format!("{} {}", check.code, check.name)).collect();
    insta::assert_snapshot!(codes.join("\n"), @r"
    A001 deal-unknown
    A002 result-missing
    A003 event-after-end
    A004 hand-unfinished
    A005 digest-differs
    A006 commitment-broken
    A007 time-backwards
    A008 no-such-action
    A009 play-unrecorded
    A010 event-repeated
    A011 events-written-again
    A012 seats-turned
    A013 account-in-two-seats
    A014 tiles-hidden
    A015 shown-hand-differs
    A016 exchange-inferred
    A101 too-many-copies
    A102 tile-not-in-deck
    A103 deal-wrong-count
    A104 deal-not-from-wall
    A105 wall-not-the-deck
    A106 draw-out-of-turn
    A107 draw-not-next-tile
    A108 draw-missing
    A109 draw-from-wrong-end
    A110 draw-from-nothing
    A111 dealer-not-dealt-extra
    A112 last-tile-skipped
    A113 last-tile-forbidden
    A120 indicator-wrong
    A121 indicator-unknown
    A122 draw-from-reserve
    A123 cut-dice-wrong
    A124 wall-repeated
    A125 exchange-wrong
    A201 discard-not-held
    A202 discard-out-of-turn
    A203 discard-forbidden
    A204 discard-missing
    A205 pass-of-nothing
    A206 declare-forbidden
    A207 declared-not-ready
    A301 chow-not-a-run
    A302 chow-out-of-turn
    A303 claim-of-other-tile
    A304 claim-tiles-not-held
    A305 claim-of-own-discard
    A306 claim-overridden
    A307 claim-of-nothing
    A308 claim-forbidden
    A309 claim-impossible
    A310 win-passed
    A311 offer-missing
    A312 offer-false
    A401 kong-tiles-not-held
    A402 kong-without-pung
    A403 kong-out-of-turn
    A404 kong-not-ready
    A405 kong-wall-too-short
    A406 kong-forbidden
    A407 reveal-uncalled
    A408 reveal-missing
    A409 reveal-wrong-count
    A410 reveal-wrong-tiles
    A411 throw-unknown
    A501 false-win
    A502 win-pair-forbidden
    A503 win-after-miss
    A504 win-forbidden
    A505 win-overridden
    A506 win-of-other-tile
    A507 win-of-nothing
    A508 kong-not-robbable
    A509 win-preempted
    A510 won-twice
    A511 opening-false
    A512 opening-too-late
    A513 opening-unknown
    A514 win-after-pass
    A520 second-winner
    A521 automatic-win-passed
    A601 patterns-wrong
    A602 value-wrong
    A603 birds-wrong
    A604 bird-count-wrong
    A605 pattern-unknown
    A606 birds-uncalled
    A607 birds-unknown
    A608 flip-wrong
    A609 flip-uncalled
    A610 birds-twice
    A701 not-zero-sum
    A702 payment-amount-wrong
    A703 wrong-payer
    A704 wrong-receiver
    A705 deltas-not-payments
    A706 delta-wrong
    A707 scores-carried-wrong
    A708 payment-cause-wrong
    A709 payments-unverifiable
    A710 payment-to-oneself
    A711 payment-event-wrong
    A712 payments-conflict
    A713 rules-unmodelled
    A714 payments-unmodelled
    A715 match-totals-wrong
    A716 house-money-wrong
    A717 house-money-undeclared
    A801 next-dealer-wrong
    A802 dealer-wrong
    A803 outcome-wrong
    A804 winners-wrong
    A805 drawn-too-early
    A807 abort-unexplained
    A808 hands-exchanged
    A809 hands-missing
    A820 floor-wrong
    A821 floor-unknown
    A901 player-left
    A902 left-twice
    A920 wrong-tile-count
    A922 false-win-penalised
    ");
}

/// Asserts that the clause is in the system's own book. Clauses compare by id, so the text is compared as well.
fn assert_cites(system: &System, what: &str, clause: &Clause) {
    let own = system.book().find(|own| own.id == clause.id);
    let own = own.unwrap_or_else(|| panic!("{}: {what} cites {}, which is not in its book", system.id, clause.id));
    assert_eq!(own.wording, clause.wording, "{}: {what}", system.id);
}

#[test]
fn patterns_and_options_cite_their_own_book() {
    for system in SYSTEMS {
        for pattern in system.patterns {
            assert_cites(system, pattern.id, pattern.clause);
        }
        for decl in (system.options)() {
            assert_cites(system, decl.id, decl.clause);
        }
    }
}

#[test]
fn ids_are_unique() {
    assert_unique("system", SYSTEMS.iter().map(|system| system.id));
    assert_unique("preset", SYSTEMS.iter().flat_map(|system| system.presets).map(|preset| preset.id));
    let clauses = SYSTEMS.iter().flat_map(|system| system.clauses).chain(house_money::clauses::ALL);
    assert_unique("clause", clauses.map(|clause| clause.id));
    for system in SYSTEMS {
        assert_unique("pattern", system.patterns.iter().map(|pattern| pattern.id));
        assert_unique("option", (system.options)().iter().map(|decl| decl.id));
        assert_unique("cause", system.causes.iter().map(|cause| cause.id));
    }
}

#[test]
fn presets_contradict_nothing() {
    for system in SYSTEMS {
        for preset in system.presets {
            assert!(!Ruleset::new(system, preset, &[]).contradicts_itself(), "{}", preset.id);
        }
    }
}

#[test]
fn systems_are_bilingual() {
    for system in SYSTEMS {
        assert_both(system.id, system.name);
        assert_both(system.id, system.about);
        assert_sentence(system.id, system.about, true);
        assert_both(system.id, system.measure);
        assert!(system.revision > 0, "{}", system.id);
        for clause in system.book() {
            assert_both(clause.id, clause.wording);
            assert!(!clause.section.is_empty(), "{}", clause.id);
        }
        for pattern in system.patterns {
            assert_both(pattern.id, pattern.name);
            assert!(is_kebab(pattern.id), "{}", pattern.id);
        }
        for cause in system.causes {
            assert_both(cause.id, cause.name);
        }
    }
}

#[test]
fn options_are_well_formed() {
    for system in SYSTEMS {
        for decl in (system.options)() {
            let id = decl.id;
            assert_both(id, decl.label);
            assert!(id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_.".contains(&byte)));
            assert_eq!(decl.kind.read(&decl.default.to_log()), Some(decl.default), "{id}: its own default is refused");
            match decl.kind {
                Kind::Flag => assert!(decl.usual.is_empty(), "{id}"),
                Kind::Words(words) => {
                    assert!(words.len() > 1 && decl.usual.is_empty(), "{id}");
                    assert_unique("word", words.iter().map(|word| word.id));
                    words.iter().for_each(|word| assert_both(&format!("{id} = {}", word.id), word.label));
                }
                Kind::Number { min, max } => {
                    assert!(min < max && decl.usual.iter().all(|usual| (min..=max).contains(usual)), "{id}");
                }
            }
        }
    }
}

#[test]
fn presets_take_allowed_values_and_resolve() {
    for system in SYSTEMS {
        assert!(!system.presets.is_empty(), "{}", system.id);
        for preset in system.presets {
            assert_both(preset.id, preset.name);
            assert!(preset.id.starts_with(system.id) && is_kebab(preset.id), "{}", preset.id);
            assert_unique("choice", preset.choices.iter().map(|(id, _)| *id));
            for (id, value) in preset.choices {
                let decl = (system.options)().iter().find(|decl| decl.id == *id);
                let decl = decl.unwrap_or_else(|| panic!("{}: there is no option {id}", preset.id));
                assert_eq!(decl.kind.read(&value.to_log()), Some(*value), "{}: {id} = {value}", preset.id);
                assert_ne!(*value, decl.default, "{}: {id} = {value} is the default", preset.id);
            }
            let declared =
                RulesDeclared { system: preset.id.to_owned(), options: BTreeMap::default(), ..Default::default() };
            let ruleset = resolve(&declared).unwrap_or_else(|error| panic!("{}: {error:?}", preset.id));
            assert_eq!((ruleset.system.id, ruleset.preset.id), (system.id, preset.id));
            assert_eq!(ruleset.rules.system().id, system.id);
        }
    }
}

/// Every value of every option can be declared and takes effect.
#[test]
fn every_value_can_be_declared() {
    for system in SYSTEMS {
        let preset = system.presets[0].id;
        for decl in (system.options)() {
            let base = Ruleset::new(system, &system.presets[0], &[]).choices.get(decl.id).unwrap();
            for value in decl.alternatives(base) {
                let written = OptionValue::Word(value.to_string());
                let options = [(decl.id.to_owned(), written)].into();
                let declared = RulesDeclared { system: preset.to_owned(), options, ..Default::default() };
                let ruleset = match resolve(&declared) {
                    // Some details of the house money need the rake, the fee or the limit that they belong to.
                    Err(error) if decl.clause.id.starts_with("HM-") => {
                        assert_eq!(error.code, "option-conflict", "{}", decl.id);
                        continue;
                    }
                    resolved => resolved.unwrap(),
                };
                assert_eq!(ruleset.changes().collect::<Vec<_>>(), [(decl.id, value)]);
            }
        }
    }
}

#[test]
fn unknown_ids_are_refused_with_the_known_ones() {
    let declare = |system: &str, option: Option<(&str, &str)>| {
        let options = option.map(|(id, word)| (id.to_owned(), OptionValue::Word(word.to_owned())));
        resolve(&RulesDeclared {
            system: system.to_owned(),
            options: options.into_iter().collect(),
            ..Default::default()
        })
        .unwrap_err()
    };
    for system in SYSTEMS {
        let preset = &system.presets[0];
        assert!(declare("no-such-rules", None).text.en.contains(preset.id));
        let error = declare(preset.id, Some(("no_such_option", "1")));
        assert_eq!((error.code, error.pointer.as_str()), ("unknown-option", "/rules/options/no_such_option"));
        for decl in (system.options)() {
            assert!(error.text.zh.contains(decl.id) && error.text.en.contains(decl.id), "{}", decl.id);
            let error = declare(preset.id, Some((decl.id, "no such value")));
            assert_eq!(error.code, "bad-option-value");
            assert!(error.text.en.contains(&decl.kind.allowed()), "{}", decl.id);
        }
    }
}

/// A region has a feature or not, whatever its options are; only so do its checks and inputs follow from it.
#[test]
fn features_do_not_depend_on_options() {
    for system in SYSTEMS {
        let has = |preset| {
            let rules = Ruleset::new(system, preset, &[]).rules;
            FEATURES.iter().map(|feature| (feature.has)(rules.as_ref())).collect::<Vec<bool>>()
        };
        let all: BTreeSet<_> = system.presets.iter().map(has).collect();
        assert_eq!(all.len(), 1, "{}", system.id);
        let never: Vec<&str> = system.impossible().map(|never| never.id).collect();
        assert_eq!(never.iter().collect::<BTreeSet<_>>().len(), never.len(), "{}: listed twice", system.id);
    }
}
