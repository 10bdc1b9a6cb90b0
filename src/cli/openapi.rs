//! `caipan openapi`: the document that the service serves.

use super::{CLEAN, Ended};
use std::io::Write;

pub(super) fn run() -> Ended {
    writeln!(std::io::stdout(), "{:#}", crate::api::document())?;
    Ok(CLEAN)
}
