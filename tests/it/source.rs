//! The project's source for tests: code without comments, literals and unit tests.

use std::path::{Path, PathBuf};
use std::{fs, str};

/// One source file of the workspace.
pub struct Source {
    /// The path below the root of the repository: `crates/engine/src/rules/mod.rs`.
    pub path: String,
    /// The text as written.
    pub text: String,
    /// The code with comments, literals and unit tests blanked; line numbers stay.
    pub code: String,
}

impl Source {
    /// Returns the crate: `engine` for `crates/engine`, `caipan` for the package at the root.
    pub fn package(&self) -> &str {
        self.path.strip_prefix("crates/").map_or("caipan", |rest| rest.split('/').next().unwrap())
    }

    /// Returns the path inside the crate's `src`: `rules/mod.rs`.
    pub fn inner(&self) -> &str {
        self.path.split_once("src/").unwrap().1
    }

    /// Returns the module of `lib.rs` that the file belongs to.
    pub fn module(&self) -> &str {
        self.inner().split('/').next().unwrap().trim_end_matches(".rs")
    }

    /// Returns the lines of code, numbered from 1.
    pub fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.code.lines())
    }
}

/// Returns every file of every crate's `src`, sorted by path, without files of unit tests.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("src"));
    let mut paths = Vec::new();
    for folder in crates.chain([root.join("src")]) {
        collect(&folder, &mut paths);
    }
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
        Source { code: without_tests(&blank(&text)), path: name, text }
    };
    paths.iter().filter(|path| path.file_stem().unwrap() != "tests").map(read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
}

/// Replaces comments and literals by blanks.
fn blank(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let end = match rest {
            [b'/', b'/', ..] => at + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => at + find(rest, b"*/").map_or(rest.len(), |found| found + 2),
            [b'"', ..] => at + string(rest),
            [b'r', b'#', b'"', ..] | [b'r', b'"', ..]
                if !at.checked_sub(1).is_some_and(|prev| is_word(bytes[prev])) =>
            {
                at + raw(rest)
            }
            [b'\'', ..] => at + character(rest),
            _ => at,
        };
        for byte in &mut code[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    String::from_utf8(code).unwrap()
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn string(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != b'"' {
        at += if rest[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(rest.len())
}

fn raw(rest: &[u8]) -> usize {
    let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
    let close = [&b"\""[..], &vec![b'#'; hashes]].concat();
    let start = hashes + 2;
    find(&rest[start..], &close).map_or(rest.len(), |found| start + found + close.len())
}

/// Returns the length of a character literal; 0 if the quote begins a lifetime.
fn character(rest: &[u8]) -> usize {
    if rest.get(1) == Some(&b'\\') {
        return rest[2..].iter().skip(1).position(|&byte| byte == b'\'').map_or(0, |found| found + 4);
    }
    let width = str::from_utf8(&rest[1..]).ok().and_then(|text| text.chars().next()).map_or(1, char::len_utf8);
    if rest.get(1 + width) == Some(&b'\'') { width + 2 } else { 0 }
}

/// Replaces `#[cfg(test)]` items by blanks.
fn without_tests(code: &str) -> String {
    let mut bytes = code.as_bytes().to_vec();
    let mut from = 0;
    while let Some(found) = find(&bytes[from..], b"#[cfg(test)]") {
        let start = from + found;
        let body = bytes[start..].iter().position(|byte| b"{;".contains(byte)).map_or(bytes.len(), |at| start + at);
        let mut end = body;
        let mut depth = 0;
        while end < bytes.len() {
            depth += match bytes[end] {
                b'{' => 1,
                b'}' => -1,
                _ => 0,
            };
            end += 1;
            if depth == 0 {
                break;
            }
        }
        bytes[start..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        from = end;
    }
    String::from_utf8(bytes).unwrap()
}

/// Returns true if a byte can be part of a name.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

#[test]
fn blanks_comments_literals_and_tests() {
    let text = "let a = \"std::fs\"; // std::net\nlet b = 'x'; fn f<'a>() {} /* HashMap */ let c = '\\'';\nr#\"f64\"#;\n\
                #[cfg(test)]\nmod tests { fn g() { panic!() } }\nfn h() {}\n";
    let code = without_tests(&blank(text));
    assert_eq!(code.lines().count(), text.lines().count());
    for gone in ["std", "HashMap", "f64", "panic", "tests"] {
        assert!(!code.contains(gone), "{gone}: {code}");
    }
    for kept in ["let a =", "fn f<'a>() {}", "let c =", "fn h() {}"] {
        assert!(code.contains(kept), "{kept}: {code}");
    }
}
