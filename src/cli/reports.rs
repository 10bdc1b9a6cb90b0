//! Reports that an earlier run wrote, read back one by one from a file, a folder or standard input, packed or not.

use super::Failure;
use super::documents::Documents;
use caipan_engine::report::{PastLine, past};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Lang, Text};
use std::path::Path;

/// A report is larger than its log, and there is no reason to refuse what was written here.
const LIMIT: usize = 256 << 20;

/// Hands each report to `take`; stops at the first that is none, or that `take` refuses.
pub(super) fn each(path: &Path, lang: Lang, mut take: impl FnMut(PastLine) -> Result<(), Text>) -> Result<(), Failure> {
    for document in Documents::new(&[path.to_owned()], LIMIT, false) {
        let name = document.name();
        // An audit of nothing writes nothing.
        if document.bytes.as_ref().is_ok_and(|bytes| bytes.trim_ascii().is_empty()) {
            continue;
        }
        let read = document.bytes.and_then(|bytes| past(&bytes));
        read.and_then(&mut take).map_err(|text| Failure(bilingual!("{name}：{}", "{name}: {}", text.get(lang))))?;
    }
    Ok(())
}
