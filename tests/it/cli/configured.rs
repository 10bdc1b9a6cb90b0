//! Settings by file, environment and flag.

use super::service::Service;
use super::{caipan, text};
use std::path::Path;
use std::process::Command;

/// A file of settings in a folder.
fn file(folder: &Path, source: &str) -> String {
    let path = folder.join("caipan.toml");
    std::fs::write(&path, source).expect("written");
    path.to_str().expect("UTF-8").to_owned()
}

/// What the command prints, and what it says of a mistake.
fn said(command: &mut Command) -> (Option<i32>, String, String) {
    let output = command.output().expect("it runs");
    (output.status.code(), text(&output.stdout).to_owned(), text(&output.stderr).to_owned())
}

#[test]
fn a_flag_goes_before_the_environment_and_both_before_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = file(
        folder.path(),
        "# ours\nreaders = 3\nconnections = 77\nbody_limit = \"1MiB\"\nhosts = [\"a.example\", \"b.example\"]\nopen = true\n\
         database = \"postgres://me:geheim@db.example/caipan\"\n",
    );
    let mut command = caipan(&["serve", "--print-config", "--config", &file, "--readers", "5"]);
    let (code, printed, told) = said(command.env("CAIPAN_READERS", "4").env("CAIPAN_CONNECTIONS", "88"));
    assert_eq!(code, Some(0), "{told}");
    for line in [
        "readers = 5 # flag",
        "connections = 88 # environment",
        "body_limit = \"1MiB\" # file",
        "hosts = [\"a.example\", \"b.example\"] # file",
        "open = true # file",
        "head_timeout = \"10s\" # default",
        "# database is set but not shown # file",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line} is missing in:\n{printed}");
    }
    assert!(!printed.contains("geheim"), "{printed}");
    // What is printed is a file again, which says the same.
    let again = folder.path().join("again.toml");
    std::fs::write(&again, &printed).expect("written");
    let again = again.to_str().expect("UTF-8");
    let (code, second, told) = said(caipan(&["serve", "--print-config"]).env("CAIPAN_CONFIG", again));
    assert_eq!(code, Some(0), "{told}");
    let values = |printed: &str| -> Vec<String> {
        let lines = printed.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.rsplit_once(" # ").expect("its source").0.to_owned()).collect()
    };
    assert_eq!(values(&printed), values(&second));
}

#[test]
fn the_service_listens_where_the_file_says_and_health_asks_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let data = data.to_str().expect("UTF-8");
    let config = file(folder.path(), &format!("listen = \"127.0.0.1:0\"\ndata = '{data}'\n"));
    let service = Service::run(caipan(&["serve", "--config", &config]));
    let config = file(folder.path(), &format!("listen = \"{}\"\n", service.address));
    assert_eq!(said(&mut caipan(&["health", "--config", &config])).0, Some(0));
    assert!(Path::new(data).join("caipan.sqlite3").is_file());
}

#[test]
fn a_file_that_is_wrong_stops_every_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let wrong = file(folder.path(), "listen = \"127.0.0.1:0\"\nwrite_timout = \"5s\"\n");
    for verb in [&["serve"][..], &["keys", "list"], &["migrate"]] {
        let (code, _, told) = said(&mut caipan(&[verb, &["--config", &wrong]].concat()));
        assert_eq!(code, Some(2), "{verb:?}");
        assert!(told.contains("caipan.toml:2:1") && told.contains("Did you mean write_timeout?"), "{told}");
    }
    let (code, _, told) = said(&mut caipan(&["serve", "--config", "/nowhere.toml"]));
    assert!(code == Some(2) && told.contains("/nowhere.toml"), "{told}");
    // What goes together is asked of what counts in the end.
    let unfit = file(folder.path(), "body_limit = \"64MiB\"\n");
    let (code, _, told) = said(&mut caipan(&["serve", "--print-config", "--config", &unfit]));
    assert!(code == Some(2) && told.contains("body-budget"), "{told}");
}
