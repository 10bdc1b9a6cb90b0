//! What a log is found by beside its own columns, and what is counted of it: written with its report, so that nobody reads all logs to
//! list some or to count.

use super::StoreError;
use super::conn::{Conn, each};
use super::fresh::FreshReport;
use super::heads::Heads;
use super::keys::Tenant;
use super::name::Name;
use super::packed::unpack;
use super::pending::NewTag;
use super::schema::{classes, logs, reports, tags};
use super::tallies::Group;
use diesel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The kinds of tags at rest; never given anew.
pub(super) const PLAYER: i32 = 1;
pub(super) const CLIENT: i32 = 2;
pub(super) const CODE: i32 = 3;

/// What a log is found by and what is counted of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    /// Digests of the players' names and ids.
    pub players: BTreeSet<String>,
    /// The client with its version; empty where the log does not say.
    pub client: String,
    /// The codes that the report has.
    pub codes: BTreeSet<String>,
    /// How many faults of their own it has, by code.
    pub faults: BTreeMap<String, i64>,
}

impl Marks {
    /// Tags by kind and word.
    pub(super) fn tags(&self) -> impl Iterator<Item = (i32, &str)> {
        let players = self.players.iter().map(|player| (PLAYER, player.as_str()));
        let client = Some((CLIENT, self.client.as_str())).filter(|(_, client)| !client.is_empty());
        players.chain(client).chain(self.codes.iter().map(|code| (CODE, code.as_str())))
    }
}

/// Reads the codes of a published report and counts its faults; `None` if the bytes are no report that this program can read.
pub type ReadMarks = fn(&[u8]) -> Option<Marks>;

/// Where a log stands, and what its marks are counted under.
pub(super) struct Spot<'a> {
    pub(super) tenant: Tenant,
    pub(super) place: i64,
    pub(super) platform: &'a str,
    pub(super) system: &'a str,
    pub(super) hands: i32,
}

impl Spot<'_> {
    fn group(&self, client: &str) -> Group {
        Group {
            tenant: self.tenant,
            platform: self.platform.to_owned(),
            system: self.system.to_owned(),
            client: client.to_owned(),
        }
    }
}

/// Writes down the marks of a log that has none, at the end of the transaction.
pub(super) fn write(heads: &mut Heads, spot: &Spot<'_>, marks: &Marks) {
    for (kind, word) in marks.tags() {
        tag(heads, spot, kind, word);
    }
    let group = spot.group(&marks.client);
    heads.count(&group, "", 1, i64::from(spot.hands));
    for (code, faults) in &marks.faults {
        heads.count(&group, code, 1, *faults);
    }
}

fn tag(heads: &mut Heads, spot: &Spot<'_>, kind: i32, word: &str) {
    let row = NewTag { tenant: spot.tenant.0, kind, word: Name::of(word), place: spot.place };
    heads.pending.tags.push(row);
}

/// What the newest report of a log says of codes is replaced by what a newer one says. To be done before the log names the newer one.
pub(super) fn replace(
    conn: &mut Conn,
    heads: &mut Heads,
    tenant: Tenant,
    log: i64,
    newer: &FreshReport,
    read_marks: ReadMarks,
) -> Result<(), StoreError> {
    let newest = reports::table.on(reports::log.eq(logs::seq).and(reports::revision.eq(logs::revision)));
    let found: Option<(i64, String, String, i32, Vec<u8>)> = each!(conn, c => logs::table.inner_join(newest).inner_join(classes::table)
        .filter(logs::seq.eq(log)).filter(logs::revision.lt(newer.revision))
        .select((logs::place, logs::platform, classes::system, logs::hands, reports::body)).get_result(c).optional())?;
    let Some((place, platform, system, hands, packed)) = found else { return Ok(()) };
    let spot = Spot { tenant, place, platform: &platform, system: &system, hands };
    // A report that cannot be read had no marks either.
    let older = read_marks(&unpack(&packed)?).unwrap_or_default();
    let group = spot.group(&newer.marks.client);
    for code in older.codes.difference(&newer.marks.codes) {
        let row = tags::table.find((tenant.0, CODE, Name::of(code), place));
        each!(conn, c => diesel::delete(row).execute(c))?;
    }
    for code in newer.marks.codes.difference(&older.codes) {
        tag(heads, &spot, CODE, code);
    }
    for (code, faults) in &older.faults {
        heads.count(&group, code, -1, -faults);
    }
    for (code, faults) in &newer.marks.faults {
        heads.count(&group, code, 1, *faults);
    }
    Ok(())
}
