//! `caipan page`: a report as one file that needs nothing else.

use super::{fed, run, text};
use std::collections::BTreeSet;

fn sample(name: &str) -> String {
    format!("{}/fixtures/demo/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

/// What follows each of these beginnings, up to the quote.
fn all<'a>(page: &'a str, from: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(from).skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn a_report_is_one_file_that_opens_from_disk() {
    for (log, lang, says) in [
        ("false-win", "zh", "诈胡"),
        ("beijing-burnt-dealer", "en", "Findings"),
        ("guiyang-chickens", "en", "To put it right"),
        ("unverifiable", "zh", "核查范围"),
    ] {
        let out = run(&["page", &sample(log), "--lang", lang]);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let page = text(&out.stdout);
        assert!(page.contains(says), "{log}");
        assert!(page.len() < 400_000, "{log}: {} bytes", page.len());
        for outside in [" href=\"/", " src=", "<script", "<link rel=\"stylesheet\"", "url(", "@import", "/assets/"] {
            assert!(!page.contains(outside), "{log}: {outside}");
        }
        // What is pointed to is there.
        let ids: BTreeSet<&str> = all(page, " id=\"").collect();
        let lost: Vec<&str> = all(page, "href=\"#").filter(|id| !ids.contains(id)).collect();
        assert!(lost.is_empty(), "{log}: {lost:?}");
        assert!(all(page, "href=\"#").count() > 50, "{log}: there are no tiles");
    }
}

#[test]
fn it_goes_where_it_is_told_and_is_of_one_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("report.html");
    let out = run(&["page", &sample("false-win"), "--out", path.to_str().expect("a path")]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(out.stdout.is_empty() && std::fs::read_to_string(&path).expect("a page").starts_with("<!DOCTYPE html>"));
    let games = run(&["generate", "--rules", "beijing", "--games", "2"]);
    let two = fed(&["page", "-", "--lang", "en"], text(&games.stdout));
    assert_eq!(two.status.code(), Some(2));
    assert!(text(&two.stderr).contains("holds several matches"), "{}", text(&two.stderr));
}
