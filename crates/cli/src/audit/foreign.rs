//! Files of a folder that are no logs: named in one line each, and counted.
//!
//! In a file with one document per line a single line that is no log is an error, because the other lines are logs. The
//! first lines are therefore held back until a log follows or the file ends.

use super::auditor::Printed;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The number of refused lines of a file that are held back; the rest is only counted.
const HELD: usize = 1000;

/// The files that were skipped.
#[derive(Debug, Default)]
pub(super) struct Skipped {
    files: u64,
}

impl Skipped {
    /// Returns the sentence about the skipped files; `None` if there are none.
    pub(super) fn text(&self) -> Option<Text> {
        let files = self.files;
        match files {
            0 => None,
            1 => Some(bilingual!("跳过 1 个认不出是牌谱的文件。", "1 file was skipped: not recognised as a log.")),
            _ => Some(bilingual!(
                "跳过 {files} 个认不出是牌谱的文件。",
                "{files} files were skipped: not recognised as logs."
            )),
        }
    }
}

/// The file that is being read, and its refused lines.
#[derive(Default)]
pub(super) struct Holding {
    file: Option<String>,
    held: Vec<Printed>,
    /// Refused lines beyond those held.
    more: u64,
    has_logs: bool,
    /// For each folder that the user named and that has a foreign file, whether it has a log too.
    folders: BTreeMap<Arc<Path>, bool>,
    folder: Option<Arc<Path>>,
}

/// The next thing to print.
pub(super) enum Next {
    Print(Printed),
    /// One line about a file that is no log.
    Skip(Text),
    /// Refused lines of a file of logs that were too many to hold back.
    Uncounted(String, u64),
}

impl Holding {
    /// Takes the result of a document and returns what can be printed, in order.
    pub(super) fn take(&mut self, printed: Printed, skipped: &mut Skipped) -> Vec<Next> {
        let mut next = Vec::new();
        if self.file.as_deref() != Some(printed.file.as_str()) {
            next.extend(self.end_of_file(skipped));
            self.file = Some(printed.file.clone());
            self.folder.clone_from(&printed.folder);
            self.has_logs = false;
        }
        if printed.is_foreign && !self.has_logs {
            if self.held.len() < HELD {
                self.held.push(printed);
            } else {
                self.more += 1;
            }
            return next;
        }
        self.has_logs = true;
        if let Some(folder) = &self.folder
            && let Some(has_logs) = self.folders.get_mut(folder)
        {
            *has_logs = true;
        } else if let Some(folder) = &self.folder {
            self.folders.insert(Arc::clone(folder), true);
        }
        next.extend(std::mem::take(&mut self.held).into_iter().map(Next::Print));
        let more = std::mem::take(&mut self.more);
        next.extend((more > 0).then(|| Next::Uncounted(printed.file.clone(), more)));
        next.push(Next::Print(printed));
        next
    }

    /// Ends the last file. Returns what is left to print.
    pub(super) fn end(&mut self, skipped: &mut Skipped) -> Option<Next> {
        self.end_of_file(skipped)
    }

    /// Returns the folders that hold files but no log.
    pub(super) fn folders_without_logs(&self) -> impl Iterator<Item = &Path> {
        self.folders.iter().filter(|(_, has_logs)| !**has_logs).map(|(folder, _)| &**folder)
    }

    fn end_of_file(&mut self, skipped: &mut Skipped) -> Option<Next> {
        let lines = std::mem::take(&mut self.held).len() as u64 + std::mem::take(&mut self.more);
        let file = self.file.take().filter(|_| lines > 0)?;
        if let Some(folder) = &self.folder {
            self.folders.entry(Arc::clone(folder)).or_default();
        }
        skipped.files += 1;
        Some(Next::Skip(bilingual!("{file}：认不出是牌谱，已跳过。", "{file}: skipped, not recognised as a log.")))
    }
}
