//! Tells files that were never meant as logs from damaged logs.
//!
//! A folder of logs often holds other files too: settings, labels, notes. Only a file without any mark of a log is
//! foreign; whatever could be a damaged log is reported as one.

use caipan_adapter::shelf;
use caipan_log::import;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

/// The beginnings of lines by which a text could be a log.
const LINES: [&[u8]; 2] = [b"paipu/", b"hand dealer"];
/// The number of lines searched for them.
const SEARCHED: usize = 100;

/// True if nothing in a refused document suggests that it is a log.
pub(crate) fn is_foreign(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if is_utf16 || import::sniff(bytes).is_some() || shelf::sniff(bytes).is_some() {
        return false;
    }
    match bytes.first() {
        None => false,
        Some(b'{') => is_foreign_object(bytes),
        Some(b'[') => {
            // An array of logs is a mistake that the refusal explains.
            let list: Result<Vec<Value>, _> = serde_json::from_slice(bytes);
            list.is_ok_and(|list| list.first().is_none_or(|first| is_foreign_object(first.to_string().as_bytes())))
        }
        Some(_) => {
            let mut lines = bytes.split(|&byte| byte == b'\n').take(SEARCHED).map(<[u8]>::trim_ascii_start);
            !lines.any(|line| LINES.iter().any(|begin| line.starts_with(begin)))
        }
    }
}

/// True for a complete JSON object that neither names a format of logs nor has hands. Damaged JSON is not foreign,
/// because nobody can tell what it was.
fn is_foreign_object(bytes: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Marks {
        format: Option<Value>,
        hands: Option<IgnoredAny>,
        events: Option<IgnoredAny>,
    }
    let names_log = |format: &Value| format.as_str().is_some_and(|format| format.starts_with("paipu"));
    match serde_json::from_slice::<Marks>(bytes) {
        Ok(Marks { format, hands: None, events: None }) => !format.as_ref().is_some_and(names_log),
        // Reports of this program have hands too.
        Ok(Marks { format: Some(format), .. }) => format.as_str().is_some_and(|format| format.starts_with("caipan-")),
        Ok(_) => false,
        // A value that is no object, or an object with these keys in other types, read as a list element.
        Err(error) => error.is_data() && !bytes.starts_with(b"{"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separates_foreign_files_from_damaged_logs() {
        for foreign in [
            "{\"name\": \"package\", \"version\": \"1.0.0\"}",
            "{\"format\": \"caipan-report/1\", \"hands\": []}",
            "[1, 2, 3]",
            "[]",
            "# Notes\nNothing to see.",
            "id,name\n1,x",
            "\u{89}PNG\r\n",
            "{}",
        ] {
            assert!(is_foreign(foreign.as_bytes()), "{foreign}");
        }
        for log in [
            "",
            "{\"format\": \"paipu/1\"}",
            "{\"format\": \"paipu/9\"}",
            "{\"format\": \"paipu/1\", \"id\": \"a",
            "{\"name\": \"cut off",
            "{\"hands\": []}",
            "[{\"format\": \"paipu/1\"}]",
            "[{\"cut\": ",
            "// ours\npaipu/1 room-1 changsha-a\n",
            "\u{feff}  paipu/1 x",
        ] {
            assert!(!is_foreign(log.as_bytes()), "{log}");
        }
    }
}
