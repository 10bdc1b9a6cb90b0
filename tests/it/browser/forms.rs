//! What people do with the forms: suppose something otherwise, work out a win, look a word up. With scripts and without.

use super::Scene;
use serde_json::Value;

/// From a finding to the question what if, answered without scripts; the address is the question.
#[test]
fn a_ruling_is_supposed_without_scripts() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("false-win");
    scene.browser.scripts(false);
    scene.open(&format!("{report}?lang=zh"));
    let link = scene.browser.run("document.querySelector('.card a[href^=\"/what-if/\"]').getAttribute('href')");
    scene.open(link.as_str().expect("a link"));
    assert_eq!(scene.browser.run("document.querySelector('[name=step]').value"), "12");
    // What a browser sends when the form is sent: nothing on the page may run.
    let sent = "(() => { document.querySelector('[name=ruling]').value = 'stands'; const form = document.querySelector('.suppose'); \
                return form.getAttribute('action') + '?' + new URLSearchParams(new FormData(form)); })()";
    let sent = scene.browser.run(sent);
    scene.open(sent.as_str().expect("an address"));
    let told = scene.browser.run("document.querySelector('.outcome').innerText");
    let told = told.as_str().expect("an outcome");
    assert!(told.contains("算数") && told.contains("无误") && told.contains("不再发现"), "{told}");
    let other = scene.browser.run("document.getElementById('other').getAttribute('href')");
    scene.open(other.as_str().expect("a link"));
    assert_eq!(scene.browser.run("document.querySelector('[name=step]').value"), "12", "the language keeps the step");
    scene.is_quiet("supposing");
}

/// Rules on the first finding of a report by the form, without scripts; what the report says is owed stands in it already.
pub(super) fn rule(scene: &mut Scene, report: &str) {
    let id = report.rsplit('/').next().unwrap_or_default();
    scene.open(&format!("/rule/{id}?finding=1&lang=zh"));
    let fill = "(() => { const form = document.querySelector('form.suppose').elements; form.kind.value = 'correct'; \
                form.note.value = '放炮的是 u3。'; form.referee.value = '二号桌'; return form.points0.value; })()";
    assert_eq!(scene.browser.run(fill), "6");
    scene.browser.follow("document.querySelector('form.suppose .primary').click()");
}

/// From the finding to the form, and back to what was decided: who owes whom by the ruling, beside recorded and due.
#[test]
fn a_referee_rules_from_the_finding() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    let report = scene.store("wrong-payer");
    scene.open(&format!("{report}?lang=zh"));
    scene.browser.follow("document.querySelector('.card a[href^=\"/rule/\"]').click()");
    assert_eq!(scene.browser.run("document.querySelector('[name=finding]').value"), "1");
    rule(&mut scene, &report);
    assert_eq!(scene.browser.run("location.hash"), "#r1");
    let told = scene.browser.run("document.getElementById('r1').innerText + document.querySelector('.card').innerText");
    let told = told.as_str().expect("a ruling");
    assert!(
        told.contains("更正") && told.contains("二号桌") && told.contains("放炮的是 u3") && told.contains("裁定："),
        "{told}"
    );
    // As ruled is as due.
    let rows = "[...document.querySelectorAll('#r1 ~ .scroll tr')].map((row) => row.innerText)";
    let rows = scene.browser.run(rows);
    let rows: Vec<&str> = rows.as_array().expect("rows").iter().filter_map(Value::as_str).collect();
    let row = |name: &str| rows.iter().find_map(|row| row.strip_prefix(name)).map(str::trim).expect("a row");
    assert_eq!(row("裁定"), row("应得"));
    assert_ne!(row("裁定"), row("所记"));
    scene.is_quiet("ruling");
}

/// On the board the question follows the step.
#[test]
fn the_question_follows_the_step() {
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

/// The worked example of the source, by clicking tiles.
#[test]
fn a_win_is_worked_out_by_clicking_tiles() {
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
    let told = scene.browser.run("document.getElementById('settled').innerText");
    let told = told.as_str().expect("a settlement");
    assert!(told.contains("+27") && told.contains("(1 + 1) × 2 × 2 + 1 = 9"), "{told}");
    // Wrong notation is told beside its field, with what to write.
    scene.browser.scripts(false);
    scene.open("/score?rules=beijing&indicator=4p&hand=12x&tile=5p&lang=en");
    let told = scene.browser.run(
        "document.getElementById(document.querySelector('[name=hand]').getAttribute('aria-describedby')).innerText",
    );
    assert!(told.as_str().is_some_and(|told| told.contains("123m55p")), "{told}");
    assert_eq!(scene.browser.run("document.querySelector('[name=indicator]').value"), "4p");
    scene.is_quiet("scoring");
}

/// A word of the table and its sound lead to what it means.
#[test]
fn a_word_is_found_by_its_sound() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    for (asked, expected) in [("liuju", "流局"), ("混儿", "混坯的下一张"), ("jiaopai", "叫牌")] {
        scene.open("/explain?lang=zh");
        scene.browser.run(&format!("document.querySelector('[name=word]').value = '{asked}'; true"));
        scene.browser.follow("document.querySelector('main form button').click()");
        let told = scene.browser.run("document.querySelector('.terms').innerText");
        assert!(told.as_str().is_some_and(|told| told.contains(expected)), "{asked}: {told}");
    }
    scene.is_quiet("looking up");
}

/// The pictures of the README and the docs, taken of the sample games. `UPDATE=1` takes them anew; as pictures they differ from
/// machine to machine, so what is held is that they are there and whole.
#[test]
fn pictures_are_there() {
    let taken = [
        ("report", "false-win", "", 1280, 900),
        ("board", "false-win", "/hands/0/steps/11", 1280, 900),
        ("phone", "beijing-burnt-dealer", "/hands/2/steps/13", 390, 844),
    ];
    if std::env::var_os("UPDATE").is_some() {
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

/// Nothing keeps anybody from reading or using the page that is open.
pub(super) fn is_accessible(scene: &mut Scene, of: &str) {
    let wrong = scene.browser.run(include_str!("access.js"));
    let empty = wrong.as_array().is_some_and(Vec::is_empty);
    assert!(empty, "{of}: {:#}", Value::Array(wrong.as_array().into_iter().flatten().take(5).cloned().collect()));
}
