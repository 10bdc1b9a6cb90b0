//! Webhooks: their positions in the feed, their leases and their dead letters. Sending is left to `app`.
//!
//! Each webhook has a position in the feed. A sender holds a lease with its own number. A sender whose lease expired,
//! or whose webhook was moved meanwhile, can no longer record progress.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::is_storable_text;
use crate::store::db::schema::{dead_letters, tenants, webhooks};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::tenant::Tenant;
use crate::store::model::webhook::{DeadLetter, MOST_WEBHOOKS, Progress, WebhookChange, WebhookRow, WebhookWhat};
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::journal::append;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::TenantSequences;
use caipan_evidence::Deed;
use diesel::prelude::*;

/// Dead letters kept per webhook; new ones displace the oldest.
pub const MOST_DEAD: i64 = 10_000;

/// The dead letters of a webhook.
macro_rules! letters_of {
    ($row:expr) => {
        dead_letters::table.filter(dead_letters::tenant.eq($row.tenant)).filter(dead_letters::webhook.eq($row.seq))
    };
}

impl Store {
    /// Creates, moves or removes a webhook. Returns once the change is durable.
    pub async fn webhook(&self, change: WebhookChange) -> Result<WebhookRow, StoreError> {
        match self.write(WriteCommand::Webhook(Box::new(change))).await? {
            WriteReply::Webhooks(rows) => rows.into_iter().next().ok_or_else(wrong_reply),
            _ => Err(wrong_reply()),
        }
    }

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

    /// The webhooks of a tenant, with its last sequence number.
    pub fn webhooks(&self, tenant: Tenant) -> Result<(Vec<WebhookRow>, i64), StoreError> {
        let conn = &mut *self.reader()?;
        let rows = each!(&mut *conn, c => webhooks::table.filter(webhooks::tenant.eq(tenant.0))
            .order(webhooks::seq.asc()).select(WebhookRow::as_select()).load(c))?;
        let head = each!(conn, c => tenants::table.find(tenant.0).select(tenants::head).get_result(c))?;
        Ok((rows, head))
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
        let rows = each!(&mut *conn, c => own().filter(dead_letters::place.gt(after)).order(dead_letters::place.asc()).limit(limit)
            .select(DeadLetter::as_select()).load(c))?;
        let all = each!(conn, c => own().count().get_result(c))?;
        Ok((rows, all))
    }

    /// The dead letters that are to be sent again.
    pub fn dead_to_send(&self, tenant: Tenant, webhook: i64, limit: i64) -> Result<Vec<DeadLetter>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => dead_letters::table.filter(dead_letters::tenant.eq(tenant.0))
            .filter(dead_letters::webhook.eq(webhook)).filter(dead_letters::again.eq(1)).order(dead_letters::place.asc()).limit(limit)
            .select(DeadLetter::as_select()).load(c))?)
    }

    /// Counts the webhooks of all tenants that are healthy, retrying and paused.
    pub fn webhook_figures(&self) -> Result<[i64; 3], StoreError> {
        let conn = &mut *self.reader()?;
        let live = || webhooks::table.filter(webhooks::paused_at.is_null());
        let paused = webhooks::table.filter(webhooks::paused_at.is_not_null());
        Ok([
            each!(&mut *conn, c => live().filter(webhooks::tries.eq(0)).count().get_result(c))?,
            each!(&mut *conn, c => live().filter(webhooks::tries.gt(0)).count().get_result(c))?,
            each!(conn, c => paused.count().get_result(c))?,
        ])
    }

    /// Webhooks of all tenants that are due and free, the longest waiting first.
    pub fn webhooks_due(&self, now: i64, most: i64) -> Result<Vec<(Tenant, i64)>, StoreError> {
        let rows: Vec<(i64, i64)> = each!(&mut *self.reader()?, c => webhooks::table.inner_join(tenants::table)
            .filter(webhooks::place.lt(tenants::head).or(webhooks::again.eq(1)))
            .filter(webhooks::paused_at.is_null()).filter(webhooks::due_at.le(now)).filter(webhooks::leased_until.le(now))
            .order(webhooks::leased_until.asc()).limit(most)
            .select((webhooks::tenant, webhooks::seq)).load(c))?;
        Ok(rows.into_iter().map(|(tenant, seq)| (Tenant(tenant), seq)).collect())
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

/// Records progress. Returns false if the lease was lost.
pub(crate) fn progress(conn: &mut Conn, done: &Progress) -> Result<bool, StoreError> {
    let row = &done.row;
    let held = webhooks::table.find((row.tenant, row.seq)).filter(webhooks::lease.eq(row.lease));
    let now = (
        webhooks::place.eq(row.place),
        webhooks::tries.eq(row.tries),
        webhooks::due_at.eq(row.due_at),
        webhooks::given_up.eq(row.given_up),
        webhooks::paused_at.eq(row.paused_at),
        webhooks::leased_until.eq(row.leased_until),
        webhooks::again.eq(row.again),
        webhooks::said.eq(&row.said),
        webhooks::tried_at.eq(row.tried_at),
    );
    if each!(conn, c => diesel::update(held).set(now).execute(c))? == 0 {
        return Ok(false);
    }
    for place in &done.revived {
        each!(conn, c => diesel::delete(dead_letters::table.find((row.tenant, row.seq, place))).execute(c))?;
    }
    for dead in &done.dead {
        let anew = (
            dead_letters::tries.eq(dead.tries),
            dead_letters::at.eq(dead.at),
            dead_letters::said.eq(&dead.said),
            dead_letters::again.eq(dead.again),
        );
        each!(conn, c => diesel::insert_into(dead_letters::table).values(dead)
            .on_conflict((dead_letters::tenant, dead_letters::webhook, dead_letters::place)).do_update().set(anew).execute(c))?;
    }
    if !done.dead.is_empty() {
        let last: Option<i64> = each!(conn, c => letters_of!(row)
            .order(dead_letters::place.desc()).offset(MOST_DEAD).select(dead_letters::place).first(c).optional())?;
        if let Some(last) = last {
            let old = letters_of!(row).filter(dead_letters::place.le(last));
            each!(conn, c => diesel::delete(old).execute(c))?;
        }
    }
    Ok(true)
}

/// Creates, moves or removes a webhook. Returns its new state, or its last one if it was removed.
pub(crate) fn change(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    change: &WebhookChange,
) -> Result<WebhookRow, StoreError> {
    let WebhookChange { who, id, at, what } = change;
    let deed = match what {
        WebhookWhat::Make { .. } => Deed::WebhookMade,
        WebhookWhat::Remove => Deed::WebhookRemoved,
        WebhookWhat::Rotate { .. } | WebhookWhat::Forget => Deed::WebhookRotated,
        _ => Deed::WebhookReplayed,
    };
    let row = match what {
        WebhookWhat::Make { url, secret, filter, after } => {
            let there: i64 =
                each!(conn, c => webhooks::table.filter(webhooks::tenant.eq(who.tenant.0)).count().get_result(c))?;
            if there >= MOST_WEBHOOKS {
                return Err(StoreError::WebhooksFull);
            }
            let head: i64 = each!(conn, c => tenants::table.find(who.tenant.0).select(tenants::head).get_result(c))?;
            let row = (
                webhooks::tenant.eq(who.tenant.0),
                webhooks::id.eq(id),
                webhooks::url.eq(url),
                webhooks::secret.eq(secret),
                webhooks::filter.eq(filter),
                webhooks::made_at.eq(at),
                webhooks::place.eq(after.unwrap_or(head)),
                (webhooks::tries.eq(0), webhooks::due_at.eq(0), webhooks::given_up.eq(0)),
                (webhooks::lease.eq(0), webhooks::leased_until.eq(0), webhooks::again.eq(0)),
            );
            each!(conn, c => diesel::insert_into(webhooks::table).values(row).execute(c))?;
            find(conn, who.tenant, id)?
        }
        WebhookWhat::Remove => {
            let row = find(conn, who.tenant, id)?;
            let dead = letters_of!(row);
            each!(conn, c => diesel::delete(dead).execute(c))?;
            each!(conn, c => diesel::delete(webhooks::table.find((row.tenant, row.seq))).execute(c))?;
            row
        }
        WebhookWhat::Resume | WebhookWhat::After(_) | WebhookWhat::Dead => {
            let row = find(conn, who.tenant, id)?;
            let place = if let WebhookWhat::After(place) = what { *place } else { row.place };
            let again = if let WebhookWhat::Dead = what {
                let dead = letters_of!(row);
                each!(conn, c => diesel::update(dead).set(dead_letters::again.eq(1)).execute(c))?;
                1
            } else {
                row.again
            };
            // This ends the lease of the current sender, so its progress is discarded.
            let anew = (
                (webhooks::place.eq(place), webhooks::again.eq(again), webhooks::tries.eq(0), webhooks::due_at.eq(0)),
                (webhooks::given_up.eq(0), webhooks::paused_at.eq(None::<i64>)),
                (webhooks::lease.eq(0), webhooks::leased_until.eq(0)),
            );
            each!(conn, c => diesel::update(webhooks::table.find((row.tenant, row.seq))).set(anew).execute(c))?;
            find(conn, who.tenant, id)?
        }
        WebhookWhat::Rotate { .. } | WebhookWhat::Forget => {
            let row = find(conn, who.tenant, id)?;
            let (secret, old, until) = match what {
                WebhookWhat::Rotate { secret, until } if until > at => (secret, Some(&row.secret), Some(*until)),
                WebhookWhat::Rotate { secret, .. } => (secret, None, None),
                _ => (&row.secret, None, None),
            };
            // The current sender has the old secrets, so its lease ends and another sender takes over.
            let anew = (
                (webhooks::secret.eq(secret), webhooks::old_secret.eq(old), webhooks::old_until.eq(until)),
                (webhooks::lease.eq(0), webhooks::leased_until.eq(0)),
            );
            each!(conn, c => diesel::update(webhooks::table.find((row.tenant, row.seq))).set(anew).execute(c))?;
            find(conn, who.tenant, id)?
        }
    };
    append(conn, sequences, *who, Act::Webhook { deed, id }, *at)?;
    Ok(row)
}

fn find(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<WebhookRow, StoreError> {
    let none = || StoreError::NoWebhook(id.to_owned());
    if !is_storable_text(id) {
        return Err(none());
    }
    let found = each!(conn, c => webhooks::table.filter(webhooks::tenant.eq(tenant.0)).filter(webhooks::id.eq(id))
        .select(WebhookRow::as_select()).get_result(c).optional())?;
    found.ok_or_else(none)
}
