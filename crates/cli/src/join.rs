//! `caipan join`: makes one record of the records that several clients wrote of a match.

use super::convert::To;
use super::documents::{Document, Documents};
use super::paint::Voice;
use super::source::{Reader, Source};
use super::{CLEAN, Ended, Failure, refused};
use caipan_auditor::views::{Difference, Named, join};
use caipan_auditor::{Refusal, translated};
use caipan_log::{GameLog, Limits, write};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The records, one file each or one a line, or - for standard input · 各家的记录，一份一个文件或一行，- 为标准输入
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    source: Source,
    /// Output format · 输出形式
    #[arg(long, value_enum, default_value_t = To::Json)]
    to: To,
}

/// The records of one match.
pub(super) struct Group {
    records: Vec<(Text, GameLog)>,
}

impl Group {
    /// Returns the name that the result has in messages: the files.
    fn name(&self) -> String {
        let names: Vec<&str> = self.records.iter().map(|(name, _)| name.en.as_ref()).collect();
        names.join(" + ")
    }

    fn joined(&self) -> Result<GameLog, Text> {
        let records: Vec<Named<'_>> = self.records.iter().map(|(name, log)| Named { name, log }).collect();
        join(&records).map_err(|found| said(&found))
    }

    /// Returns the joined record as a document. Records that contradict each other give the refusal, and each its own.
    pub(super) fn documents(self) -> Vec<Document> {
        let line = None;
        match self.joined() {
            Ok(log) => vec![Document { file: self.name(), line, bytes: Ok(write(&log).into_bytes()) }],
            Err(text) => {
                let refused = Document { file: self.name(), line, bytes: Err(text) };
                let alone = |(file, log): (Text, GameLog)| Document {
                    file: file.en.into_owned(),
                    line,
                    bytes: Ok(write(&log).into_bytes()),
                };
                std::iter::once(refused).chain(self.records.into_iter().map(alone)).collect()
            }
        }
    }
}

/// Says how records contradict each other.
pub(super) fn said(found: &[Difference]) -> Text {
    let all = |lang: Lang| found.iter().map(|one| format!("  {}", one.text.get(lang))).collect::<Vec<_>>().join("\n");
    let (zh, en) = (all(Lang::Zh), all(Lang::En));
    bilingual!(
        "这些记录对不上，不能合并：\n{zh}\n请先查清是哪一份记错了；若各份的局数不同，请给每局写上 number。",
        "these records contradict each other and are not joined:\n{en}\nFind out which of them is wrong. If they do not have the same hands, write `number` in every hand."
    )
}

/// Reads the records and groups them by match, in the order in which the matches first appear.
pub(super) fn groups(files: &[PathBuf], reader: &Reader, voice: Voice) -> Result<Vec<Group>, Failure> {
    let limits = Limits::default();
    let mut groups: Vec<Group> = Vec::new();
    let mut places = std::collections::HashMap::<String, usize>::new();
    for document in Documents::new(files, limits.bytes, reader.takes_whole_files()) {
        let name = document.name();
        let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
        let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
        for read in translated(&bytes, reader.from(), &limits).map_err(|refusal| refused(&bytes, *refusal))? {
            let place = *places.entry(read.log.id.clone()).or_insert(groups.len());
            if place == groups.len() {
                groups.push(Group { records: Vec::new() });
            }
            groups[place].records.push((bilingual!("{name}", "{name}"), read.log));
        }
    }
    Ok(groups)
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for group in groups(&args.files, &args.source.reader(voice)?, voice)? {
        let log = group.joined().map_err(|text| {
            let name = group.name();
            Failure(bilingual!("{name}：{}", "{name}: {}", text.get(voice.lang)))
        })?;
        writeln!(out, "{}", args.to.written(&log).trim_end())?;
    }
    out.flush()?;
    Ok(CLEAN)
}
