//! Reads logs, audits them and writes them.

use super::{Args, LogFiles, Names};
use crate::bar::Bar;
use crate::documents::foreign::is_foreign;
use crate::documents::{self, Document, Documents};
use crate::{CLEAN, Ended, Failure, UNUSABLE, Voice};
use caipan_adapter::{InputFormat, read_each};
use caipan_log::Limits;
use caipan_parquet::{Export, ExportError, Exported, PlayerNames, Settings, Target};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::sync::atomic::Ordering;

/// The logs and files that an export skipped.
#[derive(Clone, Copy, Debug, Default)]
pub struct Skipped {
    /// Files of folders that are no logs.
    foreign: u64,
    /// Files that could not be read.
    unread: u64,
}

/// The logs that an export writes.
pub trait Input: clap::Args {
    /// Adds every log to an export.
    fn add(&self, export: &mut Export, voice: Voice) -> Result<Skipped, Failure>;
}

/// Audits the logs and writes the files.
pub fn run<I: Input>(args: &Args<I>, voice: Voice) -> Ended {
    let players = match (&args.export_key_file, args.players) {
        (Some(path), _) => {
            let key = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
            PlayerNames::keyed(&key)?
        }
        (None, Some(Names::Clear)) => PlayerNames::Clear,
        (None, None) => PlayerNames::LeftOut,
    };
    let threads = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let target = Target::open(&args.parquet)?;
    let mut export = Export::new(target, Settings { players, file_logs: args.file_logs as usize, threads });
    let skipped = args.input.add(&mut export, voice)?;
    let sum = export.end()?;
    if !voice.quiet {
        eprintln!("{}", summary(sum, &skipped).get(voice.lang));
    }
    Ok(if skipped.unread > 0 { UNUSABLE } else { CLEAN })
}

impl Input for LogFiles {
    fn add(&self, export: &mut Export, voice: Voice) -> Result<Skipped, Failure> {
        let mut skipped = Skipped::default();
        let limits = Limits::default();
        let reader = self.source.reader(voice)?;
        let bar = Bar::of_files(documents::size(&self.files, &self.filter), false, voice);
        let mut documents =
            Documents::new(&self.files, limits.bytes, reader.takes_whole_files()).filtered(self.filter.clone());
        let read = documents.progress();
        let mut done = 0;
        while let Some(document) = documents.next() {
            let name = document.name();
            let Document { bytes, .. } = document;
            let bytes = match bytes {
                Ok(bytes) => bytes,
                Err(text) => {
                    bar.say(&format!("{name}: {}", text.get(voice.lang)));
                    skipped.unread += 1;
                    continue;
                }
            };
            let logs = read_each(&bytes, reader.from(), &limits);
            // With a format or an adapter every file is meant to be read by it.
            let is_recognised = matches!(reader.from(), InputFormat::Content);
            if is_recognised && documents.folder().is_some() && logs.is_err() && is_foreign(&bytes) {
                skipped.foreign += 1;
                continue;
            }
            export.add(&bytes, logs)?;
            done += 1;
            bar.at(read.load(Ordering::Relaxed), done);
        }
        bar.end();
        Ok(skipped)
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Failure {
        Failure(error.text)
    }
}

/// Returns the summary, without counts of zero.
fn summary(sum: Exported, skipped: &Skipped) -> Text {
    let noun = |count: u64, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
    let Exported { files, logs, unreadable, before, repeated } = sum;
    let (logs_en, files_en) = (noun(logs, "log", "logs"), noun(files, "file", "files"));
    let mut parts = vec![bilingual!("写出牌谱 {logs} 份、文件 {files} 个", "{logs_en} written in {files_en}")];
    let mut say = |count: u64, text: Text| parts.extend((count > 0).then_some(text));
    let (lines, again) = (noun(unreadable, "log has", "logs have"), noun(repeated, "document", "documents"));
    let had = noun(before, "log was", "logs were");
    let (foreign, unread) = (skipped.foreign, skipped.unread);
    let (other, lost) = (noun(foreign, "file is no log", "files are no logs"), noun(unread, "file", "files"));
    say(
        unreadable,
        bilingual!("其中读不了的 {unreadable} 份（原因在 error 列）", "{lines} only a reason in the column error"),
    );
    say(before, bilingual!("早已导出的 {before} 份", "{had} exported before"));
    say(repeated, bilingual!("重复的文档 {repeated} 份，未再写", "{again} occurred again and were left out"));
    say(foreign, bilingual!("不是牌谱的文件 {foreign} 个", "{other}"));
    say(unread, bilingual!("无法读取的文件 {unread} 个", "{lost} could not be read"));
    let join = |lang: Lang, seam| parts.iter().map(|part| part.get(lang)).collect::<Vec<_>>().join(seam);
    let (zh, en) = (join(Lang::Zh, "；"), join(Lang::En, "; "));
    bilingual!("{zh}。", "{en}.")
}
