//! The commands of the service, beside those that `caipan_cli` has: one file per command.

mod backup;
mod check_database;
mod database;
mod export;
mod export_target;
mod health;
mod jobs;
mod keys;
mod migrate;
mod openapi;
mod serve;

use caipan_cli::{CLEAN, Call, Commands, Ended, Failure, Voice};
use clap::Subcommand;
use std::process::ExitCode;

#[derive(Subcommand)]
enum Verb {
    /// Write audits as Parquet files by day and platform · 把审核结果按日期和平台写成 Parquet 文件
    Export(Box<export::Args>),
    /// Print the OpenAPI document of the service · 输出服务的 OpenAPI 文档
    Openapi,
    /// Run the service · 启动服务
    Serve(Box<serve::Args>),
    /// Make, list and revoke keys, and show their use · 签发、列出、吊销密钥，查看其用途记录
    Keys(keys::Args),
    /// Audit again, export or erase stored logs · 批量重审、导出、抹去已存的牌谱
    Jobs(jobs::Args),
    /// Copy the database of a running service and check the copy · 服务运行时备份数据库，并校验备份
    Backup(backup::Args),
    /// Compare all stored logs, reports and rulings with their digests · 把所存的牌谱、报告与裁定逐一与摘要核对
    CheckDatabase(check_database::Args),
    /// Update the database schema · 升级数据库
    Migrate(migrate::Args),
    /// Check whether a running service is ready · 询问运行中的服务是否就绪
    Health(health::Args),
}

impl Commands for Verb {
    fn run(self, call: &Call<'_>) -> Ended {
        let voice = call.voice;
        match self {
            Verb::Export(args) => export::run(&args, voice),
            Verb::Openapi => openapi::run(),
            Verb::Serve(args) => serve::run(*args, call),
            Verb::Keys(args) => keys::run(args, voice),
            Verb::Jobs(args) => jobs::run(args, voice),
            Verb::Backup(args) => backup::run(args, voice),
            Verb::CheckDatabase(args) => check_database::run(args, voice),
            Verb::Migrate(args) => migrate::run(args, voice),
            Verb::Health(args) => health::run(&args),
        }
    }
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    ExitCode::from(caipan_cli::run::<Verb>(std::env::args_os()))
}

#[cfg(test)]
mod tests;
