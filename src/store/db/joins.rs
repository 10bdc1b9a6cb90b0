//! The tables that a row refers to, each by its tenant and its number. A join without the tenant would have to ask every
//! part of a database that is distributed by tenant.

/// The dimension of a log.
macro_rules! class_of_log {
    () => {
        classes::table.on(classes::tenant.eq(logs::tenant).and(classes::seq.eq(logs::class)))
    };
}
pub(crate) use class_of_log;

/// The log of an entry, for a left or an inner join.
macro_rules! log_of_entry {
    () => {
        logs::table.on(logs::tenant.eq(entries::tenant).and(entries::log.eq(logs::place.nullable())))
    };
}
pub(crate) use log_of_entry;

/// The report of an entry.
macro_rules! report_of_entry {
    () => {
        reports::table.on(reports::tenant
            .eq(entries::tenant)
            .and(entries::log.eq(reports::log.nullable()))
            .and(entries::revision.eq(reports::revision.nullable())))
    };
}
pub(crate) use report_of_entry;

/// The newest report of a log.
macro_rules! newest_of_log {
    () => {
        reports::table.on(reports::tenant
            .eq(logs::tenant)
            .and(reports::log.eq(logs::place))
            .and(reports::revision.eq(logs::revision)))
    };
}
pub(crate) use newest_of_log;

/// The key of its own tenant that made an entry, for a left join.
macro_rules! key_of_entry {
    () => {
        keys::table.on(keys::tenant.eq(entries::tenant).and(entries::key.eq(keys::seq.nullable())))
    };
}
pub(crate) use key_of_entry;
