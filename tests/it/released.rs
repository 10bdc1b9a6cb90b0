//! Tests that pages name only published packages, and that the project pins everything it fetches.

use crate::ROOT;
use std::fs;
use std::path::{Path, PathBuf};

/// Places with text for readers: files, and folders with all that is in them.
const PLACES: [&str; 9] = [
    ".pre-commit-hooks.yaml",
    "README.md",
    "README.zh.md",
    "action.yml",
    "crates",
    "deploy",
    "docs",
    "examples",
    "src",
];

/// Commands that fetch a package from a registry.
const COMMANDS: [&str; 14] = [
    "pip install",
    "pip3 install",
    "pip download",
    "pipx install",
    "pipx run",
    "uvx",
    "uv add",
    "npm install",
    "npm i",
    "npx",
    "cargo add",
    "cargo install",
    "cargo binstall",
    "docker pull",
];

/// Addresses of releases.
const ADDRESSES: [&str; 9] = [
    "caipan/caipan@v",
    "caipan/caipan/v",
    "crates.io/crates/caipan",
    "ghcr.io/caipan",
    "npmjs.com/package/caipan",
    "pypi.org/project/caipan",
    "releases/download",
    "releases/latest",
    "rev: v",
];

fn read(path: impl AsRef<Path>) -> String {
    let path = Path::new(ROOT).join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder and of the folders in it; a file itself.
fn files(place: &Path, found: &mut Vec<PathBuf>) {
    if place.is_dir() {
        for entry in fs::read_dir(place).unwrap() {
            files(&entry.unwrap().path(), found);
        }
    } else {
        found.push(place.to_owned());
    }
}

/// A version is released when the changelog has its date.
fn is_released(manifest: &str, changelog: &str) -> bool {
    let manifest: toml::Table = manifest.parse().unwrap();
    let version = manifest["workspace"]["package"]["version"].as_str().unwrap();
    changelog.lines().any(|line| line.starts_with(&format!("## [{version}] - 20")))
}

/// True for the name of one of our packages, with or without a version; false for a path and for a file.
fn is_package(word: &str) -> bool {
    let file = [".whl", ".tgz", ".tar.gz"].iter().any(|ending| word.ends_with(ending));
    let rest = word.strip_prefix("caipan").filter(|_| !file);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['=', '<', '>', '~', '@', '[', ':', '-']))
}

/// The packages that a line tells its reader to fetch from a registry or a release.
fn fetched(line: &str) -> Option<String> {
    if let Some(address) = ADDRESSES.iter().find(|address| line.contains(*address)) {
        return Some((*address).to_owned());
    }
    if !line.contains("caipan") {
        return None;
    }
    let parts = line.split(['`', '(', ')', '|', ';', '&', '（', '）', '，', '；', '。']);
    for part in parts {
        let words: Vec<&str> = part.split_whitespace().collect();
        for command in COMMANDS {
            let command: Vec<&str> = command.split(' ').collect();
            // The place after the command, wherever it is in the line.
            let ends = (0..words.len()).filter(|&at| words[at..].starts_with(&command)).map(|at| at + command.len());
            for end in ends {
                let given: Vec<&str> =
                    words[end..].iter().map(|word| word.trim_matches(['"', '\'', ',', '.', ':'])).collect();
                let local = given.iter().any(|word| ["--git", "--path"].contains(word));
                if let Some(package) = given.iter().find(|word| !local && is_package(word)) {
                    return Some(format!("{} {package}", command.join(" ")));
                }
            }
        }
    }
    None
}

/// Until the first release nothing tells a reader to fetch what is not there: anybody could publish under the name.
#[test]
fn nothing_unpublished_is_to_be_fetched() {
    let mut paths = Vec::new();
    for place in PLACES {
        files(&Path::new(ROOT).join(place), &mut paths);
    }
    assert!(paths.len() > 300, "the places are not found: {}", paths.len());
    let mut found = Vec::new();
    for path in paths {
        // A file that is no text has no reader.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let text = text.replace("\\\n", " ");
        let said = text.lines().filter_map(fetched).map(|what| format!("{}: {what}", path.display()));
        found.extend(said);
    }
    let released = is_released(&read("Cargo.toml"), &read("CHANGELOG.md"));
    assert!(released || found.is_empty(), "this is not published yet:\n{}", found.join("\n"));
}

#[test]
fn commands_that_fetch_are_recognised() {
    let fetch = [
        "pip install caipan",
        "pip install --quiet \"caipan==0.1.0\"",
        "请用 Python 包（pip install caipan）中的 caipan",
        "| any | `pip install caipan && caipan audit logs` |",
        "run `cargo add caipan-engine`.",
        "cargo install caipan --locked",
        "npm install caipan",
        "docker pull caipan:0.1.0",
        "uses: caipan/caipan@v0.1.0",
        "curl -fsSL https://github.com/caipan/caipan/releases/latest/download/install.sh | sh",
        "repo: https://github.com/caipan/caipan, rev: v0.1.0",
    ];
    for line in fetch {
        assert!(fetched(line).is_some(), "{line}");
    }
    let keep = [
        "pip install maturin",
        "pip install dist/caipan-*.whl",
        "pip install caipan-0.1.0-cp310-abi3-linux_x86_64.whl",
        "cargo install --path . --locked",
        "cargo install --locked --git https://github.com/caipan/caipan --rev COMMIT caipan",
        "uses: caipan/caipan@COMMIT",
        "pip install -r requirements.txt && caipan audit logs",
        "docker build -t caipan .",
    ];
    for line in keep {
        assert_eq!(fetched(line), None, "{line}");
    }
    let manifest = "[workspace.package]\nversion = \"0.1.0\"\n";
    assert!(is_released(manifest, "# Changelog\n\n## [0.1.0] - 2027-01-02\n"));
    assert!(!is_released(manifest, "# Changelog\n\n## [Unreleased]: 0.1.0\n\n## [0.0.9] - 2026-01-02\n"));
}

/// True for a revision that nobody can move: a commit with its version beside it, or the digest of an image.
fn is_pinned(named: &str) -> bool {
    let hexadecimal = |text: &str, length| {
        text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
    };
    let Some((_, revision)) = named.split_once('@') else { return false };
    match revision.split_once(" # v") {
        Some((commit, version)) => hexadecimal(commit, 40) && version.starts_with(|c: char| c.is_ascii_digit()),
        None => revision.strip_prefix("sha256:").is_some_and(|digest| hexadecimal(digest, 64)),
    }
}

/// Actions of others run with the rights of a job, and images become part of a release: both are pinned by content.
#[test]
fn actions_and_images_are_pinned() {
    let mut paths: Vec<PathBuf> =
        ["Dockerfile", "action.yml", "compose.yaml"].map(|name| Path::new(ROOT).join(name)).into();
    for folder in [".github/workflows", "deploy/gitlab", "deploy/kubernetes"] {
        files(&Path::new(ROOT).join(folder), &mut paths);
    }
    let mut seen = 0;
    for path in paths {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let line = line.trim_start().trim_start_matches("- ");
            let keys = ["uses: ", "image: ", "container: ", "FROM "];
            let Some(named) = keys.iter().find_map(|key| line.strip_prefix(key)) else { continue };
            let named = named.split_once(" AS ").map_or(named, |(image, _)| image);
            // Built from this repository, or empty.
            if ["caipan", "scratch"].contains(&named) || named.starts_with("./") {
                continue;
            }
            assert!(is_pinned(named), "{}: {named} can be moved", path.display());
            seen += 1;
        }
    }
    assert!(seen > 10, "the lines are not recognised: {seen}");
    let commit = "0123456789abcdef0123456789abcdef01234567";
    assert!(is_pinned(&format!("a/b@{commit} # v1.2.3")) && !is_pinned(&format!("a/b@{commit}")));
    assert!(!is_pinned("a/b@v4") && !is_pinned("rust:1.95") && !is_pinned("a/b@main # v4"));
}

/// A release is published by short-lived tokens that name the workflow: no secret is stored, and no job has a right by default.
#[test]
fn release_workflow_has_no_secret() {
    let workflow = read(".github/workflows/release.yml");
    assert!(workflow.contains("\npermissions: {}\n") && workflow.contains("id-token: write"));
    assert!(!workflow.contains("secrets."), "the workflow reads a secret");
}
