//! The order of the layers and what the engine must not touch, read from the source itself.

use crate::source::{Source, is_word, sources};
use caipan::rules::SYSTEMS;
use std::collections::BTreeSet;

/// A module of `lib.rs`.
struct Layer {
    name: String,
    /// Whether it belongs to the engine: it is built without the feature `server`.
    engine: bool,
}

/// The modules in the order of `lib.rs`.
fn layers(sources: &[Source]) -> Vec<Layer> {
    let lib = sources.iter().find(|source| source.path == "lib.rs").unwrap();
    let mut layers = Vec::new();
    let mut engine = true;
    for line in lib.text.lines() {
        if line.starts_with("#[cfg(feature = \"server\")]") {
            engine = false;
        } else if let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')) {
            layers.push(Layer { name: name.to_owned(), engine });
            engine = true;
        }
    }
    layers
}

/// What a file uses of its own crate: the first names after `crate::`, groups opened, each with its line.
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

/// Where a word stands by itself, by line.
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
fn each_layer_uses_only_those_above_it() {
    let sources = sources();
    let layers = layers(&sources);
    let depth = |name: &str| layers.iter().position(|layer| layer.name == name);
    let mut seen = 0;
    for source in sources.iter().filter(|source| !["lib.rs", "main.rs"].contains(&source.path.as_str())) {
        let own = depth(source.layer()).unwrap_or_else(|| panic!("{} belongs to no layer of lib.rs", source.path));
        for (line, used) in used(source) {
            // Exported macros stand at the root of the crate.
            let Some(at) = depth(&used) else { continue };
            assert!(at <= own, "src/{}:{line} uses `{used}`, which stands below `{}`", source.path, source.layer());
            seen += 1;
        }
    }
    assert!(seen > 200, "the paths are not recognised: {seen}");
}

/// A region is a room of its own: it uses no other region, and nobody but the list of systems names one.
#[test]
fn regions_know_nothing_of_each_other() {
    let regions: Vec<&str> = SYSTEMS.iter().map(|system| system.id).collect();
    for source in sources() {
        let room = source.path.strip_prefix("rules/").and_then(|rest| rest.split('/').next()).unwrap_or_default();
        let named: BTreeSet<&str> =
            regions.iter().copied().filter(|region| *region != room && !places(&source, region).is_empty()).collect();
        if source.path == "rules/mod.rs" {
            assert_eq!(named.len(), regions.len(), "rules/mod.rs lists every region");
        } else {
            assert!(named.is_empty(), "src/{} names {named:?}", source.path);
        }
    }
}

/// Nor does anybody ask which region it is: what differs is a question of `Rules` or a field of `System`.
#[test]
fn no_region_is_asked_for_by_name() {
    // Where the numbered cases of each region lie, and an example in the document of the interface.
    const LISTS: [&str; 2] = ["cli/conformance.rs", "api/rules.rs"];
    for source in sources() {
        let room = source.path.strip_prefix("rules/").and_then(|rest| rest.split('/').next()).unwrap_or_default();
        if LISTS.contains(&source.path.as_str()) || SYSTEMS.iter().any(|system| system.id == room) {
            continue;
        }
        let code = source.text.split("#[cfg(test)]").next().unwrap_or_default();
        for system in SYSTEMS {
            assert!(!code.contains(&format!("\"{}\"", system.id)), "src/{} asks for {}", source.path, system.id);
        }
    }
}

/// What the engine has none of: the world, chance, time, floats, an order that differs from run to run, and ways to stop.
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

/// The reader of JSON is handed fractions by its parser, to refuse them: it names the type and does no arithmetic.
const NAMED: [(&str, &str); 2] = [("log/read/", "f32"), ("log/read/", "f64")];

#[test]
fn the_engine_is_pure() {
    let sources = sources();
    let layers = layers(&sources);
    let engine = |source: &&Source| layers.iter().any(|layer| layer.engine && layer.name == source.layer());
    let mut found = Vec::new();
    for source in sources.iter().filter(engine) {
        for what in FORBIDDEN {
            if NAMED.iter().any(|(place, word)| source.path.starts_with(place) && *word == what) {
                continue;
            }
            found.extend(places(source, what).into_iter().map(|line| format!("src/{}:{line}: {what}", source.path)));
        }
    }
    assert!(found.is_empty(), "the engine does without:\n{}", found.join("\n"));
    assert!(layers.iter().filter(|layer| layer.engine).count() >= 12, "the engine is not recognised");
}

/// The lints that guard the same at compile time stand at the head of every module of the engine.
#[test]
fn the_engine_denies_what_it_must_not_use() {
    let sources = sources();
    for layer in layers(&sources).iter().filter(|layer| layer.engine) {
        let heads = [format!("{}.rs", layer.name), format!("{}/mod.rs", layer.name)];
        let head = sources.iter().find(|source| heads.contains(&source.path)).unwrap();
        assert!(head.text.contains(DENIED), "src/{} lacks `{DENIED}`", head.path);
    }
}

const DENIED: &str = "#![deny(clippy::disallowed_methods, clippy::disallowed_types)]";

/// The words that this file looks for are found where they are.
#[test]
fn forbidden_words_are_recognised() {
    let source = |code: &str| Source { path: "tile/mod.rs".to_owned(), text: String::new(), code: code.to_owned() };
    assert_eq!(places(&source("a\nlet x = y.unwrap();\n"), ".unwrap()"), [2]);
    assert_eq!(places(&source("use std::collections::HashMap;\n"), "HashMap"), [1]);
    assert_eq!(places(&source("let operand = brand;\n"), "rand"), Vec::<usize>::new());
    assert_eq!(places(&source("#[expect(lint)]\n"), ".expect("), Vec::<usize>::new());
    let names: Vec<String> = used(&source("use crate::{tile::{Seat, Tile}, rules};\ncrate::say!(x)"))
        .into_iter()
        .map(|(_, name)| name)
        .collect();
    assert_eq!(names, ["tile", "rules", "say"]);
}
