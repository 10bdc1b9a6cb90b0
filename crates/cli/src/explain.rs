//! `caipan explain`: explains a term of a report or of a rule sheet.

use super::paint::{Paint, Voice};
use super::{CLEAN, Ended, Failure};
use caipan_auditor::meant;
use caipan_handbook::{Entry, FoundWords, Term, explain, search};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A check's code (A302), a clause (CS-A.23), a ruling, an option, a pattern or a player's word, by id, name or pinyin · 代码、条款、裁定、选项、牌型或牌桌上的说法，拼音也行
    #[arg(value_name = "WORD")]
    word: String,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let lang = voice.lang;
    let word = args.word.trim();
    let paint = voice.stdout();
    let found = search(word);
    let mut entries = explain(word);
    if entries.is_empty() {
        entries = found.answer.map(explain).unwrap_or_default();
    }
    let mut parts: Vec<String> = found.terms.iter().map(|term| of_term(term, lang, paint)).collect();
    parts.extend(entries.iter().map(|entry| {
        let head = format!("{}  {}", paint.bold(entry.id), entry.title.get(lang));
        format!("{head}\n{}\n{}", entry.body.get(lang), paint.dim(entry.page.get(lang)))
    }));
    parts.extend(related(&found, &entries, lang, paint));
    if parts.is_empty() {
        let Text { zh, en } = meant(word, caipan_handbook::known_words());
        return Err(Failure(bilingual!(
            "没有名为“{word}”的代码、条款、裁定、选项或牌型。{zh}全部列在 docs/checks 与 docs/rules；服务里见 /v1/checks 与 /v1/rules。",
            "There is no code, clause, ruling, option or pattern called `{word}`. {en}All are listed in docs/checks and docs/rules, \
             and by the service under /v1/checks and /v1/rules."
        )));
    }
    writeln!(std::io::stdout(), "{}", parts.join("\n\n"))?;
    Ok(CLEAN)
}

/// Returns a term of the glossary with its other names, its meaning and the words that say more.
fn of_term(term: &Term, lang: Lang, paint: Paint) -> String {
    let names = match lang {
        Lang::Zh => paint.bold(term.word.zh),
        Lang::En => format!("{} {}", paint.bold(term.word.en), term.word.zh),
    };
    let also = if term.also.is_empty() { String::new() } else { format!("  {}", paint.dim(&term.also.join("、"))) };
    let see = if term.see.is_empty() {
        String::new()
    } else {
        format!("\n{}{}", lang.pick("参见：", "See: "), term.see.join(", "))
    };
    format!("{names}{also}\n{}{see}", term.meaning.get(lang))
}

/// Returns the words related to the query that are not explained already; `None` without any.
fn related(found: &FoundWords, entries: &[Entry], lang: Lang, paint: Paint) -> Option<String> {
    let is_new = |word: &str| entries.iter().all(|entry| entry.id != word);
    let others: Vec<String> = found
        .words
        .iter()
        .filter(|one| is_new(one.word))
        .map(|one| format!("  {}  {}", paint.bold(one.word), one.title.get(lang)))
        .collect();
    if others.is_empty() {
        return None;
    }
    let more = if found.more {
        lang.pick("\n  还有更多，请写得具体一点。", "\n  There are more. Use a more precise word.")
    } else {
        ""
    };
    Some(format!("{}\n{}{more}", lang.pick("相关：", "Related:"), others.join("\n")))
}
