//! Writes the search tags of a log and counts its faults together with its report, so that lists and statistics need
//! not read all logs.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::{class_of_log, newest_of_log};
use crate::store::db::rows::NewTag;
use crate::store::db::schema::{classes, entries, logs, reports, tags};
use crate::store::db::verified::{RecordedDigest, recorded, verified_report};
use crate::store::error::StoreError;
use crate::store::model::log::ReportToStore;
use crate::store::model::search_tags::{CODE, ReadTags, SearchTags};
use crate::store::model::tenant::Tenant;
use crate::store::write::counters::CounterGroup;
use crate::store::write::tenant_sequence::TenantSequences;
use diesel::prelude::*;

/// The position of a log, and the keys of its counters.
pub(crate) struct TaggedLog<'a> {
    pub(crate) tenant: Tenant,
    pub(crate) place: i64,
    pub(crate) platform: &'a str,
    pub(crate) system: &'a str,
    pub(crate) hands: i32,
}

impl TaggedLog<'_> {
    fn group(&self, client: &str) -> CounterGroup {
        CounterGroup {
            tenant: self.tenant,
            platform: self.platform.to_owned(),
            system: self.system.to_owned(),
            client: client.to_owned(),
        }
    }
}

/// Writes the tags of a log without tags, at the end of the transaction.
pub(crate) fn write_tags(sequences: &mut TenantSequences, log: &TaggedLog<'_>, tags: &SearchTags) {
    for (kind, word) in tags.tags() {
        push_tag(sequences, log, kind, word);
    }
    let group = log.group(&tags.client);
    sequences.count(&group, "", 1, i64::from(log.hands));
    for (code, faults) in &tags.faults {
        sequences.count(&group, code, 1, *faults);
    }
}

fn push_tag(sequences: &mut TenantSequences, log: &TaggedLog<'_>, kind: i32, word: &str) {
    let row = NewTag { tenant: log.tenant.0, kind, word: HexKey::of(word), place: log.place };
    sequences.batch.tags.push(row);
}

type Tagged = ((String, String, i32), (Vec<u8>, RecordedDigest));

/// Replaces the codes and fault counts of the newest report of the log at a place by those of a newer one. Call this before the log
/// refers to the newer report.
pub(crate) fn replace_tags(
    conn: &mut Conn,
    sequences: &mut TenantSequences,
    (tenant, place): (Tenant, i64),
    newer: &ReportToStore,
    read_tags: ReadTags,
) -> Result<(), StoreError> {
    let found: Option<Tagged> = each!(conn, c => logs::table.inner_join(newest_of_log!()).inner_join(class_of_log!())
        .left_join(recorded!()).filter(logs::tenant.eq(tenant.0)).filter(logs::place.eq(place))
        .filter(logs::revision.lt(newer.revision))
        .select((
            (logs::platform, classes::system, logs::hands),
            (reports::body, (entries::digest.nullable(), entries::record.nullable())),
        ))
        .get_result(c).optional())?;
    let Some(((platform, system, hands), (packed, recorded))) = found else { return Ok(()) };
    let log = TaggedLog { tenant, place, platform: &platform, system: &system, hands };
    // A report in an unknown form has no tags.
    let older = read_tags(&verified_report(&newer.log, &packed, recorded)?).unwrap_or_default();
    let group = log.group(&newer.tags.client);
    for code in older.codes.difference(&newer.tags.codes) {
        let row = tags::table.find((tenant.0, CODE, HexKey::of(code), place));
        each!(conn, c => diesel::delete(row).execute(c))?;
    }
    for code in newer.tags.codes.difference(&older.codes) {
        push_tag(sequences, &log, CODE, code);
    }
    for (code, faults) in &older.faults {
        sequences.count(&group, code, -1, -faults);
    }
    for (code, faults) in &newer.tags.faults {
        sequences.count(&group, code, 1, *faults);
    }
    Ok(())
}
