//! Tests that the generated pages under `docs/` are fresh, complete and without leftovers. `UPDATE=1 cargo test
//! handbook` writes them.

use crate::golden;
use caipan::audit::checks;
use caipan::handbook::{self, FOLDERS, RULINGS, Subject, check_views, explain, pages, system_views};
use caipan::rules::SYSTEMS;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

/// Returns the Markdown files of a folder by name without extension. A missing folder has no files.
fn files(folder: &str) -> BTreeMap<String, String> {
    let Ok(entries) = fs::read_dir(root().join(folder)) else { return BTreeMap::new() };
    let mut found = BTreeMap::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.extension().is_some_and(|ending| ending == "md") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    found
}

/// Returns the specs that trigger one check each.
fn examples() -> BTreeMap<String, String> {
    let mut found = files("fixtures/checks");
    found.remove("README");
    found
}

#[test]
fn pages_are_fresh() {
    let pages = pages(&examples());
    let wanted: BTreeSet<&str> = pages.iter().map(|page| page.path.as_str()).collect();
    for folder in FOLDERS {
        for name in files(folder).into_keys() {
            let path = format!("{folder}/{name}.md");
            if !wanted.contains(path.as_str()) {
                assert!(golden::updates(), "{path} is left over: remove it with UPDATE=1 cargo test");
                fs::remove_file(root().join(&path)).unwrap();
            }
        }
    }
    golden::assert_current(pages.into_iter().map(|page| (page.path, page.text)));
}

/// Links within `docs/` point to existing files and anchors.
#[test]
fn links_resolve() {
    let mut texts: BTreeMap<String, String> =
        pages(&examples()).into_iter().map(|page| (page.path, page.text)).collect();
    for folder in ["docs", "docs/rulings", "docs/design"] {
        texts.extend(files(folder).into_iter().map(|(name, text)| (format!("{folder}/{name}.md"), text)));
    }
    let mut seen = 0;
    for (path, text) in &texts {
        let folder = Path::new(path).parent().unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { normalized(&folder.join(file)) };
            assert!(texts.contains_key(&target) || root().join(&target).exists(), "{path}: {link}");
            if let (false, Some(there)) = (anchor.is_empty(), texts.get(&target)) {
                assert!(there.contains(&format!("id=\"{anchor}\"")), "{path}: {link} has no such place");
            }
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

fn normalized(path: &Path) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.to_str().unwrap().split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

#[test]
fn every_ruling_is_embedded() {
    let mut written: Vec<String> = files("docs/rulings").into_keys().collect();
    written.retain(|name| name != "README");
    assert_eq!(RULINGS.iter().map(|ruling| ruling.id).collect::<Vec<_>>(), written);
    for ruling in RULINGS {
        let title = ruling.title();
        assert!(!title.zh.is_empty() && title.zh != title.en, "{}: {title:?}", ruling.id);
        assert!(ruling.systems().next().is_some(), "{} reads no clause of any system", ruling.id);
    }
}

/// Everything that a report cites can be looked up.
#[test]
fn every_citation_is_explained() {
    let pages: BTreeSet<String> = pages(&BTreeMap::new()).into_iter().map(|page| page.path).collect();
    let finds = |word: &str, subject: Subject| {
        let entries = explain(word);
        let entry = entries.iter().find(|entry| entry.subject == subject);
        let entry = entry.unwrap_or_else(|| panic!("`{word}` is not explained as {subject:?}"));
        for text in [&entry.title, &entry.body, &entry.page] {
            assert!(!text.zh.trim().is_empty() && !text.en.trim().is_empty(), "{word}");
        }
        let file = entry.page.zh.split('#').next().unwrap();
        assert!(pages.contains(file) || root().join(file).exists(), "{word}: {file}");
    };
    for check in checks::all() {
        finds(check.code, Subject::Check);
        finds(&check.code.to_lowercase(), Subject::Check);
        finds(check.name, Subject::Check);
    }
    for ruling in RULINGS {
        finds(ruling.id, Subject::Ruling);
    }
    for system in SYSTEMS {
        finds(system.id, Subject::System);
        system.clauses.iter().for_each(|clause| finds(clause.id, Subject::Clause));
        system.presets.iter().for_each(|preset| finds(preset.id, Subject::Preset));
        (system.options)().iter().for_each(|decl| finds(decl.id, Subject::Option));
        system.causes.iter().for_each(|cause| finds(cause.name.zh, Subject::Cause));
        for pattern in system.patterns {
            for name in pattern.aliases.iter().chain([&pattern.id, &pattern.name.zh, &pattern.name.en]) {
                finds(name, Subject::Pattern);
            }
        }
    }
    assert_eq!(explain("no such word"), []);
    assert_eq!(explain(""), []);
}

#[test]
fn option_is_explained() {
    let [entry] = &explain("dealer_bonus_big")[..] else { panic!("one meaning") };
    insta::assert_snapshot!(entry.body.en, @r"
    Values: once | per_unit
      once (default)  once a win  changsha-a, changsha-b, changsha-b-restored, changsha-unity, changsha-jingdian
      per_unit  once for each big pattern  changsha-csmj, changsha-csmj-room, changsha-lx
    Clause: [CS-A.24] Big win on a discard: 6 for each big pattern, 1 more once where the dealer wins or pays; birds last.
    Rule detection: a price: suggested only if two hands, or two unlikely amounts in one hand, support it
    ");
}

/// A preset that is taken from elsewhere names its source wherever the preset is shown.
#[test]
fn sources_of_presets_are_named() {
    let pages: String = pages(&examples()).into_iter().map(|page| page.text).collect();
    let mut stated = 0;
    for (system, view) in SYSTEMS.iter().zip(system_views()) {
        for (preset, shown) in system.presets.iter().zip(view.presets) {
            assert_eq!(shown.source, preset.source.map(caipan::text::Label::text), "{}", preset.id);
            let Some(source) = preset.source else { continue };
            let entry = explain(preset.id).into_iter().find(|entry| entry.subject == Subject::Preset).unwrap();
            assert!(entry.body.zh.contains(&format!("出处：{}", source.zh)), "{}", entry.body.zh);
            assert!(entry.body.en.contains(&format!("Source: {}", source.en)), "{}", entry.body.en);
            assert!(pages.contains(source.zh) && pages.contains(source.en), "{}", preset.id);
            stated += 1;
        }
    }
    assert!(stated > 5, "{stated}");
}

#[test]
fn views_are_complete() {
    assert_eq!(check_views().len(), checks::all().count());
    for (view, system) in system_views().iter().zip(SYSTEMS) {
        let counts = [view.clauses.len(), view.patterns.len(), view.options.len(), view.presets.len()];
        let declared = [system.book().count(), system.patterns.len(), (system.options)().len(), system.presets.len()];
        assert_eq!(counts, declared, "{}", system.id);
        for preset in &view.presets {
            assert_eq!(preset.options.len(), view.options.len(), "{}", preset.id);
            for (id, value) in &preset.changes {
                assert_eq!(preset.options.get(id), Some(value), "{} {id}", preset.id);
            }
        }
        assert!(!view.rulings.is_empty(), "{}", system.id);
    }
}

#[test]
fn every_code_is_in_a_block() {
    for check in checks::all() {
        assert!(handbook::block(check.code).is_some(), "{}", check.code);
    }
}

/// Every refusal code in the sources is explained, and every explained code occurs in the sources.
#[test]
fn every_refusal_code_is_explained() {
    let root = std::path::Path::new(crate::ROOT);
    let mut waiting = vec![root.join("src"), root.join("crates")];
    let mut found = std::collections::BTreeSet::new();
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            continue;
        }
        if path.extension().is_none_or(|kind| kind != "rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a file");
        let source = source.split_whitespace().collect::<Vec<_>>().join(" ");
        for mark in ["AdapterError::of( \"", "AdapterError::of(\"", "wrong(\"", "wrong( \"", " code: \""] {
            found.extend(source.split(mark).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())));
        }
    }
    let is_code =
        |word: &String| word.contains('-') && word.bytes().all(|byte| byte == b'-' || byte.is_ascii_lowercase());
    let codes: Vec<String> = found.into_iter().filter(is_code).collect();
    assert!(codes.len() > 20, "{codes:?}");
    for code in &codes {
        let entries = caipan::handbook::explain(code);
        assert!(entries.iter().any(|entry| entry.subject == Subject::Refusal), "{code} is not explained");
    }
    for refused in caipan::handbook::REFUSALS.iter().filter(|refused| refused.code.contains('-')) {
        assert!(codes.iter().any(|found| found == refused.code), "{} is given by nobody", refused.code);
    }
}
