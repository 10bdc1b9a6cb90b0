//! `caipan score`: calculates one win line by line. The question is JSON; the answer is text or JSON.

use super::documents::Documents;
use super::paint::Voice;
use super::{CLEAN, Ended, refused};
use caipan_auditor::{Refusal, settle};
use caipan_engine::report::Style;
use caipan_engine::score::settlement;
use caipan_log::Houses;
use std::io::Write;
use std::path::PathBuf;

/// Maximum size of a question in bytes.
const LIMIT: usize = 1 << 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The question as JSON, or - for standard input · 算分请求（JSON），- 为标准输入
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Output format · 输出格式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people · 供阅读
    Text,
    /// The ledger and its sums as one document, like the service's answer · 一份 JSON，与服务的回答相同
    Json,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for document in Documents::new(std::slice::from_ref(&args.file), LIMIT, true) {
        let name = document.name();
        let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
        let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
        let answer = settle(&bytes, &Houses::default()).map_err(|refusal| refused(&bytes, *refusal))?;
        match args.format {
            Format::Json => writeln!(out, "{}", serde_json::to_string(&answer).map_err(std::io::Error::from)?)?,
            Format::Text => {
                let style = Style { lang: voice.lang, colour: voice.stdout().is_on(), full: true };
                write!(out, "{}", settlement(&answer, style))?;
            }
        }
    }
    out.flush()?;
    Ok(CLEAN)
}
