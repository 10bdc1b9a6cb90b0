//! `caipan generate`: legal matches by self-play, one a line; the same bytes for the same seed on every machine.

use super::audit::setting;
use super::{CLEAN, Ended, Failure};
use crate::generate::{Knobs, matches};
use crate::log::{self, OptionValue, RulesDeclared};
use crate::rules::resolve;
use std::io::Write;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The rules to play under · 按哪套规则打
    #[arg(long, value_name = "SYSTEM")]
    rules: String,
    /// Change a house rule; may be given several times · 更改一项规则选项，可重复
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// Which matches; the same seed gives the same ones · 种子，同一种子得到同样的牌谱
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// How many matches · 多少场
    #[arg(long, value_name = "N", default_value_t = 1)]
    games: usize,
}

pub(super) fn run(args: Args) -> Ended {
    let options = args.set.into_iter().map(|(id, value)| (id, OptionValue::Word(value))).collect();
    let declared = RulesDeclared { system: args.rules, options };
    let ruleset = resolve(&declared).map_err(|error| Failure(error.text))?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for log in matches(&ruleset, args.seed, Knobs::USUAL).take(args.games) {
        writeln!(out, "{}", log::write(&log).trim_end())?;
    }
    out.flush()?;
    Ok(CLEAN)
}
