//! Tests that Chinese pages have no English words besides ids, names and keyboard keys.

use super::{call, get, post, service};
use actix_web::http::header;
use std::collections::BTreeSet;

/// Names, and words of the log format that sentences quote.
const KNOWN: &[&str] = &[
    "caipan", "paipu", "csmj", "API", "JSON", "UTC", "English", "Home", "End", "ticks", "roomcard", "botzone", "rules",
    "options", "deal", "wall", "dealer", "serve", "demo",
];

/// Elements that contain ids, notation and user input.
const ASIDE: &[(&str, &str)] = &[
    ("<script", "</script>"),
    ("<code", "</code>"),
    ("<small", "</small>"),
    ("<pre", "</pre>"),
    ("<bdi", "</bdi>"),
    ("<textarea", "</textarea>"),
    ("<a class=\"word\"", "</a>"),
];

/// Returns the visible words of the page that are in Latin letters.
fn latin(page: &str) -> BTreeSet<String> {
    let mut page = page.to_owned();
    for (from, to) in ASIDE {
        while let Some(at) = page.find(from) {
            let end = page[at..].find(to).map_or(page.len(), |end| at + end + to.len());
            page.replace_range(at..end, " ");
        }
    }
    let mut text = String::new();
    for part in page.split('<') {
        let (tag, rest) = part.split_once('>').unwrap_or(("", part));
        for name in [" title=\"", " aria-label=\"", " placeholder=\"", " alt=\""] {
            text.extend(
                tag.split(name).skip(1).filter_map(|rest| rest.split('"').next()).flat_map(|value| [" ", value]),
            );
        }
        text.extend([" ", rest]);
    }
    // Keeps an id such as `dragon.wild` as one word, so that the filter below drops it.
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || "_-'.".contains(c)));
    let words = words.map(|word| word.trim_matches('.'));
    let plain = |word: &&str| word.len() > 2 && word.chars().all(|c| c.is_ascii_alphabetic() || c == '\'');
    words.filter(plain).filter(|word| !KNOWN.contains(word)).map(str::to_owned).collect()
}

#[actix_web::test]
async fn chinese_pages_have_no_english_words() {
    let (service, _behind) = service!();
    let mut pages: Vec<String> = [
        "/",
        "/desk",
        "/statistics",
        "/score",
        "/score?rules=beijing",
        "/score?rules=guiyang",
        "/explain",
        "/glossary",
    ]
    .map(str::to_owned)
    .to_vec();
    pages.push("/score?rules=changsha-a&hand=123456m789p2345s&tile=5s&birds=1m5m".to_owned());
    pages.push("/desk?code=A999&player=0123456789abcdef&since=2026-01-01".to_owned());
    pages.extend(
        ["A702", "A302", "CS-A.9", "BJ-8j", "R-002", "%E6%B5%81%E5%B1%80"].map(|word| format!("/explain?word={word}")),
    );
    for sample in ["false-win", "wrong-payer", "unverifiable", "beijing-burnt-dealer", "guiyang-chickens", "clean"] {
        let log = std::fs::read_to_string(format!("fixtures/demo/{sample}.json")).expect("a sample");
        let id = call!(&service, post("/v1/logs", log)).await.id();
        pages.push(format!("/v1/reports/{id}"));
        if sample != "unverifiable" {
            pages.push(format!("/v1/reports/{id}/hands/0/steps/5"));
        }
        pages.push(format!("/rule/{id}?finding=1"));
        pages.push(format!("/what-if/{id}?hand=1&step=3&ruling=out"));
    }
    let mut all = Vec::new();
    for path in &pages {
        let address = format!("{path}{}lang=zh", if path.contains('?') { "&" } else { "?" });
        let page = call!(&service, get(&address).insert_header((header::ACCEPT, "text/html"))).await;
        let html = String::from_utf8(page.body).expect("UTF-8");
        assert_eq!(page.status, 200, "{path}");
        let found = latin(&html);
        if !found.is_empty() {
            all.push((path, found));
        }
    }
    assert!(all.is_empty(), "{all:#?}");
    // The English page proves that the check finds words.
    let page = call!(&service, get("/score?lang=en")).await;
    assert!(latin(&String::from_utf8(page.body).expect("UTF-8")).len() > 20);
}
