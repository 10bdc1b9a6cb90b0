//! Tests of adapters: the program language, its limits, error positions and the bundled adapters.

mod botzone;
mod bounds;
mod language;
mod refused;
mod roomcard;
mod rows;
mod ticks;

use caipan::adapter::{Adapter, AdapterError, Allowance, shelf};
use caipan::audit::Kind;
use caipan::log::{GameLog, Limits};

/// Builds an adapter with this program and small tile and act tables.
fn adapter(program: &str) -> Result<Adapter, AdapterError> {
    let tables = "[tiles]\n\"W*\" = \"m\"\n\"0..\" = \"123456789p123456789s\"\n[acts]\nout = \"discard\"\nAn = \"kong:concealed\"\nhi = \"ignore\"\n";
    Adapter::read(format!("name = \"try\"\nversion = \"1\"\nprogram = '''\n{program}'''\n{tables}").as_bytes())
}

/// Runs a program and returns its output as JSON text, passed through the id of a log.
fn gives(program: &str, input: &str) -> Result<String, AdapterError> {
    let program = format!("{{id: ({program} | tojson), rules: {{system: \"changsha-a\"}}, hands: [{{events: []}}]}}");
    let adapter = adapter(&program)?;
    let allowed = Allowance { steps: 300_000, bytes: 8 << 20 };
    let logs = adapter.logs_within(input.as_bytes(), &Limits::default(), allowed)?;
    Ok(logs.into_iter().map(|adapted| adapted.log.id).collect::<Vec<_>>().join(" "))
}

/// Returns a bundled adapter.
fn bundled(id: &str) -> &'static Adapter {
    shelf::find(id).unwrap_or_else(|| panic!("no adapter {id}"))
}

/// Asserts that the adapter recognises the document and returns its logs.
fn read(adapter: &Adapter, document: &str) -> Result<Vec<GameLog>, AdapterError> {
    let found = shelf::sniff(document.as_bytes()).map(|found| found.name.as_str());
    assert_eq!(found, Some(adapter.name.as_str()), "{}", &document[..document.len().min(200)]);
    let logs = adapter.logs(document.as_bytes(), &Limits::default())?;
    Ok(logs.into_iter().map(|adapted| adapted.log).collect())
}

/// Returns the codes of the faults in a log, without faults that follow from others.
fn faults(log: &GameLog) -> Vec<&'static str> {
    let found = crate::matches::audited(log).findings;
    let own = found.iter().filter(|one| one.because.is_none() && matches!(one.kind, Kind::Fault | Kind::Variant));
    own.map(|one| one.check.code).collect()
}

/// Returns the number of matches for a round trip: `CAIPAN_MATCHES`, or `usual` if it is not set.
fn asked(usual: usize) -> usize {
    std::env::var("CAIPAN_MATCHES").ok().and_then(|number| number.parse().ok()).unwrap_or(usual)
}
