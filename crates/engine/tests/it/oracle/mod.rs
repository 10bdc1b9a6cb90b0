//! Reference scorers: slow, plain, and written from the rule books alone.
//!
//! They must not use the engine, its types or its tables. Where engine and oracle differ, one of them has misread the
//! rule book, and the book decides.

#![expect(unreachable_pub, reason = "nothing in a test binary is reachable; `pub` marks what other files use")]
#![expect(clippy::naive_bytecount, reason = "plain on purpose")]

pub mod beijing;
pub mod changsha;
pub mod guiyang;
pub mod sichuan;
