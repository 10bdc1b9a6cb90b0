//! `caipan adapter`: a first adapter from a sample, a test of one on its samples, and what it does in words.

use super::paint::Voice;
use super::source::adapter;
use super::{CLEAN, Ended, FOUND, Failure, UNUSABLE, refused};
use crate::adapter::{Adapter, guess};
use crate::app::engine::{self, From, Override, ReadLog};
use crate::audit::Verdict;
use crate::log::{Action, Limits};
use crate::report::Report;
use crate::say;
use crate::say::{Lang, Text};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Guess an adapter from one sample, and say what was guessed · 由一份样例猜出适配器，并说明猜了什么
    New {
        /// A log of the platform · 平台的一份日志
        #[arg(value_name = "SAMPLE")]
        sample: PathBuf,
        /// What to call the adapter; by default as the sample · 适配器的名字，默认取自样例
        #[arg(long, value_name = "NAME")]
        name: Option<String>,
    },
    /// Run an adapter on its samples, and say what they can be checked for · 用样例试适配器，说明能复核什么、缺什么
    Test {
        /// The adapter · 适配器文件
        #[arg(value_name = "ADAPTER")]
        adapter: PathBuf,
        /// Logs to try it on instead of its own samples · 改用这些日志
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Say in words what an adapter does · 用文字说明适配器做什么
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

/// What the samples came to together.
#[derive(Default)]
struct Tried {
    unusable: usize,
    wrong: bool,
    /// Question to how often it was answered, and the fields that it lacked.
    questions: BTreeMap<String, (usize, BTreeSet<&'static str>)>,
    /// Field to the questions that want it, and how often.
    wanted: BTreeMap<&'static str, (usize, usize)>,
    events: BTreeMap<&'static str, usize>,
}

fn test(path: &Path, files: &[PathBuf], voice: Voice) -> Ended {
    let adapter = adapter(path, voice)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let own: Vec<PathBuf> = adapter.samples.iter().map(|sample| folder.join(sample)).collect();
    let files = if files.is_empty() { &own } else { files };
    if files.is_empty() {
        return Err(Failure(say!(
            "适配器没有样例；请在 samples 中写上文件，或把日志写在命令后面。",
            "The adapter has no samples; name files in `samples`, or logs behind the command."
        )));
    }
    let (lang, paint) = (voice.lang, voice.stdout());
    let mut out = std::io::stdout().lock();
    let mut tried = Tried::default();
    for file in files {
        let bytes = std::fs::read(file).map_err(|error| Failure::at(file, &error))?;
        let name = file.display().to_string();
        let read = engine::read_all(&bytes, From::Adapter(&adapter), &Override::default(), &Limits::default());
        match read {
            Ok(logs) => {
                for log in &logs {
                    let report = engine::audit_read(log, &bytes).map_err(|error| Failure(error.refusal().text))?.report;
                    tried.add(log, &report);
                    writeln!(out, "{}: {}", paint.bold(&name), of_report(&report).get(lang))?;
                }
            }
            Err(error) => {
                tried.unusable += 1;
                let told = refused::told(&name, 1, &bytes, &error.refusal(), voice, paint);
                writeln!(out, "{told}")?;
            }
        }
    }
    tried.tell(&mut out, lang)?;
    Ok(match tried {
        Tried { unusable: 1.., .. } => UNUSABLE,
        Tried { wrong: true, .. } => FOUND,
        _ => CLEAN,
    })
}

/// A sample in a line.
fn of_report(report: &Report) -> Text {
    let (id, hands, events) = (&report.log.id, report.log.hands, report.log.events);
    let (sentence, sentence_en) = (report.verdict.label().zh, report.verdict.label().en);
    let level = report.record.as_ref().map(|record| record.level.label());
    let (zh, en) = level.map_or_else(Default::default, |level| (level.zh, level.en));
    let codes: BTreeSet<&str> = report.findings.iter().map(|finding| finding.code).collect();
    let codes = codes.into_iter().collect::<Vec<_>>().join(" ");
    say!(
        "{id}：{hands} 局，{events} 个事件，{sentence}，记录程度：{zh} {codes}",
        "{id}: {hands} hands, {events} events, {sentence_en}, evidence: {en} {codes}"
    )
}

impl Tried {
    fn add(&mut self, read: &ReadLog, report: &Report) {
        self.wrong |= matches!(report.verdict, Verdict::Faulty | Verdict::Variant);
        for event in read.log.hands.iter().flat_map(|hand| &hand.events) {
            *self.events.entry(Action::name(&event.action)).or_default() += 1;
        }
        for question in &report.coverage {
            let name = format!("{} · {}", question.name.zh, question.name.en);
            let (checked, fields) = self.questions.entry(name).or_default();
            *checked += question.checked;
            fields.extend(question.missing.keys());
            for (field, times) in &question.missing {
                let (questions, all) = self.wanted.entry(field).or_default();
                *questions += 1;
                *all += times;
            }
        }
    }

    fn tell(&self, out: &mut impl Write, lang: Lang) -> std::io::Result<()> {
        let events: Vec<String> = self.events.iter().map(|(name, times)| format!("{name} {times}")).collect();
        writeln!(out, "{}: {}", lang.pick("事件", "events"), events.join(", "))?;
        for (question, (checked, missing)) in &self.questions {
            let missing = missing.iter().copied().collect::<Vec<_>>().join(", ");
            let lacks = lang.pick("缺", "lacks");
            let gap = if missing.is_empty() { String::new() } else { format!("  ({lacks} {missing})") };
            writeln!(out, "  {question}: {checked}{gap}")?;
        }
        if let Some((field, (questions, times))) = self.wanted.iter().rev().max_by_key(|&(_, counts)| counts) {
            let said = say!(
                "再记一个字段 {field}，最能增加可复核的内容（{questions} 类问题，{times} 处）。",
                "One more field, {field}, would make most verifiable ({questions} questions, {times} places)."
            );
            writeln!(out, "{}", said.get(lang))?;
        }
        if self.wrong {
            let said = say!(
                "样例被判有误：若样例本身无误，多半是适配器译错了；请用 caipan audit --adapter 看全文。",
                "Samples were found faulty: where they are right, the adapter translates them wrongly. See caipan audit --adapter."
            );
            writeln!(out, "{}", said.get(lang))?;
        }
        Ok(())
    }
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
