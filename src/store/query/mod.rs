//! Reads: single logs, lists, the feed, statistics, and lookups that the write worker shares.

pub(super) mod dimensions;
pub(super) mod erased;
pub(super) mod feed;
pub(super) mod first_seen;
pub(super) mod levels;
pub(super) mod log_ids;
pub(super) mod query_planner;
pub(super) mod read;
pub(super) mod records;
pub(super) mod remaining;
pub(super) mod rulings;
pub(super) mod search;
pub(super) mod statistics;
pub(super) mod times;
