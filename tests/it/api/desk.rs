//! Tests of the desk: the sentence of a case, its state by the rulings in force, and the sample games.

use super::{call, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::header;
use actix_web::test::TestRequest;
use serde_json::{Value, json};

on_both!(rulings_lead_through_the_states, states_page_through_other_cases);

const WRONG_PAYER: &str = include_str!("../../../fixtures/demo/wrong-payer.json");
const BURNT: &str = include_str!("../../../fixtures/demo/beijing-burnt-dealer.json");
const CLEAN: &str = include_str!("../../../fixtures/demo/clean.json");

fn rule(id: &str, ruling: &Value) -> TestRequest {
    let path = format!("/v1/reports/{id}/rulings");
    post(&path, ruling.to_string()).insert_header((header::CONTENT_TYPE, "application/json"))
}

/// Returns the cases of a page: the id of each log and its state, or "-" without one.
fn cases(html: &str) -> Vec<(String, String)> {
    let between = |text: &str, from: &str, to: &str| -> Option<String> {
        Some(text.split_once(from)?.1.split_once(to)?.0.to_owned())
    };
    let case = |part: &str| {
        let id = between(part, "/v1/reports/", "?").expect("an id");
        (id, between(part, "<span class=\"state ", "\"").unwrap_or_else(|| "-".to_owned()))
    };
    html.split("<li class=\"case ").skip(1).map(|part| case(part.split("</li>").next().unwrap_or_default())).collect()
}

macro_rules! listed {
    ($service:expr, $query:expr) => {
        async {
            let page = call!($service, get(&format!("/desk?lang=zh{}", $query))).await;
            assert_eq!(page.status, 200);
            String::from_utf8(page.body).expect("UTF-8")
        }
    };
}

/// A case is open, then taken by the referee of a note, then decided or dismissed. A reversal opens it again.
async fn rulings_lead_through_the_states(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let clean = call!(&service, post("/v1/logs", CLEAN)).await.id();
    let id = call!(&service, post("/v1/logs", WRONG_PAYER)).await.id();
    let transfers = call!(&service, get(&format!("/v1/reports/{id}"))).await.json()["transfers"].clone();
    let html = listed!(&service, "").await;
    assert_eq!(cases(&html), [(id.clone(), "open".to_owned()), (clean.clone(), "-".to_owned())]);
    for shown in ["第 1 局：u3 点炮，却算到老周头上：6 分。", "没有查出错", "<bdi>老周</bdi>", "<time datetime="]
    {
        assert!(html.contains(shown), "{shown}: {html}");
    }
    let note = json!({ "kind": "note", "note": "我来处理", "referee": "王裁判" });
    let correct = json!({ "kind": "correct", "finding": 1, "note": "放炮的是 u3。", "referee": "李裁判", "transfers": transfers });
    let reversal = json!({ "kind": "note", "note": "看错了。", "reverses": 2 });
    let dismissal = json!({ "kind": "dismiss", "hand": 0, "note": "两家已私下结清。", "referee": "李裁判" });
    let steps = [
        (note, "taken", "处理中 · <bdi>王裁判</bdi>", "王裁判正在处理"),
        (correct, "decided", "已裁定 · <bdi>李裁判</bdi>", "照报告更正"),
        (reversal, "taken", "处理中 · <bdi>王裁判</bdi>", "王裁判正在处理"),
        (dismissal, "dismissed", "维持原判 · <bdi>李裁判</bdi>", "<span class=\"seal\">已裁定</span><h1>维持原判</h1>"),
    ];
    for (ruling, state, row, banner) in steps {
        let made = call!(&service, rule(&id, &ruling)).await;
        assert_eq!(made.status, 201, "{ruling}");
        let html = listed!(&service, "").await;
        assert!(cases(&html)[0] == (id.clone(), state.to_owned()) && html.contains(row), "{ruling}: {html}");
        for other in ["open", "taken", "decided", "dismissed"] {
            let found = cases(&listed!(&service, format!("&state={other}")).await);
            let expected = if other == state { vec![(id.clone(), state.to_owned())] } else { Vec::new() };
            assert_eq!(found, expected, "{ruling}: {other}");
        }
        let report = get(&format!("/v1/reports/{id}?lang=zh")).insert_header((header::ACCEPT, "text/html"));
        let html = String::from_utf8(call!(&service, report).await.body).expect("UTF-8");
        assert!(html.contains(banner), "{banner}: {html}");
    }
    let moves = json!({ "kind": "dismiss", "note": "x", "transfers": [{ "from": 0, "to": 1, "points": 2 }] });
    assert_eq!(call!(&service, rule(&id, &moves)).await.status, 422, "a dismissal moves no points");
    assert_eq!(call!(&service, get("/desk?state=done")).await.status, 400);
}

/// A ruling on one of two faults leaves the case open. A penalty without a finding settles no finding.
#[actix_web::test]
async fn partial_ruling_leaves_case_open() {
    let (service, _behind) = service!();
    let id = call!(&service, post("/v1/logs", BURNT)).await.id();
    let report = call!(&service, get(&format!("/v1/reports/{id}"))).await.json();
    let alone: Vec<&Value> = report["findings"]
        .as_array()
        .expect("findings")
        .iter()
        .filter(|one| one.get("because").is_none() && one["kind"] == "fault")
        .map(|one| &one["id"])
        .collect();
    assert!(alone.len() > 1, "{report}");
    let penalty = json!({ "kind": "penalty", "note": "拖延", "transfers": [{ "from": 0, "to": 1, "points": 2 }] });
    assert_eq!(call!(&service, rule(&id, &penalty)).await.status, 201);
    assert_eq!(cases(&listed!(&service, "").await)[0].1, "taken");
    for (at, finding) in alone.iter().enumerate() {
        let uphold = json!({ "kind": "uphold", "finding": finding });
        assert_eq!(call!(&service, rule(&id, &uphold)).await.status, 201);
        let state = if at + 1 == alone.len() { "decided" } else { "taken" };
        assert_eq!(cases(&listed!(&service, "").await)[0].1, state, "after ruling on finding {finding}");
    }
}

/// The pages of a state hold each case once, however many other cases lie between them.
async fn states_page_through_other_cases(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let mut dismissed = Vec::new();
    for at in 0..70 {
        let log = WRONG_PAYER.replace("demo-wrong-payer", &format!("game-{at}"));
        let id = call!(&service, post("/v1/logs", log)).await.id();
        if at % 2 == 0 {
            let ruling = json!({ "kind": "dismiss", "note": "不算" });
            assert_eq!(call!(&service, rule(&id, &ruling)).await.status, 201);
            dismissed.push(id);
        }
    }
    dismissed.reverse();
    let mut found = Vec::new();
    let mut query = "&state=dismissed".to_owned();
    loop {
        let html = listed!(&service, query).await;
        let page = cases(&html);
        assert!(page.len() <= 30 && page.iter().all(|(_, state)| state == "dismissed"), "{page:?}");
        found.extend(page.into_iter().map(|(id, _)| id));
        let Some((_, next)) = html.split_once("rel=\"next\" href=\"/desk?after=") else { break };
        let next = next.split('&').next().unwrap_or_default();
        query = format!("&state=dismissed&after={next}");
    }
    assert_eq!(found, dismissed);
}

/// A page of large reports ends early, and the next page goes on behind it.
#[actix_web::test]
async fn large_reports_fill_a_page_early() {
    let (service, _folder) = service!();
    let mut log: Value = serde_json::from_str(WRONG_PAYER).expect("a sample");
    let mut hand = log["hands"][0].clone();
    hand["events"] = (0..300).map(|at| json!({ "type": "pung", "seat": at % 4, "tile": "9m" })).collect();
    log["hands"] = vec![hand; 64].into();
    let mut stored = Vec::new();
    for number in 0..14 {
        log["id"] = format!("large-{number}").into();
        let answer = call!(&service, post("/v1/logs", log.to_string())).await;
        let size = call!(&service, get(&format!("/v1/reports/{}", answer.id()))).await.body.len();
        assert!(size > 1 << 20, "a report of {size} bytes");
        stored.push(answer.id());
    }
    let page = listed!(&service, "&state=open").await;
    let first = cases(&page);
    assert!((1..stored.len()).contains(&first.len()), "{} of {}", first.len(), stored.len());
    let (_, next) = page.split_once("rel=\"next\" href=\"/desk?after=").expect("an earlier page");
    let next = next.split('&').next().unwrap_or_default();
    let page = listed!(&service, format!("&state=open&after={next}")).await;
    assert_eq!(first.len() + cases(&page).len(), stored.len(), "{next}");
}

/// A sample game opens as a report in both languages and is not stored.
#[actix_web::test]
async fn sample_games_open_without_being_stored() {
    let (service, _behind) = service!();
    let home = String::from_utf8(call!(&service, get("/?lang=zh")).await.body).expect("UTF-8");
    let samples: Vec<&str> = home.split("href=\"/sample/").skip(1).filter_map(|part| part.split('?').next()).collect();
    assert_eq!(samples.len(), 4, "the example and three more");
    for sample in samples {
        for lang in ["zh", "en"] {
            let page = call!(&service, get(&format!("/sample/{sample}?lang={lang}"))).await;
            let html = String::from_utf8(page.body).expect("UTF-8");
            assert!(page.status == 200 && html.contains("class=\"card verdict "), "{sample}: {html}");
            assert!(html.contains(&format!("href=\"/sample/{sample}?lang=")), "the other language has the same sample");
        }
    }
    assert_eq!(call!(&service, get("/sample/nothing")).await.status, 404);
    assert_eq!(call!(&service, get("/v1/logs")).await.json()["logs"], json!([]));
}

/// A finding and the desk tell when its code was first seen, and by which client.
#[actix_web::test]
async fn findings_have_a_history() {
    let (service, _folder) = service!();
    let from = |game: &str, client: &str| {
        let mut log: Value = serde_json::from_str(WRONG_PAYER).expect("a sample");
        log["id"] = game.into();
        log["source"] = json!({ "platform": "rooms", "client": client, "version": "1.2" });
        post("/v1/logs", log.to_string())
    };
    let first = call!(&service, from("g1", "old")).await.id();
    let second = call!(&service, from("g2", "new")).await.id();
    let report = |id: &str| get(&format!("/v1/reports/{id}?lang=zh")).insert_header((header::ACCEPT, "text/html"));
    let page = String::from_utf8(call!(&service, report(&second)).await.body).expect("UTF-8");
    let told = format!("最早见于 <a href=\"/v1/reports/{first}?lang=zh-CN\">");
    assert!(page.contains(&told) && page.contains("，客户端 <bdi>old 1.2</bdi>"), "{page}");
    assert!(page.contains("href=\"/desk?code=A703&amp;lang=zh-CN\""), "{page}");
    let page = String::from_utf8(call!(&service, report(&first)).await.body).expect("UTF-8");
    assert!(page.contains("最早见于这一份") && page.contains("<bdi>old 1.2</bdi>"), "{page}");
    let page = listed!(&service, "&code=A703").await;
    assert!(page.contains(&told), "{page}");
    assert!(!listed!(&service, "&code=A702").await.contains("最早见于"));
}

/// A report that another house rule explains asks one question with two answers, and each leads to its ruling.
#[actix_web::test]
async fn house_rule_is_a_question_with_two_answers() {
    let (service, _folder) = service!();
    let id = call!(&service, post("/v1/logs", include_str!("../../../fixtures/demo/variant.json"))).await.id();
    let page = get(&format!("/v1/reports/{id}?lang=zh")).insert_header((header::ACCEPT, "text/html"));
    let page = String::from_utf8(call!(&service, page).await.body).expect("UTF-8");
    for shown in ["有，说好的", "没有这个约定", "small_self_draw_plus_one&quot;:&quot;under_birds", "退 1 分"]
    {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    for (kind, says) in [("dismiss", "有这条房规，维持原判"), ("correct", "没有这条房规，按算错改")]
    {
        let way = format!("/rule/{id}?kind={kind}&lang=zh");
        assert!(page.contains(&way.replace('&', "&amp;")), "{way}: {page}");
        let form = String::from_utf8(call!(&service, get(&way)).await.body).expect("UTF-8");
        assert!(form.contains(says) && form.contains("name=\"points0\" autocomplete=\"off\" value=\"1\""), "{form}");
        let fields =
            form.split("<input ").filter(|input| input.contains("type=\"radio\"") && input.contains(" checked"));
        assert!(fields.count() == 1 && form.contains(&format!("value=\"{kind}\" ")), "{form}");
    }
}
