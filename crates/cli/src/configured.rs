//! The configuration file: its values replace defaults; an environment variable overrides the file, and a flag
//! overrides both.
//!
//! Every argument with a variable `CAIPAN_…` is a setting. Its name in the file is the rest of the variable in lower
//! case. Thus every setting works in the file, and the same code checks it wherever it comes from.

use super::Failure;
use super::audit_defaults::TABLE;
use caipan_tiles::bilingual;
use caipan_tiles::suggest::nearest;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The prefix of the variables.
const PREFIX: &str = "CAIPAN_";
/// The variable that names the file itself.
const FILE: &str = "CAIPAN_CONFIG";

/// The settings of a file, as command-line words.
type Set = BTreeMap<String, Vec<String>>;

/// Returns the command with the values of a file as defaults.
pub fn configured(command: Command, path: &Path) -> Result<Command, Failure> {
    let source = std::fs::read_to_string(path).map_err(|error| Failure::at(path, &error))?;
    let set = read(&command, &source, &path.display().to_string())?;
    Ok(with(command, &set))
}

/// Returns the name of a setting in the file.
fn name(arg: &Arg) -> Option<String> {
    let variable = arg.get_env()?.to_str().filter(|variable| *variable != FILE)?;
    variable.strip_prefix(PREFIX).map(str::to_lowercase)
}

/// Returns all settings by name.
fn settings(command: &Command) -> BTreeMap<String, &Arg> {
    let below = command.get_subcommands().flat_map(Command::get_arguments);
    let all = command.get_arguments().chain(below);
    // If two commands share a setting, prefer the flag over the positional argument.
    let mut found: BTreeMap<String, &Arg> = BTreeMap::new();
    for arg in all {
        let Some(name) = name(arg) else { continue };
        let better = found.get(&name).is_none_or(|before| before.is_positional());
        if better {
            found.insert(name, arg);
        }
    }
    found
}

/// Reads a file. Errors carry the position.
fn read(command: &Command, source: &str, file: &str) -> Result<Set, Failure> {
    let table = DeTable::parse(source).map_err(|error| not_toml(file, source, &error))?;
    let known = settings(command);
    let mut set = Set::new();
    for (key, value) in table.into_inner() {
        let place = place(file, source, key.span().start);
        let key = key.into_inner();
        // The table of defaults for `caipan audit` may stand in the same file.
        if key == TABLE && matches!(value.get_ref(), DeValue::Table(_)) {
            continue;
        }
        let Some(arg) = known.get(&*key) else { return Err(unknown(&place, &key, known.keys())) };
        set.insert(key.to_string(), checked(arg, &place, &key, &value)?);
    }
    Ok(set)
}

/// Returns the words of a value if its argument allows them.
pub(super) fn checked(arg: &Arg, place: &str, key: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Failure> {
    let words = words(value).ok_or_else(|| {
        Failure(bilingual!(
            "{place}：{key} 应为文字、整数、true 或 false，或由文字组成的列表。请改正。",
            "{place}: {key} has to be a text, a whole number, true or false, or a list of texts. Correct it."
        ))
    })?;
    check(arg, &words).map_err(|said| {
        Failure(bilingual!(
            "{place}：{key} 不能这样写：{said}。请改正。",
            "{place}: {key} cannot be this: {said}. Correct it."
        ))
    })?;
    Ok(words)
}

/// Returns the error of a file that is not TOML, with its position.
pub(super) fn not_toml(file: &str, source: &str, error: &toml::de::Error) -> Failure {
    let (place, said) = (place(file, source, error.span().map_or(0, |span| span.start)), error.message());
    Failure(bilingual!(
        "{place}：不是 TOML：{said}。每行写一项，如 body_limit = \"8MiB\"；见 docs/operations.md。",
        "{place}: this is not TOML: {said}. Write one setting a line, such as body_limit = \"8MiB\"; see docs/operations.md."
    ))
}

/// Returns a position as file, line and column.
pub(super) fn place(file: &str, source: &str, byte: usize) -> String {
    let before = source.get(..byte).unwrap_or_default();
    let column = before.chars().rev().take_while(|letter| *letter != '\n').count() + 1;
    format!("{file}:{}:{column}", before.matches('\n').count() + 1)
}

/// Returns the error of an unknown setting, with the one that was probably meant.
pub(super) fn unknown<'a>(place: &str, key: &str, known: impl Iterator<Item = &'a String> + Clone) -> Failure {
    let (zh, en) = nearest(key, known.clone().map(String::as_str))
        .map_or_else(Default::default, |near| (format!("是否想写 {near}？"), format!(" Did you mean {near}?")));
    let known = known.map(String::as_str).collect::<Vec<_>>().join(", ");
    Failure(bilingual!(
        "{place}：没有名为 {key} 的设置。{zh}已知的有：{known}。",
        "{place}: there is no setting {key}.{en} Known are: {known}."
    ))
}

/// Converts a value to command-line words.
pub(super) fn words(value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
    let word = |value: &DeValue<'_>| match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => Some(number.to_string()),
        DeValue::Boolean(is) => Some(is.to_string()),
        _ => None,
    };
    match value.get_ref() {
        DeValue::Array(all) => all.iter().map(|value| value.get_ref().as_str().map(str::to_owned)).collect(),
        value => word(value).map(|word| vec![word]),
    }
}

/// Checks the words against the argument. Returns the argument's error message if it refuses them.
pub(super) fn check(arg: &Arg, words: &[String]) -> Result<(), String> {
    let many = arg.get_value_delimiter().is_some() || matches!(arg.get_action(), ArgAction::Append);
    if words.len() > 1 && !many {
        return Err("only one value · 只能有一个值".to_owned());
    }
    let alone = Command::new("caipan").no_binary_name(true).disable_help_flag(true);
    let alone = alone.arg(arg.clone().env(None::<&str>).global(false).default_values(words));
    let Err(error) = alone.try_get_matches_from::<_, &str>([]) else { return Ok(()) };
    // A secret value must not appear in a message.
    if arg.is_hide_env_values_set() {
        return Err("see docs/operations.md · 见 docs/operations.md".to_owned());
    }
    let said = error.to_string();
    Err(said.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned())
}

/// Returns the command and its subcommands with these defaults.
fn with(command: Command, set: &Set) -> Command {
    let command = command.mut_args(|arg| {
        let Some(words) = name(&arg).and_then(|name| set.get(&name)) else { return arg };
        arg.default_values(words)
    });
    command.mut_subcommands(|verb| with(verb, set))
}

/// Renders the effective settings of a command as a configuration file, each with its source as a comment. Settings
/// without a value are comments that show the form of the value. Secrets are not shown.
pub fn effective(command: &Command, matches: &ArgMatches, path: Option<&Path>) -> Result<String, Failure> {
    let set = match path {
        None => Set::new(),
        Some(path) => {
            let source = std::fs::read_to_string(path).map_err(|error| Failure::at(path, &error))?;
            read(command, &source, &path.display().to_string())?
        }
    };
    let mut out = String::new();
    for (name, arg) in settings(command) {
        let id = arg.get_id().as_str();
        // Other commands have settings that this one does not have.
        let Ok(raw) = matches.try_get_raw(id) else { continue };
        let Some(raw) = raw else {
            let form: Vec<String> = arg.get_value_names().into_iter().flatten().map(ToString::to_string).collect();
            let _ = writeln!(out, "# {name} = {} # unset", written(arg, &form));
            continue;
        };
        let words: Vec<String> = raw.map(|word| word.to_string_lossy().into_owned()).collect();
        let from = match matches.value_source(id) {
            Some(ValueSource::CommandLine) => "flag",
            Some(ValueSource::EnvVariable) => "environment",
            _ if set.contains_key(&name) => "file",
            _ => "default",
        };
        if arg.is_hide_env_values_set() {
            let _ = writeln!(out, "# {name} is set but not shown # {from}");
            continue;
        }
        let _ = writeln!(out, "{name} = {} # {from}", written(arg, &words));
    }
    Ok(out)
}

/// Renders words as a TOML value.
fn written(arg: &Arg, words: &[String]) -> String {
    let text = |word: &String| toml_text(word);
    match words {
        [word] if word.parse::<i64>().is_ok() || word == "true" || word == "false" => word.clone(),
        [word] if arg.get_value_delimiter().is_none() => text(word),
        words => format!("[{}]", words.iter().map(text).collect::<Vec<_>>().join(", ")),
    }
}

/// Renders a string as TOML; a JSON string is also a TOML string.
fn toml_text(word: &str) -> String {
    serde_json::to_string(word).unwrap_or_default()
}
