//! The outputs of a run: standard output, and files in other formats.
//!
//! A file appears under its name when the run has ended, so that a run that fails leaves the file of an earlier run.

use super::super::Failure;
use super::super::documents::folders::is_same;
use super::format::{Format, Printer};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use clap::ValueEnum;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// A format and the file to write it to.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) format: Format,
    pub(super) path: PathBuf,
}

/// Parses `FORMAT=FILE`.
pub(super) fn target(written: &str) -> Result<Target, String> {
    let names: Vec<String> = Format::value_variants()
        .iter()
        .filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()))
        .collect();
    let known = names.join(", ");
    let wrong = |en: &str, zh: &str| {
        Err(format!("{en}; write FORMAT=FILE, FORMAT being one of {known} · {zh}。请写成 格式=文件，格式可为 {known}"))
    };
    match written.split_once('=') {
        None => wrong("a format and its file belong here", "这里要写格式和文件"),
        Some((_, "" | "-")) => wrong("the name of a file is missing", "缺少文件名"),
        Some((format, path)) => match Format::from_str(format, false) {
            Ok(format) => Ok(Target { format, path: path.into() }),
            Err(_) => wrong(&format!("there is no format `{format}`"), &format!("没有名为 {format} 的格式")),
        },
    }
}

/// The output of one document in one format: its parts.
pub(super) type Parts = Vec<Vec<u8>>;

/// The outputs of a run, in the order of their printers.
pub(super) struct Outputs {
    all: Vec<Output>,
}

struct Output {
    printer: Printer,
    sink: Sink,
    parts: u64,
    unusable: u64,
}

enum Sink {
    Stdout(BufWriter<io::Stdout>),
    /// The file being written, and its final name.
    File(BufWriter<File>, Place),
    /// Standard output that nobody reads any more.
    Closed,
}

/// The names of a file.
struct Place {
    /// The name while it is written; `None` for a device or a pipe, which is written directly.
    part: Option<PathBuf>,
    path: PathBuf,
}

impl Place {
    fn of(path: &Path) -> Place {
        // A link stays a link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let is_device = path.exists() && !path.is_file();
        let part = (!is_device).then(|| {
            let mut part = path.clone().into_os_string();
            part.push(".part");
            PathBuf::from(part)
        });
        Place { part, path }
    }

    fn create(&self) -> io::Result<File> {
        match &self.part {
            Some(part) => File::create(part),
            None => File::options().write(true).open(&self.path),
        }
    }

    fn finish(&self) -> io::Result<()> {
        self.part.as_ref().map_or(Ok(()), |part| std::fs::rename(part, &self.path))
    }
}

impl Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.write_all(bytes),
            Sink::File(file, _) => file.write_all(bytes),
            Sink::Closed => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::File(file, _) => file.flush(),
            Sink::Closed => Ok(()),
        }
    }
}

impl Outputs {
    /// Opens the files. The first output is standard output.
    pub(super) fn open(first: Printer, targets: &[Target]) -> Result<Outputs, Failure> {
        let stdout = Output { printer: first, sink: Sink::Stdout(BufWriter::new(io::stdout())), parts: 0, unusable: 0 };
        // From here on a failure removes the files begun so far.
        let mut outputs = Outputs { all: vec![stdout] };
        for (at, Target { format, path }) in targets.iter().enumerate() {
            if targets.iter().take(at).any(|other| is_same(&other.path, path)) {
                let path = path.display();
                return Err(Failure(bilingual!(
                    "--output 把两种格式写到同一个文件 {path}。请分别命名。",
                    "--output writes two formats to {path}. Give each a file of its own."
                )));
            }
            if path.is_dir() {
                let path = path.display();
                return Err(Failure(bilingual!(
                    "--output 的 {path} 是目录。请写文件名。",
                    "{path} of --output is a folder. Name a file."
                )));
            }
            let place = Place::of(path);
            let file = place.create().map_err(|error| Failure::at(path, &error))?;
            let sink = Sink::File(BufWriter::new(file), place);
            outputs.all.push(Output { printer: first.to_file(*format), sink, parts: 0, unusable: 0 });
        }
        Ok(outputs)
    }

    /// The printers, for the threads that render.
    pub(super) fn printers(&self) -> Vec<Printer> {
        self.all.iter().map(|output| output.printer).collect()
    }

    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        self.each(|output| {
            let head = output.printer.head();
            output.sink.write(head.as_bytes())
        })
    }

    /// Writes the parts of one document. `is_unusable` is true for an input that is not a log.
    pub(super) fn write(&mut self, parts: Vec<Parts>, is_unusable: bool) -> Result<(), Failure> {
        let mut parts = parts.into_iter();
        self.each(|output| {
            for part in parts.next().unwrap_or_default().iter().filter(|part| !part.is_empty()) {
                let before = output.printer.before(output.parts, output.unusable);
                output.sink.write(before.as_bytes())?;
                output.sink.write(part)?;
                output.parts += 1;
            }
            output.unusable += u64::from(is_unusable);
            Ok(())
        })
    }

    /// Shows the text so far to a reader who waits for it.
    pub(super) fn flush_text(&mut self) -> Result<(), Failure> {
        self.each(|output| if output.printer.format == Format::Text { output.sink.flush() } else { Ok(()) })
    }

    /// Writes the ends of the documents and gives the files their names. The closing sentences follow text; beside
    /// other formats they go to standard error.
    pub(super) fn end(mut self, table: Option<&str>, said: &Text) -> Result<(), Failure> {
        self.each(|output| {
            let tail = output.printer.tail(output.unusable);
            output.sink.write(tail.as_bytes())?;
            output.sink.flush()
        })?;
        for output in &mut self.all {
            let is_text = output.printer.format == Format::Text;
            let closing = output.printer.closing(table, said);
            match &mut output.sink {
                Sink::Stdout(stdout) if is_text => {
                    stdout.write_all(closing.as_bytes())?;
                    stdout.flush()?;
                }
                Sink::Stdout(_) => io::stderr().write_all(closing.as_bytes())?,
                Sink::Closed => {}
                Sink::File(file, place) => {
                    let mut finish = || {
                        if is_text {
                            file.write_all(closing.as_bytes())?;
                        }
                        file.flush()?;
                        place.finish()
                    };
                    finish().map_err(|error| Failure::at(&place.path, &error))?;
                }
            }
        }
        Ok(())
    }

    /// Runs one step for every output. An error of a file names it.
    fn each(&mut self, mut step: impl FnMut(&mut Output) -> io::Result<()>) -> Result<(), Failure> {
        let has_files = self.all.len() > 1;
        for output in &mut self.all {
            let Err(error) = step(output) else { continue };
            match &output.sink {
                // The files are still wanted when nobody reads standard output any more.
                Sink::Stdout(_) if has_files && error.kind() == io::ErrorKind::BrokenPipe => {
                    output.sink = Sink::Closed;
                }
                Sink::Stdout(_) | Sink::Closed => return Err(Failure::from(error)),
                Sink::File(_, place) => return Err(Failure::at(&place.path, &error)),
            }
        }
        Ok(())
    }
}

impl Drop for Outputs {
    fn drop(&mut self) {
        for output in &self.all {
            if let Sink::File(_, Place { part: Some(part), .. }) = &output.sink {
                // After the rename there is nothing to remove.
                let _ = std::fs::remove_file(part);
            }
        }
    }
}

/// Returns the files that the targets name, so that the run does not read them as logs.
pub(super) fn paths(targets: &[Target]) -> Vec<PathBuf> {
    targets.iter().map(|target| Path::new(&target.path).to_owned()).collect()
}

/// Returns the target that would replace a baseline by reports without the known findings.
pub(super) fn overwriting<'a>(targets: &'a [Target], baseline: &Path) -> Option<&'a Target> {
    targets.iter().find(|target| target.format == Format::Json && is_same(&target.path, baseline))
}
