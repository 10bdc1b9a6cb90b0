//! The replay of a hand in Chromium: it fits the screen, follows wheel, keys and swipes, and hides hands.

use super::{DRAWN, NAME, Scene};
use serde_json::json;

/// Screens on which nothing but the parts of the page may scroll: a laptop, a phone upright, a phone across.
const SCREENS: [(u32, u32); 3] = [(1366, 650), (390, 844), (844, 390)];

/// An expression for the parts outside the window: the page itself, the table and every control.
pub(super) const OUTSIDE: &str = "(() => { const root = document.documentElement; \
    const out = [...document.querySelectorAll('#board, .deck .button:not([hidden]), .track, .info, .moves')] \
        .filter((part) => part.checkVisibility()).filter((part) => { const box = part.getBoundingClientRect(); \
            return box.width < 20 || box.height < 20 || box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1; }) \
        .map((part) => part.id || part.className); \
    if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) out.push(`page ${root.scrollWidth} × ${root.scrollHeight}`); \
    return out.join(); })()";

fn at(step: usize) -> String {
    format!("location.pathname.endsWith('/steps/{step}') && document.getElementById('count').textContent === '{step}'")
}

/// Every step of a hand fits each screen in both languages, with and without scripts.
#[test]
fn board_fits_every_screen() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let mut measured = 0;
    for (sample, hand) in [("false-win", 0), ("beijing-burnt-dealer", 2), ("guiyang-chickens", 1)] {
        let report = scene.store(sample);
        for (width, height) in SCREENS {
            scene.browser.wear(width, height, false);
            for lang in ["zh", "en"] {
                let page = |step: usize| format!("{report}/hands/{hand}/steps/{step}?lang={lang}");
                scene.open(&page(0));
                let last = scene.browser.run("Number(document.getElementById('slider').max)").as_u64().expect("steps");
                for step in 0..=last as usize {
                    if step > 0 {
                        scene.browser.press("ArrowRight");
                        scene.browser.until(&at(step));
                    }
                    let outside = scene.browser.run(OUTSIDE);
                    assert_eq!(outside, "", "{sample} {lang} step {step} on {width} × {height}");
                    measured += 1;
                }
                scene.browser.scripts(false);
                scene.open(&page(last as usize));
                assert_eq!(scene.browser.run(OUTSIDE), "", "{sample} {lang} without scripts on {width} × {height}");
                scene.browser.scripts(true);
            }
        }
    }
    println!("{measured} steps measured");
    assert!(measured > 200, "{measured}");
}

/// The wheel and swipes on the table move the replay by one step. A swipe from the edge is the browser's.
#[test]
fn wheel_and_swipes_step() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("false-win");
    scene.browser.wear(390, 844, false);
    scene.open(&format!("{report}/hands/0/steps/5?lang=zh"));
    let wheel = |down: i32| {
        let place = json!({ "type": "mouseWheel", "x": 200, "y": 250, "deltaX": 0, "deltaY": down });
        ("Input.dispatchMouseEvent", place)
    };
    let (method, turned) = wheel(120);
    scene.browser.call(method, &turned);
    scene.browser.until(&at(6));
    let (method, turned) = wheel(-120);
    scene.browser.call(method, &turned);
    scene.browser.until(&at(5));
    scene.browser.call("Emulation.setTouchEmulationEnabled", &json!({ "enabled": true }));
    let swipe = |scene: &mut Scene, from: i32, to: i32| {
        let touch = |kind: &str, points: serde_json::Value| json!({ "type": kind, "touchPoints": points });
        scene.browser.call("Input.dispatchTouchEvent", &touch("touchStart", json!([{ "x": from, "y": 250 }])));
        scene.browser.call("Input.dispatchTouchEvent", &touch("touchMove", json!([{ "x": to, "y": 252 }])));
        scene.browser.call("Input.dispatchTouchEvent", &touch("touchEnd", json!([])));
    };
    swipe(&mut scene, 300, 120);
    scene.browser.until(&at(6));
    swipe(&mut scene, 8, 200);
    swipe(&mut scene, 385, 200);
    swipe(&mut scene, 120, 300);
    // Had a swipe from the edge moved the replay, it would now be elsewhere.
    scene.browser.until(&at(5));
    scene.is_quiet("gestures");
}

/// Key H covers the hands that the seat at the bottom cannot see, what they draw, and what is still to come. The server
/// renders the same, and the address keeps it.
#[test]
fn hidden_hands_show_what_a_seat_sees() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("guiyang-chickens");
    scene.open(&format!("{report}/hands/1/steps/20?seat=2&lang=en"));
    scene.browser.press("h");
    scene.browser.until("location.search === '?seat=2&hide=true&lang=en'");
    let open = "[...document.querySelectorAll('.seat:not(.p0) :is(.hand, .drawn) .t')].filter((tile) => tile.getAttribute('aria-label') !== 'face down').length";
    let own = "[...document.querySelectorAll('.seat.p0 .hand .t')].filter((tile) => tile.getAttribute('aria-label') !== 'face down').length";
    assert_eq!((scene.browser.run(open), scene.browser.run(own)), (0.into(), 13.into()));
    let told = scene
        .browser
        .run("document.getElementById('panel').innerText + document.querySelector('#moves .now').innerText");
    assert!(!told.as_str().expect("a text").contains("Next"), "{told}");
    let seen = "[...document.querySelectorAll('.event .t, #moves li.draw:not(.own) .t, #moves li.now ~ li, #wall')].filter((one) => one.checkVisibility()).length";
    assert_eq!(scene.browser.run(seen), 0);
    let by_script = scene.browser.run(DRAWN);
    scene.browser.follow("location.reload()");
    assert_eq!(scene.browser.run(DRAWN), by_script, "the server draws another table");
    assert_eq!(scene.browser.run(seen), 0);
    scene.browser.follow("document.getElementById('other').click()");
    scene.browser.until(
        "document.getElementById('play').classList.contains('hide') && document.documentElement.lang === 'zh-CN'",
    );
    scene.browser.press("h");
    scene
        .browser
        .until("!location.search.includes('hide') && !document.getElementById('play').classList.contains('hide')");
    scene.is_quiet("hiding");
}

/// The list of moves marks the current one, leads to any of them, and can be reduced to the errors, also without scripts.
#[test]
fn list_of_moves_leads_anywhere() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("false-win");
    for scripts in [true, false] {
        scene.browser.scripts(scripts);
        scene.browser.wear(1366, 650, false);
        scene.open(&format!("{report}/hands/0/steps/3?lang=zh"));
        let now = "document.querySelector('#moves [aria-current]').innerText.split(/\\s/)[0]";
        assert_eq!(scene.browser.run(now), "3");
        scene.browser.run("document.getElementById('only').click()");
        let shown = "[...document.querySelectorAll('#moves li')].filter((one) => one.checkVisibility()).map((one) => one.innerText.replace(/\\s+/g, ' ')).join('|')";
        let errors = scene.browser.run(shown);
        assert!(
            errors.as_str().is_some_and(|errors| errors.starts_with("12 u2 胡")
                && errors.contains("诈胡")
                && !errors.contains("13 ")),
            "{errors}"
        );
        if scripts {
            scene.browser.run("document.querySelector('#moves li.bad a').click()");
            scene.browser.until(&at(12));
        } else {
            // Nothing that waits works on a page without scripts.
            let link = scene.browser.run("document.querySelector('#moves li.bad a').href");
            scene.browser.open(link.as_str().expect("a link"));
            assert_eq!(scene.browser.run(&at(12)), true);
        }
        assert_eq!(scene.browser.run(now), "12");
        let settled = "!document.getElementById('settled').hidden";
        assert_eq!(scene.browser.run(settled), false, "the hand goes on");
    }
    scene.browser.scripts(true);
    // Keys that come before the hand is loaded count.
    scene.open(&format!("{report}/hands/0/steps/2?lang=zh"));
    scene
        .browser
        .run("for (let n = 0; n < 5; n += 1) dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }))");
    scene.browser.until(&at(7));
    scene.browser.press("End");
    scene.browser.until(&at(13));
    let settled = scene.browser.run("document.getElementById('settled').innerText");
    assert!(
        settled.as_str().is_some_and(|settled| settled.contains("退 6 分") && settled.contains("应为")),
        "{settled}"
    );
    let points = scene
        .browser
        .run("[...document.querySelectorAll('#board .points')].map((points) => points.textContent).join()");
    assert!(points.as_str().is_some_and(|points| points.split(',').count() == 4 && points.contains('+')), "{points}");
}

/// A click on a discard offers its move and what-if questions; the address of a moment can be copied; the speed of
/// playback can be changed.
#[test]
fn tiles_answer_and_addresses_are_copied() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("false-win");
    scene.browser.wear(1366, 650, false);
    scene.open(&format!("{report}/hands/0/steps/11?lang=zh"));
    let press = |tile: &str| {
        format!("document.querySelector({tile:?}).dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
    };
    scene.browser.run(&press(".p0 .river .t"));
    scene.browser.until("document.querySelector('.ask')?.innerText.includes('第 7 手')");
    scene.browser.press("Escape");
    scene.browser.until("!document.querySelector('.ask')");
    scene.browser.run(&press(".p0 .meld .t"));
    scene.browser.until("document.querySelector('.ask')?.innerText.includes('第 6 手')");
    scene.browser.run("document.getElementById('copy').click()");
    scene.browser.until("document.getElementById('said').textContent.includes('已复制')");
    scene.browser.follow("document.querySelectorAll('.ask a')[1].click()");
    scene.browser.until("location.search.includes('step=6') && document.querySelector('[name=ruling]').value === 'out' && Boolean(document.querySelector('.outcome'))");
    scene.open(&format!("{report}/hands/0/steps/0?lang=zh"));
    scene.browser.run("(() => { const speed = document.getElementById('speed'); speed.value = '4'; speed.dispatchEvent(new Event('change')); document.getElementById('run').click(); return true; })()");
    // At four moves a second the thirteen take less than the five seconds that the browser waits.
    scene.browser.until(&at(13));
    assert_eq!(scene.browser.run("location.host"), NAME);
    scene.is_quiet("asking");
}
