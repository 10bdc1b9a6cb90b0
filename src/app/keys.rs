//! API keys: create, authenticate, list and revoke, and the audit trail of a tenant.

use super::key_addresses::{MOST_ADDRESSES, admits, written};
use super::key_bounds::bounded;
use super::rate_limits::RateState;
use super::requests::request;
use super::{App, AppError, now};
use crate::store::{FreshKey, KeyRow, Person, RequestKind, Revocation, RevokedKey, StoreError, Tenant, TrailRow, Who};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use ipnet::IpNet;
use sha2::{Digest, Sha256};
use std::net::IpAddr;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The permissions of a key. No scope includes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Store logs.
    Ingest,
    /// Read logs, reports and verdicts.
    Read,
    /// Audit stored logs again and rule on reports.
    Referee,
    /// Create, list and revoke keys, and read the trail.
    Admin,
}

impl Scope {
    /// All scopes.
    pub const ALL: [Scope; 4] = [Scope::Ingest, Scope::Read, Scope::Referee, Scope::Admin];

    /// The name of the scope.
    pub const fn name(self) -> &'static str {
        match self {
            Scope::Ingest => "ingest",
            Scope::Read => "read",
            Scope::Referee => "referee",
            Scope::Admin => "admin",
        }
    }

    /// The scope with this name.
    pub fn named(name: &str) -> Option<Scope> {
        Scope::ALL.into_iter().find(|scope| scope.name() == name)
    }

    const fn bit(self) -> i32 {
        match self {
            Scope::Ingest => 1,
            Scope::Read => 2,
            Scope::Referee => 4,
            Scope::Admin => 8,
        }
    }

    /// The scopes of a key.
    pub fn of(key: &KeyRow) -> impl Iterator<Item = Scope> {
        let bits = key.scopes;
        Scope::ALL.into_iter().filter(move |scope| bits & scope.bit() != 0)
    }
}

/// Why access is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AccessDenied {
    /// Keys exist and the request has none.
    #[error("no key")]
    Missing,
    /// No key has this secret.
    #[error("an unknown key")]
    Unknown,
    /// The key is revoked.
    #[error("a revoked key")]
    Revoked,
    /// The key has expired.
    #[error("an expired key")]
    Expired,
    /// The key may not be used from this address; absent: the address is unknown.
    #[error("a key that is used from an address outside its list")]
    Address(Option<IpAddr>),
    /// The key lacks this scope.
    #[error("a key without the scope {}", .0.name())]
    Scope(Scope),
    /// The rate limit is exceeded; retry after this time. The bucket has this state.
    #[error("a key that is used too fast")]
    TooFast(Duration, RateState),
}

/// An authenticated caller.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The tenant and the key.
    pub who: Who,
    /// The key; `None` in single-user mode.
    pub key: Option<KeyRow>,
    /// The tighter of the rate limits of the key and of its tenant, if there is one, after this request.
    pub rate: Option<RateState>,
}

impl Caller {
    /// The caller without a key: the single user, or the operator.
    pub const fn keyless() -> Caller {
        Caller { who: Who::keyless(Tenant::HOME), key: None, rate: None }
    }

    /// The name of the person who signed in, if the key is that of a session.
    pub fn person(&self) -> Option<&str> {
        self.key.as_ref()?.person.as_ref().map(|person| person.name.as_str())
    }

    /// Checks that the caller has a scope.
    pub fn may(&self, scope: Scope) -> Result<(), AppError> {
        let has = self.key.as_ref().is_none_or(|key| Scope::of(key).any(|one| one == scope));
        if has { Ok(()) } else { Err(AppError::AccessDenied(AccessDenied::Scope(scope))) }
    }
}

/// A key to create.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// The creator. A key that it makes has at most what its own key has.
    pub by: Caller,
    /// The tenant of the key, created if it does not exist; by default the tenant of the creator.
    pub tenant: Option<String>,
    /// The purpose of the key.
    pub name: String,
    /// The scopes of the key.
    pub scopes: Vec<Scope>,
    /// Requests per minute.
    pub rate: Option<u32>,
    /// Microseconds since 1970.
    pub expires_at: Option<i64>,
    /// The networks from which it may be used; everywhere if empty.
    pub addresses: Vec<IpNet>,
}

/// The prefix of every secret, so that secret scanners recognise a leaked one.
pub(super) const PREFIX: &str = "caipan_";
/// The time for which a session that ended stays in the list of keys, in microseconds.
const ENDED_SHOWN: i64 = 86_400_000_000;
/// The length of the id and of the secret, in bytes.
pub(super) const ID: usize = 8;
pub(super) const SECRET: usize = 32;

impl App {
    /// Finds the key of a secret. Without any keys the service has a single user who needs none. The key may be revoked,
    /// expired, used too fast or from a wrong address; [`App::admit`] checks that.
    pub async fn identify(&self, secret: Option<&str>) -> Result<Caller, AppError> {
        if !self.is_keyed().await? {
            return Ok(Caller::keyless());
        }
        let access_denied = |why| Err(AppError::AccessDenied(why));
        let Some(secret) = secret else { return access_denied(AccessDenied::Missing) };
        if secret.len() != PREFIX.len() + 2 * ID + 1 + 2 * SECRET || !secret.starts_with(PREFIX) {
            return access_denied(AccessDenied::Unknown);
        }
        let hash = Sha256::digest(secret).to_vec();
        let Some(key) = self.query(move |store| Ok(store.key_of_hash(&hash)?)).await? else {
            return access_denied(AccessDenied::Unknown);
        };
        Ok(Caller { who: key.who(), key: Some(key), rate: None })
    }

    /// Checks that the key of a caller is valid and may be used from this address, and counts the request for its rate.
    pub fn admit(&self, caller: Caller, from: Option<IpAddr>) -> Result<Caller, AppError> {
        let Some(key) = &caller.key else { return Ok(caller) };
        is_live(key)?;
        if !admits(key.addresses.as_deref(), from) {
            let (id, tenant) = (&key.id, &key.tenant_name);
            tracing::warn!(key = id, tenant, ?from, "a key was used from an address outside its list");
            // Before the rate: whoever stole a key uses up nothing of it.
            return Err(AppError::AccessDenied(AccessDenied::Address(from)));
        }
        let too_fast = |(wait, rate)| AppError::AccessDenied(AccessDenied::TooFast(wait, rate));
        let rate = self.rates.take(key).map_err(too_fast)?;
        Ok(Caller { rate, ..caller })
    }

    /// Checks that an authenticated caller still has access.
    pub async fn is_still_let_in(&self, caller: &Caller) -> Result<(), AppError> {
        let Some(key) = &caller.key else { return Ok(()) };
        is_live(&self.key(caller.who, &key.id).await?)
    }

    /// Takes a token from the rate limit, or returns the time to wait for one.
    pub fn pace(&self, caller: &Caller) -> Result<(), Duration> {
        let Some(key) = &caller.key else { return Ok(()) };
        self.rates.take(key).map(drop).map_err(|(wait, _)| wait)
    }

    /// A random token, for the id of a key or for a request without an idempotency key.
    pub fn token() -> Result<String, AppError> {
        random::<ID>()
    }

    /// Returns whether requests need a key.
    async fn is_keyed(&self) -> Result<bool, AppError> {
        let signs_in = self.sign_in.is_some();
        if signs_in || self.keyed.load(Ordering::Relaxed) || self.config.is_exposed() && !self.config.open {
            return Ok(true);
        }
        let keyed = self.query(|store| Ok(store.has_keys()?)).await?;
        self.keyed.fetch_or(keyed, Ordering::Relaxed);
        Ok(keyed)
    }

    /// Creates a key and returns it with its secret, of which only a hash is stored.
    pub async fn make_key(&self, new: NewKey) -> Result<(KeyRow, String), AppError> {
        let (key, secret) = self.make_key_once(new, None).await?;
        // Without an idempotency key every call makes a key.
        Ok((key, secret.ok_or(AppError::GivenUp)?))
    }

    /// Creates a key, or finds the one that the same request made before. Returns it with its secret if it is new: only a
    /// hash of the secret is stored, so nobody gets it a second time.
    pub async fn make_key_once(
        &self,
        new: NewKey,
        idempotency_key: Option<String>,
    ) -> Result<(KeyRow, Option<String>), AppError> {
        let at = now();
        let asked = (new.by.key.as_ref().map(|key| &key.id), &new.tenant, &new.name, bits(&new.scopes), new.rate);
        let asked = (asked, new.expires_at, written(&new.addresses));
        let request = request(RequestKind::Key, idempotency_key, &asked)?;
        let who = new.by.who;
        // A repeated request is not judged again: meanwhile its time may be over, or its maker may have less.
        if let Some(request) = request.clone()
            && let Some(id) = self.query(move |store| Ok(store.made_before(who.tenant, &request)?)).await?
        {
            return Ok((self.key(who, &id).await?, None));
        }
        fit(&new, at).map_err(AppError::KeyUnfit)?;
        let new = bounded(new, self.config.key_rate).map_err(AppError::KeyUnfit)?;
        let (fresh, secret) = fresh(new, App::token()?, at)?;
        let (key, created) = self.store.make_key(FreshKey { request, ..fresh }).await?;
        self.keyed.store(true, Ordering::Relaxed);
        Ok((key, created.then_some(secret)))
    }

    /// Creates the key of a session, with this id, and returns it with its secret.
    ///
    /// # Errors [`StoreError::IdTaken`] if the session was made before.
    pub(super) async fn make_session(
        &self,
        new: NewKey,
        id: String,
        person: Person,
    ) -> Result<(KeyRow, String), AppError> {
        let (fresh, secret) = fresh(new, id, now())?;
        let (key, _) = self.store.make_key(FreshKey { person: Some(person), ..fresh }).await?;
        self.keyed.store(true, Ordering::Relaxed);
        Ok((key, secret))
    }

    /// A key of the tenant.
    pub async fn key(&self, who: Who, id: &str) -> Result<KeyRow, AppError> {
        let id = id.to_owned();
        self.query(move |store| Ok(store.key(Some(who.tenant), &id)?.ok_or(StoreError::NoKey(id))?)).await
    }

    /// Keys of one tenant or of all, newest first, created before the key `after`. Sessions are listed until a day after
    /// their end.
    pub async fn keys(&self, of: Option<Tenant>, after: Option<String>, limit: u32) -> Result<Vec<KeyRow>, AppError> {
        let since = now() - ENDED_SHOWN;
        self.query(move |store| Ok(store.keys(of, after.as_deref(), since, limit)?)).await
    }

    /// The tenant with this name.
    pub async fn tenant(&self, name: &str) -> Result<Option<Tenant>, AppError> {
        let name = name.to_owned();
        self.query(move |store| Ok(store.tenant(&name)?)).await
    }

    /// The name of a tenant.
    #[cfg(feature = "parquet")]
    pub(super) async fn tenant_name(&self, tenant: Tenant) -> Result<String, AppError> {
        let all = self.query(|store| Ok(store.tenants()?)).await?;
        // Tenants are never removed.
        all.into_iter().find(|(of, _)| *of == tenant).map(|(_, name)| name).ok_or(AppError::GivenUp)
    }

    /// Revokes a key of this tenant, or of any tenant, and every key that it made, directly or through others.
    pub async fn revoke(&self, who: Who, of: Option<Tenant>, id: &str) -> Result<RevokedKey, AppError> {
        Ok(self.store.revoke(Revocation { who, of, id: id.to_owned(), at: now() }).await?)
    }

    /// The audit trail of a tenant, newest first, filtered by key and limited to entries before a sequence number.
    pub async fn trail(
        &self,
        tenant: Tenant,
        key: Option<String>,
        before: Option<i64>,
        limit: u32,
    ) -> Result<Vec<TrailRow>, AppError> {
        self.query(move |store| Ok(store.trail(tenant, key.as_deref(), before, limit)?)).await
    }
}

/// Checks that a key is neither revoked nor expired.
fn is_live(key: &KeyRow) -> Result<(), AppError> {
    if key.revoked_at.is_some() {
        return Err(AppError::AccessDenied(AccessDenied::Revoked));
    }
    if key.expires_at.is_some_and(|at| at <= now()) {
        return Err(AppError::AccessDenied(AccessDenied::Expired));
    }
    Ok(())
}

/// Returns whether a tenant may have this name.
pub fn is_tenant(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !name.starts_with('-')
}

/// Checks the properties of a new key.
pub(super) fn fit(new: &NewKey, at: i64) -> Result<(), Text> {
    if let Some(tenant) = new.tenant.as_deref().filter(|tenant| !is_tenant(tenant)) {
        return Err(bilingual!(
            "租户名 {tenant} 不合用。请用 1 至 64 个小写字母、数字或连字符，不以连字符开头。",
            "{tenant} cannot be the name of a tenant. Use 1 to 64 lower-case letters, digits and hyphens, no hyphen first."
        ));
    }
    if !(1..=100).contains(&new.name.chars().count()) || new.name.chars().any(char::is_control) {
        return Err(bilingual!(
            "密钥的名称应为 1 至 100 个字符，不含控制字符。请写明它的用途。",
            "The name of a key has 1 to 100 characters, none of them control characters. Say what it is for."
        ));
    }
    if new.scopes.is_empty() {
        return Err(bilingual!(
            "密钥没有任何权限。请从 ingest、read、referee、admin 中选至少一项。",
            "The key may do nothing. Give it one or more of ingest, read, referee and admin."
        ));
    }
    if new.rate.is_some_and(|rate| !(1..=1_000_000).contains(&rate)) {
        return Err(bilingual!(
            "每分钟请求数应为 1 至 1000000。请改写或去掉。",
            "A rate must be 1 to 1000000 requests per minute. Change it or remove it."
        ));
    }
    if new.addresses.len() > MOST_ADDRESSES {
        return Err(bilingual!(
            "addresses 至多 {MOST_ADDRESSES} 项。请合并相邻的网段。",
            "A key has at most {MOST_ADDRESSES} addresses. Join networks that lie side by side."
        ));
    }
    if new.expires_at.is_some_and(|expires| expires <= at) {
        return Err(bilingual!(
            "到期时间已经过去。请写一个将来的时间，或去掉它。",
            "The end time of the key has passed. Use a future time, or remove it."
        ));
    }
    Ok(())
}

/// A key to store, with its secret.
pub(super) fn fresh(new: NewKey, id: String, at: i64) -> Result<(FreshKey, String), AppError> {
    let secret = format!("{PREFIX}{id}_{}", random::<SECRET>()?);
    let fresh = FreshKey {
        who: new.by.who,
        tenant: new.tenant,
        id,
        hash: Sha256::digest(&secret).to_vec(),
        name: new.name,
        scopes: bits(&new.scopes),
        rate: new.rate.and_then(|rate| i32::try_from(rate).ok()),
        created_at: at,
        expires_at: new.expires_at,
        addresses: written(&new.addresses),
        person: None,
        request: None,
    };
    Ok((fresh, secret))
}

/// The scopes as bits.
fn bits(scopes: &[Scope]) -> i32 {
    scopes.iter().fold(0, |bits, scope| bits | scope.bit())
}

/// Random bytes as hex digits.
pub(super) fn random<const N: usize>() -> Result<String, AppError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| StoreError::Unavailable(format!("no random numbers: {error}")))?;
    Ok(caipan_tiles::hash::hex(&bytes))
}
