//! The audit in the page: the home page of a build with the feature `browser`.

use super::Scene;
use caipan::adapter::{Media, own};
use caipan::auditor::Audited;
use caipan::log::Limits;
use serde_json::Value;

/// An expression that gives the page files, as a person who chooses them does, and waits for the result.
fn choose(files: &[(&str, &str)]) -> String {
    let files: Vec<String> = files
        .iter()
        .map(|(name, text)| format!("new File([{}], {})", Value::from(*text), Value::from(*name)))
        .collect();
    format!(
        "(() => {{ document.getElementById('result').replaceChildren(); const list = new DataTransfer(); for (const file of [{}]) \
         list.items.add(file); const input = document.getElementById('file'); input.files = list.files; \
         input.dispatchEvent(new Event('change')); }})()",
        files.join(", ")
    )
}

/// Waits until the result is there and returns its words.
fn result(scene: &mut Scene) -> String {
    scene.browser.until("document.getElementById('result').childElementCount > 0");
    scene.browser.run("document.getElementById('result').innerText").as_str().expect("words").to_owned()
}

#[test]
fn audits_in_page_without_sending_log() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let log = std::fs::read_to_string("fixtures/demo/false-win.json").expect("a sample");
    for (lang, finding, save) in [("zh", "u2 诈胡", "下载报告"), ("en", "u2 called a false win", "Download report")]
    {
        scene.open(&format!("/?lang={lang}"));
        scene.browser.run("document.getElementById('here').click()");
        // The policy of the page keeps a script from reading the link to the saved report.
        scene.browser.run("URL.createObjectURL = (report) => { window.saved = report; return 'blob:saved'; }; true");
        scene.browser.sent();
        scene.browser.run(&choose(&[("room.json", &log)]));
        let shown = result(&mut scene);
        assert!(shown.contains("A501") && shown.contains(finding) && shown.contains(save), "{shown}");
        // The report is the one that the service would give, byte for byte.
        let saved = scene.browser.run("saved.text()");
        let read = own(log.as_bytes(), Media::Json, &Limits::default()).expect("a log");
        let report = Audited::of(&read, log.as_bytes()).expect("a report").json;
        assert_eq!(saved.as_str().map(str::as_bytes), Some(report.as_slice()));
        let requests = scene.browser.sent();
        assert!(requests.iter().any(|request| request.contains("caipan_bg.wasm")), "{requests:?}");
        let leaks = |request: &&String| request.contains("demo-false-win") || request.starts_with("POST");
        assert_eq!(requests.iter().find(leaks), None);
        // The form, too, keeps the log in the page.
        scene.browser.run("document.getElementById('result').replaceChildren()");
        scene.browser.run("document.getElementById('log').value = '{\"format\": \"paipu/1\", '");
        scene.browser.run("document.querySelector('#paste .primary').click()");
        let refused = result(&mut scene);
        assert!(refused.starts_with("1:"), "{refused}");
        let requests = scene.browser.sent();
        assert!(requests.iter().all(|request| !request.starts_with("POST")), "{requests:?}");
        assert_eq!(scene.browser.run("location.pathname"), "/");
    }
}

#[test]
fn verifies_dropped_proof_in_page() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let path = scene.store("wrong-payer");
    scene.open(&format!("{path}?lang=zh"));
    let log = std::fs::read_to_string("fixtures/demo/wrong-payer.json").expect("a sample");
    let fetched = |scene: &mut Scene, address: &str| {
        let script = format!(
            "fetch('{address}', {{ headers: {{ accept: 'application/json' }} }}).then((answer) => answer.text())"
        );
        scene.browser.run(&script).as_str().expect("a document").to_owned()
    };
    let proof = fetched(&mut scene, &format!("{path}/evidence"));
    let report = fetched(&mut scene, &path);
    scene.open("/?lang=zh");
    scene.browser.run("document.getElementById('here').click()");
    scene.browser.run(&choose(&[("log.json", &log), ("report.json", &report), ("proof.json", &proof)]));
    let shown = result(&mut scene);
    assert!(
        shown.contains("报告正是当时给出的") && shown.contains("牌谱正是当时收到的") && !shown.contains('✗'),
        "{shown}"
    );
    // A changed report is refuted.
    let forged = report.replacen("\"faulty\"", "\"clean\"", 1);
    assert_ne!(forged, report);
    scene.browser.run(&choose(&[("report.json", &forged), ("proof.json", &proof)]));
    let shown = result(&mut scene);
    assert!(shown.contains("✗ 报告不是当时给出的那一份"), "{shown}");
}
