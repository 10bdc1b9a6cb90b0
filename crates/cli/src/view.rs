//! `caipan view`: writes the record that some seats have of a match, for tests and for sharing.

use super::convert::To;
use super::documents::Documents;
use super::paint::Voice;
use super::source::Source;
use super::{CLEAN, Ended, Failure, refused};
use caipan_auditor::{ReadLog, Refusal, translated};
use caipan_lab::generate::view::{LaidOpen, view};
use caipan_log::{GameLog, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Seat, Seats};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file of the whole match, or - for standard input · 整场牌谱的文件，- 为标准输入
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// A seat whose tiles the record shows, 0 to 3; repeatable · 看得到手牌的座位（0 到 3），可重复
    #[arg(long, value_name = "SEAT", required = true, value_parser = clap::value_parser!(u8).range(0..=3))]
    seat: Vec<u8>,
    /// The hands of other seats that are shown at the end · 散局时亮出哪些别家的牌
    #[arg(long, value_enum, default_value_t = Shown::Winners)]
    shown: Shown,
    /// Leave the draws of other seats out · 不写别家摸牌
    #[arg(long)]
    no_draws: bool,
    #[command(flatten)]
    source: Source,
    /// Output format · 输出形式
    #[arg(long, value_enum, default_value_t = To::Json)]
    to: To,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Shown {
    /// None.
    Nobody,
    /// Those of the winners.
    Winners,
    /// All.
    All,
}

impl From<Shown> for LaidOpen {
    fn from(shown: Shown) -> LaidOpen {
        match shown {
            Shown::Nobody => LaidOpen::Nobody,
            Shown::Winners => LaidOpen::Winners,
            Shown::All => LaidOpen::All,
        }
    }
}

impl Args {
    fn view(&self, log: &GameLog) -> Result<GameLog, Failure> {
        let seats: Seats = self.seat.iter().filter_map(|&seat| Seat::new(seat)).collect();
        if let Some(seat) = seats.minus(log.seats()).iter().next() {
            return Err(Failure(bilingual!(
                "这场没有座位 {seat}；--seat 请写在座的座位。",
                "nobody sits in seat {seat}; name seats at the table with --seat"
            )));
        }
        view(log, seats, !self.no_draws, self.shown.into()).ok_or_else(|| {
            Failure(bilingual!(
                "牌谱 {} 没有记各家的起手牌（deal），或规则不认识，做不出一家的记录；请补上 deal，或核对 rules。",
                "log {} does not record the dealt tiles (`deal`), or its rules are unknown, so no record of a seat can be made of it; add `deal`, or check `rules`",
                log.id
            ))
        })
    }
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let limits = Limits::default();
    let reader = args.source.reader(voice)?;
    for document in Documents::new(std::slice::from_ref(&args.file), limits.bytes, reader.takes_whole_files()) {
        let name = document.name();
        let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
        let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
        let logs = translated(&bytes, reader.from(), &limits).map_err(|refusal| refused(&bytes, *refusal))?;
        for ReadLog { log, .. } in &logs {
            writeln!(out, "{}", args.to.written(&args.view(log)?).trim_end())?;
        }
    }
    out.flush()?;
    Ok(CLEAN)
}
