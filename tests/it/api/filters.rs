//! Tests of log filters by player, client, code and day, in the API and on the page, and of statistics.

use super::keys::{key, with};
use super::{call, get, post, service};
use crate::engine::{Engine, on_both};
use actix_web::http::header;
use actix_web::test::TestRequest;
use caipan::app::{Scope, player_digest};
use serde_json::{Value, json};

const FAULTY: &str = include_str!("../../../fixtures/demo/wrong-payer.json");

on_both!(
    filters_find_logs_by_content,
    player_name_stays_out_of_url,
    statistics_count_latest_reports,
    hostile_names_are_escaped
);

/// Returns the faulty log with another game id, client version and player.
fn game(id: &str, version: &str, player: &str) -> String {
    let mut log: Value = serde_json::from_str(FAULTY).expect("JSON");
    log["id"] = json!(id);
    log["source"] = json!({ "platform": "filters", "client": "app", "version": version });
    log["players"][1] = json!({ "id": format!("id of {player}"), "name": player });
    log.to_string()
}

fn games(part: &Value) -> Vec<&str> {
    part["logs"].as_array().expect("logs").iter().filter_map(|log| log["game"].as_str()).collect()
}

async fn filters_find_logs_by_content(engine: Engine) {
    let (service, behind) = service!(engine;);
    for (id, version, player) in [("g1", "1.0", "小赵"), ("g2", "1.1", "阿强"), ("g3", "1.1", "小赵")] {
        assert_eq!(call!(&service, post("/v1/logs", game(id, version, player))).await.status, 201);
    }
    let zhou = player_digest("小赵");
    let stored = call!(&service, get("/v1/logs")).await.json();
    let today = &stored["logs"][0]["received_at"].as_str().expect("a time")[..10];
    for (query, expected) in [
        ("client=app%201.1".to_owned(), vec!["g3", "g2"]),
        (format!("player={zhou}"), vec!["g3", "g1"]),
        (format!("player={}", player_digest("id of 阿强")), vec!["g2"]),
        (format!("player={zhou}&client=app%201.1"), vec!["g3"]),
        (format!("player={zhou}&client=app%201.1&verdict=clean"), vec![]),
        ("code=A703".to_owned(), vec!["g3", "g2", "g1"]),
        ("code=A501".to_owned(), vec![]),
        ("code=A703&system=changsha-a&platform=filters&verdict=faulty&game=g2".to_owned(), vec!["g2"]),
        (format!("since={today}&until={today}&code=A703"), vec!["g3", "g2", "g1"]),
        ("since=2999-01-01".to_owned(), vec![]),
        ("until=2000-01-01".to_owned(), vec![]),
        ("since=2000-01-01T00:00:00%2B08:00".to_owned(), vec!["g3", "g2", "g1"]),
    ] {
        let part = call!(&service, get(&format!("/v1/logs?{query}"))).await.json();
        assert_eq!(games(&part), expected, "{query}");
        let page = call!(&service, get(&format!("/desk?{query}"))).await;
        let html = String::from_utf8(page.body).expect("UTF-8");
        let shown = ["g1", "g2", "g3"].into_iter().filter(|game| html.contains(&format!("<bdi>{game}</bdi>")));
        assert!(shown.eq(expected.iter().rev().copied()), "{query}: {html}");
    }
    let first = call!(&service, get("/v1/logs?code=A703&limit=2")).await.json();
    let next = first["next"].as_str().expect("more");
    let rest = call!(&service, get(&format!("/v1/logs?code=A703&limit=2&after={next}"))).await.json();
    assert_eq!((games(&rest), rest.get("next")), (vec!["g1"], None));
    for wrong in [
        "player=小赵",
        "player=ABCDEF0123456789",
        "since=tomorrow",
        "until=2026-13-01",
        "since=99999999999999999999-01-01",
    ] {
        let wrong = wrong.replace("小赵", "%E5%B0%8F%E8%B5%B5");
        assert_eq!(call!(&service, get(&format!("/v1/logs?{wrong}"))).await.status, 400, "{wrong}");
    }
    // No filter finds logs of another tenant.
    let (_, foreign) = key(&behind, "b", &Scope::ALL, None).await;
    for query in ["code=A703".to_owned(), format!("player={zhou}"), "since=2000-01-01".to_owned()] {
        let part = call!(&service, with(&foreign, get(&format!("/v1/logs?{query}")))).await.json();
        assert_eq!(games(&part), Vec::<&str>::new(), "{query}");
    }
    let figures = call!(&service, with(&foreign, get("/v1/statistics"))).await.json();
    assert_eq!(figures["total"]["logs"], 0);
}

/// The search form sends the player's name in the body and redirects to an address with the digest.
async fn player_name_stays_out_of_url(engine: Engine) {
    let (service, _behind) = service!(engine;);
    assert_eq!(call!(&service, post("/v1/logs", game("g1", "1.0", "小赵"))).await.status, 201);
    let form = "lang=zh&code=A703&q=+%E5%B0%8F%E8%B5%B5";
    let request =
        TestRequest::post().uri("/find").insert_header((header::CONTENT_TYPE, "application/x-www-form-urlencoded"));
    let led = call!(&service, request.set_payload(form)).await;
    let address = led.header("location").to_owned();
    assert_eq!(
        (led.status, address.as_str()),
        (303, format!("/desk?code=A703&lang=zh&player={}", player_digest("小赵")).as_str())
    );
    let page = String::from_utf8(call!(&service, get(&address)).await.body).expect("UTF-8");
    assert!(
        page.contains("<bdi>g1</bdi>") && page.contains("只看一位牌手") && !page.contains("value=\"小赵"),
        "{page}"
    );
}

async fn statistics_count_latest_reports(engine: Engine) {
    let (service, behind) = service!(engine;);
    let clean = include_str!("../../../docs/examples/changsha-a.json");
    let id = call!(&service, post("/v1/logs", game("g1", "1.0", "小赵"))).await.id();
    call!(&service, post("/v1/logs", game("g2", "1.1", "小赵"))).await;
    // A repeated log is counted once.
    call!(&service, post("/v1/logs", game("g2", "1.1", "小赵"))).await;
    call!(&service, post("/v1/logs", clean)).await;
    let stats = call!(&service, get("/v1/statistics")).await.json();
    let report = call!(&service, get(&format!("/v1/reports/{id}"))).await.json();
    let (faults, hands) =
        (report["summary"]["faults"].as_i64().expect("a number"), report["log"]["hands"].as_i64().expect("a number"));
    let clean: Value = serde_json::from_str(clean).expect("JSON");
    let all = 2 * hands + i64::try_from(clean["hands"].as_array().expect("hands").len()).expect("few");
    assert_eq!(
        (stats["total"]["logs"].as_i64(), stats["total"]["hands"].as_i64(), stats["total"]["faults"].as_i64()),
        (Some(3), Some(all), Some(2 * faults))
    );
    let client = stats["clients"]
        .as_array()
        .expect("clients")
        .iter()
        .find(|one| one["name"] == "app 1.1")
        .expect("the client")
        .clone();
    assert_eq!((client["logs"].as_i64(), client["faults"].as_i64()), (Some(1), Some(faults)));
    assert_eq!(client["per_ten_thousand"].as_i64(), Some(faults * 10_000 / hands));
    assert_eq!(stats["codes"][0]["logs"], 2);
    let one = call!(&service, get("/v1/statistics?client=app%201.0")).await.json();
    assert_eq!((one["total"]["logs"].as_i64(), one["clients"].as_array().map(Vec::len)), (Some(1), Some(1)));

    // A newer report replaces the counts of the older one.
    let beside = caipan::store::Store::open(
        &behind.base.database(),
        1,
        std::time::Duration::from_secs(5),
        caipan::app::report_tags,
    )
    .expect("the store");
    let mut later = report;
    later["findings"] = json!([]);
    let tags = caipan::store::SearchTags { client: "app 1.0".to_owned(), ..Default::default() };
    let later = caipan::store::ReportToStore {
        log: id,
        revision: 9999,
        verdict: "clean".to_owned(),
        counts: [0; 4],
        created_at: 1,
        size: later.to_string().len().try_into().expect("a small report"),
        body: zstd::encode_all(later.to_string().as_bytes(), 1).expect("packed"),
        digest: caipan::hash::sha256(later.to_string().as_bytes()),
        tags,
    };
    let home = caipan::store::Who::keyless(caipan::store::Tenant::HOME);
    beside.put_report(home, later.clone()).await.expect("kept");
    beside.put_report(home, later).await.expect("the same again changes nothing");
    let stats = call!(&service, get("/v1/statistics")).await.json();
    assert_eq!((stats["total"]["logs"].as_i64(), stats["total"]["faults"].as_i64()), (Some(3), Some(faults)));
    assert_eq!(games(&call!(&service, get("/v1/logs?code=A703")).await.json()), ["g2"]);
    for path in ["/statistics"] {
        let page = String::from_utf8(call!(&service, get(&format!("{path}?lang=zh"))).await.body).expect("UTF-8");
        assert!(page.contains("每千局的错，按客户端版本") && page.contains("/desk?code=A703"), "{path}: {page}");
    }
}

async fn hostile_names_are_escaped(engine: Engine) {
    let (service, _behind) = service!(engine;);
    let mut log: Value = serde_json::from_str(FAULTY).expect("JSON");
    log["source"] = json!({ "platform": "<img src=x>", "client": "\"><script>x</script>\u{202e}\u{0}", "version": "长".repeat(300) });
    log["players"][0] = json!({ "id": "\u{202e}\u{1b}[31m", "name": "<b>\u{e000}" });
    assert_eq!(call!(&service, post("/v1/logs", log.to_string())).await.status, 201);
    for path in [
        "/desk?client=%22%3E%3Cscript%3E&code=%3Cb%3E&since=2026-01-01",
        "/statistics",
        "/desk?platform=%3Cimg%20src%3Dx%3E",
    ] {
        let page = call!(&service, get(path)).await;
        let html = String::from_utf8(page.body).expect("UTF-8");
        let scripts = html.matches("<script").count() - html.matches("<script type=\"module\" src=\"/assets/").count();
        assert!(page.status == 200 && scripts == 0 && !html.contains("<img"), "{path}: {html}");
    }
    let stats = call!(&service, get("/v1/statistics")).await.json();
    let name = stats["clients"][0]["name"].as_str().expect("a name").to_owned();
    assert!(name.chars().count() <= 64 && name.chars().all(|c| !c.is_control() && c != '\u{202e}'), "{name:?}");
    let query = format!("/v1/logs?client={}", caipan::web::escaped(&name));
    assert_eq!(call!(&service, get(&query)).await.json()["logs"].as_array().map(Vec::len), Some(1), "{query}");
}
