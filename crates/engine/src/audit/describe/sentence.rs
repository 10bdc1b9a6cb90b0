//! The check and the sentence for each breach.

use super::super::check::Check;
use super::super::checks::{claims, conduct, deal, discards, kongs, log, patterns, wins};
use super::phrases::{choices, claim, did, group, missing_discard, missing_draw, refused, turn};
use crate::replay::What;
use crate::rules::Ground;
use caipan_log::{DrawFrom, People, shown};
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
            bilingual!("牌墙有 {count} 张，应为 {due} 张。", "the wall has {count} tiles and must have {due}"),
        ),
        What::NotInDeck { tile } => {
            (&deal::NOT_IN_DECK, bilingual!("这副牌里没有 {tile}。", "this deck has no {tile}"))
        }
        What::DealSize { count, due } => (
            &deal::DEAL_SIZE,
            bilingual!("{s}发到 {count} 张，应为 {due} 张。", "{s:#} was dealt {count} tiles instead of {due}"),
        ),
        What::DealNotFromWall { .. } => (
            &deal::DEAL_WALL,
            bilingual!("{s}的起手牌不是照牌墙该发到的。", "the wall deals {s:#} another hand than the one recorded"),
        ),
        What::TooManyCopies { tile, count } => (
            &deal::COPIES,
            bilingual!(
                "{tile} 已经出现 {count} 张，一副牌只有 {} 张。",
                "{count} of {tile} have come to light, and the deck has {}",
                tile.copies()
            ),
        ),
        What::DealerDeal { dealt } => (
            &deal::DEALER_DEAL,
            bilingual!("{s}坐庄，发到十四张的却是{}。", "{s:#} deals, but {:#} was dealt fourteen", people.who(*dealt)),
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
            bilingual!(
                "没有记混坯，不知哪种牌是混儿。",
                "no indicator is recorded, so which tile is wild is not known"
            ),
        ),
        What::DrawFromReserve { left } => (
            &deal::DRAW_RESERVE,
            bilingual!(
                "只剩 {left} 张保留牌，该荒牌了，{s}还摸牌。",
                "only the {left} reserved tiles are left and the hand is drawn, but {s:#} drew"
            ),
        ),
        What::SecondWinner { first, .. } => (
            &wins::SECOND,
            bilingual!(
                "一张牌只能胡一家，{}在前；{s}也记成胡了。",
                "only one wins on a tile, and {:#} comes first; {s:#} is recorded as a winner too",
                people.who(*first)
            ),
        ),
        What::AutomaticWin { .. } => (
            &wins::AUTOMATIC,
            bilingual!(
                "{s}的牌应立即胡，不待宣告，却还在打。",
                "the hand of {s:#} wins at once without a call, but play went on"
            ),
        ),
        What::DrawOutOfTurn { due } if *due == seat && seat.is_some() => (
            &deal::DRAW_TURN,
            bilingual!("{s}已经摸过牌，该打牌了，却又摸牌。", "{s:#} drew again instead of discarding"),
        ),
        What::DrawOutOfTurn { due } => (&deal::DRAW_TURN, turn(s, due.map(|due| people.who(due)), "摸牌", "drew")),
        What::DrawWrongEnd { due } => (
            &deal::DRAW_END,
            match due {
                DrawFrom::Wall => {
                    bilingual!(
                        "{s}应从墙头摸牌，却从墙尾摸。",
                        "{s:#} drew from the tail of the wall instead of the head"
                    )
                }
                DrawFrom::Tail => bilingual!(
                    "{s}应从墙尾补牌，却从墙头摸。",
                    "{s:#} drew from the head of the wall instead of taking a replacement from the tail"
                ),
            },
        ),
        What::DrawFromNothing => {
            (&deal::DRAW_NOTHING, bilingual!("牌已摸完，{s}还摸牌。", "{s:#} drew although no tile is left"))
        }
        What::DrawWrongTile { tile, due } => (
            &deal::DRAW_TILE,
            bilingual!(
                "{s}应摸到 {due}（牌墙的下一张），却摸了 {tile}。",
                "{s:#} drew {tile}, but the next tile of the wall is {due}"
            ),
        ),
        What::DrawNoneOf { tile, due } => {
            let due = choices(due);
            (
                &deal::DRAW_TILE,
                bilingual!(
                    "{s}摸到 {tile}；牌墙的下一张只可能是 {due}，不论骰子几点、此前怎么接。",
                    "{s:#} drew {tile}; whatever the dice showed and wherever the wall goes on, its next tile is one of {due}"
                ),
            )
        }
        What::DrawMissing { supplied } => (&deal::DRAW_MISSING, missing_draw(s, *supplied)),
        What::DiscardMissing { supplied } => (&discards::MISSING, missing_discard(s, *supplied)),
        What::LastTileSkipped { asked } => (
            &deal::LAST_SKIPPED,
            bilingual!(
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
            bilingual!("{s}打出 {tile}，手里没有这张牌。", "{s:#} discarded {tile} without having it"),
        ),
        What::NothingOpen => (
            &claims::NOTHING_OPEN,
            bilingual!("{s}要吃碰杠，桌上却没有刚打出的牌。", "{s:#} claimed a tile, but none lies open"),
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
            (&claims::OWN_TILE, bilingual!("{s}要了自己打出的 {tile}。", "{s:#} claimed {tile}, the own discard"))
        }
        What::NotARun { tiles } => {
            let tiles = group(tiles);
            (&claims::NOT_A_RUN, bilingual!("{s}吃的 {tiles} 不成顺子。", "{s:#} chowed {tiles}, which is no run"))
        }
        What::MeldNotHeld { tile, held, need } => (
            if *need > 2 { &kongs::NOT_HELD } else { &claims::TILES_NOT_HELD },
            bilingual!(
                "{s}手里应有 {need} 张 {tile}，只有 {held} 张。",
                "{s:#} needs {need} of {tile} in the hand and has {held}"
            ),
        ),
        What::KongOutOfTurn { due } => (&kongs::OUT_OF_TURN, turn(s, due.map(|due| people.who(due)), "开杠", "konged")),
        What::NoPung { tile } => (
            &kongs::NO_PUNG,
            bilingual!("{s}没有碰过 {tile}，不能补杠。", "{s:#} has no pung of {tile} to add a fourth tile to"),
        ),
        What::ClaimOverridden { by, stronger, seat } => {
            let ((zh, en), (by_zh, by_en)) = (claim(*stronger), claim(*by));
            (
                &claims::OVERRIDDEN,
                bilingual!(
                    "{}该{zh}，却被{s}的{by_zh}抢了先。",
                    "the {en} of {:#} goes first, but {s:#} was given the {by_en}",
                    people.who(*seat)
                ),
            )
        }
        What::Refused { action, refusal } => {
            let Text { zh, en } = &refusal.text();
            let text = match (seat, did(*action)) {
                (Some(_), Some((did_zh, did_en))) => bilingual!("{s}{did_zh}：{zh}", "{s:#} {did_en}: {en}"),
                _ => refusal.text(),
            };
            (refused(*action, refusal), text)
        }
        What::RevealUncalled => (
            &kongs::REVEAL_UNCALLED,
            bilingual!("{s}翻了牌，之前却没有掷骰开杠。", "{s:#} turned tiles up without a dice kong before"),
        ),
        What::RevealMissing => (
            &kongs::REVEAL_MISSING,
            bilingual!(
                "开杠后还没有翻牌，{s}就接着打了。",
                "{s:#} went on before the tiles of the dice kong were turned up"
            ),
        ),
        What::RevealCount { count, due } => (
            &kongs::REVEAL_COUNT,
            bilingual!("应翻 {due} 张，{s}翻了 {count} 张。", "{s:#} turned up {count} tiles instead of {due}"),
        ),
        What::RevealTiles { tiles, due } => {
            let (tiles, due) = (group(tiles), group(due));
            (
                &kongs::REVEAL_TILES,
                bilingual!(
                    "骰子指的是 {due}，{s}翻的却是 {tiles}。",
                    "the dice point to {due}, but {s:#} turned up {tiles}"
                ),
            )
        }
        What::RevealNowhere { tiles } => {
            let tiles = group(tiles);
            (
                &kongs::REVEAL_TILES,
                bilingual!(
                    "翻出 {tiles}；不论骰子几点，所指之处都不是这样的牌。",
                    "{tiles} was turned up, and no throw of the dice points to such tiles"
                ),
            )
        }
        What::ThrowUnknown => (
            &kongs::THROW_UNKNOWN,
            bilingual!(
                "开杠没有记录骰子的点数，无法复核翻出的是不是骰子所指的牌。",
                "the dice of the kong are not recorded, so whether they point to the tiles turned up cannot be checked"
            ),
        ),
        What::NoChance => (
            &wins::NO_CHANCE,
            bilingual!("{s}胡牌，此时却没有可胡的牌。", "{s:#} called a win, but there is no tile to win on"),
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
            let Text { zh, en } = &refusal.text();
            (check, bilingual!("{s}胡牌：{zh}", "{s:#} called a win: {en}"))
        }
        What::DoubtfulWin { refusal } => {
            let Text { zh, en } = &refusal.text();
            (&wins::DOUBTFUL, bilingual!("{s}胡牌：{zh}", "{s:#} called a win: {en}"))
        }
        What::Preempted { by } => (
            &wins::PREEMPTED,
            bilingual!(
                "{}开杠翻出的牌自己胡了，{s}不能再胡。",
                "{:#} won on the tiles of the own dice kong, so {s:#} does not win",
                people.who(*by)
            ),
        ),
        What::WonTwice => (&wins::TWICE, bilingual!("{s}已经胡过了。", "{s:#} has won already")),
        What::WinOverridden { tile, .. } => (
            &wins::OVERRIDDEN,
            bilingual!("{s}该胡 {tile}，却没有胡到。", "{s:#} called the win on {tile} and did not get it"),
        ),
        What::UnknownOpening { name } => {
            let name = shown(name);
            (&wins::OPENING_NAME, bilingual!("没有叫“{name}”的起手胡。", "there is no initial win called “{name}”"))
        }
        What::LastTileAnswer { asked } => (
            &deal::LAST_SKIPPED,
            match asked {
                Some(asked) => bilingual!(
                    "海底此时该问{}，回答的却是{s}。",
                    "{:#} is to be asked about the last tile now, but {s:#} answered",
                    people.who(*asked)
                ),
                None => {
                    bilingual!("此时不问海底，{s}却回答了。", "the last tile is not on offer now, but {s:#} answered")
                }
            },
        ),
        What::BirdsUncalled => (
            &patterns::BIRDS_UNCALLED,
            bilingual!("没有人胡牌，不该扎鸟。", "birds were turned up although nobody won"),
        ),
        What::BirdCount { count, due, .. } => (
            &patterns::BIRD_COUNT,
            bilingual!("应扎 {due} 只鸟，扎了 {count} 只。", "{count} birds were turned up instead of {due}"),
        ),
        What::BirdTiles { tiles, due, .. } => {
            let (tiles, due) = (group(tiles), group(due));
            (
                &patterns::BIRDS,
                bilingual!("鸟应是 {due}，记成了 {tiles}。", "the birds are {due}, but {tiles} is recorded"),
            )
        }
        What::BirdsNoneOf { tiles, due, .. } => {
            let (tiles, due) = (group(tiles), choices(&due.iter().map(|due| group(due)).collect::<Vec<_>>()));
            (
                &patterns::BIRDS,
                bilingual!(
                    "鸟是 {tiles}；不论骰子几点、牌墙怎么接，只可能是 {due}。",
                    "the birds are {tiles}; whatever the dice showed and wherever the wall goes on, they are one of {due}"
                ),
            )
        }
        What::BirdsTwice => (
            &patterns::BIRDS_TWICE,
            bilingual!("鸟已经翻过了，只算第一次。", "the birds were turned up already; the first ones count"),
        ),
        What::FlipUncalled { tile } => (
            &patterns::FLIP_UNCALLED,
            bilingual!(
                "不该翻 {tile}：没有人胡、牌已摸完，或已经翻过。",
                "{tile} was flipped though no flip is due: nobody won, no tile is left, or one was flipped already"
            ),
        ),
        What::FlipTile { tile, due, .. } => (
            &patterns::FLIP,
            bilingual!(
                "应翻牌墙的下一张 {due}，却翻了 {tile}。",
                "{tile} was flipped, but the next tile of the wall is {due}"
            ),
        ),
        What::IdlePass { of } => {
            let (zh, en) = claim(*of);
            (
                &discards::IDLE_PASS,
                bilingual!("{s}放弃了{zh}，此时本来就不能{zh}。", "{s:#} passed a {en} that was not to be had"),
            )
        }
        What::IdleClaim { of } => {
            let (zh, en) = claim(*of);
            (
                &claims::IDLE,
                bilingual!(
                    "{s}要{zh}，但此时并不能{zh}。",
                    "{s:#} is recorded as claiming a {en} that it could not have made"
                ),
            )
        }
        What::Left => (&conduct::LEFT, bilingual!("{s}离开了。", "{s:#} left")),
        What::LeftTwice => {
            (&conduct::LEFT_TWICE, bilingual!("{s}早已离开，又离开一次。", "{s:#} leaves, and had left before"))
        }
        What::AfterEnd => {
            (&log::AFTER_END, bilingual!("这一局已经结束，后面还有记录。", "the hand has ended, but the events go on"))
        }
        What::OutOfPlay => (
            &log::AFTER_END,
            bilingual!(
                "{s}已经不在局中，后面却还有他的动作。",
                "{s:#} plays no more in this hand, but the events go on with that seat"
            ),
        ),
        What::ExchangeUncalled => {
            (&log::NO_SUCH_ACTION, bilingual!("{s}此时没有换张。", "no exchange of tiles is due from {s:#} here"))
        }
        What::ExchangeCount { gave, took, due, .. } => (
            &deal::EXCHANGE,
            bilingual!(
                "{s}应换 {due} 张，却换出 {gave} 张、换进 {took} 张。",
                "{s:#} should exchange {due} tiles, but gave {gave} and took {took}"
            ),
        ),
        What::ExchangeTiles { took, gave, from, .. } => {
            let (took, gave) = (Tiles(took.clone()), Tiles(gave.clone()));
            let from = people.who(*from);
            (
                &deal::EXCHANGE,
                bilingual!(
                    "{s}换进的是 {took}，而{from}换出的是 {gave}。",
                    "{s:#} took {took}, but {from:#} gave {gave}"
                ),
            )
        }
        What::ExchangeNotHeld { tile } => (
            &deal::EXCHANGE,
            bilingual!("{s}手里没有这么多 {tile} 可以换出。", "{s:#} does not hold so many {tile} as it gave away"),
        ),
        What::ExchangeMissing { .. } => {
            (&deal::EXCHANGE, bilingual!("{s}没有换张就开打了。", "play began before {s:#} had exchanged tiles"))
        }
        What::FlowerUncalled => {
            (&log::NO_SUCH_ACTION, bilingual!("{s}此时不能补花。", "{s:#} may not lay a flower here"))
        }
        What::FlowerWrong { tile } if !tile.is_flower() => {
            (&deal::FLOWER, bilingual!("{s}补的 {tile} 不是花牌。", "{tile}, laid by {s:#} as a flower, is none"))
        }
        What::FlowerWrong { tile } => {
            (&deal::FLOWER, bilingual!("{s}手里没有花牌 {tile}。", "{s:#} does not hold the flower {tile}"))
        }
        What::Unfinished { played: false } => (
            &log::UNPLAYED,
            bilingual!(
                "没有打牌的事件，这一局的经过与结果都无法复核。",
                "no event is recorded, so neither the play of this hand nor its result can be checked"
            ),
        ),
        What::Unfinished { played: true } => (
            &log::UNFINISHED,
            bilingual!("记录到此为止，这一局还没有打完。", "the events stop here, but the hand has not ended"),
        ),
        What::DigestDiffers { .. } => (
            &log::DIGEST,
            bilingual!(
                "这一步之后，客户端的牌桌与裁判的不同。",
                "after this step the client's table is not the referee's"
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
                "盐加牌墙的摘要与开局前公布的不同。",
                "the digest of salt and wall is not the one published before the hand"
            ),
        ),
    }
}
