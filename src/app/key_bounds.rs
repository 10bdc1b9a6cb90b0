//! The bounds of a key that another key makes: at most the scopes, the rate and the time of its maker.

use super::keys::{NewKey, Scope};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use chrono::{DateTime, SecondsFormat};

/// Checks that a new key has at most what the key of its creator has, and gives it the creator's rate and expiry where
/// it names none. A creator without a key has no bounds. `usual` is the rate of keys without one of their own.
pub(super) fn bounded(new: NewKey, usual: Option<u32>) -> Result<NewKey, Text> {
    let Some(maker) = &new.by.key else { return Ok(new) };
    let own: Vec<Scope> = Scope::of(maker).collect();
    let beyond: Vec<Scope> =
        Scope::ALL.into_iter().filter(|one| new.scopes.contains(one) && !own.contains(one)).collect();
    if !beyond.is_empty() {
        let (beyond, own) = (names(&beyond), names(&own));
        return Err(bilingual!(
            "您的密钥没有权限 {beyond}，不能转授；它只有 {own}。请去掉多出的权限，或请运维者用 caipan keys make 签发。",
            "Your key cannot give the scopes {beyond}: it has only {own}. Leave them out, or ask the operator to make the key with caipan \
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
    Ok(NewKey { rate: new.rate.or(most), expires_at: new.expires_at.or(last), ..new })
}

fn names(scopes: &[Scope]) -> String {
    scopes.iter().map(|scope| scope.name()).collect::<Vec<_>>().join(", ")
}

fn time(micros: i64) -> String {
    DateTime::from_timestamp_micros(micros).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Micros, true)
}
