//! The bounds of a key that another key makes: at most the scopes, the rate, the time and the addresses of its maker.

use super::key_addresses::{beyond, read};
use super::keys::{NewKey, Scope};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use chrono::{DateTime, SecondsFormat};

/// Checks that a new key has at most what the key of its creator has, and gives it the creator's rate, expiry and
/// addresses where it names none. A creator without a key has no bounds. `usual` is the rate of keys without one of their own.
pub(super) fn bounded(new: NewKey, usual: Option<u32>) -> Result<NewKey, Text> {
    let Some(maker) = &new.by.key else { return Ok(new) };
    let own: Vec<Scope> = Scope::of(maker).collect();
    let missing: Vec<Scope> =
        Scope::ALL.into_iter().filter(|one| new.scopes.contains(one) && !own.contains(one)).collect();
    if !missing.is_empty() {
        let (missing, own) = (names(&missing), names(&own));
        return Err(bilingual!(
            "您的密钥没有权限 {missing}，不能转授；它只有 {own}。请去掉多出的权限，或请运维者用 caipan keys make 签发。",
            "Your key cannot give the scopes {missing}: it has only {own}. Leave them out, or ask the operator to make the key with caipan \
             keys make."
        ));
    }
    let most = maker.rate.and_then(|rate| u32::try_from(rate).ok()).or(usual);
    if let Some((asked, most)) = new.rate.zip(most).filter(|(asked, most)| asked > most) {
        return Err(bilingual!(
            "每分钟 {asked} 次请求过多：您的密钥每分钟 {most} 次。请改为至多 {most} 或去掉，或请运维者用 caipan keys make 签发。",
            "A rate of {asked} requests a minute is too much: your key has {most}. Ask for at most {most} or leave the rate out, or ask the \
             operator to make the key with caipan keys make."
        ));
    }
    let last = maker.expires_at;
    if let Some((asked, last)) = new.expires_at.zip(last).filter(|(asked, last)| asked > last) {
        let (asked, last) = (time(asked), time(last));
        return Err(bilingual!(
            "到期时间 {asked} 过晚：您的密钥于 {last} 到期。请写不晚于它的时间或去掉，或请运维者用 caipan keys make 签发。",
            "The expiry {asked} is too late: your key ends at {last}. Ask for a time no later or leave it out, or ask the operator to make the \
             key with caipan keys make."
        ));
    }
    let own = read(maker.addresses.as_deref());
    if let Some(asked) = beyond(&new.addresses, &own).filter(|_| maker.addresses.is_some()) {
        let own = own.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        return Err(bilingual!(
            "网段 {asked} 超出范围：您的密钥只能从 {own} 使用。请改写 addresses 或去掉它，或请运维者用 caipan keys make 签发。",
            "The network {asked} is too wide: your key may be used from {own} only. Change addresses or leave it out, or ask the operator to \
             make the key with caipan keys make."
        ));
    }
    let addresses = if new.addresses.is_empty() { own } else { new.addresses };
    Ok(NewKey { rate: new.rate.or(most), expires_at: new.expires_at.or(last), addresses, ..new })
}

fn names(scopes: &[Scope]) -> String {
    scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(", ")
}

fn time(micros: i64) -> String {
    DateTime::from_timestamp_micros(micros).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Micros, true)
}
