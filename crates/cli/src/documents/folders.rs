//! Selects the files of a folder: by their ending, or by the patterns that the user gives.

use super::is_called_like_a_log;
use glob::{MatchOptions, Pattern};
use std::path::{Path, PathBuf};

/// Patterns match the letters as written; `*` stays within a name, `**` spans folders.
const OPTIONS: MatchOptions =
    MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: false };

/// The selection of files in the folders that the user names. Files that the user names are not subject to it.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct FolderFilter {
    /// In folders, read only files that match, under any ending; repeatable · 目录中只读符合的文件，不限结尾，可重复
    #[arg(long, value_name = "GLOB", value_parser = Glob::read)]
    include: Vec<Glob>,
    /// In folders, skip files and folders that match; repeatable · 跳过目录中符合的文件和子目录，可重复
    #[arg(long, value_name = "GLOB", value_parser = Glob::read)]
    exclude: Vec<Glob>,
    /// None of these files: the run writes them.
    #[arg(skip)]
    without: Vec<PathBuf>,
}

/// A pattern for names: without a slash it matches a name at any depth, otherwise the path below the folder.
#[derive(Clone, Debug)]
struct Glob {
    pattern: Pattern,
    is_path: bool,
}

impl Glob {
    /// Reads a pattern. The error says where it is wrong.
    fn read(written: &str) -> Result<Glob, String> {
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
    /// Skips these files too.
    pub(crate) fn without(self, without: Vec<PathBuf>) -> FolderFilter {
        FolderFilter { without, ..self }
    }

    /// True if the user gave patterns.
    pub(crate) fn has_patterns(&self) -> bool {
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
pub(crate) fn is_same(a: &Path, b: &Path) -> bool {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((folder.canonicalize().ok()?, path.file_name()?.to_owned()))
    };
    a.file_name() == b.file_name() && place(a).is_some_and(|a| Some(a) == place(b))
}
