//! `caipan completions`: prints the completion script of a shell.

use super::{CLEAN, Cli, Ended};
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The shell · 哪种命令行解释器
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &Args) -> Ended {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "caipan", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(CLEAN)
}
