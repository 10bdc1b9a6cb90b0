//! Defaults of `caipan audit` from the table `[audit]` of `caipan.toml`.

use super::{caipan, sample, text};
use std::fs;
use std::process::Output;
use tempfile::TempDir;

/// A folder with a faulty log (A702), a settings file, and a log of another name.
fn folder(settings: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let faulty = sample(|log| {
        let result = &mut log["hands"][0]["result"];
        result["payments"][0]["points"] = 61.into();
        result.as_object_mut().expect("a result").remove("deltas");
        result.as_object_mut().expect("a result").remove("scores");
    });
    fs::create_dir(folder.path().join("logs")).expect("made");
    fs::write(folder.path().join("logs/a.json"), faulty).expect("written");
    fs::write(folder.path().join("logs/b.rec"), sample(|log| log["id"] = "b".into())).expect("written");
    fs::write(folder.path().join("caipan.toml"), settings).expect("written");
    folder
}

fn audit(folder: &TempDir, more: &[&str]) -> Output {
    caipan(&[&["audit", "logs"][..], more].concat()).current_dir(folder.path()).output().expect("it runs")
}

#[test]
fn table_sets_defaults_and_flags_replace_them() {
    let settings = "listen = \"127.0.0.1:1\"\n[audit]\nignore = [\"A7\"]\ninclude = [\"*.json\", \"*.rec\"]\n\
                    set = [\"bird_count=2\"]\nfail-on = \"unverifiable\"\n";
    let folder = folder(settings);
    let output = audit(&folder, &[]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let shown = text(&output.stdout);
    assert!(shown.contains("2 logs: 1 clean, 1 with ignored findings only."), "{shown}");
    assert_eq!(audit(&folder, &["--ignore", "A8"]).status.code(), Some(1), "the flag replaces the list");
    let named = folder.path().join("caipan.toml");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let logs = folder.path().join("logs");
    let run = |more: &[&str]| {
        let arguments = [&["audit", logs.to_str().expect("UTF-8")][..], more].concat();
        caipan(&arguments).current_dir(elsewhere.path()).output().expect("it runs")
    };
    assert_eq!(run(&[]).status.code(), Some(1), "only the working folder counts");
    assert_eq!(run(&["--config", named.to_str().expect("UTF-8")]).status.code(), Some(0));
}

#[test]
fn switches_and_files_can_be_defaults() {
    let folder = folder("[audit]\nfiles = [\"logs\"]\nstatistics = true\n");
    let output = caipan(&["audit"]).current_dir(folder.path()).output().expect("it runs");
    assert!(text(&output.stdout).contains("A702") && text(&output.stdout).contains("findings"), "{output:?}");
}

/// House presets of the folder are known without a flag.
#[test]
fn flags_of_all_commands_can_be_defaults() {
    let folder = folder("[audit]\nhouses = \"houses.toml\"\nrules = \"night\"\nquiet = true\nselect = []\n");
    let houses = "[presets.night]\nbase = \"changsha-a\"\nzh = \"夜场\"\nen = \"night room\"\n";
    fs::write(folder.path().join("houses.toml"), houses).expect("written");
    let output = audit(&folder, &["--format", "json"]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("\"preset\":\"night\"") && output.stderr.is_empty(), "{output:?}");
}

/// Other commands, and a file without the table such as one of house presets, are not affected.
#[test]
fn files_without_the_table_are_left_alone() {
    let folder = folder("[presets.night]\nbase = \"changsha-a\"\n");
    assert_eq!(audit(&folder, &[]).status.code(), Some(1));
    fs::write(folder.path().join("caipan.toml"), "[audit]\nnonsense = 1\n").expect("written");
    let other = caipan(&["explain", "A702"]).current_dir(folder.path()).output().expect("it runs");
    assert_eq!(other.status.code(), Some(0));
}

#[test]
fn wrong_settings_name_their_line() {
    for (settings, told) in [
        ("[audit]\nselct = [\"A7\"]", "caipan.toml:2:1: there is no setting selct. Did you mean select?"),
        ("[audit]\n\nselect = [\"A7O2\"]", "caipan.toml:3:1: select cannot be this"),
        ("[audit]\nfail_on = \"clean\"", "caipan.toml:2:1: fail_on cannot be this"),
        ("[audit]\nselect = 2.5", "caipan.toml:2:1: select has to be"),
        ("[audit]\noutput = \"text=notes.txt\"", "caipan.toml:2:1: output writes files"),
        ("audit = true", "caipan.toml:1:1: audit has to be a table"),
        ("[audit\n", "not TOML"),
    ] {
        let folder = folder(settings);
        let output = audit(&folder, &[]);
        assert_eq!(output.status.code(), Some(2), "{settings}");
        assert!(text(&output.stderr).contains(told), "{settings}: {}", text(&output.stderr));
        assert!(!folder.path().join("notes.txt").exists());
    }
}
