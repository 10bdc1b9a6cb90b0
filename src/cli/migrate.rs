//! `caipan migrate`: updates the database schema without serving.

use super::database::{self, unusable};
use super::paint::Voice;
use super::{CLEAN, Ended};
use crate::app;
use crate::store;
use caipan_log::Limits;
use caipan_tiles::bilingual;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    database: database::Flags,
}

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let database = args.database.database()?;
    let applied = store::migrate(&database).map_err(|error| unusable(&database, &error))?;
    let marked = app::mark_stored(&database, &Limits::default()).map_err(|error| unusable(&database, &error))?;
    let said = if applied.is_empty() {
        bilingual!("数据库 {database} 已是最新。", "The database {database} is up to date.")
    } else {
        let names = applied.join(", ");
        bilingual!("数据库 {database} 已升级：{names}。", "The database {database} was brought up to date: {names}.")
    };
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", said.get(voice.lang))?;
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
