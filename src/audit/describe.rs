//! From a breach of the replay to a finding: its check and its sentence.

use super::check::Check;
use super::checks::{claims, conduct, course, deal, discards, kongs, log, patterns, wins};
use super::finding::Finding;
use crate::log::{Claim, DrawFrom};
use crate::replay::{Action, Breach, What};
use crate::rules::{Ground, Refusal};
use crate::say;
use crate::say::Text;
use crate::tile::{Seat, Tile, Tiles};

/// The finding that says what a breach is.
pub(super) fn finding(hand: usize, breach: &Breach) -> Finding {
    let seat = breach.seat;
    let (check, text) = words(&breach.what, seat);
    let mut finding = Finding::new(check, hand, text).at_event(breach.event).of(seat).because(breach.because);
    match &breach.what {
        What::Refused { refusal, .. } | What::FalseWin { refusal } | What::ForbiddenWin { refusal } => {
            finding = finding.under(refusal.clause).by(refusal.option);
        }
        What::CutDice { count, due, clause } => {
            finding = finding.values(count, due).under(clause).at_field("dice");
        }
        What::IndicatorDiffers { claimed, due } => finding = finding.values(claimed, due).at_field("indicator"),
        What::IndicatorMissing => finding = finding.at_field("indicator"),
        What::SecondWinner { clause, option, .. } => finding = finding.under(clause).by(Some(option)),
        What::AutomaticWin { clause } => finding = finding.under(clause),
        What::DrawWrongTile { tile, due } => finding = finding.values(tile, due),
        What::RevealTiles { tiles, due } | What::BirdTiles { tiles, due } => {
            finding = finding.values(group(tiles), group(due));
        }
        What::RevealCount { count, due } | What::BirdCount { count, due } | What::DealSize { count, due } => {
            finding = finding.values(count, due);
        }
        What::DealNotFromWall { dealt, due } => finding = finding.values(group(dealt), group(due)).at_field("deal"),
        What::DigestDiffers { claimed, computed } => finding = finding.values(claimed, computed),
        What::CommitmentBroken { published, computed } => {
            finding = finding.values(published, computed).at_field("fairness");
        }
        What::WallTiles { .. } | What::WallSize { .. } => finding = finding.at_field("wall"),
        What::DoubtfulWin { refusal } => finding = finding.under(refusal.clause).by(refusal.option),
        What::FlipTile { tile, due } => finding = finding.values(tile, due),
        What::TileNotOpen { tile, open } | What::WinTile { tile, open } => finding = finding.values(tile, group(open)),
        _ => {}
    }
    finding
}

fn words(what: &What, seat: Option<Seat>) -> (&'static Check, Text) {
    let s = seat.map_or_else(|| "?".to_owned(), |seat| seat.to_string());
    match what {
        What::WallTiles { tile, count } => (
            &deal::WALL,
            say!("牌墙里有 {count} 张 {tile}，应为 4 张。", "the wall has {count} of {tile}; there are 4"),
        ),
        What::WallSize { count, due } => {
            (&deal::WALL, say!("牌墙有 {count} 张，应为 {due} 张。", "the wall has {count} tiles and must have {due}"))
        }
        What::NotInDeck { tile } => (&deal::NOT_IN_DECK, say!("这副牌里没有 {tile}。", "this deck has no {tile}")),
        What::DealSize { count, due } => (
            &deal::DEAL_SIZE,
            say!("座位 {s} 发到 {count} 张，应为 {due} 张。", "seat {s} was dealt {count} tiles instead of {due}"),
        ),
        What::DealNotFromWall { .. } => (
            &deal::DEAL_WALL,
            say!(
                "座位 {s} 的起手牌与牌墙所定的不同。",
                "the dealt hand of seat {s} is not the one that the wall gives it"
            ),
        ),
        What::TooManyCopies { tile, count } => (
            &deal::COPIES,
            say!("已出现 {count} 张 {tile}，一副牌只有 4 张。", "{count} of {tile} have been seen, and the deck has 4"),
        ),
        What::DealerDeal { dealt } => (
            &deal::DEALER_DEAL,
            say!(
                "庄家是座位 {s}，发到十四张的却是座位 {dealt}。",
                "seat {s} deals, but seat {dealt} was dealt fourteen"
            ),
        ),
        What::CutDice { count, due, .. } => (
            &deal::DICE,
            say!("切牌用了 {count} 颗骰子，应为 {due} 颗。", "the wall was cut with {count} dice instead of {due}"),
        ),
        What::IndicatorDiffers { claimed, due } => (
            &deal::INDICATOR,
            say!(
                "混坯记为 {claimed}，牌墙上翻开的是 {due}。",
                "the indicator is recorded as {claimed}; the wall turns up {due}"
            ),
        ),
        What::IndicatorMissing => (
            &deal::INDICATOR_MISSING,
            say!("没有混坯，不知哪种牌是混儿。", "there is no indicator, so the wild kind is not known"),
        ),
        What::DrawFromReserve { left } => (
            &deal::DRAW_RESERVE,
            say!(
                "只剩 {left} 张保留牌，应为荒牌，座位 {s} 仍摸牌。",
                "only the {left} reserved tiles are left, which draws the hand, but seat {s} drew"
            ),
        ),
        What::SecondWinner { first, .. } => (
            &wins::SECOND,
            say!(
                "一人点炮只有一家胡牌有效：座位 {first} 在前；座位 {s} 也记为胡牌。",
                "only one seat wins on a tile, and seat {first} comes first; seat {s} is recorded as a winner too"
            ),
        ),
        What::AutomaticWin { .. } => (
            &wins::AUTOMATIC,
            say!(
                "座位 {s} 已自动和牌，本局应就此结束。",
                "seat {s} has won without a call, and the hand should have ended there"
            ),
        ),
        What::DrawOutOfTurn { due } => (&deal::DRAW_TURN, turn(&s, *due, "摸牌", "drew")),
        What::DrawWrongEnd { due } => (
            &deal::DRAW_END,
            match due {
                DrawFrom::Wall => {
                    say!("座位 {s} 应从墙头摸牌，却从墙尾摸。", "seat {s} drew from the tail where the head was due")
                }
                DrawFrom::Tail => say!(
                    "座位 {s} 应从墙尾补牌，却从墙头摸。",
                    "seat {s} drew from the head where a replacement from the tail was due"
                ),
            },
        ),
        What::DrawFromNothing => {
            (&deal::DRAW_NOTHING, say!("牌墙已空，座位 {s} 仍摸牌。", "seat {s} drew although the wall is used up"))
        }
        What::DrawWrongTile { tile, due } => (
            &deal::DRAW_TILE,
            say!(
                "座位 {s} 摸到 {tile}，牌墙的下一张是 {due}。",
                "seat {s} drew {tile} while the wall's next tile is {due}"
            ),
        ),
        What::DrawMissing { supplied } => (&deal::DRAW_MISSING, missing_draw(&s, *supplied)),
        What::DiscardMissing { supplied } => (&discards::MISSING, missing_discard(&s, *supplied)),
        What::LastTileSkipped { asked } => (
            &deal::LAST_SKIPPED,
            say!(
                "海底应先问座位 {asked}，座位 {s} 却摸走了。",
                "seat {s} drew the last tile while seat {asked} was to be asked first"
            ),
        ),
        What::DiscardOutOfTurn { due } => (&discards::OUT_OF_TURN, turn(&s, *due, "打牌", "discarded")),
        What::DiscardNotHeld { tile } => (
            &discards::NOT_HELD,
            say!("座位 {s} 打出 {tile}，手中没有这张牌。", "seat {s} discarded {tile}, which is not in its hand"),
        ),
        What::NothingOpen => {
            (&claims::NOTHING_OPEN, say!("座位 {s} 要牌时没有打出的牌。", "seat {s} claimed while no tile lay open"))
        }
        What::TileNotOpen { tile, open } => {
            let open = group(open);
            (
                &claims::TILE_NOT_OPEN,
                say!("座位 {s} 要 {tile}，打出的却是 {open}。", "seat {s} claimed {tile}, but {open} lies open"),
            )
        }
        What::OwnTile { tile } => {
            (&claims::OWN_TILE, say!("座位 {s} 要了自己打出的 {tile}。", "seat {s} claimed its own discard {tile}"))
        }
        What::NotARun { tiles } => {
            let tiles = group(tiles);
            (&claims::NOT_A_RUN, say!("{tiles} 不成顺子。", "{tiles} is no run"))
        }
        What::MeldNotHeld { tile, held, need } => (
            if *need > 2 { &kongs::NOT_HELD } else { &claims::TILES_NOT_HELD },
            say!(
                "座位 {s} 需要手中 {need} 张 {tile}，只有 {held} 张。",
                "seat {s} needs {need} of {tile} in its hand and has {held}"
            ),
        ),
        What::KongOutOfTurn { due } => (&kongs::OUT_OF_TURN, turn(&s, *due, "开杠", "konged")),
        What::NoPung { tile } => {
            (&kongs::NO_PUNG, say!("座位 {s} 没有碰过 {tile}，不能补杠。", "seat {s} has no pung of {tile} to add to"))
        }
        What::ClaimOverridden { by, stronger, seat } => {
            let ((zh, en), (by_zh, by_en)) = (claim(*stronger), claim(*by));
            (
                &claims::OVERRIDDEN,
                say!(
                    "座位 {s} 的{by_zh}压过了座位 {seat} 的{zh}。",
                    "the {by_en} of seat {s} was carried out over the {en} of seat {seat}"
                ),
            )
        }
        What::Refused { action, refusal } => (refused(*action, refusal), refusal.text.clone()),
        What::RevealUncalled => (
            &kongs::REVEAL_UNCALLED,
            say!(
                "座位 {s} 翻牌，之前没有带骰子的杠。",
                "seat {s} turned tiles up, but there was no kong with dice before"
            ),
        ),
        What::RevealMissing => (
            &kongs::REVEAL_MISSING,
            say!(
                "开杠之后没有翻牌，座位 {s} 就行牌了。",
                "seat {s} went on although the dice kong's tiles were not turned up"
            ),
        ),
        What::RevealCount { count, due } => (
            &kongs::REVEAL_COUNT,
            say!("翻了 {count} 张，应为 {due} 张。", "{count} tiles were turned up instead of {due}"),
        ),
        What::RevealTiles { tiles, due } => {
            let (tiles, due) = (group(tiles), group(due));
            (
                &kongs::REVEAL_TILES,
                say!("翻出 {tiles}，骰子所指的是 {due}。", "{tiles} was turned up while the dice point to {due}"),
            )
        }
        What::NoChance => {
            (&wins::NO_CHANCE, say!("座位 {s} 此时没有牌可胡。", "seat {s} has no tile to win on at this moment"))
        }
        What::WinTile { tile, open } => {
            let open = group(open);
            (
                &wins::TILE,
                say!(
                    "座位 {s} 胡 {tile}，可胡的却是 {open}。",
                    "seat {s} won on {tile}, but the tile to win on is {open}"
                ),
            )
        }
        What::FalseWin { refusal } | What::ForbiddenWin { refusal } => {
            let check = match refusal.ground {
                Ground::Pair => &wins::PAIR,
                Ground::Missed => &wins::MISSED,
                Ground::Unrobbable => &wins::UNROBBABLE,
                Ground::Shape => &wins::FALSE_WIN,
                Ground::Count => &conduct::TILE_COUNT,
                _ => &wins::MANNER,
            };
            let Text { zh, en } = &refusal.text;
            (check, say!("座位 {s} 胡牌：{zh}", "seat {s} won: {en}"))
        }
        What::DoubtfulWin { refusal } => {
            let Text { zh, en } = &refusal.text;
            (&wins::DOUBTFUL, say!("座位 {s} 胡牌：{zh}", "seat {s} won: {en}"))
        }
        What::Preempted { by } => (
            &wins::PREEMPTED,
            say!(
                "座位 {by} 开杠自己胡了，座位 {s} 不能再胡。",
                "seat {by} won on its own dice kong, so seat {s} does not win"
            ),
        ),
        What::WonTwice => (&wins::TWICE, say!("座位 {s} 已经胡了。", "seat {s} has won already")),
        What::WinOverridden { tile } => (
            &wins::OVERRIDDEN,
            say!("座位 {s} 要胡 {tile}，却没有算胡。", "seat {s} claimed the win on {tile} and did not get it"),
        ),
        What::UnknownOpening { name } => {
            (&wins::OPENING_NAME, say!("没有叫“{name}”的起手胡。", "there is no initial win called `{name}`"))
        }
        What::LastTileAnswer { asked } => (
            &deal::LAST_SKIPPED,
            match asked {
                Some(asked) => say!(
                    "此时应问座位 {asked}，回答的却是座位 {s}。",
                    "seat {asked} is to be asked now, but seat {s} answered"
                ),
                None => say!(
                    "此时不问海底，座位 {s} 却回答了。",
                    "the last tile is not on offer now, but seat {s} answered"
                ),
            },
        ),
        What::BirdsUncalled => {
            (&patterns::BIRDS_UNCALLED, say!("无人胡牌，不该扎鸟。", "nobody won, so there are no birds"))
        }
        What::BirdCount { count, due } => (
            &patterns::BIRD_COUNT,
            say!("翻了 {count} 只鸟，应为 {due} 只。", "{count} birds were turned up instead of {due}"),
        ),
        What::BirdTiles { tiles, due } => {
            let (tiles, due) = (group(tiles), group(due));
            (&patterns::BIRDS, say!("鸟是 {tiles}，应为 {due}。", "the birds are {tiles} and should be {due}"))
        }
        What::FlipUncalled { tile } => (
            &patterns::FLIP_UNCALLED,
            say!(
                "翻出 {tile}，此时不翻牌：无人胡、牌墙已空或已翻过。",
                "{tile} was flipped, but no flip is due: nobody won, the wall is empty, or one was flipped already"
            ),
        ),
        What::FlipTile { tile, due } => (
            &patterns::FLIP,
            say!("翻出 {tile}，牌墙的下一张是 {due}。", "{tile} was flipped while the wall's next tile is {due}"),
        ),
        What::IdlePass { of } => {
            let (zh, en) = claim(*of);
            (
                &discards::IDLE_PASS,
                say!("座位 {s} 放弃{zh}，但此时并不能{zh}。", "seat {s} passed a {en} that was not on offer"),
            )
        }
        What::Left => (&conduct::LEFT, say!("座位 {s} 离开了。", "seat {s} left")),
        What::AfterEnd => (&log::AFTER_END, say!("本局已结束，此后还有事件。", "the hand has ended, and events go on")),
        What::Unfinished => (
            &log::UNFINISHED,
            say!("事件到此为止，本局还没有结束。", "the events stop here, and the hand has not ended"),
        ),
        What::DigestDiffers { .. } => (
            &log::DIGEST,
            say!("此事件之后客户端的牌桌与裁判的不同。", "after this event the client's table is not the referee's"),
        ),
        What::TimeBackwards { ms, before } => (
            &log::TIME,
            say!("时间 {ms} 毫秒早于前面的 {before} 毫秒。", "{ms} ms is earlier than {before} ms before it"),
        ),
        What::CommitmentBroken { .. } => (
            &log::COMMITMENT,
            say!("盐加牌墙的摘要与公布的承诺不同。", "the digest of salt and wall is not the one published"),
        ),
    }
}

/// Which check a refusal of the rules belongs to.
fn refused(action: Action, refusal: &Refusal) -> &'static Check {
    match (action, refusal.ground) {
        (_, Ground::NoSuchAction) => &log::NO_SUCH_ACTION,
        (_, Ground::Count) => &conduct::TILE_COUNT,
        (Action::Draw, _) => &deal::DRAW_REFUSED,
        (Action::Discard, Ground::NotReady) => &discards::NOT_READY,
        (Action::Discard, _) => &discards::FORBIDDEN,
        (Action::Chow, Ground::Seat) => &claims::OUT_OF_TURN,
        (Action::Chow | Action::Pung, _) => &claims::FORBIDDEN,
        (Action::Kong, Ground::NotReady) => &kongs::NOT_READY,
        (Action::Kong, Ground::WallShort) => &kongs::WALL_SHORT,
        (Action::Kong, _) => &kongs::FORBIDDEN,
        (Action::Opening, Ground::Shape) => &wins::OPENING_FALSE,
        (Action::Opening, _) => &wins::OPENING_TIME,
        (Action::TakeLast, _) => &deal::LAST_REFUSED,
        (Action::DrawGame, _) => &course::DRAWN_EARLY,
        (Action::Declare, _) => &discards::DECLARE,
        (Action::Other, _) => &log::NO_SUCH_ACTION,
    }
}

fn turn(seat: &str, due: Option<Seat>, zh: &str, en: &str) -> Text {
    match due {
        Some(due) => {
            say!("座位 {seat} {zh}，轮到的却是座位 {due}。", "seat {seat} {en} while it is the turn of seat {due}")
        }
        None => say!("座位 {seat} {zh}，此时不轮到任何人。", "seat {seat} {en} while it is nobody's turn"),
    }
}

fn missing_draw(seat: &str, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => say!(
            "座位 {seat} 行牌前少了一次摸牌，按牌墙应摸 {tile}。",
            "seat {seat} acted without a draw; by the wall it drew {tile}"
        ),
        None => say!(
            "座位 {seat} 行牌前少了一次摸牌，不知摸到什么。",
            "seat {seat} acted without a draw; which tile it drew is unknown"
        ),
    }
}

fn missing_discard(seat: &str, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => say!(
            "座位 {seat} 少了一次打牌，从后面的要牌看应是 {tile}。",
            "seat {seat} did not discard; the claim that follows says it was {tile}"
        ),
        None => say!("座位 {seat} 摸牌后没有打牌。", "seat {seat} did not discard after its draw"),
    }
}

fn claim(claim: Claim) -> (&'static str, &'static str) {
    match claim {
        Claim::Win => ("胡", "win"),
        Claim::Kong => ("杠", "kong"),
        Claim::Pung => ("碰", "pung"),
        Claim::Chow => ("吃", "chow"),
    }
}

fn group(tiles: &[Tile]) -> String {
    Tiles(tiles.to_vec()).to_string()
}
