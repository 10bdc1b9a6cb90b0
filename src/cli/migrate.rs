//! `caipan migrate`: moves the database schema up or down without serving.

use super::database::{self, unusable};
use super::{CLEAN, Ended, Failure, Voice};
use crate::config::Database;
use crate::store::{self, Migrated, StoreError};
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
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", success_message(&database, &moved).get(voice.lang))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_steps_and_the_data_in_both_languages() {
        let database = Database::Directory("data".into());
        let names = || vec!["0003".to_owned(), "0002".to_owned()];
        let down = success_message(&database, &Migrated { reverted: names(), ..Migrated::default() });
        assert!(down.zh.contains("已退回，撤销了 0003, 0002"), "{down:?}");
        assert!(down.en.contains("was moved down; these steps were reverted: 0003, 0002"), "{down:?}");
        let up = success_message(&database, &Migrated { applied: names(), ..Migrated::default() });
        assert!(up.en.contains("moved up to this step: 0003, 0002"), "{up:?}");
        let there = success_message(&database, &Migrated::default());
        assert!(there.en.contains("at this step already"), "{there:?}");
        let lost = StoreError::WouldLose(vec![bilingual!("书签", "the bookmarks"), bilingual!("备注", "the notes")]);
        let Failure(refused) = refused(&database, &lost);
        assert!(refused.zh.contains("会删去：书签；备注。") && refused.zh.contains("--drop-data"), "{refused:?}");
        assert!(
            refused.en.contains("deletes: the bookmarks; the notes.") && refused.en.contains("--drop-data"),
            "{refused:?}"
        );
    }
}
