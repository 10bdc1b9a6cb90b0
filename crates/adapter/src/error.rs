//! The error of an adapter: the place and the fix, in Chinese and English.

use super::meter::{Allowance, Spent};
use super::program::Document;
use caipan_log::ReadError;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde_json::Value;
use std::fmt;

/// The error of an adapter or of a log that it read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdapterError {
    /// The kind of error, in kebab case.
    pub code: &'static str,
    /// A JSON pointer into the original log where that place is known, otherwise into the `paipu/1` that the adapter
    /// produced.
    pub pointer: Option<String>,
    /// The line, from 1: in the adapter file if the adapter is refused, otherwise in the log.
    pub line: Option<u64>,
    /// The column in characters, from 1.
    pub column: Option<u64>,
    /// The problem and its fix.
    pub text: Box<Text>,
    /// The value of the log that the program refused, as JSON.
    pub(super) about: Option<Box<str>>,
    /// A pointer to the part of the log that the program refused, if the program names it.
    pub(super) within: Option<Box<str>>,
}

impl AdapterError {
    pub(super) fn of(code: &'static str, text: Text) -> AdapterError {
        AdapterError { code, text: Box::new(text), ..AdapterError::default() }
    }

    /// Returns the error with the line and column of a byte of the adapter file.
    pub(super) fn at(self, source: &str, byte: usize) -> AdapterError {
        let before = source.get(..byte).unwrap_or(source);
        let line = before.split('\n').count() as u64;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() as u64 + 1;
        AdapterError { line: Some(line), column: Some(column), ..self }
    }

    /// The program exceeded its allowance on a document of `length` bytes.
    pub(super) fn spent(what: Spent, allowed: Allowance, length: usize) -> AdapterError {
        let Allowance { steps, bytes } = allowed;
        let mebibytes = bytes >> 20;
        let text = match what {
            Spent::Steps => bilingual!(
                "程序用完了 {steps} 步的限额（日志 {length} 字节；每字节至多几步就够）。若对每一局都重新遍历所有行，请改用一次 group_by；\
                 若程序只遍历一次，请把日志拆小，同一场对局的行放在一起。",
                "The program exceeds {steps} steps, the limit for a log of {length} bytes; a few per byte are enough. If it rescans all rows \
                 for each hand, group them once with group_by; if it scans them once, split the log between matches."
            ),
            Spent::Memory => bilingual!(
                "程序用完了 {mebibytes} MiB 的内存限额；请查看是否把文字或列表不断翻倍，或先把日志拆小。",
                "The program exceeds {mebibytes} MiB of memory. Look for texts or lists that keep doubling, or split the log."
            ),
            Spent::Depth => bilingual!(
                "程序造出的列表或对象嵌套过深；牌谱只有几层，请改正程序。",
                "The program nests lists or objects too deeply; a log has a few levels. Correct the program."
            ),
        };
        AdapterError::of("program-limit", text)
    }

    pub(super) fn nothing() -> AdapterError {
        AdapterError::of(
            "no-match",
            bilingual!(
                "程序没有给出任何对局；请核对文件，以及程序是否把所有内容都筛掉了。",
                "The program gives no match. Check the file, and whether the program filters everything out."
            ),
        )
    }

    /// Adds the pointer and line of the first occurrence of the refused value in the log, if the log contains it
    /// unchanged. If the program names a part, the value is looked up in it, and the part is the place of any other value.
    pub(super) fn where_in(self, log: &Document) -> AdapterError {
        if let Some(part) = self.within.clone() {
            return self.in_part(part.into(), log);
        }
        let Some(about) = self.about.as_deref() else { return self };
        let pointer = serde_json::from_str(about).ok().and_then(|value| place_of(&log.value, &value));
        let Some(pointer) = pointer else { return self };
        let Text { zh, en } = self.text.as_ref();
        let line = log.line_of(&pointer);
        let text = match line {
            Some(line) => {
                bilingual!("{zh}（首见于第 {line} 行，{pointer}）", "{en} (first on line {line}, at {pointer})")
            }
            None => bilingual!("{zh}（首见于 {pointer}）", "{en} (first at {pointer})"),
        };
        AdapterError { pointer: Some(pointer), line, text: Box::new(text), ..self }
    }

    /// Adds the place of the refused value within a part of the log, or the part.
    fn in_part(self, part: String, log: &Document) -> AdapterError {
        let value = self.about.as_deref().and_then(|about| serde_json::from_str(about).ok());
        let inside = value.and_then(|value| place_of(log.value.pointer(&part)?, &value));
        let pointer = part + &inside.unwrap_or_default();
        let Text { zh, en } = self.text.as_ref();
        let line = log.line_of(&pointer);
        let text = match line {
            Some(line) => bilingual!("{zh}（第 {line} 行，{pointer}）", "{en} (line {line}, at {pointer})"),
            None if pointer.is_empty() => bilingual!("{zh}", "{en}"),
            None => bilingual!("{zh}（{pointer}）", "{en} (at {pointer})"),
        };
        AdapterError { pointer: Some(pointer), line, text: Box::new(text), ..self }
    }

    /// Adds the part of the program that fails, with its line in the adapter file.
    pub(super) fn in_program(self, line: Option<usize>, part: &str) -> AdapterError {
        let Text { zh, en } = self.text.as_ref();
        let text = match line {
            Some(line) => bilingual!("{zh}（适配器第 {line} 行：{part}）", "{en} (adapter line {line}: `{part}`)"),
            None => bilingual!("{zh}（程序的这一处：{part}）", "{en} (in the program: `{part}`)"),
        };
        AdapterError { text: Box::new(text), ..self }
    }

    /// Adds the row that causes the error.
    pub(super) fn at_row(self, line: u64, row: &[u8]) -> AdapterError {
        let Text { zh, en } = self.text.as_ref();
        let row = String::from_utf8_lossy(row);
        let begins: String = row.trim().chars().take(60).collect();
        let text = bilingual!("{zh}（出在第 {line} 行：{begins}…）", "{en} (caused by line {line}: {begins}…)");
        AdapterError { line: Some(line), text: Box::new(text), ..self }
    }

    /// Adds the line of the row that the pointer leads to.
    pub(super) fn on_row(self, log: &Document) -> AdapterError {
        let line = self.pointer.as_deref().and_then(|pointer| log.line_of(pointer));
        AdapterError { line: line.or(self.line), ..self }
    }

    /// The log declares no rules.
    pub(super) fn no_rules() -> AdapterError {
        let text = bilingual!(
            "没有写明规则；请在适配器中写 rules = \"changsha-a\" 等，或由程序给出 rules: {{system: …}}。",
            "The log names no rules. Write rules = \"changsha-a\" or another preset into the adapter, or let its program output \
             rules: {{system: …}}."
        );
        AdapterError::of("no-rules", text)
    }

    /// The program gives room flags and rules of its own.
    pub(super) fn room_and_rules() -> AdapterError {
        let text = bilingual!(
            "程序既给出了 room，又给出了 rules；请只给一个：用 [options] 换算开关就给 room，程序自己写规则就给 rules。",
            "The program gives both `room` and `rules`. Give `room` to have its flags mapped by `[options]`, or `rules` to state them yourself."
        );
        AdapterError::of("room-flag", text)
    }

    /// The program gives room flags that the file does not map.
    pub(super) fn room_without_table() -> AdapterError {
        let text = bilingual!(
            "程序给出了 room，适配器却没有写开关的表；请在 [options] 中写明每个开关，或写 unknown_flags。",
            "The program gives `room`, but the adapter has no table of flags. Map each flag in `[options]`, or set `unknown_flags`."
        );
        AdapterError::of("room-flag", text)
    }

    /// The file maps room flags that the program does not give.
    pub(super) fn no_room() -> AdapterError {
        let text = bilingual!(
            "适配器写了房间开关的表，程序却没有给出 room；请在程序中写 room: 开关所在的对象。",
            "The adapter maps room flags, but the program gives no `room`. Let it output `room`: the object that holds the flags."
        );
        AdapterError::of("room-flag", text)
    }

    pub(super) fn too_many(most: usize) -> AdapterError {
        AdapterError::of(
            "program-limit",
            bilingual!(
                "程序给出了超过 {most} 场对局；请把日志拆开。",
                "The program gives more than {most} matches. Split the log."
            ),
        )
    }

    pub(super) fn not_json(error: &serde_json::Error, first: u64) -> AdapterError {
        let (line, column) = (error.line() as u64 + first - 1, error.column() as u64);
        let text = bilingual!(
            "不是 JSON：{error}。请核对文件，以及适配器的 input（json 为整份一个值；lines 与 rows 为每行一个值，或首行是列名的 CSV、TSV \
             表格；text 为文字）。",
            "This is not JSON: {error}. Check the file and the adapter's `input` (json: one value; lines, rows: one value per line, or \
             a CSV or TSV table with a header line; text: plain text)."
        );
        AdapterError { line: Some(line), column: Some(column), ..AdapterError::of("not-json", text) }
    }

    /// A table has a header only.
    pub(super) fn no_rows() -> AdapterError {
        AdapterError::of(
            "no-match",
            bilingual!(
                "表格只有列名，没有数据。请再导出几行。",
                "The table has a header but no rows. Export some rows too."
            ),
        )
    }

    /// A record of a table cannot be read.
    pub(super) fn no_row(line: u64, error: &csv::Error) -> AdapterError {
        let text = bilingual!(
            "表格第 {line} 行读不了：{error}。请核对这一行的引号与分隔符。",
            "Line {line} of the table cannot be read: {error}. Check its quotes and separators."
        );
        AdapterError { line: Some(line), ..AdapterError::of("table-row", text) }
    }

    /// A quoted cell runs to the end of the table.
    pub(super) fn open_quote(line: u64) -> AdapterError {
        let text = bilingual!(
            "表格第 {line} 行起有一个双引号没有合上，后面的行都成了这一格的内容。请补上引号。",
            "Line {line} of the table opens a double quote that is never closed, so the rest of the file would be one cell. Close it."
        );
        AdapterError { line: Some(line), ..AdapterError::of("table-row", text) }
    }

    /// A record of a table has another number of cells than the header.
    pub(super) fn uneven_row(line: u64, cells: usize, columns: usize) -> AdapterError {
        let text = bilingual!(
            "表格第 {line} 行有 {cells} 格，表头有 {columns} 列。格中有分隔符或换行的，请用双引号括起，其中的双引号写两个\
             （MySQL 导出用 ESCAPED BY '\"'）。",
            "Line {line} of the table has {cells} cells, but the header has {columns} columns. Put cells with separators or line \
             breaks between double quotes, and write a quote inside them twice (in MySQL: ESCAPED BY '\"')."
        );
        AdapterError { line: Some(line), ..AdapterError::of("table-row", text) }
    }

    /// A table takes too much memory as JSON.
    pub(super) fn table_too_large(line: u64, mebibytes: usize) -> AdapterError {
        let text = bilingual!(
            "表格到第 {line} 行已超过 {mebibytes} MiB（按 JSON 计）。请按对局拆开，或只导出用得到的列。",
            "The table exceeds {mebibytes} MiB as JSON at line {line}. Split it between matches, or export only the columns that you need."
        );
        AdapterError { line: Some(line), ..AdapterError::of("too-large", text) }
    }

    /// The sample has too many values to be analysed.
    pub(super) fn too_large(most: usize) -> AdapterError {
        AdapterError::of(
            "too-large",
            bilingual!(
                "样例里的值超过 {most} 个，太大了。请只发一场对局。",
                "The sample has more than {most} values, which is too large. Send one match only."
            ),
        )
    }

    pub(super) fn not_utf8(bytes: &[u8], valid: usize) -> AdapterError {
        let line = bytes.iter().take(valid).filter(|&&byte| byte == b'\n').count() as u64 + 1;
        let text = bilingual!(
            "不是 UTF-8 文本。请转换编码后再发（例如 iconv -f GB18030 -t UTF-8）。",
            "This is not UTF-8 text. Convert it and send it again (for example iconv -f GB18030 -t UTF-8)."
        );
        AdapterError { line: Some(line), ..AdapterError::of("not-utf8", text) }
    }

    /// The program's output is not a valid log.
    pub(super) fn no_log(error: ReadError, original: Option<&str>) -> AdapterError {
        let ReadError { pointer, zh, en, .. } = error;
        let (there, there_en) = original
            .map_or_else(Default::default, |at| (format!("（原文 {at}）"), format!(" (from {at} of the original)")));
        AdapterError {
            pointer: Some(original.unwrap_or(&pointer).to_owned()),
            ..AdapterError::of(
                "not-a-log",
                bilingual!(
                    "适配器给出的牌谱在 {pointer}{there} 处不合格式：{zh}请修改适配器的程序或表。",
                    "The adapter's output is not a valid log at {pointer}{there_en}: {en} Correct the program or a table of the adapter."
                ),
            )
        }
    }
}

/// Returns a pointer to the first occurrence of a value.
fn place_of(log: &Value, value: &Value) -> Option<String> {
    let mut waiting = vec![(String::new(), log)];
    while let Some((pointer, here)) = waiting.pop() {
        if here == value {
            return Some(pointer);
        }
        match here {
            Value::Array(entries) => {
                let entries = entries.iter().enumerate().rev();
                waiting.extend(entries.map(|(at, entry)| (format!("{pointer}/{at}"), entry)));
            }
            Value::Object(members) => {
                let name = |key: &str| key.replace('~', "~0").replace('/', "~1");
                waiting.extend(members.iter().rev().map(|(key, member)| (format!("{pointer}/{}", name(key)), member)));
            }
            _ => {}
        }
    }
    None
}

impl fmt::Display for AdapterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.text.en, self.text.zh)
    }
}

impl std::error::Error for AdapterError {}
