//! The place of Parquet exports on the command line: the settings of `caipan serve` and `caipan jobs run`.

use super::Failure;
use crate::app::ExportTarget;
use std::path::{Path, PathBuf};

/// The flags.
#[derive(Clone, clap::Args)]
pub(super) struct ExportFlags {
    /// Folder or s3://BUCKET/PREFIX into which jobs export Parquet files (default: none) · 任务导出 Parquet 文件的目录或 s3://桶/前缀，不写则不能导出
    #[arg(long, value_name = "TARGET", env = "CAIPAN_EXPORT_TARGET")]
    pub(super) export_target: Option<String>,
    /// File with a key; players in exports get pseudonyms under it (default: players are left out) · 密钥文件，导出的玩家按密钥写成化名；不写则不含玩家
    #[arg(long, value_name = "FILE", env = "CAIPAN_EXPORT_KEY_FILE")]
    pub(super) export_key_file: Option<PathBuf>,
}

/// Opens the target, if there is one.
pub(super) fn open(target: Option<&str>, key_file: Option<&Path>) -> Result<Option<ExportTarget>, Failure> {
    let target = target.filter(|target| !target.is_empty());
    target.map(|target| ExportTarget::open(target, key_file)).transpose().map_err(Failure)
}
