//! `caipan export` with the logs of the service's database as another input.

#[cfg(feature = "parquet")]
mod stored;

use super::database;
use crate::store::Tenant;
use caipan_cli::export::{self, LogFiles};
use caipan_cli::{Ended, Voice};

/// The arguments.
pub(super) type Args = export::Args<Inputs>;

/// The logs to export: files, or those of the database.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("logs").args(["files", "stored"]).required(true)))]
pub(super) struct Inputs {
    #[command(flatten)]
    files: LogFiles,
    /// Export the logs of the service's database instead of files · 不读文件，导出服务数据库中的牌谱
    #[arg(long, conflicts_with_all = ["files", "from", "adapter", "include", "exclude"])]
    stored: bool,
    #[command(flatten)]
    stored_logs: StoredLogs,
}

/// The logs of the database to export.
#[derive(clap::Args)]
struct StoredLogs {
    #[command(flatten)]
    database: database::Flags,
    /// The tenant whose logs are exported · 导出哪个租户的牌谱
    #[arg(long, value_name = "NAME", default_value = Tenant::HOME_NAME)]
    tenant: String,
}

/// Writes the logs.
#[cfg(feature = "parquet")]
pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    export::run(args, voice)
}

/// Refuses the command: the libraries of Parquet are not in this program.
#[cfg(not(feature = "parquet"))]
pub(super) fn run(_: &Args, _: Voice) -> Ended {
    Err(export::left_out())
}

#[cfg(feature = "parquet")]
impl export::Input for Inputs {
    fn add(&self, export: &mut caipan_parquet::Export, voice: Voice) -> Result<export::Skipped, caipan_cli::Failure> {
        if self.stored {
            return stored::add(&self.stored_logs, export).map(|()| export::Skipped::default());
        }
        export::Input::add(&self.files, export, voice)
    }
}
