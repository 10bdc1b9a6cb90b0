//! Maps each write command to the function that executes it. This file stands above all rooms, so that the write worker
//! need not know any feature.

use crate::store::db::connection::Conn;
use crate::store::features::{clock, job_queue, keys, rulings, settings, webhook_progress, webhooks, witnesses};
use crate::store::model::search_tags::ReadTags;
use crate::store::write::command::{WriteCommand, WriteReply, WriteResult};
use crate::store::write::existing_rows::ExistingRows;
use crate::store::write::insert;
use crate::store::write::tenant_sequence::TenantSequences;

/// Executes one command inside the transaction.
pub(crate) fn dispatch(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    existing: &mut ExistingRows,
    command: &WriteCommand,
    read_tags: ReadTags,
) -> WriteResult {
    match command {
        WriteCommand::Log(fresh) => insert::put_log(conn, sequences, existing, fresh).map(WriteReply::Kept),
        WriteCommand::Report(who, report) => {
            insert::add_report(conn, sequences, *who, report, read_tags).map(|()| WriteReply::Done)
        }
        WriteCommand::NewKey(fresh) => {
            keys::make(conn, sequences, fresh).map(|(key, created)| WriteReply::Key(Box::new(key), created))
        }
        WriteCommand::Revocation(revocation) => {
            keys::revoke(conn, sequences, revocation).map(|revoked| WriteReply::Revoked(Box::new(revoked)))
        }
        WriteCommand::Setting(fresh) => {
            settings::set(conn, sequences, fresh).map(|done| WriteReply::Setting(Box::new(done)))
        }
        WriteCommand::Ruling(fresh) => {
            rulings::put(conn, sequences, fresh).map(|(row, created)| WriteReply::Ruling(Box::new(row), created))
        }
        WriteCommand::Webhook(change) => {
            webhooks::change(conn, sequences, change).map(|(row, done)| WriteReply::Webhook(Box::new(row), done))
        }
        WriteCommand::Claim { wanted, lease, now, until } => {
            webhook_progress::claim(conn, wanted, *lease, *now, *until).map(WriteReply::Webhooks)
        }
        WriteCommand::Progress(progress) => webhook_progress::progress(conn, sequences, progress).map(WriteReply::Held),
        WriteCommand::Job(order) => {
            job_queue::execute(conn, sequences, order, read_tags).map(|row| WriteReply::Job(row.map(Box::new)))
        }
        WriteCommand::Clock { at, most } => clock::credible(conn, *at, *most).map(WriteReply::Clock),
        WriteCommand::Offer(offer) => witnesses::offer(conn, offer).map(WriteReply::Held),
        WriteCommand::Witness(note) => witnesses::note(conn, note).map(|()| WriteReply::Done),
        WriteCommand::Probe => insert::probe(conn).map(|()| WriteReply::Done),
    }
}
