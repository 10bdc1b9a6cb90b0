//! Webhooks: create, move, rotate, remove and list. Their delivery is recorded by `webhook_progress`.
//!
//! A webhook belongs to the key that made it or took it over, and sends only while that key is valid.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::is_storable_text;
use crate::store::db::schema::{dead_letters, keys, late_messages, tenants, webhooks};
use crate::store::error::StoreError;
use crate::store::features::requests::{forget, made_before, remember};
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::tenant::Tenant;
use crate::store::model::webhook::{MOST_WEBHOOKS, WebhookChange, WebhookRow, WebhookWhat};
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::journal::append;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::TenantSequences;
use caipan_evidence::Deed;
use diesel::prelude::*;

/// The rows of a table that belong to a webhook.
macro_rules! of_webhook {
    ($table:ident, $row:expr) => {
        $table::table.filter($table::tenant.eq($row.tenant)).filter($table::webhook.eq($row.seq))
    };
}
pub(crate) use of_webhook;

impl Store {
    /// Creates, moves or removes a webhook. Returns once the change is durable, with false if the same request did it before.
    pub async fn webhook(&self, change: WebhookChange) -> Result<(WebhookRow, bool), StoreError> {
        match self.write(WriteCommand::Webhook(Box::new(change))).await? {
            WriteReply::Webhook(row, done) => Ok((*row, done)),
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
}

/// Creates, moves or removes a webhook. Returns its new state, or its last one if it was removed, and false if the same
/// request did it before.
pub(crate) fn change(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    change: &WebhookChange,
) -> Result<(WebhookRow, bool), StoreError> {
    let WebhookChange { who, id, at, what, request } = change;
    if let WebhookWhat::Make { .. } = what
        && let Some(row) = found(conn, who.tenant, id)?
    {
        // The same command was repeated.
        return Ok((row, true));
    }
    if let WebhookWhat::Rotate { secret, .. } = what
        && let Some(row) = found(conn, who.tenant, id)?.filter(|row| row.secret == *secret)
    {
        return Ok((row, true));
    }
    if let Some(request) = request {
        sequences.ensure_locked(conn, who.tenant)?;
        if let Some(id) = made_before(conn, who.tenant, request)? {
            return Ok((find(conn, who.tenant, &id)?, false));
        }
    }
    if matches!(what, WebhookWhat::Make { .. } | WebhookWhat::Take)
        && let Some(owner) = who.key
    {
        // The key may have been revoked since it was let in. A revocation holds this row.
        sequences.ensure_locked(conn, who.tenant)?;
        let revoked_at: Option<i64> =
            each!(conn, c => keys::table.find((who.tenant.0, owner)).select(keys::revoked_at).get_result(c))?;
        if revoked_at.is_some() {
            return Err(StoreError::MakerRevoked);
        }
    }
    let deed = match what {
        WebhookWhat::Make { .. } => Deed::WebhookMade,
        WebhookWhat::Remove => Deed::WebhookRemoved,
        WebhookWhat::Rotate { .. } | WebhookWhat::Forget => Deed::WebhookRotated,
        _ => Deed::WebhookReplayed,
    };
    let row = match what {
        WebhookWhat::Make { url, secret, filter, after, ordered, per_minute } => {
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
                (
                    webhooks::ordered.eq(i32::from(*ordered)),
                    webhooks::per_minute.eq(per_minute),
                    webhooks::owner.eq(who.key),
                ),
            );
            each!(conn, c => diesel::insert_into(webhooks::table).values(row).execute(c))?;
            find(conn, who.tenant, id)?
        }
        WebhookWhat::Remove => {
            let row = find(conn, who.tenant, id)?;
            let dead = of_webhook!(dead_letters, row);
            each!(conn, c => diesel::delete(dead).execute(c))?;
            let late = of_webhook!(late_messages, row);
            each!(conn, c => diesel::delete(late).execute(c))?;
            forget(conn, who.tenant, id)?;
            each!(conn, c => diesel::delete(webhooks::table.find((row.tenant, row.seq))).execute(c))?;
            row
        }
        WebhookWhat::Resume | WebhookWhat::Take | WebhookWhat::After(_) | WebhookWhat::Dead => {
            let row = find(conn, who.tenant, id)?;
            let owner = if let WebhookWhat::Take = what { who.key } else { row.owner };
            let place = if let WebhookWhat::After(place) = what { *place } else { row.place };
            let again = if let WebhookWhat::Dead = what {
                let dead = of_webhook!(dead_letters, row);
                each!(conn, c => diesel::update(dead).set(dead_letters::again.eq(1)).execute(c))?;
                1
            } else {
                row.again
            };
            // Late messages are due at once; those after the new position come again with the feed.
            let late = || of_webhook!(late_messages, row);
            each!(conn, c => diesel::delete(late().filter(late_messages::place.gt(place))).execute(c))?;
            let due = each!(conn, c => diesel::update(late()).set(late_messages::due_at.eq(0)).execute(c))?;
            let late_at = (due > 0).then_some(0_i64);
            // This ends the lease of the current sender, so its progress is discarded.
            let anew = (
                (webhooks::place.eq(place), webhooks::again.eq(again), webhooks::tries.eq(0), webhooks::due_at.eq(0)),
                (webhooks::given_up.eq(0), webhooks::paused_at.eq(None::<i64>), webhooks::late_at.eq(late_at)),
                (webhooks::lease.eq(0), webhooks::leased_until.eq(0), webhooks::owner.eq(owner)),
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
    if let Some(request) = request {
        remember(conn, who.tenant, request, id, *at)?;
    }
    Ok((row, true))
}

fn find(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<WebhookRow, StoreError> {
    found(conn, tenant, id)?.ok_or_else(|| StoreError::NoWebhook(id.to_owned()))
}

fn found(conn: &mut Conn, tenant: Tenant, id: &str) -> Result<Option<WebhookRow>, StoreError> {
    if !is_storable_text(id) {
        return Ok(None);
    }
    Ok(each!(conn, c => webhooks::table.filter(webhooks::tenant.eq(tenant.0)).filter(webhooks::id.eq(id))
        .select(WebhookRow::as_select()).get_result(c).optional())?)
}
