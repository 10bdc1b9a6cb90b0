//! `caipan score`: one win, worked out line by line. The question is JSON, the answer the ledger and its sums.

use super::{CLEAN, Ended, Failure};
use crate::app::AppError;
use crate::app::engine;
use crate::say;
use crate::say::Lang;
use std::io::{Read, Write};
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The question as JSON, or - for standard input · 算分请求（JSON），- 为标准输入
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
}

pub(super) fn run(args: &Args, lang: Lang) -> Ended {
    let mut question = Vec::new();
    if args.file.as_os_str() == "-" {
        std::io::stdin().take(1 << 20).read_to_end(&mut question)?;
    } else {
        question = std::fs::read(&args.file)?;
    }
    let answer = engine::score(&question).map_err(|error: AppError| {
        let refusal = error.refusal();
        let place = refusal.place();
        Failure(say!("{place}：{}", "{place}: {}", refusal.text.get(lang)))
    })?;
    writeln!(std::io::stdout(), "{}", String::from_utf8_lossy(&answer))?;
    Ok(CLEAN)
}
