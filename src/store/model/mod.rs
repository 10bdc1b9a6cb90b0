//! Plain data types that all rooms share, without queries. `webhook` names tables of `db::schema`, because its rows
//! derive their columns.

pub(super) mod counters;
pub(super) mod erasure;
pub(super) mod job;
pub(super) mod journal;
pub(super) mod key;
pub(super) mod log;
pub(super) mod migration;
pub(super) mod mismatch;
pub(super) mod request;
pub(super) mod ruling;
pub(super) mod search_tags;
pub(super) mod setting;
pub(super) mod signing_key;
pub(super) mod tenant;
pub(super) mod webhook;
pub(super) mod witness;
