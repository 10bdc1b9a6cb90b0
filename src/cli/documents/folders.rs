//! Selects the files of a folder: by their ending, or by the patterns that the user gives.

use super::is_called_like_a_log;
use glob::{MatchOptions, Pattern};
use std::path::{Path, PathBuf};

/// Patterns match the letters as written; `*` stays within a name, `**` spans folders.
const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: false };

/// The selection of files in the folders that the user names. Files that the user names are not subject to it.
#[derive(Clone, Debug, Default)]
pub(in crate::cli) struct FolderFilter {
    /// Only files that match one of these, under any ending; with none, the files called like logs.
    pub(in crate::cli) include: Vec<Glob>,
    /// No file or folder that matches one of these.
    pub(in crate::cli) exclude: Vec<Glob>,
    /// None of these files: the run writes them.
    pub(in crate::cli) without: Vec<PathBuf>,
}

/// A pattern for names: without a slash it matches a name at any depth, otherwise the path below the folder.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Glob {
    pattern: Pattern,
    is_path: bool,
}

impl Glob {
    /// Reads a pattern. The error says where it is wrong.
    pub(in crate::cli) fn read(written: &str) -> Result<Glob, String> {
        let trimmed = written.trim_start_matches("./").trim_end_matches('/');
        if trimmed.is_empty() || trimmed.starts_with('/') {
            return Err("write a pattern such as '*.rec' or 'old/**', relative to the folder · \
                        请写相对于目录的通配符，如 '*.rec' 或 'old/**'"
                .to_owned());
        }
        let pattern = Pattern::new(trimmed).map_err(|error| {
            let (at, said) = (error.pos + 1, error.msg);
            format!("character {at}: {said} · 第 {at} 个字符有误，可用 * ? [abc] **")
        })?;
        Ok(Glob { pattern, is_path: trimmed.contains('/') })
    }

    fn matches(&self, relative: &Path) -> bool {
        let name = relative.file_name().map_or(relative, Path::new);
        self.pattern.matches_path_with(if self.is_path { relative } else { name }, OPTIONS)
    }
}

impl FolderFilter {
    /// True if the user gave patterns.
    pub(in crate::cli) fn has_patterns(&self) -> bool {
        !self.include.is_empty() || !self.exclude.is_empty()
    }

    /// True if this entry below the named folder is read: a folder that is not excluded, or a file that is selected.
    pub(super) fn takes(&self, folder: &Path, entry: &Path) -> bool {
        let relative = entry.strip_prefix(folder).unwrap_or(entry);
        if self.exclude.iter().any(|glob| glob.matches(relative)) {
            return false;
        }
        if entry.is_dir() {
            return true;
        }
        if self.without.iter().any(|written| is_same(written, entry)) {
            return false;
        }
        if self.include.is_empty() {
            is_called_like_a_log(entry)
        } else {
            self.include.iter().any(|glob| glob.matches(relative))
        }
    }
}

/// True if both paths lead to one place, whether or not a file exists there.
pub(in crate::cli) fn is_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((folder.canonicalize().ok()?, path.file_name()?.to_owned()))
    };
    a.file_name() == b.file_name() && place(a).is_some_and(|a| Some(a) == place(b))
}
