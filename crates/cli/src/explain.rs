//! `caipan explain`: explains a term of a report or of a rule sheet.

use super::paint::Voice;
use super::{CLEAN, Ended, Failure};
use caipan_auditor::meant;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A check's code (A302), a clause (CS-A.23), a ruling, an option or a pattern, by id or name · 代码、条款、裁定、选项或牌型
    #[arg(value_name = "WORD")]
    word: String,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let lang = voice.lang;
    let word = args.word.trim();
    let paint = voice.stdout();
    let found: Vec<String> = caipan_handbook::explain(word)
        .iter()
        .map(|entry| {
            let head = format!("{}  {}", paint.bold(entry.id), entry.title.get(lang));
            format!("{head}\n{}\n{}", entry.body.get(lang), paint.dim(entry.page.get(lang)))
        })
        .collect();
    if found.is_empty() {
        let Text { zh, en } = meant(word, caipan_handbook::known_words());
        return Err(Failure(bilingual!(
            "没有名为“{word}”的代码、条款、裁定、选项或牌型。{zh}全部列在 docs/checks 与 docs/rules；服务里见 /v1/checks 与 /v1/rules。",
            "There is no code, clause, ruling, option or pattern called `{word}`. {en}All are listed in docs/checks and docs/rules, \
             and by the service under /v1/checks and /v1/rules."
        )));
    }
    writeln!(std::io::stdout(), "{}", found.join("\n\n"))?;
    Ok(CLEAN)
}
