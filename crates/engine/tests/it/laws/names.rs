//! Player names are for display: they change no finding and no identity, and are inert in every report format.

use super::faulty;
use crate::generate::presets;
use caipan_engine::report::{Report, Style, identities, junit, report, sarif, text, to_json};
use caipan_log::{GameLog, Player};
use caipan_tiles::text::Lang;

/// Hostile names that a platform may send.
const HOSTILE: [&str; 4] = [
    "\u{1b}[31m\u{202e}evil\u{2066}\u{200f}\u{0}\u{85}",
    "<script>alert('1')</script>`x` [y](http://z) \"",
    "line\r\nA702 payment-amount-wrong\n\t座位 3",
    "\u{e000}\u{feff}",
];

fn with_names(log: &GameLog, names: &[String]) -> GameLog {
    let player = |(seat, name): (usize, &String)| Player { id: format!("u{seat}"), name: Some(name.clone()) };
    GameLog { players: names.iter().enumerate().map(player).collect(), ..log.clone() }
}

fn reported(log: &GameLog) -> Report {
    report(log, "sha256:0").expect("a published preset")
}

fn plain_names() -> Vec<String> {
    ["甲一", "乙二", "丙三", "丁四"].map(str::to_owned).to_vec()
}

/// The messages of all findings, in both languages.
fn sentences(report: &Report) -> Vec<String> {
    report.findings.iter().flat_map(|found| [found.message.zh.to_string(), found.message.en.to_string()]).collect()
}

#[test]
fn names_change_no_finding_and_no_identity() {
    let mut compared = 0;
    for id in presets() {
        for log in faulty(id, 1) {
            let unnamed = reported(&GameLog { players: Vec::new(), ..log.clone() });
            let mut long = HOSTILE.map(str::to_owned).to_vec();
            long[3] = "长".repeat(10_000);
            for names in [plain_names(), HOSTILE.map(str::to_owned).to_vec(), long] {
                let named = reported(&with_names(&log, &names));
                assert_eq!(identities(&unnamed), identities(&named), "{}", log.id);
                assert_eq!(unnamed.verdict, named.verdict);
                assert!(to_json(&named).len() < 2 * to_json(&unnamed).len(), "a name is shown short");
            }
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn sentences_use_names_instead_of_seats() {
    let mut checked = 0;
    for id in presets() {
        for log in faulty(id, 1) {
            for sentence in sentences(&reported(&with_names(&log, &plain_names()))) {
                let seat = |word: &str| {
                    sentence.split(word).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                };
                assert!(!seat("座位 ") && !seat("seat "), "{}: {sentence}", log.id);
                assert!(!sentence.contains(['\u{e000}', '?']) && !sentence.contains("  "), "{}: {sentence}", log.id);
                checked += 1;
            }
        }
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn hostile_names_are_inert_in_every_format() {
    let unseen = |c: &char| (c.is_control() && *c != '\n') || "\u{202e}\u{2066}\u{200f}\u{feff}\u{e000}".contains(*c);
    for log in faulty("changsha-a", 1) {
        let report = reported(&with_names(&log, &HOSTILE.map(str::to_owned)));
        let unnamed = reported(&GameLog { players: Vec::new(), ..log.clone() });
        let origin = caipan_engine::report::Origin::default();
        for lang in [Lang::Zh, Lang::En] {
            let style = Style { lang, full: true, ..Style::default() };
            let (shown, before) = (text(&report, style), text(&unnamed, style));
            assert_eq!(shown.lines().count(), before.lines().count(), "{shown}");
            for rendering in [shown, junit::document(&report, &origin), sarif::document(&report, &origin, lang)] {
                assert_eq!(rendering.chars().find(unseen), None, "{rendering}");
                assert!(!rendering.contains("](http"), "{rendering}");
            }
            assert!(!junit::document(&report, &origin).contains("<script>"));
        }
    }
}
