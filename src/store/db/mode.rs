//! What a connection may do.

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Queries only; the database itself refuses writes.
    Read,
    /// Reads and durable writes.
    Write,
    /// Changes of the schema: tables that others refer to are made anew.
    Migrate,
}
