//! Names are for the eye: whatever the players are called, the same is found, under the same identity, and no name does
//! anything in a report but stand there.

use super::faulty;
use crate::generate::presets;
use caipan_engine::report::{Report, Style, identities, junit, report, sarif, text, to_json};
use caipan_log::{GameLog, Player};
use caipan_tiles::text::Lang;

/// Names that a platform may send.
const HOSTILE: [&str; 4] = [
    "\u{1b}[31m\u{202e}evil\u{2066}\u{200f}\u{0}\u{85}",
    "<script>alert('1')</script>`x` [y](http://z) \"",
    "line\r\nA702 payment-amount-wrong\n\t座位 3",
    "\u{e000}\u{feff}",
];

fn called(log: &GameLog, names: &[String]) -> GameLog {
    let player = |(seat, name): (usize, &String)| Player { id: format!("u{seat}"), name: Some(name.clone()) };
    GameLog { players: names.iter().enumerate().map(player).collect(), ..log.clone() }
}

fn reported(log: &GameLog) -> Report {
    report(log, "sha256:0").expect("a published preset")
}

fn plain() -> Vec<String> {
    ["甲一", "乙二", "丙三", "丁四"].map(str::to_owned).to_vec()
}

/// Every word of findings and transfers, in both languages.
fn sentences(report: &Report) -> Vec<String> {
    report.findings.iter().flat_map(|found| [found.message.zh.to_string(), found.message.en.to_string()]).collect()
}

#[test]
fn names_change_no_finding_and_no_identity() {
    let mut compared = 0;
    for id in presets() {
        for log in faulty(id, 1) {
            let nobody = reported(&GameLog { players: Vec::new(), ..log.clone() });
            let mut long = HOSTILE.map(str::to_owned).to_vec();
            long[3] = "长".repeat(10_000);
            for names in [plain(), HOSTILE.map(str::to_owned).to_vec(), long] {
                let named = reported(&called(&log, &names));
                assert_eq!(identities(&nobody), identities(&named), "{}", log.id);
                assert_eq!(nobody.verdict, named.verdict);
                assert!(to_json(&named).len() < 2 * to_json(&nobody).len(), "a name is shown short");
            }
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn where_the_log_has_names_no_sentence_speaks_of_seats() {
    let mut sayings = 0;
    for id in presets() {
        for log in faulty(id, 1) {
            for sentence in sentences(&reported(&called(&log, &plain()))) {
                let seat = |word: &str| {
                    sentence.split(word).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
                };
                assert!(!seat("座位 ") && !seat("seat "), "{}: {sentence}", log.id);
                assert!(!sentence.contains(['\u{e000}', '?']) && !sentence.contains("  "), "{}: {sentence}", log.id);
                sayings += 1;
            }
        }
    }
    assert!(sayings > 1000, "{sayings}");
}

#[test]
fn a_hostile_name_does_nothing_in_any_rendering() {
    let unseen = |c: &char| (c.is_control() && *c != '\n') || "\u{202e}\u{2066}\u{200f}\u{feff}\u{e000}".contains(*c);
    for log in faulty("changsha-a", 1) {
        let report = reported(&called(&log, &HOSTILE.map(str::to_owned)));
        let nobody = reported(&GameLog { players: Vec::new(), ..log.clone() });
        let origin = caipan_engine::report::Origin::default();
        for lang in [Lang::Zh, Lang::En] {
            let style = Style { lang, full: true, ..Style::default() };
            let (shown, before) = (text(&report, style), text(&nobody, style));
            assert_eq!(shown.lines().count(), before.lines().count(), "{shown}");
            for rendering in [shown, junit::document(&report, &origin), sarif::document(&report, &origin, lang)] {
                assert_eq!(rendering.chars().find(unseen), None, "{rendering}");
                assert!(!rendering.contains("](http"), "{rendering}");
            }
            assert!(!junit::document(&report, &origin).contains("<script>"));
        }
    }
}
