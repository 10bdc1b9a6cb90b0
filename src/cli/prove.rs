//! `caipan prove`: the program plays, spoils and audits its own games, and says how often it was right.

use super::{CLEAN, Ended, FOUND, Failure, generate};
use crate::proof::{BLOCK, Cost, Proof, Tally, page};
use crate::rules::SYSTEMS;
use crate::say;
use crate::say::Lang;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The rule system to prove · 要自证的规则
    #[arg(long, value_name = "SYSTEM")]
    rules: String,
    /// How many games, in blocks of 1000 · 多少场，每千场为一组
    #[arg(long, value_name = "N", default_value_t = BLOCK)]
    games: u64,
    /// What to print: a page in Markdown, or the figures · 输出格式：Markdown 页或数据
    #[arg(long, value_enum, default_value_t = Format::Page)]
    format: Format,
    /// How many threads; by default one a core · 线程数，默认每核一个
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Write the logs that came out otherwise, with their labels, to this folder · 结果不符的牌谱与标签写入此目录
    #[arg(long, value_name = "DIR")]
    troubles: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Page,
    Json,
}

pub(super) fn run(args: &Args, lang: Lang) -> Ended {
    let Some(system) = SYSTEMS.iter().copied().find(|system| system.id == args.rules) else {
        let (asked, known) = (&args.rules, SYSTEMS.iter().map(|system| system.id).collect::<Vec<_>>().join(", "));
        return Err(Failure(say!(
            "没有名为“{asked}”的规则系统；请改用其中之一：{known}。",
            "There is no rule system called `{asked}`; name one of these instead: {known}."
        )));
    };
    let threads = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let begun = Instant::now();
    let proof = Proof::of(system);
    let next = AtomicU64::new(0);
    let sum = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let games = args.games.saturating_sub(number.saturating_mul(BLOCK)).min(BLOCK);
                    if games == 0 {
                        break;
                    }
                    let tally = proof.block(number, games);
                    if let Ok(mut sum) = sum.lock() {
                        sum.push((number, tally));
                    }
                }
            });
        }
    });
    let mut blocks = sum.into_inner().unwrap_or_default();
    // Whichever thread was faster, the troubles kept are those of the first blocks.
    blocks.sort_by_key(|(number, _)| *number);
    let mut tally = Tally::default();
    blocks.into_iter().for_each(|(_, block)| tally.add(block));
    let cost = Cost { threads, seconds: begun.elapsed().as_secs() };
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Page => write!(out, "{}", page(system, &tally, Some(cost)))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(&tally).map_err(std::io::Error::from)?)?,
    }
    for trouble in &tally.troubles {
        let id = &trouble.log.id;
        let label =
            trouble.fault.as_ref().map_or_else(|| "–".to_owned(), |fault| format!("{} ({})", fault.code, fault.name));
        let found = trouble.found.iter().map(|found| found.check.code).collect::<Vec<_>>().join(", ");
        let text = say!(
            "牌谱 {id} 与标签不符：放入 {label}，找到 {found}。请连同命令一起报告。",
            "log {id} came out otherwise than its label: put in {label}, found {found}. Please report it with the command."
        );
        writeln!(std::io::stderr(), "{}", text.get(lang))?;
        if let Some(folder) = &args.troubles {
            std::fs::create_dir_all(folder)?;
            generate::file(folder, &trouble.log, trouble.fault.as_ref())?;
        }
    }
    Ok(if tally.holds() { CLEAN } else { FOUND })
}
