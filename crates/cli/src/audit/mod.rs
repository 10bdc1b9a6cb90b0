//! `caipan audit`: audits logs on all cores, in constant memory, and prints the results in input order.
//!
//! One thread reads and hands out bundles of documents, the workers audit and render them, this thread prints. The
//! queue of bundles to print is bounded, so reading waits for printing.

mod auditor;
mod codes;
mod foreign;
mod format;
mod github;
mod outputs;
mod statistics;
mod sum;
mod unapplied;
mod watch;

use super::bar::Bar;
use super::documents::folders::FolderFilter;
use super::documents::{self, Document, Documents};
use super::paint::Voice;
use super::source::{Reader, Source, tell_preset};
use super::{Ended, Failure, join, reports};
use auditor::{Auditor, Printed, Shown};
use caipan_auditor::{InputFormat, Override};
use caipan_engine::report::{Baseline, PastLine};
use caipan_log::Limits;
use caipan_tiles::bilingual;
use codes::Codes;
use foreign::{Holding, Next};
use format::{Format, Printer};
use outputs::{Outputs, Target};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use sum::{FailOn, Outcome, Sum};
use unapplied::Unapplied;
use watch::Files;

/// Maximum number of documents and bytes per bundle, large enough to make the handover negligible.
const BUNDLE: (usize, usize) = (64, 256 << 10);

#[derive(Clone, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(super) struct Args {
    /// Files, folders, or - for standard input; .gz, .zst and NDJSON are supported · 文件、目录或 -（标准输入）
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of standard output · 标准输出的格式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write further formats to files, such as sarif=a.sarif,junit=b.xml; repeatable · 另把其他格式写入文件，可重复
    #[arg(long, value_name = "FORMAT=FILE", value_parser = outputs::target, value_delimiter = ',')]
    output: Vec<Target>,
    /// Audit under these rules instead of the declared ones · 改按此规则审核
    #[arg(long, value_name = "SYSTEM")]
    rules: Option<String>,
    /// Change a house rule in the logs whose rules have it; repeatable · 更改一项规则选项（只用于有此选项的规则），可重复
    #[arg(long, value_name = "OPTION=VALUE", value_parser = setting)]
    set: Vec<(String, String)>,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    filter: FolderFilter,
    /// Count only findings of these codes; A7 means all that begin with A7 · 只计这些代码的问题；A7 指以 A7 开头的全部代码
    #[arg(long, value_name = "CODE", value_parser = codes::prefix, value_delimiter = ',')]
    select: Vec<String>,
    /// Do not count findings of these codes · 不计这些代码的问题
    #[arg(long, value_name = "CODE", value_parser = codes::prefix, value_delimiter = ',')]
    ignore: Vec<String>,
    /// Lowest verdict that ends the run with exit status 1 · 从哪种结论起退出码为 1
    #[arg(long, value_enum, value_name = "VERDICT", default_value_t)]
    fail_on: FailOn,
    /// Reports of an earlier run (--format baseline): count only new findings · 先前的完整报告，只计其后新出现的问题
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Count findings by code instead of printing logs · 不逐份输出，只按代码统计问题
    #[arg(long)]
    statistics: bool,
    /// Join the records that several clients wrote of one match (same id) · 同一场（id 相同）的多份记录先合成一份再审
    #[arg(long, conflicts_with = "watch")]
    join: bool,
    /// Audit again whenever a file changes, until interrupted · 文件一有变化就重新审核，直到中断
    #[arg(long)]
    watch: bool,
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

/// A document, with the folder that the user named.
type InFolder = (Document, Option<Arc<Path>>);

/// A bundle for a worker, with the channel for its result.
type Job = (Vec<InFolder>, SyncSender<Vec<Printed>>);

pub(super) fn run(args: Args, voice: Voice) -> Ended {
    if !args.watch {
        return once(args, voice);
    }
    if documents::has_stdin(&args.files) {
        return Err(Failure(bilingual!(
            "--watch 只能用于文件和目录，不能用于标准输入。请写明要看的文件或目录。",
            "--watch needs files or folders, not standard input. Name those to watch."
        )));
    }
    let filter = args.filter();
    let mut files = Files::of(&args.files, &filter);
    loop {
        once(args.clone(), voice)?;
        if !voice.quiet {
            let count = files.len();
            let noun = if count == 1 { "file" } else { "files" };
            let said = bilingual!(
                "正在监视 {count} 个文件，按 Ctrl-C 结束。",
                "Watching {count} {noun}. Press Ctrl-C to stop."
            );
            eprintln!("{}", said.get(voice.lang));
        }
        files = files.changed(&args.files, &filter);
    }
}

impl Args {
    fn filter(&self) -> FolderFilter {
        self.filter.clone().without(outputs::paths(&self.output))
    }
}

fn once(args: Args, voice: Voice) -> Ended {
    unapplied::check(&args.set).map_err(Failure)?;
    let filter = args.filter();
    let strict = Override { rules: args.rules, options: args.set, ..Override::default() };
    strict.check().map_err(Failure)?;
    if let Some(rules) = &strict.rules {
        tell_preset(rules, voice);
    }
    if let Some(path) = &args.baseline
        && let Some(target) = outputs::overwriting(&args.output, path)
    {
        let path = target.path.display();
        return Err(Failure(bilingual!(
            "--output json={path} 会把基线换成只含新问题的结果，下次就不能用了。请写 --output baseline={path}。",
            "--output json={path} would replace the baseline by a result that holds only what is new, which is no baseline. Write \
             --output baseline={path}."
        )));
    }
    let baseline = args.baseline.as_deref().map(|path| baseline(path, voice.lang)).transpose()?;
    let mute = args.statistics && args.format == Format::Text;
    let printer = Printer { format: args.format, full: args.full, mute, voice };
    let mut reader = args.source.reader(voice)?;
    let joined = args.join.then(|| join::groups(&args.files, &reader, voice)).transpose()?;
    if joined.is_some() {
        reader = Reader::Known(InputFormat::Content);
    }
    let mut outputs = Outputs::open(printer, &args.output)?;
    let bar = Bar::of_files(documents::size(&args.files, &filter), args.format == Format::Text, voice);
    let auditor = Auditor {
        baseline,
        codes: Codes { select: args.select, ignore: args.ignore },
        over: Override { skips_unknown: true, ..strict },
        reader,
        printers: outputs.printers(),
        limits: Limits::default(),
        bar: bar.clone(),
    };
    let jobs = args.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
    let has_patterns = filter.has_patterns();
    let documents = Documents::new(&args.files, auditor.limits.bytes, auditor.reader.takes_whole_files());
    let mut documents = documents.filtered(filter);
    let read = documents.progress();
    let documents: Box<dyn Iterator<Item = InFolder> + Send> = match joined {
        Some(groups) => Box::new(groups.into_iter().flat_map(join::Group::documents).map(|document| (document, None))),
        None => Box::new(std::iter::from_fn(move || Some((documents.next()?, documents.folder())))),
    };
    let (to_workers, jobs_waiting) = sync_channel::<Job>(jobs * 2);
    let (to_printer, in_order) = sync_channel::<Receiver<Vec<Printed>>>(jobs * 4);
    let jobs_waiting = Mutex::new(jobs_waiting);
    let mut sum = Sum::new(Unapplied::new(&auditor.over.options));
    std::thread::scope(|scope| {
        scope.spawn(move || hand_out(documents, &to_workers, &to_printer));
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    // The worker holds the lock while it waits: one worker waits for the channel, the others for the
                    // lock.
                    let job = jobs_waiting.lock().map(|jobs| jobs.recv());
                    let Ok(Ok((documents, answer))) = job else { return };
                    let printed = documents.into_iter().map(|(document, folder)| auditor.one(document, folder));
                    // Sending fails only if the printer stopped after an error; the result is then not needed.
                    let _ = answer.send(printed.collect());
                }
            });
        }
        let mut desk = Desk { outputs: &mut outputs, sum: &mut sum, bar: &bar, holding: Holding::default(), voice };
        desk.outputs.begin()?;
        // After an error the queue is dropped, which ends the other threads.
        for answer in in_order {
            for printed in answer.recv().unwrap_or_default() {
                desk.take(printed)?;
            }
            desk.outputs.flush_text()?;
            bar.at(read.load(Ordering::Relaxed), desk.sum.logs());
        }
        desk.end(&auditor, has_patterns)
    })?;
    bar.end();
    let table = args.statistics.then(|| sum.statistics.table(voice.lang, voice.stdout()));
    outputs.end(table.as_deref(), &sum.text(auditor.baseline.as_ref()))?;
    Ok(sum.exit(args.fail_on))
}

/// The place where results arrive in order and are written.
struct Desk<'a> {
    outputs: &'a mut Outputs,
    sum: &'a mut Sum,
    bar: &'a Bar,
    holding: Holding,
    voice: Voice,
}

impl Desk<'_> {
    fn take(&mut self, printed: Printed) -> Result<(), Failure> {
        let next = self.holding.take(printed, &mut self.sum.skipped);
        next.into_iter().try_for_each(|next| self.print(next))
    }

    fn end(&mut self, auditor: &Auditor, has_patterns: bool) -> Result<(), Failure> {
        if let Some(last) = self.holding.end(&mut self.sum.skipped) {
            self.print(last)?;
        }
        let folders: Vec<PathBuf> = self.holding.folders_without_logs().map(Path::to_owned).collect();
        for folder in folders {
            let refused = auditor.one(documents::without_logs(&folder, has_patterns), None);
            self.print(Next::Print(refused))?;
        }
        Ok(())
    }

    fn print(&mut self, next: Next) -> Result<(), Failure> {
        let printed = match next {
            Next::Print(printed) => printed,
            Next::Skip(text) => {
                if !self.voice.quiet {
                    self.bar.say(text.get(self.voice.lang));
                }
                return Ok(());
            }
            Next::Uncounted(file, lines) => {
                let said = bilingual!("{file}：另有 {lines} 行不是牌谱。", "{file}: {lines} more lines are not logs.");
                self.bar.say(said.get(self.voice.lang));
                return Ok(());
            }
        };
        if let Some(error) = &printed.error {
            // The logs before it belong before it on a terminal too.
            self.outputs.flush_text()?;
            self.bar.say(error);
        }
        for Shown { outcome, out } in printed.logs {
            let is_unusable = matches!(outcome, Outcome::Unusable);
            self.bar.hide_while(|| self.outputs.write(out, is_unusable))?;
            self.sum.add(outcome);
        }
        Ok(())
    }
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

fn hand_out(
    documents: impl Iterator<Item = InFolder>,
    to_workers: &SyncSender<Job>,
    to_printer: &SyncSender<Receiver<Vec<Printed>>>,
) {
    let (most, most_bytes) = BUNDLE;
    let (mut bundle, mut bytes) = (Vec::new(), 0);
    let send = |bundle: Vec<InFolder>| {
        let (answer, awaited) = sync_channel(1);
        to_printer.send(awaited).is_ok() && to_workers.send((bundle, answer)).is_ok()
    };
    for (document, folder) in documents {
        bytes += document.bytes.as_ref().map_or(0, Vec::len);
        bundle.push((document, folder));
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
