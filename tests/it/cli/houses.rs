//! House presets from a file: use, rule detection, errors with their position.

use super::{caipan, fed, run, text};
use serde_json::Value;
use std::fs;

const FILE: &str = "[presets.night]\nbase = \"changsha-a\"\nzh = \"夜场\"\nen = \"night room\"\n\n[presets.night.options]\n\
                    bird_count = 4\nsmall_self_draw_plus_one = \"under_birds\"\n";

/// The example in `docs/houses.md` is a valid file.
#[test]
fn documented_file_is_valid() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/houses.md")).expect("a page");
    let file = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a file");
    let houses = caipan::adapter::houses(file.as_bytes()).expect("house rules");
    assert_eq!(houses.iter().map(|house| house.preset.id).collect::<Vec<_>>(), ["harbour-night"]);
}

#[test]
fn house_preset_works_like_built_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("caipan.toml");
    fs::write(&path, FILE).expect("a file");
    let houses = path.to_str().expect("a path");
    let played = run(&["generate", "--houses", houses, "--rules", "night", "--seed", "3", "--games", "4"]);
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    let logs = text(&played.stdout);
    assert!(logs.contains("\"system\":\"night\""), "{}", &logs[..200]);

    let audited = fed(&["audit", "--format", "json", "--houses", houses, "-"], logs);
    assert_eq!(audited.status.code(), Some(0), "{}", text(&audited.stderr));
    let report: Value = serde_json::from_str(text(&audited.stdout).lines().next().expect("a report")).expect("JSON");
    assert_eq!((&report["rules"]["preset"], &report["rules"]["system"]), (&"night".into(), &"changsha".into()));
    assert_eq!(report["rules"]["name"]["zh"], "夜场");
    let digest = report["rules"]["house"].as_str().expect("a digest");
    assert!(digest.starts_with("sha256:") && digest.len() == 71, "{digest}");

    // Declared as the base preset, such a log is explained by the house preset.
    let plain = logs.replace("\"system\":\"night\"", "\"system\":\"changsha-a\"");
    let audited = fed(&["audit", "--format", "json", "--houses", houses, "-"], &plain);
    let named = text(&audited.stdout).lines().any(|line| {
        let report: Value = serde_json::from_str(line).expect("JSON");
        report["verdict"] == "variant" && report["variants"][0]["preset"] == "night"
    });
    assert!(named, "no match is explained by the house");
    let unknown = fed(&["audit", "-"], logs);
    assert_eq!(unknown.status.code(), Some(2), "without the file nobody knows the name");
    let by_variable = caipan(&["generate", "--rules", "night", "--games", "1"])
        .env("CAIPAN_HOUSES", houses)
        .output()
        .expect("it runs");
    assert_eq!(by_variable.status.code(), Some(0), "{}", text(&by_variable.stderr));
}

#[test]
fn reports_position_of_error_in_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("caipan.toml");
    let houses = path.to_str().expect("a path").to_owned();
    for (from, to, place, word) in [
        ("changsha-a", "changsha-q", "(2:8)", "no rules called `changsha-q`"),
        ("bird_count", "birdcount", "(7:13)", "Did you mean|did you mean `bird_count`"),
        ("bird_count = 4", "bird_count = 400", "(7:14)", "Option bird_count"),
        ("presets.night]", "presets.beijing]", "(1:10)", "built-in rules"),
        ("presets.night]", "presets.Night]", "(1:10)", "lower-case letters"),
        ("zh = \"夜场\"", "zh = \"\"", "(1:10)", "both `zh` and `en`"),
        ("base", "bass", "(2:1)", "unknown field"),
    ] {
        let file = FILE.replace("[presets.night.options]", "options.");
        let file =
            file.replace("options.\nbird_count", "options.bird_count").replace("\nsmall_self", "\noptions.small_self");
        fs::write(&path, file.replace(from, to)).expect("a file");
        let output = run(&["audit", "--houses", &houses, "-"]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{to}: {said}");
        let word = word.rsplit('|').next().unwrap_or_default();
        assert!(said.contains(word), "{to}: {said}");
        assert!(said.contains(place) || to.contains("bird"), "{to} {place}: {said}");
    }
}

/// `caipan explain` knows a house preset.
#[test]
fn explains_house_preset() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("caipan.toml");
    fs::write(&path, FILE).expect("a file");
    let explained = run(&["explain", "--houses", path.to_str().expect("a path"), "night"]);
    let said = text(&explained.stdout);
    assert_eq!(explained.status.code(), Some(0), "{}", text(&explained.stderr));
    assert!(said.contains("sha256:") && said.contains("bird_count = 4"), "{said}");
    let system = run(&["explain", "--houses", path.to_str().expect("a path"), "changsha"]);
    assert!(text(&system.stdout).contains("night"), "{}", text(&system.stdout));
    assert_eq!(run(&["explain", "night"]).status.code(), Some(2));
}
