//! The page that audits in the browser (`page/index.html` in the folder that `.ci/npm` builds): one file, which opens from
//! a disk and from any host, and sends nothing.

use super::NAME;
use super::chromium::Browser;
use crate::programs::browser_package;
use caipan::auditor::{InputFormat, Override, read_all};
use caipan::log::Limits;
use caipan::text::Lang;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Command;

/// The file of the page.
fn page() -> String {
    format!("{}/page/index.html", browser_package().display())
}

/// A browser without a service, at the page.
fn opened(lang: Lang) -> Browser {
    let mut browser = Browser::start(NAME, "127.0.0.1:9");
    browser.open(&format!("file://{}?lang={}", page(), lang.tag()));
    browser
}

fn sample(name: &str) -> String {
    std::fs::read_to_string(format!("fixtures/demo/{name}.json")).expect("a sample")
}

/// Drops a file on the page and waits for its report.
fn drop(browser: &mut Browser, name: &str, text: &str) {
    browser.run(&format!(
        "(() => {{ const carried = new DataTransfer(); carried.items.add(new File([{}], {})); \
         dispatchEvent(new DragEvent('drop', {{ dataTransfer: carried, cancelable: true }})); }})()",
        Value::from(text),
        Value::from(name)
    ));
    browser.until(&format!("document.getElementById('named').textContent === {}", Value::from(name)));
    browser.until("document.body.classList.contains('shown')");
}

/// Changes the text of the form as somebody who types.
fn edit(browser: &mut Browser, text: &str) {
    browser.run(&format!(
        "(() => {{ const log = document.getElementById('log'); log.value = {}; log.dispatchEvent(new Event('input')); }})()",
        Value::from(text)
    ));
}

/// Asserts that the page logged no error and asked for nothing but itself.
fn is_quiet(browser: &mut Browser) {
    let (complaints, requests) = browser.told();
    assert!(complaints.is_empty(), "{}", complaints[0]);
    let page = format!("file://{}", page());
    let itself = |url: &&String| url.starts_with(&page) || url.starts_with("data:");
    assert_eq!(requests.iter().find(|url| !itself(url) && *url != "about:blank"), None);
}

const HEADLINE: &str = "document.querySelector('#report .verdict').innerText";

/// The page shows what `caipan page` writes, and its saved file has the same bytes.
#[test]
fn shows_page_of_command_line() {
    crate::programs::needs!(Chromium, BrowserPackage);
    for (name, lang) in [("false-win", Lang::Zh), ("beijing-burnt-dealer", Lang::En), ("unverifiable", Lang::En)] {
        let mut browser = opened(lang);
        let log = sample(name);
        drop(&mut browser, "room.json", &log);
        let mut program = Command::new(env!("CARGO_BIN_EXE_caipan"));
        let path = format!("fixtures/demo/{name}.json");
        let out = program.args(["page", &path, "--lang", lang.pick("zh", "en")]).output().expect("the program runs");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
        let written = String::from_utf8(out.stdout).expect("a page");
        browser.run(&format!("window.written = {}; true", Value::from(written.as_str())));
        let bytes = "new TextEncoder().encode(document.getElementById('log').value)";
        let same = format!("wasm_bindgen.page({bytes}, document.documentElement.lang) === written");
        assert_eq!(browser.run(&same), true, "{name}: the saved file");
        is_quiet(&mut browser);
        // The browser may write what it parsed in another way than the program, so both are parsed. The policy of the page then
        // complains about the style of the other one.
        let shown = "(() => { const page = new DOMParser().parseFromString(written, 'text/html'); \
                     const of = (root) => [...root.querySelectorAll('template[id^=hand-], script[id^=steps-]')].map((one) => one.outerHTML).join(); \
                     return [page.querySelector('main').innerHTML === document.getElementById('report').innerHTML, \
                     of(page) === of(document) && of(page).length > 0 && page.title === document.title]; })()";
        // A match without dealt hands has no steps.
        assert_eq!(browser.run(shown), json!([true, name != "unverifiable"]), "{name}");
    }
}

/// A visitor opens the example from a disk, reads the headline, opens the disputed move, steps, and returns.
#[test]
fn opens_from_disk_and_replays() {
    crate::programs::needs!(Chromium, BrowserPackage);
    let pictures = std::env::var_os("CAIPAN_PICTURES").map(std::path::PathBuf::from);
    for (lang, says) in [(Lang::Zh, "退 6 分"), (Lang::En, "returns 6")] {
        let mut browser = opened(lang);
        for width in [1280, 390] {
            browser.wear(width, 844, false);
            browser.open(&format!("file://{}?lang={}", page(), lang.tag()));
            let fits = |browser: &mut Browser, of: &str| {
                let of = format!("audit-{of}-{}-{width}", lang.tag());
                let wide = browser.run("document.documentElement.scrollWidth");
                assert!(wide.as_u64().is_some_and(|wide| wide <= u64::from(width)), "{of} is {wide} wide");
                let wrong = browser.run(include_str!("access.js"));
                assert!(wrong.as_array().is_some_and(Vec::is_empty), "{of}: {wrong:#}");
                if width < 600 {
                    let wrong = browser.run(include_str!("narrow.js"));
                    assert!(wrong.as_array().is_some_and(Vec::is_empty), "{of}: {wrong:#}");
                }
                if let Some(folder) = &pictures {
                    browser.picture(&folder.join(format!("{of}.png")));
                }
            };
            fits(&mut browser, "start");
            browser.run("document.getElementById('example').click()");
            browser.until("document.body.classList.contains('shown')");
            let headline = browser.run(HEADLINE);
            assert!(headline.as_str().is_some_and(|words| words.contains(says)), "{headline}");
            let drawn =
                "[...document.querySelectorAll('#report svg.t')].filter((tile) => tile.getBBox().width > 10).length";
            assert!(browser.run(drawn).as_u64() > Some(30), "the tiles are not drawn");
            fits(&mut browser, "report");
            browser.run("document.querySelector('#report a.look').click()");
            browser.until("location.hash === '#m0-11' && document.querySelectorAll('#replay #board .t').length > 40");
            assert_eq!(browser.run("document.querySelector('.found.fault').checkVisibility()"), true);
            browser.press("ArrowRight");
            browser.until("location.hash === '#m0-12' && document.getElementById('count').textContent === '12'");
            fits(&mut browser, "board");
            browser.run("document.querySelector('.deck .path a').click()");
            browser.until("document.querySelector('#report').checkVisibility() && !document.querySelector('#replay').checkVisibility()");
            // The other language has the same log.
            browser.run("document.getElementById('language').click()");
            let other = if lang == Lang::Zh { "false win" } else { "诈胡" };
            browser.until(&format!("{HEADLINE}.includes('{other}')"));
            is_quiet(&mut browser);
        }
    }
}

/// An edited log has another report; one that cannot be read has the sentence of the program in place of a report.
#[test]
fn report_follows_edits() {
    crate::programs::needs!(Chromium, BrowserPackage);
    let mut browser = opened(Lang::Zh);
    let log = sample("false-win");
    edit(&mut browser, &log);
    browser.until("document.body.classList.contains('shown')");
    let payment = r#""points": 6, "for""#;
    assert!(log.contains(payment));
    edit(&mut browser, &log.replace(payment, r#""points": 9, "for""#).replace("[0, 6, -6, 0]", "[0, 9, -9, 0]"));
    browser.until(&format!("{HEADLINE}.includes('退 9 分')"));
    for broken in [log.replacen(':', ": :", 1), log.replacen("changsha-a", "shanghai", 1), "牌谱".to_owned()] {
        edit(&mut browser, &broken);
        browser.until("!document.body.classList.contains('shown') && !document.getElementById('refused').hidden");
        let refused = read_all(broken.as_bytes(), InputFormat::Content, &Override::default(), &Limits::default());
        let refusal = refused.expect_err("a refusal");
        let shown = browser.run("document.getElementById('refused').textContent");
        let place = refusal.place();
        let place = if place.is_empty() { place } else { format!("{place}: ") };
        assert_eq!(shown, Value::from(format!("{place}{}", refusal.text.zh)));
        assert_eq!(browser.run("document.getElementById('report').childElementCount"), 0);
        edit(&mut browser, &log);
        browser.until("document.body.classList.contains('shown') && document.getElementById('refused').hidden");
    }
    is_quiet(&mut browser);
}

/// NDJSON shows its first match and offers the others, and the text notation is read too.
#[test]
fn reads_other_forms() {
    crate::programs::needs!(Chromium, BrowserPackage);
    let mut browser = opened(Lang::En);
    let line = |name: &str| {
        let log: Value = serde_json::from_str(&sample(name)).expect("JSON");
        format!("{log}\n")
    };
    drop(&mut browser, "night.ndjson", &(line("false-win") + &line("guiyang-chickens") + "{\n"));
    let choice = "JSON.stringify([document.getElementById('matches').checkVisibility(), document.getElementById('match').length])";
    assert_eq!(browser.run(choice), "[true,3]");
    assert_eq!(browser.run("document.title.includes('demo-false-win')"), true);
    let choose = |at: usize| {
        format!(
            "(() => {{ const match = document.getElementById('match'); match.value = {at}; match.dispatchEvent(new Event('change')); }})()"
        )
    };
    browser.run(&choose(1));
    browser.until("document.title.includes('guiyang')");
    assert_eq!(browser.run("document.getElementById('match').value"), "1");
    let log = caipan::log::read(sample("clean").as_bytes(), &Limits::default()).expect("a log");
    drop(&mut browser, "clean.txt", &caipan::log::to_text(&log));
    browser.until("document.querySelector('#report .verdict.clean') !== null");
    assert_eq!(browser.run("document.getElementById('matches').hidden"), true);
    is_quiet(&mut browser);
}

/// The page cannot send: its own policy stops every way out.
#[test]
fn refuses_to_connect() {
    crate::programs::needs!(Chromium, BrowserPackage);
    let mut browser = opened(Lang::En);
    drop(&mut browser, "room.json", &sample("false-win"));
    is_quiet(&mut browser);
    let refused = |browser: &mut Browser, attempt: &str| {
        browser.run(&format!(
            "new Promise((done) => {{ addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective), {{ once: true }}); \
             {attempt}; setTimeout(() => done('sent'), 3000); }})"
        ))
    };
    let to = format!("http://{NAME}/");
    for (attempt, directive) in [
        (format!("fetch('{to}').catch(() => {{}})"), "connect-src"),
        (format!("navigator.sendBeacon('{to}', 'log')"), "connect-src"),
        (format!("new Image().src = '{to}'"), "img-src"),
        (
            "document.body.insertAdjacentHTML('beforeend', '<img src=\"data:,\" onerror=\"window.ran = true\">')"
                .to_owned(),
            "script-src-attr",
        ),
        (
            format!(
                "(() => {{ const form = document.createElement('form'); form.action = '{to}'; form.method = 'post'; document.body.append(form); form.submit(); }})()"
            ),
            "form-action",
        ),
    ] {
        assert_eq!(refused(&mut browser, &attempt), directive, "{attempt}");
    }
    assert_eq!(browser.run("window.ran ?? null"), Value::Null);
}

/// A host that gives the file and no header does as well as a disk.
#[test]
fn opens_from_any_host() {
    crate::programs::needs!(Chromium, BrowserPackage);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut browser = Browser::start(NAME, &listener.local_addr().expect("an address").to_string());
    std::thread::spawn(move || {
        for mut connection in listener.incoming().flatten() {
            let page = std::fs::read(page()).expect("the page");
            // The first bytes of a request are enough: every path has the page.
            let _ = connection.read(&mut [0; 4096]);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                page.len()
            );
            let _ = connection.write_all(head.as_bytes()).and_then(|()| connection.write_all(&page));
        }
    });
    browser.open(&format!("http://{NAME}/some/folder/"));
    browser.told();
    browser.run("document.getElementById('example').click()");
    browser.until("document.body.classList.contains('shown')");
    let (complaints, requests) = browser.told();
    let asked: Vec<&String> = requests.iter().filter(|url| !url.starts_with("data:")).collect();
    assert!(complaints.is_empty() && asked.is_empty(), "{complaints:?} {asked:?}");
}
