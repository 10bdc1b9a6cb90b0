//! The adapter file: its TOML form and the adapter read from it.

use super::error::AdapterError;
use super::program::{Input, Program};
use super::room::{self, Flag, Room, UnknownFlags};
use super::tables::Tables;
use super::unmodelled::{self, Unknown};
use caipan_engine::rules::resolve;
use caipan_log::{Houses, OptionValue, RulesDeclared, Unmodelled};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use caipan_tiles::suggest::nearest;
use caipan_tiles::text::{Label, Text};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;

/// A compiled adapter.
pub struct Adapter {
    /// The name of the platform or its log format: `a-z`, `0-9` and `-`.
    pub name: String,
    /// The version, as its author writes it.
    pub version: String,
    /// The `sha256:` digest of the file.
    pub digest: String,
    /// The shape of the platform's files.
    pub shape: Shape,
    /// The rules of logs that do not declare any.
    pub rules: Option<String>,
    /// Options of those rules.
    pub options: BTreeMap<String, OptionValue>,
    /// The rules of the platform that caipan does not know.
    pub unmodelled: Vec<Unmodelled>,
    /// The meaning of the room flags.
    pub(super) room: Room,
    /// Sample files for tests, relative to the adapter's folder.
    pub samples: Vec<String>,
    pub(super) tables: Tables,
    pub(super) program: Program,
    /// The source of the program.
    pub(super) code: String,
    /// The line of the file on which the program begins; `None` if the file writes it with escapes.
    first_line: Option<usize>,
}

impl std::fmt::Debug for Adapter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Adapter({} {} {})", self.name, self.version, self.digest)
    }
}

/// The shape of a platform's file, which decides the input of the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// The file is one JSON value.
    #[default]
    Json,
    /// Each line is an independent JSON value.
    Lines,
    /// The lines form one list of JSON values.
    Rows,
    /// The file is plain text.
    Text,
}

impl Shape {
    /// Describes the program's input in words.
    pub const fn label(self) -> Label {
        match self {
            Shape::Json => Label::new("整份文件是一个 JSON 值", "the file is one JSON value"),
            Shape::Lines => Label::new(
                "每行一个 JSON 值（或表格的一行），各自转换",
                "each line is a JSON value, or a row of a table, by itself",
            ),
            Shape::Rows => Label::new(
                "每行一个 JSON 值（或表格的一行），合成一个列表",
                "the lines, or the rows of a table, are one list of JSON values",
            ),
            Shape::Text => Label::new("整份文件是文字", "the file is a text"),
        }
    }
}

/// The TOML form of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    name: Spanned<String>,
    version: Spanned<String>,
    #[serde(default)]
    input: Shape,
    rules: Option<Spanned<String>>,
    #[serde(default)]
    options: BTreeMap<String, Spanned<toml::Value>>,
    #[serde(default)]
    unmodelled: Vec<Spanned<Unknown>>,
    unknown_flags: Option<UnknownFlags>,
    #[serde(default)]
    samples: Vec<String>,
    #[serde(default)]
    tiles: BTreeMap<String, Spanned<String>>,
    #[serde(default)]
    acts: BTreeMap<String, Spanned<String>>,
    program: Spanned<String>,
}

/// Maximum size of an adapter file in bytes.
const LONGEST: usize = 256 << 10;

impl Adapter {
    /// Reads an adapter. Errors carry the line and column in the file.
    pub fn read(bytes: &[u8]) -> Result<Adapter, AdapterError> {
        Adapter::read_among(bytes, &Houses::default())
    }

    /// Reads an adapter whose `rules` may also name one of these house presets.
    pub fn read_among(bytes: &[u8], houses: &Houses) -> Result<Adapter, AdapterError> {
        Adapter::of(bytes, Some(houses))
    }

    /// Reads an adapter that was accepted before, even if the rules it names no longer exist.
    pub fn reread(bytes: &[u8]) -> Result<Adapter, AdapterError> {
        Adapter::of(bytes, None)
    }

    fn of(bytes: &[u8], houses: Option<&Houses>) -> Result<Adapter, AdapterError> {
        if bytes.len() > LONGEST {
            let text = bilingual!(
                "适配器超过 {LONGEST} 字节；请核对是不是误给了牌谱。",
                "An adapter has at most {LONGEST} bytes. Check that the file is not a log."
            );
            return Err(AdapterError::of("adapter-too-long", text));
        }
        let source = std::str::from_utf8(bytes).map_err(|error| AdapterError::not_utf8(bytes, error.valid_up_to()))?;
        let written: Written = toml::from_str(source).map_err(|error| unreadable(source, &error))?;
        let wrong = |text: Text, byte: usize| AdapterError::of("adapter-value", text).at(source, byte);
        let name = written.name.get_ref();
        let plain = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == b'-';
        if name.is_empty() || name.len() > 64 || !name.bytes().all(plain) {
            let text = bilingual!(
                "name 只用小写字母、数字和 -，至多 64 个，如 \"acme-mahjong\"。",
                "`name` has at most 64 lower-case letters, digits and -, for example \"acme-mahjong\"."
            );
            return Err(wrong(text, written.name.span().start));
        }
        let version = written.version.get_ref();
        if version.is_empty() || version.len() > 64 || version.chars().any(char::is_control) {
            let text = bilingual!(
                "version 写 1 到 64 个字符，如 \"1\"。",
                "`version` has 1 to 64 characters, for example \"1\"."
            );
            return Err(wrong(text, written.version.span().start));
        }
        let plain = |table: &BTreeMap<String, Spanned<String>>| {
            table.iter().map(|(key, value)| (key.clone(), value.get_ref().clone())).collect()
        };
        let tables = Tables::read(&plain(&written.tiles), &plain(&written.acts)).map_err(|(key, text)| {
            let value = written.tiles.get(&key).or_else(|| written.acts.get(&key));
            wrong(text, value.map_or(0, |value| value.span().start))
        })?;
        let (options, flags) = room::read(&written.options).map_err(|(text, byte)| wrong(text, byte))?;
        let unmodelled = unmodelled::read(&written.unmodelled).map_err(|(text, byte)| wrong(text, byte))?;
        let room = Room { flags, unknown: written.unknown_flags };
        if let Some(houses) = houses {
            let of_flag = |flag: &str| written.options.get(flag).map_or(0, |value| value.span().start);
            let mut bases = Vec::new();
            if let Some(rules) = &written.rules {
                let declared = RulesDeclared {
                    system: rules.get_ref().clone(),
                    options: options.clone(),
                    houses: houses.clone(),
                    ..Default::default()
                };
                bases.push(resolve(&declared).map_err(|error| wrong(error.text, rules.span().start))?);
            }
            for (flag, preset) in room.presets() {
                let declared =
                    RulesDeclared { system: preset.to_owned(), houses: houses.clone(), ..Default::default() };
                bases.push(resolve(&declared).map_err(|error| wrong(error.text, of_flag(flag)))?);
            }
            room.check(&bases).map_err(|(flag, text)| wrong(text, of_flag(&flag)))?;
        }
        let code = written.program.get_ref();
        let begins = begins(source, written.program.span().start);
        let is_literal = source.get(begins..begins + code.len()) == Some(code);
        let program = Program::read(code)
            .map_err(|(error, byte)| error.at(source, begins + if is_literal { byte } else { 0 }))?;
        let first_line = is_literal.then(|| source.get(..begins).unwrap_or_default().split('\n').count());
        Ok(Adapter {
            name: name.clone(),
            version: version.clone(),
            digest: sha256(bytes),
            shape: written.input,
            rules: written.rules.map(Spanned::into_inner),
            options,
            unmodelled,
            room,
            samples: written.samples,
            tables,
            program,
            code: written.program.into_inner(),
            first_line,
        })
    }

    pub(super) fn input(&self) -> Input {
        match self.shape {
            Shape::Json | Shape::Lines => Input::Json,
            Shape::Rows => Input::Rows,
            Shape::Text => Input::Text,
        }
    }

    /// Returns a part of the program as an error shows it: its line in the file, and its first line.
    pub(super) fn shown(&self, part: Range<usize>) -> (Option<usize>, String) {
        const LONGEST: usize = 60;
        let before = self.code.get(..part.start).unwrap_or_default();
        // The words of a part leave out the signs around them: `.a`, `.[0]`, `"x"`.
        let opens = before.strip_suffix(".[").unwrap_or(before).trim_end_matches(['.', '"']).len();
        let rest = self.code.get(opens..).unwrap_or_default();
        let is_open = |shown: &str| {
            let count = |sign: char| shown.matches(sign).count();
            count('(') > count(')') || count('[') > count(']') || count('"') % 2 == 1
        };
        let mut end = part.end - opens;
        while rest.get(end..).is_some_and(|rest| rest.starts_with(['"', ']', ')']))
            && rest.get(..end).is_some_and(is_open)
        {
            end += 1;
        }
        let shown = rest.get(..end).unwrap_or_default();
        let first = shown.lines().next().unwrap_or_default().trim();
        let brief: String = first.chars().take(LONGEST).collect();
        let more = if brief.len() < shown.trim().len() { " …" } else { "" };
        let line = self.first_line.map(|first| first + before.matches('\n').count());
        (line, format!("{brief}{more}"))
    }

    /// Returns the rules of logs that do not declare any.
    pub fn declared(&self) -> Option<RulesDeclared> {
        self.rules.clone().map(|system| RulesDeclared {
            system,
            options: self.options.clone(),
            unmodelled: self.unmodelled.clone(),
            ..Default::default()
        })
    }

    /// Returns every tile name with its tile in log notation.
    pub fn tile_names(&self) -> impl Iterator<Item = (&str, String)> {
        self.tables.each_tile().map(|(name, tile)| (name, tile.to_string()))
    }

    /// Returns the key of the tile table that defines a name.
    pub fn tile_key(&self, name: &str) -> Option<&str> {
        self.tables.key_of(name)
    }

    /// Returns whether the program mentions this key of the platform's JSON, as `.key` or as a string, or the table of
    /// room flags does.
    pub fn names_key(&self, key: &str) -> bool {
        if self.room.flags.keys().any(|flag| flag.split('.').any(|part| part == key)) {
            return true;
        }
        let quoted = serde_json::Value::from(key).to_string();
        let plain = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
        self.code.contains(&quoted) || self.code.split(&format!(".{key}")).skip(1).any(plain)
    }

    /// Returns every room flag of the table with its meaning in words.
    pub fn flag_names(&self) -> impl Iterator<Item = (&str, Text)> {
        self.room.flags_in_words()
    }

    /// Returns every room flag of the table that changes no rule.
    pub fn ignored_flags(&self) -> impl Iterator<Item = &str> {
        let flags = self.room.flags.iter();
        flags.filter(|(_, meaning)| **meaning == Flag::Ignored).map(|(flag, _)| flag.as_str())
    }

    /// Returns every act name with its event.
    pub fn act_names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tables.each_act()
    }
}

/// Returns the byte of the file at which the program begins that is written at byte `start`. A program between `'''`
/// stands in the file as it is.
fn begins(source: &str, start: usize) -> usize {
    let written = source.get(start..).unwrap_or_default();
    let opening = written.bytes().take_while(|byte| matches!(byte, b'\'' | b'"')).count().min(3);
    let line_break = written.get(opening..).is_some_and(|rest| rest.starts_with('\n'));
    start + opening + usize::from(line_break)
}

const KEYS: [&str; 11] = [
    "name",
    "version",
    "input",
    "rules",
    "options",
    "unmodelled",
    "unknown_flags",
    "samples",
    "tiles",
    "acts",
    "program",
];

fn unreadable(source: &str, error: &toml::de::Error) -> AdapterError {
    let said = error.message().to_owned();
    let quoted = said.split('`').nth(1).filter(|_| said.starts_with("unknown field")).unwrap_or_default();
    let (zh, en) = nearest(quoted, KEYS)
        .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean `{near}`?")));
    let known = KEYS.join(", ");
    let text = bilingual!(
        "适配器不是所需的 TOML：{said}。{zh}可用的键：{known}；写法见 docs/adapters.md。",
        "The adapter is not valid TOML: {said}.{en} Keys: {known}; docs/adapters.md describes them."
    );
    let error_here = AdapterError::of("adapter-unreadable", text);
    error.span().map_or(error_here.clone(), |span| error_here.at(source, span.start))
}
