//! `caipan convert`: converts a third-party log or the text notation to `paipu/1`. One match is one document; several
//! are written one per line. A match that cannot be read is told on standard error, and the others are written.

use super::documents::Documents;
use super::paint::Voice;
use super::source::Source;
use super::{CLEAN, Ended, UNUSABLE, refused};
use caipan_adapter::{ReadLog, Refusal, read_each};
use caipan_log::{GameLog, Limits};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The file to convert, or - for standard input · 要转换的文件，- 为标准输入
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    source: Source,
    /// Output format · 输出形式
    #[arg(long, value_enum, default_value_t = To::Json)]
    to: To,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum To {
    /// `paipu/1`.
    Json,
    /// The text notation.
    Text,
}

impl To {
    /// Returns a log in this form.
    pub(super) fn written(self, log: &GameLog) -> String {
        match self {
            To::Json => caipan_log::write(log),
            To::Text => caipan_log::to_text(log),
        }
    }
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let limits = Limits::default();
    let reader = args.source.reader(voice)?;
    let mut ended = CLEAN;
    for document in Documents::new(std::slice::from_ref(&args.file), limits.bytes, true) {
        let name = document.name();
        let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
        let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
        let logs = read_each(&bytes, reader.from(), &limits).map_err(|refusal| refused(&bytes, *refusal))?;
        for one in logs {
            match one {
                Ok(ReadLog { log, .. }) => writeln!(out, "{}", args.to.written(&log).trim_end())?,
                Err(refusal) => {
                    ended = UNUSABLE;
                    let said = refused::refusal_message(&name, 1, &bytes, &refusal, voice, voice.stderr());
                    eprintln!("{said}");
                }
            }
        }
    }
    out.flush()?;
    Ok(ended)
}
