//! The `limit` and `after` parameters of lists; the filters of a list are left to its handler.

use super::problem::{ApiError, ProblemType};
use caipan_tiles::bilingual;

/// Checks the page size: 1 to 200, 50 by default.
pub(super) fn limited(limit: Option<u32>) -> Result<u32, ApiError> {
    let limit = limit.unwrap_or(50);
    if (1..=200).contains(&limit) {
        return Ok(limit);
    }
    Err(ApiError::new(
        ProblemType::RequestInvalid,
        bilingual!("limit 应为 1 至 200，收到的是 {limit}。", "limit has to be 1 to 200, not {limit}."),
    ))
}

/// Parses the cursor of a list.
pub(super) fn cursor(after: &str) -> Result<i64, ApiError> {
    after.parse().map_err(|_| {
        ApiError::new(
            ProblemType::RequestInvalid,
            bilingual!(
                "after 应为上一页给出的 next，不能自行编写。去掉它就从头开始。",
                "after takes the next of the part before and cannot be made up. Leave it out to begin at the top."
            ),
        )
    })
}
