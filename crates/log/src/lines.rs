//! Batches: splits NDJSON into documents, one per line, without copying.

/// A document of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The line number, from 1; blank lines count.
    pub number: u64,
    /// The bytes without the line end.
    pub bytes: &'a [u8],
}

/// Iterates over the documents of a batch, one per line. Skips blank lines; `\r\n` ends a line like `\n`.
///
/// A byte order mark at the beginning of the batch belongs to no document.
pub fn lines(batch: &[u8]) -> impl Iterator<Item = Line<'_>> {
    let batch = batch.strip_prefix(super::read::BOM).unwrap_or(batch);
    (1..)
        .zip(batch.split(|&byte| byte == b'\n'))
        .map(|(number, bytes)| Line { number, bytes: bytes.strip_suffix(b"\r").unwrap_or(bytes) })
        .filter(|line| !line.bytes.trim_ascii().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_keep_their_line_numbers() {
        let found: Vec<_> =
            lines(b"\xEF\xBB\xBF{}\r\n\n  \n{\"a\":1}\n").map(|line| (line.number, line.bytes)).collect();
        assert_eq!(found, [(1, &b"{}"[..]), (4, b"{\"a\":1}")]);
        assert_eq!(lines(b"").count(), 0);
    }
}
