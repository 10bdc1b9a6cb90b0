//! Separated values (CSV, TSV): recognises a table with a header line and rewrites it as JSON lines, so that adapters
//! read an export of a database like any other rows.
//!
//! Each record becomes a JSON object on the line on which the record begins. Blank lines stand for the others, so every
//! position in the result is also one in the original.

use super::error::AdapterError;
use csv::{ByteRecord, Reader, ReaderBuilder, Trim};
use std::borrow::Cow;
use std::io::Write;

/// Maximum number of columns, and of characters in the name of one.
const COLUMNS: usize = 256;
const LONGEST_NAME: usize = 64;

/// Maximum size in bytes of the JSON lines: every row repeats the names of its columns.
const LARGEST: usize = 64 << 20;

/// The signs between columns, the first that the header contains first.
const SIGNS: [u8; 4] = [b'\t', b',', b';', b'|'];

/// The words with which databases write a missing value.
const MISSING: [&str; 3] = ["", "NULL", "\\N"];

/// The header of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The names of the columns.
    pub columns: Vec<String>,
    sign: u8,
}

impl Header {
    /// Returns the header if these bytes are a table: the first line that is not blank is no JSON and has at least two
    /// different names.
    pub fn of(bytes: &[u8]) -> Option<Header> {
        let bytes = plain(bytes);
        let line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).find(|line| !line.trim_ascii().is_empty())?;
        if line.len() > COLUMNS * (LONGEST_NAME + 3) || matches!(line.trim_ascii().first(), Some(b'{' | b'[')) {
            return None;
        }
        if serde_json::from_slice::<serde::de::IgnoredAny>(line).is_ok() {
            return None;
        }
        let sign = SIGNS.into_iter().find(|sign| line.contains(sign))?;
        let first = reader(line, sign).byte_records().next()?.ok()?;
        let columns: Vec<String> =
            first.iter().map(|name| std::str::from_utf8(name).map(str::to_owned)).collect::<Result<_, _>>().ok()?;
        let is_name = |name: &String| {
            let begins = name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
            let letters = name.chars().all(|letter| letter.is_alphanumeric() || "_-. ()（）：#%*".contains(letter));
            begins && letters && name.chars().count() <= LONGEST_NAME
        };
        let fits = (2..=COLUMNS).contains(&columns.len()) && columns.iter().all(is_name);
        let mut sorted = columns.clone();
        sorted.sort_unstable();
        sorted.dedup();
        (fits && sorted.len() == columns.len()).then_some(Header { columns, sign })
    }
}

/// Returns a table as JSON lines, and anything else unchanged. An error names the line of the record.
pub fn json_lines(bytes: &[u8]) -> Result<Cow<'_, [u8]>, AdapterError> {
    let Some(Header { columns, sign }) = Header::of(bytes) else { return Ok(Cow::Borrowed(bytes)) };
    let bytes = plain(bytes);
    std::str::from_utf8(bytes).map_err(|error| AdapterError::not_utf8(bytes, error.valid_up_to()))?;
    let names: Vec<String> = columns.iter().map(|name| serde_json::Value::from(name.as_str()).to_string()).collect();
    let mut table = reader(bytes, sign);
    let (mut record, mut out) = (ByteRecord::new(), Vec::new());
    let (mut lines, mut written, mut from) = (1_usize, 1_usize, 0_usize);
    let mut is_header = true;
    loop {
        let more = table.read_byte_record(&mut record);
        let begins = record.position().map_or(0, csv::Position::byte);
        let begins = after_breaks(bytes, usize::try_from(begins).unwrap_or(usize::MAX));
        lines += count(bytes.get(from..begins).unwrap_or_default(), b'\n');
        from = begins.max(from);
        match more {
            Ok(true) => {}
            Ok(false) => return Ok(Cow::Owned(out)),
            Err(error) => return Err(AdapterError::no_row(lines as u64, &error)),
        }
        if std::mem::take(&mut is_header) {
            continue;
        }
        if record.len() != columns.len() {
            return Err(AdapterError::uneven_row(lines as u64, record.len(), columns.len()));
        }
        let raw = bytes.get(from..usize::try_from(table.position().byte()).unwrap_or(usize::MAX)).unwrap_or_default();
        if from + raw.len() == bytes.len() && is_open(raw, sign) {
            return Err(AdapterError::open_quote(lines as u64));
        }
        // Files of old systems end lines with a carriage return alone: their records take one line each.
        while written < lines {
            out.push(b'\n');
            written += 1;
        }
        object(&mut out, &names, &record, sign);
        out.push(b'\n');
        written += 1;
        if out.len() > LARGEST {
            return Err(AdapterError::table_too_large(lines as u64, LARGEST >> 20));
        }
    }
}

fn plain(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

fn reader(bytes: &[u8], sign: u8) -> Reader<&[u8]> {
    ReaderBuilder::new().has_headers(false).flexible(true).delimiter(sign).trim(Trim::None).from_reader(bytes)
}

fn count(bytes: &[u8], sign: u8) -> usize {
    bytes.split(|&byte| byte == sign).count() - 1
}

/// Returns the byte from which a record is written: the reader counts the line breaks before it to the record.
fn after_breaks(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    from.min(bytes.len()) + rest.iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count()
}

/// Returns whether a quoted cell of the last record never ends: the reader takes the rest of the file for its content.
fn is_open(raw: &[u8], sign: u8) -> bool {
    let opens = raw.first() == Some(&b'"') || raw.windows(2).any(|pair| pair == [sign, b'"']);
    opens && count(raw, b'"') % 2 == 1
}

/// Writes a record as an object. Writing to a list of bytes cannot fail.
fn object(out: &mut Vec<u8>, names: &[String], record: &ByteRecord, sign: u8) {
    out.push(b'{');
    for (at, (name, cell)) in names.iter().zip(record).enumerate() {
        let cell = String::from_utf8_lossy(cell);
        let comma = if at > 0 { "," } else { "" };
        let _ = write!(out, "{comma}{name}:{}", value(&cell, sign));
    }
    out.push(b'}');
}

/// Returns a cell as JSON: a whole number as JSON would write it is a number, a missing value is null, anything else is
/// a text.
fn value(cell: &str, sign: u8) -> serde_json::Value {
    if MISSING.contains(&cell) {
        return serde_json::Value::Null;
    }
    match cell.parse::<i64>() {
        Ok(number) if number.to_string() == cell => number.into(),
        _ if sign == b'\t' => unescaped(cell).into(),
        _ => cell.into(),
    }
}

/// Undoes the escapes of MySQL's batch output (`mysql -B`). A backslash before another letter shows that the output is
/// raw, and the cell stays as it is.
fn unescaped(cell: &str) -> Cow<'_, str> {
    if !cell.contains('\\') {
        return cell.into();
    }
    let mut plain = String::with_capacity(cell.len());
    let mut letters = cell.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => match letters.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('0') => '\0',
                Some('\\') => '\\',
                _ => return cell.into(),
            },
            letter => letter,
        });
    }
    plain.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(table: &str) -> String {
        match json_lines(table.as_bytes()) {
            Ok(lines) => String::from_utf8_lossy(&lines).into_owned(),
            Err(error) => format!("line {}: {}", error.line.unwrap_or_default(), error.text.en),
        }
    }

    /// Each object is on the line of its record, also after cells with line breaks.
    #[test]
    fn keeps_the_line_of_each_record() {
        let table = "\u{feff}\r\nroom,acts\r\n7,\"a\r\nb\"\r\n\r\n8,\"{\"\"x\"\":[1]}\"\r\n";
        assert_eq!(
            lines(table),
            "\n\n{\"room\":7,\"acts\":\"a\\r\\nb\"}\n\n\n{\"room\":8,\"acts\":\"{\\\"x\\\":[1]}\"}\n"
        );
        assert_eq!(lines("a,b\r1,2\r3,4"), "{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n");
    }

    #[test]
    fn reads_numbers_texts_and_missing_values() {
        let row = "n;m;z;long\n-3;;007;1477146951214889836\n\\N;NULL;0.5;99999999999999999999";
        let first = "{\"n\":-3,\"m\":null,\"z\":\"007\",\"long\":1477146951214889836}";
        let second = "{\"n\":null,\"m\":null,\"z\":\"0.5\",\"long\":\"99999999999999999999\"}";
        assert_eq!(lines(row), format!("\n{first}\n{second}\n"));
    }

    /// MySQL escapes backslashes in a batch, and not in raw output.
    #[test]
    fn undoes_the_escapes_of_mysql() {
        let of = |cell: &str| unescaped(cell).into_owned();
        assert_eq!(of("{\"a\":\"{\\\\\"x\\\\\":1}\"}"), "{\"a\":\"{\\\"x\\\":1}\"}");
        assert_eq!(
            (of("a\\nb\\tc"), of("{\"a\":\"\\\"\\n\"}")),
            ("a\nb\tc".to_owned(), "{\"a\":\"\\\"\\n\"}".to_owned())
        );
        assert_eq!(lines("a\tb\n{\"x\":1}\tp\\tq"), "\n{\"a\":\"{\\\"x\\\":1}\",\"b\":\"p\\tq\"}\n");
    }

    #[test]
    fn names_the_line_of_a_bad_record() {
        let table = "a,b\n1,\"x\ny\"\n\n2\n";
        assert!(lines(table).starts_with("line 5: "), "{}", lines(table));
        let escaped = "a,b\n1,\"{\\\"x\\\":1,\\\"y\\\":2}\"\n";
        assert!(lines(escaped).starts_with("line 2: ") && lines(escaped).contains("ESCAPED BY"), "{}", lines(escaped));
        let open = "a,b\n1,2\n3,\"x\n4,y\n5,z\n";
        assert!(lines(open).starts_with("line 3: ") && lines(open).contains("never closed"), "{}", lines(open));
        let wide = format!("a,b\n{}", "1,2\n".repeat(5)).replace('b', &"b".repeat(60));
        assert!(lines(&wide).contains("{\"a\":1,\"bbb"));
    }

    /// Every row repeats the names of its columns, so the size is limited.
    #[test]
    fn limits_the_size() {
        let names: Vec<String> = (0..200).map(|at| format!("a{at:060}")).collect();
        let table = format!("{}\n{}", names.join(","), format!("{}\n", ",".repeat(199)).repeat(8000));
        assert!(lines(&table).contains("64 MiB"), "{}", &lines(&table)[..200]);
    }

    #[test]
    fn recognises_tables_by_their_header() {
        for (text, is_table) in [
            ("room,acts\n", true),
            ("房\t局（号）\n", true),
            ("\n\"room id\";\"acts\"\n", true),
            ("room\n1\n", false),
            ("room,room\n", false),
            ("room,\n", false),
            ("1,2\n", false),
            ("\"a,b\"\n\"c\"\n", false),
            ("{\"a\":1,\"b\":2}\n", false),
            ("[1,2]\n", false),
            ("paipu/1 room-1 changsha-a\n", false),
            ("paipu/1\troom-1\tchangsha-a\n", false),
            ("time=\"2020\" level=info, msg=\"x\"\n", false),
            ("", false),
        ] {
            assert_eq!(Header::of(text.as_bytes()).is_some(), is_table, "{text}");
        }
    }
}
