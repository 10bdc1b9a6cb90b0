//! Writes: the queue, the write worker, and everything that one transaction shares (sequences, batch, counters, tags,
//! journal). Features execute their own commands.

pub(super) mod command;
pub(super) mod counters;
pub(super) mod evidence_tree;
pub(super) mod existing_rows;
pub(super) mod insert;
pub(super) mod journal;
pub(super) mod log_dimensions;
pub(super) mod notifier;
pub(super) mod queue;
pub(super) mod search_tags;
pub(super) mod tenant_sequence;
pub(super) mod write_batch;
pub(super) mod write_worker;
