//! Selects the document of a command that is about one match: the file, or one line of a file with a match on each.

use super::Failure;
use super::documents::{Document, Documents};
use super::paint::Voice;
use super::source::Reader;
use caipan_log::Limits;
use caipan_tiles::bilingual;
use std::num::NonZeroU64;
use std::path::PathBuf;

#[derive(Clone, clap::Args)]
pub(super) struct OneMatch {
    /// The log, or - for standard input · 牌谱文件，- 为标准输入
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Line of the match in a file with one match per line (default: the first) · 一行一场的文件取第几行，不写则取第一场
    #[arg(long, value_name = "N")]
    line: Option<NonZeroU64>,
}

impl OneMatch {
    /// Returns the document. Tells which line it is if the file has others and none was chosen.
    pub(super) fn document(&self, reader: &Reader, voice: Voice) -> Result<Document, Failure> {
        let file = std::slice::from_ref(&self.file);
        let mut documents = Documents::new(file, Limits::default().bytes, reader.takes_whole_files());
        if let Some(line) = self.line {
            let mut last = None;
            let wanted = documents.find(|document| {
                last = document.line.or(last);
                document.line == Some(line.get())
            });
            return wanted.ok_or_else(|| self.no_line(line, last));
        }
        let Some(first) = documents.next() else { return Err(self.empty()) };
        if let (Some(line), true, false) = (first.line, documents.next().is_some(), voice.quiet) {
            let file = &first.file;
            let said = bilingual!(
                "{file} 一行一场；这里取第 {line} 行，--line N 可取别的。",
                "{file} has a match on each line; this is line {line}, and --line N chooses another."
            );
            eprintln!("{}", said.get(voice.lang));
        }
        Ok(first)
    }

    fn no_line(&self, line: NonZeroU64, last: Option<u64>) -> Failure {
        let file = self.file.display();
        Failure(match last {
            Some(last) => bilingual!(
                "{file} 的第 {line} 行没有牌谱；最后一场在第 {last} 行。请改 --line。",
                "{file} has no match on line {line}; its last one is on line {last}. Change --line."
            ),
            None => bilingual!(
                "{file} 是一份文件，不是一行一场。请去掉 --line。",
                "{file} is one document, without a match on each line. Leave out --line."
            ),
        })
    }

    fn empty(&self) -> Failure {
        let file = self.file.display();
        Failure(bilingual!("{file} 是空的。请给一份牌谱。", "{file} is empty. Give a log."))
    }
}
