//! Additions of house rules to a hand, on the report page and on the board: picks, missing suits, exchanges, initial wins
//! during play, flying birds and opened chickens.

use super::{call, get, post, service};
use crate::matches::{house_rules, picked_out, room};
use actix_web::http::header;
use caipan::generate::{MatchConfig, matches};
use caipan::log::{Action, Declaration, GameLog, write};
use caipan::rules::Value;
use caipan::tile::{Seat, SeatMap};

/// Requests a page as a browser and returns its text, with the markup of labels left in.
macro_rules! page {
    ($service:expr, $path:expr) => {
        async {
            let answer = call!($service, get($path).insert_header((header::ACCEPT, "text/html"))).await;
            assert_eq!(answer.status, 200, "{}", $path);
            String::from_utf8(answer.body).expect("UTF-8")
        }
    };
}

/// The plate of a seat on a board.
fn plate(page: &str, seat: Seat) -> String {
    let (_, rest) = page.split_once(&format!("data-seat=\"{seat}\"><h3")).expect("a seat");
    rest.split_once("</h3>").expect("a plate").0.to_owned()
}

/// The labels that a seat has at the end of a hand, in both languages.
fn labels(log: &GameLog, hand: usize, seat: Seat) -> Vec<[String; 2]> {
    let mut labels = Vec::new();
    if let Some(picked) = log.piao(hand) {
        labels.push([format!("飘{}", picked[seat]), format!("float {}", picked[seat])]);
    }
    if let Some(picked) = log.gu_mai(hand) {
        labels.push([format!("估卖{}", picked[seat]), format!("adds {}", picked[seat])]);
    }
    for event in &log.hands[hand].events {
        if let Action::Declare { seat: by, what: Declaration::Void(suit) } = event.action
            && by == seat
        {
            let (zh, en) = match suit.letter() {
                'm' => ("缺万", "no characters"),
                'p' => ("缺筒", "no dots"),
                _ => ("缺条", "no bamboo"),
            };
            labels.push([zh.to_owned(), en.to_owned()]);
        }
    }
    labels
}

#[actix_web::test]
async fn pages_show_what_house_rules_add() {
    let (service, _folder) = service!();
    let mut shown = std::collections::BTreeSet::new();
    for ruleset in house_rules() {
        let (log, hand) = picked_out(&ruleset);
        let stored = call!(&service, post("/v1/logs", write(&log))).await;
        assert_eq!(stored.json()["verdict"], "clean", "{}", log.id);
        let report = format!("/v1/reports/{}", stored.id());
        let last = log.hands[hand].events.len();
        for (n, lang) in ["zh", "en"].into_iter().enumerate() {
            let whole = page!(&service, &format!("{report}?lang={lang}")).await;
            let part = whole.split(&format!("id=\"h{hand}\"")).nth(1).expect("the hand");
            let part = part.split("<details class=\"hand-box\"").next().expect("a part");
            let board = page!(&service, &format!("{report}/hands/{hand}/steps/{last}?lang={lang}")).await;
            for seat in log.seats().iter() {
                let labels = labels(&log, hand, seat);
                assert!(!labels.is_empty(), "{} {seat}", log.id);
                let plate = plate(&board, seat);
                let mut said: Vec<&str> = Vec::new();
                for label in &labels {
                    assert!(plate.contains(&format!("<em>{}</em>", label[n])), "{label:?}: {plate}");
                    said.push(&label[n]);
                }
                assert!(part.contains(&said.join(" · ")), "{said:?}: {part}");
            }
            for event in &log.hands[hand].events {
                let words = match &event.action {
                    Action::Exchange { .. } => ["换出", "gives"],
                    Action::MidOpening { .. } => ["中途起手胡", "initial wins during play"],
                    Action::Birds { fly: Some(_), .. } => ["飞鸟", "flying birds"],
                    Action::Flip { .. } => ["翻鸡", "the flip is"],
                    _ => continue,
                };
                shown.insert(event.action.name());
                assert!(part.contains(words[n]) && board.contains(words[n]), "{words:?} {lang}");
            }
        }
    }
    assert_eq!(shown.into_iter().collect::<Vec<_>>(), ["birds", "exchange", "flip", "mid_opening"]);
}

/// A declaration beside a missing suit hides neither; holdings are shown for the first hand, which alone they describe.
#[actix_web::test]
async fn labels_stand_beside_each_other() {
    let (service, _folder) = service!();
    let capped = room("changsha-a", &[("cap_by_holdings", Value::Word("loser")), ("piao_max", Value::Number(2))]);
    let mut log = matches(&capped, 2, MatchConfig::USUAL).find(|log| log.hands.len() > 1).expect("a match");
    log.start.holdings = Some(SeatMap([1_000_000; 4]));
    let stored = call!(&service, post("/v1/logs", write(&log))).await;
    let report = format!("/v1/reports/{}", stored.id());
    for (hand, shown) in [(0, true), (1, false)] {
        let board = page!(&service, &format!("{report}/hands/{hand}/steps/0?lang=zh")).await;
        let plate = plate(&board, Seat::ALL[1]);
        assert_eq!(plate.contains("持有1000000"), shown, "{plate}");
        assert!(plate.contains("<em>飘"), "{plate}");
    }
    let ready = room("guiyang", &[("players", Value::Number(3)), ("ding_que", Value::Flag(true))]);
    let declared = |log: &GameLog| {
        let is_ready = |action: &Action| match action {
            Action::Declare { seat, what: Declaration::Ready } => Some(*seat),
            _ => None,
        };
        let hands = log.hands.iter().enumerate();
        hands
            .flat_map(|(at, hand)| hand.events.iter().map(move |event| (at, event)))
            .find_map(|(at, event)| Some((at, is_ready(&event.action)?)))
    };
    let found = matches(&ready, 4, MatchConfig::USUAL).take(200).find_map(|log| Some((declared(&log)?, log)));
    let ((hand, seat), log) = found.expect("a ready seat");
    let stored = call!(&service, post("/v1/logs", write(&log))).await;
    let last = log.hands[hand].events.len();
    let path = format!("/v1/reports/{}/hands/{hand}/steps/{last}?lang=zh", stored.id());
    let plate = plate(&page!(&service, &path).await, seat);
    assert!(plate.contains("<em>缺") && plate.contains("<em>报听</em>"), "{plate}");
}

/// A log without such rules shows none of it: no empty line, no label.
#[actix_web::test]
async fn usual_hands_show_no_extras() {
    let (service, _folder) = service!();
    let stored = call!(&service, post("/v1/logs", super::game("usual"))).await;
    let whole = page!(&service, &format!("/v1/reports/{}?lang=zh", stored.id())).await;
    assert!(!whole.contains("开局前：") && !whole.contains("class=\"unusual\""), "{whole}");
}
