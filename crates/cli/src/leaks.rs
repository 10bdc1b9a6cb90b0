//! `caipan leaks`: what a record of some seats tells that they could not see.

use super::documents::Documents;
use super::join::said;
use super::paint::Voice;
use super::source::{Reader, Source};
use super::{CLEAN, Ended, FOUND, Failure, refused};
use caipan_auditor::views::{Named, Sent, leaks};
use caipan_auditor::{Refusal, only, translated};
use caipan_log::{GameLog, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Seats};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file of the whole match · 整场牌谱的文件
    #[arg(value_name = "WHOLE")]
    whole: PathBuf,
    /// The record that was sent to a client, or - for standard input · 发给客户端的记录，- 为标准输入
    #[arg(value_name = "SENT")]
    sent: PathBuf,
    /// A seat that it was sent to (default: those of its `view`); repeatable · 收到它的座位，不写则取其 view，可重复
    #[arg(long, value_name = "SEAT", value_parser = clap::value_parser!(u8).range(0..=3))]
    seat: Vec<u8>,
    /// It was sent event by event during play, not after the hand · 是打牌时逐步发的，不是打完才发的
    #[arg(long)]
    live: bool,
    /// Output format · 输出格式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people · 供阅读
    Text,
    /// One leak a line · 一行一处的 JSON
    Json,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let reader = args.source.reader(voice)?;
    let (whole, part) = (one(&args.whole, &reader, voice)?, one(&args.sent, &reader, voice)?);
    let given: Seats = args.seat.iter().filter_map(|&seat| Seat::new(seat)).collect();
    let seats = if given.is_empty() { part.view().unwrap_or_default() } else { given };
    if seats.is_empty() {
        return Err(Failure(bilingual!(
            "不知道这份记录发给了谁：其中没有 view。请写 --seat。",
            "nobody is named whom this record was sent to: it has no `view`. Give --seat."
        )));
    }
    let name = |file: &PathBuf| bilingual!("{}", "{}", file.display());
    let (whole_name, sent_name) = (name(&args.whole), name(&args.sent));
    let named = |name, log| Named { name, log };
    let sent = if args.live { Sent::Live } else { Sent::Afterwards };
    let found = leaks(named(&whole_name, &whole), named(&sent_name, &part), seats, sent)
        .map_err(|found| Failure(said(&found)))?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for leak in &found {
        match args.format {
            Format::Text => writeln!(out, "{}", leak.text.get(voice.lang))?,
            Format::Json => writeln!(out, "{}", serde_json::to_string(leak).map_err(std::io::Error::from)?)?,
        }
    }
    out.flush()?;
    if found.is_empty() && !voice.quiet {
        let Text { zh, en } = &sent_name;
        let said = bilingual!("{zh}：没有泄露别家的牌。", "{en}: tells nothing that its seats could not see");
        eprintln!("{}", said.get(voice.lang));
    }
    Ok(if found.is_empty() { CLEAN } else { FOUND })
}

/// Reads the log of a file that has one.
fn one(file: &PathBuf, reader: &Reader, voice: Voice) -> Result<GameLog, Failure> {
    let limits = Limits::default();
    let mut documents = Documents::new(std::slice::from_ref(file), limits.bytes, reader.takes_whole_files());
    let name = file.display();
    let Some(document) = documents.next() else {
        return Err(Failure(bilingual!("{name} 是空的。请给一份牌谱。", "{name} is empty. Give a log.")));
    };
    let failed = |bytes: &[u8], refusal: Refusal| refused::failure(&name.to_string(), bytes, &refusal, voice);
    let bytes = document.bytes.map_err(|text| failed(&[], Refusal::of_text(text)))?;
    let logs = translated(&bytes, reader.from(), &limits).map_err(|refusal| failed(&bytes, *refusal))?;
    only(logs).map(|read| read.log).map_err(|refusal| failed(&bytes, *refusal))
}
