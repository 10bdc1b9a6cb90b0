//! Tenants and their API keys. Scopes and rate limits are left to `app`.
//!
//! The store keeps only the hash of a secret. Keys are revoked, never deleted, so that the journal can name them.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::is_storable_text;
use crate::store::db::schema::{entries, keys, tenants, webhooks};
use crate::store::error::StoreError;
use crate::store::features::requests::{made_before, remember};
use crate::store::handle::Store;
use crate::store::model::journal::{Act, KEY_MADE};
use crate::store::model::key::{FreshKey, KeyRow, MOST_KEYS, MOST_SESSIONS, Person, Revocation, RevokedKey};
use crate::store::model::tenant::{Tenant, Who};
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::journal::append_to;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::TenantSequences;
use diesel::dsl::exists;
use diesel::prelude::*;

type Columns = (
    (i64, i64, String, String, String, i32),
    (Option<i32>, i64, Option<i64>, Option<i64>, Option<String>),
    (Option<String>, Option<String>),
);

macro_rules! columns {
    () => {
        (
            (keys::seq, keys::tenant, tenants::name, keys::id, keys::name, keys::scopes),
            (keys::rate, keys::created_at, keys::expires_at, keys::revoked_at, keys::addresses),
            (keys::person, keys::subject),
        )
    };
}

/// The keys that a key made for its own tenant, from the journal, by tenant and row number.
macro_rules! made_by {
    ($tenant:expr, $maker:expr) => {
        entries::table
            .filter(entries::tenant.eq($tenant.0))
            .filter(entries::key.eq($maker))
            .filter(entries::subject.is_not_null())
            .filter(entries::act.eq(KEY_MADE))
            .select((entries::tenant, entries::subject.assume_not_null()))
    };
}

/// The keys that an operator's key made for other tenants. The statement concerns all tenants.
macro_rules! made_elsewhere_by {
    ($tenant:expr, $maker:expr) => {
        entries::table
            .filter(entries::actor_tenant.eq($tenant.0))
            .filter(entries::actor.eq($maker))
            .filter(entries::subject.is_not_null())
            .filter(entries::act.eq(KEY_MADE))
            .select((entries::tenant, entries::subject.assume_not_null()))
    };
}

/// The sessions of a person that have not ended, the newest first.
macro_rules! sessions_of {
    ($tenant:expr, $subject:expr, $at:expr) => {
        keys::table
            .filter(keys::tenant.eq($tenant))
            .filter(keys::subject.eq($subject))
            .filter(keys::revoked_at.is_null())
            .filter(keys::expires_at.gt($at))
            .order(keys::seq.desc())
            .select(keys::id)
    };
}

fn row(columns: Columns) -> KeyRow {
    let ((seq, tenant, tenant_name, id, key_name, scopes), bounds, (name, subject)) = columns;
    let (rate, created_at, expires_at, revoked_at, addresses) = bounds;
    let (tenant, person) = (Tenant(tenant), name.zip(subject).map(|(name, subject)| Person { name, subject }));
    let name = key_name;
    KeyRow { seq, tenant, tenant_name, id, name, scopes, rate, created_at, expires_at, revoked_at, addresses, person }
}

impl Store {
    /// The key with this secret hash, in any state.
    pub fn key_of_hash(&self, hash: &[u8]) -> Result<Option<KeyRow>, StoreError> {
        with_hash(&mut *self.reader()?, hash)
    }

    /// Returns true if a key was ever created. Keys are never deleted.
    pub fn has_keys(&self) -> Result<bool, StoreError> {
        has_keys(&mut *self.reader()?)
    }

    /// A key of a tenant, or of any tenant if none is given.
    pub fn key(&self, of: Option<Tenant>, id: &str) -> Result<Option<KeyRow>, StoreError> {
        find(&mut *self.reader()?, of, id)
    }

    /// The key of a tenant with this row number.
    pub fn key_of_row(&self, tenant: Tenant, seq: i64) -> Result<Option<KeyRow>, StoreError> {
        let found: Option<Columns> = each!(&mut *self.reader()?, c => keys::table.inner_join(tenants::table)
            .filter(keys::tenant.eq(tenant.0)).filter(keys::seq.eq(seq)).select(columns!()).get_result(c).optional())?;
        Ok(found.map(row))
    }

    /// The keys of a tenant or of all tenants, newest first, those older than the key `after`. Sessions that ended before
    /// `since` are left out.
    pub fn keys(
        &self,
        of: Option<Tenant>,
        after: Option<&str>,
        since: i64,
        limit: u32,
    ) -> Result<Vec<KeyRow>, StoreError> {
        let conn = &mut *self.reader()?;
        let before = match after {
            None => None,
            Some(id) => Some(find(conn, of, id)?.map_or(i64::MIN, |key| key.seq)),
        };
        let rows: Vec<Columns> = each!(conn, c => {
            let mut query = keys::table.inner_join(tenants::table).select(columns!())
                .filter(keys::subject.is_null().or(keys::expires_at.gt(since).assume_not_null()
                    .and(keys::revoked_at.is_null().or(keys::revoked_at.gt(since).assume_not_null()))))
                .order(keys::seq.desc()).limit(i64::from(limit)).into_boxed();
            if let Some(tenant) = of {
                query = query.filter(keys::tenant.eq(tenant.0));
            }
            if let Some(before) = before {
                query = query.filter(keys::seq.lt(before));
            }
            query.load(c)
        })?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// The tenant with this name.
    pub fn tenant(&self, name: &str) -> Result<Option<Tenant>, StoreError> {
        Ok(tenant_named(&mut *self.reader()?, name)?.map(Tenant))
    }

    /// All tenants with their names.
    pub fn tenants(&self) -> Result<Vec<(Tenant, String)>, StoreError> {
        all(&mut *self.reader()?)
    }

    /// Creates a key, or returns the one that the same request created before. Returns it once it is durable, and whether
    /// it is new.
    pub async fn make_key(&self, fresh: FreshKey) -> Result<(KeyRow, bool), StoreError> {
        match self.write(WriteCommand::NewKey(Box::new(fresh))).await? {
            WriteReply::Key(key, created) => Ok((*key, created)),
            _ => Err(wrong_reply()),
        }
    }

    /// Revokes a key and those that it made. Returns once the change is durable.
    pub async fn revoke(&self, revocation: Revocation) -> Result<RevokedKey, StoreError> {
        match self.write(WriteCommand::Revocation(Box::new(revocation))).await? {
            WriteReply::Revoked(revoked) => Ok(*revoked),
            _ => Err(wrong_reply()),
        }
    }
}

/// Returns true if a key was ever created.
pub(crate) fn has_keys(conn: &mut Conn) -> Result<bool, StoreError> {
    Ok(each!(conn, c => diesel::select(exists(keys::table.select(keys::seq))).get_result(c))?)
}

fn with_hash(conn: &mut Conn, hash: &[u8]) -> Result<Option<KeyRow>, StoreError> {
    let found: Option<Columns> = each!(conn, c => keys::table.inner_join(tenants::table)
        .filter(keys::hash.eq(hash)).select(columns!()).get_result(c).optional())?;
    Ok(found.map(row))
}

/// A key of a tenant, or of any tenant if none is given.
pub(crate) fn find(conn: &mut Conn, of: Option<Tenant>, id: &str) -> Result<Option<KeyRow>, StoreError> {
    if !is_storable_text(id) {
        return Ok(None);
    }
    let found: Option<Columns> = each!(conn, c => keys::table.inner_join(tenants::table)
        .filter(keys::id.eq(id)).select(columns!()).get_result(c).optional())?;
    Ok(found.map(row).filter(|key| of.is_none_or(|tenant| tenant == key.tenant)))
}

/// All tenants in order of creation.
fn all(conn: &mut Conn) -> Result<Vec<(Tenant, String)>, StoreError> {
    let rows: Vec<(i64, String)> =
        each!(conn, c => tenants::table.order(tenants::seq.asc()).select((tenants::seq, tenants::name)).load(c))?;
    Ok(rows.into_iter().map(|(seq, name)| (Tenant(seq), name)).collect())
}

fn tenant_named(conn: &mut Conn, name: &str) -> Result<Option<i64>, StoreError> {
    if !is_storable_text(name) {
        return Ok(None);
    }
    Ok(each!(conn, c => tenants::table.filter(tenants::name.eq(name)).select(tenants::seq).get_result(c).optional())?)
}

/// Creates a key, and its tenant if it does not exist. Returns it, and whether it is new. A key with the same hash is new:
/// the same command was repeated. A key that the same request made before is not.
pub(crate) fn make(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    fresh: &FreshKey,
) -> Result<(KeyRow, bool), StoreError> {
    if let Some(key) = with_hash(conn, &fresh.hash)? {
        return Ok((key, true));
    }
    // A sign-in that is repeated makes no second session. Of two at the same time, the unique id refuses one, and it is retried.
    if fresh.person.is_some() && find(conn, None, &fresh.id)?.is_some() {
        return Err(StoreError::IdTaken);
    }
    if let Some(request) = &fresh.request {
        sequences.ensure_locked(conn, fresh.who.tenant)?;
        if let Some(id) = made_before(conn, fresh.who.tenant, request)? {
            return Ok((find(conn, None, &id)?.ok_or(StoreError::NoKey(id))?, false));
        }
    }
    let tenant = match &fresh.tenant {
        None => fresh.who.tenant.0,
        Some(name) => {
            let row = (tenants::name.eq(name), tenants::created_at.eq(fresh.created_at), tenants::head.eq(0_i64));
            // Another process may create it at the same time.
            each!(conn, c => diesel::insert_into(tenants::table).values(row).on_conflict_do_nothing().execute(c))?;
            tenant_named(conn, name)?.ok_or(diesel::result::Error::NotFound)?
        }
    };
    if let Some(maker) = fresh.who.key {
        // The maker may have been revoked since it was let in, and with it the keys that it had made until then. A revocation holds the
        // row of the maker's tenant while it looks for these keys, so that row is held too, before that of another tenant.
        sequences.ensure_locked(conn, fresh.who.tenant)?;
        sequences.ensure_locked(conn, Tenant(tenant))?;
        let revoked_at: Option<i64> = each!(conn, c => keys::table.find((fresh.who.tenant.0, maker))
            .select(keys::revoked_at).get_result(c))?;
        if revoked_at.is_some() {
            return Err(StoreError::MakerRevoked);
        }
    }
    match &fresh.person {
        Some(person) => end_oldest_sessions(conn, sequences, Tenant(tenant), person, fresh.created_at)?,
        None => {
            // Sessions end by themselves and are no reason to refuse a key.
            let live: i64 = each!(conn, c => keys::table.filter(keys::tenant.eq(tenant))
                .filter(keys::revoked_at.is_null()).filter(keys::subject.is_null()).count().get_result(c))?;
            if live >= i64::from(MOST_KEYS) {
                return Err(StoreError::KeysFull);
            }
        }
    }
    let row = (
        keys::tenant.eq(tenant),
        keys::id.eq(&fresh.id),
        keys::hash.eq(&fresh.hash),
        keys::name.eq(&fresh.name),
        keys::scopes.eq(fresh.scopes),
        keys::rate.eq(fresh.rate),
        keys::created_at.eq(fresh.created_at),
        keys::expires_at.eq(fresh.expires_at),
        keys::addresses.eq(&fresh.addresses),
        keys::person.eq(fresh.person.as_ref().map(|person| &person.name)),
        keys::subject.eq(fresh.person.as_ref().map(|person| &person.subject)),
    );
    let seq: i64 = each!(conn, c => diesel::insert_into(keys::table).values(row).returning(keys::seq).get_result(c))?;
    // The entry belongs to the journal of the tenant that it affects, even if another tenant's key acted.
    let act = Act::KeyMade { subject: seq, id: &fresh.id };
    append_to(conn, sequences, Tenant(tenant), fresh.who, act, fresh.created_at)?;
    if let Some(request) = &fresh.request {
        remember(conn, fresh.who.tenant, request, &fresh.id, fresh.created_at)?;
    }
    Ok((find(conn, None, &fresh.id)?.ok_or_else(|| StoreError::NoKey(fresh.id.clone()))?, true))
}

/// Revokes the oldest sessions of a person, so that one more is not too many.
fn end_oldest_sessions(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    tenant: Tenant,
    person: &Person,
    at: i64,
) -> Result<(), StoreError> {
    let beyond = i64::from(MOST_SESSIONS - 1);
    let oldest: Vec<String> = each!(conn, c => sessions_of!(tenant.0, &person.subject, at)
        .offset(beyond).limit(i64::from(MOST_SESSIONS)).load(c))?;
    for id in oldest {
        revoke(conn, sequences, &Revocation { who: Who::keyless(tenant), of: None, id, at })?;
    }
    Ok(())
}

/// Revokes a key and every key that it made, directly or through others, and ends the leases of their webhooks. Keys that are
/// revoked already stay unchanged.
pub(crate) fn revoke(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    revocation: &Revocation,
) -> Result<RevokedKey, StoreError> {
    let gone = || StoreError::NoKey(revocation.id.clone());
    let key = find(conn, revocation.of, &revocation.id)?.ok_or_else(gone)?;
    // Whoever makes a key holds the row of the maker's tenant, so that no key escapes.
    sequences.ensure_locked(conn, key.tenant)?;
    let mut webhooks = revoke_one(conn, sequences, (key.tenant, key.seq), revocation)?.unwrap_or_default();
    let (mut makers, mut others) = (vec![(key.tenant, key.seq)], 0);
    while let Some((tenant, maker)) = makers.pop() {
        let mut made: Vec<(i64, i64)> = each!(&mut *conn, c => made_by!(tenant, maker).load(c))?;
        let elsewhere: Vec<(i64, i64)> = each!(&mut *conn, c => made_elsewhere_by!(tenant, maker).load(c))?;
        made.extend(elsewhere);
        for (tenant, seq) in made {
            if let Some(ended) = revoke_one(conn, sequences, (Tenant(tenant), seq), revocation)? {
                others += 1;
                webhooks += ended;
            }
            makers.push((Tenant(tenant), seq));
        }
    }
    let key = find(conn, revocation.of, &revocation.id)?.ok_or_else(gone)?;
    Ok(RevokedKey { key, others, webhooks })
}

/// Revokes one key. Returns the number of webhooks that end with it, unless it was revoked before.
fn revoke_one(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    (tenant, seq): (Tenant, i64),
    revocation: &Revocation,
) -> Result<Option<u32>, StoreError> {
    let row = keys::table.find((tenant.0, seq)).filter(keys::revoked_at.is_null());
    let revoked: Option<String> = each!(conn, c => diesel::update(row)
        .set(keys::revoked_at.eq(revocation.at)).returning(keys::id).get_result(c).optional())?;
    let Some(id) = revoked else { return Ok(None) };
    append_to(conn, sequences, tenant, revocation.who, Act::KeyRevoked { subject: seq, id: &id }, revocation.at)?;
    // A process that sends for one of its webhooks loses the lease.
    let own = webhooks::table.filter(webhooks::tenant.eq(tenant.0)).filter(webhooks::owner.eq(seq));
    let ended = each!(conn, c => diesel::update(own)
        .set((webhooks::lease.eq(0), webhooks::leased_until.eq(0))).execute(c))?;
    Ok(Some(u32::try_from(ended).unwrap_or(u32::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::db::plan::{database, steps};
    use diesel::debug_query;
    use diesel::sqlite::Sqlite;

    /// Checks that the keys that a key made are found by their own index.
    #[test]
    fn made_keys_seek_an_index() {
        let (_folder, mut conn) = database();
        let home = Tenant::HOME;
        for (query, by) in [
            (debug_query::<Sqlite, _>(&made_by!(home, 7_i64)).to_string(), "entries_made (tenant=? AND key=?)"),
            (
                debug_query::<Sqlite, _>(&made_elsewhere_by!(home, 7_i64)).to_string(),
                "entries_actor (actor_tenant=? AND actor=?)",
            ),
        ] {
            let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
            assert_eq!(steps(&mut conn, query), [format!("SEARCH entries USING INDEX {by}")]);
        }
    }

    /// Checks that the sessions of a person are found by their own index, in order.
    #[test]
    fn sessions_seek_an_index() {
        let (_folder, mut conn) = database();
        let query = debug_query::<Sqlite, _>(&sessions_of!(7_i64, "issuer#subject", 1_i64)).to_string();
        let (query, _) = query.split_once(" -- binds").expect("the statement and its values");
        assert_eq!(steps(&mut conn, query), ["SEARCH keys USING INDEX keys_subject (tenant=? AND subject=?)"]);
    }
}
