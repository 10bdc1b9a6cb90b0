//! `caipan prove`: measures accuracy: generates matches, injects faults, audits them, and reports misses and false
//! alarms.

use super::bar::Bar;
use super::paint::Voice;
use super::{CLEAN, Ended, FOUND, Failure, generate};
use caipan_engine::rules;
use caipan_lab::proof::{BLOCK, Cost, Proof, Tally, page_of};
use caipan_tiles::bilingual;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

#[derive(clap::Args)]
pub(super) struct Args {
    /// A rule system with all its presets, or one preset · 规则体系（含其全部预设），或单独一个预设
    #[arg(long, value_name = "RULES")]
    rules: String,
    /// Play rooms of two, three and four players that use every option, instead of the presets · 打二、三、四人的房间，用到全部选项
    #[arg(long)]
    rooms: bool,
    /// Number of matches, in blocks of 1000 · 多少场，每千场为一组
    #[arg(long, value_name = "N", default_value_t = BLOCK, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Output format: a Markdown page or the figures · 输出格式：Markdown 页或数据
    #[arg(long, value_enum, default_value_t = Format::Page)]
    format: Format,
    /// Number of threads (default: one per core) · 线程数，默认每核一个
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
    /// Write the logs with unexpected results, and their labels, to this folder · 结果不符的牌谱与标签写入此目录
    #[arg(long, value_name = "DIR")]
    troubles: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    Page,
    Json,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let (system, preset) = rules::find(&args.rules).map_err(|error| Failure(error.text))?;
    // Here a system's own id or name means all of its presets.
    let whole = rules::is_system(system, &args.rules);
    let rules = if whole { system.id } else { preset.id };
    let threads = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let begun = Instant::now();
    let proof = match (args.rooms, whole) {
        (true, _) => Proof::of_rooms(system),
        (false, true) => Proof::of(system),
        (false, false) => Proof::of_preset(system, preset),
    };
    let bar = Bar::of_matches(args.games, true, voice);
    let played = AtomicU64::new(0);
    let watch = || {
        let played = played.fetch_add(1, Ordering::Relaxed) + 1;
        bar.at(played, played);
    };
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
                    let tally = proof.watched(number, games, watch);
                    if let Ok(mut sum) = sum.lock() {
                        sum.push((number, tally));
                    }
                }
            });
        }
    });
    bar.end();
    let mut blocks = sum.into_inner().unwrap_or_default();
    // Keep the failures of the first blocks, independent of thread timing.
    blocks.sort_by_key(|(number, _)| *number);
    let mut tally = Tally::default();
    blocks.into_iter().for_each(|(_, block)| tally.add(block));
    let cost = Cost { threads, seconds: begun.elapsed().as_secs() };
    let mut out = std::io::stdout().lock();
    match args.format {
        Format::Page => write!(out, "{}", page_of(system, rules, args.rooms, &tally, Some(cost)))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(&tally).map_err(std::io::Error::from)?)?,
    }
    for trouble in &tally.troubles {
        let id = &trouble.log.id;
        let label =
            trouble.fault.as_ref().map_or_else(|| "–".to_owned(), |fault| format!("{} ({})", fault.code, fault.name));
        let found = trouble.found.iter().map(|found| found.check.code).collect::<Vec<_>>().join(", ");
        let text = bilingual!(
            "牌谱 {id} 与标签不符：放入 {label}，找到 {found}。请连同命令一起报告。",
            "log {id} came out otherwise than its label: put in {label}, found {found}. Please report it with the command."
        );
        writeln!(std::io::stderr(), "{}", text.get(voice.lang))?;
        if let Some(folder) = &args.troubles {
            std::fs::create_dir_all(folder)?;
            generate::file(folder, &trouble.log, trouble.fault.as_ref())?;
        }
    }
    Ok(if tally.holds() { CLEAN } else { FOUND })
}
