//! Rooms of three players with the house rules that such rooms play: generated, spoilt, audited, read on the board, and
//! settled in the score form.

use super::{call, get, post, service};
use actix_web::http::header;
use caipan::generate::faults::{inject, kinds};
use caipan::generate::{MatchConfig, Rng, matches};
use caipan::log::{GameLog, write};
use caipan::rules::{Ruleset, Value};

/// A room: preset, options, and a question to the score form with the line of points that it gives.
struct Room {
    preset: &'static str,
    options: &'static [(&'static str, Value)],
    form: &'static str,
    points: [&'static str; 3],
}

const ROOMS: [Room; 3] = [
    Room {
        preset: "changsha-a",
        options: &[
            ("players", Value::Number(3)),
            ("piao_max", Value::Number(3)),
            ("mid_openings", Value::Word("sixi")),
        ],
        form: "rules=changsha-a&players=3&options=piao_max%3D3&piao=0+2+1&seat=1&hand=123456m789p2345s&tile=5s&from=2",
        points: [">0<", "+4", "−4"],
    },
    Room {
        preset: "guiyang",
        options: &[
            ("players", Value::Number(3)),
            ("ding_que", Value::Flag(true)),
            ("standing_ji", Value::Word("double")),
        ],
        form: "rules=guiyang&players=3&options=ding_que%3Dtrue&lack=sss&seat=0&hand=1112223334445m&tile=5m&shand_1=1122334455667p&shand_2=6667778889999m",
        points: ["", "", ""],
    },
    Room {
        preset: "beijing",
        options: &[("players", Value::Number(3)), ("tiles.honours", Value::Flag(false))],
        form: "rules=beijing&players=3&options=tiles.honours%3Dfalse&indicator=3m&seat=1&hand=123m456999p3378s&tile=9s&from=2",
        points: ["−4", "+12", "−8"],
    },
];

fn ruleset(room: &Room) -> Ruleset {
    crate::matches::room(room.preset, room.options)
}

/// A clean match of the room, and the same with one payment missing.
fn spoilt(ruleset: &Ruleset) -> (GameLog, GameLog) {
    let kind = kinds().find(|kind| kind.name == "wrong amount").expect("a kind of fault");
    let mut played = matches(ruleset, 11, MatchConfig::USUAL);
    played
        .find_map(|log| Some((log.clone(), inject(ruleset, &log, kind, &mut Rng::new(3))?.1)))
        .expect("a match with a payment")
}

#[actix_web::test]
async fn rooms_of_three_are_audited_shown_and_settled() {
    let (service, _folder) = service!();
    for room in &ROOMS {
        let (clean, wrong) = spoilt(&ruleset(room));
        assert_eq!(call!(&service, post("/v1/logs", write(&clean))).await.json()["verdict"], "clean", "{}", clean.id);
        let mut wrong = wrong;
        wrong.id = format!("{}-spoilt", wrong.id);
        let stored = call!(&service, post("/v1/logs", write(&wrong))).await;
        assert_eq!(stored.json()["verdict"], "faulty", "{}", wrong.id);
        let path = format!("/v1/reports/{}", stored.id());
        for path in [path.clone(), format!("{path}/hands/0/steps/3")] {
            let page =
                call!(&service, get(&format!("{path}?lang=en")).insert_header((header::ACCEPT, "text/html"))).await;
            assert_eq!(page.status, 200, "{path}");
            let text = String::from_utf8_lossy(&page.body).into_owned();
            assert!(text.contains("u3") && !text.contains("u4") && !text.contains("seat 3"), "{path}: {text}");
        }
        let entries = |list: &serde_json::Value| list.as_array().map(Vec::len);
        let report = call!(&service, get(&path)).await.json();
        assert_eq!([&report["hands"][0]["balance"], &report["hands"][0]["recorded"]].map(entries), [Some(3); 2]);
        let step = call!(&service, get(&format!("{path}/hands/0/steps/3"))).await.json();
        assert_eq!([&step["table"]["places"], &step["could"], &step["barred"]].map(entries), [Some(3); 3], "{step}");
        let page = call!(&service, get(&format!("/score?{}&lang=en", room.form))).await;
        let text = String::from_utf8_lossy(&page.body).into_owned();
        let balance = text.split("class=\"balance\"").nth(1).unwrap_or_else(|| panic!("{}: {text}", room.form));
        let balance = balance.split("</p>").next().unwrap_or_default();
        assert_eq!(balance.matches("<strong>").count(), 3, "{balance}");
        for points in room.points {
            assert!(balance.contains(points), "{}: {balance}", room.form);
        }
    }
}

/// The form of a house with red dragons has their button, settles a hand with one and an initial win during play beside a
/// pung and a concealed kong, and tells an error of the latter beside its field.
#[actix_web::test]
async fn form_settles_red_dragons_and_initial_win_during_play() {
    let (service, _folder) = service!();
    let question = "rules=changsha-a&options=wild%3Dhongzhong%0Amid_openings%3Dboth&hand=123456m789p23s7z5s&tile=5s&from=3\
        &mseat=2&mhand=666m34p8s7z&mtile=6m&mkind_mid-sixi=1&mmelds=";
    for (lang, cause, melds) in
        [("zh", "中途起手胡", "555p+2222s%E6%9A%97"), ("en", "initial win in mid-hand", "555p+2222sc")]
    {
        let page = call!(&service, get(&format!("/score?{question}{melds}&lang={lang}"))).await;
        let text = String::from_utf8_lossy(&page.body).into_owned();
        let settled = text.split("id=\"settled\"").nth(1).unwrap_or_else(|| panic!("{lang}: {text}"));
        let (settled, _) = settled.split_once("</section>").expect("an end");
        assert_eq!(settled.matches(cause).count(), 3, "{lang}: {settled}");
        assert!(text.contains("data-tile=\"7z\"") && text.contains("name=\"mmelds\" value=\"555p 2222s"), "{lang}");
    }
    let page = call!(&service, get(&format!("/score?{question}555p+224s&lang=en"))).await;
    let text = String::from_utf8_lossy(&page.body).into_owned();
    assert!(text.contains("id=\"wrong-mmelds\"") && text.contains("224s"), "{text}");
}
