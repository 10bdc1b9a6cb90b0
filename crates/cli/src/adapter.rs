//! `caipan adapter`: drafts an adapter from a sample, tests one on its samples, and describes one in words.

use super::paint::Voice;
use super::source::adapter;
use super::{CLEAN, Ended, FOUND, Failure, UNUSABLE, refused};
use caipan_adapter::shelf::BUNDLED;
use caipan_adapter::{Adapter, Tried, guess};
use caipan_auditor::{
    AdapterHints, Audited, ReadLog, Refusal, Trial, TrialQuestion, TriedFinding, TriedMatch, guesses, of_adapter,
};
use caipan_log::{Houses, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::text::Lang;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Draft an adapter from one sample and list the guesses · 由一份样例猜出适配器，并说明猜了什么
    New {
        /// A log of the platform · 平台的一份日志
        #[arg(value_name = "SAMPLE")]
        sample: PathBuf,
        /// Name of the adapter (default: name of the sample) · 适配器的名字，默认取自样例
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Run an adapter on its samples and list what can be checked · 用样例试适配器，说明能复核什么、缺什么
    Test {
        /// The adapter · 适配器文件
        #[arg(value_name = "ADAPTER")]
        adapter: PathBuf,
        /// Logs to use instead of the adapter's samples · 改用这些日志
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Print a bundled adapter to modify; without a name, list them · 输出随附的适配器，供修改；不写名字则列出
    Show {
        /// Name of the adapter · 名字
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },
    /// Describe in words what an adapter does · 用文字说明适配器做什么
    Explain {
        /// The adapter · 适配器文件
        #[arg(value_name = "ADAPTER")]
        adapter: PathBuf,
    },
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    match &args.verb {
        Verb::New { sample, name } => new(sample, name.as_deref(), voice),
        Verb::Test { adapter, files } => test(adapter, files, voice),
        Verb::Show { name } => show(name.as_deref(), voice),
        Verb::Explain { adapter } => explain(adapter, voice),
    }
}

fn new(sample: &Path, name: Option<&str>, voice: Voice) -> Ended {
    let bytes = std::fs::read(sample).map_err(|error| Failure::at(sample, &error))?;
    let file = sample.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let stem = sample.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    let plain: String = stem.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    let name = name.map_or(plain, str::to_owned);
    let guessed = guess(&name, &file, &bytes)
        .map_err(|error| refused::failure(&sample.display().to_string(), &bytes, &error.into(), voice))?;
    write!(std::io::stdout(), "{}", guessed.adapter)?;
    if !voice.quiet {
        for said in &guessed.said {
            writeln!(std::io::stderr(), "{}", said.get(voice.lang))?;
        }
    }
    Ok(CLEAN)
}

fn test(path: &Path, files: &[PathBuf], voice: Voice) -> Ended {
    let adapter = adapter(path, voice)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let own: Vec<PathBuf> = adapter.samples.iter().map(|sample| folder.join(sample)).collect();
    let files = if files.is_empty() { &own } else { files };
    if files.is_empty() {
        return Err(Failure(bilingual!(
            "适配器没有样例；请在 samples 中写上文件，或把日志写在命令后面。",
            "The adapter has no samples; name files in `samples`, or logs behind the command."
        )));
    }
    let (lang, paint) = (voice.lang, voice.stdout());
    let mut out = std::io::stdout().lock();
    let mut trial = Trial::new(None);
    let mut noticed = AdapterHints::default();
    let (mut unusable, mut shown) = (0_usize, 0_usize);
    let (limits, mut documents) = (Limits::default(), Vec::new());
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| Failure::at(file, &error))?;
        let name = file.display().to_string();
        let Tried { logs, met, documents: given } = adapter.tried(&bytes, &limits);
        documents.extend(given);
        let read = logs.map_err(|error| Box::new(Refusal::from(error))).and_then(|logs| {
            noticed.add(met, &bytes);
            let logs = of_adapter(&adapter, logs);
            logs.iter().try_for_each(|log| log.rules().map(drop))?;
            Ok(logs)
        });
        match read {
            Ok(logs) => {
                for log in &logs {
                    let report = Audited::of(log, &bytes).map_err(|refusal| Failure(refusal.text))?.report;
                    trial.add(log, &report);
                    if let Some(tried) = trial.matches.last() {
                        writeln!(out, "{}: {}", paint.bold(&name), tried.summary_line().get(lang))?;
                        shown = findings(tried, shown, &mut out, lang)?;
                    }
                }
            }
            Err(error) => {
                unusable += 1;
                let told = refused::refusal_message(&name, 1, &bytes, &error, voice, paint);
                writeln!(out, "{told}")?;
            }
        }
    }
    // A program that failed has not met the rest of the sample.
    if unusable == 0 {
        trial.noticed = noticed.sentences(&adapter);
    }
    if unusable > 0 || trial.is_wrong() {
        trial.guesses = guesses(&documents, &Houses::default(), &limits, &|read: &ReadLog| read.report("").ok());
    }
    print_trial(&trial, &mut out, lang)?;
    Ok(match unusable {
        1.. => UNUSABLE,
        0 if trial.is_wrong() => FOUND,
        0 => CLEAN,
    })
}

/// Maximum number of findings printed for one match, and for all matches.
const FINDINGS: (usize, usize) = (3, 12);

/// Prints the first findings of a match with their places. `shown` were printed before; returns the new number.
fn findings(tried: &TriedMatch, shown: usize, out: &mut impl Write, lang: Lang) -> std::io::Result<usize> {
    let (each, all) = FINDINGS;
    let first = tried.findings.iter().take(each.min(all.saturating_sub(shown)));
    let mut printed = 0;
    for finding in first {
        let TriedFinding { code, message, pointer, original } = finding;
        writeln!(out, "  {code} {}  [{}]", message.get(lang), original.as_ref().unwrap_or(pointer))?;
        printed += 1;
    }
    let more = tried.findings.len() - printed;
    if more > 0 {
        let text = bilingual!("  …另有 {more} 条", "  … {more} more");
        writeln!(out, "{}", text.get(lang))?;
    }
    Ok(shown + printed)
}

/// Prints the combined result of all samples.
fn print_trial(trial: &Trial, out: &mut impl Write, lang: Lang) -> std::io::Result<()> {
    let events: Vec<String> = trial.events.iter().map(|(name, times)| format!("{name} {times}")).collect();
    writeln!(out, "{}: {}", lang.pick("事件", "events"), events.join(", "))?;
    for TrialQuestion { name, checked, missing } in &trial.questions {
        let missing = missing.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        let lacks = lang.pick("缺", "lacks");
        let gap = if missing.is_empty() { String::new() } else { format!("  ({lacks} {missing})") };
        writeln!(out, "  {}: {checked}{gap}", name.get(lang))?;
    }
    if !trial.guesses.is_empty() {
        writeln!(out, "{}", lang.pick("猜一猜（每条都在样例上试过）：", "Guesses, each tried on the samples:"))?;
        trial.guesses.iter().try_for_each(|guess| writeln!(out, "  {}", guess.sentence().get(lang)))?;
    }
    trial.advice().iter().try_for_each(|advice| writeln!(out, "{}", advice.get(lang)))
}

fn show(name: Option<&str>, voice: Voice) -> Ended {
    let mut out = std::io::stdout().lock();
    let Some(name) = name else {
        for bundled in &BUNDLED {
            writeln!(out, "{}  {}", bundled.id, bundled.name.get(voice.lang))?;
        }
        return Ok(CLEAN);
    };
    let found = BUNDLED.iter().find(|bundled| bundled.id == name).ok_or_else(|| {
        let known = BUNDLED.iter().map(|bundled| bundled.id).collect::<Vec<_>>().join(", ");
        Failure(bilingual!(
            "没有随附名为 {name} 的适配器。随附的有：{known}。",
            "No adapter called {name} comes with the program. There are: {known}."
        ))
    })?;
    write!(out, "{}", found.file)?;
    Ok(CLEAN)
}

fn explain(path: &Path, voice: Voice) -> Ended {
    let adapter = adapter(path, voice)?;
    let Adapter { name, version, digest, shape, .. } = &adapter;
    let mut by_tile: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (theirs, ours) in adapter.tile_names() {
        by_tile.entry(ours).or_default().push(theirs);
    }
    let mut out = std::io::stdout().lock();
    let lang = voice.lang;
    writeln!(out, "{} {version}\n{digest}\n{}", voice.stdout().bold(name), shape.label().get(lang))?;
    let rules = adapter.rules.as_deref().unwrap_or(lang.pick("由日志自己写明", "as each log says"));
    writeln!(out, "{}: {rules}", lang.pick("规则", "rules"))?;
    for (flag, meaning) in adapter.flag_names() {
        writeln!(out, "  {flag}: {}", meaning.get(lang))?;
    }
    for known in &adapter.unmodelled {
        let title = lang.pick("caipan 不认识的规则", "rule that caipan does not know");
        writeln!(out, "  {title}: “{}” ({})", known.rule, known.touches.label().get(lang))?;
    }
    let suit = |of: &str| {
        let mut tiles: Vec<_> = by_tile.iter().filter(|(ours, _)| ours.ends_with(of)).collect();
        tiles.sort();
        tiles.iter().map(|(ours, theirs)| format!("{ours}={}", theirs.join("|"))).collect::<Vec<_>>().join(" ")
    };
    for of in ["m", "p", "s", "z"].map(suit).iter().filter(|of| !of.is_empty()) {
        writeln!(out, "  {of}")?;
    }
    for (theirs, ours) in adapter.act_names() {
        writeln!(out, "  {theirs} → {ours}")?;
    }
    Ok(CLEAN)
}
