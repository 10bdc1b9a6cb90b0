//! `caipan audit`: audits logs on all cores, in constant memory, and prints the results in input order.
//!
//! One thread reads and hands out bundles of documents, the workers audit and render them, this thread prints. The
//! queue of bundles to print is bounded, so reading waits for printing.

mod format;
mod sum;

use super::bar::Bar;
use super::documents::{self, Document, Documents};
use super::paint::Voice;
use super::source::{Reader, Source};
use super::{Ended, Failure, refused, reports};
use crate::app::AppError;
use crate::app::engine::{self, Audited, Override, ReadLog, Refusal};
use caipan_engine::report::{Baseline, Origin, PastLine};
use caipan_log::{Limits, Places};
use format::{Format, Printer};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use sum::{Outcome, Sum};

/// Maximum number of documents and bytes per bundle, large enough to make the handover negligible.
const BUNDLE: (usize, usize) = (64, 256 << 10);

#[derive(clap::Args)]
pub(super) struct Args {
    /// Files, folders, or - for standard input; .gz, .zst and NDJSON are supported · 文件、目录或 -（标准输入）
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Output format; json prints one report per line, junit and sarif are for CI systems · 输出格式；json 每行一份报告，junit 与 sarif 供 CI 使用
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Audit under these rules instead of the declared ones · 改按此规则审核
    #[arg(long, value_name = "SYSTEM")]
    rules: Option<String>,
    /// Change a house rule; repeatable · 更改一项规则选项，可重复
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    source: Source,
    /// Output of an earlier audit --format json: report and count only new findings · 先前的 JSON 结果，只报告其后新出现的问题
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Print complete reports, with the payments of every hand · 输出完整报告，含各局输赢
    #[arg(long)]
    full: bool,
    /// Number of audit threads (default: one per core) · 审核线程数，默认每核一个
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

/// Parses `OPTION=VALUE`.
pub(super) fn setting(written: &str) -> Result<(String, String), String> {
    match written.split_once('=') {
        Some((option, value)) if !option.is_empty() => Ok((option.to_owned(), value.to_owned())),
        _ => Err("write OPTION=VALUE · 请写成 选项=值".to_owned()),
    }
}

/// The output for one document, with the outcome of each log in it.
struct Printed {
    outcomes: Vec<Outcome>,
    out: Vec<Vec<u8>>,
    error: Option<String>,
}

/// A bundle for a worker, with the channel for its result.
type Job = (Vec<Document>, SyncSender<Vec<Printed>>);

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    let lang = voice.lang;
    let baseline = args.baseline.as_deref().map(|path| baseline(path, lang)).transpose()?;
    let how = How {
        baseline,
        over: Override { rules: args.rules, options: args.set },
        reader: args.source.reader(voice)?,
        printer: Printer { format: args.format, full: args.full, voice },
        limits: Limits::default(),
    };
    how.over.check().map_err(Failure)?;
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let documents = Documents::new(&args.files, how.limits.bytes, how.reader.takes_whole_files());
    let bar = Bar::new(documents::size(&args.files), how.printer.format == Format::Text, voice);
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
                    // The worker holds the lock while it waits: one worker waits for the channel, the others for the
                    // lock.
                    let job = jobs_waiting.lock().map(|jobs| jobs.recv());
                    let Ok(Ok((documents, answer))) = job else { return };
                    // Sending fails only if the printer stopped after an error; the result is then not needed.
                    let _ = answer.send(documents.into_iter().map(|document| how.one(document)).collect());
                }
            });
        }
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        let mut parts = 0;
        out.write_all(how.printer.head().as_bytes())?;
        for answer in in_order {
            for printed in answer.recv().unwrap_or_default() {
                if let Some(error) = printed.error {
                    out.flush()?;
                    bar.say(&error);
                }
                for part in printed.out.iter().filter(|part| !part.is_empty()) {
                    bar.hide_while(|| how.printer.part(&mut out, part, &mut parts))?;
                }
                printed.outcomes.into_iter().for_each(|outcome| sum.add(outcome));
            }
            bar.at(read.load(Ordering::Relaxed), sum.logs());
            if how.printer.format == Format::Text {
                out.flush()?;
            }
        }
        out.write_all(how.printer.tail(sum.unusable).as_bytes())?;
        out.flush()
    })
    .map_err(|error: std::io::Error| Failure::from(error))?;
    bar.end();
    how.printer.end(&sum.text(how.baseline.as_ref()))?;
    Ok(sum.exit())
}

/// Reads the findings of an earlier run.
fn baseline(path: &Path, lang: caipan_tiles::text::Lang) -> Result<Baseline, Failure> {
    let mut baseline = Baseline::default();
    reports::each(path, lang, |line| match line {
        PastLine::Report(past) => baseline.add(&past),
        PastLine::Unreadable => Ok(()),
    })?;
    Ok(baseline)
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

/// The settings of a run: how every log is audited and printed.
struct How {
    baseline: Option<Baseline>,
    over: Override,
    reader: Reader,
    printer: Printer,
    limits: Limits,
}

impl How {
    fn audit(&self, log: &ReadLog, bytes: &[u8]) -> Result<Audited, AppError> {
        let audited = engine::audit_read(log, bytes)?;
        Ok(match &self.baseline {
            Some(baseline) => audited.without_known(baseline),
            None => audited,
        })
    }

    fn one(&self, document: Document) -> Printed {
        let name = document.name();
        let Document { file, line, bytes } = document;
        let origin = Origin { file: Some(&file), line, places: None };
        let first = line.unwrap_or(1);
        let all = |bytes: &[u8]| -> Result<Vec<Result<Audited, AppError>>, AppError> {
            let logs = engine::read_each(bytes, self.reader.from(), &self.over, &self.limits)?;
            Ok(logs.into_iter().map(|log| Ok(self.audit(&log?, bytes)?.from_line(first))).collect())
        };
        let (bytes, audited) = match bytes {
            Ok(bytes) => {
                let audited = all(&bytes).map_err(|error| Box::new(error.refusal()));
                (bytes, audited)
            }
            Err(text) => (Vec::new(), Err(Box::new(Refusal::of_text(text)))),
        };
        let audited: Vec<Result<Audited, Box<Refusal>>> = match audited {
            Ok(audited) => audited.into_iter().map(|one| one.map_err(|error| Box::new(error.refusal()))).collect(),
            Err(refusal) => vec![Err(refusal)],
        };
        let needs_places = self.printer.needs_places(audited.iter().flatten());
        // Only an adapter records positions in the platform's own JSON.
        let adapted = audited.iter().flatten().any(|audited| audited.report.log.adapter.is_some());
        let places_of = |bytes| if adapted { Places::of_json(bytes) } else { Places::of(bytes) };
        let places = needs_places.then(|| places_of(&bytes)).flatten();
        let with_places = Origin { places: places.as_ref(), ..origin };
        let mut printed = Printed { outcomes: Vec::new(), out: Vec::new(), error: None };
        for one in &audited {
            match one {
                Ok(audited) => {
                    printed.outcomes.push(Outcome::of(&audited.report, self.baseline.as_ref()));
                    printed.out.push(self.printer.audited(&name, &with_places, audited));
                }
                Err(refusal) => {
                    // An error in a command-line rule has no place in the log.
                    let shown = if refusal.line.is_none() && !self.over.is_none() { &[] } else { bytes.as_slice() };
                    let voice = self.printer.voice;
                    let told = refused::told(&name, first, shown, refusal, voice, voice.stderr());
                    printed.error = Some(printed.error.map_or(told.clone(), |before| format!("{before}\n{told}")));
                    printed.outcomes.push(Outcome::Unusable);
                    printed.out.push(self.printer.unusable(&name, &origin, refusal));
                }
            }
        }
        printed
    }
}
