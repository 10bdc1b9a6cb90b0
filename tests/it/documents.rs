//! Tests that the pages at the root of the repository name what exists, and that the READMEs quote a true report.

use caipan::hash::sha256;
use caipan::log::{Limits, read, to_text};
use caipan::report::report;
use caipan::rules::SYSTEMS;
use std::fs;
use std::path::Path;

/// The pages whose code spans name files of the repository.
const MAPS: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/// The pages whose links are followed; those below `docs` have a test in `handbook`.
const PAGES: [&str; 6] =
    ["README.md", "README.zh.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];

/// The prefixes that `ARCHITECTURE.md` introduces, each with the folder that it stands for.
const PREFIXES: [(&str, &str); 8] = [
    ("engine/", "crates/engine/src/"),
    ("lab/", "crates/lab/src/"),
    ("log/", "crates/log/src/"),
    ("store/", "src/store/"),
    ("app/", "src/app/"),
    ("api/", "src/api/"),
    ("web/", "src/web/"),
    ("cli/", "src/cli/"),
];

fn root() -> &'static Path {
    Path::new(crate::ROOT)
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns the first word of each code span, outside fenced blocks.
fn code_words(page: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for prose in page.split("\n```").step_by(2) {
        let parts: Vec<&str> = prose.split('`').collect();
        assert!(parts.len() % 2 == 1, "a code span is not closed: {prose}");
        words.extend(parts.iter().skip(1).step_by(2).filter_map(|span| span.split_whitespace().next()));
    }
    words
}

/// Returns true for a path such as `engine/replay/` or `Cargo.toml`, and false for code and for formats such as `paipu/1`.
fn is_path(word: &str) -> bool {
    let is_spelt_like_one = word.chars().all(|c| c.is_ascii_alphanumeric() || "_-./<>".contains(c));
    let last = word.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let is_version = last.bytes().all(|byte| byte.is_ascii_digit());
    let has_ending = Path::new(word)
        .extension()
        .is_some_and(|ending| ["rs", "md", "toml", "json", "js", "sh"].iter().any(|known| ending == *known));
    is_spelt_like_one && !is_version && (word.contains('/') || has_ending)
}

/// Returns the paths below the root that a word names: one per region if it contains `<region>`.
fn named(word: &str) -> Vec<String> {
    let whole = PREFIXES.iter().find_map(|(short, folder)| Some(format!("{folder}{}", word.strip_prefix(short)?)));
    let whole = whole.unwrap_or_else(|| word.to_owned());
    if whole.contains("<region>") {
        SYSTEMS.iter().map(|system| whole.replace("<region>", system.id)).collect()
    } else {
        vec![whole]
    }
}

#[test]
fn recognises_paths() {
    let page =
        "See `engine/replay/`, `cargo test` and `.ci/release FILE`.\n\n```sh\nls `a/b`\n```\n\n`paipu/1`, `a.rs`";
    let paths: Vec<&str> = code_words(page).into_iter().filter(|word| is_path(word)).collect();
    assert_eq!(paths, ["engine/replay/", ".ci/release", "a.rs"]);
    assert_eq!(named("engine/replay/"), ["crates/engine/src/replay/"]);
    assert_eq!(named("fixtures/<region>/").len(), SYSTEMS.len());
}

#[test]
fn paths_on_the_maps_exist() {
    for name in MAPS {
        let page = page(name);
        let words: Vec<&str> = code_words(&page).into_iter().filter(|word| is_path(word)).collect();
        assert!(words.len() > 20, "{name}: the paths are not recognised: {words:?}");
        for word in words {
            for path in named(word) {
                assert!(root().join(&path).exists(), "{name} names `{word}`, but there is no {path}");
            }
        }
    }
}

#[test]
fn links_of_root_pages_resolve() {
    for name in PAGES {
        let page = page(name);
        for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            assert!(link.contains("://") || root().join(file).exists(), "{name}: {link}");
        }
    }
}

/// A security review can run the tests that the page of figures names.
#[test]
fn tests_of_reviewed_points_exist() {
    let page = page("docs/figures.md");
    let (_, section) = page.split_once("\n## Security review\n").unwrap();
    let names: Vec<&str> = code_words(section).into_iter().filter(|word| word.contains("::")).collect();
    assert!(names.len() > 20, "the names are not recognised: {names:?}");
    for name in names {
        let (module, start) = name.rsplit_once("::").unwrap();
        let folder = root().join("tests/it").join(module.replace("::", "/"));
        let source = [folder.with_extension("rs"), folder.join("mod.rs")]
            .into_iter()
            .find_map(|file| fs::read_to_string(file).ok());
        let source = source.unwrap_or_else(|| panic!("docs/figures.md names `{name}`, but there is no such module"));
        assert!(source.contains(&format!("fn {start}")), "docs/figures.md names `{name}`, but no such test begins so");
    }
}

/// Both READMEs begin with the end of a sample log and the sentence that the audit writes about it.
#[test]
fn readmes_quote_a_sample_and_its_finding() {
    const SAMPLE: &str = "fixtures/demo/wrong-payer.json";
    let bytes = fs::read(root().join(SAMPLE)).unwrap();
    let log = read(&bytes, &Limits::default()).unwrap();
    let report = report(&log, &sha256(&bytes)).unwrap();
    let [finding] = &report.findings[..] else { panic!("{:?}", report.findings) };
    let notation = to_text(&log);
    for (name, sentence) in [("README.md", &finding.message.en), ("README.zh.md", &finding.message.zh)] {
        let page = page(name);
        let block = |kind: &str| {
            let (_, rest) = page.split_once(&format!("```{kind}\n")).unwrap_or_else(|| panic!("{name}: no {kind}"));
            rest.split("```").next().unwrap_or_default().to_owned()
        };
        assert!(page.contains(&format!("({SAMPLE})")), "{name} does not link to the sample");
        assert!(notation.contains(&block("paipu")), "{name} quotes another log than this one:\n{notation}");
        assert_eq!(block("text").trim_end(), *sentence, "{name}");
    }
}
