//! The forms of the web pages, with and without scripts: what if, rulings, scoring, word search.

use super::Scene;
use serde_json::Value;

/// A finding links to the what-if form, whose address holds the whole question.
#[test]
fn answers_what_if_without_scripts() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("false-win");
    scene.browser.scripts(false);
    scene.open(&format!("{report}?lang=zh"));
    let link = scene.browser.run("document.querySelector('.card a[href^=\"/what-if/\"]').getAttribute('href')");
    scene.open(link.as_str().expect("a link"));
    assert_eq!(scene.browser.run("document.querySelector('[name=step]').value"), "12");
    // Builds the address that a browser would send, because page scripts are off.
    let sent = "(() => { document.querySelector('[name=ruling]').value = 'stands'; const form = document.querySelector('.suppose'); \
                return form.getAttribute('action') + '?' + new URLSearchParams(new FormData(form)); })()";
    let sent = scene.browser.run(sent);
    scene.open(sent.as_str().expect("an address"));
    let outcome = scene.browser.run("document.querySelector('.outcome').innerText");
    let outcome = outcome.as_str().expect("an outcome");
    assert!(outcome.contains("算数") && outcome.contains("无误") && outcome.contains("不再算错"), "{outcome}");
    let other = scene.browser.run("document.getElementById('other').getAttribute('href')");
    scene.open(other.as_str().expect("a link"));
    assert_eq!(scene.browser.run("document.querySelector('[name=step]').value"), "12", "the language keeps the step");
    scene.is_quiet("supposing");
}

/// Records a ruling on the first finding of a report without scripts, after a look at it. The form is pre-filled with the
/// points owed.
pub(super) fn rule(scene: &mut Scene, report: &str) {
    let id = report.rsplit('/').next().unwrap_or_default();
    scene.open(&format!("/rule/{id}?finding=1&lang=zh"));
    let fill = "(() => { const form = document.querySelector('form.rule').elements; form.kind.value = 'correct'; \
                form.note.value = '放炮的是 u3。'; form.referee.value = '二号桌'; return form.points0.value; })()";
    assert_eq!(scene.browser.run(fill), "6");
    scene.browser.follow("document.querySelector('form.rule [name=check]').click()");
    let shown = scene.browser.run("document.querySelector('main').innerText");
    assert!(
        shown.as_str().is_some_and(|shown| shown.contains("还没有记") && shown.contains("补给老周 6 分")),
        "{shown}"
    );
    scene.browser.follow("document.querySelector('form.confirm .primary').click()");
}

/// A ruling made from a finding appears on the report, with its points beside the recorded and the due ones.
#[test]
fn records_ruling_from_finding() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("wrong-payer");
    scene.open(&format!("{report}?lang=zh"));
    scene.browser.follow("document.querySelector('.finding a[href^=\"/rule/\"]').click()");
    assert_eq!(scene.browser.run("document.querySelector('[name=finding]').value"), "1");
    rule(&mut scene, &report);
    let text =
        scene.browser.run("document.getElementById('r1').innerText + document.querySelector('.finding').innerText");
    let text = text.as_str().expect("a ruling");
    assert!(
        text.contains("更正") && text.contains("二号桌") && text.contains("放炮的是 u3") && text.contains("裁定："),
        "{text}"
    );
    // The ruling equals the points due.
    let rows = "[...document.querySelectorAll('#rulings .matrix tr')].map((row) => row.textContent)";
    let rows = scene.browser.run(rows);
    let rows: Vec<&str> = rows.as_array().expect("rows").iter().filter_map(Value::as_str).collect();
    let row = |name: &str| rows.iter().find_map(|row| row.strip_prefix(name)).map(str::trim).expect("a row");
    assert_eq!(row("裁定"), row("应得"));
    assert_ne!(row("裁定"), row("记成"));
    scene.is_quiet("ruling");
}

/// A case is taken with one click, and decided with one more and its confirmation; the report says so.
#[test]
fn takes_and_decides_with_few_clicks() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("wrong-payer");
    scene.open(&format!("{report}?lang=zh"));
    let banner = "document.querySelector('.verdict').innerText";
    scene.browser.follow("document.querySelector('.verdict form button').click()");
    let taken = scene.browser.run(banner);
    assert!(taken.as_str().is_some_and(|taken| taken.contains("正在处理")), "{taken}");
    scene.browser.follow("document.querySelector('.verdict .acts .primary').click()");
    assert_eq!(scene.browser.run("document.querySelector('[name=kind]:checked').value"), "correct");
    scene.browser.follow("document.querySelector('form.rule .primary').click()");
    let decided = scene.browser.run(banner);
    for shown in ["已裁定", "照报告更正", "补 6 分"] {
        assert!(decided.as_str().is_some_and(|decided| decided.contains(shown)), "{shown}: {decided}");
    }
    scene.is_quiet("deciding");
}

/// Several cases are dismissed at once, with a reason, after a look at the list.
#[test]
fn dismisses_several_cases() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    for sample in ["wrong-payer", "false-win"] {
        scene.store(sample);
    }
    scene.open("/desk?lang=zh");
    scene.browser.run(
        "(() => { for (const tick of document.querySelectorAll('.case input')) tick.checked = true; \
         document.querySelector('.bulk [name=note]').value = '两家已结清'; return true; })()",
    );
    scene.browser.follow("document.querySelector('.bulk button').click()");
    assert_eq!(scene.browser.run("document.querySelectorAll('.case input:checked').length"), 2);
    scene.browser.follow("document.querySelector('main .primary').click()");
    assert_eq!(scene.browser.run("location.search"), "?state=dismissed&lang=zh-CN");
    assert_eq!(scene.browser.run("document.querySelectorAll('.case').length"), 2);
    scene.is_quiet("dismissing");
}

/// The what-if link on the board follows the current step.
#[test]
fn step_updates_what_if_link() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("false-win");
    scene.open(&format!("{report}/hands/0/steps/4?lang=en"));
    let step = "new URL(document.getElementById('if').href).searchParams.get('step')";
    assert_eq!(scene.browser.run(step), "4");
    scene.browser.press("ArrowRight");
    scene.browser.until("location.pathname.endsWith('/steps/5')");
    assert_eq!(scene.browser.run(step), "5");
    scene.browser.press("Home");
    scene.browser.until("location.pathname.endsWith('/steps/0')");
    assert_eq!(scene.browser.run(step), "1", "there is no event at the deal");
    scene.is_quiet("stepping");
}

/// Enters the worked example of the rule book by clicking tiles.
#[test]
fn scores_win_entered_by_clicking_tiles() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    scene.open("/score?rules=changsha-a&lang=zh");
    let click = |tiles: &[&str]| {
        let one = |tile: &&str| format!("document.querySelector('[data-tile=\"{tile}\"]').click();");
        tiles.iter().map(one).collect::<Vec<_>>().join(" ")
    };
    let hand = ["1m", "2m", "3m", "4m", "5m", "6m", "7p", "8p", "9p", "2s", "3s", "4s", "5s", "9s"];
    scene
        .browser
        .run(&format!("(() => {{ {} document.getElementById('undo').click(); return true; }})()", click(&hand)));
    assert_eq!(scene.browser.run("document.querySelector('[name=hand]').value"), "123456m789p2345s");
    assert_eq!(scene.browser.run("document.querySelectorAll('.shown .t').length"), 13);
    for (field, tiles) in [("tile", vec!["5s"]), ("birds", vec!["1m", "5m"])] {
        scene.browser.run(&format!(
            "(() => {{ document.querySelector('[name={field}]').focus(); {} return true; }})()",
            click(&tiles)
        ));
    }
    scene.browser.follow("document.querySelector('.score .primary').click()");
    let settled = scene.browser.run("document.getElementById('settled').innerText");
    let settled = settled.as_str().expect("a settlement");
    assert!(settled.contains("+27") && settled.contains("(1 + 1) × 2 × 2 + 1 = 9"), "{settled}");
    // Wrong notation is reported beside its field, with an example.
    scene.browser.scripts(false);
    scene.open("/score?rules=beijing&indicator=4p&hand=12x&tile=5p&lang=en");
    let hint = scene.browser.run(
        "document.getElementById(document.querySelector('[name=hand]').getAttribute('aria-describedby')).innerText",
    );
    assert!(hint.as_str().is_some_and(|hint| hint.contains("123m55p")), "{hint}");
    assert_eq!(scene.browser.run("document.querySelector('[name=indicator]').value"), "4p");
    scene.is_quiet("scoring");
}

/// The glossary finds a term by its characters or its pinyin.
#[test]
fn finds_term_by_pinyin() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    for (query, expected) in [("liuju", "流局"), ("混儿", "混坯的下一张"), ("jiaopai", "叫牌")] {
        scene.open("/explain?lang=zh");
        scene.browser.run(&format!("document.querySelector('[name=word]').value = '{query}'; true"));
        scene.browser.follow("document.querySelector('main form button').click()");
        let terms = scene.browser.run("document.querySelector('.terms').innerText");
        assert!(terms.as_str().is_some_and(|terms| terms.contains(expected)), "{query}: {terms}");
    }
    scene.is_quiet("looking up");
}

/// Checks the screenshots of the README and the docs, which `UPDATE=1` takes from the sample games. Pixels differ
/// between machines, so the test checks only that the files exist and are plausible.
#[test]
fn documentation_pictures_exist() {
    let taken = [
        ("report", "false-win", "", 1280, 900),
        ("board", "false-win", "/hands/0/steps/11", 1280, 900),
        ("phone", "beijing-burnt-dealer", "/hands/2/steps/13", 390, 844),
    ];
    if crate::golden::updates() {
        crate::programs::needs!(Chromium);
        let mut scene = Scene::set();
        std::fs::create_dir_all("docs/pictures").expect("a folder");
        for (name, sample, rest, width, height) in taken {
            let report = scene.store(sample);
            scene.browser.wear(width, height, false);
            scene.open(&format!("{report}{rest}?lang=zh"));
            let data =
                scene.browser.call("Page.captureScreenshot", &serde_json::json!({ "format": "webp", "quality": 80 }));
            std::fs::write(
                format!("docs/pictures/{name}.webp"),
                super::chromium::decoded(data["data"].as_str().expect("a picture")),
            )
            .expect("room");
        }
    }
    for (name, ..) in taken {
        let picture = std::fs::read(format!("docs/pictures/{name}.webp")).expect("a picture: UPDATE=1 takes it");
        assert!(
            picture.starts_with(b"RIFF") && (5_000..200_000).contains(&picture.len()),
            "{name}: {} bytes",
            picture.len()
        );
    }
}

/// Asserts that the open page passes the accessibility checks of `access.js`.
pub(super) fn is_accessible(scene: &mut Scene, of: &str) {
    let wrong = scene.browser.run(include_str!("access.js"));
    let empty = wrong.as_array().is_some_and(Vec::is_empty);
    assert!(empty, "{of}: {:#}", Value::Array(wrong.as_array().into_iter().flatten().take(5).cloned().collect()));
}
