//! The declarations of all commands, and their settings in a file.

use super::Verb;
use caipan_cli::{Failure, command, configured};
use caipan_tiles::text::Lang;
use clap::Command;
use std::fs;

/// Help is in both languages, for every command and argument.
#[test]
fn help_is_bilingual() {
    fn bilingual(text: Option<String>, what: &str) {
        let text = text.unwrap_or_default();
        let chinese = text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter));
        let english = text.chars().any(|letter| letter.is_ascii_alphabetic());
        assert!(chinese && english, "{what}: {text:?}");
    }
    let command = command::<Verb>();
    command.clone().debug_assert();
    for arg in command.get_arguments() {
        bilingual(arg.get_help().map(ToString::to_string), arg.get_id().as_str());
    }
    let below = command.get_subcommands().flat_map(clap::Command::get_subcommands);
    for verb in command.get_subcommands().chain(below) {
        bilingual(verb.get_about().map(ToString::to_string), verb.get_name());
        for arg in verb.get_arguments().filter(|arg| !["help", "version"].contains(&arg.get_id().as_str())) {
            bilingual(arg.get_help().map(ToString::to_string), &format!("{} {}", verb.get_name(), arg.get_id()));
        }
    }
}

/// Returns the commands with the settings of a file, or its refusal with the position.
fn with(source: &str) -> Result<Command, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("caipan.toml");
    fs::write(&path, source).expect("written");
    configured(command::<Verb>(), &path)
        .map_err(|Failure(text)| text.get(Lang::En).replace(&format!("{}/", folder.path().display()), ""))
}

#[test]
fn reports_errors_with_their_position() {
    for (source, place, told) in [
        ("\nbody_limt = \"8MiB\"", "caipan.toml:2:1", "Did you mean body_limit?"),
        ("body-limit = \"8MiB\"", "caipan.toml:1:1", "Did you mean body_limit?"),
        ("config = \"other.toml\"", "caipan.toml:1:1", "there is no setting config"),
        ("body_limit = \"8 GB\"", "caipan.toml:1:1", "such as 8MiB"),
        ("connections = 0", "caipan.toml:1:1", "1..=1000000"),
        ("readers = 2.5", "caipan.toml:1:1", "a whole number"),
        ("open = \"maybe\"", "caipan.toml:1:1", "maybe"),
        ("listen = [\"127.0.0.1:1\", \"127.0.0.1:2\"]", "caipan.toml:1:1", "only one value"),
        ("[serve]\nlisten = \"127.0.0.1:1\"", "caipan.toml:1:2", "there is no setting serve"),
        ("readers = 1\nreaders = 2", "caipan.toml:2:1", "duplicate key"),
        ("listen = ", "caipan.toml:1:10", "not TOML"),
    ] {
        let said = with(source).expect_err("refused");
        assert!(said.starts_with(place) && said.contains(told), "{source}: {said}");
    }
}

/// Settings of commands work in a file.
#[test]
fn accepts_variables_as_settings() {
    let with = |source: &str| with(source).unwrap_or_else(|said| panic!("{source}: {said}"));
    for set in
        ["write_timeout = \"5s\"", "database = \"postgres://c@db/c\"", "houses = \"rooms.toml\"", "access_log = true"]
    {
        with(set);
    }
    let command = with("open = true\nhosts = [\"a\", \"b\"]\nbody_limit = 65536\ndata = 'somewhere'");
    let matches = command.try_get_matches_from(["caipan", "serve", "--body-limit", "1MiB"]).expect("a command");
    let serve = matches.subcommand_matches("serve").expect("its verb");
    let raw =
        |id: &str| -> Vec<&str> { serve.get_raw(id).expect("set").map(|word| word.to_str().expect("UTF-8")).collect() };
    assert_eq!((raw("hosts"), raw("body_limit"), raw("data")), (vec!["a", "b"], vec!["1MiB"], vec!["somewhere"]));
    assert!(serve.get_flag("open"));
}
