//! `caipan backup`: copies the data directory of a running service and checks the copy. PostgreSQL needs its own tools.

use super::check_database::{compared, disagrees};
use super::database::{self, unusable};
use super::serve::{ENCRYPTION_KEY, SIGNING_KEY};
use super::{CLEAN, Ended, Failure, Voice};
use crate::app;
use crate::config::Database;
use crate::store::{self, Backup, StoreError};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    database: database::Flags,
    /// Directory for the copy, created by this command; it can be served directly · 备份目录，由本命令新建，可直接用于启动服务
    #[arg(value_name = "TO")]
    to: PathBuf,
}

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let database = args.database.database()?;
    let (data, to) = match &database {
        Database::Directory(data) => (data, args.to.display()),
        Database::Server(_) => {
            return Err(Failure(bilingual!(
                "{database} 在 PostgreSQL 上，由它自己的工具备份：pg_dump --format=custom --file=备份文件 数据库（服务不必停），用 pg_restore 恢复；也可做时间点恢复。见 docs/operations.md。caipan backup 只备份数据目录。",
                "{database} is on PostgreSQL, which is backed up by its own tools: pg_dump --format=custom --file=COPY DATABASE while the service runs, pg_restore to restore, or an archive for any point in time. See docs/operations.md. caipan backup copies a data directory only."
            )));
        }
    };
    let dir = data.display();
    let Backup { bytes, checked } = store::backup(data, &args.to, &mut app::StoredReader::default()).map_err(|error| match error {
        StoreError::Damaged(why) => Failure(bilingual!(
            "{dir} 没有备份：所存内容有损坏（{why}）。没有留下副本。请以此前的备份恢复；若没有，请用 purge 任务抹去这份牌谱（logs 写它的编号），再备份一次。见 docs/operations.md。",
            "{dir} was not copied: stored content is damaged ({why}). No copy is left. Restore an earlier backup; if there is none, erase the log with a purge job that names its id in logs, and make the backup again. See docs/operations.md."
        )),
        StoreError::Newer { .. } | StoreError::Unreleased => unusable(&database, &error),
        error => Failure(bilingual!(
            "{dir} 未能备份到 {to}：{error}。没有留下半份备份。请检查路径、权限与磁盘空间，并换一个没有数据库的目录。",
            "{dir} could not be copied to {to}: {error}. No half-made copy is left. Check the paths, the permissions and the disk, and choose a directory without a database."
        )),
    })?;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    if let Err(error) = store::record_backup(data, i64::try_from(now.as_secs()).unwrap_or(i64::MAX)) {
        // The copy is good; only the metric of the service is not.
        let said = bilingual!(
            "备份已完成，但其时间没能记入 {dir}/last-backup：{error}。服务的 caipan_last_backup_timestamp_seconds 仍是以前的时间；请让本命令能写入该目录。",
            "The backup is complete, but its time could not be recorded in {dir}/last-backup: {error}. caipan_last_backup_timestamp_seconds of the service keeps the time before; let this command write to the directory."
        );
        writeln!(std::io::stderr(), "caipan: {}", said.get(voice.lang))?;
    }
    let content = match &checked {
        Some(checked) => compared(checked),
        None => bilingual!(
            "文件已校验；数据库由较早的版本写成，内容未核对",
            "file checked; an earlier version wrote the database, so its content was not compared"
        ),
    };
    let Text { zh, en } = content;
    let (key, secrets) = (data.join(SIGNING_KEY), data.join(ENCRYPTION_KEY));
    let (key, secrets) = (key.display(), secrets.display());
    let said = bilingual!(
        "{dir} 已备份到 {to}（{bytes} 字节，{zh}）。签名密钥（{key}，或 --signing-key 所指的）和加密密钥（{secrets}，或 --encryption-key 所指的）不在备份中：请另存，恢复时放进所用的目录，否则服务会另造，新的检查点不再承接以前签过的，webhook 也要换发签名密钥。恢复：停掉服务，改用 --data {to} 启动，或以它替换原目录。",
        "{dir} was copied to {to} ({bytes} bytes, {en}). The signing key ({key}, or what --signing-key names) and the encryption key ({secrets}, or what --encryption-key names) are not in the copy: keep them elsewhere and put them into the directory when you restore, or the service makes others; new checkpoints then do not lead on from those signed before, and the secrets of webhooks have to be rotated. To restore: stop the service and start it with --data {to}, or put it in the place of the old directory."
    );
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", said.get(voice.lang))?;
    }
    // Without this copy there would be none, and no later backup would succeed either.
    if let Some(Text { zh, en }) = checked.as_ref().and_then(disagrees) {
        return Err(Failure(bilingual!(
            "备份 {to} 已完成，但{zh}\n副本原样带有这些不符之处。请不要用它替换更早的备份；见 docs/operations.md 的 The journal and the rows disagree。",
            "The copy in {to} is complete. {en}\nThe copy has them too: do not replace an earlier backup with it. See “The journal and the rows disagree” in docs/operations.md."
        )));
    }
    Ok(CLEAN)
}
