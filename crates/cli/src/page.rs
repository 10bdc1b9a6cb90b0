//! `caipan page`: writes a report as one HTML file for offline use.

use super::documents::Documents;
use super::paint::Voice;
use super::source::Source;
use super::{CLEAN, Ended, Failure, refused};
use caipan_auditor::{Audited, Override, Refusal, page_refused, read_all};
use caipan_log::Limits;
use caipan_pages::{SavedPage, saved_page};
use caipan_tiles::bilingual;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The log, or - for standard input · 牌谱文件，- 为标准输入
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Output file (default: standard output) · 写到哪个文件，不写则输出到标准输出
    #[arg(long, short, value_name = "PAGE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    source: Source,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let limits = Limits::default();
    let reader = args.source.reader(voice)?;
    let mut page = None;
    for document in Documents::new(std::slice::from_ref(&args.file), limits.bytes, reader.takes_whole_files()) {
        let name = document.name();
        let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
        let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
        let failed = |refusal: Box<Refusal>| refused(&bytes, *refusal);
        for read in read_all(&bytes, reader.from(), &Override::default(), &limits).map_err(failed)? {
            let audited = Audited::of(&read, &bytes).map_err(failed)?;
            let case = SavedPage::of(audited.report, read.log).map_err(page_refused).map_err(failed)?;
            if page.replace(saved_page(&case, &(), voice.lang)).is_some() {
                return Err(several());
            }
        }
    }
    let page = page.unwrap_or_default();
    match &args.out {
        Some(path) => std::fs::write(path, page).map_err(|error| Failure::at(path, &error))?,
        None => std::io::stdout().write_all(page.as_bytes())?,
    }
    Ok(CLEAN)
}

fn several() -> Failure {
    Failure(bilingual!(
        "这个文件里不止一场，一页只写一场；请每次给一场。",
        "The file holds several matches, and a page is of one; give one at a time."
    ))
}
