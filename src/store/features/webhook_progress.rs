//! The delivery of webhooks: their leases, their progress, their dead letters and late messages. Sending is left to `app`.
//!
//! Each webhook has a position in the feed. A sender holds a lease with its own number. A sender whose lease expired,
//! or whose webhook was moved meanwhile, can no longer record progress. A webhook whose owner, a key, is revoked or expired
//! is given to no sender.

use crate::store::db::connection::{Conn, each};
use crate::store::db::schema::{dead_letters, keys, late_messages, tenants, webhooks};
use crate::store::error::StoreError;
use crate::store::features::webhooks::of_webhook;
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::tenant::{Tenant, Who};
use crate::store::model::webhook::{DeadLetter, LateMessage, Progress, WebhookRow};
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::journal::append;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::TenantSequences;
use caipan_evidence::Deed;
use diesel::dsl::{exists, min, not};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable};

/// Dead letters kept per webhook; new ones displace the oldest.
pub const MOST_DEAD: i64 = 10_000;

/// True for a webhook whose owner is a valid key, or that has none.
macro_rules! has_owner {
    ($now:expr) => {
        webhooks::owner.is_null().or(exists(
            keys::table
                .filter(keys::tenant.eq(webhooks::tenant))
                .filter(keys::seq.nullable().eq(webhooks::owner))
                .filter(keys::revoked_at.is_null())
                .filter(keys::expires_at.is_null().or(keys::expires_at.assume_not_null().gt($now))),
        ))
    };
}

/// One seek by the primary key of `entries` for each webhook that is behind. `{now}` is replaced by the time.
const BEHIND: &str = "SELECT CAST(COALESCE(SUM(behind), 0) AS BIGINT) AS entries, MIN(since) AS oldest FROM (\
    SELECT tenants.head - webhooks.place AS behind, (\
        SELECT entries.at FROM entries WHERE entries.tenant = webhooks.tenant AND entries.place > webhooks.place \
        ORDER BY entries.place LIMIT 1) AS since \
    FROM webhooks JOIN tenants ON tenants.seq = webhooks.tenant \
    WHERE webhooks.place < tenants.head AND webhooks.paused_at IS NULL AND (webhooks.owner IS NULL OR EXISTS (\
        SELECT 1 FROM keys WHERE keys.tenant = webhooks.tenant AND keys.seq = webhooks.owner AND keys.revoked_at IS NULL \
        AND (keys.expires_at IS NULL OR keys.expires_at > {now})))) AS waiting";

/// The journal entries that webhooks have not dealt with.
#[derive(QueryableByName)]
struct Behind {
    #[diesel(sql_type = BigInt)]
    entries: i64,
    #[diesel(sql_type = Nullable<BigInt>)]
    oldest: Option<i64>,
}

impl Store {
    /// Claims those of `wanted` that are free, under a lease with this number from `now` to `until`.
    pub async fn claim_webhooks(
        &self,
        wanted: Vec<(Tenant, i64)>,
        lease: i64,
        now: i64,
        until: i64,
    ) -> Result<Vec<WebhookRow>, StoreError> {
        match self.write(WriteCommand::Claim { wanted, lease, now, until }).await? {
            WriteReply::Webhooks(rows) => Ok(rows),
            _ => Err(wrong_reply()),
        }
    }

    /// Records the progress of a webhook. Returns false, and writes nothing, if the lease was lost.
    pub async fn webhook_progress(&self, progress: Progress) -> Result<bool, StoreError> {
        match self.write(WriteCommand::Progress(Box::new(progress))).await? {
            WriteReply::Held(held) => Ok(held),
            _ => Err(wrong_reply()),
        }
    }

    /// At most `limit` dead letters of a webhook after a position, and their total number.
    pub fn dead_letters(
        &self,
        tenant: Tenant,
        webhook: i64,
        after: i64,
        limit: i64,
    ) -> Result<(Vec<DeadLetter>, i64), StoreError> {
        let conn = &mut *self.reader()?;
        let own =
            || dead_letters::table.filter(dead_letters::tenant.eq(tenant.0)).filter(dead_letters::webhook.eq(webhook));
        let rows = each!(&mut *conn, c => own().filter(dead_letters::place.gt(after)).order(dead_letters::place.asc())
            .limit(limit).select(DeadLetter::as_select()).load(c))?;
        let all = each!(conn, c => own().count().get_result(c))?;
        Ok((rows, all))
    }

    /// The dead letters that are to be sent again.
    pub fn dead_to_send(&self, tenant: Tenant, webhook: i64, limit: i64) -> Result<Vec<DeadLetter>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => dead_letters::table.filter(dead_letters::tenant.eq(tenant.0))
            .filter(dead_letters::webhook.eq(webhook)).filter(dead_letters::again.eq(1)).order(dead_letters::place.asc()).limit(limit)
            .select(DeadLetter::as_select()).load(c))?)
    }

    /// The late messages of a webhook that are due, the earliest first.
    pub fn late_due(&self, tenant: Tenant, webhook: i64, now: i64, limit: i64) -> Result<Vec<LateMessage>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => late_messages::table.filter(late_messages::tenant.eq(tenant.0))
            .filter(late_messages::webhook.eq(webhook)).filter(late_messages::due_at.le(now)).order(late_messages::due_at.asc()).limit(limit)
            .select(LateMessage::as_select()).load(c))?)
    }

    /// The number of late messages of a webhook.
    pub fn late_count(&self, tenant: Tenant, webhook: i64) -> Result<i64, StoreError> {
        let late = late_messages::table
            .filter(late_messages::tenant.eq(tenant.0))
            .filter(late_messages::webhook.eq(webhook))
            .count();
        Ok(each!(&mut *self.reader()?, c => late.get_result(c))?)
    }

    /// Counts the webhooks of all tenants that are healthy, retrying and paused, and those whose owner is no longer valid.
    pub fn webhook_figures(&self, now: i64) -> Result<[i64; 4], StoreError> {
        let conn = &mut *self.reader()?;
        let owned = || webhooks::table.filter(has_owner!(now));
        let live = || owned().filter(webhooks::paused_at.is_null());
        let calm = live().filter(webhooks::tries.eq(0)).filter(webhooks::late_at.is_null());
        let retrying = live().filter(webhooks::tries.gt(0).or(webhooks::late_at.is_not_null()));
        let paused = owned().filter(webhooks::paused_at.is_not_null());
        let ended = webhooks::table.filter(not(has_owner!(now)));
        Ok([
            each!(&mut *conn, c => calm.count().get_result(c))?,
            each!(&mut *conn, c => retrying.count().get_result(c))?,
            each!(&mut *conn, c => paused.count().get_result(c))?,
            each!(conn, c => ended.count().get_result(c))?,
        ])
    }

    /// The number of journal entries that webhooks have not dealt with, paused and ended ones left out, and the time of the
    /// oldest.
    pub fn webhook_backlog(&self, now: i64) -> Result<(i64, Option<i64>), StoreError> {
        let query = BEHIND.replace("{now}", &now.to_string());
        let found: Behind = each!(&mut *self.reader()?, c => diesel::sql_query(&query).get_result(c))?;
        Ok((found.entries, found.oldest))
    }

    /// Webhooks of all tenants that are due and free, the longest waiting first: those whose last attempt failed, or the others.
    pub fn webhooks_due(&self, now: i64, failing: bool, most: i64) -> Result<Vec<(Tenant, i64)>, StoreError> {
        let rows: Vec<(i64, i64)> = each!(&mut *self.reader()?, c => {
            let query = webhooks::table.inner_join(tenants::table)
                .filter(webhooks::place.lt(tenants::head).or(webhooks::again.eq(1))
                    .or(webhooks::late_at.is_not_null().and(webhooks::late_at.assume_not_null().le(now))))
                .filter(webhooks::paused_at.is_null()).filter(webhooks::due_at.le(now)).filter(has_owner!(now))
                .filter(webhooks::leased_until.le(now)).filter(webhooks::said.is_not_null().eq(failing))
                .order((webhooks::leased_until.asc(), webhooks::tried_at.asc())).limit(most)
                .select((webhooks::tenant, webhooks::seq));
            query.load(c)
        })?;
        Ok(rows.into_iter().map(|(tenant, seq)| (Tenant(tenant), seq)).collect())
    }

    /// Returns true while a sender holds the lease of a webhook and the owner of the webhook is valid.
    pub fn may_send(&self, tenant: Tenant, webhook: i64, lease: i64, now: i64) -> Result<bool, StoreError> {
        let held = webhooks::table.find((tenant.0, webhook)).filter(webhooks::lease.eq(lease)).filter(has_owner!(now));
        Ok(each!(&mut *self.reader()?, c => diesel::select(exists(held)).get_result(c))?)
    }
}

/// Claims those of `wanted` that are free until `until`.
pub(crate) fn claim(
    conn: &mut Conn,
    wanted: &[(Tenant, i64)],
    lease: i64,
    now: i64,
    until: i64,
) -> Result<Vec<WebhookRow>, StoreError> {
    let mut held = Vec::with_capacity(wanted.len());
    for &(tenant, seq) in wanted {
        let row = || webhooks::table.find((tenant.0, seq));
        let owned = row().filter(has_owner!(now)).select(webhooks::seq);
        if each!(&mut *conn, c => owned.get_result::<i64>(c).optional())?.is_none() {
            continue;
        }
        let free = row().filter(webhooks::leased_until.le(now)).filter(webhooks::paused_at.is_null());
        let taken = (webhooks::lease.eq(lease), webhooks::leased_until.eq(until));
        each!(&mut *conn, c => diesel::update(free).set(taken).execute(c))?;
        let over = row().filter(webhooks::old_until.le(now));
        let gone = (webhooks::old_secret.eq(None::<Vec<u8>>), webhooks::old_until.eq(None::<i64>));
        each!(&mut *conn, c => diesel::update(over).set(gone).execute(c))?;
        let mine: Option<WebhookRow> = each!(&mut *conn, c => row().filter(webhooks::lease.eq(lease))
            .select(WebhookRow::as_select()).get_result(c).optional())?;
        held.extend(mine);
    }
    Ok(held)
}

/// Records progress. Returns false if the lease was lost. A pause is an entry of the journal.
pub(crate) fn progress(conn: &mut Conn, sequences: &mut TenantSequences, done: &Progress) -> Result<bool, StoreError> {
    let row = &done.row;
    let held = || webhooks::table.find((row.tenant, row.seq)).filter(webhooks::lease.eq(row.lease));
    let before: Option<Option<i64>> = each!(conn, c => held().select(webhooks::paused_at).get_result(c).optional())?;
    let Some(paused_before) = before else { return Ok(false) };
    let now = (
        (webhooks::place.eq(row.place), webhooks::tries.eq(row.tries), webhooks::due_at.eq(row.due_at)),
        (webhooks::given_up.eq(row.given_up), webhooks::paused_at.eq(row.paused_at)),
        (webhooks::leased_until.eq(row.leased_until), webhooks::again.eq(row.again)),
        (webhooks::said.eq(&row.said), webhooks::tried_at.eq(row.tried_at)),
    );
    if each!(conn, c => diesel::update(held()).set(now).execute(c))? == 0 {
        return Ok(false);
    }
    for place in &done.revived {
        each!(conn, c => diesel::delete(dead_letters::table.find((row.tenant, row.seq, place))).execute(c))?;
    }
    put_dead(conn, row, &done.dead)?;
    put_late(conn, row, done)?;
    if let Some(at) = row.paused_at.filter(|_| paused_before.is_none()) {
        let act = Act::Webhook { deed: Deed::WebhookPaused, id: &row.id };
        append(conn, sequences, Who::keyless(row.tenant()), act, at)?;
    }
    Ok(true)
}

/// Stores dead letters and deletes the oldest beyond their number.
fn put_dead(conn: &mut Conn, row: &WebhookRow, dead: &[DeadLetter]) -> Result<(), StoreError> {
    for dead in dead {
        let anew = (
            dead_letters::tries.eq(dead.tries),
            dead_letters::at.eq(dead.at),
            dead_letters::said.eq(&dead.said),
            dead_letters::again.eq(dead.again),
        );
        each!(conn, c => diesel::insert_into(dead_letters::table).values(dead)
            .on_conflict((dead_letters::tenant, dead_letters::webhook, dead_letters::place)).do_update().set(anew).execute(c))?;
    }
    if dead.is_empty() {
        return Ok(());
    }
    let last: Option<i64> = each!(conn, c => of_webhook!(dead_letters, row)
        .order(dead_letters::place.desc()).offset(MOST_DEAD).select(dead_letters::place).first(c).optional())?;
    if let Some(last) = last {
        let old = of_webhook!(dead_letters, row).filter(dead_letters::place.le(last));
        each!(conn, c => diesel::delete(old).execute(c))?;
    }
    Ok(())
}

/// Stores late messages, deletes those that are settled, and notes when the first is due.
fn put_late(conn: &mut Conn, row: &WebhookRow, done: &Progress) -> Result<(), StoreError> {
    if done.late.is_empty() && done.settled.is_empty() {
        return Ok(());
    }
    for place in &done.settled {
        each!(conn, c => diesel::delete(late_messages::table.find((row.tenant, row.seq, place))).execute(c))?;
    }
    for late in &done.late {
        let anew = (
            late_messages::tries.eq(late.tries),
            late_messages::due_at.eq(late.due_at),
            late_messages::said.eq(&late.said),
        );
        each!(conn, c => diesel::insert_into(late_messages::table).values(late)
            .on_conflict((late_messages::tenant, late_messages::webhook, late_messages::place)).do_update().set(anew).execute(c))?;
    }
    let first: Option<i64> = each!(conn, c => of_webhook!(late_messages, row)
        .select(min(late_messages::due_at)).get_result(c))?;
    each!(conn, c => diesel::update(webhooks::table.find((row.tenant, row.seq))).set(webhooks::late_at.eq(first)).execute(c))?;
    Ok(())
}
