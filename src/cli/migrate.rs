//! `caipan migrate`: moves the database schema up or down without serving.

use super::database::{self, unusable};
use super::paint::Voice;
use super::{CLEAN, Ended, Failure};
use crate::app;
use crate::config::Database;
use crate::store::{self, Loss, Migrated, StoreError};
use caipan_log::Limits;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    database: database::Flags,
    /// Step to move to, up or down; the newest if missing · 迁移到第几步，可升可退；不写则升到最新
    #[arg(long, value_name = "N")]
    to: Option<u32>,
    /// Move down although data is deleted · 即使会删去数据也退
    #[arg(long, requires = "to")]
    drop_data: bool,
}

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let database = args.database.database()?;
    let moved = match args.to {
        None => store::migrate(&database).map(|applied| Migrated { applied, newest: true, ..Migrated::default() }),
        Some(step) => store::migrate_to(&database, step, args.drop_data),
    }
    .map_err(|error| refused(&database, &error))?;
    let marked = if moved.newest {
        app::mark_stored(&database, &Limits::default()).map_err(|error| unusable(&database, &error))?
    } else {
        0
    };
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", success_message(&database, &moved).get(voice.lang))?;
        if marked > 0 {
            let said = bilingual!(
                "{marked} 份已存的牌谱现在可以按牌手、客户端和代码查找，并计入统计。",
                "Stored logs that can be found by player, client and code now, and are counted: {marked}."
            );
            writeln!(std::io::stdout(), "{}", said.get(voice.lang))?;
        }
    }
    Ok(CLEAN)
}

/// The message of success.
fn success_message(database: &Database, moved: &Migrated) -> Text {
    if !moved.reverted.is_empty() {
        let names = moved.reverted.join(", ");
        return bilingual!(
            "数据库 {database} 已退回，撤销了 {names}。caipan serve 启动时会再升到最新。",
            "The database {database} was moved down; these steps were reverted: {names}. caipan serve moves it up again at start."
        );
    }
    let names = moved.applied.join(", ");
    match (moved.applied.is_empty(), moved.newest) {
        (true, true) => bilingual!("数据库 {database} 已是最新。", "The database {database} is up to date."),
        (true, false) => {
            bilingual!("数据库 {database} 已在这一步。", "The database {database} is at this step already.")
        }
        (false, true) => {
            bilingual!(
                "数据库 {database} 已升级：{names}。",
                "The database {database} was brought up to date: {names}."
            )
        }
        (false, false) => {
            bilingual!(
                "数据库 {database} 已升到这一步：{names}。",
                "The database {database} was moved up to this step: {names}."
            )
        }
    }
}

/// Explains why the schema was not moved.
fn refused(database: &Database, error: &StoreError) -> Failure {
    match error {
        StoreError::NoStep { first, last } => Failure(bilingual!(
            "数据库 {database} 没有这一步：--to 可写 {first} 到 {last}。",
            "The database {database} has no such step: --to takes {first} to {last}."
        )),
        StoreError::WouldLose(lost) => {
            let lost: Vec<Text> = lost.iter().copied().map(lost_text).collect();
            let zh = lost.iter().map(|text| text.zh.as_ref()).collect::<Vec<_>>().join("；");
            let en = lost.iter().map(|text| text.en.as_ref()).collect::<Vec<_>>().join("; ");
            Failure(bilingual!(
                "未改动数据库 {database}。退到这一步会删去：{zh}。请先备份；不需要这些数据时加 --drop-data。",
                "The database {database} was not changed. Moving down to this step deletes: {en}. Make a backup first, then add --drop-data if this data is not needed."
            ))
        }
        error => unusable(database, error),
    }
}

/// The data that a step down deletes.
fn lost_text(loss: Loss) -> Text {
    match loss {
        Loss::Bounds => bilingual!(
            "密钥的地址限制（此后从任何地址都可使用）、webhook 的次序与限速，以及两者的幂等键",
            "the addresses of keys (they work from everywhere then), the order and throttle of webhooks, and the request keys of both"
        ),
        Loss::Persons => bilingual!(
            "会话密钥属于谁（会话照旧到期，操作记录不再显示人名）",
            "the persons of signed-in sessions (sessions still expire; the trail names their keys only)"
        ),
        Loss::Witnesses => bilingual!(
            "见证者的联署，以及签名密钥的停用时间",
            "the cosignatures of witnesses, and the times at which signing keys were retired"
        ),
        Loss::Requests => {
            bilingual!("Webhook 的旧密钥和任务的幂等键", "the old secrets of webhooks and the request keys of jobs")
        }
        Loss::Webhooks => bilingual!("Webhook 及未送达的消息", "webhooks and their undelivered messages"),
        Loss::Jobs => {
            bilingual!("任务及其结果，以及牌谱已被抹去的标记", "jobs with their results, and the marks of erased logs")
        }
        Loss::Records => bilingual!(
            "已抹去的牌谱留下的证据记录（此前签发的证明不再相符）",
            "the records of erased logs in the evidence (proofs issued before no longer match)"
        ),
        Loss::Settings => bilingual!("各租户的适配器与房规", "the adapters and house rules of tenants"),
        Loss::Rulings => bilingual!("裁判的裁定", "the rulings of referees"),
        Loss::Tenants => bilingual!(
            "第一个租户以外的全部租户及其牌谱、所有密钥，以及流水的次序",
            "all tenants but the first with their logs, all keys, and the order of the journal"
        ),
    }
}
