//! Reads the reports of an earlier run one by one from a file, a folder or standard input, compressed or not.

use super::Failure;
use super::documents::Documents;
use caipan_engine::report::{PastLine, past};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::path::Path;

/// Maximum size of a report in bytes; reports are larger than their logs.
const LIMIT: usize = 256 << 20;

/// Passes each report to `take`; stops at the first invalid one, or one that `take` refuses.
pub(super) fn each(path: &Path, lang: Lang, mut take: impl FnMut(PastLine) -> Result<(), Text>) -> Result<(), Failure> {
    for document in Documents::new(&[path.to_owned()], LIMIT, false) {
        let name = document.name();
        // An audit of no logs writes an empty file.
        if document.bytes.as_ref().is_ok_and(|bytes| bytes.trim_ascii().is_empty()) {
            continue;
        }
        let read = document.bytes.and_then(|bytes| past(&bytes));
        read.and_then(&mut take).map_err(|text| Failure(bilingual!("{name}：{}", "{name}: {}", text.get(lang))))?;
    }
    Ok(())
}
