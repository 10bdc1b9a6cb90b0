//! `caipan migrate`: bring the database up to date without serving.

use super::paint::Voice;
use super::{CLEAN, Ended, Failure};
use crate::say;
use crate::store;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The data directory · 数据目录
    #[arg(long, value_name = "DIR", default_value = "data", env = "CAIPAN_DATA")]
    data: PathBuf,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let dir = args.data.display();
    let applied = store::migrate(&args.data).map_err(|error| {
        Failure(say!(
            "{dir} 中的数据库无法升级：{error}。请检查路径、权限，以及是否由更新的版本写成。",
            "The database in {dir} cannot be brought up to date: {error}. Check the path, the permissions, and whether a newer version wrote it."
        ))
    })?;
    let said = if applied.is_empty() {
        say!("{dir} 中的数据库已是最新。", "The database in {dir} is up to date.")
    } else {
        let names = applied.join(", ");
        say!("{dir} 中的数据库已升级：{names}。", "The database in {dir} was brought up to date: {names}.")
    };
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", said.get(voice.lang))?;
    }
    Ok(CLEAN)
}
