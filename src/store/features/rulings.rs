//! Records referees' rulings. Reading them is left to `query::rulings`.

use crate::store::db::connection::{Conn, each};
use crate::store::db::log_columns::own;
use crate::store::db::schema::{erased_rulings, keys, logs, rulings};
use crate::store::error::StoreError;
use crate::store::handle::Store;
use crate::store::model::journal::Act;
use crate::store::model::ruling::{Author, Entry, FreshRuling, MOST_RULINGS, RulingRow, Unfit};
use crate::store::model::tenant::Tenant;
use crate::store::query::erased::reject_known;
use crate::store::query::rulings::{of_log, read};
use crate::store::write::command::{WriteCommand, WriteReply};
use crate::store::write::journal::enter;
use crate::store::write::queue::wrong_reply;
use crate::store::write::tenant_sequence::TenantSequences;
use caipan_tiles::hash::sha256;
use chrono::{DateTime, SecondsFormat};
use diesel::prelude::*;

impl Store {
    /// Records a ruling, or returns the one that the same request recorded before. Returns once it is durable.
    pub async fn rule(&self, fresh: FreshRuling) -> Result<(RulingRow, bool), StoreError> {
        match self.write(WriteCommand::Ruling(Box::new(fresh))).await? {
            WriteReply::Ruling(row, created) => Ok((*row, created)),
            _ => Err(wrong_reply()),
        }
    }
}

/// Records a ruling if it fits the earlier ones. Returns it, and whether it is new.
pub(crate) fn put(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    fresh: &FreshRuling,
) -> Result<(RulingRow, bool), StoreError> {
    let tenant = fresh.tenant();
    if let Some(row) = with_token(conn, tenant, &fresh.token)? {
        return if row.entry.says_what(fresh) { Ok((row, false)) } else { unfit(Unfit::KeyReused(row.entry.number)) };
    }
    let log: Option<i64> = each!(conn, c => own!(tenant, &fresh.log).select(logs::place).get_result(c).optional())?;
    let Some(log) = log else {
        // The log was erased while a referee worked on it.
        reject_known(conn, tenant, &fresh.log)?;
        return Err(StoreError::Database(diesel::result::Error::NotFound));
    };
    let before = of_log(conn, tenant, log)?;
    if let Err(why) = fits(&before, fresh) {
        return unfit(why);
    }
    let key: Option<(String, String)> = match fresh.who.key {
        None => None,
        Some(seq) => Some(each!(conn, c => keys::table.find((fresh.who.tenant.0, seq)).select((keys::id, keys::name))
            .get_result(c))?),
    };
    let last = last(conn, tenant)?;
    let place = sequences.advance(conn, tenant)?;
    let number = i32::try_from(before.len()).unwrap_or(i32::MAX).saturating_add(1);
    let at = DateTime::from_timestamp_micros(fresh.at).unwrap_or_default();
    let entry = Entry {
        at: at.to_rfc3339_opts(SecondsFormat::Micros, true),
        before: last,
        key: key.map(|(id, name)| Author { id, name }),
        place,
        ..fresh.entry(number)
    };
    let body = entry.canonical();
    let digest = sha256(&body);
    let row = (
        rulings::tenant.eq(tenant.0),
        rulings::place.eq(place),
        rulings::log.eq(log),
        rulings::number.eq(number),
        rulings::token.eq(&fresh.token),
        rulings::digest.eq(&digest),
        rulings::body.eq(&body),
    );
    each!(conn, c => diesel::insert_into(rulings::table).values(row).execute(c))?;
    enter(conn, sequences, (fresh.who, place), Act::Ruling { log, id: &fresh.log, digest: &digest }, fresh.at)?;
    Ok((RulingRow { digest, entry }, true))
}

/// The digest of a tenant's newest ruling, erased or not.
fn last(conn: &mut Conn, tenant: Tenant) -> Result<Option<String>, StoreError> {
    let there: Option<(i64, String)> = each!(conn, c => rulings::table.filter(rulings::tenant.eq(tenant.0))
        .order(rulings::place.desc()).select((rulings::place, rulings::digest)).first(c).optional())?;
    let gone: Option<(i64, String)> = each!(conn, c => erased_rulings::table.filter(erased_rulings::tenant.eq(tenant.0))
        .order(erased_rulings::place.desc()).select((erased_rulings::place, erased_rulings::digest))
        .first(c).optional())?;
    Ok(there.into_iter().chain(gone).max().map(|(_, digest)| digest))
}

fn unfit<T>(why: Unfit) -> Result<T, StoreError> {
    Err(StoreError::Unfit(why))
}

/// Checks a ruling against the earlier rulings of the log.
fn fits(before: &[RulingRow], fresh: &FreshRuling) -> Result<(), Unfit> {
    let count = i32::try_from(before.len()).unwrap_or(i32::MAX);
    if fresh.seen.is_some_and(|seen| seen != count) {
        return Err(Unfit::Unseen(count));
    }
    // The reversal of a ruling always has room, or a log that is filled with notes would keep a false ruling for ever. Each
    // ruling is reversed once, so these have a limit of their own. The reversal of a reversal counts like a ruling.
    let is_first = |number: i32| before.iter().any(|row| row.entry.number == number && row.entry.reverses.is_none());
    let takes_room = |reverses: Option<i32>| !reverses.is_some_and(is_first);
    let taken = before.iter().filter(|row| takes_room(row.entry.reverses)).count();
    if takes_room(fresh.reverses) && taken >= usize::try_from(MOST_RULINGS).unwrap_or(usize::MAX) {
        return Err(Unfit::Full);
    }
    let reversed_by = |number: i32| before.iter().find(|row| row.entry.reverses == Some(number));
    if let Some(number) = fresh.reverses {
        if !before.iter().any(|row| row.entry.number == number) {
            return Err(Unfit::Nothing(number));
        }
        if let Some(by) = reversed_by(number) {
            return Err(Unfit::Reversed(number, by.entry.number));
        }
    }
    let stands = |row: &&RulingRow| {
        let number = row.entry.number;
        row.entry.hand == fresh.hand && fresh.reverses != Some(number) && reversed_by(number).is_none()
    };
    let own: i128 = fresh.transfers.iter().map(|moved| moved.open()).sum();
    let others: i128 =
        before.iter().filter(stands).flat_map(|row| &row.entry.transfers).map(|moved| moved.open()).sum();
    if own == 0 || own + others == fresh.lacks { Ok(()) } else { Err(Unfit::Unbalanced(own + others, fresh.lacks)) }
}

fn with_token(conn: &mut Conn, tenant: Tenant, token: &str) -> Result<Option<RulingRow>, StoreError> {
    let found: Option<(String, Vec<u8>)> = each!(conn, c => rulings::table.filter(rulings::tenant.eq(tenant.0))
        .filter(rulings::token.eq(token)).select((rulings::digest, rulings::body)).get_result(c).optional())?;
    found.map(read).transpose()
}
