//! The check and the sentence for each breach.

use super::super::check::Check;
use super::super::checks::{claims, conduct, deal, discards, kongs, log, patterns, wins};
use super::phrases::{self, choices, claim, group, missing_discard, missing_draw, refused, turn};
use crate::replay::What;
use crate::rules::Ground;
use caipan_log::{DrawFrom, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Tiles};

/// Returns the check and the sentence.
pub(super) fn words(what: &What, seat: Option<Seat>, people: &People) -> (&'static Check, Text) {
    let s = people.anyone(seat);
    match what {
        What::WallTiles { tile, count } => (
            &deal::WALL,
            bilingual!(
                "牌墙里有 {count} 张 {tile}，应为 {} 张。",
                "the wall has {count} of {tile} instead of {}",
                tile.copies()
            ),
        ),
        What::WallSize { count, due } => (
            &deal::WALL,
            bilingual!("牌墙有 {count} 张，应为 {due} 张。", "the wall has {count} tiles instead of {due}"),
        ),
        What::NotInDeck { tile } => {
            (&deal::NOT_IN_DECK, bilingual!("这副牌里没有 {tile}。", "this deck has no {tile}"))
        }
        What::DealSize { count, due } => (
            &deal::DEAL_SIZE,
            bilingual!("{s}发到 {count} 张，应为 {due} 张。", "{s:#} was dealt {count} tiles instead of {due}"),
        ),
        What::DealNotFromWall { .. } => {
            (&deal::DEAL_WALL, bilingual!("{s}的起手牌与牌墙不符。", "the tiles dealt to {s:#} do not match the wall"))
        }
        What::TooManyCopies { tile, count } => (
            &deal::COPIES,
            bilingual!(
                "{tile} 已经出现 {count} 张，一副牌只有 {} 张。",
                "{count} of {tile} have appeared, but the deck has {}",
                tile.copies()
            ),
        ),
        What::DealerDeal { dealt } => (
            &deal::DEALER_DEAL,
            bilingual!(
                "{s}坐庄，发到十四张的却是{}。",
                "{s:#} is the dealer, but {:#} was dealt fourteen tiles",
                people.who(*dealt)
            ),
        ),
        What::CutDice { count, due, .. } => (
            &deal::DICE,
            bilingual!(
                "切牌用了 {count} 颗骰子，应为 {due} 颗。",
                "the wall was cut with {count} dice instead of {due}"
            ),
        ),
        What::IndicatorDiffers { claimed, due } => (
            &deal::INDICATOR,
            bilingual!(
                "混坯应是牌墙上翻开的 {due}，记成了 {claimed}。",
                "the wall turns up {due} as the indicator, but {claimed} is recorded"
            ),
        ),
        What::IndicatorMissing => (
            &deal::INDICATOR_MISSING,
            bilingual!("没有记混坯，不知道哪种牌是混儿。", "no indicator is recorded, so the wild tile is unknown"),
        ),
        What::DrawFromReserve { left, .. } => (
            &deal::DRAW_RESERVE,
            bilingual!(
                "只剩 {left} 张保留牌，该荒牌了，{s}还摸牌。",
                "{s:#} drew although only the {left} reserved tiles are left, which ends the hand"
            ),
        ),
        What::SecondWinner { first, .. } => (
            &wins::SECOND,
            bilingual!(
                "一张牌只能胡一家，{}在前，{s}却也记成胡了。",
                "{s:#} is recorded as a second winner, but only one player may win on a tile and {:#} comes first",
                people.who(*first)
            ),
        ),
        What::AutomaticWin { .. } => (
            &wins::AUTOMATIC,
            bilingual!(
                "{s}摸齐四个混儿，按规矩自动算胡，却继续打了下去。",
                "{s:#} holds all four wilds, which wins without a call, but play went on"
            ),
        ),
        What::DrawOutOfTurn { due } if *due == seat && seat.is_some() => {
            (&deal::DRAW_TURN, bilingual!("{s}摸过牌该打了，却又摸了一张。", "{s:#} drew twice without discarding"))
        }
        What::DrawOutOfTurn { due } => (&deal::DRAW_TURN, turn(s, due.map(|due| people.who(due)), "摸牌", "drew")),
        What::DrawWrongEnd { due } => (
            &deal::DRAW_END,
            match due {
                DrawFrom::Wall => {
                    bilingual!(
                        "{s}该从墙头摸牌，却从墙尾摸了。",
                        "{s:#} drew from the tail of the wall instead of the head"
                    )
                }
                DrawFrom::Tail => bilingual!(
                    "{s}该从墙尾补牌，却从墙头摸了。",
                    "{s:#} drew from the head of the wall instead of the tail after a kong"
                ),
            },
        ),
        What::DrawFromNothing => {
            (&deal::DRAW_NOTHING, bilingual!("牌摸完了，{s}还摸牌。", "{s:#} drew from an empty wall"))
        }
        What::DrawWrongTile { tile, due } => (
            &deal::DRAW_TILE,
            bilingual!(
                "{s}摸了 {tile}，牌墙的下一张却是 {due}。",
                "{s:#} drew {tile}, but the next tile of the wall is {due}"
            ),
        ),
        What::DrawNoneOf { tile, due } => {
            let due = choices(due);
            (
                &deal::DRAW_TILE,
                bilingual!(
                    "{s}摸到 {tile}，牌墙的下一张却只可能是 {due}，骰子几点都一样。",
                    "{s:#} drew {tile}, but whatever the dice showed, the next tile of the wall is one of {due}"
                ),
            )
        }
        What::DrawMissing { supplied } => (&deal::DRAW_MISSING, missing_draw(s, *supplied)),
        What::DiscardMissing { supplied } => (&discards::MISSING, missing_discard(s, *supplied)),
        What::LastTileSkipped { asked } => (
            &deal::LAST_SKIPPED,
            bilingual!(
                "海底该先问{}，{s}却摸走了。",
                "{s:#} drew the last tile before it was offered to {:#}",
                people.who(*asked)
            ),
        ),
        What::DiscardOutOfTurn { due } => {
            (&discards::OUT_OF_TURN, turn(s, due.map(|due| people.who(due)), "打牌", "discarded"))
        }
        What::DiscardNotHeld { tile } => (
            &discards::NOT_HELD,
            bilingual!("{s}打出 {tile}，手里却没有。", "{s:#} discarded {tile} without holding it"),
        ),
        What::NothingOpen => (
            &claims::NOTHING_OPEN,
            bilingual!("{s}要吃碰杠，可是没人打牌。", "{s:#} claimed a tile, but nobody has just discarded one"),
        ),
        What::TileNotOpen { tile, open } => {
            let open = group(open);
            (
                &claims::TILE_NOT_OPEN,
                bilingual!(
                    "{s}要的是 {tile}，刚打出的却是 {open}。",
                    "{s:#} claimed {tile}, but the tile just discarded is {open}"
                ),
            )
        }
        What::OwnTile { tile } => {
            (&claims::OWN_TILE, bilingual!("{s}要了自己打出的 {tile}。", "{s:#} claimed their own discard {tile}"))
        }
        What::NotARun { tiles } => {
            let tiles = group(tiles);
            (&claims::NOT_A_RUN, bilingual!("{s}吃的 {tiles} 不成顺子。", "{s:#} chowed {tiles}, which is not a run"))
        }
        What::MeldNotHeld { tile, held, need } => (
            if *need > 2 { &kongs::NOT_HELD } else { &claims::TILES_NOT_HELD },
            bilingual!(
                "{s}要用 {need} 张 {tile}，手里只有 {held} 张。",
                "{s:#} needs {need} of {tile} but holds {held}"
            ),
        ),
        What::KongOutOfTurn { due } => (&kongs::OUT_OF_TURN, turn(s, due.map(|due| people.who(due)), "开杠", "konged")),
        What::NoPung { tile } => (
            &kongs::NO_PUNG,
            bilingual!("{s}没有碰过 {tile}，不能补杠。", "{s:#} added a fourth {tile} without a pung of it"),
        ),
        What::ClaimOverridden { by, stronger, seat } => {
            let ((zh, en), (by_zh, by_en)) = (claim(*stronger), claim(*by));
            (
                &claims::OVERRIDDEN,
                bilingual!(
                    "{}的{zh}在先，却让{s}{by_zh}了。",
                    "{s:#} got the {by_en}, but the {en} of {:#} has priority",
                    people.who(*seat)
                ),
            )
        }
        What::Refused { action, refusal } => {
            (refused(*action, refusal), phrases::refusal(seat.map(|_| s), *action, refusal))
        }
        What::RevealUncalled => (
            &kongs::REVEAL_UNCALLED,
            bilingual!("{s}没有掷骰开杠，却翻了牌。", "{s:#} turned tiles up without a dice kong"),
        ),
        What::RevealMissing => (
            &kongs::REVEAL_MISSING,
            bilingual!("开杠后没翻牌，{s}就接着打了。", "{s:#} played on before turning up the tiles of the dice kong"),
        ),
        What::RevealCount { count, due, .. } => (
            &kongs::REVEAL_COUNT,
            bilingual!("{s}翻了 {count} 张，该翻 {due} 张。", "{s:#} turned up {count} tiles instead of {due}"),
        ),
        What::RevealTiles { tiles, due } => {
            let (tiles, due) = (group(tiles), group(due));
            (
                &kongs::REVEAL_TILES,
                bilingual!(
                    "{s}翻的是 {tiles}，骰子指的却是 {due}。",
                    "{s:#} turned up {tiles}, but the dice point to {due}"
                ),
            )
        }
        What::RevealNowhere { tiles } => {
            let tiles = group(tiles);
            (
                &kongs::REVEAL_TILES,
                bilingual!(
                    "翻出的是 {tiles}，可是骰子几点都指不到这样的牌。",
                    "{tiles} was turned up, but no throw of the dice points to these tiles"
                ),
            )
        }
        What::ThrowUnknown => (
            &kongs::THROW_UNKNOWN,
            bilingual!(
                "开杠没记骰子点数，没法核对翻出的牌。",
                "the dice of the kong are not recorded, so the turned tiles cannot be checked"
            ),
        ),
        What::NoChance => (
            &wins::NO_CHANCE,
            bilingual!("{s}喊胡，可是这时没有牌可胡。", "{s:#} called a win without a tile to win on"),
        ),
        What::WinTile { tile, open } => {
            let open = group(open);
            (
                &wins::TILE,
                bilingual!(
                    "{s}胡的是 {tile}，能胡的却是 {open}。",
                    "{s:#} won on {tile}, but the tile to win on is {open}"
                ),
            )
        }
        What::FalseWin { refusal, .. } | What::ForbiddenWin { refusal } => {
            let check = match refusal.ground {
                Ground::Pair => &wins::PAIR,
                Ground::Missed => &wins::MISSED,
                Ground::Unrobbable => &wins::UNROBBABLE,
                Ground::Shape => &wins::FALSE_WIN,
                Ground::Count => &conduct::TILE_COUNT,
                _ => &wins::MANNER,
            };
            (check, phrases::false_win(s, refusal))
        }
        What::DoubtfulWin { refusal } => (&wins::DOUBTFUL, phrases::false_win(s, refusal)),
        What::Preempted { by } => (
            &wins::PREEMPTED,
            bilingual!(
                "{}开杠翻出的牌自己胡了，{s}不能再胡。",
                "{s:#} may not win, because {:#} won on the tiles of their own dice kong",
                people.who(*by)
            ),
        ),
        What::WonTwice => (&wins::TWICE, bilingual!("{s}已经胡过了。", "{s:#} won twice")),
        What::WinOverridden { tile, .. } => (
            &wins::OVERRIDDEN,
            bilingual!("{s}喊胡 {tile}，却没让他胡。", "{s:#} called a win on {tile}, but it was not carried out"),
        ),
        What::UnknownOpening { name } => (&wins::OPENING_NAME, phrases::unknown_opening(name)),
        What::LastTileAnswer { asked } => (
            &deal::LAST_SKIPPED,
            match asked {
                Some(asked) => bilingual!(
                    "海底这时该问{}，回答的却是{s}。",
                    "{s:#} answered the offer of the last tile, but it was the turn of {:#}",
                    people.who(*asked)
                ),
                None => {
                    bilingual!("还没问海底，{s}却回答了。", "{s:#} answered, but the last tile was not on offer")
                }
            },
        ),
        What::BirdsUncalled => {
            (&patterns::BIRDS_UNCALLED, bilingual!("没人胡牌，却扎了鸟。", "birds were turned up although nobody won"))
        }
        What::BirdCount { count, due, flying, .. } => (
            &patterns::BIRD_COUNT,
            if *flying {
                bilingual!("翻了 {count} 只飞鸟，该翻 {due} 只。", "flying birds turned up: {count} instead of {due}")
            } else {
                bilingual!("扎了 {count} 只鸟，该扎 {due} 只。", "birds turned up: {count} instead of {due}")
            },
        ),
        What::BirdTiles { tiles, due, .. } => {
            let (tiles, due) = (group(tiles), group(due));
            (
                &patterns::BIRDS,
                bilingual!("鸟该是 {due}，记成了 {tiles}。", "the birds are {due}, but {tiles} is recorded"),
            )
        }
        What::BirdsNoneOf { tiles, due, .. } => {
            let (tiles, due) = (group(tiles), choices(&due.iter().map(|due| group(due)).collect::<Vec<_>>()));
            (
                &patterns::BIRDS,
                bilingual!(
                    "鸟记成了 {tiles}，可是骰子几点都只可能是 {due}。",
                    "the birds are recorded as {tiles}, but whatever the dice showed, they are one of {due}"
                ),
            )
        }
        What::BirdsTwice => (
            &patterns::BIRDS_TWICE,
            bilingual!("鸟扎了两次，只算第一次。", "birds were turned up twice; the first ones count"),
        ),
        What::FlipUncalled { tile } => (
            &patterns::FLIP_UNCALLED,
            bilingual!(
                "不该翻 {tile}：没人胡，或牌已摸完，或已翻过。",
                "{tile} was flipped without a cause: nobody won, no tile is left, or one was flipped before"
            ),
        ),
        What::FlipTile { tile, due, opened, .. } => (
            &patterns::FLIP,
            match opened {
                Some(nth) => bilingual!(
                    "途中开的第 {nth} 张鸡，照牌墙该是 {due}，记成了 {tile}。",
                    "tile no. {nth} opened during play is {due} by the wall, but {tile} is recorded"
                ),
                None => bilingual!(
                    "翻了 {tile}，牌墙的下一张却是 {due}。",
                    "{tile} was flipped, but the next tile of the wall is {due}"
                ),
            },
        ),
        What::IdlePass { of } => {
            let (zh, en) = claim(*of);
            (
                &discards::IDLE_PASS,
                bilingual!("{s}放弃了{zh}，本来就不能{zh}。", "{s:#} passed a {en} that was not possible"),
            )
        }
        What::WinPassed { .. } => (
            &claims::WIN_PASSED,
            bilingual!(
                "{s}能胡却点了过，本房有胡必胡。",
                "{s:#} passed a win, which the house rules oblige them to take"
            ),
        ),
        What::IdleClaim { of } => {
            let (zh, en) = claim(*of);
            (
                &claims::IDLE,
                bilingual!(
                    "记录说{s}要{zh}，可是这时不能{zh}。",
                    "{s:#} is recorded as claiming a {en} that was not possible"
                ),
            )
        }
        What::Left => (&conduct::LEFT, bilingual!("{s}离开了。", "{s:#} left")),
        What::LeftTwice => (&conduct::LEFT_TWICE, bilingual!("{s}离开了两次。", "{s:#} left twice")),
        What::AfterEnd => (
            &log::AFTER_END,
            bilingual!("这一局已经结束，后面还有动作。", "the hand has ended, but more events follow"),
        ),
        What::OutOfPlay => (
            &log::AFTER_END,
            bilingual!(
                "{s}已经退出这一局，后面却还有他的动作。",
                "{s:#} is out of this hand, but more of their events follow"
            ),
        ),
        What::ExchangeUncalled => {
            (&log::NO_SUCH_ACTION, bilingual!("{s}这时不该换张。", "{s:#} exchanged tiles when no exchange was due"))
        }
        What::ExchangeCount { gave, took, due, .. } => (
            &deal::EXCHANGE,
            bilingual!(
                "{s}该换 {due} 张，却换出 {gave} 张、换进 {took} 张。",
                "{s:#} gave {gave} tiles and took {took} instead of {due}"
            ),
        ),
        What::ExchangeTiles { took, gave, from, .. } => {
            let (took, gave) = (Tiles(took.clone()), Tiles(gave.clone()));
            let from = people.who(*from);
            (
                &deal::EXCHANGE,
                bilingual!(
                    "{s}换进的是 {took}，{from}换出的却是 {gave}。",
                    "{s:#} took {took}, but {from:#} gave {gave}"
                ),
            )
        }
        What::ExchangeNotHeld { tile } => (
            &deal::EXCHANGE,
            bilingual!("{s}手里没有这么多 {tile} 可以换出。", "{s:#} gave away more {tile} than they held"),
        ),
        What::ExchangeMissing { .. } => {
            (&deal::EXCHANGE, bilingual!("{s}没换张就开打了。", "play began before {s:#} had exchanged tiles"))
        }
        What::FlowerUncalled => {
            (&log::NO_SUCH_ACTION, bilingual!("{s}这时不能补花。", "{s:#} laid out a flower when none may be"))
        }
        What::FlowerWrong { tile } if !tile.is_flower() => {
            (&deal::FLOWER, bilingual!("{s}补的 {tile} 不是花牌。", "{s:#} laid out {tile}, which is not a flower"))
        }
        What::FlowerWrong { tile } => {
            (&deal::FLOWER, bilingual!("{s}手里没有花牌 {tile}。", "{s:#} does not hold the flower {tile}"))
        }
        What::Unfinished { played: false } => (
            &log::UNPLAYED,
            bilingual!(
                "没有记打牌的过程，这一局没法核对。",
                "no play is recorded, so neither this hand nor its result can be checked"
            ),
        ),
        What::Unfinished { played: true } => (
            &log::UNFINISHED,
            bilingual!("记录到此为止，这一局还没有打完。", "the log stops here, but the hand is not over"),
        ),
        What::DigestDiffers { .. } => (
            &log::DIGEST,
            bilingual!(
                "从这一步起，客户端的牌桌与裁判的不同。",
                "the client's table differs from the referee's after this step"
            ),
        ),
        What::TimeBackwards { ms, before } => (
            &log::TIME,
            bilingual!(
                "这一步记在 {ms} 毫秒，比前面的 {before} 毫秒还早。",
                "this step is timed at {ms} ms, earlier than the {before} ms before it"
            ),
        ),
        What::CommitmentBroken { .. } => (
            &log::COMMITMENT,
            bilingual!(
                "牌墙与开局前公布的承诺对不上。",
                "the wall does not match the commitment published before the hand"
            ),
        ),
    }
}
