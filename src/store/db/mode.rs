//! The purposes of a connection, which decide its session settings.

/// The purpose of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Queries only; the database refuses writes.
    Read,
    /// Reads and durable writes.
    Write,
    /// Schema changes, which recreate tables that others refer to.
    Migrate,
}
