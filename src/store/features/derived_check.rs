//! Compares columns, search tags and counters, which no digest covers, with the bytes and reports that they follow from.
//! Reading logs and reports is left to `app`.

use crate::store::db::connection::{Conn, each};
use crate::store::db::hex_key::HexKey;
use crate::store::db::joins::class_of_log;
use crate::store::db::log_columns::format_of;
use crate::store::db::schema::{classes, erased, log_settings, logs, settings, tags, tallies, tenants};
use crate::store::error::StoreError;
use crate::store::model::mismatch::{Mismatch, Reason};
use crate::store::model::search_tags::{CLIENT, CODE, PLAYER, SearchTags};
use crate::store::model::setting::SettingKind;
use crate::store::model::tenant::Tenant;
use diesel::dsl::exists;
use diesel::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// The bytes of a stored log, and what is needed to read them.
#[derive(Clone, Copy, Debug)]
pub struct LogToRead<'a> {
    /// The bytes as received.
    pub bytes: &'a [u8],
    /// Their media type.
    pub media_type: &'a str,
    /// The third-party format.
    pub import_name: Option<&'a str>,
    /// The adapter of the tenant that read it first: the number of the version and its file.
    pub adapter: Option<(i64, &'a str)>,
}

/// The columns and tags that follow from the bytes of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The platform's name.
    pub platform: String,
    /// The platform's own id of the game.
    pub game: String,
    /// The declared rule system.
    pub system: String,
    /// The number of hands.
    pub hands: i32,
    /// Players and client.
    pub tags: SearchTags,
}

/// Reads logs and reports, whose forms the store does not know.
pub trait ContentReader {
    /// The verdict and the findings by kind of a published report; `None` if the bytes are no report.
    fn outcome(&self, report: &[u8]) -> Option<(String, [i32; 4])>;
    /// The codes and fault counts of a published report; `None` if the bytes are no report.
    fn tags(&self, report: &[u8]) -> Option<SearchTags>;
    /// Returns the columns and tags that follow from the bytes of a log; `None` if this version cannot read them.
    fn describe(&mut self, log: LogToRead<'_>) -> Option<Described>;
}

/// A log with its bytes and the body of its newest report, both compared with their digests.
pub(crate) struct Content {
    pub(crate) place: i64,
    pub(crate) id: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) report: Vec<u8>,
}

type Row = (i64, (String, String, String, i32, i32), (String, String));
type Tag = (i32, HexKey, i64);

/// The comparison of a tenant.
pub(crate) struct Derived {
    tenant: Tenant,
    head: i64,
    logs: i64,
    unread: u64,
    tags: i64,
    counters: BTreeMap<String, (i64, i64)>,
}

impl Derived {
    pub(crate) fn begin(conn: &mut Conn, tenant: Tenant) -> Result<Derived, StoreError> {
        let (head, counters) = (head(conn, tenant)?, BTreeMap::new());
        Ok(Derived { tenant, head, logs: 0, unread: 0, tags: 0, counters })
    }

    /// The number of logs that could not be read.
    pub(crate) const fn unread(&self) -> u64 {
        self.unread
    }

    /// Compares logs, adds them to the sums, and returns the places of those that differ.
    pub(crate) fn compare(
        &mut self,
        conn: &mut Conn,
        reader: &mut dyn ContentReader,
        all: &[Content],
    ) -> Result<Vec<i64>, StoreError> {
        let mut differ = BTreeSet::new();
        for (place, described, found) in self.each(conn, reader, all)? {
            self.logs += 1;
            let Some(described) = described else {
                self.unread += 1;
                continue;
            };
            self.tags += i64::try_from(described.tags.tags().count()).unwrap_or(i64::MAX);
            self.count("", i64::from(described.hands));
            for (code, faults) in &described.tags.faults {
                self.count(code, *faults);
            }
            if !found.is_empty() {
                differ.insert(place);
            }
        }
        Ok(differ.into_iter().collect())
    }

    /// The columns and tags of a log that differ.
    pub(crate) fn named(
        &self,
        conn: &mut Conn,
        reader: &mut dyn ContentReader,
        content: &Content,
    ) -> Result<Vec<Mismatch>, StoreError> {
        let all = self.each(conn, reader, std::slice::from_ref(content))?;
        Ok(all.into_iter().flat_map(|(_, _, found)| found).collect())
    }

    fn count(&mut self, code: &str, amount: i64) {
        let sum = self.counters.entry(code.to_owned()).or_default();
        *sum = (sum.0 + 1, sum.1 + amount);
    }

    /// Compares each log with the columns and tags that follow from it.
    #[expect(clippy::type_complexity, reason = "a row of a table that is used here alone")]
    fn each(
        &self,
        conn: &mut Conn,
        reader: &mut dyn ContentReader,
        all: &[Content],
    ) -> Result<Vec<(i64, Option<Described>, Vec<Mismatch>)>, StoreError> {
        let places: Vec<i64> = all.iter().map(|content| content.place).collect();
        let rows: Vec<Row> = each!(&mut *conn, c => logs::table.inner_join(class_of_log!())
            .filter(logs::tenant.eq(self.tenant.0)).filter(logs::place.eq_any(&places))
            .select((logs::place, (logs::platform, logs::game, classes::system, logs::hands, logs::size),
                (classes::media_type, classes::import_name)))
            .load(c))?;
        let rows: BTreeMap<i64, Row> = rows.into_iter().map(|row| (row.0, row)).collect();
        let adapters: Vec<(i64, String, (i64, String))> = each!(&mut *conn, c => log_settings::table
            .inner_join(settings::table.on(settings::tenant.eq(log_settings::tenant).and(settings::seq.eq(log_settings::setting))))
            .filter(log_settings::tenant.eq(self.tenant.0)).filter(log_settings::log.eq_any(&places))
            .filter(settings::kind.eq(SettingKind::Adapter.number()))
            .select((log_settings::log, settings::name, (settings::seq, settings::body))).load(c))?;
        let described = |content: &Content, row: &Row| {
            let (media_type, import_name) = (row.2.0.as_str(), format_of(row.2.1.clone()));
            let adapter = adapters
                .iter()
                .find(|(log, name, _)| *log == content.place && Some(name) == import_name.as_ref())
                .map(|(.., (seq, file))| (*seq, file.as_str()));
            let log = LogToRead { bytes: &content.bytes, media_type, import_name: import_name.as_deref(), adapter };
            let mut described = reader.describe(log)?;
            let SearchTags { codes, faults, .. } = reader.tags(&content.report).unwrap_or_default();
            (described.tags.codes, described.tags.faults) = (codes, faults);
            Some(described)
        };
        let mut described = described;
        let all: Vec<(&Content, &Row, Option<Described>)> = all
            .iter()
            .filter_map(|content| {
                let row = rows.get(&content.place)?;
                Some((content, row, described(content, row)))
            })
            .collect();
        let stored = self.stored_tags(conn, &places, all.iter().filter_map(|(.., described)| described.as_ref()))?;
        let one = |(content, row, described): (&Content, &Row, Option<Described>)| {
            let found = described.as_ref().map(|described| differences(content, row, described, &stored));
            (content.place, described, found.unwrap_or_default())
        };
        Ok(all.into_iter().map(one).collect())
    }

    /// The stored tags of these logs among those that follow from their content.
    fn stored_tags<'d>(
        &self,
        conn: &mut Conn,
        places: &[i64],
        all: impl Iterator<Item = &'d Described>,
    ) -> Result<BTreeSet<(i32, String, i64)>, StoreError> {
        let mut words = BTreeMap::<i32, BTreeSet<String>>::new();
        for described in all {
            for (kind, word) in described.tags.tags() {
                words.entry(kind).or_default().insert(word.to_owned());
            }
        }
        let (low, high) = (places.iter().min().copied().unwrap_or(0), places.iter().max().copied().unwrap_or(0));
        let mut found = BTreeSet::new();
        for kind in [PLAYER, CLIENT, CODE] {
            let Some(words) = words.get(&kind) else { continue };
            let words: Vec<HexKey> = words.iter().map(|word| HexKey::of(word)).collect();
            let rows: Vec<Tag> = each!(&mut *conn, c => tags::table.filter(tags::tenant.eq(self.tenant.0))
                .filter(tags::kind.eq(kind)).filter(tags::word.eq_any(words))
                .filter(tags::place.ge(low)).filter(tags::place.le(high))
                .select((tags::kind, tags::word, tags::place)).load(c))?;
            found.extend(rows.into_iter().map(|(kind, word, place)| (kind, word.text(), place)));
        }
        Ok(found)
    }

    /// Compares the sums. They are compared only if nothing was written meanwhile and every log could be read.
    pub(crate) fn end(self, conn: &mut Conn) -> Result<Vec<Mismatch>, StoreError> {
        let mut found = Vec::new();
        let Derived { tenant, unread, counters, .. } = self;
        if unread > 0 {
            return Ok(found);
        }
        let stored: i64 = each!(&mut *conn, c => tags::table.filter(tags::tenant.eq(tenant.0)).count().get_result(c))?;
        let rows: Vec<(String, i64, i64)> = each!(&mut *conn, c => tallies::table.filter(tallies::tenant.eq(tenant.0))
            .select((tallies::code, tallies::logs, tallies::amount)).load(c))?;
        let gone = exists(erased::table.filter(erased::tenant.eq(tenant.0)));
        let has_gone: bool = each!(&mut *conn, c => diesel::select(gone).get_result(c))?;
        if head(conn, tenant)? != self.head {
            return Ok(found);
        }
        let mismatch = |reason| Mismatch { place: 0, log: None, reason };
        if stored > self.tags {
            found.push(mismatch(Reason::TagsUnrecorded(stored - self.tags)));
        }
        let mut sums = BTreeMap::<String, (i64, i64)>::new();
        for (code, logs, amount) in rows {
            let sum = sums.entry(code).or_default();
            *sum = (sum.0 + logs, sum.1 + amount);
        }
        for code in sums.keys().chain(counters.keys()).collect::<BTreeSet<_>>() {
            let [stored, due] = [&sums, &counters].map(|sums| sums.get(code).copied().unwrap_or_default());
            // The counters go on to count logs that were erased.
            let fits = if has_gone { stored.0 >= due.0 && stored.1 >= due.1 } else { stored == due };
            if !fits {
                found.push(mismatch(Reason::CounterDiffers(code.clone())));
            }
        }
        Ok(found)
    }
}

fn head(conn: &mut Conn, tenant: Tenant) -> Result<i64, StoreError> {
    Ok(each!(conn, c => tenants::table.find(tenant.0).select(tenants::head).get_result(c))?)
}

/// The columns and tags of a log that differ from what follows from its content.
fn differences(
    content: &Content,
    row: &Row,
    described: &Described,
    stored: &BTreeSet<(i32, String, i64)>,
) -> Vec<Mismatch> {
    let (place, (platform, game, system, hands, size), _) = row;
    let mismatch = |reason| Mismatch { place: *place, log: Some(content.id.clone()), reason };
    let columns = [
        ("platform", *platform == described.platform),
        ("game", *game == described.game),
        ("system", *system == described.system),
        ("hands", *hands == described.hands),
        ("size", usize::try_from(*size).ok() == Some(content.bytes.len())),
    ];
    let lost =
        described.tags.tags().filter(|(kind, word)| !stored.contains(&(*kind, (*word).to_owned(), *place))).count();
    let lost = Some(Reason::TagsLost(lost)).filter(|_| lost > 0);
    let differ = columns.into_iter().filter(|(_, same)| !same).map(|(name, _)| Reason::ColumnDiffers(name));
    differ.chain(lost).map(mismatch).collect()
}
