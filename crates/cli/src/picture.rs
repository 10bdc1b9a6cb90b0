//! `caipan picture`: writes the moment of a dispute as a PNG picture.

use super::one_match::OneMatch;
use super::paint::Voice;
use super::source::Source;
use super::{CLEAN, Ended, Failure, refused};
use caipan_auditor::{Audited, Override, Refusal, page_refused, read_all};
use caipan_log::Limits;
use caipan_pages::ReportPage;
use caipan_picture::{Shape, Wanted, picture};
use caipan_tiles::bilingual;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    of: OneMatch,
    /// Output file · 写到哪个文件
    #[arg(long, short, value_name = "PICTURE")]
    out: PathBuf,
    /// Shape: a square of 1080 pixels for chats, or 1200 by 630 for link previews · 形状：方图发群，宽图作链接预览
    #[arg(long, value_enum, default_value_t)]
    shape: Named,
    /// Number of the finding in the report (default: what its headline says) · 报告中的第几处问题，不写则取报告的头一句
    #[arg(long, value_name = "N")]
    finding: Option<NonZeroUsize>,
    /// Address to print below, at which the report can be looked up · 印在下方的网址，供人查看报告
    #[arg(long, value_name = "URL", default_value = "", hide_default_value = true)]
    address: String,
    #[command(flatten)]
    source: Source,
}

#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum Named {
    #[default]
    Square,
    Wide,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let limits = Limits::default();
    let reader = args.source.reader(voice)?;
    let document = args.of.document(&reader, voice)?;
    let name = document.name();
    let refused = |bytes: &[u8], refusal| refused::failure(&name, bytes, &refusal, voice);
    let bytes = document.bytes.map_err(|text| refused(&[], Refusal::of_text(text)))?;
    let failed = |refusal: Box<Refusal>| refused(&bytes, *refusal);
    let mut logs = read_all(&bytes, reader.from(), &Override::default(), &limits).map_err(failed)?;
    if logs.len() > 1 {
        return Err(several());
    }
    let Some(read) = logs.pop() else { return Ok(CLEAN) };
    let audited = Audited::of(&read, &bytes).map_err(failed)?;
    let case = ReportPage::of(audited.report, read.log).map_err(page_refused).map_err(failed)?;
    let finding = args.finding.map(NonZeroUsize::get);
    if let Some(number) = finding.filter(|number| case.report.findings.iter().all(|one| one.id != *number)) {
        return Err(no_finding(number, case.report.findings.len()));
    }
    let shape = match args.shape {
        Named::Square => Shape::Square,
        Named::Wide => Shape::Wide,
    };
    let wanted = Wanted { shape, finding, address: &args.address };
    let png = picture(&case, &wanted, voice.lang).map_err(|error| undrawn(&error.to_string()))?;
    std::fs::write(&args.out, png).map_err(|error| Failure::at(&args.out, &error))?;
    Ok(CLEAN)
}

fn several() -> Failure {
    Failure(bilingual!(
        "这个文件里不止一场，一张图只画一场；请每次给一场。",
        "The file holds several matches, and a picture is of one; give one at a time."
    ))
}

fn no_finding(number: usize, last: usize) -> Failure {
    Failure(match last {
        0 => bilingual!(
            "报告里没有问题，没有第 {number} 处。请去掉 --finding。",
            "The report has no findings, so there is no finding {number}. Leave out --finding."
        ),
        _ => bilingual!(
            "报告里的问题从 1 到 {last}，没有第 {number} 处。请改用有的。",
            "The findings of the report are 1 to {last}, and there is no finding {number}. Name one that is there."
        ),
    })
}

fn undrawn(error: &str) -> Failure {
    Failure(bilingual!(
        "图画不出来：{error}。这是程序的错，请把牌谱和这句话发给我们。",
        "The picture cannot be drawn: {error}. This is a fault of the program; please send us the log and this sentence."
    ))
}
