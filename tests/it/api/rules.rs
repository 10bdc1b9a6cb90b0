//! Tests of `/v1/rules` and `/v1/checks`.

use super::{call, get, service};

#[actix_web::test]
async fn every_check_can_be_fetched() {
    let (service, _folder) = service!();
    let list = call!(&service, get("/v1/checks")).await.json();
    for check in list.as_array().expect("a list") {
        let code = check["code"].as_str().expect("a code");
        assert_eq!(call!(&service, get(&format!("/v1/checks/{code}"))).await.json(), *check);
    }
    assert_eq!(call!(&service, get("/v1/checks/A000")).await.json()["code"], "check-not-found");
}

#[actix_web::test]
async fn rules_are_listed_with_their_presets() {
    let (service, _folder) = service!();
    let list = call!(&service, get("/v1/rules")).await.json();
    let ids: Vec<&str> = list.as_array().expect("a list").iter().filter_map(|system| system["id"].as_str()).collect();
    assert_eq!(ids, caipan::rules::SYSTEMS.iter().map(|system| system.id).collect::<Vec<_>>());
    for system in caipan::rules::SYSTEMS {
        for preset in system.presets {
            let found = call!(&service, get(&format!("/v1/rules/{}", preset.id))).await.json();
            assert_eq!(found["id"], system.id);
            assert_eq!(found["options"].as_array().map(Vec::len), Some((system.options)().len()));
        }
    }
    assert_eq!(call!(&service, get("/v1/rules/chengdu")).await.json()["code"], "rules-not-found");
}
