//! Where verdicts are sent, how far each has come, and who sends now.
//!
//! A webhook is a place in the feed. Whoever sends holds it by a lease: nobody else sends before that is over, and who lost it in the
//! meantime (it slept, or somebody moved the place) writes nothing down any more, because each lease has a number of its own.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::is_name;
use crate::store::db::schema::{dead_letters, tenants, webhooks};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::tenant::Tenant;
use crate::store::model::webhook::{DeadLetter, MOST_WEBHOOKS, Progress, WebhookChange, WebhookRow, WebhookWhat};
use crate::store::write::command::{Told, What};
use crate::store::write::journal::append;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::Heads;
use caipan_evidence::Deed;
use diesel::prelude::*;

/// So many that were given up are kept of each; further ones push out the oldest.
pub const MOST_DEAD: i64 = 10_000;

impl Store {
    /// Makes, moves or takes away a webhook. Returns when it is durable.
    pub async fn webhook(&self, change: WebhookChange) -> Result<WebhookRow, StoreError> {
        match self.write(What::Webhook(Box::new(change))).await? {
            Told::Webhooks(rows) => rows.into_iter().next().ok_or_else(wrong_reply),
            _ => Err(wrong_reply()),
        }
    }

    /// Takes those of these webhooks that nobody has taken since, under a lease of this number from a moment until another.
    pub async fn claim_webhooks(
        &self,
        wanted: Vec<i64>,
        lease: i64,
        now: i64,
        until: i64,
    ) -> Result<Vec<WebhookRow>, StoreError> {
        match self.write(What::Claim { wanted, lease, now, until }).await? {
            Told::Webhooks(rows) => Ok(rows),
            _ => Err(wrong_reply()),
        }
    }

    /// Writes down how far a webhook has come. Whether its lease still held; nothing is written where it did not.
    pub async fn webhook_progress(&self, progress: Progress) -> Result<bool, StoreError> {
        match self.write(What::Progress(Box::new(progress))).await? {
            Told::Held(held) => Ok(held),
            _ => Err(wrong_reply()),
        }
    }

    /// The webhooks of a tenant, with the place of its last entry.
    pub fn webhooks(&self, tenant: Tenant) -> Result<(Vec<WebhookRow>, i64), StoreError> {
        let conn = &mut *self.reader()?;
        let rows = each!(&mut *conn, c => webhooks::table.filter(webhooks::tenant.eq(tenant.0))
            .order(webhooks::seq.asc()).select(WebhookRow::as_select()).load(c))?;
        let head = each!(conn, c => tenants::table.find(tenant.0).select(tenants::head).get_result(c))?;
        Ok((rows, head))
    }

    /// What was given up of a webhook, behind a place, at most so many; and how many there are.
    pub fn dead_letters(&self, webhook: i64, after: i64, limit: i64) -> Result<(Vec<DeadLetter>, i64), StoreError> {
        let conn = &mut *self.reader()?;
        let rows = each!(&mut *conn, c => dead_letters::table.filter(dead_letters::webhook.eq(webhook))
            .filter(dead_letters::place.gt(after)).order(dead_letters::place.asc()).limit(limit)
            .select(DeadLetter::as_select()).load(c))?;
        let all =
            each!(conn, c => dead_letters::table.filter(dead_letters::webhook.eq(webhook)).count().get_result(c))?;
        Ok((rows, all))
    }

    /// The places that were given up and are to be sent again.
    pub fn dead_to_send(&self, webhook: i64, limit: i64) -> Result<Vec<DeadLetter>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => dead_letters::table.filter(dead_letters::webhook.eq(webhook))
            .filter(dead_letters::again.eq(1)).order(dead_letters::place.asc()).limit(limit)
            .select(DeadLetter::as_select()).load(c))?)
    }

    /// How many webhooks send, try again, and are paused, of all tenants.
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

    /// Webhooks that have something to send now, and that nobody holds; those that waited longest first.
    pub fn webhooks_due(&self, now: i64, most: i64) -> Result<Vec<i64>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => webhooks::table.inner_join(tenants::table)
            .filter(webhooks::place.lt(tenants::head).or(webhooks::again.eq(1)))
            .filter(webhooks::paused_at.is_null()).filter(webhooks::due_at.le(now)).filter(webhooks::leased_until.le(now))
            .order(webhooks::leased_until.asc()).limit(most).select(webhooks::seq).load(c))?)
    }
}

/// Takes those of these that nobody has taken since, for so long.
pub(crate) fn claim(
    conn: &mut Conn,
    wanted: &[i64],
    lease: i64,
    now: i64,
    until: i64,
) -> Result<Vec<WebhookRow>, StoreError> {
    for &seq in wanted {
        let free =
            webhooks::table.find(seq).filter(webhooks::leased_until.le(now)).filter(webhooks::paused_at.is_null());
        let taken = (webhooks::lease.eq(lease), webhooks::leased_until.eq(until));
        each!(conn, c => diesel::update(free).set(taken).execute(c))?;
    }
    let over = webhooks::table.filter(webhooks::seq.eq_any(wanted)).filter(webhooks::old_until.le(now));
    let gone = (webhooks::old_secret.eq(None::<Vec<u8>>), webhooks::old_until.eq(None::<i64>));
    each!(conn, c => diesel::update(over).set(gone).execute(c))?;
    Ok(each!(conn, c => webhooks::table.filter(webhooks::lease.eq(lease)).filter(webhooks::seq.eq_any(wanted))
        .select(WebhookRow::as_select()).load(c))?)
}

/// Writes down how far one has come. Whether the lease still held.
pub(crate) fn progress(conn: &mut Conn, done: &Progress) -> Result<bool, StoreError> {
    let row = &done.row;
    let held = webhooks::table.find(row.seq).filter(webhooks::lease.eq(row.lease));
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
        each!(conn, c => diesel::delete(dead_letters::table.find((row.seq, place))).execute(c))?;
    }
    for dead in &done.dead {
        let anew = (
            dead_letters::tries.eq(dead.tries),
            dead_letters::at.eq(dead.at),
            dead_letters::said.eq(&dead.said),
            dead_letters::again.eq(dead.again),
        );
        each!(conn, c => diesel::insert_into(dead_letters::table).values(dead)
            .on_conflict((dead_letters::webhook, dead_letters::place)).do_update().set(anew).execute(c))?;
    }
    if !done.dead.is_empty() {
        let last: Option<i64> = each!(conn, c => dead_letters::table.filter(dead_letters::webhook.eq(row.seq))
            .order(dead_letters::place.desc()).offset(MOST_DEAD).select(dead_letters::place).first(c).optional())?;
        if let Some(last) = last {
            let old =
                dead_letters::table.filter(dead_letters::webhook.eq(row.seq)).filter(dead_letters::place.le(last));
            each!(conn, c => diesel::delete(old).execute(c))?;
        }
    }
    Ok(true)
}

/// Makes, moves or takes away a webhook; gives it as it is then, or was last.
pub(crate) fn change(conn: &mut Conn, heads: &mut Heads, change: &WebhookChange) -> Result<WebhookRow, StoreError> {
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
            let dead = dead_letters::table.filter(dead_letters::webhook.eq(row.seq));
            each!(conn, c => diesel::delete(dead).execute(c))?;
            each!(conn, c => diesel::delete(webhooks::table.find(row.seq)).execute(c))?;
            row
        }
        WebhookWhat::Resume | WebhookWhat::After(_) | WebhookWhat::Dead => {
            let row = find(conn, who.tenant, id)?;
            let place = if let WebhookWhat::After(place) = what { *place } else { row.place };
            let again = if let WebhookWhat::Dead = what {
                let dead = dead_letters::table.filter(dead_letters::webhook.eq(row.seq));
                each!(conn, c => diesel::update(dead).set(dead_letters::again.eq(1)).execute(c))?;
                1
            } else {
                row.again
            };
            // Whoever sends now has lost the lease: what it has come to counts no more.
            let anew = (
                (webhooks::place.eq(place), webhooks::again.eq(again), webhooks::tries.eq(0), webhooks::due_at.eq(0)),
                (webhooks::given_up.eq(0), webhooks::paused_at.eq(None::<i64>)),
                (webhooks::lease.eq(0), webhooks::leased_until.eq(0)),
            );
            each!(conn, c => diesel::update(webhooks::table.find(row.seq)).set(anew).execute(c))?;
            find(conn, who.tenant, id)?
        }
        WebhookWhat::Rotate { .. } | WebhookWhat::Forget => {
            let row = find(conn, who.tenant, id)?;
            let (secret, old, until) = match what {
                WebhookWhat::Rotate { secret, until } if until > at => (secret, Some(&row.secret), Some(*until)),
                WebhookWhat::Rotate { secret, .. } => (secret, None, None),
                _ => (&row.secret, None, None),
            };
            // Whoever sends now has the secrets of before: another takes over.
            let anew = (
                (webhooks::secret.eq(secret), webhooks::old_secret.eq(old), webhooks::old_until.eq(until)),
                (webhooks::lease.eq(0), webhooks::leased_until.eq(0)),
            );
            each!(conn, c => diesel::update(webhooks::table.find(row.seq)).set(anew).execute(c))?;
            find(conn, who.tenant, id)?
        }
    };
    append(conn, heads, *who, Act::Webhook { deed, id }, *at)?;
    Ok(row)
}

fn find(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<WebhookRow, StoreError> {
    let none = || StoreError::NoWebhook(id.to_owned());
    if !is_name(id) {
        return Err(none());
    }
    let found = each!(conn, c => webhooks::table.filter(webhooks::tenant.eq(tenant.0)).filter(webhooks::id.eq(id))
        .select(WebhookRow::as_select()).get_result(c).optional())?;
    found.ok_or_else(none)
}
