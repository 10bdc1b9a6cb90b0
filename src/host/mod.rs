//! Differences of operating systems: files, processes, signals. The service is deployed on Unix; elsewhere it runs for a
//! trial, a file has the access rights of its folder, and nothing replaces the process.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use other::*;
#[cfg(unix)]
pub(crate) use unix::*;
