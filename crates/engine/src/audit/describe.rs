//! Turns a breach of the replay into a finding: its check, its sentence, the claimed and the right value.

mod phrases;

use super::checks::{claims, conduct, deal, discards, kongs, log, patterns, wins};
use super::finding::Finding;
use crate::audit::{Check, FindingIdx, Kind};
use crate::replay::{Breach, What};
use caipan_log::{DrawFrom, People, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use phrases::{choices, claim, group, groups, missing_discard, missing_draw, moved, turn};

/// Tells each kind of breach, one row each: `Kind { fields } => block::CHECK, .values(claimed, due) zh "…" en "…" (…);`.
///
/// After the check follow the calls that complete the finding, then the sentence in both languages with the values that
/// its fields do not give, or `text` and an expression.
macro_rules! told {
    ($what:expr, $told:ident; $($($kind:ident $({ $($field:tt)* })?)|+ $(if $guard:expr)? => $check:expr,
       $(.$set:ident($($arg:expr),*))* $(zh $zh:literal en $en:literal $(($($value:tt)*))?)? $(text $text:expr)?;)+) => {
        match $what {
            $($(What::$kind $({ $($field)* })?)|+ $(if $guard)? => {
                $told(&$check, $(bilingual!($zh, $en $(, $($value)*)?))? $($text)?)$(.$set($($arg),*))*
            })+
        }
    };
}

/// Returns the finding for a breach, with the seats by their numbers.
pub(crate) fn in_words(breach: &Breach) -> Finding {
    finding(0, breach, &People::default())
}

/// Returns the finding for a breach.
pub(super) fn finding(hand: usize, breach: &Breach, people: &People) -> Finding {
    let seat = breach.seat;
    let (s, who) = (people.anyone(seat), |seat: Seat| people.who(seat));
    let told = |check: &'static Check, text: Text| {
        let because = breach.because.map(FindingIdx::from);
        Finding::new(check, hand, text).at_event(breach.event).of(seat).because(because)
    };
    let mut finding = told! { &breach.what, told;
        WallTiles { tile, count } => deal::WALL, .at_field("wall")
            zh "牌墙里有 {count} 张 {tile}，应为 {} 张。" en "the wall has {count} of {tile} instead of {}" (tile.copies());
        WallSize { count, due } => deal::WALL, .at_field("wall")
            zh "牌墙有 {count} 张，应为 {due} 张。" en "the wall has {count} tiles instead of {due}";
        NotInDeck { tile } => deal::NOT_IN_DECK,
            zh "这副牌里没有 {tile}。" en "this deck has no {tile}";
        DealSize { count, due } => deal::DEAL_SIZE, .values(count, due)
            zh "{s}发到 {count} 张，应为 {due} 张。" en "{s:#} was dealt {count} tiles instead of {due}";
        DealNotFromWall { dealt, due } => deal::DEAL_WALL, .values(group(dealt), group(due)).at_field("deal")
            zh "{s}的起手牌与牌墙不符。" en "the tiles dealt to {s:#} do not match the wall";
        TooManyCopies { tile, count } => deal::COPIES,
            zh "{tile} 已经出现 {count} 张，一副牌只有 {} 张。" en "{count} of {tile} have appeared, but the deck has {}" (tile.copies());
        DealerDeal { dealt } => deal::DEALER_DEAL,
            zh "{s}坐庄，发到十四张的却是{}。" en "{s:#} deals, but {:#} was dealt fourteen tiles" (who(*dealt));

        CutDice { count, due, option, .. } => deal::DICE, .values(count, due).by(*option).at_field("dice")
            zh "切牌用了 {count} 颗骰子，应为 {due} 颗。" en "the wall was cut with {count} dice instead of {due}";
        IndicatorDiffers { claimed, due } => deal::INDICATOR, .values(claimed, due).at_field("indicator")
            zh "混坯应是牌墙上翻开的 {due}，记成了 {claimed}。" en "the wall turns up {due} as the indicator, but {claimed} is recorded";
        IndicatorMissing => deal::INDICATOR_MISSING, .at_field("indicator")
            zh "没有记混坯，不知道哪种牌是混儿。" en "no indicator is recorded, so the wild tile is unknown";

        DrawOutOfTurn { due } if *due == seat && seat.is_some() => deal::DRAW_TURN,
            zh "{s}摸过牌该打了，却又摸了一张。" en "{s:#} drew twice without discarding";
        DrawOutOfTurn { due } => deal::DRAW_TURN,
            text turn(s, due.map(who), "摸牌", "drew");
        DrawWrongEnd { due: DrawFrom::Wall } => deal::DRAW_END,
            zh "{s}该从墙头摸牌，却从墙尾摸了。" en "{s:#} drew from the tail of the wall instead of the head";
        DrawWrongEnd { due: DrawFrom::Tail } => deal::DRAW_END,
            zh "{s}该从墙尾补牌，却从墙头摸了。" en "{s:#} drew from the head of the wall instead of the tail after a kong";
        DrawFromNothing => deal::DRAW_NOTHING,
            zh "牌摸完了，{s}还摸牌。" en "{s:#} drew from an empty wall";
        DrawFromReserve { left, option } => deal::DRAW_RESERVE, .by(*option)
            zh "只剩 {left} 张保留牌，该荒牌了，{s}还摸牌。" en "{s:#} drew although only the {left} reserved tiles are left, which ends the hand";
        DrawWrongTile { tile, due } => deal::DRAW_TILE, .values(tile, due)
            zh "{s}摸了 {tile}，牌墙的下一张却是 {due}。" en "{s:#} drew {tile}, but the next tile of the wall is {due}";
        DrawNoneOf { tile, due } => deal::DRAW_TILE, .values(tile, choices(due))
            .in_short(bilingual!("{s}摸到 {tile}，可是骰子几点都摸不到它", "{s:#} drew {tile}, which no throw of the dice leads to"))
            zh "{s}摸到 {tile}，牌墙的下一张却只可能是 {due}，骰子几点都一样。" en "{s:#} drew {tile}, but whatever the dice showed, the next tile of the wall is one of {due}" (due = choices(due));
        DrawMissing { supplied } => deal::DRAW_MISSING,
            text missing_draw(s, *supplied);
        DiscardMissing { supplied } => discards::MISSING,
            text missing_discard(s, *supplied);
        LastTileSkipped { asked } => deal::LAST_SKIPPED,
            zh "海底该先问{}，{s}却摸走了。" en "{s:#} drew the last tile before it was offered to {:#}" (who(*asked));

        DiscardOutOfTurn { due } => discards::OUT_OF_TURN,
            text turn(s, due.map(who), "打牌", "discarded");
        DiscardNotHeld { tile } => discards::NOT_HELD,
            zh "{s}打出 {tile}，手里却没有。" en "{s:#} discarded {tile} without holding it";

        NothingOpen { tile } => claims::NOTHING_OPEN,
            zh "{s}要 {tile}，可是刚才没人打牌。" en "{s:#} claimed {tile}, but nobody has just discarded a tile";
        TileNotOpen { tile, open } => claims::TILE_NOT_OPEN, .values(tile, group(open))
            zh "{s}要的是 {tile}，刚打出的却是 {open}。" en "{s:#} claimed {tile}, but the tile just discarded is {open}" (open = group(open));
        OwnTile { tile } => claims::OWN_TILE,
            zh "{s}要了自己打出的 {tile}。" en "{s:#} claimed their own discard {tile}";
        NotARun { tiles } => claims::NOT_A_RUN,
            zh "{s}吃的 {tiles} 不成顺子。" en "{s:#} chowed {tiles}, which is not a run" (tiles = group(tiles));
        MeldNotHeld { tile, held: 0, need } => *if *need > 2 { &kongs::NOT_HELD } else { &claims::TILES_NOT_HELD },
            zh "{s}要用 {need} 张 {tile}，手里一张也没有。" en "{s:#} needs {need} of {tile} but holds none";
        MeldNotHeld { tile, held, need } => *if *need > 2 { &kongs::NOT_HELD } else { &claims::TILES_NOT_HELD },
            zh "{s}要用 {need} 张 {tile}，手里只有 {held} 张。" en "{s:#} needs {need} of {tile} but holds {held}";
        KongOutOfTurn { due } => kongs::OUT_OF_TURN,
            text turn(s, due.map(who), "开杠", "konged");
        NoPung { tile } => kongs::NO_PUNG,
            zh "{s}没有碰过 {tile}，不能补杠。" en "{s:#} added a fourth {tile} without a pung of it";
        ClaimOverridden { by, stronger, seat } => claims::OVERRIDDEN,
            zh "{}的{stronger}在先，却让{s}{by}了。" en "{s:#} got the {by:#}, but the {stronger:#} of {:#} has priority" (who(*seat), stronger = claim(*stronger), by = claim(*by));

        Refused { action, refusal } => *phrases::refused(*action, refusal), .by(refusal.option)
            text phrases::refusal(seat.map(|_| s), *action, refusal);

        RevealUncalled => kongs::REVEAL_UNCALLED,
            zh "{s}没有掷骰开杠，却翻了牌。" en "{s:#} turned tiles up without a dice kong";
        RevealMissing => kongs::REVEAL_MISSING,
            zh "开杠后没翻牌，{s}就接着打了。" en "{s:#} played on before turning up the tiles of the dice kong";
        RevealCount { count, due, option } => kongs::REVEAL_COUNT, .values(count, due).by(*option)
            zh "{s}翻了 {count} 张，该翻 {due} 张。" en "{s:#} turned up {count} instead of {due} tiles";
        RevealTiles { tiles, due } => kongs::REVEAL_TILES, .values(group(tiles), group(due))
            zh "{s}翻的是 {tiles}，骰子指的却是 {due}。" en "{s:#} turned up {tiles}, but the dice point to {due}" (tiles = group(tiles), due = group(due));
        RevealNowhere { tiles } => kongs::REVEAL_TILES,
            zh "翻出的是 {tiles}，可是骰子几点都指不到这样的牌。" en "{tiles} was turned up, but no throw of the dice points to these tiles" (tiles = group(tiles));
        ThrowUnknown => kongs::THROW_UNKNOWN,
            zh "{s}开杠没记骰子点数，没法核对翻出的牌。" en "the dice of the kong by {s:#} are not recorded, so its tiles are not checked";

        NoChance => wins::NO_CHANCE,
            zh "{s}喊胡，可是这时没有牌可胡。" en "{s:#} called a win without a tile to win on";
        WinTile { tile, open } => wins::TILE, .values(tile, group(open))
            zh "{s}胡的是 {tile}，能胡的却是 {open}。" en "{s:#} won on {tile}, but the tile to win on is {open}" (open = group(open));
        FalseWin { refusal, .. } | ForbiddenWin { refusal } => *phrases::refused_win(refusal), .by(refusal.option)
            text phrases::false_win(s, refusal);
        DoubtfulWin { refusal } => wins::DOUBTFUL, .by(refusal.option)
            text phrases::false_win(s, refusal);
        Preempted { by } => wins::PREEMPTED,
            zh "{}开杠翻出的牌自己胡了，{s}不能再胡。" en "{s:#} may not win, because {:#} won on the tiles of their own dice kong" (who(*by));
        SecondWinner { first, option, .. } => wins::SECOND, .by(Some(option))
            .in_short(bilingual!("一张牌只能胡一家，{}在前，{s}却也记成胡了", "{s:#} won on a tile that {:#} wins first", who(*first)))
            zh "一张牌只能胡一家，{}在前，{s}却也记成胡了。" en "{s:#} won on the same tile, but only one player may, and {:#} comes first" (who(*first));
        AutomaticWin { .. } => wins::AUTOMATIC,
            zh "{s}摸齐四个混儿，按规矩自动算胡，却继续打了下去。" en "{s:#} holds all four wilds, which wins without a call, but play went on";
        WonAgain { times: 1 } => wins::TWICE,
            zh "{s}已经胡过了，又记了一次胡，不算。" en "{s:#} won twice; the repeated win does not count";
        WonAgain { times } => wins::TWICE,
            zh "{s}已经胡过了，后面又记了 {times} 次胡。" en "{s:#} had won and is recorded as winning {times} more times";
        WinOverridden { tile, .. } => wins::OVERRIDDEN,
            zh "{s}喊胡 {tile}，却没让他胡。" en "{s:#} called a win on {tile}, but it was not carried out";

        UnknownOpening { name } => wins::OPENING_NAME,
            zh "没有叫“{name}”的起手胡。" en "there is no initial win called “{name}”" (name = shown(name));
        OpeningRepeated { times: 1 } => wins::OPENING_TIME,
            zh "{s}报过的起手胡又报了 1 次，不再判。" en "{s:#} declared an initial win 1 more time, which is not judged again";
        OpeningRepeated { times } => wins::OPENING_TIME,
            zh "{s}报过的起手胡又报了 {times} 次，不再判。" en "{s:#} declared the same initial wins {times} more times, which are not judged again";
        LastTileAnswer { asked: Some(asked) } => deal::LAST_SKIPPED,
            zh "海底这时该问{}，回答的却是{s}。" en "{s:#} answered the offer of the last tile, but it was the turn of {:#}" (who(*asked));
        LastTileAnswer { asked: None } => deal::LAST_SKIPPED,
            zh "还没问海底，{s}却回答了。" en "{s:#} answered, but the last tile was not on offer";
        BirdsUncalled => patterns::BIRDS_UNCALLED,
            zh "没人胡牌，却扎了鸟。" en "birds were turned up although nobody won";
        BirdCount { count, due, flying: true, option, .. } => patterns::BIRD_COUNT, .values(count, due).by(*option)
            zh "翻了 {count} 只飞鸟，该翻 {due} 只。" en "flying birds turned up: {count} instead of {due}";
        BirdCount { count, due, flying: false, option, .. } => patterns::BIRD_COUNT, .values(count, due).by(*option)
            zh "扎了 {count} 只鸟，该扎 {due} 只。" en "birds turned up: {count} instead of {due}";
        BirdTiles { tiles, due, .. } => patterns::BIRDS, .values(group(tiles), group(due))
            zh "鸟该是 {due}，记成了 {tiles}。" en "the birds are {due}, but {tiles} is recorded" (tiles = group(tiles), due = group(due));
        BirdsNoneOf { tiles, due, .. } => patterns::BIRDS, .values(group(tiles), groups(due))
            .in_short(bilingual!("鸟记成了 {tiles}，可是骰子几点都不会是它", "the birds are recorded as {tiles}, but no throw of the dice leads to them", tiles = group(tiles)))
            zh "鸟记成了 {tiles}，可是骰子几点都只可能是 {due}。" en "the birds are recorded as {tiles}, but whatever the dice showed, they are one of {due}" (tiles = group(tiles), due = groups(due));
        BirdsTwice => patterns::BIRDS_TWICE,
            zh "鸟扎了两次，只算第一次。" en "birds were turned up twice; the first ones count";

        FlipUncalled { tile } => patterns::FLIP_UNCALLED,
            .in_short(bilingual!("不该翻牌，却翻了 {tile}", "{tile} was flipped without a cause"))
            zh "不该翻 {tile}：没人胡，或牌已摸完，或已翻过。" en "{tile} was flipped without a cause: nobody won, no tile is left, or one was flipped before";
        FlipTile { tile, due, opened: Some(nth), .. } => patterns::FLIP, .values(tile, due)
            zh "途中开的第 {nth} 张鸡，照牌墙该是 {due}，记成了 {tile}。" en "tile no. {nth} opened during play is {due} by the wall, but {tile} is recorded";
        FlipTile { tile, due, opened: None, .. } => patterns::FLIP, .values(tile, due)
            zh "翻了 {tile}，牌墙的下一张却是 {due}。" en "{tile} was flipped, but the next tile of the wall is {due}";

        IdlePass { of } => discards::IDLE_PASS,
            zh "{s}放弃了{of}，本来就不能{of}。" en "{s:#} passed a {of:#} that was not possible" (of = claim(*of));
        WinPassed { refusal } => claims::WIN_PASSED, .by(refusal.option)
            zh "{s}能胡却点了过，本房有胡必胡。" en "{s:#} passed a win, which the house rules oblige them to take";
        IdleClaim { of } => claims::IDLE,
            zh "记录说{s}要{of}，可是这时不能{of}。" en "{s:#} is recorded as claiming a {of:#} that was not possible" (of = claim(*of));
        OfferImpossible { of } => claims::OFFER_FALSE,
            zh "客户端让{s}选{of}，可是这时不能{of}。" en "{s:#} was offered a {of:#} that was not possible" (of = claim(*of));
        OfferForbidden { of, refusal } => claims::OFFER_FALSE, .by(refusal.option)
            .in_short(bilingual!("客户端让{s}选{of}，其实不能{of}", "{s:#} was offered a {of:#} that is not allowed", of = claim(*of)))
            text phrases::offer(s, &claim(*of), refusal);
        OfferMissing { of } => claims::OFFER_MISSING,
            zh "{s}能{of}，客户端却没有给他选。" en "{s:#} could {of:#}, but was not offered the choice" (of = claim(*of));
        ExchangeUncalled => log::NO_SUCH_ACTION,
            zh "{s}这时不该换张。" en "{s:#} exchanged tiles when no exchange was due";
        ExchangeCount { gave, took, due, .. } => deal::EXCHANGE,
            zh "{s}该换 {due} 张，却换出 {gave} 张、换进 {took} 张。" en "{s:#} gave {gave} tiles and took {took} instead of {due}";
        ExchangeTiles { took, gave, from, .. } => deal::EXCHANGE,
            zh "{s}换进的是 {took}，{from}换出的却是 {gave}。" en "{s:#} took {took}, but {from:#} gave {gave}" (took = group(took), gave = group(gave), from = who(*from));
        ExchangeNotHeld { tile, .. } => deal::EXCHANGE,
            zh "{s}手里没有这么多 {tile} 可以换出。" en "{s:#} gave away more {tile} than they held";
        ExchangeMissing { .. } => deal::EXCHANGE,
            zh "{s}没换张就开打了。" en "play began before {s:#} had exchanged tiles";
        FlowerUncalled => log::NO_SUCH_ACTION,
            zh "{s}这时不能补花。" en "{s:#} laid out a flower when none may be";
        Repeated { times: 1, .. } if seat.is_none() => log::REPEATED,
            zh "这一步与上一步一模一样，重复记了一遍，只算一次。" en "this event repeats the one before it and counts once";
        Repeated { times: 1, .. } => log::REPEATED,
            zh "{s}的这一步与上一步一模一样，重复记了一遍，只算一次。" en "this event of {s:#} repeats the one before it and counts once";
        Repeated { times, .. } => log::REPEATED,
            zh "上一步一模一样地重复记了 {times} 遍，只算一次。" en "the event before is repeated {times} times and counts once";
        EventsAgain { from, count: 1, of } => log::WRITTEN_AGAIN,
            zh "第 {} 手又把第 {} 手记了一遍，不算。" en "step {} repeats step {} and does not count" (from + 1, of + 1);
        EventsAgain { from, count, of } => log::WRITTEN_AGAIN,
            zh "第 {}–{} 手又把第 {}–{} 手记了一遍，不算。" en "steps {} to {} repeat steps {} to {} and do not count" (from + 1, from + count, of + 1, of + count);
        SeatsTurned { from, by } => log::TURNED,
            .in_short(bilingual!("从第 {} 手起，各家的座位都往后错了 {by} 位", "from step {} on all seats are {by} too far", from + 1))
            text phrases::seats_turned(from + 1, *by);
        Left => conduct::LEFT,
            zh "{s}离开了。" en "{s:#} left";
        LeftTwice => conduct::LEFT_TWICE,
            zh "{s}离开了两次。" en "{s:#} left twice";
        AfterEnd => log::AFTER_END,
            zh "这一局已经结束，后面还有动作。" en "the hand has ended, but more events follow";
        OutOfPlay => log::AFTER_END,
            zh "{s}已经退出这一局，后面却还有他的动作。" en "{s:#} is out of this hand, but more of their events follow";
        Unfinished { played: false } => log::UNPLAYED,
            zh "没有记打牌的过程，这一局没法核对。" en "no play is recorded, so neither this hand nor its result can be checked";
        Unfinished { played: true } => log::UNFINISHED,
            zh "记录到此为止，缺了这一局的结尾，没法核对。" en "the log stops here; the end of the hand is missing and cannot be checked";
        DigestDiffers { claimed, computed } => log::DIGEST, .values(claimed, computed)
            zh "从这一步起，客户端的牌桌与裁判的不同。" en "the client's table differs from the referee's after this step";
        ShownDiffers { shown, size, .. } if shown.len() != *size => log::SHOWN, .values(shown.len(), size).at_field("shown")
            zh "{s}亮出 {} 张，打到最后手里应有 {size} 张。" en "{s:#} showed {} tiles, but the play leaves {size}" (shown.len());
        ShownDiffers { shown, held, size } if held.len() == *size => log::SHOWN, .values(group(shown), group(held)).at_field("shown")
            zh "{s}亮出的牌与打到最后手里的不同。" en "the tiles that {s:#} showed are not those that the play leaves";
        ShownDiffers { shown, held, .. } => log::SHOWN, .values(group(shown), group(held)).at_field("shown")
            .in_short(bilingual!("{s}亮出的牌与打牌过程不符", "the tiles that {s:#} showed do not fit the play"))
            zh "{s}亮出的牌里少了手里该有的 {}。" en "the tiles that {s:#} showed lack some of {}, which it must hold" (group(held));
        TimeBackwards { ms, before, times: 1 } => log::TIME,
            zh "这一步记在 {ms} 毫秒，比前面的 {before} 毫秒还早。" en "this step is timed at {ms} ms, earlier than the {before} ms before it";
        TimeBackwards { ms, before, times } => log::TIME,
            .in_short(bilingual!("这一局的时间有 {times} 步倒流", "the clock runs backwards at {times} steps of this hand"))
            zh "这一局的时间有 {times} 步倒流：从这一步起，它记在 {ms} 毫秒，比前面的 {before} 毫秒还早。" en "the clock runs backwards at {times} steps of this hand, for the first time here: {ms} ms after {before} ms";
        CommitmentBroken { published, computed } => log::COMMITMENT, .values(published, computed).at_field("fairness")
            zh "牌墙与开局前公布的承诺对不上。" en "the wall does not match the commitment published before the hand";
    };
    if let Some(by) = breach.moved {
        finding.short.push(finding.text.clone());
        finding.text = moved(finding.text, by);
    }
    finding.clauses.extend(breach.clause);
    if let What::Repeated { moves: false, .. } = breach.what {
        finding.kind = Kind::Note;
    }
    if let What::FalseWin { refusal, .. } | What::ForbiddenWin { refusal } = &breach.what {
        finding.short = vec![finding.text.clone()];
        finding.short.extend(phrases::false_win_in_short(s, refusal));
    }
    if finding.check == &wins::OPENING_FALSE {
        finding.short = vec![finding.text.clone()];
        finding.short.push(bilingual!("{s}乱报起手胡", "{s:#} declared a false initial win"));
    }
    if let What::FalseWin { called, .. } = &breach.what {
        finding.called = Some(called.clone());
    }
    finding
}
