//! Tests of the HTML pages: links, escaping, report contents, problem pages and downloads.

use super::{call, changed, get, post, service};
use crate::engine::{Engine, on_both};
use crate::matches::preset;
use actix_web::http::header;
use caipan::generate::view::{LaidOpen, view};
use caipan::generate::{MatchConfig, one};
use caipan::log::write;
use caipan::tile::{Seat, Seats};
use std::collections::BTreeSet;

on_both!(pages_escape_markup_from_logs, browsers_get_problem_pages);

/// Requests a page with the headers of a browser and returns its status and HTML.
macro_rules! page {
    ($service:expr, $path:expr) => {
        async {
            let accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
            let answer = call!($service, get($path).insert_header((header::ACCEPT, accept))).await;
            assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
            assert!(answer.header("content-security-policy").starts_with("default-src 'none'; style-src 'self'"));
            (answer.status, String::from_utf8(answer.body).expect("UTF-8"))
        }
    };
}

/// Returns the text of a page without markup and with single spaces.
fn visible_text(page: &str) -> String {
    let body = page.split_once("<body>").map_or(page, |(_, body)| body);
    let text =
        body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect::<Vec<_>>().join(" ");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Markup in ids and names of a log is shown as text.
async fn pages_escape_markup_from_logs(engine: Engine) {
    let (service, _folder) = service!(engine;);
    let markup = "<script>alert(1)</script>";
    let log = changed(|log| {
        log["id"] = markup.into();
        log["players"][1]["name"] = markup.into();
    });
    let stored = call!(&service, post("/v1/logs", log)).await.json();
    let report = stored["links"]["report"].as_str().expect("a link");
    for path in
        ["/desk", report, &format!("{report}/hands/0/steps/3"), "/explain?word=%3Cscript%3Ealert(1)%3C/script%3E"]
    {
        let (_, page) = page!(&service, path).await;
        assert!(page.contains("&lt;script&gt;") && !page.contains("<script>"), "{path}");
    }
    // The saved report carries sentences as data of its script as well.
    let kept = call!(&service, get(&format!("{report}/page?lang=en"))).await.body;
    let kept = String::from_utf8(kept).expect("UTF-8");
    assert!(kept.contains("&lt;script&gt;") && kept.contains("\\u003cscript>") && !kept.contains("<script>"), "{kept}");
}

/// Terminal escapes and bidirectional overrides in a log appear on no page.
#[actix_web::test]
async fn pages_strip_control_characters() {
    let (service, _folder) = service!();
    let log = changed(|log| {
        log["id"] = "one\u{1b}[31m\u{202e}two".into();
        log["source"]["platform"] = "plat\u{202e}form".into();
    });
    let stored = call!(&service, post("/v1/logs", log)).await.json();
    for path in ["/desk", stored["links"]["report"].as_str().expect("a link")] {
        let (_, page) = page!(&service, path).await;
        assert!(page.contains("one[31mtwo"), "{path}: {page}");
        assert!(!page.contains(['\u{1b}', '\u{202e}']), "{path}");
    }
}

/// Every sample game has a report page in both languages. Every link resolves and keeps the language of its page.
#[actix_web::test]
async fn every_link_resolves() {
    let (service, _folder) = service!();
    for sample in std::fs::read_dir("fixtures/demo").expect("the samples") {
        let log = std::fs::read_to_string(sample.expect("a sample").path()).expect("a log");
        assert_eq!(call!(&service, post("/v1/logs", log)).await.status, 201);
    }
    let mut queue = vec!["/?lang=zh-CN".to_owned(), "/?lang=en".to_owned()];
    let mut known: BTreeSet<String> = queue.iter().cloned().collect();
    let mut reports = 0;
    while let Some(path) = queue.pop() {
        // These pages are fetched, but their links are not followed: a step only links to more steps.
        if path.contains("/steps/")
            || path.starts_with("/assets/")
            || path.ends_with("/raw")
            || path.ends_with("/evidence")
            || path.contains("/page?")
            || path.contains("/picture?")
            || path.starts_with("/what-if/")
            || path == "/docs/"
        {
            assert_eq!(call!(&service, get(&path)).await.status, 200, "{path}");
            continue;
        }
        let (status, page) = page!(&service, &path).await;
        assert_eq!(status, 200, "{path}");
        reports += usize::from(path.starts_with("/v1/reports/"));
        let chinese = path.contains("lang=zh");
        assert_eq!(page.contains("<html lang=\"zh-CN\">"), chinese, "{path}");
        for link in page.split([' ', '\n']).filter_map(|part| part.strip_prefix("href=\"")?.split('"').next()) {
            let link = link.replace("&amp;", "&");
            if let Some(anchor) = link.strip_prefix('#') {
                // The replay of a hand in the page has an anchor for each of its steps.
                let replayed = anchor.strip_prefix('m').and_then(|place| place.split_once('-'));
                let anchor = replayed.map_or_else(|| anchor.to_owned(), |(hand, _)| format!("hand-{hand}"));
                assert!(page.contains(&format!(" id=\"{anchor}\"")), "{path} {link}");
            } else if !link.starts_with("data:") {
                // Anchors of other pages are not checked.
                let (page, _) = link.split_once('#').unwrap_or((&link, ""));
                if known.insert(page.to_owned()) {
                    queue.push(page.to_owned());
                }
            }
        }
    }
    assert_eq!(reports, 2 * std::fs::read_dir("fixtures/demo").expect("the samples").count());
}

/// The page shows the verdict first, then the transfers, then the reasons.
#[actix_web::test]
async fn report_shows_verdict_transfers_and_reasons() {
    let (service, _folder) = service!();
    let log = include_str!("../../../fixtures/demo/beijing-burnt-dealer.json");
    let id = call!(&service, post("/v1/logs", log)).await.id();
    let (_, page) = page!(&service, &format!("/v1/reports/{id}?lang=en")).await;
    let text = visible_text(&page);
    let expected = [
        "faulty · 2 faults Hand 2: for burning the dealer only u3 paid 老周, and the rest was not paid. 1 more fault.",
        "u3 owes 8 to u2 u3 owes 6 to u4 老周 owes 2 to u4 all hands, after offsetting",
        "Wrong amount between two players",
        "−12 −32 pays 20",
        "u3 → u2 burning the dealer 10",
        "Follows from #2: Wrong value",
        "Who pays whom in the match",
        "−14 −28 pays 14",
        "Hand 1: nothing found dealer u2 · ",
    ];
    let places: Vec<Option<usize>> = expected.iter().map(|words| text.find(words)).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{text}");
    let (_, page) = page!(&service, &format!("/v1/reports/{id}/hands/2/steps/13?lang=en")).await;
    let text = visible_text(&page);
    assert!(text.contains("indicator") && text.contains("u3 −20 hunyou") && text.contains("Waits"), "{text}");
    // The wild tile in the hand is marked.
    assert!(page.contains("aria-label=\"3 characters (wild)\""), "{page}");
}

/// Browsers get a problem page in the language of the URL. Programs get the problem document.
async fn browsers_get_problem_pages(engine: Engine) {
    let (service, _folder) = service!(engine;);
    for (path, status, code, zh, en) in [
        ("/v1/reports/0", 404, "log-not-found", "没有这份牌谱", "No such log"),
        ("/nowhere", 404, "path-unknown", "没有这个地址", "There is nothing at this address"),
    ] {
        for (lang, title) in [("zh", zh), ("en", en)] {
            let request = get(&format!("{path}?lang={lang}")).insert_header((header::ACCEPT, "text/html"));
            let answer = call!(&service, request).await;
            let text = visible_text(&String::from_utf8_lossy(&answer.body));
            let ends = format!("{code} · {}", answer.header("x-request-id"));
            assert!(answer.status == status && text.contains(title) && text.ends_with(&ends), "{path}: {text}");
        }
        let problem = call!(&service, get(path)).await;
        assert_eq!((problem.status, problem.header("content-type")), (status, "application/problem+json"));
    }
    let (status, page) = page!(&service, "/explain?word=nonsense&lang=en").await;
    assert!(status == 404 && visible_text(&page).contains("Nothing was found"), "{page}");
    let (status, page) = page!(&service, "/explain?word=%E6%B5%B7%E5%BA%95%E6%8D%9E%E6%9C%88&lang=zh").await;
    assert!(status == 200 && visible_text(&page).contains("海底捞月"), "a Chinese name is a word too: {page}");
}

/// The what-if form, reached from a link of the report, shows the changed verdict and stores nothing.
#[actix_web::test]
async fn hypothetical_ruling_stores_nothing() {
    let (service, _folder) = service!();
    let id = call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/false-win.json"))).await.id();
    let (_, page) = page!(&service, &format!("/v1/reports/{id}?lang=zh")).await;
    assert!(page.contains(&format!("/what-if/{id}?hand=1&amp;step=12&amp;lang=zh-CN")), "{page}");
    let text = visible_text(&page);
    assert!(text.contains("将将胡 ： 不是二五八。"), "{text}");
    let path = |rest: &str| format!("/what-if/{id}?lang=zh&hand=1&step=12&{rest}");
    let (_, form) = page!(&service, &path("")).await;
    assert!(visible_text(&form).contains("12 u2 胡") && !form.contains("class=\"outcome\""), "{form}");
    let (_, allowed) = page!(&service, &path("ruling=stands&tile=&rules=&option=&value=")).await;
    let text = visible_text(&allowed);
    for words in ["假设：第 1 局第 12 手（u2）算数", "有误", "无误", "不再算错", "诈胡", "第 1 局的输赢"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    let (_, wrong) = page!(&service, &path("tile=abc")).await;
    assert!(visible_text(&wrong).contains("不是一张牌"), "{wrong}");
    let ruling = r#"{"events":[{"hand":0,"event":11,"ruling":"stands"}]}"#;
    let suppose = |body: &'static str| {
        post(&format!("/v1/reports/{id}/what-if"), body).insert_header((header::CONTENT_TYPE, "application/json"))
    };
    let answer = call!(&service, suppose(ruling)).await;
    assert_eq!((answer.status, answer.json()["after"]["verdict"].clone()), (200, "clean".into()));
    let no = call!(&service, suppose(r#"{"events":[{"hand":0,"event":99,"ruling":"out"}]}"#)).await;
    assert_eq!((no.status, no.json()["pointer"].clone()), (400, "/events/0".into()));
    let report = call!(&service, get(&format!("/v1/reports/{id}"))).await.json();
    assert_eq!(report["verdict"], "faulty", "nothing is stored");
}

/// The downloaded file has the report id in its name, keeps the language of the page and has no links to the service.
#[actix_web::test]
async fn report_downloads_as_one_file() {
    let (service, _folder) = service!();
    let id = call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/clean.json"))).await.id();
    let answer = call!(&service, get(&format!("/v1/reports/{id}/page?lang=zh"))).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-disposition"), format!("attachment; filename=\"caipan-{id}.html\""));
    let page = String::from_utf8(answer.body.clone()).expect("UTF-8");
    assert!(page.contains("<html lang=\"zh-CN\">") && page.contains("<symbol id=\"1m\"") && !page.contains("href=\"/"));
    assert_eq!(call!(&service, get("/v1/reports/0123456789abcdef0123456789abcdef/page")).await.status, 404);
}

/// A stored report has a picture in two shapes, and chats find the wide one of a page.
#[actix_web::test]
async fn report_has_pictures() {
    let (service, _folder) = service!();
    let id = call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/false-win.json"))).await.id();
    for (query, size) in [("lang=zh", [1080, 1080]), ("lang=en&shape=wide&finding=1", [1200_u32, 630])] {
        let path = format!("/v1/reports/{id}/picture?{query}");
        let answer = call!(&service, get(&path)).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/png"), "{query}");
        assert_eq!(answer.body[16..24], size.map(u32::to_be_bytes).concat(), "{query}: the size of a PNG");
        let known = get(&path).insert_header((header::IF_NONE_MATCH, answer.header("etag")));
        assert_eq!(call!(&service, known).await.status, 304, "{query}");
    }
    for (path, status) in [
        (format!("{id}/picture?shape=round"), 400),
        (format!("{id}/picture?finding=9"), 404),
        ("0123456789abcdef0123456789abcdef/picture".to_owned(), 404),
    ] {
        assert_eq!(call!(&service, get(&format!("/v1/reports/{path}"))).await.status, status, "{path}");
    }
    for (path, finding) in [("", ""), ("/hands/0/steps/12", "&amp;finding=1")] {
        let (_, page) = page!(&service, &format!("/v1/reports/{id}{path}?lang=zh")).await;
        let picture = format!("\"http://localhost/v1/reports/{id}/picture?shape=wide{finding}&amp;lang=zh-CN\"");
        let head = page.split("</head>").next().unwrap_or_default();
        assert!(head.contains("property=\"og:image\"") && head.contains(&picture), "{head}");
    }
}

/// Only the page that runs the WebAssembly module allows it, and only in a build that has it.
#[actix_web::test]
async fn only_home_page_allows_the_module() {
    let (service, _folder) = service!();
    let mut allowing = Vec::new();
    for path in ["/", "/desk", "/glossary", "/score", "/adapters", "/statistics"] {
        let page = call!(&service, get(path).insert_header((header::ACCEPT, "text/html"))).await;
        let policy = page.header("content-security-policy");
        assert!(policy.contains("script-src 'self'") && !policy.contains("'unsafe-eval'"), "{path}: {policy}");
        if policy.contains("'wasm-unsafe-eval'") {
            allowing.push(path);
        }
    }
    let expected: &[&str] = if cfg!(feature = "browser") { &["/"] } else { &[] };
    assert_eq!(allowing, expected);
}

/// A client that takes gzip gets an asset packed, others get it as it is; caches keep the two apart.
#[actix_web::test]
async fn assets_are_packed_for_clients_that_unpack() {
    let (service, _folder) = service!();
    let asset =
        |accepted: &'static str| get("/assets/any/style.css").insert_header((header::ACCEPT_ENCODING, accepted));
    let plain = call!(&service, asset("gzip;q=0")).await;
    let packed = call!(&service, asset("gzip, deflate")).await;
    assert_eq!((plain.header("content-encoding"), packed.header("content-encoding")), ("", "gzip"));
    assert!(packed.header("vary").contains("accept-encoding") && plain.header("vary").contains("accept-encoding"));
    // The caller of these tests unpacks a body by its declared encoding, and fails if that is wrong.
    assert!(packed.body == plain.body && !plain.body.is_empty());
}

/// A refused text stays on its page, with the step that helps: a correction of the stored game, or an adapter.
#[actix_web::test]
async fn refused_text_is_kept_with_the_next_step() {
    let (service, _folder) = service!();
    let send = |fields: &[(&str, &str)]| {
        let body: Vec<String> =
            fields.iter().map(|(name, text)| format!("{name}={}", caipan::web::escaped(text))).collect();
        let request = actix_web::test::TestRequest::post().uri("/open").set_payload(body.join("&"));
        let request = request.insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"));
        request.insert_header((header::ACCEPT, "text/html,*/*;q=0.8"))
    };
    let refused = call!(&service, send(&[("lang", "zh"), ("log", "我今天打牌输了")])).await;
    let page = String::from_utf8(refused.body).expect("UTF-8");
    assert_eq!(refused.status, 422, "{page}");
    assert!(page.contains(">我今天打牌输了</textarea>") && page.contains("action=\"/adapters?lang=zh-CN\""), "{page}");

    let log = include_str!("../../../fixtures/demo/wrong-payer.json");
    let stored = call!(&service, post("/v1/logs", log)).await.id();
    let other = log.replacen("老周", "老李", 1);
    let conflict = call!(&service, send(&[("lang", "zh"), ("log", &other)])).await;
    let page = String::from_utf8(conflict.body).expect("UTF-8");
    assert_eq!(conflict.status, 409, "{page}");
    assert!(page.contains(&format!("name=\"corrects\" value=\"{stored}\"")) && page.contains("老李"), "{page}");
    let corrected = call!(&service, send(&[("lang", "zh"), ("log", &other), ("corrects", &stored)])).await;
    assert_eq!(corrected.status, 303);
}

/// Several logs, one per line, are stored together and lead to the desk; a line that is no log is named.
#[actix_web::test]
async fn pasted_lines_are_logs() {
    let (service, _folder) = service!();
    let one = |name: &str| {
        let log = std::fs::read_to_string(format!("fixtures/demo/{name}.json")).expect("a sample");
        serde_json::from_str::<serde_json::Value>(&log).expect("JSON").to_string()
    };
    let send = |text: &str, what: &str| {
        let body = format!("lang=zh&log={}{what}", caipan::web::escaped(text));
        let request = actix_web::test::TestRequest::post().uri("/open").set_payload(body);
        let request = request.insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"));
        request.insert_header((header::ACCEPT, "text/html"))
    };
    let both = format!("{}\n\n{}\n", one("clean"), one("false-win"));
    let looked = String::from_utf8(call!(&service, send(&both, "&look=1")).await.body).expect("UTF-8");
    assert!(looked.contains("都审，存到案桌") && looked.contains("demo-false-win"), "{looked}");
    let stored = call!(&service, send(&both, "")).await;
    assert_eq!((stored.status, stored.header("location")), (303, "/desk?lang=zh-CN"));
    assert_eq!(call!(&service, get("/v1/logs")).await.json()["logs"].as_array().map(Vec::len), Some(2));
    let wrong = call!(&service, send(&format!("{}\n{{\"no\":\"log\"}}", one("variant")), "")).await;
    let page = String::from_utf8(wrong.body).expect("UTF-8");
    assert!(wrong.status == 422 && page.contains("第 2 行：") && page.contains("demo-variant"), "{page}");
    assert_eq!(call!(&service, get("/v1/logs")).await.json()["logs"].as_array().map(Vec::len), Some(3));
}

/// The report of a log that is not stored offers to store it; it and its file have the replay.
#[actix_web::test]
async fn unsaved_report_leads_on() {
    let (service, _folder) = service!();
    let log = include_str!("../../../fixtures/demo/clean.json");
    let send = |what: &str| {
        let body = format!("lang=zh&log={}&{what}=1", caipan::web::escaped(log));
        let request = actix_web::test::TestRequest::post().uri("/open").set_payload(body);
        request.insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"))
    };
    let page = String::from_utf8(call!(&service, send("look")).await.body).expect("UTF-8");
    assert!(page.contains("name=\"file\"") && page.contains("还没有保存") && page.contains("demo-clean"), "{page}");
    assert!(page.contains("id=\"steps-0\"") && page.contains("href=\"#m0-"), "{page}");
    let file = call!(&service, send("file")).await;
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"caipan.html\"");
    assert!(String::from_utf8(file.body).expect("UTF-8").contains("id=\"steps-0\""));
    assert_eq!(call!(&service, get("/v1/logs")).await.json()["logs"], serde_json::json!([]), "nothing is stored");
}

/// The page of a problem offers the step that helps, and the page from which the visitor came.
#[actix_web::test]
async fn problems_lead_on() {
    let (service, _folder) = service!();
    let id = call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/clean.json"))).await.id();
    for (path, status, way) in [
        (format!("/v1/reports/{id}/hands/0/steps/99?seat=1&lang=zh"), 404, format!("/v1/reports/{id}?lang=zh-CN")),
        ("/v1/reports/0123?lang=zh".to_owned(), 404, "/desk?lang=zh-CN".to_owned()),
        ("/desk?state=done&lang=zh".to_owned(), 400, "/desk?lang=zh-CN".to_owned()),
        ("/nowhere?lang=zh".to_owned(), 404, "/score?rules=beijing&amp;lang=zh-CN".to_owned()),
    ] {
        let request = get(&path).insert_header((header::ACCEPT, "text/html"));
        let request = request.insert_header((header::REFERER, "http://localhost/score?rules=beijing&lang=en"));
        let answer = call!(&service, request).await;
        let page = String::from_utf8(answer.body).expect("UTF-8");
        assert_eq!(answer.status, status, "{page}");
        let first = page.split_once("class=\"button primary\" href=\"").map_or("", |(_, rest)| rest);
        assert!(first.starts_with(&way), "{path}: {page}");
        assert!(page.contains("href=\"/score?rules=beijing&amp;lang=zh-CN\""), "{page}");
    }
}

/// The page of a log with a view speaks of the player whose record it is.
#[actix_web::test]
async fn report_of_one_seat_names_its_player() {
    let (service, _folder) = service!();
    let whole = one(&preset("changsha-a"), 5, 0, &MatchConfig { hands: 1, ..MatchConfig::USUAL });
    let record = |seats| write(&view(&whole, seats, true, LaidOpen::Winners).expect("a record"));
    let [first, third] = [0, 2].map(|seat| Seat::new(seat).expect("a seat"));
    let (alone, both) = (Seats::NONE.with(third), Seats::NONE.with(first).with(third));
    for (log, lang, told) in [
        (record(alone), "zh", Some("这是 u3 的记录，看不到别家没亮出来的牌")),
        (record(alone), "en", Some("This is the record of u3. It does not show the hands that others kept closed")),
        (record(both), "en", Some("This is the record of u1 and u3.")),
        (write(&whole), "zh", None),
        (write(&whole), "en", None),
    ] {
        let asked = post(&format!("/v1/audits?lang={lang}"), log).insert_header((header::ACCEPT, "text/html"));
        let page = String::from_utf8(call!(&service, asked).await.body).expect("UTF-8");
        let (_, headline) = page.split_once("<h1>").expect("a headline");
        let below = headline.split_once("</section>").expect("a banner").0;
        assert_eq!(
            below.contains(told.unwrap_or(if lang == "zh" { "的记录，" } else { "the record of" })),
            told.is_some(),
            "{below}"
        );
    }
}
