//! Defaults of `caipan audit`: the table `[audit]` of a settings file, by default of `caipan.toml` in the working folder.
//!
//! The keys are the flags of the command. A flag on the command line replaces the value of the file. Top-level settings
//! and the precedence of environment variables are left to `configured`.

use super::Failure;
use super::configured::{checked, not_toml, place, unknown};
use caipan_tiles::bilingual;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The table, and the command that it belongs to.
pub(super) const TABLE: &str = "audit";
/// The file that is read without being named.
const FILE: &str = "caipan.toml";
/// Flags of all commands that may stand in the table.
const SHARED: [&str; 4] = ["houses", "adapters", "quiet", "color"];
/// Flags that a folder must not set: it would decide which files of the user are overwritten.
const REFUSED: [&str; 1] = ["output"];

/// Returns the command with the defaults of a file; `None` if the command is another one or there are no defaults.
pub(super) fn with_defaults(
    command: &Command,
    matches: &ArgMatches,
    config: Option<&Path>,
) -> Result<Option<Command>, Failure> {
    let Some(given) = matches.subcommand_matches(TABLE) else { return Ok(None) };
    let path = config.unwrap_or(Path::new(FILE));
    if config.is_none() && !path.is_file() {
        return Ok(None);
    }
    let source = std::fs::read_to_string(path).map_err(|error| Failure::at(path, &error))?;
    let file = path.display().to_string();
    let mut defaults = read(command, &source, &file)?;
    // A default must not stand against the other way to name the reader.
    let is_given = |id: &str| given.value_source(id) == Some(ValueSource::CommandLine);
    if is_given("from") || is_given("adapter") {
        defaults.retain(|id, _| id != "from" && id != "adapter");
    }
    if defaults.is_empty() {
        return Ok(None);
    }
    let apply = |arg: Arg| match defaults.get(arg.get_id().as_str()) {
        Some(words) => arg.default_values(words),
        None => arg,
    };
    let shared = |arg: Arg| if SHARED.contains(&arg.get_id().as_str()) { apply(arg) } else { arg };
    Ok(Some(command.clone().mut_args(shared).mut_subcommand(TABLE, |verb| verb.mut_args(apply))))
}

/// Reads the table as command-line words by the id of the argument. Errors carry the position.
fn read(command: &Command, source: &str, file: &str) -> Result<BTreeMap<String, Vec<String>>, Failure> {
    let document = DeTable::parse(source).map_err(|error| not_toml(file, source, &error))?;
    let Some((key, value)) = document.into_inner().into_iter().find(|(key, _)| key.get_ref() == TABLE) else {
        return Ok(BTreeMap::new());
    };
    let at = |span: usize| place(file, source, span);
    let DeValue::Table(table) = value.into_inner() else {
        let place = at(key.span().start);
        return Err(Failure(bilingual!(
            "{place}：audit 应为一个表。请写 [audit]，下面每行一项。",
            "{place}: audit has to be a table. Write [audit] and one setting a line below it."
        )));
    };
    let mut defaults = BTreeMap::new();
    for (key, value) in table {
        defaults.extend([entry(command, &at(key.span().start), &key.into_inner(), &value)?]);
    }
    Ok(defaults)
}

fn entry(
    command: &Command,
    place: &str,
    key: &str,
    value: &Spanned<DeValue<'_>>,
) -> Result<(String, Vec<String>), Failure> {
    let shared = command.get_arguments().filter(|arg| SHARED.contains(&arg.get_id().as_str()));
    let own = command.find_subcommand(TABLE).into_iter().flat_map(Command::get_arguments);
    let own = own.filter(|arg| !arg.is_global_set() && !["help", "version"].contains(&arg.get_id().as_str()));
    let known: BTreeMap<String, &Arg> =
        own.chain(shared).map(|arg| (arg.get_long().unwrap_or(arg.get_id().as_str()).replace('-', "_"), arg)).collect();
    if REFUSED.contains(&key) {
        return Err(Failure(bilingual!(
            "{place}：{key} 会写文件，只能写在命令行上。请删去这一行。",
            "{place}: {key} writes files, so it belongs on the command line. Remove this line."
        )));
    }
    let allowed = known.keys().filter(|name| !REFUSED.contains(&name.as_str()));
    let Some(arg) = known.get(&key.replace('-', "_")) else { return Err(unknown(place, key, allowed)) };
    Ok((arg.get_id().to_string(), checked(arg, place, key, value)?))
}
