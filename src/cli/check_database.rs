//! `caipan check-database`: compares everything stored with its digests, in place and while a service runs.

use super::database::{self, unusable};
use super::{CLEAN, Ended, Failure, Voice};
use crate::app;
use crate::store::{self, Checked, StoreError};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    database: database::Flags,
}

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let database = args.database.database()?;
    let checked = store::check(&database, &mut app::StoredReader::default()).map_err(|error| match error {
        StoreError::Damaged(why) => Failure(bilingual!(
            "{database} 中所存内容有损坏（{why}）。请以此前的备份恢复；若没有，请用 purge 任务抹去这份牌谱（logs 写它的编号），再核对一次。见 docs/operations.md。",
            "Stored content in {database} is damaged ({why}). Restore an earlier backup; if there is none, erase the log with a purge job that names its id in logs, and check again. See docs/operations.md."
        )),
        error => unusable(&database, &error),
    })?;
    let Some(checked) = checked else {
        return Err(Failure(bilingual!(
            "{database} 由较早的版本写成，内容未核对。请先运行 caipan migrate。",
            "An earlier version wrote {database}, so its content was not compared. Run caipan migrate first."
        )));
    };
    if let Some(found) = disagrees(&checked) {
        return Err(mismatched(&database.to_string(), &found));
    }
    let Text { zh, en } = compared(&checked);
    let said = bilingual!("{database}：{zh}，没有损坏。", "{database}: {en}; nothing is damaged.");
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", said.get(voice.lang))?;
    }
    Ok(CLEAN)
}

/// Says how much was compared.
pub(super) fn compared(Checked { logs, reports, rulings, entries, unread, .. }: &Checked) -> Text {
    let Text { zh, en } = match unread {
        0 => bilingual!("", ""),
        unread => bilingual!(
            "（其中 {unread} 份牌谱本版本读不出，列与标记未核对）",
            " (this version cannot read {unread} of the logs again: their columns and tags were not compared)"
        ),
    };
    bilingual!(
        "内容已与摘要核对：牌谱 {logs} 份、报告 {reports} 份、裁定 {rulings} 条、日志 {entries} 条{zh}",
        "content compared with its digests: logs {logs}, reports {reports}, rulings {rulings}, journal entries {entries}{en}"
    )
}

/// Lists what disagrees with the journal or with the stored bytes; `None` if nothing does.
pub(super) fn disagrees(checked: &Checked) -> Option<Text> {
    let all = checked.mismatches;
    if all == 0 {
        return None;
    }
    let (mut zh, mut en) = (String::new(), String::new());
    for (tenant, found) in &checked.named {
        let Text { zh: own_zh, en: own_en } = found.text();
        zh.push_str(&format!("\n  * {own_zh}（租户 {tenant}）"));
        en.push_str(&format!("\n  * {own_en} (tenant {tenant})"));
    }
    let shown = u64::try_from(checked.named.len()).unwrap_or(u64::MAX);
    if all > shown {
        let more = all - shown;
        zh.push_str(&format!("\n  * 另有 {more} 处"));
        en.push_str(&format!("\n  * and {more} more"));
    }
    Some(bilingual!(
        "有 {all} 处与日志或原始内容不符：{zh}",
        "Mismatches with the journal or the stored bytes: {all}{en}"
    ))
}

/// Lists what disagrees, and says what to do next.
fn mismatched(database: &str, found: &Text) -> Failure {
    let Text { zh, en } = found;
    Failure(bilingual!(
        "{database} 中{zh}\n有人绕过服务改过数据库。请保留这份数据库以备查证，从更早的备份中找回这些行，并与存在别处的检查点比对；见 docs/operations.md 的 The journal and the rows disagree。",
        "{database}: {en}\nSomebody changed the database past the service. Keep this database for analysis, take the rows from an earlier backup, and compare with a checkpoint that you keep elsewhere: see “The journal and the rows disagree” in docs/operations.md."
    ))
}
