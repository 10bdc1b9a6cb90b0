//! Which function executes which command.

use crate::store::db::connection::Conn;
use crate::store::features::{job_queue, keys, rulings, settings, webhooks};
use crate::store::model::search_tags::ReadMarks;
use crate::store::write::command::{Done, Told, What};
use crate::store::write::existing_rows::Seen;
use crate::store::write::insert;
use crate::store::write::tenant_sequence::Heads;

/// Executes one command inside the transaction.
pub(crate) fn dispatch(
    conn: &mut Conn,
    heads: &mut Heads,
    seen: &mut Seen,
    what: &What,
    read_marks: ReadMarks,
) -> Done {
    match what {
        What::Log(fresh) => insert::put(conn, heads, seen, fresh).map(Told::Kept),
        What::Report(who, report) => insert::report_again(conn, heads, *who, report, read_marks).map(|()| Told::Done),
        What::NewKey(fresh) => keys::make(conn, heads, fresh).map(|key| Told::Key(Box::new(key))),
        What::Revocation(revocation) => keys::revoke(conn, heads, revocation).map(|key| Told::Key(Box::new(key))),
        What::Setting(fresh) => settings::set(conn, heads, fresh).map(|done| Told::Setting(Box::new(done))),
        What::Ruling(fresh) => {
            rulings::put(conn, heads, fresh).map(|(row, created)| Told::Ruling(Box::new(row), created))
        }
        What::Webhook(change) => webhooks::change(conn, heads, change).map(|row| Told::Webhooks(vec![row])),
        What::Claim { wanted, lease, now, until } => {
            webhooks::claim(conn, wanted, *lease, *now, *until).map(Told::Webhooks)
        }
        What::Progress(progress) => webhooks::progress(conn, progress).map(Told::Held),
        What::Job(order) => job_queue::follow(conn, heads, order, read_marks).map(|row| Told::Job(row.map(Box::new))),
        What::Probe => insert::probe(conn).map(|()| Told::Done),
    }
}
