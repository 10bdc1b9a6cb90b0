//! `caipan schema`: prints the JSON Schema of `paipu/1`.

use super::{CLEAN, Ended};
use std::io::Write;

pub(super) fn run() -> Ended {
    writeln!(std::io::stdout(), "{:#}", caipan_log::json_schema())?;
    Ok(CLEAN)
}
