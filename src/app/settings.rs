//! The adapters and house rules of a tenant: store, list, remove and load. Storage is left to the store.
//!
//! A file is parsed before it is stored, so that every stored file is usable. A stored log is always read with the
//! versions that read it first.

use super::engine::Refusal;
use super::{App, AppError, Source, now};
use crate::store::{FreshSetting, SettingDone, SettingKind, SettingRow, StoreError, Tenant, Who};
use bytes::Bytes;
use caipan_adapter::{Adapter, AdapterError, presets, shelf};
use caipan_log::Houses;
use caipan_log::import;
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The name of the file of house rules.
const PRESETS: &str = "presets";

/// The maximum number of parsed versions in the cache.
const READY: usize = 64;

/// The settings that apply to a log of a tenant.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// The named adapter of the tenant with its version.
    adapter: Option<(i64, Arc<Adapter>)>,
    /// The house rules with their version.
    houses: Option<(i64, Houses)>,
    /// The names of the tenant's adapters.
    names: Vec<String>,
}

impl Settings {
    /// The settings with only an adapter.
    pub(super) fn of_adapter(adapter: Option<(i64, Arc<Adapter>)>) -> Settings {
        Settings { adapter, ..Settings::default() }
    }

    /// The named adapter of the tenant.
    pub fn adapter(&self) -> Option<&Adapter> {
        self.adapter.as_ref().map(|(_, adapter)| adapter.as_ref())
    }

    /// The house rules of the tenant.
    pub fn houses(&self) -> Houses {
        self.houses.as_ref().map(|(_, houses)| houses.clone()).unwrap_or_default()
    }

    /// The names of the tenant's adapters.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// The versions to store with a log: its adapter, and the house rules if it names them.
    pub(super) fn used(&self, rules: &str) -> Vec<i64> {
        let houses = self.houses.as_ref().filter(|(_, houses)| houses.find(rules).is_some());
        self.adapter.iter().map(|(seq, _)| *seq).chain(houses.map(|(seq, _)| *seq)).collect()
    }
}

/// A parsed version.
#[derive(Clone, Debug)]
enum Ready {
    Adapter(Arc<Adapter>),
    Houses(Houses),
}

/// A cache of parsed versions by number. Numbers are never reused.
#[derive(Debug, Default)]
pub(super) struct SettingsCache(Mutex<BTreeMap<i64, Ready>>);

impl SettingsCache {
    fn get(&self, seq: i64) -> Option<Ready> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&seq).cloned()
    }

    fn keep(&self, seq: i64, ready: Ready) {
        let mut ones = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if ones.len() >= READY {
            // The oldest version is the least likely to be in use.
            ones.pop_first();
        }
        ones.insert(seq, ready);
    }
}

fn unreadable(error: AdapterError) -> AppError {
    AppError::Adapter(Box::new(error.into()))
}

/// Checks a file of house rules.
pub fn check_presets(file: &[u8]) -> Result<(), AppError> {
    presets(file).map(drop).map_err(unfit)
}

/// The error for an invalid file of house rules.
fn unfit(error: AdapterError) -> AppError {
    AppError::Presets(Box::new(error.into()))
}

impl App {
    /// The settings of a tenant of one kind.
    pub async fn settings(&self, tenant: Tenant, kind: SettingKind) -> Result<Vec<SettingRow>, AppError> {
        let rows = self.query(move |store| Ok(store.settings(tenant)?)).await?;
        Ok(rows.into_iter().filter(|row| row.kind == kind).collect())
    }

    /// An adapter with its file: the version with this digest, or the current one.
    pub async fn adapter_file(
        &self,
        tenant: Tenant,
        name: &str,
        digest: Option<String>,
    ) -> Result<(SettingRow, String), AppError> {
        self.file(tenant, SettingKind::Adapter, name.to_owned(), digest).await
    }

    /// The house rules with their file: the version with this digest, or the current one.
    pub async fn presets_file(&self, tenant: Tenant, digest: Option<String>) -> Result<(SettingRow, String), AppError> {
        self.file(tenant, SettingKind::Presets, PRESETS.to_owned(), digest).await
    }

    async fn file(
        &self,
        tenant: Tenant,
        kind: SettingKind,
        name: String,
        digest: Option<String>,
    ) -> Result<(SettingRow, String), AppError> {
        self.query(move |store| {
            let row = store.setting(tenant, kind, &name, digest.as_deref())?;
            let found = row.map(|row| Ok::<_, StoreError>((store.setting_file(tenant, row.seq)?, row))).transpose()?;
            match found {
                Some((Some(file), row)) => Ok((row, file)),
                _ => Err(StoreError::NoSetting(kind, name).into()),
            }
        })
        .await
    }

    /// Stores an adapter after parsing it with the house rules of the tenant.
    pub async fn put_adapter(&self, who: Who, name: &str, file: Bytes) -> Result<SettingDone, AppError> {
        let houses = self.read_by(who.tenant, None).await?.houses();
        let name = name.to_owned();
        let (name, adapter, file) = self
            .work(move || {
                let adapter = Adapter::read_among(&file, &houses).map_err(unreadable)?;
                may_be_called(&name, &adapter)?;
                Ok::<_, AppError>((name, adapter, text(&file)))
            })
            .await??;
        let file = Some((adapter.digest.clone(), file));
        let fresh = FreshSetting { who, kind: SettingKind::Adapter, name, file, at: now() };
        Ok(self.store.set(fresh).await?)
    }

    /// Stores the house rules of a tenant.
    pub async fn put_presets(&self, who: Who, file: Bytes) -> Result<SettingDone, AppError> {
        let file = self.work(move || presets(&file).map(|_| text(&file)).map_err(unfit)).await??;
        let file = Some((sha256(file.as_bytes()), file));
        let fresh = FreshSetting { who, kind: SettingKind::Presets, name: PRESETS.to_owned(), file, at: now() };
        Ok(self.store.set(fresh).await?)
    }

    /// Removes an adapter. Logs that it read keep using it.
    pub async fn remove_adapter(&self, who: Who, name: &str) -> Result<(), AppError> {
        let fresh = FreshSetting { who, kind: SettingKind::Adapter, name: name.to_owned(), file: None, at: now() };
        Ok(self.store.set(fresh).await.map(drop)?)
    }

    /// Removes the house rules. Logs that name them keep using them.
    pub async fn remove_presets(&self, who: Who) -> Result<(), AppError> {
        let name = PRESETS.to_owned();
        let fresh = FreshSetting { who, kind: SettingKind::Presets, name, file: None, at: now() };
        Ok(self.store.set(fresh).await.map(drop)?)
    }

    /// The settings for a new log that names this format or adapter.
    pub async fn read_by(&self, tenant: Tenant, from: Option<&str>) -> Result<Settings, AppError> {
        let rows = self.query(move |store| Ok(store.settings(tenant)?)).await?;
        self.loaded(tenant, rows, from).await
    }

    /// Adds the settings of the tenant to a new log.
    pub async fn with_settings(&self, tenant: Tenant, source: Source) -> Result<Source, AppError> {
        if source.set.is_some() {
            return Ok(source);
        }
        let set = self.read_by(tenant, source.from.as_deref()).await?;
        Ok(Source { set: Some(Arc::new(set)), ..source })
    }

    /// The settings for a stored log: the versions that read it first, and the current house rules if none applied then.
    pub(super) async fn read_again_by(
        &self,
        tenant: Tenant,
        id: &str,
        from: Option<&str>,
    ) -> Result<Settings, AppError> {
        let id = id.to_owned();
        let rows = self
            .query(move |store| {
                let (mut rows, first) = (store.settings(tenant)?, store.settings_of_log(tenant, &id)?);
                rows.retain(|row| row.kind == SettingKind::Presets && first.iter().all(|one| one.kind != row.kind));
                rows.extend(first);
                Ok(rows)
            })
            .await?;
        self.loaded(tenant, rows, from).await
    }

    async fn loaded(&self, tenant: Tenant, rows: Vec<SettingRow>, from: Option<&str>) -> Result<Settings, AppError> {
        let mut set = Settings::default();
        let (presets, adapters): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.kind == SettingKind::Presets);
        if let Some(row) = presets.first()
            && let Some(Ready::Houses(houses)) = self.ready(tenant, row).await?
        {
            set.houses = Some((row.seq, houses));
        }
        if let Some(row) = adapters.iter().find(|row| Some(row.name.as_str()) == from)
            && let Some(Ready::Adapter(adapter)) = self.ready(tenant, row).await?
        {
            set.adapter = Some((row.seq, adapter));
        }
        set.names = adapters.into_iter().map(|row| row.name).collect();
        Ok(set)
    }

    async fn ready(&self, tenant: Tenant, row: &SettingRow) -> Result<Option<Ready>, AppError> {
        if let Some(ready) = self.ready.get(row.seq) {
            return Ok(Some(ready));
        }
        let (seq, kind) = (row.seq, row.kind);
        let Some(file) = self.query(move |store| Ok(store.setting_file(tenant, seq)?)).await? else { return Ok(None) };
        let ready = self
            .work(move || match kind {
                SettingKind::Presets => presets(file.as_bytes()).map(Houses::of).map(Ready::Houses).map_err(unfit),
                // A stored adapter may name rules that no longer exist; the log reports that.
                SettingKind::Adapter => Adapter::reread(file.as_bytes())
                    .map(|adapter| Ready::Adapter(Arc::new(adapter)))
                    .map_err(unreadable),
            })
            .await??;
        self.ready.keep(seq, ready.clone());
        Ok(Some(ready))
    }
}

/// The file was parsed, so it is UTF-8.
fn text(file: &[u8]) -> String {
    String::from_utf8_lossy(file).into_owned()
}

/// The name in the address must be the name in the file, and must not be taken.
fn may_be_called(name: &str, adapter: &Adapter) -> Result<(), AppError> {
    let own = &adapter.name;
    let refused = |text| {
        let refusal = Refusal { code: "adapter-name".to_owned(), ..Refusal::of_text(text) };
        Err(AppError::Adapter(Box::new(refusal)))
    };
    if own != name {
        let shown: String = name.chars().take(64).collect();
        return refused(bilingual!(
            "文件中的 name 是 {own}，地址中却是 {shown}；请改成一样。",
            "The file says name = \"{own}\", the address {shown}; make them the same."
        ));
    }
    if import::find(name).is_some() || shelf::find(name).is_some() {
        return refused(bilingual!(
            "{name} 是内置格式或本服务已有的适配器；请改 name，免得报告里分不清。",
            "{name} is a built-in format or an adapter of this service; take another `name`, so that reports can tell them apart."
        ));
    }
    Ok(())
}
