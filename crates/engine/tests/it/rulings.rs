//! The pages of `docs/rulings`: one for every ruling that a clause names, complete, and consistent with the options.

use caipan_engine::rules::{Decl, SYSTEMS};
use caipan_log::OptionValue;
use std::fs;
use std::path::{Path, PathBuf};

const PARTS: [&str; 4] = [
    "## 问题 / Question",
    "## 裁定 / Choice",
    "## 其他可能 / What else was possible",
    "## 谁可改判 / Who may overrule",
];

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

/// Number and text of every page.
fn pages() -> Vec<(String, String)> {
    let mut files: Vec<PathBuf> =
        fs::read_dir(root().join("docs/rulings")).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.file_name().unwrap() != "README.md");
    files.sort();
    let number = |file: &Path| file.file_stem().unwrap().to_str().unwrap().to_owned();
    files.iter().map(|file| (number(file), fs::read_to_string(file).unwrap())).collect()
}

/// Reads all the engine's rule files as one text.
fn rule_sources(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| if path.is_dir() { rule_sources(&path) } else { fs::read_to_string(&path).unwrap() }).collect()
}

#[test]
fn every_ruling_of_a_clause_has_its_page() {
    let pages = pages();
    for clause in SYSTEMS.iter().flat_map(|system| system.book()) {
        if let Some(number) = clause.reading.ruling() {
            assert!(pages.iter().any(|(page, _)| page == number), "{} names {number}, which has no page", clause.id);
        }
    }
}

#[test]
fn pages_are_complete_listed_and_used() {
    let sources = rule_sources(&root().join("crates/engine/src/rules"));
    let list = fs::read_to_string(root().join("docs/rulings/README.md")).unwrap();
    for (number, text) in pages() {
        assert!(text.starts_with(&format!("# {number} ")), "{number} does not begin with its number");
        for part in PARTS {
            let body = text.split_once(part).unwrap_or_else(|| panic!("{number} lacks {part}")).1;
            let paragraphs = body.split("\n## ").next().unwrap().trim().split("\n\n").count();
            assert!(paragraphs >= 2, "{number}: {part} is not in both languages");
        }
        assert!(sources.contains(&number), "no rule names {number}");
        assert!(list.contains(&format!("({number}.md)")), "the list of rulings lacks {number}");
    }
}

/// The index has the title of every page.
#[test]
fn index_has_the_titles_of_the_pages() {
    let list = fs::read_to_string(root().join("docs/rulings/README.md")).unwrap();
    for (number, text) in pages() {
        let title = text.lines().next().unwrap().trim_start_matches(&format!("# {number} "));
        let row = format!("| [{number}]({number}.md) | {title} |");
        assert_eq!(list.matches(&row).count(), 1, "the list of rulings lacks {row}");
    }
}

/// A name among the alternatives of a page is an option, a value or a preset.
#[test]
fn alternatives_name_known_options() {
    let decls: Vec<&Decl> = SYSTEMS.iter().flat_map(|system| (system.options)()).collect();
    for (number, text) in pages() {
        let other = text.split_once("## 其他可能").unwrap().1.split_once("\n## ").unwrap().0;
        for code in other.split('`').skip(1).step_by(2).filter(|code| code.contains(['_', '.']) && !code.contains(' '))
        {
            let known = decls.iter().any(|decl| decl.id == code || decl.id.ends_with(code) && code.starts_with('.'));
            let value = decls.iter().any(|decl| decl.kind.read(&OptionValue::Word(code.to_owned())).is_some());
            let preset = SYSTEMS.iter().flat_map(|system| system.presets).any(|preset| preset.id == code);
            assert!(known || value || preset, "{number} names `{code}`");
        }
    }
}

/// `option = value` in a page is an option that exists, with a value that it takes.
#[test]
fn options_in_pages_exist() {
    let decls: Vec<&Decl> = SYSTEMS.iter().flat_map(|system| (system.options)()).collect();
    let mut seen = 0;
    for (number, text) in pages() {
        for code in text.split('`').skip(1).step_by(2) {
            let Some((id, value)) = code.split_once(" = ") else { continue };
            let decl = decls.iter().find(|decl| decl.id == id);
            let written = OptionValue::Word(value.to_owned());
            assert!(decl.is_some_and(|decl| decl.kind.read(&written).is_some()), "{number}: `{code}`");
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen}");
}
