//! `caipan audit`: audit logs on all cores, in constant memory, and answer in the order of the input.
//!
//! One thread reads and hands out bundles of documents, the workers audit and render them, this thread prints. The queue
//! of bundles that are not printed yet is bounded: reading waits for printing, however large the input is.

use super::documents::{self, Document, Documents};
use super::paint::Paint;
use super::{CLEAN, Ended, FOUND, Failure, UNUSABLE};
use crate::app::AppError;
use crate::app::engine::{self, Audited, Override};
use crate::audit::Verdict;
use crate::log::Limits;
use crate::report::{self, Style};
use crate::say;
use crate::say::Lang;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

/// Documents and bytes in one bundle at most: enough that handing over costs nothing beside the audit.
const BUNDLE: (usize, usize) = (64, 256 << 10);

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files, folders, or - for standard input; .gz, .zst and one document a line are understood · 文件、目录或 -（标准输入）
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// What to print; json is one report a line · 输出格式，json 为每行一份报告
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Audit under these rules instead of the declared ones · 改按此规则审核
    #[arg(long, value_name = "SYSTEM")]
    rules: Option<String>,
    /// Change a house rule; may be given several times · 更改一项规则选项，可重复
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    /// The third-party format of the input · 输入所用的第三方格式
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// Print every report whole, with the payments of every hand · 输出完整报告，含各局输赢
    #[arg(long)]
    full: bool,
    /// How many threads audit; by default one a core · 审核线程数，默认每核一个
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

/// `OPTION=VALUE` as typed.
pub(super) fn setting(written: &str) -> Result<(String, String), String> {
    match written.split_once('=') {
        Some((option, value)) if !option.is_empty() => Ok((option.to_owned(), value.to_owned())),
        _ => Err("write OPTION=VALUE · 请写成 选项=值".to_owned()),
    }
}

/// What one log came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Audited(Verdict),
    Unusable,
}

/// What there is to print of one document.
struct Printed {
    outcomes: Vec<Outcome>,
    out: Vec<u8>,
    error: Option<String>,
}

/// A bundle on its way to a worker, with where its answer is awaited.
type Job = (Vec<Document>, SyncSender<Vec<Printed>>);

pub(super) fn run(args: Args, lang: Lang) -> Ended {
    let how = How {
        over: Override { rules: args.rules, options: args.set },
        from: args.from,
        format: args.format,
        full: args.full,
        lang,
        paint: Paint::for_stdout(),
        limits: Limits::default(),
    };
    how.over.check().map_err(Failure)?;
    if let Some(from) = &how.from {
        engine::format(from).map_err(Failure)?;
    }
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let documents = Documents::new(&args.files, how.limits.bytes, how.from.is_some());
    let bar = Bar::new(documents::size(&args.files), how.format == Format::Text);
    let read = documents.progress();
    let (to_workers, jobs_waiting) = sync_channel::<Job>(jobs * 2);
    let (to_printer, in_order) = sync_channel::<Receiver<Vec<Printed>>>(jobs * 4);
    let jobs_waiting = Mutex::new(jobs_waiting);
    let mut sum = Sum::default();
    std::thread::scope(|scope| {
        scope.spawn(move || hand_out(documents, &to_workers, &to_printer));
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    // The lock is held while waiting: one worker waits for the channel, the others for the lock.
                    let job = jobs_waiting.lock().map(|jobs| jobs.recv());
                    let Ok(Ok((documents, answer))) = job else { return };
                    // The printer goes away only when printing failed; then nobody wants the answer.
                    let _ = answer.send(documents.into_iter().map(|document| how.one(document)).collect());
                }
            });
        }
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        for answer in in_order {
            for printed in answer.recv().unwrap_or_default() {
                if let Some(error) = printed.error {
                    out.flush()?;
                    bar.say(&error);
                }
                bar.hide_while(|| out.write_all(&printed.out))?;
                printed.outcomes.iter().for_each(|&outcome| sum.add(outcome));
            }
            bar.at(read.load(Ordering::Relaxed), sum.logs());
            if how.format == Format::Text {
                out.flush()?;
            }
        }
        out.flush()
    })
    .map_err(|error: std::io::Error| Failure::from(error))?;
    bar.end();
    sum.print(&how)?;
    Ok(sum.exit())
}

fn hand_out(documents: Documents, to_workers: &SyncSender<Job>, to_printer: &SyncSender<Receiver<Vec<Printed>>>) {
    let (most, most_bytes) = BUNDLE;
    let (mut bundle, mut bytes) = (Vec::new(), 0);
    let send = |bundle: Vec<Document>| {
        let (answer, awaited) = sync_channel(1);
        to_printer.send(awaited).is_ok() && to_workers.send((bundle, answer)).is_ok()
    };
    for document in documents {
        bytes += document.bytes.as_ref().map_or(0, Vec::len);
        bundle.push(document);
        if bundle.len() >= most || bytes >= most_bytes {
            bytes = 0;
            if !send(std::mem::take(&mut bundle)) {
                return;
            }
        }
    }
    if !bundle.is_empty() {
        send(bundle);
    }
}

/// How every log is audited and shown.
struct How {
    over: Override,
    from: Option<String>,
    format: Format,
    full: bool,
    lang: Lang,
    paint: Paint,
    limits: Limits,
}

impl How {
    fn one(&self, document: Document) -> Printed {
        let Document { name, bytes } = document;
        let read = bytes.map_err(|text| (None, text)).and_then(|bytes| {
            engine::read_all(&bytes, self.from.as_deref(), &self.over, &self.limits)
                .and_then(|logs| logs.iter().map(|log| engine::audit(log, &bytes)).collect::<Result<Vec<_>, _>>())
                .map_err(AppError::refusal)
                .map_err(|refusal| (Some(refusal.place()), refusal.text))
        });
        match read {
            Ok(audited) => Printed {
                outcomes: audited.iter().map(|audited| Outcome::Audited(audited.report.verdict)).collect(),
                out: audited.iter().flat_map(|audited| self.render(&name, audited)).collect(),
                error: None,
            },
            Err((place, text)) => {
                let place =
                    place.filter(|place| !place.is_empty()).map_or_else(String::new, |place| format!(" ({place})"));
                let said = format!("{name}{place}: {}", text.get(self.lang));
                let out = match self.format {
                    Format::Json => {
                        let line = serde_json::json!({ "source": name, "error": { "zh": text.zh, "en": text.en } });
                        format!("{line}\n").into_bytes()
                    }
                    Format::Text => Vec::new(),
                };
                Printed { outcomes: vec![Outcome::Unusable], out, error: Some(said) }
            }
        }
    }

    fn render(&self, name: &str, audited: &Audited) -> Vec<u8> {
        match self.format {
            Format::Json => [audited.json.as_slice(), b"\n"].concat(),
            Format::Text => {
                let style = Style { lang: self.lang, colour: self.paint.is_on(), full: self.full };
                let text = report::text(&audited.report, style);
                // A clean log is one line among many unless all of it was asked for.
                let short = audited.report.verdict == Verdict::Clean && !self.full;
                let text = if short { text.lines().next().unwrap_or_default() } else { &text };
                format!("{}: {text}\n", self.paint.bold(name)).into_bytes()
            }
        }
    }
}

/// How many logs came to what.
#[derive(Default)]
struct Sum {
    clean: u64,
    faulty: u64,
    variant: u64,
    unverifiable: u64,
    unusable: u64,
}

impl Sum {
    fn add(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Audited(Verdict::Clean) => &mut self.clean,
            Outcome::Audited(Verdict::Faulty) => &mut self.faulty,
            Outcome::Audited(Verdict::Variant) => &mut self.variant,
            Outcome::Audited(Verdict::Unverifiable) => &mut self.unverifiable,
            Outcome::Unusable => &mut self.unusable,
        };
        *count += 1;
    }

    fn logs(&self) -> u64 {
        self.clean + self.faulty + self.variant + self.unverifiable + self.unusable
    }

    fn exit(&self) -> u8 {
        match self {
            Sum { unusable: 1.., .. } => UNUSABLE,
            Sum { faulty: 1.., .. } | Sum { variant: 1.., .. } => FOUND,
            _ => CLEAN,
        }
    }

    /// Goes beside text, and to standard error beside JSON, which is for programs.
    fn print(&self, how: &How) -> std::io::Result<()> {
        let Sum { clean, faulty, variant, unverifiable, unusable } = self;
        let logs = self.logs();
        let said = say!(
            "共 {logs} 份：无误 {clean}，有误 {faulty}，规则不同 {variant}，无法核实 {unverifiable}，无法读取 {unusable}。",
            "{logs} logs: {clean} clean, {faulty} faulty, {variant} variant, {unverifiable} unverifiable, {unusable} unusable."
        );
        match how.format {
            Format::Text => writeln!(std::io::stdout(), "{}", how.paint.bold(said.get(how.lang))),
            Format::Json => writeln!(std::io::stderr(), "{}", said.get(how.lang)),
        }
    }
}

/// A progress bar on a terminal, nothing elsewhere.
struct Bar {
    bar: Option<ProgressBar>,
    shares_terminal: bool,
}

impl Bar {
    fn new(size: Option<u64>, text: bool) -> Bar {
        if !std::io::stderr().is_terminal() {
            return Bar { bar: None, shares_terminal: false };
        }
        let (bar, template) = match size {
            Some(size) => (ProgressBar::new(size), "{bar:40} {percent:>3}% {msg} {elapsed} (eta {eta})"),
            None => (ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}"),
        };
        let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        Bar { bar: Some(bar.with_style(style)), shares_terminal: text && std::io::stdout().is_terminal() }
    }

    fn at(&self, bytes: u64, logs: u64) {
        if let Some(bar) = &self.bar {
            bar.set_position(bytes);
            bar.set_message(logs.to_string());
        }
    }

    fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }

    fn hide_while<T>(&self, print: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) if self.shares_terminal => bar.suspend(print),
            _ => print(),
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
