//! Adapters: what their programs may do, what is refused and where, and what comes of it.

mod bounds;
mod language;
mod refused;
mod ticks;

use caipan::adapter::{Adapter, AdapterError, Allowance};
use caipan::log::Limits;

/// An adapter with this program, a few tiles and acts.
fn adapter(program: &str) -> Result<Adapter, AdapterError> {
    let tables = "[tiles]\n\"W*\" = \"m\"\n\"0..\" = \"123456789p123456789s\"\n[acts]\nout = \"discard\"\nAn = \"kong:concealed\"\nhi = \"ignore\"\n";
    Adapter::read(format!("name = \"try\"\nversion = \"1\"\nprogram = '''\n{program}'''\n{tables}").as_bytes())
}

/// What a program gives for an input, seen through the id of the log that it gives: any text will do.
fn gives(program: &str, input: &str) -> Result<String, AdapterError> {
    let program = format!("{{id: ({program} | tojson), rules: {{system: \"changsha-a\"}}, hands: [{{events: []}}]}}");
    let adapter = adapter(&program)?;
    let allowed = Allowance { steps: 300_000, bytes: 8 << 20 };
    let logs = adapter.logs_within(input.as_bytes(), &Limits::default(), allowed)?;
    Ok(logs.into_iter().map(|adapted| adapted.log.id).collect::<Vec<_>>().join(" "))
}
