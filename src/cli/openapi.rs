//! `caipan openapi`: prints the OpenAPI document that the service publishes.

use super::{CLEAN, Ended};
use std::io::Write;

pub(super) fn run() -> Ended {
    writeln!(std::io::stdout(), "{:#}", crate::api::document())?;
    Ok(CLEAN)
}
