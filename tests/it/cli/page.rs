//! `caipan page`: a report as one self-contained file.

use super::{fed, run, text};
use std::collections::BTreeSet;

fn sample(name: &str) -> String {
    format!("{}/fixtures/demo/{name}.json", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the text after each occurrence of `from`, up to the next quote.
fn values_after<'a>(page: &'a str, from: &'a str) -> impl Iterator<Item = &'a str> {
    page.split(from).skip(1).filter_map(|rest| rest.split('"').next())
}

#[test]
fn page_is_self_contained() {
    for (log, lang, says) in [
        ("false-win", "zh", "诈胡"),
        ("beijing-burnt-dealer", "en", "Problems"),
        ("guiyang-chickens", "en", "Who pays whom"),
        ("unverifiable", "zh", "查了哪些"),
    ] {
        let out = run(&["page", &sample(log), "--lang", lang]);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let page = text(&out.stdout);
        assert!(page.contains(says), "{log}");
        assert!(page.len() < 400_000, "{log}: {} bytes", page.len());
        // The tip of an arrow is a part of the page.
        let others = page.replace("url(#", "");
        for outside in [" href=\"/", " src=", "import ", "<link rel=\"stylesheet\"", "url(", "@import", "/assets/"] {
            assert!(!others.contains(outside), "{log}: {outside}");
        }
        // Every link within the page has a target.
        let ids: BTreeSet<&str> = values_after(page, " id=\"").collect();
        // `m0-12` is hand 0 at step 12, which its replay shows.
        let replayed = |id: &str| {
            let hand = id.strip_prefix('m').and_then(|place| Some(place.split_once('-')?.0));
            hand.is_some_and(|hand| ids.contains(format!("hand-{hand}").as_str()))
        };
        let lost: Vec<&str> = values_after(page, "href=\"#").filter(|id| !ids.contains(id) && !replayed(id)).collect();
        assert!(lost.is_empty(), "{log}: {lost:?}");
        assert!(values_after(page, "href=\"#").count() > 50, "{log}: there are no tiles");
    }
}

#[test]
fn writes_single_match_to_file() {
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

#[test]
fn picture_is_written_in_both_shapes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("moment.png");
    let to = path.to_str().expect("a path");
    for (shape, size) in [("square", [1080, 1080]), ("wide", [1200_u32, 630])] {
        let out = run(&["picture", &sample("false-win"), "--out", to, "--shape", shape, "--finding", "1"]);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        let png = std::fs::read(&path).expect("a picture");
        assert_eq!(png[16..24], size.map(u32::to_be_bytes).concat(), "{shape}");
    }
    let none = run(&["picture", &sample("clean"), "--out", to, "--finding", "3", "--lang", "en"]);
    assert_eq!(none.status.code(), Some(2));
    assert!(text(&none.stderr).contains("there is no finding 3"), "{}", text(&none.stderr));
}
