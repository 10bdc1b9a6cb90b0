//! Reads logs from files or the database, audits them and writes them.

use super::{Args, Names, stored};
use crate::cli::bar::Bar;
use crate::cli::documents::foreign::is_foreign;
use crate::cli::documents::{self, Document, Documents};
use crate::cli::paint::Voice;
use crate::cli::{CLEAN, Ended, Failure, UNUSABLE};
use caipan_adapter::{InputFormat, read_each};
use caipan_log::Limits;
use caipan_parquet::{Export, ExportError, Exported, PlayerNames, Settings, Target};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::sync::atomic::Ordering;

/// The logs and files that an export skipped.
#[derive(Default)]
struct Skipped {
    /// Files of folders that are no logs.
    foreign: u64,
    /// Files that could not be read.
    unread: u64,
}

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let players = match (&args.export_key_file, args.players) {
        (Some(path), _) => {
            let key = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
            PlayerNames::keyed(&key).map_err(failed)?
        }
        (None, Some(Names::Clear)) => PlayerNames::Clear,
        (None, None) => PlayerNames::LeftOut,
    };
    let threads = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let target = Target::open(&args.parquet).map_err(failed)?;
    let mut export = Export::new(target, Settings { players, file_logs: args.file_logs as usize, threads });
    let mut skipped = Skipped::default();
    if args.stored {
        stored::add(args.stored_logs, &mut export)?;
    } else {
        add_files(&args, &mut export, &mut skipped, voice)?;
    }
    let sum = export.end().map_err(failed)?;
    if !voice.quiet {
        eprintln!("{}", summary(sum, &skipped).get(voice.lang));
    }
    Ok(if skipped.unread > 0 { UNUSABLE } else { CLEAN })
}

fn add_files(args: &Args, export: &mut Export, skipped: &mut Skipped, voice: Voice) -> Result<(), Failure> {
    let limits = Limits::default();
    let reader = args.source.reader(voice)?;
    let bar = Bar::new(documents::size(&args.files, &args.filter), false, voice);
    let mut documents =
        Documents::new(&args.files, limits.bytes, reader.takes_whole_files()).filtered(args.filter.clone());
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
        export.add(&bytes, logs).map_err(failed)?;
        done += 1;
        bar.at(read.load(Ordering::Relaxed), done);
    }
    bar.end();
    Ok(())
}

pub(super) fn failed(error: ExportError) -> Failure {
    Failure(error.text)
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
