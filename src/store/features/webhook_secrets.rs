//! Replaces the stored secrets of webhooks one by one, while other processes may serve.

use crate::config::Database;
use crate::store::db::connection::{Conn, each};
use crate::store::db::lock::when_unlocked;
use crate::store::db::manager::{Location, connect};
use crate::store::db::schema::webhooks;
use crate::store::error::StoreError;
use crate::store::model::tenant::Tenant;
use crate::store::model::webhook::WebhookSecret;
use diesel::prelude::*;

/// A webhook with its secrets: the tenant, the id, the newest, the old one.
type Stored = (i64, String, Vec<u8>, Option<Vec<u8>>);

/// Calls `replacement` with each stored secret, and stores what it returns, unless the secret changed meanwhile.
pub fn replace_webhook_secrets(
    database: &Database,
    mut replacement: impl FnMut(&WebhookSecret) -> Result<Option<Vec<u8>>, StoreError>,
) -> Result<(), StoreError> {
    let mut conn = connect(&Location::make(database)?)?;
    let rows: Vec<Stored> = each!(&mut conn, c => webhooks::table
        .order((webhooks::tenant.asc(), webhooks::id.asc()))
        .select((webhooks::tenant, webhooks::id, webhooks::secret, webhooks::old_secret)).load(c))?;
    for (tenant, webhook, secret, old) in rows {
        let mut of = WebhookSecret { tenant: Tenant(tenant), webhook, stored: secret };
        if let Some(new) = replacement(&of)? {
            when_unlocked(|| newest(&mut conn, &of, &new))?;
        }
        let Some(old) = old else { continue };
        of.stored = old;
        if let Some(new) = replacement(&of)? {
            when_unlocked(|| older(&mut conn, &of, &new))?;
        }
    }
    Ok(())
}

fn newest(conn: &mut Conn, of: &WebhookSecret, new: &[u8]) -> Result<usize, StoreError> {
    Ok(each!(conn, c => diesel::update(webhooks::table.filter(webhooks::tenant.eq(of.tenant.0))
        .filter(webhooks::id.eq(&of.webhook)).filter(webhooks::secret.eq(&of.stored)))
        .set(webhooks::secret.eq(new)).execute(c))?)
}

fn older(conn: &mut Conn, of: &WebhookSecret, new: &[u8]) -> Result<usize, StoreError> {
    Ok(each!(conn, c => diesel::update(webhooks::table.filter(webhooks::tenant.eq(of.tenant.0))
        .filter(webhooks::id.eq(&of.webhook)).filter(webhooks::old_secret.eq(&of.stored)))
        .set(webhooks::old_secret.eq(new)).execute(c))?)
}
