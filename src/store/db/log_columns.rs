//! The columns of a listed log, and the expressions that look a log up by its id.

use crate::store::db::hex_key::HexKey;
use crate::store::model::log::Filter;

/// The columns of [`LogRow`](crate::store::LogRow) from its row and its dimension.
pub(crate) type LogColumns = (
    (i64, HexKey, HexKey, String, String, String, i32, String),
    (String, i32, i64, Option<i64>, String, i32),
    (String, i32, i32, i32, i32, i32),
);

macro_rules! log_columns {
    () => {
        (
            (
                logs::place,
                logs::id,
                logs::digest,
                logs::platform,
                logs::game,
                classes::system,
                logs::hands,
                classes::media_type,
            ),
            (classes::import_name, logs::size, logs::received_at, logs::corrects, classes::rules, logs::revision),
            (classes::verdict, logs::faults, logs::variants, logs::unverifiable, logs::notes, logs::report_size),
        )
    };
}
pub(crate) use log_columns;

/// Logs joined with their dimensions.
macro_rules! whole_logs {
    () => {
        logs::table.inner_join($crate::store::db::joins::class_of_log!())
    };
}
pub(crate) use whole_logs;

// Equality for columns without nulls. PostgreSQL has no index for this operator, SQLite has.
diesel::infix_operator!(IsNoOtherThan, " IS NOT DISTINCT FROM ");

/// Matches the tenant's log with this id. The odd operator leaves PostgreSQL only one usable index; before it has
/// statistics, it might choose a worse one that begins with the tenant.
macro_rules! is_own {
    ($tenant:expr, $id:expr) => {
        logs::id.eq($crate::store::db::hex_key::HexKey::of($id)).and(
            $crate::store::db::log_columns::IsNoOtherThan::new(
                logs::tenant,
                diesel::IntoSql::into_sql::<diesel::sql_types::BigInt>($tenant.0),
            ),
        )
    };
}
pub(crate) use is_own;

/// Selects the tenant's log with this id.
macro_rules! own {
    ($tenant:expr, $id:expr) => {
        logs::table.filter($crate::store::db::log_columns::is_own!($tenant, $id))
    };
}
pub(crate) use own;

/// Returns false for text with U+0000, which PostgreSQL cannot store.
pub(crate) fn is_storable_text(text: &str) -> bool {
    !text.contains('\0')
}

/// Returns false if a word of the filter cannot be stored, so that no log matches it.
pub(crate) fn is_storable_filter(filter: &Filter) -> bool {
    let Filter { platform, game, system, verdict, client, code, player, .. } = filter;
    [platform, game, system, verdict, client, code, player].into_iter().flatten().all(|word| is_storable_text(word))
}

/// The third-party format of a dimension, which stores "none" as the empty string.
pub(crate) fn format_of(import_name: String) -> Option<String> {
    Some(import_name).filter(|name| !name.is_empty())
}
