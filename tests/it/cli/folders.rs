//! `caipan audit` on folders: files that are no logs, `--include` and `--exclude`.

use super::{caipan, run, sample, text};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with a clean log and the files that stand beside logs.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, content: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        fs::write(path, content).expect("written");
    };
    write("good.json", &sample(|_| ()));
    write("package.json", "{\"name\": \"app\"}");
    write("labels.ndjson", "{\"log\": \"a\", \"fault\": \"A702\"}\n{\"log\": \"b\", \"fault\": \"A702\"}\n");
    write("README.txt", "Nothing to see.\n");
    write("old/left.json", &sample(|log| log["id"] = "left".into()));
    write("other.rec", &sample(|log| log["id"] = "other".into()));
    folder
}

/// The id of the sample.
const ROOM: &str = "room-889123-2026-01-05";

fn path(folder: &TempDir) -> &str {
    folder.path().to_str().expect("UTF-8")
}

#[test]
fn skips_foreign_files_with_one_line_each() {
    let folder = folder();
    let output = run(&["audit", path(&folder)]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let skipped: Vec<&str> = text(&output.stderr).lines().collect();
    assert_eq!(skipped.len(), 3, "{skipped:?}");
    assert!(skipped.iter().all(|line| line.ends_with(": skipped, not recognised as a log.")), "{skipped:?}");
    let shown = text(&output.stdout);
    assert!(shown.contains("2 logs: 2 clean.\n3 files were skipped: not recognised as logs."), "{shown}");
    let chinese = run(&["audit", "--lang", "zh", path(&folder)]);
    assert!(
        text(&chinese.stdout).contains("共 2 份：无误 2。\n跳过 3 个认不出是牌谱的文件。"),
        "{}",
        text(&chinese.stdout)
    );
    let quiet = run(&["audit", "-q", path(&folder)]);
    assert!(quiet.stdout.is_empty() && quiet.stderr.is_empty(), "{}", text(&quiet.stderr));
    // A file that the user names is meant as a log.
    let named = run(&["audit", &format!("{}/package.json", path(&folder))]);
    assert_eq!(named.status.code(), Some(2));
}

/// A damaged log is no foreign file, and a line that is no log between logs is an error.
#[test]
fn reports_damaged_logs_of_a_folder() {
    for (name, content) in [
        ("cut.json", sample(|_| ())[..400].to_owned()),
        ("later.json", "{\"format\": \"paipu/9\"}".to_owned()),
        ("list.json", format!("[{}]", sample(|_| ()))),
        ("empty.json", String::new()),
        ("mixed.ndjson", format!("{{\"log\": 1}}\n{}\n", sample(|log| log["id"] = "mixed".into()))),
        ("mixed.ndjson", format!("{}\nnot json\n", sample(|log| log["id"] = "mixed".into()))),
    ] {
        let folder = folder();
        fs::write(folder.path().join(name), &content).expect("written");
        let output = run(&["audit", path(&folder)]);
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(name), "{name}: {said}");
        assert!(!said.contains(&format!("{name}: skipped")), "{name}: {said}");
        assert!(text(&output.stdout).contains("1 unusable"), "{name}: {}", text(&output.stdout));
    }
}

#[test]
fn folder_of_foreign_files_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("package.json"), "{\"name\": \"app\"}").expect("written");
    for more in [&[][..], &["--format", "junit"]] {
        let output = run(&[&["audit", path(&folder)][..], more].concat());
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("no log in this folder"), "{said}");
        assert!(said.contains("--adapter"), "{said}");
    }
}

#[test]
fn patterns_select_files_of_folders() {
    let folder = folder();
    let audited = |more: &[&str]| -> Vec<String> {
        let output = run(&[&["audit", "--format", "json", path(&folder)][..], more].concat());
        let ids = text(&output.stdout).lines().map(|line| {
            let report: serde_json::Value = serde_json::from_str(line).expect("JSON");
            report["log"]["id"].as_str().unwrap_or("none").to_owned()
        });
        ids.collect()
    };
    assert_eq!(audited(&[]), [ROOM, "left"]);
    assert_eq!(audited(&["--include", "*.rec"]), ["other"]);
    assert_eq!(audited(&["--include", "*.rec", "--include", "good.*"]), [ROOM, "other"]);
    assert_eq!(audited(&["--include", "old/**"]), ["left"]);
    assert_eq!(audited(&["--exclude", "old"]), [ROOM]);
    assert_eq!(audited(&["--exclude", "./old/"]), [ROOM]);
    assert_eq!(audited(&["--exclude", "go?d.json"]), ["left"]);
    let none = run(&["audit", path(&folder), "--include", "*.none"]);
    assert!(none.status.code() == Some(2) && text(&none.stderr).contains("--include"), "{}", text(&none.stderr));
    for wrong in ["[", "/absolute", ""] {
        let refused = run(&["audit", path(&folder), "--exclude", wrong]);
        assert_eq!(refused.status.code(), Some(2), "{wrong:?}");
        assert!(text(&refused.stderr).contains("--exclude <GLOB>"), "{}", text(&refused.stderr));
    }
}

/// The file that a run writes is not among the logs that it reads.
#[test]
fn output_inside_folder_is_not_read() {
    let folder = folder();
    let inside = Path::new(path(&folder)).join("reports.ndjson");
    for _ in 0..2 {
        let output = caipan(&["audit", ".", "--output", "baseline=reports.ndjson"])
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("reports.ndjson"), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(&inside).expect("written").lines().count(), 2);
    }
}
