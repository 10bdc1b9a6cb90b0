//! What a tenant has set for its own logs: adapters and house rules, each as the file that was put.
//!
//! A version is a row that never changes; putting another file retires it. A stored log names the versions that read it, and they
//! stay as long as it does. What no log names goes, the oldest first, once there are more than a few.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::{is_name, is_own};
use crate::store::db::schema::{log_settings, logs, settings};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::setting::{FreshSetting, SettingDone, SettingKind, SettingRow};
use crate::store::model::tenant::Tenant;
use crate::store::write::command::{Told, What};
use crate::store::write::journal::append;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::Heads;
use diesel::prelude::*;

/// Versions out of use that no log names, of a tenant: enough for what is on its way while another is put.
const SPARE: i64 = 64;

type Columns = (i64, i32, String, String, i64, Option<i64>);

macro_rules! columns {
    () => {
        (settings::seq, settings::kind, settings::name, settings::digest, settings::put_at, settings::retired_at)
    };
}

fn row((seq, kind, name, digest, put_at, retired_at): Columns) -> SettingRow {
    SettingRow { seq, kind: SettingKind::of(kind), name, digest, put_at, retired_at }
}

impl Store {
    /// Sets something of a tenant, or takes it away. Returns when that is durable.
    pub async fn set(&self, fresh: FreshSetting) -> Result<SettingDone, StoreError> {
        match self.write(What::Setting(Box::new(fresh))).await? {
            Told::Setting(done) => Ok(*done),
            _ => Err(wrong_reply()),
        }
    }

    /// Everything that a tenant has set now, by kind and name.
    pub fn settings(&self, tenant: Tenant) -> Result<Vec<SettingRow>, StoreError> {
        let rows: Vec<Columns> = each!(&mut *self.reader()?, c => settings::table
            .filter(settings::tenant.eq(tenant.0)).filter(settings::retired_at.is_null())
            .order((settings::kind.asc(), settings::name.asc())).select(columns!()).load(c))?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// The versions by which a stored log was read.
    pub fn settings_of_log(&self, tenant: Tenant, id: &str) -> Result<Vec<SettingRow>, StoreError> {
        if !is_name(id) {
            return Ok(Vec::new());
        }
        let rows: Vec<Columns> = each!(&mut *self.reader()?, c => settings::table
            .filter(settings::tenant.eq(tenant.0))
            .filter(settings::seq.eq_any(log_settings::table.inner_join(logs::table)
                .filter(is_own!(tenant, id)).select(log_settings::setting)))
            .select(columns!()).load(c))?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// The version of something set that has this digest, in use or not; without a digest, the one in use.
    pub fn setting(
        &self,
        tenant: Tenant,
        kind: SettingKind,
        name: &str,
        digest: Option<&str>,
    ) -> Result<Option<SettingRow>, StoreError> {
        if !is_name(name) || digest.is_some_and(|digest| !is_name(digest)) {
            return Ok(None);
        }
        find(&mut *self.reader()?, tenant, kind, name, digest)
    }

    /// The file of a version.
    pub fn setting_file(&self, tenant: Tenant, seq: i64) -> Result<Option<String>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => settings::table.find(seq).filter(settings::tenant.eq(tenant.0))
            .select(settings::body).get_result(c).optional())?)
    }
}

fn find(
    conn: &mut Conn,
    tenant: Tenant,
    kind: SettingKind,
    name: &str,
    digest: Option<&str>,
) -> Result<Option<SettingRow>, StoreError> {
    let found: Option<Columns> = each!(conn, c => {
        let query = settings::table.filter(settings::tenant.eq(tenant.0))
            .filter(settings::kind.eq(kind.number())).filter(settings::name.eq(name))
            .select(columns!()).into_boxed();
        let query = match digest {
            Some(digest) => query.filter(settings::digest.eq(digest)),
            None => query.filter(settings::retired_at.is_null()),
        };
        query.get_result(c).optional()
    })?;
    Ok(found.map(row))
}

/// Sets something, or takes it away. The file that is in use already stays as it is, so that the same may be asked twice.
pub(crate) fn set(conn: &mut Conn, heads: &mut Heads, fresh: &FreshSetting) -> Result<SettingDone, StoreError> {
    let FreshSetting { who, kind, name, at, .. } = fresh;
    let now = if is_name(name) { find(conn, who.tenant, *kind, name, None)? } else { None };
    let Some((digest, file)) = &fresh.file else {
        let row = now.ok_or_else(|| StoreError::NoSetting(*kind, name.clone()))?;
        retire(conn, &row, *at)?;
        append(conn, heads, *who, Act::Removed { kind: *kind, what: name }, *at)?;
        sweep(conn, who.tenant)?;
        return Ok(SettingDone { row: SettingRow { retired_at: Some(*at), ..row }, created: false });
    };
    if let Some(row) = now.clone().filter(|now| now.digest == *digest) {
        return Ok(SettingDone { row, created: false });
    }
    match &now {
        Some(before) => retire(conn, before, *at)?,
        None => {
            let there: i64 = each!(conn, c => settings::table.filter(settings::tenant.eq(who.tenant.0))
                .filter(settings::kind.eq(kind.number())).filter(settings::retired_at.is_null()).count().get_result(c))?;
            if there >= i64::from(kind.most()) {
                return Err(StoreError::SettingsFull(*kind));
            }
        }
    }
    // A version that was there before is in use again.
    let row = (
        settings::tenant.eq(who.tenant.0),
        settings::kind.eq(kind.number()),
        settings::name.eq(name),
        settings::digest.eq(digest),
        settings::put_at.eq(at),
        settings::body.eq(file),
    );
    each!(conn, c => diesel::insert_into(settings::table).values(row)
        .on_conflict((settings::tenant, settings::kind, settings::name, settings::digest))
        .do_update().set(settings::retired_at.eq(None::<i64>)).execute(c))?;
    let what = format!("{name} {digest}");
    append(conn, heads, *who, Act::Put { kind: *kind, what: &what }, *at)?;
    sweep(conn, who.tenant)?;
    let row = find(conn, who.tenant, *kind, name, None)?.ok_or(diesel::result::Error::NotFound)?;
    Ok(SettingDone { row, created: now.is_none() })
}

fn retire(conn: &mut Conn, row: &SettingRow, at: i64) -> Result<(), StoreError> {
    let version = settings::table.find(row.seq);
    each!(conn, c => diesel::update(version).set(settings::retired_at.eq(at)).execute(c))?;
    Ok(())
}

/// Lets go of versions that are out of use and that no log names, but for the newest.
fn sweep(conn: &mut Conn, tenant: Tenant) -> Result<(), StoreError> {
    let unused: Vec<i64> = each!(conn, c => settings::table
        .filter(settings::tenant.eq(tenant.0)).filter(settings::retired_at.is_not_null())
        .filter(diesel::dsl::not(diesel::dsl::exists(
            log_settings::table.filter(log_settings::setting.eq(settings::seq)))))
        .order((settings::retired_at.desc(), settings::seq.desc()))
        .select(settings::seq).offset(SPARE).limit(2 * SPARE).load(c))?;
    if !unused.is_empty() {
        each!(conn, c => diesel::delete(settings::table.filter(settings::seq.eq_any(&unused))).execute(c))?;
    }
    Ok(())
}
