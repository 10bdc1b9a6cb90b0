//! The command `caipan`.
fn main() {}
