//! Comparison of generated files with the committed ones. `UPDATE=1` writes them. They are published documents, so they
//! are plain files rather than snapshots of a snapshot library.

use std::fs;
use std::path::{Path, PathBuf};

/// True if the tests rewrite the committed files.
pub fn updates() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Asserts that each file, by its path in the repository, is committed with this text.
pub fn assert_current<P: AsRef<Path>>(files: impl IntoIterator<Item = (P, String)>) {
    let mut stale: Vec<PathBuf> = Vec::new();
    for (path, text) in files {
        let file = Path::new(crate::ROOT).join(&path);
        if fs::read_to_string(&file).is_ok_and(|committed| committed == text) {
            continue;
        }
        if updates() {
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
        } else {
            stale.push(path.as_ref().to_owned());
        }
    }
    assert!(stale.is_empty(), "out of date: {stale:?}; write them with UPDATE=1 cargo test");
}
