//! The columns of a listed log, and how a log is looked up.

use crate::store::db::hex_key::Name;

/// The columns of [`LogRow`] that stand in its row and in its class.
pub(crate) type Columns = (
    (i64, Name, Name, String, String, String, i32, String),
    (String, i32, i64, Option<i64>, String, i32, i64),
    (String, i32, i32, i32, i32),
);

macro_rules! columns {
    () => {
        (
            (
                logs::seq,
                logs::id,
                logs::digest,
                logs::platform,
                logs::game,
                classes::system,
                logs::hands,
                classes::media_type,
            ),
            (
                classes::import_name,
                logs::size,
                logs::received_at,
                logs::corrects,
                classes::rules,
                logs::revision,
                logs::place,
            ),
            (classes::verdict, logs::faults, logs::variants, logs::unverifiable, logs::notes),
        )
    };
}
pub(crate) use columns;

/// Logs with their classes.
macro_rules! whole_logs {
    () => {
        logs::table.inner_join(classes::table)
    };
}
pub(crate) use whole_logs;

// The same where nothing is null. PostgreSQL has no index for it, SQLite has.
diesel::infix_operator!(IsNoOtherThan, " IS NOT DISTINCT FROM ");

/// Whether a log has this id and is the tenant's own. Written so that only the one index fits: which of those that begin with the tenant is the
/// best, PostgreSQL does not know before it has counted the rows.
macro_rules! is_own {
    ($tenant:expr, $id:expr) => {
        logs::id.eq($crate::store::db::hex_key::Name::of($id)).and($crate::store::db::log_columns::IsNoOtherThan::new(
            logs::tenant,
            diesel::IntoSql::into_sql::<diesel::sql_types::BigInt>($tenant.0),
        ))
    };
}
pub(crate) use is_own;

/// The log of this id that is the tenant's own.
macro_rules! own {
    ($tenant:expr, $id:expr) => {
        logs::table.filter($crate::store::db::log_columns::is_own!($tenant, $id))
    };
}
pub(crate) use own;

/// Whether something that is stored can be called this: PostgreSQL has no character 0.
pub(crate) fn is_name(text: &str) -> bool {
    !text.contains('\0')
}

/// The third-party format that a class names.
pub(crate) fn format_of(import_name: String) -> Option<String> {
    Some(import_name).filter(|name| !name.is_empty())
}
