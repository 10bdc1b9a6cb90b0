//! `caipan conformance`: runs the published test cases of the rule books and prints a statement about this engine, or
//! about another engine whose answers are given.

use super::paint::Voice;
use super::{CLEAN, Ended, FOUND, Failure};
use caipan_auditor::meant;
use caipan_engine::rules::{self, SYSTEMS};
use caipan_lab::conformance::{self, Answer, Case, LineError, Statement};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use clap::ValueEnum;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The published suite, by system.
const SUITE: [(&str, &str); 4] = [
    ("changsha", include_str!("../conformance/changsha.ndjson")),
    ("beijing", include_str!("../conformance/beijing.ndjson")),
    ("guiyang", include_str!("../conformance/guiyang.ndjson")),
    ("sichuan", include_str!("../conformance/sichuan.ndjson")),
];

/// Maximum size in bytes, larger than any case or answer file.
const LIMIT: u64 = 256 << 20;

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people · 供阅读
    Text,
    /// The statement as JSON · 一份 JSON 声明
    Json,
    /// The answers of this engine, one case per line: a sample answer file · 本引擎的答案，一题一行
    Answers,
}

#[derive(clap::Args)]
pub(super) struct Args {
    /// Case files (NDJSON), or - for standard input (default: the bundled suite) · 题目文件，缺省为内置题库
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only the cases of this rule system · 只做这一规则体系的题
    #[arg(long, value_name = "SYSTEM")]
    system: Option<String>,
    /// Judge another engine by its answers (NDJSON), or - for standard input · 评判另一引擎的答案
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Output format · 输出格式
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let lang = voice.lang;
    let cases = chosen(args)?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.format == Format::Answers {
        for case in &cases {
            let answer = conformance::answer(case).map_err(|text| at(&case.id, &text))?;
            writeln!(out, "{}", json(&answer))?;
        }
        out.flush()?;
        return Ok(CLEAN);
    }
    let statement = match &args.answers {
        Some(file) => about_another(file, &cases)?,
        None => {
            let engine = concat!("caipan ", env!("CARGO_PKG_VERSION"));
            conformance::statement(engine, &cases, conformance::answer)
        }
    };
    match args.format {
        Format::Json => writeln!(out, "{}", json(&statement))?,
        _ if voice.quiet && statement.conforms => {}
        _ => write!(out, "{}", conformance::text(&statement, lang))?,
    }
    out.flush()?;
    Ok(if statement.conforms { CLEAN } else { FOUND })
}

/// Returns the cases to run.
fn chosen(args: &Args) -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    if args.files.is_empty() {
        for (system, text) in SUITE {
            cases.extend(conformance::cases(text).map_err(|error| in_file(system, &error))?);
        }
    }
    for file in &args.files {
        cases.extend(conformance::cases(&read(file)?).map_err(|error| in_file(&file.display().to_string(), &error))?);
    }
    if let Some(system) = &args.system {
        let named = SYSTEMS.iter().find(|known| rules::is_system(known, system)).map(|known| known.id);
        cases.retain(|case| case.system == named.unwrap_or(system));
    }
    if cases.is_empty() {
        let known = SYSTEMS.iter().map(|system| system.id).collect::<Vec<_>>().join(", ");
        let asked = args.system.as_deref().unwrap_or_default();
        let Text { zh, en } = meant(asked, SYSTEMS.iter().map(|system| system.id));
        return Err(Failure(bilingual!(
            "没有可做的题。{zh}规则体系有：{known}。",
            "There are no cases to run. {en}The rule systems are: {known}."
        )));
    }
    Ok(cases)
}

fn about_another(file: &Path, cases: &[Case]) -> Result<Statement, Failure> {
    let name = file.display().to_string();
    let (engine, answers) = conformance::answers(&read(file)?).map_err(|error| in_file(&name, &error))?;
    let answers: BTreeMap<&str, &Answer> = answers.iter().map(|answer| (answer.id.as_str(), answer)).collect();
    Ok(conformance::statement(&engine.unwrap_or(name), cases, |case| {
        let found = answers.get(case.id.as_str()).map(|&answer| answer.clone());
        found.ok_or_else(|| {
            bilingual!("答案文件里没有这一题，请补上。", "the answer file has no line for this case: add one")
        })
    }))
}

fn read(file: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = if file.as_os_str() == "-" {
        std::io::stdin().take(LIMIT).read_to_string(&mut text)
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(LIMIT).read_to_string(&mut text))
    };
    read.map_err(|error| Failure::at(file, &error))?;
    Ok(text)
}

fn json<T: serde::Serialize>(value: &T) -> String {
    // Strings and integers always serialise.
    serde_json::to_string(value).unwrap_or_default()
}

fn in_file(name: &str, error: &LineError) -> Failure {
    at(&format!("{name}:{}", error.line), &error.text)
}

fn at(place: &str, text: &Text) -> Failure {
    let Text { zh, en } = text;
    Failure(bilingual!("{place}：{zh}", "{place}: {en}"))
}
