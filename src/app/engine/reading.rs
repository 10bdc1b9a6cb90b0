//! Reading bytes as logs: `paipu/1`, the text notation, third-party formats and adapters. Audits are left to `engine`.

use super::{AppError, Media, Override, Refusal, meant, resolve};
use crate::app::Settings;
use caipan_adapter::{Adapted, Adapter, AdapterError, Allowance, Header, Origins, Shape, shelf};
use caipan_engine::report::AdapterView;
use caipan_log::import;
use caipan_log::{GameLog, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// The names of all shared formats: built-in formats, bundled adapters and adapters of the operator.
pub fn formats() -> impl Iterator<Item = &'static str> {
    import::FORMATS.iter().map(|format| format.id).chain(shelf::known().map(|adapter| adapter.name.as_str()))
}

/// The third-party format or shared adapter with this name.
pub fn format(name: &str) -> Result<InputFormat<'static>, Text> {
    format_among(name, std::iter::empty())
}

/// The format with this name; `own` names further candidates for a suggestion.
fn format_among<'n>(name: &str, own: impl Iterator<Item = &'n str>) -> Result<InputFormat<'static>, Text> {
    let found = import::find(name).map(InputFormat::Format).or_else(|| shelf::find(name).map(InputFormat::Adapter));
    found.ok_or_else(|| {
        let known: Vec<&str> = formats().map(|name| -> &str { name }).chain(own).collect();
        let Text { zh, en } = meant(name, known.iter().copied());
        let known = known.join(", ");
        bilingual!(
            "from 或 adapter 所写的 {name} 既不是第三方格式，也不是适配器。{zh}已知的有：{known}。",
            "{name}, which from or adapter names, is neither a third-party format nor an adapter. {en}The known ones are: {known}."
        )
    })
}

/// Checks that a format or an adapter of this name is known: a shared one, or one of the tenant.
pub fn check_format(name: &str, set: &Settings) -> Result<(), AppError> {
    if set.adapter().is_some() {
        return Ok(());
    }
    format_among(name, set.names()).map(drop).map_err(AppError::UnknownFormat)
}

/// Reads a single log.
pub fn read(bytes: &[u8], media: Media, from: Option<&str>, limits: &Limits) -> Result<ReadLog, AppError> {
    read_set(bytes, media, from, &Settings::default(), limits)
}

/// Reads a single log with the settings of its tenant and checks its rules.
pub fn read_set(
    bytes: &[u8],
    media: Media,
    from: Option<&str>,
    set: &Settings,
    limits: &Limits,
) -> Result<ReadLog, AppError> {
    let log = parse_set(bytes, media, from, set, limits)?;
    resolve(&log)?;
    Ok(log)
}

/// Reads like [`read_set`] without the check of the rules, which the audit makes.
pub fn parse_set(
    bytes: &[u8],
    media: Media,
    from: Option<&str>,
    set: &Settings,
    limits: &Limits,
) -> Result<ReadLog, AppError> {
    let named = |from: &str| match set.adapter() {
        Some(own) => Ok(InputFormat::Adapter(own)),
        None => format_among(from, set.names()),
    };
    let mut log = match (from, media) {
        (Some(from), _) => only(match named(from).map_err(AppError::UnknownFormat)? {
            // The sender is untrusted, so all matches share one allowance.
            InputFormat::Adapter(adapter) => {
                let logs = adapter.logs_within(bytes, limits, Allowance::of(bytes.len()));
                of_adapter(adapter, logs.map_err(unreadable)?)
            }
            from => translated(bytes, from, limits)?,
        })?,
        (None, media) => own(bytes, media, limits)?,
    };
    log.log.rules.houses = set.houses();
    Ok(log)
}

/// How to read the bytes of a file.
#[derive(Clone, Copy, Debug)]
pub enum InputFormat<'a> {
    /// Recognise the format by content.
    Content,
    /// A third-party format.
    Format(&'static import::Format),
    /// An adapter.
    Adapter(&'a Adapter),
}

/// A log with its origin.
#[derive(Clone, Debug)]
pub struct ReadLog {
    /// The log.
    pub log: GameLog,
    /// The adapter that translated it, and the positions in the original.
    pub adapter: Option<(AdapterView, Origins)>,
}

impl InputFormat<'_> {
    /// Returns whether a file is one document even if it has several lines.
    pub fn takes_whole_files(self) -> bool {
        match self {
            InputFormat::Content => false,
            InputFormat::Format(_) => true,
            InputFormat::Adapter(adapter) => adapter.shape != Shape::Lines,
        }
    }
}

/// Reads every log of a file and checks their rules.
pub fn read_all(
    bytes: &[u8],
    from: InputFormat<'_>,
    over: &Override,
    limits: &Limits,
) -> Result<Vec<ReadLog>, AppError> {
    let mut logs = translated(bytes, from, limits)?;
    for read in &mut logs {
        read.log.rules = over.declared(&read.log.rules);
        resolve(read)?;
    }
    Ok(logs)
}

/// Reads every log of a file independently: an unreadable match does not affect the others. The rules of matches from an
/// adapter are left to the audit.
pub fn read_each(
    bytes: &[u8],
    from: InputFormat<'_>,
    over: &Override,
    limits: &Limits,
) -> Result<Vec<Result<ReadLog, AppError>>, AppError> {
    let recognised = || shelf::sniff(bytes).filter(|_| import::sniff(bytes).is_none());
    let adapter = match from {
        InputFormat::Adapter(adapter) => Some(adapter),
        InputFormat::Content => recognised(),
        InputFormat::Format(_) => None,
    };
    let Some(adapter) = adapter else {
        return Ok(read_all(bytes, from, over, limits)?.into_iter().map(Ok).collect());
    };
    let ready = |adapted: Result<Adapted, AdapterError>| {
        let mut read = one_of_adapter(adapter, adapted.map_err(unreadable)?);
        read.log.rules = over.declared(&read.log.rules);
        Ok(read)
    };
    Ok(adapter.each(bytes, limits).map_err(unreadable)?.into_iter().map(ready).collect())
}

/// Reads every log of a file without a check of the rules, for translation only.
pub fn translated(bytes: &[u8], from: InputFormat<'_>, limits: &Limits) -> Result<Vec<ReadLog>, AppError> {
    match from {
        InputFormat::Adapter(adapter) => adapted(bytes, adapter, limits),
        InputFormat::Format(format) => Ok(import_all(bytes, format)?.into_iter().map(plain).collect()),
        InputFormat::Content => recognised(bytes, limits),
    }
}

/// The first bytes of files that people send in place of a log.
const PICTURES: [(&[u8], &str); 5] =
    [(b"\x89PNG", "PNG"), (b"\xFF\xD8\xFF", "JPEG"), (b"GIF8", "GIF"), (b"RIFF", "WebP"), (b"%PDF", "PDF")];

/// Reads `paipu/1` or the text notation.
fn own(bytes: &[u8], media: Media, limits: &Limits) -> Result<ReadLog, AppError> {
    if let Some((_, name)) = PICTURES.iter().find(|(first, _)| bytes.starts_with(first)) {
        return Err(AppError::Unreadable(Box::new(Refusal {
            code: "unknown-format".to_owned(),
            ..Refusal::of_text(bilingual!(
                "这是一个 {name} 文件，不是牌谱；图片认不出牌。请用游戏服务器记录的牌谱，或照图写成 paipu/1 文字谱（见 docs/log-format.md）。",
                "This is a {name} file, not a log, and tiles are not recognised in pictures. Use the log that the game server \
                 recorded, or write the game down in the text notation (docs/log-format.md)."
            ))
        })));
    }
    let log = match media {
        Media::Text => caipan_log::from_text(text(bytes)?, limits).map_err(unreadable)?,
        Media::Json | Media::Other => caipan_log::read(bytes, limits).map_err(unreadable)?,
    };
    Ok(plain(log))
}

fn unreadable(error: impl Into<Refusal>) -> AppError {
    AppError::Unreadable(Box::new(error.into()))
}

fn plain(log: GameLog) -> ReadLog {
    ReadLog { log, adapter: None }
}

fn adapted(bytes: &[u8], adapter: &Adapter, limits: &Limits) -> Result<Vec<ReadLog>, AppError> {
    let logs = adapter.logs(bytes, limits).map_err(unreadable)?;
    Ok(of_adapter(adapter, logs))
}

/// Labels the logs of an adapter with its name, version and digest.
pub fn of_adapter(adapter: &Adapter, logs: Vec<Adapted>) -> Vec<ReadLog> {
    logs.into_iter().map(|adapted| one_of_adapter(adapter, adapted)).collect()
}

fn one_of_adapter(adapter: &Adapter, Adapted { log, origins }: Adapted) -> ReadLog {
    let Adapter { name, version, digest, .. } = adapter;
    let view = AdapterView { name: name.clone(), version: version.clone(), digest: digest.clone() };
    ReadLog { log, adapter: Some((view, origins)) }
}

fn recognised(bytes: &[u8], limits: &Limits) -> Result<Vec<ReadLog>, AppError> {
    let (media, from) = media_of(bytes);
    match from {
        Some(name) => translated(bytes, format(name).map_err(AppError::UnknownFormat)?, limits),
        None => match (own(bytes, media, limits), Header::of(bytes)) {
            (Err(_), Some(header)) => Err(unreadable(unknown_table(&header.columns))),
            (log, _) => Ok(vec![log?]),
        },
    }
}

/// A table that no bundled adapter reads.
fn unknown_table(columns: &[String]) -> Refusal {
    const SHOWN: usize = 12;
    let more = if columns.len() > SHOWN { " …" } else { "" };
    let columns = columns.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(", ");
    Refusal {
        code: "unknown-table".to_owned(),
        ..Refusal::of_text(bilingual!(
            "这是一张表格（列：{columns}{more}），没有适配器认得它。请用 --adapter 指定适配器；还没有的，先用 caipan adapter new 起草一个。",
            "This is a table with the columns {columns}{more}, and no adapter recognises it. Name one with --adapter; if there is none, \
             draft one with caipan adapter new."
        ))
    }
}

/// Recognises the format of bytes: a third-party format, JSON or the text notation.
pub fn media_of(bytes: &[u8]) -> (Media, Option<&'static str>) {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte));
    let bundled = || shelf::sniff(bytes).map(|adapter| adapter.name.as_str());
    match (import::sniff(bytes), first) {
        (Some(format), _) => (Media::Other, Some(format.id)),
        (None, Some(b'{' | b'[') | None) => bundled().map_or((Media::Json, None), |name| (Media::Other, Some(name))),
        (None, Some(_)) => bundled().map_or((Media::Text, None), |name| (Media::Other, Some(name))),
    }
}

fn import_all(bytes: &[u8], format: &import::Format) -> Result<Vec<GameLog>, AppError> {
    (format.read)(bytes).map_err(unreadable)
}

fn only(logs: Vec<ReadLog>) -> Result<ReadLog, AppError> {
    let count = logs.len();
    match <[ReadLog; 1]>::try_from(logs) {
        Ok([log]) => Ok(log),
        Err(_) => Err(AppError::Unreadable(Box::new(Refusal {
            code: "several-matches".to_owned(),
            pointer: None,
            line: None,
            column: None,
            text: bilingual!(
                "文件里有 {count} 场对局，而一次只收一场。请用 caipan convert 拆开后逐场发送。",
                "The file holds {count} matches, and one is taken at a time. Part them with caipan convert and send each."
            ),
        }))),
    }
}

fn text(bytes: &[u8]) -> Result<&str, AppError> {
    // UTF-16 files usually begin with a byte order mark.
    let coding =
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) { "UTF-16" } else { "GB18030" };
    std::str::from_utf8(bytes).map_err(|error| {
        AppError::Unreadable(Box::new(Refusal {
            code: "not-utf8".to_owned(),
            pointer: None,
            line: Some(bytes.iter().take(error.valid_up_to()).filter(|&&byte| byte == b'\n').count() as u64 + 1),
            column: None,
            text: bilingual!(
                "不是 UTF-8 文本。请转换编码后再发（例如 iconv -f {coding} -t UTF-8）。",
                "This is not UTF-8 text. Convert it and send it again (for example iconv -f {coding} -t UTF-8)."
            ),
        }))
    })
}
