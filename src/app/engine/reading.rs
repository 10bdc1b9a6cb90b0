//! Reading bytes as logs with the settings of a tenant or the rules of a command line. The readers themselves are in the
//! crate `adapter`; audits are left to `engine`.

use super::{AppError, Media, Override, Refusal, meant, resolve};
use crate::app::Settings;
use caipan_adapter::{self as reader, Allowance, shelf};
use caipan_log::{Limits, import};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

pub use caipan_adapter::{InputFormat, ReadLog, media_of, of_adapter};

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
        (Some(from), _) => reader::only(match named(from).map_err(AppError::UnknownFormat)? {
            // The sender is untrusted, so all matches share one allowance.
            InputFormat::Adapter(adapter) => {
                let logs = adapter.logs_within(bytes, limits, Allowance::of(bytes.len()));
                of_adapter(adapter, logs.map_err(|error| AppError::Unreadable(Box::new(error.into())))?)
            }
            from => translated(bytes, from, limits)?,
        })
        .map_err(AppError::Unreadable)?,
        (None, media) => reader::own(bytes, media, limits).map_err(AppError::Unreadable)?,
    };
    log.log.rules.houses = set.houses();
    Ok(log)
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

/// Reads every log of a file independently: an unreadable match of an adapter does not affect the others. The rules are
/// left to the audit.
pub fn read_each(
    bytes: &[u8],
    from: InputFormat<'_>,
    over: &Override,
    limits: &Limits,
) -> Result<Vec<Result<ReadLog, AppError>>, AppError> {
    let ready = |read: Result<ReadLog, Box<Refusal>>| {
        let mut read = read.map_err(AppError::Unreadable)?;
        read.log.rules = over.declared(&read.log.rules);
        Ok(read)
    };
    let logs = reader::read_each(bytes, from, limits).map_err(AppError::Unreadable)?;
    Ok(logs.into_iter().map(ready).collect())
}

/// Reads every log of a file without a check of the rules, for translation only.
pub fn translated(bytes: &[u8], from: InputFormat<'_>, limits: &Limits) -> Result<Vec<ReadLog>, AppError> {
    reader::translated(bytes, from, limits).map_err(AppError::Unreadable)
}
