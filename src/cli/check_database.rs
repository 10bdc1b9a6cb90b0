//! `caipan check-database`: compares everything stored with its digests, in place and while a service runs.

use super::database::{self, unusable};
use super::paint::Voice;
use super::{CLEAN, Ended, Failure};
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
    let checked = store::check(&database, app::report_outcome).map_err(|error| match error {
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
    let Text { zh, en } = compared(checked);
    let said = bilingual!("{database}：{zh}，没有损坏。", "{database}: {en}; nothing is damaged.");
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", said.get(voice.lang))?;
    }
    Ok(CLEAN)
}

/// Says how much was compared.
pub(super) fn compared(Checked { logs, reports, rulings }: Checked) -> Text {
    bilingual!(
        "内容已与摘要核对：牌谱 {logs} 份、报告 {reports} 份、裁定 {rulings} 条",
        "content compared with its digests: logs {logs}, reports {reports}, rulings {rulings}"
    )
}
