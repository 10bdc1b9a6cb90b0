//! Adapters: what their programs may do, what is refused and where, and what comes of it.

mod botzone;
mod bounds;
mod language;
mod refused;
mod roomcard;
mod ticks;

use caipan::adapter::{Adapter, AdapterError, Allowance, shelf};
use caipan::audit::Kind;
use caipan::log::{GameLog, Limits};

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

/// An adapter that comes with the program.
fn bundled(id: &str) -> &'static Adapter {
    shelf::find(id).unwrap_or_else(|| panic!("no adapter {id}"))
}

/// What an adapter makes of a document that it recognises.
fn read(adapter: &Adapter, document: &str) -> Result<Vec<GameLog>, AdapterError> {
    let found = shelf::sniff(document.as_bytes()).map(|found| found.name.as_str());
    assert_eq!(found, Some(adapter.name.as_str()), "{}", &document[..document.len().min(200)]);
    let logs = adapter.logs(document.as_bytes(), &Limits::default())?;
    Ok(logs.into_iter().map(|adapted| adapted.log).collect())
}

/// The codes of the faults in a log, those that follow from others left out.
fn faults(log: &GameLog) -> Vec<&'static str> {
    let found = crate::matches::audited(log).findings;
    let own = found.iter().filter(|one| one.because.is_none() && matches!(one.kind, Kind::Fault | Kind::Variant));
    own.map(|one| one.check.code).collect()
}

/// How many matches a round trip plays: `CAIPAN_MATCHES`, else so many.
fn asked(usual: usize) -> usize {
    std::env::var("CAIPAN_MATCHES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
