//! Reading bytes as logs: `paipu/1`, the text notation, third-party formats and adapters.

use super::{Adapted, Adapter, AdapterError, Header, Origins, Refusal, Shape, shelf};
use caipan_engine::meter::Meter;
use caipan_engine::report::{self, AdapterView, Original, Report, Translation};
use caipan_engine::rules::{self, RulesError, Ruleset};
use caipan_log::import;
use caipan_log::{GameLog, Limits, set_in_progress};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// The rules of a log whose original does not name any; no preset has this name.
const UNNAMED: &str = "unnamed";

/// The way to read bytes without a third-party format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Media {
    /// A `paipu/1` document.
    Json,
    /// The text notation.
    Text,
    /// Content that only a third-party format can read.
    Other,
}

impl Media {
    /// The media type of the original bytes.
    pub const fn media_type(self) -> &'static str {
        match self {
            Media::Json => "application/vnd.paipu+json",
            Media::Text => "text/plain; charset=utf-8",
            Media::Other => "application/octet-stream",
        }
    }

    /// Returns the kind with this media type; any other is `Other`.
    pub fn of(media_type: &str) -> Media {
        [Media::Json, Media::Text].into_iter().find(|media| media.media_type() == media_type).unwrap_or(Media::Other)
    }
}

/// The way to read the bytes of a file.
#[derive(Clone, Copy, Debug)]
pub enum InputFormat<'a> {
    /// Recognise the format by content.
    Content,
    /// A third-party format.
    Format(&'static import::Format),
    /// An adapter.
    Adapter(&'a Adapter),
}

impl InputFormat<'static> {
    /// Returns the third-party format or bundled adapter whose documents look like these bytes, else `Content`.
    pub fn recognise(bytes: &[u8]) -> InputFormat<'static> {
        match import::sniff(bytes) {
            Some(format) => InputFormat::Format(format),
            None => shelf::sniff(bytes).map_or(InputFormat::Content, InputFormat::Adapter),
        }
    }
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

/// A log with its origin.
#[derive(Clone, Debug)]
pub struct ReadLog {
    /// The log.
    pub log: GameLog,
    /// The adapter that translated it, and the positions in the original.
    pub adapter: Option<(AdapterView, Origins)>,
}

/// The logs of a document: each on its own, or the refusal of the document.
pub type EachLog = Result<Vec<Result<ReadLog, Box<Refusal>>>, Box<Refusal>>;

impl ReadLog {
    /// Counts the lines of the original from the beginning of a file in which it begins on this line.
    #[must_use]
    pub fn from_line(mut self, first: u64) -> ReadLog {
        if let Some((_, origins)) = &mut self.adapter {
            origins.begin_on_line(first);
        }
        self
    }

    /// Says of the log that the play goes on after its last event, as its field `in_progress` does. `bytes` are those that
    /// it was read from. A log that has an end is refused as the reader refuses it.
    pub fn in_progress(mut self, bytes: &[u8]) -> Result<ReadLog, Box<Refusal>> {
        let Err(error) = set_in_progress(&mut self.log, bytes) else { return Ok(self) };
        let mut refusal = Refusal::from(error);
        if let Some((_, origins)) = &self.adapter {
            let pointer = refusal.pointer.as_deref().unwrap_or_default();
            (refusal.pointer, refusal.line) = (origins.of_pointer(pointer).map(str::to_owned), None);
            refusal.column = None;
        }
        Err(Box::new(refusal))
    }

    /// Audits the log. `digest` is the `sha256:` of the bytes that it was read from. For a log from an adapter the report
    /// names the adapter and the places in the original; the refusal of its rules explains how to map their name.
    pub fn report(&self, digest: &str) -> Result<Report, Box<Refusal>> {
        report::translated(&self.log, digest, self.translation()).map_err(|error| self.rules_refused(error))
    }

    /// Audits the log as [`ReadLog::report`] does. `None` if the meter stopped the audit.
    pub fn report_within(&self, digest: &str, meter: &Meter<'_>) -> Result<Option<Report>, Box<Refusal>> {
        let report = report::report_within(&self.log, digest, self.translation(), meter);
        report.map_err(|error| self.rules_refused(error))
    }

    fn translation(&self) -> Option<Translation<'_>> {
        self.adapter.as_ref().map(|(adapter, original)| Translation { adapter, original })
    }

    /// Resolves the rules, with the same refusal as [`ReadLog::report`].
    pub fn rules(&self) -> Result<Ruleset, Box<Refusal>> {
        rules::resolve_for(&self.log).map_err(|error| self.rules_refused(error))
    }

    fn rules_refused(&self, error: RulesError) -> Box<Refusal> {
        let mut refusal = Refusal::of_rules(error);
        let origins = self.adapter.as_ref().map(|(_, origins)| origins);
        let pointer = refusal.pointer.as_deref().unwrap_or_default();
        if let Some(at) = origins.and_then(|origins| origins.of_pointer(pointer)) {
            let Text { zh, en } = &refusal.text;
            refusal.text = bilingual!("{zh}（原文 {at}）", "{en} (from {at} of the original)");
        }
        // The sentence lists the known rules only if those of the log are unknown.
        let adapter = self.adapter.as_ref().filter(|_| refusal.code == "unknown-system");
        if let Some((adapter, _)) = adapter {
            let (Text { zh, en }, name, system) = (&refusal.text, &adapter.name, &self.log.rules.system);
            let (says_zh, says_en) = match system.as_str() {
                UNNAMED => {
                    (format!("日志（{name}）没有写明规则"), format!("The log ({name}) does not name its rules."))
                }
                _ => (
                    format!("日志（{name}）自称的规则是 {system}"),
                    format!("The log ({name}) calls its rules {system}."),
                ),
            };
            refusal.text = bilingual!(
                "{zh}{says_zh}：若它其实按上述规则之一打，命令行用 --rules 指定，服务器则在房规文件中以此名写一个预设（docs/houses.md）；\
                 若不是，这份日志无法审核，只能用 caipan convert 转换。",
                "{en} {says_en} If it is played by one of those above, name it with --rules on the command line, or give your house \
                 rules this name (docs/houses.md); otherwise it cannot be audited, only translated with caipan convert."
            );
        }
        Box::new(refusal)
    }
}

/// Reads every log of a file without a check of the rules, for translation only.
pub fn translated(bytes: &[u8], from: InputFormat<'_>, limits: &Limits) -> Result<Vec<ReadLog>, Box<Refusal>> {
    match from {
        InputFormat::Adapter(adapter) => adapted(bytes, adapter, limits),
        InputFormat::Format(format) => Ok((format.read)(bytes).map_err(unreadable)?.into_iter().map(plain).collect()),
        InputFormat::Content => recognised(bytes, limits),
    }
}

/// Reads every log of a file independently: an unreadable match of an adapter does not affect the others. The rules are
/// left to the audit.
pub fn read_each(bytes: &[u8], from: InputFormat<'_>, limits: &Limits) -> EachLog {
    let from = match from {
        InputFormat::Content => InputFormat::recognise(bytes),
        from => from,
    };
    let InputFormat::Adapter(adapter) = from else {
        return Ok(translated(bytes, from, limits)?.into_iter().map(Ok).collect());
    };
    let ready = |adapted: Result<Adapted, AdapterError>| Ok(one_of_adapter(adapter, adapted.map_err(unreadable)?));
    Ok(adapter.each(bytes, limits).map_err(unreadable)?.into_iter().map(ready).collect())
}

/// Returns the only element of what was read from one document, or the refusal of a document with several matches.
pub fn only<T>(logs: Vec<T>) -> Result<T, Box<Refusal>> {
    let count = logs.len();
    match <[T; 1]>::try_from(logs) {
        Ok([log]) => Ok(log),
        Err(_) => Err(Box::new(Refusal {
            code: "several-matches".to_owned(),
            ..Refusal::of_text(bilingual!(
                "文件里有 {count} 场对局，而一次只收一场。请用 caipan convert 拆开后逐场发送。",
                "The file holds {count} matches, and one is taken at a time. Part them with caipan convert and send each."
            ))
        })),
    }
}

/// The first bytes of files that people send in place of a log.
const PICTURES: [(&[u8], &str); 5] =
    [(b"\x89PNG", "PNG"), (b"\xFF\xD8\xFF", "JPEG"), (b"GIF8", "GIF"), (b"RIFF", "WebP"), (b"%PDF", "PDF")];

/// Reads `paipu/1` or the text notation; pictures and PDF files are refused by name.
pub fn own(bytes: &[u8], media: Media, limits: &Limits) -> Result<ReadLog, Box<Refusal>> {
    if let Some((_, name)) = PICTURES.iter().find(|(first, _)| bytes.starts_with(first)) {
        return Err(Box::new(Refusal {
            code: "unknown-format".to_owned(),
            ..Refusal::of_text(bilingual!(
                "这是一个 {name} 文件，不是牌谱；图片认不出牌。请用游戏服务器记录的牌谱，或照图写成 paipu/1 文字谱（见 docs/log-format.md）。",
                "This is a {name} file, not a log, and tiles are not recognised in pictures. Use the log that the game server \
                 recorded, or write the game down in the text notation (docs/log-format.md)."
            ))
        }));
    }
    let log = match media {
        Media::Text => caipan_log::from_text(text(bytes)?, limits).map_err(unreadable)?,
        Media::Json | Media::Other => caipan_log::read(bytes, limits).map_err(unreadable)?,
    };
    Ok(plain(log))
}

fn unreadable(error: impl Into<Refusal>) -> Box<Refusal> {
    Box::new(error.into())
}

fn plain(log: GameLog) -> ReadLog {
    ReadLog { log, adapter: None }
}

fn adapted(bytes: &[u8], adapter: &Adapter, limits: &Limits) -> Result<Vec<ReadLog>, Box<Refusal>> {
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

fn recognised(bytes: &[u8], limits: &Limits) -> Result<Vec<ReadLog>, Box<Refusal>> {
    match InputFormat::recognise(bytes) {
        InputFormat::Content => match (own(bytes, media_of(bytes).0, limits), Header::of(bytes)) {
            (Err(_), Some(header)) => Err(unreadable(unknown_table(&header.columns))),
            (log, _) => Ok(vec![log?]),
        },
        from => translated(bytes, from, limits),
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

/// Recognises the format of bytes: a third-party format by its name, JSON or the text notation.
pub fn media_of(bytes: &[u8]) -> (Media, Option<&'static str>) {
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace() && !b"\xEF\xBB\xBF".contains(byte));
    match (InputFormat::recognise(bytes), first) {
        (InputFormat::Format(format), _) => (Media::Other, Some(format.id)),
        (InputFormat::Adapter(adapter), _) => (Media::Other, Some(&adapter.name)),
        (InputFormat::Content, Some(b'{' | b'[') | None) => (Media::Json, None),
        (InputFormat::Content, Some(_)) => (Media::Text, None),
    }
}

fn text(bytes: &[u8]) -> Result<&str, Box<Refusal>> {
    // UTF-16 files usually begin with a byte order mark.
    let coding =
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) { "UTF-16" } else { "GB18030" };
    std::str::from_utf8(bytes).map_err(|error| {
        Box::new(Refusal {
            code: "not-utf8".to_owned(),
            line: Some(bytes.iter().take(error.valid_up_to()).filter(|&&byte| byte == b'\n').count() as u64 + 1),
            ..Refusal::of_text(bilingual!(
                "不是 UTF-8 文本。请转换编码后再发（例如 iconv -f {coding} -t UTF-8）。",
                "This is not UTF-8 text. Convert it and send it again (for example iconv -f {coding} -t UTF-8)."
            ))
        })
    })
}
