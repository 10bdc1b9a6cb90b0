//! `caipan completions`: prints the completion script of a shell.

use super::{CLEAN, Ended};
use clap::Command;
use clap_complete::{Shell, generate};
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The shell · 哪种命令行解释器
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(super) fn run(args: &Args, mut command: Command) -> Ended {
    let mut script = Vec::new();
    generate(args.shell, &mut command, "caipan", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(CLEAN)
}
