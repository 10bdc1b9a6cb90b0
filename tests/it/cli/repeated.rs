//! `caipan audit --watch`: audits again when a file changes.

use super::{caipan, fed, sample, text};
use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

/// A child that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn watch_audits_again_after_each_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = |name: &str| (folder.path().join(name), sample(|log| log["id"] = name.into()));
    let (first, content) = log("first.json");
    fs::write(first, content).expect("written");
    let child = caipan(&["audit", "--watch", ".", "--output", "json=reports.json"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it runs");
    let mut running = Running(child);
    let mut lines = BufReader::new(running.0.stdout.take().expect("a pipe")).lines();
    // The reader waits for each summary; the file that the run writes itself is no change.
    let mut summary = || loop {
        let line = lines.next().expect("it goes on").expect("UTF-8");
        if line.contains("log: ") || line.contains("logs: ") {
            return line;
        }
    };
    assert_eq!(summary(), "1 log: clean.");
    let (second, content) = log("second.json");
    fs::write(&second, content).expect("written");
    assert_eq!(summary(), "2 logs: 2 clean.");
    fs::write(&second, "{").expect("written");
    assert_eq!(summary(), "2 logs: 1 clean, 1 unusable.");
    fs::remove_file(second).expect("removed");
    assert_eq!(summary(), "1 log: clean.");
    assert!(folder.path().join("reports.json").is_file());
}

#[test]
fn watch_refuses_standard_input() {
    for arguments in [&["audit", "--watch"][..], &["audit", "--watch", "-"]] {
        let refused = fed(arguments, "");
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains("--watch needs files or folders"), "{}", text(&refused.stderr));
    }
}
