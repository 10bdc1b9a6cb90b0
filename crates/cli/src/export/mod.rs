//! `caipan export`: audits logs and writes them as Parquet files by day and platform, into a folder or object storage.

#[cfg(feature = "parquet")]
mod write;

use super::documents::folders::FolderFilter;
use super::source::Source;
use std::path::PathBuf;
#[cfg(feature = "parquet")]
pub use write::{Input, Skipped, run};

/// The arguments, with those that name the logs.
#[derive(clap::Args)]
pub struct Args<I: clap::Args> {
    /// Folder or s3://BUCKET/PREFIX to write Parquet files into (docs/parquet.md) · 写入 Parquet 文件的目录或 s3://桶/前缀
    #[arg(long, value_name = "TARGET")]
    parquet: String,
    #[command(flatten)]
    input: I,
    /// File with a key; players get pseudonyms under it (default: players are left out) · 密钥文件，玩家按密钥写成化名；不写则不含玩家
    #[arg(long = "key-file", value_name = "FILE", env = "CAIPAN_EXPORT_KEY_FILE")]
    export_key_file: Option<PathBuf>,
    /// Write the players by the ids of the logs · 玩家按牌谱中的 id 原样写出
    #[arg(long, value_enum, value_name = "NAMES", conflicts_with = "export_key_file")]
    players: Option<Names>,
    /// Maximum number of logs per file · 每个文件至多多少份牌谱
    #[arg(long, value_name = "N", default_value_t = 8192, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    file_logs: u32,
    /// Number of audit threads (default: one per core) · 审核线程数，默认每核一个
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

/// The naming of players without a key.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Names {
    /// By their ids.
    Clear,
}

/// Files as the input of an export.
#[derive(clap::Args)]
pub struct LogFiles {
    /// Files, folders, or - for standard input; .gz, .zst and NDJSON are supported · 文件、目录或 -（标准输入）
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    filter: FolderFilter,
}

/// Returns the refusal of a program without the libraries of Parquet.
pub fn left_out() -> super::Failure {
    super::Failure(caipan_tiles::bilingual!(
        "此程序没有编入 Parquet 库，不能导出。请用 Python 包（.ci/wheel）中的 caipan，或用 cargo build --release --features parquet 重新构建。",
        "This program was built without the libraries of Parquet, so it cannot export. Use the caipan of the Python package (.ci/wheel), \
         or build the program with cargo build --release --features parquet."
    ))
}
