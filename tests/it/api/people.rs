//! Pages for people hold no words of programs: no names of fields or options, no JSON pointers, no words of the other
//! language. Code, technical details and what a log calls itself are exempt.

use super::{call, get, post, service};
use actix_web::http::header;
use actix_web::test::TestRequest;
use caipan::handbook::{GUIDES, RULINGS};
use caipan::rules::SYSTEMS;

/// Latin words on Chinese pages that a player meets: names and units.
const KNOWN: [&str; 5] = ["caipan", "English", "JSON", "demo", "csmj"];

/// Removes the elements that may hold anything, then all markup.
fn said(page: &str) -> String {
    let mut body = page.split_once("<body>").map_or(page, |(_, body)| body).to_owned();
    for (from, to) in [
        ("<details class=\"quiet technical\"", "</details>"),
        ("<details class=\"quiet digest\"", "</details>"),
        ("<code>", "</code>"),
        ("<pre", "</pre>"),
        ("<bdi>", "</bdi>"),
        ("<script", "</script>"),
        ("<textarea", "</textarea>"),
        ("<a class=\"word\"", "</a>"),
        ("<p class=\"path\"", "</p>"),
        ("<div class=\"prose\"", "</div>"),
    ] {
        while let Some(start) = body.find(from) {
            let end = body[start..].find(to).map_or(body.len(), |end| start + end + to.len());
            body.replace_range(start..end, " ");
        }
    }
    body.split('<').filter_map(|part| part.split_once('>').map(|(_, text)| text)).collect::<Vec<_>>().join(" ")
}

/// Returns the words that belong to programs.
fn for_programs(text: &str, chinese: bool) -> Vec<String> {
    let is_joined = |c: char| c.is_ascii_alphanumeric() || "_./-#".contains(c);
    let words = text.split(|c: char| !is_joined(c)).map(|word| word.trim_matches(['.', '-']).trim_end_matches('/'));
    let is_code = |word: &str| {
        let (letters, rest) = word.split_at(word.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(word.len()));
        !letters.is_empty() && (rest.is_empty() || rest.starts_with(|c: char| c == '-' || c.is_ascii_digit()))
    };
    let is_seat = |word: &str| word.len() == 2 && word.starts_with('u');
    let options = || SYSTEMS.iter().flat_map(|system| (system.options)().iter().map(|decl| decl.id));
    words
        .filter(|word| {
            let snake = word.contains('_') && word.chars().any(|c| c.is_ascii_lowercase());
            let option = word.contains(['_', '.']) && options().any(|id| id == *word);
            let pointer = word.starts_with('/') || word.contains("/hands/");
            let latin = word.chars().filter(char::is_ascii_alphabetic).count() > 1;
            let foreign = chinese && latin && !KNOWN.contains(word) && !is_code(word) && !is_seat(word);
            snake || option || pointer || foreign
        })
        .map(str::to_owned)
        .collect()
}

#[actix_web::test]
async fn pages_for_people_hold_no_words_of_programs() {
    let (service, _folder) = service!();
    let mut ids = Vec::new();
    for sample in ["wrong-payer", "guiyang-chickens", "beijing-burnt-dealer", "clean"] {
        let log = std::fs::read_to_string(format!("fixtures/demo/{sample}.json")).expect("a sample");
        ids.push(call!(&service, post("/v1/logs", log)).await.id());
    }
    let ruled = serde_json::json!({ "kind": "dismiss", "note": "不算", "referee": "王裁判" }).to_string();
    let ruled = post(&format!("/v1/reports/{}/rulings", ids[0]), ruled)
        .insert_header((header::CONTENT_TYPE, "application/json"));
    assert_eq!(call!(&service, ruled).await.status, 201);
    let mut paths: Vec<String> = [
        "/",
        "/desk",
        "/desk?state=open",
        "/desk?code=A702",
        "/desk?since=2999-01-01",
        "/statistics",
        "/score",
        "/glossary",
    ]
    .map(str::to_owned)
    .to_vec();
    paths.extend(SYSTEMS.iter().map(|system| format!("/score?rules={}&hand=123m&tile=5s", system.presets[0].id)));
    paths.push("/score?rules=changsha-a&hand=123456m789p2345s&tile=5s&birds=1m5m".to_owned());
    paths.push("/score?rules=changsha-a&hand=123456m789p1345s&tile=5s".to_owned());
    paths.extend(["/nowhere".to_owned(), "/v1/reports/0".to_owned(), format!("/rule/{}?finding=1", ids[1])]);
    paths.extend(GUIDES.iter().map(|guide| format!("/explain?word={}", guide.code)));
    paths.extend(
        GUIDES.iter().flat_map(|guide| guide.see).map(|see| format!("/explain?word={}", caipan::web::escaped(see))),
    );
    paths.extend(RULINGS.iter().map(|ruling| format!("/explain?word={}", ruling.id)));
    let (mut wrong, mut looked) = (Vec::new(), 0);
    for path in &paths {
        for (lang, chinese) in [("zh", true), ("en", false)] {
            let address = format!("{path}{}lang={lang}", if path.contains('?') { "&" } else { "?" });
            let page = call!(&service, get(&address).insert_header((header::ACCEPT, "text/html"))).await;
            let text = said(&String::from_utf8(page.body).expect("UTF-8"));
            let found = for_programs(&text, chinese);
            if !found.is_empty() {
                wrong.push(format!("{address}: {}", found.join(" ")));
            }
            looked += 1;
        }
    }
    // The form after a mistake, and the ruling before it is recorded.
    for body in
        ["kind=correct&finding=1", "kind=note&note=%E7%9C%8B%E8%BF%87", "kind=penalty&note=x&from0=0&to0=0&points0=1"]
    {
        let request = TestRequest::post()
            .uri(&format!("/rule/{}", ids[1]))
            .insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"))
            .insert_header((header::ACCEPT, "text/html"))
            .set_payload(format!("lang=zh&{body}"));
        let text = said(&String::from_utf8(call!(&service, request).await.body).expect("UTF-8"));
        let found = for_programs(&text, true);
        if !found.is_empty() {
            wrong.push(format!("{body}: {}", found.join(" ")));
        }
        looked += 1;
    }
    assert!(wrong.is_empty(), "{} of {looked} pages:\n{}", wrong.len(), wrong.join("\n"));
    assert!(looked > 200, "{looked}");
    // The test finds such words where they are.
    let text = "选项 missed_win 见 /hands/0/result，字段 claimed，CS-A.23，u2";
    assert_eq!(for_programs(text, true), ["missed_win", "/hands/0/result", "claimed"]);
}
