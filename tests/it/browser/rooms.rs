//! The board of rooms with house rules in Chromium: picks, missing suits, exchanges, initial wins during play.

use super::replay::OUTSIDE;
use super::{DRAWN, Scene};
use crate::matches::{house_rules, picked_out};
use caipan::log::write;

/// The script shows the same labels and events as the server, and the labels fit a phone beside a long name.
#[test]
fn house_rules_fit_phone_and_match_server() {
    crate::programs::needs!(Chromium);
    let mut scene = Scene::set();
    for ruleset in house_rules() {
        let (mut log, hand) = picked_out(&ruleset);
        for (seat, player) in log.players.iter_mut().enumerate() {
            player.name = Some(format!("名字很长的玩家{seat}号"));
        }
        let report = scene.store_log(&write(&log));
        let last = log.hands[hand].events.len();
        // Wide screens have more room; `board_fits_every_screen` has them.
        let (width, height) = (390, 844);
        scene.browser.wear(width, height, false);
        for lang in ["zh-CN", "en"] {
            let at = |step: usize| format!("{report}/hands/{hand}/steps/{step}?lang={lang}");
            scene.open(&at(0));
            let mut by_script = vec![scene.browser.run(DRAWN)];
            for step in 1..=last {
                scene.browser.press("ArrowRight");
                scene.browser.until(&format!("location.pathname.endsWith('/steps/{step}')"));
                by_script.push(scene.browser.run(DRAWN));
                assert_eq!(scene.browser.run(OUTSIDE), "", "{} on {width} × {height}", at(step));
            }
            scene.browser.scripts(false);
            for step in (0..=last).step_by(4).chain([last]) {
                scene.open(&at(step));
                assert_eq!(scene.browser.run(DRAWN), by_script[step], "{}", at(step));
            }
            scene.browser.scripts(true);
            scene.open(&format!("{report}?lang={lang}"));
            assert_eq!(scene.browser.run("document.documentElement.scrollWidth > innerWidth"), false, "{lang}");
        }
    }
    scene.is_quiet("house rules");
}
