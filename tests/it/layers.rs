//! Rules about the source that the compiler cannot check: order of modules, regions, words that pure crates avoid.

use crate::source::{Source, is_word, sources};
use caipan::rules::SYSTEMS;
use std::collections::BTreeSet;

/// The crates that must be pure.
const PURE: [&str; 7] = ["tiles", "log", "engine", "lab", "handbook", "pages", "auditor"];

/// Returns the public modules of a crate in the order of its `lib.rs`.
fn modules(sources: &[Source], package: &str) -> Vec<String> {
    let is_lib = |source: &&Source| source.package() == package && source.inner() == "lib.rs";
    let lib = sources.iter().find(is_lib).unwrap();
    let name = |line: &str| line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')).map(str::to_owned);
    lib.text.lines().filter_map(name).collect()
}

/// Returns the modules that a file uses after `crate::`, with groups expanded, each with its line.
fn used(source: &Source) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in source.code.match_indices("crate::") {
        let line = source.code[..at].lines().count();
        let rest = &source.code[at + "crate::".len()..];
        if let Some(group) = rest.strip_prefix('{') {
            let mut depth = 0;
            let mut start = true;
            for (at, c) in group.char_indices() {
                match c {
                    '}' if depth == 0 => break,
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => start = true,
                    c if start && !c.is_whitespace() => {
                        found.push((line, word(&group[at..])));
                        start = false;
                    }
                    _ => {}
                }
            }
        } else {
            found.push((line, word(rest)));
        }
    }
    found
}

fn word(text: &str) -> String {
    text.bytes().take_while(|&byte| is_word(byte)).map(char::from).collect()
}

/// Returns the lines on which a word occurs by itself.
fn places(source: &Source, what: &str) -> Vec<usize> {
    let hit = |line: &str| {
        line.match_indices(what).any(|(at, _)| {
            let before = line[..at].bytes().next_back();
            let after = line[at + what.len()..].bytes().next();
            let open = |end: u8, next: Option<u8>| !is_word(end) || !next.is_some_and(is_word);
            open(what.as_bytes()[0], before) && open(what.as_bytes()[what.len() - 1], after)
        })
    };
    source.lines().filter(|(_, line)| hit(line)).map(|(number, _)| number).collect()
}

#[test]
fn modules_use_only_modules_above_them_in_lib_rs() {
    let sources = sources();
    let mut seen = 0;
    for package in ["tiles", "engine", "lab", "caipan"] {
        let modules = modules(&sources, package);
        let depth = |name: &str| modules.iter().position(|module| module == name);
        let own = sources.iter().filter(|source| source.package() == package);
        for source in own.filter(|source| !["lib.rs", "main.rs"].contains(&source.inner())) {
            let at = depth(source.module()).unwrap_or_else(|| panic!("lib.rs does not list {}", source.path));
            for (line, used) in used(source) {
                // Exported macros and re-exports are at the root of the crate.
                let Some(below) = depth(&used) else { continue };
                assert!(below <= at, "{}:{line} uses `{used}`, which is listed below it in lib.rs", source.path);
                seen += 1;
            }
        }
    }
    assert!(seen > 200, "the paths are not recognised: {seen}");
}

/// Returns the region that a file belongs to; empty outside the regions.
fn region(source: &Source) -> &str {
    source.path.strip_prefix("crates/engine/src/rules/").and_then(|rest| rest.split('/').next()).unwrap_or_default()
}

/// A region uses no other region, and only the list of systems names one.
#[test]
fn only_the_list_of_systems_names_a_region() {
    let regions: Vec<&str> = SYSTEMS.iter().map(|system| system.id).collect();
    for source in sources() {
        let own = region(&source);
        let foreign = |name: &&str| *name != own && !places(&source, name).is_empty();
        let named: BTreeSet<&str> = regions.iter().copied().filter(foreign).collect();
        if source.path == "crates/engine/src/rules/mod.rs" {
            assert_eq!(named.len(), regions.len(), "{} lists every region", source.path);
        } else {
            assert!(named.is_empty(), "{} names {named:?}", source.path);
        }
    }
}

/// Shared code calls `Rules` or reads a field of `System`; it never compares the id of a system.
#[test]
fn shared_code_compares_no_system_id() {
    // The conformance cases of each region, and an example in the OpenAPI document.
    const LISTS: [&str; 2] = ["crates/cli/src/conformance.rs", "src/api/rules.rs"];
    for source in sources() {
        if LISTS.contains(&source.path.as_str()) || SYSTEMS.iter().any(|system| system.id == region(&source)) {
            continue;
        }
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for system in SYSTEMS {
            assert!(!code.contains(&format!("\"{}\"", system.id)), "{} asks for {}", source.path, system.id);
        }
    }
}

/// Words that pure crates do not contain: input and output, randomness, time, floats, hash order, panics.
const FORBIDDEN: [&str; 34] = [
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::time",
    "std::os",
    "std::path",
    "SystemTime",
    "Instant",
    "Utc",
    "Local",
    "HashMap",
    "HashSet",
    "RandomState",
    "f32",
    "f64",
    "rand",
    "getrandom",
    "print!",
    "println!",
    "eprint!",
    "eprintln!",
    "dbg!",
    ".unwrap()",
    ".expect(",
    "panic!",
    "todo!",
    "unimplemented!",
    "unreachable!",
    "unsafe",
    "static mut",
    "thread_local!",
];

/// Exceptions: the JSON reader receives fractions from its parser to reject them, so it names the types. The generator
/// remembers searches, whose results do not depend on what a thread did before.
const NAMED: [(&str, &str); 3] = [
    ("crates/log/src/read/", "f32"),
    ("crates/log/src/read/", "f64"),
    ("crates/lab/src/generate/shanten.rs", "thread_local!"),
];

#[test]
fn pure_crates_contain_no_forbidden_word() {
    let sources = sources();
    let mut found = Vec::new();
    for source in sources.iter().filter(|source| PURE.contains(&source.package())) {
        for what in FORBIDDEN {
            if NAMED.iter().any(|(place, word)| source.path.starts_with(place) && *word == what) {
                continue;
            }
            found.extend(places(source, what).into_iter().map(|line| format!("{}:{line}: {what}", source.path)));
        }
    }
    assert!(found.is_empty(), "not allowed in a pure crate:\n{}", found.join("\n"));
}

/// Pure crates deny the types and methods that `clippy.toml` lists.
#[test]
fn pure_crates_deny_disallowed_types_and_methods() {
    let sources = sources();
    for package in PURE {
        let lib = sources.iter().find(|source| source.package() == package && source.inner() == "lib.rs").unwrap();
        assert!(lib.text.contains(DENIED), "{} lacks `{DENIED}`", lib.path);
    }
}

const DENIED: &str = "#![deny(clippy::disallowed_methods, clippy::disallowed_types)]";

/// The search finds words and modules where they are, and no part of a longer word.
#[test]
fn forbidden_words_are_recognised() {
    let source = |code: &str| Source {
        path: "crates/tiles/src/tile/mod.rs".to_owned(),
        text: String::new(),
        code: code.to_owned(),
    };
    assert_eq!(places(&source("a\nlet x = y.unwrap();\n"), ".unwrap()"), [2]);
    assert_eq!(places(&source("use std::collections::HashMap;\n"), "HashMap"), [1]);
    assert_eq!(places(&source("let operand = brand;\n"), "rand"), Vec::<usize>::new());
    assert_eq!(places(&source("#[expect(lint)]\n"), ".expect("), Vec::<usize>::new());
    let names: Vec<String> = used(&source("use crate::{tile::{Seat, Tile}, rules};\ncrate::bilingual!(x)"))
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, ["tile", "rules", "bilingual"]);
}
