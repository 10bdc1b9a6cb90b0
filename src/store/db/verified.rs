//! Unpacks stored logs and reports and compares them with their digests. The database verifies its structure, not the
//! content of rows.

use crate::store::db::compression::unpack;
use crate::store::db::hex_key::HexKey;
use crate::store::error::StoreError;
use caipan_evidence::Record;
use caipan_tiles::hash::sha256;
use std::io::{Error, ErrorKind};

/// The digest of a report as its journal entry has it: in a column, or in the text of the record. Both are absent if
/// there is no entry.
pub(crate) type RecordedDigest = (Option<HexKey>, Option<String>);

/// The journal entry that records a row of `reports`, for a left join. Select its `digest` and its `record`.
macro_rules! recorded {
    () => {
        entries::table.on(entries::tenant
            .eq(reports::tenant)
            .and(entries::log.eq(reports::log.nullable()))
            .and(entries::revision.eq(reports::revision.nullable()))
            .and(entries::act.eq($crate::store::model::journal::VERDICT)))
    };
}
pub(crate) use recorded;

/// The bytes of a log as they were received.
pub(crate) fn verified_raw(id: &str, packed: &[u8], digest: &HexKey) -> Result<Vec<u8>, StoreError> {
    let raw = unpack(packed).map_err(|error| damaged(format!("the bytes of log {id} cannot be read: {error}")))?;
    if sha256(&raw) == digest.text() {
        Ok(raw)
    } else {
        Err(damaged(format!("the bytes of log {id} are not those that were received")))
    }
}

/// The body of a report as it was published.
pub(crate) fn verified_report(id: &str, packed: &[u8], recorded: RecordedDigest) -> Result<Vec<u8>, StoreError> {
    let body = unpack(packed).map_err(|error| damaged(format!("a report of log {id} cannot be read: {error}")))?;
    let digest = match recorded {
        (Some(digest), _) => Some(digest.text()),
        (None, record) => record.and_then(|record| serde_json::from_str::<Record>(&record).ok()?.report),
    };
    match digest {
        None => Err(damaged(format!("the journal does not record a report of log {id}"))),
        Some(digest) if sha256(&body) == digest => Ok(body),
        Some(digest) => Err(damaged(format!("a report of log {id} is not the one that the journal records: {digest}"))),
    }
}

/// The error for stored content that is not what was stored.
pub(crate) fn damaged(why: String) -> StoreError {
    StoreError::Damaged(Error::new(ErrorKind::InvalidData, why))
}
