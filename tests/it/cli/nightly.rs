//! The shell commands of `docs/nightly.md`, run in order.

use std::path::Path;
use std::process::Command;

/// Returns the blocks of shell commands of the page, in order.
fn blocks(page: &str) -> Vec<&str> {
    let after = page.split("```sh\n").skip(1);
    after.map(|rest| rest.split("```").next().expect("a block ends")).collect()
}

#[test]
fn documented_commands_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/nightly.md")).expect("the page");
    let blocks = blocks(&page);
    assert!(blocks.len() >= 5, "{blocks:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let program = Path::new(env!("CARGO_BIN_EXE_caipan")).parent().expect("a folder");
    let path = std::env::var("PATH").expect("a path");
    for block in blocks {
        let output = Command::new("sh")
            .args(["-e", "-c", block])
            .current_dir(folder.path())
            .env("PATH", format!("{}:{path}", program.display()))
            .env("EXAMPLES", root.join("docs/examples"))
            .env("LC_ALL", "C.UTF-8")
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{block}\n{said}");
    }
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect(name);
    // The second run of the script finds nothing new; the run by hand before it found the one broken log.
    assert!(!read("junit.xml").contains("<failure"), "{}", read("junit.xml"));
    let sarif: serde_json::Value = serde_json::from_str(&read("sarif.json")).expect("JSON");
    // A code-scanning view closes what a document lacks, so known findings stay in it.
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert!(!results.is_empty() && results.iter().all(|result| result["baselineState"] == "unchanged"), "{results:?}");
    let changes: serde_json::Value = serde_json::from_str(&read("changes.json")).expect("JSON");
    assert_eq!(changes["equal"], false, "with one bird instead of two other amounts are due");
    assert!(changes["compared"].as_u64() == Some(24) && !read("changes.txt").is_empty(), "{changes}");
}
