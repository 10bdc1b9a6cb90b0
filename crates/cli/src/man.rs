//! `caipan man`: prints the manual pages, generated from the command definitions.

use super::{CLEAN, Ended, Failure};
use clap::Command;
use clap_mangen::Man;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Write a page for the program and one per command to this folder · 每个命令一页，写入此目录
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args, command: Command) -> Ended {
    match &args.out {
        Some(folder) => {
            let made = std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command.disable_help_subcommand(true), folder));
            made.map_err(|error| Failure::at(folder, &error))?;
        }
        None => {
            let mut page = Vec::new();
            Man::new(command).render(&mut page)?;
            std::io::stdout().write_all(&page)?;
        }
    }
    Ok(CLEAN)
}
