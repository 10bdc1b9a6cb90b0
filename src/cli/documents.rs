//! The logs that the arguments name, one after another and never two at a time in memory.
//!
//! Takes files, folders (in order of name), standard input, gzip and zstd by their first bytes, and files of one document
//! a line. A file that cannot be read is a document of its own that says so.

use crate::say;
use crate::say::Text;
use serde::de::IgnoredAny;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The endings a file in a folder must have to be taken for a log.
const ENDINGS: [&str; 6] = ["json", "jsonl", "log", "ndjson", "paipu", "txt"];

/// One document.
#[derive(Debug)]
pub(super) struct Document {
    /// The file as named, `-` for standard input.
    pub(super) file: String,
    /// The line it stands on, where the file has one document a line.
    pub(super) line: Option<u64>,
    /// The bytes, or why there are none.
    pub(super) bytes: Result<Vec<u8>, Text>,
}

impl Document {
    fn whole(file: String, bytes: Result<Vec<u8>, Text>) -> Document {
        Document { file, line: None, bytes }
    }

    /// The file, with the line where it has one document a line.
    pub(super) fn name(&self) -> String {
        self.line.map_or_else(|| self.file.clone(), |line| format!("{}:{line}", self.file))
    }
}

/// The documents in order.
pub(super) struct Documents {
    waiting: VecDeque<Named>,
    open: Option<Open>,
    limit: u64,
    whole_files: bool,
    progress: Arc<AtomicU64>,
}

enum Named {
    Stdin,
    /// Named by the user: taken whatever it is called.
    Given(PathBuf),
    /// Found in a folder: taken if it is called like a log.
    Found(PathBuf),
}

struct Open {
    name: String,
    reader: BufReader<Box<dyn Read + Send>>,
    /// Lines read so far; 0 at the beginning.
    line: u64,
}

impl Documents {
    /// The documents of these paths; `-`, or no path at all, is standard input. A document holds at most `limit` bytes.
    /// With `whole_files` a file is one document, whatever its lines look like.
    pub(super) fn new(paths: &[PathBuf], limit: usize, whole_files: bool) -> Documents {
        let named = |path: &PathBuf| {
            if path.as_os_str() == "-" { Named::Stdin } else { Named::Given(path.clone()) }
        };
        let mut waiting: VecDeque<Named> = paths.iter().map(named).collect();
        if waiting.is_empty() {
            waiting.push_back(Named::Stdin);
        }
        Documents { waiting, open: None, limit: limit as u64, whole_files, progress: Arc::default() }
    }

    /// Bytes taken from disk so far.
    pub(super) fn progress(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.progress)
    }

    fn start(&mut self, named: Named) -> Option<Document> {
        let path = match named {
            Named::Stdin => {
                self.open("-".to_owned(), Box::new(io::stdin()));
                return None;
            }
            Named::Found(path) if !path.is_dir() && !is_called_like_a_log(&path) => return None,
            Named::Given(path) | Named::Found(path) => path,
        };
        let name = path.display().to_string();
        let opened = if path.is_dir() {
            entries(&path)
                .map(|entries| entries.into_iter().rev().for_each(|entry| self.waiting.push_front(Named::Found(entry))))
        } else {
            File::open(&path).map(|file| self.open(name.clone(), Box::new(file)))
        };
        opened.err().map(|error| Document::whole(name, Err(unreadable(&error))))
    }

    fn open(&mut self, name: String, reader: Box<dyn Read + Send>) {
        let counted = Counted { reader, count: Arc::clone(&self.progress) };
        self.open = Some(Open { name, reader: BufReader::new(Box::new(counted)), line: 0 });
    }

    /// The next document of an open file; `None` at its end.
    fn proceed(&mut self, mut open: Open) -> Option<Document> {
        if open.line == 0 {
            match unpacked(open.reader) {
                Ok(reader) => open.reader = reader,
                Err(error) => return Some(Document::whole(open.name, Err(unreadable(&error)))),
            }
        }
        loop {
            let mut bytes = Vec::new();
            let mut limited = (&mut open.reader).take(self.limit + 1);
            let first = open.line == 0;
            let read = if first && self.whole_files {
                limited.read_to_end(&mut bytes)
            } else {
                limited.read_until(b'\n', &mut bytes)
            };
            open.line += 1;
            match read {
                Err(error) => return Some(Document::whole(open.name, Err(unreadable(&error)))),
                Ok(0) => return first.then(|| Document::whole(open.name, Ok(bytes))),
                Ok(_) => {}
            }
            if first && (self.whole_files || serde_json::from_slice::<IgnoredAny>(&bytes).is_err()) {
                let left = (self.limit + 1).saturating_sub(bytes.len() as u64);
                let rest = (&mut open.reader).take(left).read_to_end(&mut bytes);
                let bytes = rest.map_err(|error| unreadable(&error)).and_then(|_| self.within_limit(bytes));
                return Some(Document::whole(open.name, bytes));
            }
            let ended = bytes.ends_with(b"\n");
            while bytes.last().is_some_and(u8::is_ascii_whitespace) {
                bytes.pop();
            }
            if bytes.is_empty() {
                continue;
            }
            let (file, line) = (open.name.clone(), Some(open.line));
            let bytes = self.within_limit(bytes);
            if !ended
                && bytes.is_err()
                && let Err(error) = open.reader.skip_until(b'\n')
            {
                return Some(Document::whole(open.name, Err(unreadable(&error))));
            }
            self.open = Some(open);
            return Some(Document { file, line, bytes });
        }
    }

    fn within_limit(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Text> {
        let limit = self.limit;
        if bytes.len() as u64 <= limit {
            return Ok(bytes);
        }
        Err(say!(
            "一份牌谱不得超过 {limit} 字节。请按局拆开。",
            "a log may hold at most {limit} bytes. Split the match into parts."
        ))
    }
}

impl Iterator for Documents {
    type Item = Document;

    fn next(&mut self) -> Option<Document> {
        loop {
            let next = if let Some(open) = self.open.take() {
                self.proceed(open)
            } else {
                let named = self.waiting.pop_front()?;
                self.start(named)
            };
            if next.is_some() {
                return next;
            }
        }
    }
}

/// The bytes on disk that these paths come to; `None` where standard input is among them.
pub(super) fn size(paths: &[PathBuf]) -> Option<u64> {
    fn sum(path: &Path, given: bool) -> u64 {
        if path.is_dir() {
            entries(path).unwrap_or_default().iter().map(|entry| sum(entry, false)).sum()
        } else if given || is_called_like_a_log(path) {
            path.metadata().map_or(0, |metadata| metadata.len())
        } else {
            0
        }
    }
    let stdin = paths.is_empty() || paths.iter().any(|path| path.as_os_str() == "-");
    (!stdin).then(|| paths.iter().map(|path| sum(path, true)).sum())
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    entries.sort();
    Ok(entries)
}

fn is_called_like_a_log(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let plain = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
    plain.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending))
}

fn unpacked(mut reader: BufReader<Box<dyn Read + Send>>) -> io::Result<BufReader<Box<dyn Read + Send>>> {
    let head = reader.fill_buf()?;
    Ok(if head.starts_with(&[0x1f, 0x8b]) {
        BufReader::new(Box::new(flate2::bufread::MultiGzDecoder::new(reader)))
    } else if head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        BufReader::new(Box::new(zstd::Decoder::with_buffer(reader)?))
    } else {
        reader
    })
}

fn unreadable(error: &io::Error) -> Text {
    say!("无法读取：{error}。请检查路径和权限。", "cannot be read: {error}. Check the path and the permissions.")
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn all(paths: &[PathBuf], limit: usize, whole_files: bool) -> Vec<(String, Option<String>)> {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("written as UTF-8");
        Documents::new(paths, limit, whole_files)
            .map(|document| {
                let name = document.name().rsplit('/').next().unwrap_or_default().to_owned();
                (name, document.bytes.ok().map(text))
            })
            .collect()
    }

    #[test]
    fn folders_lines_and_packed_files() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("b.ndjson"), "{\"a\":1}\n\n  \n{\"b\":2}")?;
        std::fs::write(path("c.json"), "{\n\"a\": 1\n}\n")?;
        std::fs::write(path("ignored.md"), "no log")?;
        let mut gz = flate2::write::GzEncoder::new(File::create(path("a.json.gz"))?, flate2::Compression::fast());
        gz.write_all(b"{\"z\":0}\n")?;
        gz.finish()?;
        std::fs::create_dir(path("d"))?;
        std::fs::write(path("d").join("e.log.zst"), zstd::encode_all(&b"text\nlog\n"[..], 1)?)?;
        std::fs::write(path("empty.json"), "")?;
        let found = all(&[folder.path().to_owned()], 100, false);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            found,
            [
                ("a.json.gz:1".to_owned(), some("{\"z\":0}")),
                ("b.ndjson:1".to_owned(), some("{\"a\":1}")),
                ("b.ndjson:4".to_owned(), some("{\"b\":2}")),
                ("c.json".to_owned(), some("{\n\"a\": 1\n}\n")),
                ("e.log.zst".to_owned(), some("text\nlog\n")),
                ("empty.json".to_owned(), some("")),
            ]
        );
        assert_eq!(all(&[path("b.ndjson")], 100, true), [("b.ndjson".to_owned(), some("{\"a\":1}\n\n  \n{\"b\":2}"))]);
        assert_eq!(all(&[path("nowhere")], 100, false), [("nowhere".to_owned(), None)]);
        Ok(())
    }

    /// A line over the limit is refused alone; the lines after it are read.
    #[test]
    fn the_limit_is_for_each_document() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("x.ndjson");
        std::fs::write(&path, "{\"a\":1}\n{\"b\":123456789}\n{\"c\":3}\n")?;
        let found = all(std::slice::from_ref(&path), 8, false);
        assert_eq!(found.iter().map(|(_, text)| text.is_some()).collect::<Vec<_>>(), [true, false, true]);
        std::fs::write(&path, "{\n\"a\": 1\n}\n")?;
        assert_eq!(all(&[path], 8, false).iter().map(|(_, text)| text.is_some()).collect::<Vec<_>>(), [false]);
        Ok(())
    }
}
