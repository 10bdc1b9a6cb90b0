//! Databases: connections, sessions, schema, migrations, compression and stored forms. It knows no query of a feature.

pub(super) mod arrays;
pub(super) mod backup;
pub(super) mod compression;
pub(super) mod connection;
pub(super) mod damage;
pub(super) mod data_dir;
pub(super) mod downgrade;
pub(super) mod hex_key;
pub(super) mod joins;
pub(super) mod lock;
pub(super) mod log_columns;
pub(super) mod manager;
pub(super) mod migrate;
pub(super) mod mode;
#[cfg(test)]
pub(super) mod plan;
pub(super) mod postgres;
pub(super) mod rows;
pub(super) mod schema;
pub(super) mod verified;
