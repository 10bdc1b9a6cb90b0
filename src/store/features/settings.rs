//! A tenant's adapters and house rules, each stored as the file that was uploaded. Parsing the files is left to `app`.
//!
//! A version never changes; a new file retires the old version. A log refers to the versions that were used to read it,
//! which stay as long as the log. Of the retired versions without logs only the newest are kept.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::{is_own, is_storable_text};
use crate::store::db::schema::{log_settings, logs, settings};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::setting::{FreshSetting, SettingDone, SettingKind, SettingRow};
use crate::store::model::tenant::Tenant;
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::journal::append;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::TenantSequences;
use diesel::prelude::*;

/// Retired versions without logs that a tenant keeps: enough for requests in flight while a file is replaced.
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
    /// Stores or removes a setting. Returns once the change is durable.
    pub async fn set(&self, fresh: FreshSetting) -> Result<SettingDone, StoreError> {
        match self.write(WriteCommand::Setting(Box::new(fresh))).await? {
            WriteReply::Setting(done) => Ok(*done),
            _ => Err(wrong_reply()),
        }
    }

    /// The current settings of a tenant, by kind and name.
    pub fn settings(&self, tenant: Tenant) -> Result<Vec<SettingRow>, StoreError> {
        let rows: Vec<Columns> = each!(&mut *self.reader()?, c => settings::table
            .filter(settings::tenant.eq(tenant.0)).filter(settings::retired_at.is_null())
            .order((settings::kind.asc(), settings::name.asc())).select(columns!()).load(c))?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// The versions that were used to read a stored log.
    pub fn settings_of_log(&self, tenant: Tenant, id: &str) -> Result<Vec<SettingRow>, StoreError> {
        if !is_storable_text(id) {
            return Ok(Vec::new());
        }
        let rows: Vec<Columns> = each!(&mut *self.reader()?, c => settings::table
            .filter(settings::tenant.eq(tenant.0))
            .filter(settings::seq.eq_any(log_settings::table
                .inner_join(logs::table.on(logs::tenant.eq(log_settings::tenant).and(logs::place.eq(log_settings::log))))
                .filter(is_own!(tenant, id)).select(log_settings::setting)))
            .select(columns!()).load(c))?;
        Ok(rows.into_iter().map(row).collect())
    }

    /// The version with this digest, current or retired; without a digest, the current one.
    pub fn setting(
        &self,
        tenant: Tenant,
        kind: SettingKind,
        name: &str,
        digest: Option<&str>,
    ) -> Result<Option<SettingRow>, StoreError> {
        if !is_storable_text(name) || digest.is_some_and(|digest| !is_storable_text(digest)) {
            return Ok(None);
        }
        find(&mut *self.reader()?, tenant, kind, name, digest)
    }

    /// The file of a version.
    pub fn setting_file(&self, tenant: Tenant, seq: i64) -> Result<Option<String>, StoreError> {
        Ok(each!(&mut *self.reader()?, c => settings::table.find((tenant.0, seq))
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

/// Stores or removes a setting. Storing the current file again changes nothing, so requests can be repeated.
pub(crate) fn set(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    fresh: &FreshSetting,
) -> Result<SettingDone, StoreError> {
    let FreshSetting { who, kind, name, at, .. } = fresh;
    let now = if is_storable_text(name) { find(conn, who.tenant, *kind, name, None)? } else { None };
    let Some((digest, file)) = &fresh.file else {
        let row = now.ok_or_else(|| StoreError::NoSetting(*kind, name.clone()))?;
        retire(conn, who.tenant, &row, *at)?;
        append(conn, sequences, *who, Act::Removed { kind: *kind, what: name }, *at)?;
        sweep(conn, who.tenant)?;
        return Ok(SettingDone { row: SettingRow { retired_at: Some(*at), ..row }, created: false });
    };
    if let Some(row) = now.clone().filter(|now| now.digest == *digest) {
        return Ok(SettingDone { row, created: false });
    }
    match &now {
        Some(before) => retire(conn, who.tenant, before, *at)?,
        None => {
            let there: i64 = each!(conn, c => settings::table.filter(settings::tenant.eq(who.tenant.0))
                .filter(settings::kind.eq(kind.number())).filter(settings::retired_at.is_null()).count().get_result(c))?;
            if there >= i64::from(kind.most()) {
                return Err(StoreError::SettingsFull(*kind));
            }
        }
    }
    // An earlier version of the same content becomes current again.
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
    append(conn, sequences, *who, Act::Put { kind: *kind, what: &what }, *at)?;
    sweep(conn, who.tenant)?;
    let row = find(conn, who.tenant, *kind, name, None)?.ok_or(diesel::result::Error::NotFound)?;
    Ok(SettingDone { row, created: now.is_none() })
}

fn retire(conn: &mut Conn, tenant: Tenant, row: &SettingRow, at: i64) -> Result<(), StoreError> {
    let version = settings::table.find((tenant.0, row.seq));
    each!(conn, c => diesel::update(version).set(settings::retired_at.eq(at)).execute(c))?;
    Ok(())
}

/// Deletes retired versions without logs, except the newest.
fn sweep(conn: &mut Conn, tenant: Tenant) -> Result<(), StoreError> {
    let unused: Vec<i64> = each!(conn, c => settings::table
        .filter(settings::tenant.eq(tenant.0)).filter(settings::retired_at.is_not_null())
        .filter(diesel::dsl::not(diesel::dsl::exists(
            log_settings::table.filter(log_settings::tenant.eq(settings::tenant))
                .filter(log_settings::setting.eq(settings::seq)))))
        .order((settings::retired_at.desc(), settings::seq.desc()))
        .select(settings::seq).offset(SPARE).limit(2 * SPARE).load(c))?;
    if !unused.is_empty() {
        each!(conn, c => diesel::delete(settings::table.filter(settings::tenant.eq(tenant.0))
            .filter(settings::seq.eq_any(&unused))).execute(c))?;
    }
    Ok(())
}
