//! Bytes as logs: `paipu/1`, the text notation, a third-party format, or whatever an adapter reads.

use super::{AppError, Media, Override, Refusal, meant, resolve};
use crate::app::Settings;
use caipan_adapter::{Adapted, Adapter, AdapterError, Allowance, Origins, Shape, shelf};
use caipan_engine::report::AdapterView;
use caipan_log::import;
use caipan_log::{GameLog, Limits};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// The names of all formats that can be read without an adapter of one's own: built in, bundled, an operator's.
pub fn formats() -> impl Iterator<Item = &'static str> {
    import::FORMATS.iter().map(|format| format.id).chain(shelf::known().map(|adapter| adapter.name.as_str()))
}

/// The third-party format, or the adapter, of this name.
pub fn format(name: &str) -> Result<InputFormat<'static>, Text> {
    format_among(name, std::iter::empty())
}

/// The same, where these names may have been meant as well.
fn format_among<'n>(name: &str, own: impl Iterator<Item = &'n str>) -> Result<InputFormat<'static>, Text> {
    let found = import::find(name).map(InputFormat::Format).or_else(|| shelf::find(name).map(InputFormat::Adapter));
    found.ok_or_else(|| {
        let known: Vec<&str> = formats().map(|name| -> &str { name }).chain(own).collect();
        let Text { zh, en } = meant(name, known.iter().copied());
        let known = known.join(", ");
        bilingual!(
            "没有名为 {name} 的第三方格式。{zh}已知的有：{known}。",
            "There is no third-party format called {name}. {en}The known ones are: {known}."
        )
    })
}

/// Reads the one log that the bytes hold.
pub fn read(bytes: &[u8], media: Media, from: Option<&str>, limits: &Limits) -> Result<ReadLog, AppError> {
    read_set(bytes, media, from, &Settings::default(), limits)
}

/// Reads the one log that the bytes hold by the settings of its tenant, and checks that its rules are known.
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

/// Reads like [`read_set`] without a check of the rules, which an audit makes anyway.
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
            // Whoever sends it: all of it together has one allowance.
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

/// How the bytes of a file are to be read.
#[derive(Clone, Copy, Debug)]
pub enum InputFormat<'a> {
    /// As what they look like.
    Content,
    /// As this third-party format.
    Format(&'static import::Format),
    /// Through this adapter.
    Adapter(&'a Adapter),
}

/// A log and how it came to be one.
#[derive(Clone, Debug)]
pub struct ReadLog {
    /// The log.
    pub log: GameLog,
    /// Which adapter translated it, and where its parts stand in the original.
    pub adapter: Option<(AdapterView, Origins)>,
}

impl InputFormat<'_> {
    /// Whether a file is one document, whatever its lines look like.
    pub fn takes_whole_files(self) -> bool {
        match self {
            InputFormat::Content => false,
            InputFormat::Format(_) => true,
            InputFormat::Adapter(adapter) => adapter.shape != Shape::Lines,
        }
    }
}

/// Reads every log that a file holds: `paipu/1`, the text notation, a third-party format, or what an adapter reads. Their
/// rules are known.
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

/// The same, each match by itself: one that cannot be read takes no other with it. An error where nothing can be told apart.
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

/// The same whatever rules the logs name: for those who only translate.
pub fn translated(bytes: &[u8], from: InputFormat<'_>, limits: &Limits) -> Result<Vec<ReadLog>, AppError> {
    match from {
        InputFormat::Adapter(adapter) => adapted(bytes, adapter, limits),
        InputFormat::Format(format) => Ok(import_all(bytes, format)?.into_iter().map(plain).collect()),
        InputFormat::Content => recognised(bytes, limits),
    }
}

/// A log of our own: the notation, or JSON.
fn own(bytes: &[u8], media: Media, limits: &Limits) -> Result<ReadLog, AppError> {
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

/// What an adapter gave, each with its name.
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
        None => Ok(vec![own(bytes, media, limits)?]),
    }
}

/// How bytes of which nothing is said are to be read: by a third-party format that is recognised, as JSON or as the notation.
pub fn media_of(bytes: &[u8]) -> (Media, Option<&'static str>) {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte));
    let bundled = || shelf::sniff(bytes).map(|adapter| adapter.name.as_str());
    match (import::sniff(bytes), first) {
        (Some(format), _) => (Media::Other, Some(format.id)),
        (None, Some(b'{' | b'[') | None) => bundled().map_or((Media::Json, None), |name| (Media::Other, Some(name))),
        (None, Some(_)) => (Media::Text, None),
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
    // Editors that write UTF-16 begin it with a mark.
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
