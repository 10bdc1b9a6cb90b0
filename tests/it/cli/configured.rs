//! Settings by file, environment and flag.

use super::service::Service;
use super::{caipan, text};
use std::path::Path;
use std::process::Command;

/// Writes a settings file into a directory and returns its path.
fn file(folder: &Path, source: &str) -> String {
    let path = folder.join("caipan.toml");
    std::fs::write(&path, source).expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

/// Runs a command and returns its exit code, standard output and standard error.
fn captured(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("it runs");
    (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[test]
fn flag_overrides_environment_overrides_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(
        folder.path(),
        "# ours\nreaders = 3\nconnections = 77\nbody_limit = \"1MiB\"\nhosts = [\"a.example\", \"b.example\"]\nopen = true\n\
         database = \"postgres://me:geheim@db.example/caipan\"\n",
    );
    let mut command = caipan(&["serve", "--print-config", "--config", &file, "--readers", "5"]);
    let (code, printed, stderr) = captured(command.env("CAIPAN_READERS", "4").env("CAIPAN_CONNECTIONS", "88"));
    assert_eq!(code, Some(0), "{stderr}");
    for line in [
        "readers = 5 # flag",
        "connections = 88 # environment",
        "body_limit = \"1MiB\" # file",
        "hosts = [\"a.example\", \"b.example\"] # file",
        "open = true # file",
        "head_timeout = \"10s\" # default",
        "# database is set but not shown # file",
        "# metrics = \"ADDRESS\" # unset",
        "# keep = [\"DAYS\"] # unset",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line} is missing in:\n{printed}");
    }
    assert!(!printed.contains("geheim"), "{printed}");
    // The printed settings are a valid settings file with the same values.
    let again = folder.path().join("again.toml");
    std::fs::write(&again, &printed).expect("written");
    let again = again.to_str().expect("UTF-8");
    let (code, second, stderr) = captured(caipan(&["serve", "--print-config"]).env("CAIPAN_CONFIG", again));
    assert_eq!(code, Some(0), "{stderr}");
    let values = |printed: &str| -> Vec<String> {
        let lines = printed.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.rsplit_once(" # ").expect("its source").0.to_owned()).collect()
    };
    assert_eq!(values(&printed), values(&second));
}

#[test]
fn health_reads_address_from_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let data = data.to_str().expect("UTF-8");
    let config = file(folder.path(), &format!("listen = \"127.0.0.1:0\"\ndata = '{data}'\n"));
    let service = Service::run(caipan(&["serve", "--config", &config]));
    let config = file(folder.path(), &format!("listen = \"{}\"\n", service.address));
    assert_eq!(captured(&mut caipan(&["health", "--config", &config])).0, Some(0));
    assert!(Path::new(data).join("caipan.sqlite3").is_file());
}

#[test]
fn wrong_file_stops_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = file(folder.path(), "listen = \"127.0.0.1:0\"\nwrite_timout = \"5s\"\n");
    for verb in [&["serve"][..], &["keys", "list"], &["migrate"]] {
        let (code, _, stderr) = captured(&mut caipan(&[verb, &["--config", &wrong]].concat()));
        assert_eq!(code, Some(2), "{verb:?}");
        assert!(stderr.contains("caipan.toml:2:1") && stderr.contains("Did you mean write_timeout?"), "{stderr}");
    }
    let (code, _, stderr) = captured(&mut caipan(&["serve", "--config", "/nowhere.toml"]));
    assert!(code == Some(2) && stderr.contains("/nowhere.toml"), "{stderr}");
    // Settings that depend on each other are checked after all sources are merged.
    let unfit = file(folder.path(), "body_limit = \"64MiB\"\n");
    let (code, _, stderr) = captured(&mut caipan(&["serve", "--print-config", "--config", &unfit]));
    assert!(code == Some(2) && stderr.contains("body-budget"), "{stderr}");
}
