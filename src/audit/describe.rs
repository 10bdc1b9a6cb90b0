//! From a breach of the replay to a finding: its check and its sentence.

use super::check::Check;
use super::checks::{claims, conduct, course, deal, discards, kongs, log, patterns, wins};
use super::finding::Finding;
use crate::log::{Claim, DrawFrom, People, Who};
use crate::replay::{Action, Breach, What};
use crate::rules::{Ground, Refusal};
use crate::say;
use crate::say::Text;
use crate::tile::{Seat, Tile, Tiles};

/// The finding that says what a breach is.
pub(super) fn finding(hand: usize, breach: &Breach, people: &People) -> Finding {
    let seat = breach.seat;
    let (check, text) = words(&breach.what, seat, people);
    let mut finding = Finding::new(check, hand, text).at_event(breach.event).of(seat).because(breach.because);
    finding.clauses.extend(breach.clause);
    match &breach.what {
        What::Refused { refusal, .. }
        | What::FalseWin { refusal }
        | What::ForbiddenWin { refusal }
        | What::DoubtfulWin { refusal } => finding = finding.by(refusal.option),
        What::CutDice { count, due, .. } => finding = finding.values(count, due).at_field("dice"),
        What::IndicatorDiffers { claimed, due } => finding = finding.values(claimed, due).at_field("indicator"),
        What::IndicatorMissing => finding = finding.at_field("indicator"),
        What::SecondWinner { option, .. } => finding = finding.by(Some(option)),
        What::DrawWrongTile { tile, due } => finding = finding.values(tile, due),
        What::RevealTiles { tiles, due } | What::BirdTiles { tiles, due, .. } => {
            finding = finding.values(group(tiles), group(due));
        }
        What::DrawNoneOf { tile, due } => finding = finding.values(tile, choices(due)),
        What::BirdsNoneOf { tiles, due, .. } => {
            finding = finding.values(group(tiles), choices(&due.iter().map(|due| group(due)).collect::<Vec<_>>()));
        }
        What::RevealCount { count, due } | What::BirdCount { count, due, .. } | What::DealSize { count, due } => {
            finding = finding.values(count, due);
        }
        What::DealNotFromWall { dealt, due } => finding = finding.values(group(dealt), group(due)).at_field("deal"),
        What::DigestDiffers { claimed, computed } => finding = finding.values(claimed, computed),
        What::CommitmentBroken { published, computed } => {
            finding = finding.values(published, computed).at_field("fairness");
        }
        What::WallTiles { .. } | What::WallSize { .. } => finding = finding.at_field("wall"),
        What::FlipTile { tile, due, .. } => finding = finding.values(tile, due),
        What::TileNotOpen { tile, open } | What::WinTile { tile, open } => finding = finding.values(tile, group(open)),
        _ => {}
    }
    finding
}

fn words(what: &What, seat: Option<Seat>, people: &People) -> (&'static Check, Text) {
    let s = people.anyone(seat);
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
            say!("{s}发到 {count} 张，应为 {due} 张。", "{s:#} was dealt {count} tiles instead of {due}"),
        ),
        What::DealNotFromWall { .. } => (
            &deal::DEAL_WALL,
            say!("{s}的起手牌与牌墙所定的不同。", "the dealt hand of {s:#} is not the one that the wall gives it"),
        ),
        What::TooManyCopies { tile, count } => (
            &deal::COPIES,
            say!("已出现 {count} 张 {tile}，一副牌只有 4 张。", "{count} of {tile} have been seen, and the deck has 4"),
        ),
        What::DealerDeal { dealt } => (
            &deal::DEALER_DEAL,
            say!("{s}坐庄，发到十四张的却是{}。", "{s:#} deals, but {:#} was dealt fourteen", people.who(*dealt)),
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
                "只剩 {left} 张保留牌，应为荒牌，{s}仍摸牌。",
                "only the {left} reserved tiles are left, which draws the hand, but {s:#} drew"
            ),
        ),
        What::SecondWinner { first, .. } => (
            &wins::SECOND,
            say!(
                "一张牌只能胡一家，{}在前；{s}也记成胡了。",
                "only one wins on a tile, and {:#} comes first; {s:#} is recorded as a winner too",
                people.who(*first)
            ),
        ),
        What::AutomaticWin { .. } => (
            &wins::AUTOMATIC,
            say!(
                "{s}已自动和牌，本局应就此结束。",
                "{s:#} has won without a call, and the hand should have ended there"
            ),
        ),
        What::DrawOutOfTurn { due } => (&deal::DRAW_TURN, turn(s, due.map(|due| people.who(due)), "摸牌", "drew")),
        What::DrawWrongEnd { due } => (
            &deal::DRAW_END,
            match due {
                DrawFrom::Wall => {
                    say!("{s}应从墙头摸牌，却从墙尾摸。", "{s:#} drew from the tail where the head was due")
                }
                DrawFrom::Tail => say!(
                    "{s}应从墙尾补牌，却从墙头摸。",
                    "{s:#} drew from the head where a replacement from the tail was due"
                ),
            },
        ),
        What::DrawFromNothing => {
            (&deal::DRAW_NOTHING, say!("牌墙已空，{s}仍摸牌。", "{s:#} drew although the wall is used up"))
        }
        What::DrawWrongTile { tile, due } => (
            &deal::DRAW_TILE,
            say!("{s}摸到 {tile}，牌墙的下一张是 {due}。", "{s:#} drew {tile} while the wall's next tile is {due}"),
        ),
        What::DrawNoneOf { tile, due } => {
            let due = choices(due);
            (
                &deal::DRAW_TILE,
                say!(
                    "{s}摸到 {tile}；不论骰子几点，牌墙的下一张只可能是 {due}。",
                    "{s:#} drew {tile}; whatever the dice showed, the wall's next tile is one of {due}"
                ),
            )
        }
        What::DrawMissing { supplied } => (&deal::DRAW_MISSING, missing_draw(s, *supplied)),
        What::DiscardMissing { supplied } => (&discards::MISSING, missing_discard(s, *supplied)),
        What::LastTileSkipped { asked } => (
            &deal::LAST_SKIPPED,
            say!(
                "海底应先问{}，{s}却摸走了。",
                "{:#} was to be asked first about the last tile, but {s:#} drew it",
                people.who(*asked)
            ),
        ),
        What::DiscardOutOfTurn { due } => {
            (&discards::OUT_OF_TURN, turn(s, due.map(|due| people.who(due)), "打牌", "discarded"))
        }
        What::DiscardNotHeld { tile } => (
            &discards::NOT_HELD,
            say!("{s}打出 {tile}，手中没有这张牌。", "{s:#} discarded {tile}, which is not in its hand"),
        ),
        What::NothingOpen => {
            (&claims::NOTHING_OPEN, say!("{s}要牌时没有打出的牌。", "{s:#} claimed while no tile lay open"))
        }
        What::TileNotOpen { tile, open } => {
            let open = group(open);
            (
                &claims::TILE_NOT_OPEN,
                say!("{s}要 {tile}，打出的却是 {open}。", "{s:#} claimed {tile}, but {open} lies open"),
            )
        }
        What::OwnTile { tile } => {
            (&claims::OWN_TILE, say!("{s}要了自己打出的 {tile}。", "{s:#} claimed its own discard {tile}"))
        }
        What::NotARun { tiles } => {
            let tiles = group(tiles);
            (&claims::NOT_A_RUN, say!("{tiles} 不成顺子。", "{tiles} is no run"))
        }
        What::MeldNotHeld { tile, held, need } => (
            if *need > 2 { &kongs::NOT_HELD } else { &claims::TILES_NOT_HELD },
            say!(
                "{s}需要手中 {need} 张 {tile}，只有 {held} 张。",
                "{s:#} needs {need} of {tile} in its hand and has {held}"
            ),
        ),
        What::KongOutOfTurn { due } => (&kongs::OUT_OF_TURN, turn(s, due.map(|due| people.who(due)), "开杠", "konged")),
        What::NoPung { tile } => {
            (&kongs::NO_PUNG, say!("{s}没有碰过 {tile}，不能补杠。", "{s:#} has no pung of {tile} to add to"))
        }
        What::ClaimOverridden { by, stronger, seat } => {
            let ((zh, en), (by_zh, by_en)) = (claim(*stronger), claim(*by));
            (
                &claims::OVERRIDDEN,
                say!(
                    "{}要{zh}，却被{s}的{by_zh}抢了先。",
                    "{:#} claimed a {en}, but the {by_en} of {s:#} was carried out",
                    people.who(*seat)
                ),
            )
        }
        What::Refused { action, refusal } => (refused(*action, refusal), refusal.text.clone()),
        What::RevealUncalled => (
            &kongs::REVEAL_UNCALLED,
            say!("{s}翻牌，之前没有带骰子的杠。", "{s:#} turned tiles up, but there was no kong with dice before"),
        ),
        What::RevealMissing => (
            &kongs::REVEAL_MISSING,
            say!("开杠之后没有翻牌，{s}就行牌了。", "{s:#} went on although the dice kong's tiles were not turned up"),
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
        What::RevealNowhere { tiles } => {
            let tiles = group(tiles);
            (
                &kongs::REVEAL_TILES,
                say!(
                    "翻出 {tiles}；不论骰子几点，所指之处都不是这样的牌。",
                    "{tiles} was turned up, and no throw of the dice points to such tiles"
                ),
            )
        }
        What::ThrowUnknown => (
            &kongs::THROW_UNKNOWN,
            say!(
                "开杠没有记录骰子的点数，无法复核翻出的是不是骰子所指的牌。",
                "the dice of the kong are not recorded, so whether they point to the tiles turned up cannot be checked"
            ),
        ),
        What::NoChance => (&wins::NO_CHANCE, say!("{s}此时没有牌可胡。", "{s:#} has no tile to win on at this moment")),
        What::WinTile { tile, open } => {
            let open = group(open);
            (
                &wins::TILE,
                say!("{s}胡 {tile}，可胡的却是 {open}。", "{s:#} won on {tile}, but the tile to win on is {open}"),
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
            (check, say!("{s}胡牌：{zh}", "{s:#} won: {en}"))
        }
        What::DoubtfulWin { refusal } => {
            let Text { zh, en } = &refusal.text;
            (&wins::DOUBTFUL, say!("{s}胡牌：{zh}", "{s:#} won: {en}"))
        }
        What::Preempted { by } => (
            &wins::PREEMPTED,
            say!(
                "{}开杠翻出的牌自己胡了，{s}不能再胡。",
                "{:#} won on its own dice kong, so {s:#} does not win",
                people.who(*by)
            ),
        ),
        What::WonTwice => (&wins::TWICE, say!("{s}已经胡了。", "{s:#} has won already")),
        What::WinOverridden { tile, .. } => (
            &wins::OVERRIDDEN,
            say!("{s}要胡 {tile}，却没有算胡。", "{s:#} claimed the win on {tile} and did not get it"),
        ),
        What::UnknownOpening { name } => {
            (&wins::OPENING_NAME, say!("没有叫“{name}”的起手胡。", "there is no initial win called `{name}`"))
        }
        What::LastTileAnswer { asked } => (
            &deal::LAST_SKIPPED,
            match asked {
                Some(asked) => say!(
                    "海底此时该问{}，回答的却是{s}。",
                    "{:#} is to be asked about the last tile now, but {s:#} answered",
                    people.who(*asked)
                ),
                None => say!("此时不问海底，{s}却回答了。", "the last tile is not on offer now, but {s:#} answered"),
            },
        ),
        What::BirdsUncalled => {
            (&patterns::BIRDS_UNCALLED, say!("无人胡牌，不该扎鸟。", "nobody won, so there are no birds"))
        }
        What::BirdCount { count, due, .. } => (
            &patterns::BIRD_COUNT,
            say!("翻了 {count} 只鸟，应为 {due} 只。", "{count} birds were turned up instead of {due}"),
        ),
        What::BirdTiles { tiles, due, .. } => {
            let (tiles, due) = (group(tiles), group(due));
            (&patterns::BIRDS, say!("鸟是 {tiles}，应为 {due}。", "the birds are {tiles} and should be {due}"))
        }
        What::BirdsNoneOf { tiles, due, .. } => {
            let (tiles, due) = (group(tiles), choices(&due.iter().map(|due| group(due)).collect::<Vec<_>>()));
            (
                &patterns::BIRDS,
                say!(
                    "鸟是 {tiles}；不论骰子几点，只可能是 {due}。",
                    "the birds are {tiles}; whatever the dice showed, they are one of {due}"
                ),
            )
        }
        What::BirdsTwice => (
            &patterns::BIRDS_TWICE,
            say!("鸟已经翻过了，只算第一次。", "the birds were turned up already; the first ones count"),
        ),
        What::FlipUncalled { tile } => (
            &patterns::FLIP_UNCALLED,
            say!(
                "翻出 {tile}，此时不翻牌：无人胡、牌墙已空或已翻过。",
                "{tile} was flipped, but no flip is due: nobody won, the wall is empty, or one was flipped already"
            ),
        ),
        What::FlipTile { tile, due, .. } => (
            &patterns::FLIP,
            say!("翻出 {tile}，牌墙的下一张是 {due}。", "{tile} was flipped while the wall's next tile is {due}"),
        ),
        What::IdlePass { of } => {
            let (zh, en) = claim(*of);
            (&discards::IDLE_PASS, say!("{s}放弃{zh}，但此时并不能{zh}。", "{s:#} passed a {en} that was not on offer"))
        }
        What::IdleClaim { of } => {
            let (zh, en) = claim(*of);
            (
                &claims::IDLE,
                say!(
                    "{s}要{zh}，但此时并不能{zh}。",
                    "{s:#} is recorded as claiming a {en} that it could not have made"
                ),
            )
        }
        What::Left => (&conduct::LEFT, say!("{s}离开了。", "{s:#} left")),
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

fn turn(who: Who<'_>, due: Option<Who<'_>>, zh: &str, en: &str) -> Text {
    match due {
        Some(due) => say!("没轮到{who}{zh}，该{due}。", "{who:#} {en}, but it is the turn of {due:#}"),
        None => say!("{who}{zh}，此时没轮到任何人。", "{who:#} {en}, but it is nobody's turn"),
    }
}

fn missing_draw(who: Who<'_>, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => say!(
            "{who}没有摸牌就行了牌；照牌墙应摸 {tile}。",
            "{who:#} acted without a draw; by the wall the draw was {tile}"
        ),
        None => say!(
            "{who}没有摸牌就行了牌；不知摸到什么。",
            "{who:#} acted without a draw; which tile was drawn is unknown"
        ),
    }
}

fn missing_discard(who: Who<'_>, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => say!(
            "{who}没有打牌；从后面的吃碰杠胡看，打的应是 {tile}。",
            "{who:#} did not discard; by the claim that follows it was {tile}"
        ),
        None => say!("{who}摸牌后没有打牌。", "{who:#} did not discard after the draw"),
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

/// Several that it may be: `3m / 9m`.
fn choices(all: &[impl ToString]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
}
