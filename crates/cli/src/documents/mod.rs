//! Iterates over the documents named on the command line, with one in memory at a time.
//!
//! Reads files, folders (in name order), standard input, gzip and zstd (detected by their first bytes), and NDJSON. An
//! unreadable file, or a folder without logs, becomes a document with an error.

pub(super) mod folders;
pub(super) mod foreign;
mod open;
mod packed;
#[cfg(test)]
mod tests;

use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use folders::FolderFilter;
use open::Open;
use packed::unreadable;
use std::collections::VecDeque;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The file endings that mark a log in a folder.
const ENDINGS: [&str; 8] = ["csv", "json", "jsonl", "log", "ndjson", "paipu", "tsv", "txt"];

/// One document.
#[derive(Debug)]
pub(super) struct Document {
    /// The file as named, `-` for standard input.
    pub(super) file: String,
    /// The line number, if the file has one document per line.
    pub(super) line: Option<u64>,
    /// The bytes, or the reason why they cannot be read.
    pub(super) bytes: Result<Vec<u8>, Text>,
}

impl Document {
    fn whole(file: String, bytes: Result<Vec<u8>, Text>) -> Document {
        Document { file, line: None, bytes }
    }

    /// Returns the file name, with the line if the file has one document per line.
    pub(super) fn name(&self) -> String {
        self.line.map_or_else(|| self.file.clone(), |line| format!("{}:{line}", self.file))
    }
}

/// Iterator over the documents, in order.
pub(super) struct Documents {
    waiting: VecDeque<Named>,
    open: Option<Open>,
    limit: u64,
    whole_files: bool,
    progress: Arc<AtomicU64>,
    given: u64,
    filter: FolderFilter,
    /// The folder that the user named, while its files are read.
    folder: Option<Arc<Path>>,
}

enum Named {
    Stdin,
    /// Named by the user: read under any name.
    Given(PathBuf),
    /// Found in a folder: read if the name is that of a log.
    Found(PathBuf),
    /// The end of a folder that the user named; the number of documents before the folder.
    End(PathBuf, u64),
}

impl Documents {
    /// Creates the iterator over these paths; `-`, or no path at all, is standard input. A document has at most `limit`
    /// bytes. With `whole_files` each file is one document, even if it looks like NDJSON.
    pub(super) fn new(paths: &[PathBuf], limit: usize, whole_files: bool) -> Documents {
        let named = |path: &PathBuf| {
            if path.as_os_str() == "-" { Named::Stdin } else { Named::Given(path.clone()) }
        };
        let mut waiting: VecDeque<Named> = paths.iter().map(named).collect();
        if waiting.is_empty() {
            waiting.push_back(Named::Stdin);
        }
        Documents {
            waiting,
            open: None,
            limit: limit as u64,
            whole_files,
            progress: Arc::default(),
            given: 0,
            filter: FolderFilter::default(),
            folder: None,
        }
    }

    /// Selects the files of folders.
    pub(super) fn filtered(mut self, filter: FolderFilter) -> Documents {
        self.filter = filter;
        self
    }

    /// The folder that the user named and that contains the last document; `None` if the user named its file.
    pub(super) fn folder(&self) -> Option<Arc<Path>> {
        self.folder.clone()
    }

    /// The number of bytes read from disk so far.
    pub(super) fn progress(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.progress)
    }

    fn start(&mut self, named: Named) -> Option<Document> {
        let (path, is_given) = match named {
            Named::Stdin => {
                self.open("-".to_owned(), Box::new(io::stdin()));
                return None;
            }
            Named::End(folder, before) => {
                self.folder = None;
                return (self.given == before).then(|| without_logs(&folder, self.filter.has_patterns()));
            }
            Named::Found(path) if !self.folder.as_ref().is_none_or(|folder| self.filter.takes(folder, &path)) => {
                return None;
            }
            Named::Found(path) => (path, false),
            Named::Given(path) => (path, true),
        };
        let name = path.display().to_string();
        let opened = if path.is_dir() {
            entries(&path).map(|entries| {
                if is_given {
                    self.folder = Some(Arc::from(path.as_path()));
                    self.waiting.push_front(Named::End(path, self.given));
                }
                entries.into_iter().rev().for_each(|entry| self.waiting.push_front(Named::Found(entry)));
            })
        } else {
            File::open(&path).map(|file| self.open(name.clone(), Box::new(file)))
        };
        opened.err().map(|error| Document::whole(name, Err(unreadable(&error, None))))
    }

    fn open(&mut self, name: String, reader: Box<dyn Read + Send>) {
        let counted = Counted { reader, count: Arc::clone(&self.progress) };
        self.open = Some(Open::new(name, Box::new(counted)));
    }
}

impl Iterator for Documents {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        loop {
            let next = if let Some(open) = self.open.take() {
                let (next, open) = open.proceed(self.limit, self.whole_files);
                self.open = open;
                next
            } else {
                let named = self.waiting.pop_front()?;
                self.start(named)
            };
            if next.is_some() {
                self.given += 1;
                return next;
            }
        }
    }
}

/// Returns the refusal of a folder without logs.
pub(super) fn without_logs(folder: &Path, has_patterns: bool) -> Document {
    let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
    let text = if has_patterns {
        bilingual!(
            "目录里没有符合 --include、--exclude 的牌谱。请检查路径和这两个选项。",
            "This folder has no log that --include and --exclude select. Check the path and the patterns."
        )
    } else {
        bilingual!(
            "目录里没有牌谱。请检查路径；目录中只读以 {endings} 结尾的文件（可再加 .gz 或 .zst），其他结尾用 --include 指定。\
             若是别的平台的日志，用 --from 指明格式，或用 --adapter 指明适配器。",
            "There is no log in this folder. Check the path. Only files that end in {endings} are read, also with .gz or .zst \
             behind; select others with --include. For logs of another platform, name the format with --from or the adapter with \
             --adapter."
        )
    };
    Document::whole(folder.display().to_string(), Err(text))
}

/// Returns the size of these paths on disk in bytes; `None` if standard input is among them.
pub(super) fn size(paths: &[PathBuf], filter: &FolderFilter) -> Option<u64> {
    if has_stdin(paths) {
        return None;
    }
    let mut size = 0;
    visit(paths, filter, &mut |_, metadata| size += metadata.len());
    Some(size)
}

/// True if standard input is read: no path is named, or it is among them.
pub(super) fn has_stdin(paths: &[PathBuf]) -> bool {
    paths.is_empty() || paths.iter().any(|path| path.as_os_str() == "-")
}

/// Passes every file that a run over these paths reads.
pub(super) fn visit(paths: &[PathBuf], filter: &FolderFilter, take: &mut impl FnMut(&Path, &Metadata)) {
    fn below(path: &Path, folder: Option<&Path>, filter: &FolderFilter, take: &mut impl FnMut(&Path, &Metadata)) {
        if folder.is_some_and(|folder| !filter.takes(folder, path)) {
            return;
        }
        if path.is_dir() {
            let entries = entries(path).unwrap_or_default();
            entries.iter().for_each(|entry| below(entry, Some(folder.unwrap_or(path)), filter, take));
        } else if let Ok(metadata) = path.metadata() {
            take(path, &metadata);
        }
    }
    paths.iter().for_each(|path| below(path, None, filter, take));
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.retain(|entry| !leads_back(folder, entry));
    entries.sort();
    Ok(entries)
}

/// Returns whether an entry links to its own folder or an ancestor, which would recurse forever.
fn leads_back(folder: &Path, entry: &Path) -> bool {
    let here = || folder.canonicalize();
    entry.is_symlink() && entry.canonicalize().is_ok_and(|to| here().is_ok_and(|here| here.starts_with(to)))
}

fn is_called_like_a_log(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    plain.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

struct Counted {
    reader: Box<dyn Read + Send>,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
