//! Reading bytes under chosen rules, and the formats by name. The readers themselves are in the crate `adapter`.

use crate::{Override, meant};
use caipan_adapter::{self as reader, EachLog, InputFormat, ReadLog, Refusal, shelf};
use caipan_log::{Limits, import};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// The names of all shared formats: built-in formats, bundled adapters and adapters of the operator.
pub fn formats() -> impl Iterator<Item = &'static str> {
    import::FORMATS.iter().map(|format| format.id).chain(shelf::known().map(|adapter| adapter.name.as_str()))
}

/// Returns the third-party format or shared adapter with this name.
pub fn format(name: &str) -> Result<InputFormat<'static>, Text> {
    format_among(name, std::iter::empty())
}

/// Returns the format with this name; `own` names further candidates for a suggestion.
pub fn format_among<'n>(name: &str, own: impl Iterator<Item = &'n str>) -> Result<InputFormat<'static>, Text> {
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

/// Reads every log of a file and checks their rules.
pub fn read_all(
    bytes: &[u8],
    from: InputFormat<'_>,
    over: &Override,
    limits: &Limits,
) -> Result<Vec<ReadLog>, Box<Refusal>> {
    let mut logs = reader::translated(bytes, from, limits)?;
    for read in &mut logs {
        read.log.rules = over.declared(&read.log.rules);
        read.rules()?;
    }
    Ok(logs)
}

/// Reads every log of a file independently: an unreadable match of an adapter does not affect the others. The rules are
/// left to the audit.
pub fn read_each(bytes: &[u8], from: InputFormat<'_>, over: &Override, limits: &Limits) -> EachLog {
    let mut logs = reader::read_each(bytes, from, limits)?;
    for read in logs.iter_mut().flatten() {
        read.log.rules = over.declared(&read.log.rules);
    }
    Ok(logs)
}
