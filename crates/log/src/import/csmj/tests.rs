//! Tests of the importer with two small handmade room logs, intact and damaged.

use super::{FORMAT, read, sniff};
use crate::import::{ImportError, Problem};
use crate::{HandLog, Outcome};
use caipan_tiles::tile::{Seat, SeatMap};

const TWO_HANDS: &str = include_str!("../../../../../fixtures/import/csmj/two-hands.log");
const KONGS: &str = include_str!("../../../../../fixtures/import/csmj/kongs-and-seabed.log");

/// Returns the hands of the only match in a log.
fn hands(text: &str) -> Vec<HandLog> {
    let mut matches = read(text.as_bytes()).unwrap();
    assert_eq!(matches.len(), 1);
    matches.remove(0).hands
}

/// Prints the events of a hand, one per line, with lost claims after a `!`.
fn events(hand: &HandLog) -> String {
    let line = |event: &crate::Event| {
        let claims: Vec<String> =
            event.claims.iter().map(|claim| format!(" ! seat {} {:?}", claim.seat, claim.what)).collect();
        format!("{:?}{}\n", event.action, claims.concat())
    };
    hand.events.iter().map(line).collect()
}

/// Returns the error after replacing `from`, which must occur exactly once.
fn error(text: &str, from: &str, to: &str) -> ImportError {
    assert_eq!(text.matches(from).count(), 1, "{from}");
    read(text.replace(from, to).as_bytes()).unwrap_err()
}

/// Returns the number, from 1, of the first line that contains `text`.
fn line_of(log: &str, text: &str) -> usize {
    log.lines().position(|line| line.contains(text)).unwrap() + 1
}

#[test]
fn reads_players_rules_and_times() {
    let game = read(TWO_HANDS.as_bytes()).unwrap().remove(0);
    assert!(sniff(TWO_HANDS.as_bytes()));
    assert_eq!(game.id, "csmj-20200301T200000-31");
    assert_eq!(game.players.iter().map(|player| player.id.as_str()).collect::<Vec<_>>(), ["31", "32", "33", "34"]);
    assert_eq!(game.rules.system, "changsha-a");
    let birds = game.rules.options.get("bird_count");
    assert_eq!((game.rules.options.len(), birds), (1, Some(&crate::OptionValue::Number(2))));
    assert_eq!((game.start.scores, game.start.dealer), (Some(SeatMap([0; 4])), Seat::new(0)));
    assert_eq!(game.hands.len(), 2);
    let first = &game.hands[0];
    assert_eq!(first.started_at.unwrap().to_rfc3339(), "2020-03-01T20:00:16+08:00");
    let deal = first.deal.as_ref().unwrap().0.each_ref().map(ToString::to_string);
    // The dealer's fourteenth tile stays last.
    assert_eq!(deal, ["11122m567p22889s4p", "333344678m1239p", "469m44455789p67s", "467m99p12355678s"]);
}

#[test]
fn reads_every_step_as_an_event() {
    let hand = &hands(TWO_HANDS)[0];
    insta::assert_snapshot!(events(hand), @r#"
    Opening { seat: seat 1, kinds: ["四喜", "缺一色"], dice: None }
    Discard { seat: seat 0, tile: 9s }
    Draw { seat: seat 1, tile: 5s, from: None }
    Discard { seat: seat 1, tile: 9p }
    Pung { seat: seat 3, tile: 9p }
    Discard { seat: seat 3, tile: 4m }
    Pass { seat: seat 1, of: Pung }
    Draw { seat: seat 0, tile: 8s, from: None }
    Discard { seat: seat 0, tile: 4p }
    Kong { seat: seat 2, tile: 4p, kind: Exposed, dice: None } ! seat 1 Chow
    Draw { seat: seat 2, tile: 7m, from: None }
    Discard { seat: seat 2, tile: 9m }
    Draw { seat: seat 3, tile: 3p, from: None }
    Discard { seat: seat 3, tile: 3p }
    Draw { seat: seat 0, tile: 2m, from: None }
    Discard { seat: seat 0, tile: 8s }
    Draw { seat: seat 1, tile: 8m, from: None }
    Discard { seat: seat 1, tile: 5s }
    Pass { seat: seat 3, of: Pung }
    Chow { seat: seat 2, tile: 5s, with: [6s, 7s] }
    Discard { seat: seat 2, tile: 7m }
    Draw { seat: seat 3, tile: 1p, from: None }
    Discard { seat: seat 3, tile: 1p }
    Draw { seat: seat 0, tile: 5m, from: None }
    Discard { seat: seat 0, tile: 5m }
    Win { seat: seat 2, tile: 5m } ! seat 1 Chow
    Win { seat: seat 3, tile: 5m }
    Birds { tiles: [3p, 9p], fly: None }
    "#);
}

#[test]
fn reads_results_from_settlement_lines() {
    let [first, second]: [HandLog; 2] = hands(TWO_HANDS).try_into().unwrap();
    let (first, second) = (first.result.unwrap(), second.result.unwrap());
    assert_eq!(first.outcome, Some(Outcome::Win));
    assert_eq!(first.wins.unwrap().iter().map(|win| win.seat).collect::<Vec<_>>(), [Seat::ALL[2], Seat::ALL[3]]);
    assert_eq!(first.deltas, Some(SeatMap([-17, -3, 9, 11])));
    assert_eq!(first.next_dealer, Seat::new(0));
    assert_eq!((second.outcome, second.wins), (Some(Outcome::Aborted), None));
    assert_eq!((second.deltas, second.scores), (Some(SeatMap([0; 4])), Some(SeatMap([-17, -3, 9, 11]))));
    assert_eq!((first.payments, second.next_dealer), (None, None));
}

#[test]
fn reads_kongs_openings_and_seabed() {
    let hand = &hands(KONGS)[0];
    insta::assert_snapshot!(events(hand), @r#"
    Opening { seat: seat 3, kinds: ["四喜"], dice: None }
    Opening { seat: seat 1, kinds: [], dice: None }
    Discard { seat: seat 2, tile: 4p }
    Draw { seat: seat 3, tile: 7m, from: None }
    Kong { seat: seat 3, tile: 9p, kind: Concealed, dice: None }
    Draw { seat: seat 3, tile: 6p, from: None }
    Discard { seat: seat 3, tile: 2s }
    Draw { seat: seat 0, tile: 6m, from: None }
    Pass { seat: seat 0, of: Kong }
    Discard { seat: seat 0, tile: 6m }
    Pung { seat: seat 2, tile: 6m }
    Discard { seat: seat 2, tile: 1s }
    Draw { seat: seat 3, tile: 5p, from: None }
    Discard { seat: seat 3, tile: 7m }
    Draw { seat: seat 0, tile: 4s, from: None }
    Discard { seat: seat 0, tile: 4s }
    Draw { seat: seat 1, tile: 8s, from: None }
    Discard { seat: seat 1, tile: 8s }
    Draw { seat: seat 2, tile: 6m, from: None }
    Kong { seat: seat 2, tile: 6m, kind: Added, dice: Some([]) }
    Reveal { seat: seat 2, tiles: [2p, 8p] }
    Pass { seat: seat 1, of: Win }
    Seabed { seat: seat 3, take: false }
    Seabed { seat: seat 0, take: true }
    Draw { seat: seat 0, tile: 5p, from: None }
    Pass { seat: seat 1, of: Win }
    DrawGame
    "#);
    let result = hand.result.as_ref().unwrap();
    assert_eq!((result.outcome, result.deltas), (Some(Outcome::Draw), Some(SeatMap([2, -2, -2, 2]))));
}

/// The events do not depend on the results that the server records.
#[test]
fn events_do_not_depend_on_results() {
    let other = TWO_HANDS.replace("分数[9]", "分数[900]");
    for (one, two) in hands(TWO_HANDS).iter().zip(hands(&other)) {
        assert_eq!(one.events, two.events);
        assert_ne!(one.result, two.result);
    }
}

/// A file cut anywhere yields the events before the cut, and its last hand has no deltas without scores.
#[test]
fn reads_truncated_file_up_to_the_cut() {
    for log in [TWO_HANDS, KONGS] {
        let whole = hands(log);
        let begins = log.find("msg=\"发牌完成\"").unwrap();
        for cut in (0..log.len()).step_by(211) {
            match read(&log.as_bytes()[..cut]) {
                Err(error) => assert!(cut < begins && error.problem == Problem::NoHand, "{cut}: {error}"),
                Ok(matches) => {
                    let last = matches[0].hands.len() - 1;
                    for (hand, full) in matches[0].hands.iter().zip(&whole) {
                        assert_eq!(hand.events[..], full.events[..hand.events.len()], "{cut}");
                    }
                    let result = matches[0].hands[last].result.as_ref().unwrap();
                    assert!(result.scores.is_some() || result.deltas.is_none());
                }
            }
        }
    }
}

/// A missing move is detected when the hand of that seat is printed again.
#[test]
fn detects_missing_move() {
    let lines: Vec<&str> = TWO_HANDS.lines().collect();
    let mut unnoticed = Vec::new();
    for lost in 0..lines.len() {
        let rest: Vec<&str> = lines.iter().enumerate().filter(|(at, _)| *at != lost).map(|(_, line)| *line).collect();
        match read((rest.join("\n") + "\n").as_bytes()) {
            Err(error) => assert!(error.line.is_none_or(|line| line > lost), "{lost} {error}"),
            Ok(_) => unnoticed.push(lines[lost]),
        }
    }
    let moves = ["玩家摸牌\"", "玩家碰\"", "玩家吃\"", "玩家补\"", "发庄家最后一张牌\"", "房间结算中\""];
    assert!(unnoticed.iter().all(|line| !moves.iter().any(|message| line.contains(message))));
    // No printed hand follows the last discard of each seat.
    let quiet = unnoticed.iter().filter(|line| line.contains("玩家打牌\""));
    let quiet: Vec<&str> = quiet.filter_map(|line| line.split("打的牌=").nth(1)?.get(1..7)).collect();
    assert_eq!(quiet, ["五条", "七万", "一筒", "五万", "一万"]);
}

#[test]
fn detects_missing_draw_at_the_discard() {
    let lost = TWO_HANDS.lines().find(|line| line.contains("玩家摸牌") && line.contains("当前牌=\"[三筒]\"")).unwrap();
    let read = read(TWO_HANDS.replace(&format!("{lost}\n"), "").as_bytes()).unwrap_err();
    assert_eq!(
        read.problem,
        Problem::NotHeld { seat: Seat::ALL[3], tile: caipan_tiles::tile::parse_tile("3p").unwrap() }
    );
    assert_eq!(read.line, Some(line_of(TWO_HANDS, lost) + 2));
}

#[test]
fn detects_altered_hand_where_it_is_printed() {
    let at = line_of(TWO_HANDS, "打的牌=\"九筒\"");
    let altered: Vec<String> = TWO_HANDS
        .lines()
        .enumerate()
        .map(|(index, line)| if index + 1 == at { line.replace("四万 四万", "四万 五万") } else { line.to_owned() })
        .collect();
    let error = read((altered.join("\n") + "\n").as_bytes()).unwrap_err();
    assert_eq!(error.line, Some(at));
    assert!(
        error.text().en.contains("printed as 333345678m123p5s, but the lines before give 333344678m123p5s"),
        "{error}"
    );
}

#[test]
fn errors_name_their_line() {
    let dealer = line_of(TWO_HANDS, "选择庄家");
    let drawn = line_of(TWO_HANDS, "玩家摸牌");
    let deal = line_of(TWO_HANDS, "发牌完成");
    let second = line_of(TWO_HANDS, "房间回合数=2");
    let kong = line_of(TWO_HANDS, "补的类型");
    let bad = Problem::unreadable;
    for (from, to, line, problem) in [
        ("房间回合数=2", "房间回合数=3", second, Problem::Gap { found: 3, after: 1 }),
        ("房间回合数=2", "房间回合数=二", second, bad("房间回合数", "二")),
        ("补的类型=\"3张直接杠\"", "补的类型=\"五张杠\"", kong, bad("补的类型", "五张杠")),
        ("补的类型=\"3张直接杠\"", "", kong, Problem::Missing { key: "补的类型" }),
    ] {
        let error = error(TWO_HANDS, from, to);
        assert_eq!((error.line, &error.problem), (Some(line), &problem), "{error}");
    }
    let edit = |line: usize, from: &str, to: &str| {
        let lines = TWO_HANDS.lines().enumerate();
        let edited: Vec<String> =
            lines.map(|(at, text)| if at + 1 == line { text.replace(from, to) } else { text.to_owned() }).collect();
        read((edited.join("\n") + "\n").as_bytes()).unwrap_err()
    };
    for (line, from, to, problem) in [
        (dealer, "庄家位置=0", "庄家位置=7", bad("庄家位置", "7")),
        (drawn, "当前玩家=32", "当前玩家=99", Problem::Stranger { id: "99".to_owned() }),
        (drawn, "当前牌=\"[五条]\"", "当前牌=\"[十条]\"", bad("当前牌", "[十条]")),
        (drawn, "当前牌=\"[五条]\"", "当前牌=\"[]\"", Problem::Missing { key: "当前牌" }),
        (deal, "位置[2]", "\n", Problem::Cut),
        (deal, "位置[2]", "位置[1]", Problem::Seats),
        (deal, "玩家列表", "名单", Problem::Missing { key: "玩家列表" }),
    ] {
        assert_eq!(edit(line, from, to), problem.at(line));
    }
}

#[test]
fn refuses_non_utf8_and_files_without_a_hand() {
    assert_eq!(
        read("time=\"2020-03-01T20:00:00+08:00\" level=info msg=\"清理桌面\"\n".as_bytes()),
        Err(ImportError { line: None, problem: Problem::NoHand })
    );
    let mut bytes = TWO_HANDS.as_bytes().to_vec();
    let third = TWO_HANDS.lines().take(2).map(|line| line.len() + 1).sum::<usize>();
    bytes[third + 3] = 0xd6;
    assert_eq!(read(&bytes), Err(Problem::NotText.at(3)));
}

#[test]
fn skips_foreign_lines() {
    let odd = "panic: runtime error\n\ttime=\"x\ntime=\"2020-03-01T20:00:01+08:00\" level=debug msg=\"新消息\" 什么=[ 一 ]\n\n";
    let noisy = TWO_HANDS.lines().fold(String::new(), |noisy, line| noisy + odd + line + "\r\n");
    assert_eq!(hands(&format!("\u{feff}{noisy}")), hands(TWO_HANDS));
}

/// When a room number is reused, the server appends to the same file.
#[test]
fn reads_several_matches_from_one_file() {
    let matches = read(format!("{TWO_HANDS}{KONGS}").as_bytes()).unwrap();
    assert_eq!(
        matches.iter().map(|game| game.id.as_str()).collect::<Vec<_>>(),
        ["csmj-20200301T200000-31", "csmj-20200301T220000-71"]
    );
    assert_eq!(matches[1].hands, hands(KONGS));
}

/// A file that lost its beginning starts with the first hand that begins in it.
#[test]
fn starts_with_first_complete_hand_if_beginning_is_lost() {
    let at = TWO_HANDS.find("msg=\"小胡检查\"").unwrap();
    let from = at + TWO_HANDS[at..].find('\n').unwrap() + 1;
    let game = read(&TWO_HANDS.as_bytes()[from..]).unwrap().remove(0);
    assert_eq!(game.hands, hands(TWO_HANDS)[1..]);
    assert_eq!(game.start.scores, Some(SeatMap([-17, -3, 9, 11])));
    assert_eq!(game.id, format!("{}-20200301T200058-31", FORMAT.id));
}

proptest::proptest! {
    /// Reading a randomly damaged log terminates without a panic and with a valid line number.
    #[test]
    fn damaged_log_never_panics(edits in proptest::collection::vec((0usize..90_000, 0usize..9), 1..6)) {
        const MARKS: [&str; 9] = ["[", "]", "\"", "\\", "\n", "=", " ", "九", "\u{0}"];
        for log in [TWO_HANDS, KONGS] {
            let mut text = log.to_owned();
            for &(at, mark) in &edits {
                let at = (at..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(0);
                let end = (at + 1..text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(at);
                text.replace_range(at..end, MARKS[mark]);
            }
            if let Err(error) = read(text.as_bytes()) {
                proptest::prop_assert!(error.line.is_none_or(|line| line <= text.lines().count()));
            }
        }
    }
}
