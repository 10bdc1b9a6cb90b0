//! `caipan backup`: a copy of the data directory while the service runs, whole and checked.

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
    /// The directory of the copy, made here; it can be served as it is · 备份目录，由本命令新建，可直接用于启动服务
    #[arg(value_name = "TO")]
    to: PathBuf,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let (dir, to) = (args.data.display(), args.to.display());
    let bytes = store::backup(&args.data, &args.to).map_err(|error| {
        Failure(say!(
            "{dir} 未能备份到 {to}：{error}。没有留下半份备份。请检查路径、权限与磁盘空间，并换一个没有数据库的目录。",
            "{dir} could not be copied to {to}: {error}. No half-made copy is left. Check the paths, the permissions and the disk, and choose a directory without a database."
        ))
    })?;
    let said = say!(
        "{dir} 已备份到 {to}（{bytes} 字节，已校验）。恢复：停掉服务，改用 --data {to} 启动，或以它替换原目录。",
        "{dir} was copied to {to} ({bytes} bytes, checked). To restore: stop the service and start it with --data {to}, or put it in the place of the old directory."
    );
    if !voice.quiet {
        writeln!(std::io::stdout(), "{}", said.get(voice.lang))?;
    }
    Ok(CLEAN)
}
