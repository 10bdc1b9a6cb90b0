//! The commands of a program that has no service.

use super::export::{self, LogFiles};
use super::{Call, Commands, Ended, Failure};
use caipan_tiles::bilingual;
use clap::{ArgGroup, Subcommand};
use std::ffi::OsString;

/// The export of files, and the refusal of the commands of the service.
#[derive(Subcommand)]
pub enum Own {
    /// Write audits as Parquet files by day and platform · 把审核结果按日期和平台写成 Parquet 文件
    #[command(group(ArgGroup::new("logs").args(["files"]).required(true)))]
    Export(Box<export::Args<LogFiles>>),
    /// Commands of the service, which this program does not have · 服务的命令，此程序不含
    #[command(hide = true, aliases = ["keys", "jobs", "backup", "check-database", "migrate", "health", "openapi"])]
    Serve {
        /// Words of the command · 命令的其余部分
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
}

impl Commands for Own {
    #[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "only an export speaks"))]
    fn run(self, call: &Call<'_>) -> Ended {
        match self {
            #[cfg(feature = "parquet")]
            Own::Export(args) => export::run(&args, call.voice),
            #[cfg(not(feature = "parquet"))]
            Own::Export(_) => Err(export::left_out()),
            Own::Serve { .. } => Err(Failure(bilingual!(
                "此程序是 Python 包的命令行，不含服务。请用 cargo build --release 编出的程序或容器镜像（README.zh.md）。",
                "This is the command line of the Python package, without the service. Use the program that cargo build --release builds, \
                 or the container image (README.md)."
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_declared_without_contradiction() {
        crate::command::<Own>().debug_assert();
    }

    #[test]
    fn commands_of_the_service_are_refused() {
        for words in [&["serve", "--data", "data"][..], &["jobs", "run"]] {
            let arguments = ["caipan"].iter().chain(words).map(Into::into);
            assert_eq!(crate::run::<Own>(arguments), crate::UNUSABLE);
        }
    }
}
