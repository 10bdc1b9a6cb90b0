//! `caipan score`: calculates one win line by line. The question is JSON; the answer is text or JSON, and so is the reason
//! why there is none.

use super::documents::Documents;
use super::paint::Voice;
use super::{CLEAN, Ended, UNUSABLE, refused};
use caipan_auditor::{Refusal, settle};
use caipan_engine::report::Style;
use caipan_engine::score::{Grounds, settlement};
use caipan_log::{Houses, Places};
use caipan_tiles::text::Text;
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Maximum size of a question in bytes.
const LIMIT: usize = 1 << 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The question as JSON, or - for standard input · 算分请求（JSON），- 为标准输入
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
    /// Output format · 输出格式
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// For people · 供阅读
    Text,
    /// The ledger and its sums as one document, like the service's answer · 一份 JSON，与服务的回答相同
    Json,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut ended = CLEAN;
    for document in Documents::new(std::slice::from_ref(&args.file), LIMIT, true) {
        let name = document.name();
        let (bytes, unread) = match document.bytes {
            Ok(bytes) => (bytes, None),
            Err(text) => (Vec::default(), Some(Box::new(Refusal::of_text(text)))),
        };
        match (args.format, unread.map_or_else(|| settle(&bytes, &Houses::default()), Err)) {
            (Format::Json, Ok(answer)) => json(&mut out, &answer)?,
            (Format::Json, Err(refusal)) => {
                json(&mut out, &Unsettled::of(&refusal, &bytes))?;
                ended = UNUSABLE;
            }
            (Format::Text, Err(refusal)) => return Err(refused::failure(&name, &bytes, &refusal, voice)),
            (Format::Text, Ok(answer)) => {
                let style = Style { lang: voice.lang, colour: voice.stdout().is_on(), full: true };
                write!(out, "{}", settlement(&answer, style))?;
            }
        }
    }
    out.flush()?;
    Ok(ended)
}

/// The reason why a question has no answer, as JSON.
#[derive(Serialize)]
struct Unsettled<'a> {
    code: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    message: &'a Text,
    #[serde(flatten)]
    grounds: Option<&'a Grounds>,
}

impl<'a> Unsettled<'a> {
    /// Returns the reason with the place in the question.
    fn of(refusal: &'a Refusal, question: &[u8]) -> Unsettled<'a> {
        let Refusal { code, pointer, line, column, text, grounds } = refusal;
        let pointer = pointer.as_deref().filter(|pointer| !pointer.is_empty());
        let found = pointer.and_then(|pointer| Some(Places::of_json(question)?.find(pointer)));
        let (line, column) = match found.filter(|_| line.is_none()) {
            Some((line, column)) => (Some(line), Some(column)),
            None => (*line, *column),
        };
        Unsettled { code, pointer, line, column, message: text, grounds: grounds.as_deref() }
    }
}

fn json(out: &mut impl Write, answer: &impl Serialize) -> std::io::Result<()> {
    writeln!(out, "{}", serde_json::to_string(answer).map_err(std::io::Error::from)?)
}
