//! The web pages in Debian's Chromium, with and without scripts.
//!
//! The service has a host name of its own, because browsers treat `localhost` more leniently. The browser resolves only
//! this name.

mod chromium;
mod forms;
#[cfg(feature = "browser")]
mod local;
mod page;
mod replay;
mod rooms;
mod sign_in;

use crate::cli::service::{Service, ask};
use caipan::hash::sha256;
use caipan::pages::{SavedPage, saved_page};
use caipan::report::report;
use caipan::text::Lang;
use chromium::Browser;
use serde_json::Value;

const NAME: &str = "caipan.test";

/// A service and a browser connected to it.
struct Scene {
    browser: Browser,
    service: Service,
    _folder: tempfile::TempDir,
}

impl Scene {
    fn set() -> Scene {
        let folder = tempfile::tempdir().expect("a folder");
        let service = Service::set(folder.path(), &["--host", NAME]);
        let browser = Browser::start(NAME, &service.address);
        Scene { browser, service, _folder: folder }
    }

    /// Stores a sample game and returns the path of its report.
    fn store(&self, sample: &str) -> String {
        self.store_log(&std::fs::read_to_string(format!("fixtures/demo/{sample}.json")).expect("a sample"))
    }

    /// Stores a log and returns the path of its report.
    fn store_log(&self, log: &str) -> String {
        let (status, body) = ask(&self.service.address, "POST /v1/logs", log).expect("an answer");
        assert!(status == 201 || status == 200, "{body}");
        let stored: Value =
            serde_json::from_str(&body[body.find('{').unwrap()..=body.rfind('}').unwrap()]).expect("JSON");
        stored["links"]["report"].as_str().expect("a link").to_owned()
    }

    fn open(&mut self, path: &str) {
        self.browser.open(&format!("http://{NAME}{path}"));
    }

    /// Asserts that the page logged no error and sent no request to another host.
    fn is_quiet(&mut self, of: &str) {
        let (complaints, requests) = self.browser.told();
        assert!(complaints.is_empty(), "{of}: {}", complaints[0]);
        let foreign: Vec<&String> = requests
            .iter()
            .filter(|url| {
                !url.starts_with(&format!("http://{NAME}/")) && !url.starts_with("data:") && *url != "about:blank"
            })
            .collect();
        assert!(foreign.is_empty(), "{of}: {foreign:?}");
    }
}

/// An expression for the markup of the table and its side panel.
const DRAWN: &str = "document.getElementById('board').innerHTML + document.getElementById('panel').innerHTML";

/// Opens every page in both languages, wide and narrow, light and dark. No page logs an error, loads from elsewhere or
/// scrolls sideways. `CAIPAN_PICTURES` names a directory for screenshots.
#[test]
fn pages_fit_and_log_no_errors() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let pictures = std::env::var_os("CAIPAN_PICTURES").map(std::path::PathBuf::from);
    let [win, burnt, chickens, open] =
        ["false-win", "beijing-burnt-dealer", "guiyang-chickens", "unverifiable"].map(|sample| scene.store(sample));
    let ruled = scene.store("wrong-payer");
    let variant = scene.store("variant");
    forms::rule(&mut scene, &ruled);
    let pages = [
        ("ruled", ruled.clone()),
        ("rule", format!("/rule/{}?finding=1", ruled.rsplit('/').next().unwrap_or_default())),
        ("front", "/".to_owned()),
        ("desk", "/desk".to_owned()),
        ("filtered", "/desk?code=A702&client=none&since=2026-01-01&player=0123456789abcdef".to_owned()),
        ("statistics", "/statistics".to_owned()),
        ("report", win.clone()),
        ("beijing", burnt.clone()),
        ("guiyang", chickens.clone()),
        ("unverifiable", open),
        ("board", format!("{win}/hands/0/steps/11")),
        ("board-beijing", format!("{burnt}/hands/2/steps/13")),
        ("board-guiyang", format!("{chickens}/hands/1/steps/20")),
        ("handbook", "/explain".to_owned()),
        ("ruling", "/explain?word=R-001".to_owned()),
        ("search", "/explain?word=ting".to_owned()),
        ("check", "/explain?word=A302".to_owned()),
        ("option", "/explain?word=missed_win".to_owned()),
        ("sample", "/sample/wrong-payer".to_owned()),
        ("variant", variant),
        ("adapters", "/adapters".to_owned()),
        ("glossary", "/glossary".to_owned()),
        ("what-if", format!("/what-if/{}?hand=1&step=12&ruling=stands", win.rsplit('/').next().unwrap_or_default())),
        ("score", "/score?rules=changsha-a&hand=123456m789p2345s&tile=5s&birds=1m5m".to_owned()),
        ("score-wrong", "/score?rules=beijing&indicator=4p&hand=12x&tile=5p".to_owned()),
        ("score-guiyang", "/score?rules=guiyang".to_owned()),
    ];
    let mut looked = 0;
    for (name, path) in &pages {
        for lang in ["zh", "en"] {
            for (width, height) in [(1280, 900), (390, 844)] {
                for dark in [false, true] {
                    // Each width and each language has been light and dark then; pictures are taken of all.
                    if pictures.is_none() && dark != ((lang == "en") == (width == 1280)) {
                        continue;
                    }
                    scene.browser.wear(width, height, dark);
                    scene.open(&format!("{path}{}lang={lang}", if path.contains('?') { "&" } else { "?" }));
                    let of = format!("{name}-{lang}-{width}{}", if dark { "-dark" } else { "" });
                    scene.is_quiet(&of);
                    let wide = scene.browser.run("document.documentElement.scrollWidth");
                    assert!(wide.as_u64().is_some_and(|wide| wide <= u64::from(width)), "{of} is {wide} wide");
                    // A tile whose shape was not loaded has no width.
                    let blank = "[...document.querySelectorAll('svg.t')].filter((tile) => tile.checkVisibility() && \
                                 tile.getBoundingClientRect().width < 5).length";
                    assert_eq!(scene.browser.run(blank), 0, "{of}");
                    forms::is_accessible(&mut scene, &of);
                    if width < 600 {
                        let wrong = scene.browser.run(include_str!("narrow.js"));
                        assert!(wrong.as_array().is_some_and(Vec::is_empty), "{of}: {wrong:#}");
                    }
                    if let Some(folder) = &pictures {
                        scene.browser.picture(&folder.join(format!("{of}.png")));
                    }
                    looked += 1;
                }
            }
        }
    }
    assert_eq!(looked, pages.len() * if pictures.is_some() { 8 } else { 4 });
}

/// The script renders each step exactly as the server does, in both languages and with different seats at the bottom.
#[test]
fn script_renders_same_table_as_server() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let mut compared = 0;
    for (sample, hand) in [("false-win", 0), ("beijing-burnt-dealer", 2), ("guiyang-chickens", 1), ("clean", 0)] {
        let report = scene.store(sample);
        for (lang, seat) in [("zh-CN", 0), ("en", 2)] {
            let at = |step: usize| {
                let seat = if seat == 0 { String::new() } else { format!("seat={seat}&") };
                format!("{report}/hands/{hand}/steps/{step}?{seat}lang={lang}")
            };
            scene.open(&at(0));
            let last =
                scene.browser.run("Number(document.getElementById('slider').max)").as_u64().expect("steps") as usize;
            let mut by_script = vec![scene.browser.run(DRAWN)];
            for step in 1..=last {
                scene.browser.press("ArrowRight");
                scene.browser.until(&format!("location.pathname.endsWith('/steps/{step}')"));
                by_script.push(scene.browser.run(DRAWN));
            }
            scene.browser.scripts(false);
            for step in (0..=last).step_by(3).chain([last]) {
                scene.open(&at(step));
                assert_eq!(scene.browser.run(DRAWN), by_script[step], "{sample} {}", at(step));
                compared += 1;
            }
            scene.browser.scripts(true);
        }
    }
    scene.is_quiet("stepping");
    assert!(compared > 30, "{compared}");
}

/// A referee pastes a faulty log, reads the transfers, opens the faulty step, and moves between steps by keyboard. The
/// step survives a reload and a change of language.
#[test]
fn navigates_pasted_log_with_keyboard() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let log = std::fs::read_to_string("fixtures/demo/false-win.json").expect("a sample");
    scene.open("/?lang=zh-CN");
    let text = serde_json::to_string(&log).expect("JSON");
    scene.browser.run(&format!("document.getElementById('log').value = {text}; true"));
    scene.browser.follow("document.querySelector('.paste .primary').click()");
    let bar = scene.browser.run("document.querySelector('.verdict').innerText");
    let bar = bar.as_str().expect("a sentence");
    assert!(bar.contains("第 1 局") && bar.contains("u2 诈胡") && bar.contains("退 6 分"), "{bar}");
    scene.browser.follow("document.querySelector('.card a.look').click()");
    let moment = "location.pathname.endsWith('/hands/0/steps/11')";
    scene.browser.until(moment);
    let bad = "[...document.querySelectorAll('#board .t.bad')].map((tile) => tile.getAttribute('aria-label')).join()";
    assert_eq!(scene.browser.run(bad), "六条（有误）");
    assert_eq!(scene.browser.run("document.querySelector('.found.fault').innerText.includes('不成胡')"), true);
    for (key, step) in
        [("ArrowLeft", 10), ("Home", 0), ("n", 11), ("End", 13), ("p", 11), ("ArrowRight", 12), ("p", 11)]
    {
        scene.browser.press(key);
        scene.browser.until(&format!("location.pathname.endsWith('/steps/{step}')"));
    }
    scene.browser.press("f");
    scene.browser.until("location.search.includes('seat=2')");
    scene.browser.follow("location.reload()");
    scene.browser.until(moment);
    assert_eq!(scene.browser.run("document.querySelector('.seat.p0').dataset.seat"), "2");
    assert_eq!(scene.browser.run(bad), "六条（有误）");
    scene.browser.follow("document.getElementById('other').click()");
    scene.browser.until(moment);
    assert_eq!(
        scene.browser.run("document.documentElement.lang + document.querySelector('.seat.p0').dataset.seat"),
        "en2"
    );
    assert_eq!(scene.browser.run(bad), "6 bamboo (at fault)");
    scene.is_quiet("the journey");
}

/// Playback stops at the last step, and the slider reaches any step.
#[test]
fn playback_stops_at_end_of_hand() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("false-win");
    scene.open(&format!("{report}/hands/0/steps/11?lang=en"));
    scene.browser.press(" ");
    scene.browser.until("location.pathname.endsWith('/steps/13') && document.querySelector('#run use').getAttribute('href').endsWith('play')");
    scene.browser.run("(() => { const slider = document.getElementById('slider'); slider.value = 4; slider.dispatchEvent(new Event('input')); return true; })()");
    scene
        .browser
        .until("location.pathname.endsWith('/steps/4') && document.getElementById('count').textContent === '4'");
    scene.is_quiet("playing");
}

/// A dropped file opens its report; a file that is no log shows an error on the page.
#[test]
fn dropped_file_opens_report() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    scene.open("/?lang=en");
    let drop = |text: &str| {
        let text = serde_json::to_string(text).expect("JSON");
        format!(
            "const carried = new DataTransfer(); carried.items.add(new File([{text}], 'game.json')); \
             document.getElementById('paste').dispatchEvent(new DragEvent('drop', {{ dataTransfer: carried, cancelable: true }}));"
        )
    };
    scene.browser.run(&format!("(() => {{ {} return true; }})()", drop("{\"no\": \"log\"}")));
    scene.browser.until(
        "!document.getElementById('refused').hidden && document.getElementById('refused').textContent.length > 20",
    );
    scene.browser.told();
    let log = std::fs::read_to_string("fixtures/demo/clean.json").expect("a sample");
    scene.browser.follow(&drop(&log));
    scene.browser.until("document.querySelector('.verdict.clean') !== null");
    scene.is_quiet("a dropped file");
}

/// A long report and a table stay within a size limit, and printing expands every hand.
#[test]
fn pages_stay_small_and_print_every_hand() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("beijing-burnt-dealer");
    scene.browser.told();
    scene.open(&format!("{report}?lang=zh"));
    let bytes = scene.browser.transferred();
    println!("report: {bytes} bytes");
    assert!((1_000..40_000).contains(&bytes), "the report takes {bytes} bytes");
    let shown = "[...document.querySelectorAll('.hand-box')].filter((hand) => hand.querySelector('p, table').checkVisibility()).length";
    scene.browser.call("Emulation.setEmulatedMedia", &serde_json::json!({ "media": "print" }));
    let hands = scene.browser.run("document.querySelectorAll('.hand-box').length");
    assert_eq!(scene.browser.run(shown), hands, "a folded hand is open on paper");
    let hidden =
        "[...document.querySelectorAll('button, .button, form')].every((control) => !control.checkVisibility())";
    assert_eq!(scene.browser.run(hidden), Value::Bool(true), "paper has no buttons");
    assert_eq!(scene.browser.run("document.querySelector('.signature').checkVisibility()"), Value::Bool(true));
    let printed = scene.browser.printed();
    assert!(printed.starts_with(b"%PDF"));
    let pages = pages_of(&printed);
    assert!(pages <= 2, "a dispute of three hands takes {pages} pages");
    // A match of two hands fits on two pages.
    let report = scene.store("guiyang-chickens");
    scene.open(&format!("{report}?lang=zh"));
    assert_eq!(scene.browser.run("document.querySelectorAll('.hand-box').length"), 2);
    let pages = pages_of(&scene.browser.printed());
    assert!(pages <= 2, "two hands take {pages} pages");
    let mut fresh = Scene::set();
    let report = fresh.store("beijing-burnt-dealer");
    fresh.browser.told();
    fresh.open(&format!("{report}/hands/2/steps/13?lang=zh"));
    let bytes = fresh.browser.transferred();
    println!("table: {bytes} bytes");
    // The list of all moves, the settlement and the scripts of the replay take about a fifth of it.
    assert!((1_000..37_000).contains(&bytes), "the table takes {bytes} bytes");
    fresh.browser.press("ArrowRight");
    fresh.browser.until("location.pathname.endsWith('/steps/14')");
    let bytes = fresh.browser.transferred();
    println!("table with all steps: {bytes} bytes");
    assert!((1_000..42_000).contains(&bytes), "the table with all its steps takes {bytes} bytes");
}

/// Returns the number of pages of a PDF.
fn pages_of(pdf: &[u8]) -> usize {
    let text = String::from_utf8_lossy(pdf);
    text.matches("/Type /Page").count() - text.matches("/Type /Pages").count()
}

/// The report of a sample, which is not stored, replays its hands in the page, and stores the sample.
#[test]
fn unsaved_report_replays_and_saves() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    scene.open("/sample/false-win?lang=en");
    scene.browser.run("document.querySelector('a.look').click()");
    scene.browser.until("location.hash === '#m0-11' && document.querySelectorAll('#replay #board .t').length > 40");
    scene.browser.press("ArrowRight");
    scene.browser.until("location.hash === '#m0-12'");
    let word = "document.querySelector('#panel a.about').getAttribute('href')";
    assert!(scene.browser.run(word).as_str().is_some_and(|link| link.starts_with("/explain?word=")));
    let other = "document.getElementById('other').getAttribute('href')";
    assert_eq!(scene.browser.run(other), "/sample/false-win?lang=zh-CN");
    scene.browser.run("document.querySelector('.deck .path a').click()");
    scene.browser.until("document.querySelector('.verdict').checkVisibility()");
    scene.browser.follow("document.querySelector('.verdict form .primary').click()");
    scene.browser.until("location.pathname.startsWith('/v1/reports/')");
    scene.is_quiet("saving a sample");
}

/// A saved report opens from disk with all tiles and without any request.
#[test]
fn saved_report_opens_from_disk() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let folder = tempfile::tempdir().expect("a folder");
    for (sample, lang) in [("false-win", Lang::Zh), ("beijing-burnt-dealer", Lang::En)] {
        let bytes = std::fs::read(format!("fixtures/demo/{sample}.json")).expect("a sample");
        let log = caipan::log::read(&bytes, &caipan::log::Limits::default()).expect("a log");
        let saved = SavedPage::of(report(&log, &sha256(&bytes)).expect("a report"), log).expect("a page");
        let path = folder.path().join(format!("{sample}.html"));
        std::fs::write(&path, saved_page(&saved, &(), lang)).expect("room");
        for width in [390, 1280] {
            scene.browser.wear(width, 800, false);
            scene.browser.told();
            let address = format!("file://{}", path.display());
            scene.browser.open(&address);
            let (complaints, requests) = scene.browser.told();
            assert!(complaints.is_empty(), "{sample}: {}", complaints[0]);
            let other: Vec<&String> = requests
                .iter()
                .filter(|url| **url != address && !url.starts_with("data:") && *url != "about:blank")
                .collect();
            assert!(other.is_empty(), "{sample}: {other:?}");
            let drawn = "[...document.querySelectorAll('svg.t')].filter((tile) => tile.getBBox().width > 10).length";
            assert!(scene.browser.run(drawn).as_u64() > Some(30), "{sample}: the tiles are not drawn");
            let fits = "document.documentElement.scrollWidth <= window.innerWidth";
            assert_eq!(scene.browser.run(fits), Value::Bool(true), "{sample} at {width}");
            // The file replays its hands without the service.
            scene.browser.run("document.querySelector('a.look').click()");
            scene
                .browser
                .until("location.hash.startsWith('#m') && document.querySelectorAll('#replay #board .t').length > 40");
            scene.browser.press("Home");
            scene.browser.until("/^#m\\d-0$/.test(location.hash)");
            scene.browser.press("ArrowRight");
            scene.browser.until(
                "/^#m\\d-1$/.test(location.hash) && document.querySelector('#moves .now .n').textContent === '1'",
            );
            assert_eq!(scene.browser.run(fits), Value::Bool(true), "{sample} at {width}, replayed");
            scene.browser.run("document.querySelector('.deck .path a').click()");
            scene.browser.until("document.querySelector('main').checkVisibility() && !document.querySelector('#replay').checkVisibility()");
            let (complaints, requests) = scene.browser.told();
            assert!(complaints.is_empty(), "{sample}: {}", complaints[0]);
            assert!(
                requests.iter().all(|url| url.starts_with("file:") || url.starts_with("data:")),
                "{sample}: {requests:?}"
            );
        }
    }
}
