//! Phrases shared by several sentences.

use super::super::check::Check;
use super::super::checks::{claims, conduct, course, deal, discards, kongs, log, wins};
use crate::rules::{Ground, Refusal};
use caipan_log::{Claim, EventKind, Who};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Tile, Tiles};
use std::fmt;

/// Appends to the sentence by how many tiles the wall is shifted after it.
pub(super) fn moved(text: Text, by: isize) -> Text {
    let places = by.unsigned_abs();
    let (tiles, are) = if places == 1 { ("tile", "is") } else { ("tiles", "are") };
    let rest = if by > 0 {
        bilingual!(
            "此后各家摸的牌，要在牌墙上跳过 {places} 张才接得上。",
            "; from here on the draws match the wall if {places} {tiles} {are} skipped"
        )
    } else {
        bilingual!(
            "此后各家摸的牌，要在牌墙上退回 {places} 张才接得上。",
            "; from here on the draws match the wall {places} {tiles} further back"
        )
    };
    Text { zh: text.zh + rest.zh, en: text.en + rest.en }
}

/// Returns the sentence for seats that are some places too far from a step on.
pub(super) fn seats_turned(step: usize, by: usize) -> Text {
    let places = if by == 1 { "place" } else { "places" };
    bilingual!(
        "从第 {step} 手起，各家的座位都往后错了 {by} 位；转回来以后，这一局后面的动作都对得上。",
        "from step {step} on all seats are {by} {places} too far; turned back, the rest of the hand is in order"
    )
}

/// Returns the check for a refusal of the rules.
pub(super) fn refused(action: EventKind, refusal: &Refusal) -> &'static Check {
    match (action, refusal.ground) {
        (_, Ground::NoSuchAction) => &log::NO_SUCH_ACTION,
        (_, Ground::Count) => &conduct::TILE_COUNT,
        (EventKind::Exchange, _) => &deal::EXCHANGE,
        (EventKind::Discard, Ground::NotReady) => &discards::NOT_READY,
        (EventKind::Discard, _) => &discards::FORBIDDEN,
        (EventKind::Chow, Ground::Seat) => &claims::OUT_OF_TURN,
        (EventKind::Chow | EventKind::Pung, _) => &claims::FORBIDDEN,
        (EventKind::Kong, Ground::NotReady) => &kongs::NOT_READY,
        (EventKind::Kong, Ground::WallShort) => &kongs::WALL_SHORT,
        (EventKind::Kong, _) => &kongs::FORBIDDEN,
        (EventKind::Opening | EventKind::MidOpening, Ground::Shape) => &wins::OPENING_FALSE,
        (EventKind::Opening | EventKind::MidOpening, _) => &wins::OPENING_TIME,
        (EventKind::Seabed, _) => &deal::LAST_REFUSED,
        (EventKind::DrawGame, _) => &course::DRAWN_EARLY,
        (EventKind::Declare, _) => &discards::DECLARE,
        // The rules refuse no other actions.
        _ => &log::NO_SUCH_ACTION,
    }
}

/// Returns the check for a win that the rules refuse.
pub(super) const fn refused_win(refusal: &Refusal) -> &'static Check {
    match refusal.ground {
        Ground::Pair => &wins::PAIR,
        Ground::Missed => &wins::MISSED,
        Ground::Unrobbable => &wins::UNROBBABLE,
        Ground::Shape => &wins::FALSE_WIN,
        Ground::Count => &conduct::TILE_COUNT,
        _ => &wins::MANNER,
    }
}

/// Returns the sentence for an action that the rules refuse. The reasons of refused openings and declarations are
/// predicates of the seat; the others follow what the seat did.
pub(super) fn refusal(who: Option<Who<'_>>, action: EventKind, refusal: &Refusal) -> Text {
    let reason = refusal.text();
    let (Some(who), Text { zh, en }) = (who, &reason) else { return reason };
    if refusal.ground == Ground::NoSuchAction {
        return reason;
    }
    match did(action, refusal.ground) {
        Some((did, did_en)) => bilingual!("{who}{did}：{zh}", "{who:#} {did_en}: {en}"),
        None if matches!(action, EventKind::Opening | EventKind::MidOpening | EventKind::Declare) => {
            bilingual!("{who}{zh}", "{who:#} {en}")
        }
        None => reason,
    }
}

/// Returns the sentence for a win that the rules refuse. The reason of a passed win is a predicate of the seat.
pub(super) fn false_win(who: Who<'_>, refusal: &Refusal) -> Text {
    let Text { zh, en } = &refusal.text();
    match refusal.ground {
        Ground::Missed => bilingual!("{who}{zh}", "{who:#} {en}"),
        Ground::Shape | Ground::Pair => bilingual!("{who}诈胡：{zh}", "{who:#} called a false win: {en}"),
        _ => bilingual!("{who}不能胡：{zh}", "{who:#} may not win: {en}"),
    }
}

/// Returns shorter sentences for a win whose reason is long.
pub(super) fn false_win_in_short(who: Who<'_>, refusal: &Refusal) -> Vec<Text> {
    match refusal.ground {
        Ground::Shape => vec![
            bilingual!("{who}诈胡：牌不成胡", "{who:#} called a false win: the hand is not complete"),
            bilingual!("{who}诈胡", "{who:#} called a false win"),
        ],
        Ground::Pair => vec![
            bilingual!("{who}诈胡：将不是二五八", "{who:#} called a false win: the pair is not a 2, 5 or 8"),
            bilingual!("{who}诈胡：将牌不合", "{who:#} won with a forbidden pair"),
        ],
        Ground::Missed => vec![bilingual!("{who}过水后又胡", "{who:#} won after passing a win")],
        Ground::Unrobbable => vec![bilingual!("{who}抢了不能抢的杠", "{who:#} robbed a kong that may not be robbed")],
        _ => vec![bilingual!("{who}不能这样胡", "{who:#} may not win in this way")],
    }
}

/// Returns the sentence for an offer that the rules refuse. The reason of a passed win is a predicate of the seat.
pub(super) fn offer(who: Who<'_>, of: &Named, refusal: &Refusal) -> Text {
    let Text { zh, en } = &refusal.text();
    match refusal.ground {
        Ground::Missed => bilingual!(
            "客户端让{who}选{of}，可是{who}过水在先，不能{of}。",
            "{who:#} was offered a {of:#} that is not allowed: {who:#} passed a win before"
        ),
        _ => {
            bilingual!("客户端让{who}选{of}，其实不能：{zh}", "{who:#} was offered a {of:#} that is not allowed: {en}")
        }
    }
}

/// Returns what a seat did, as the start of a sentence that goes on with the reason.
const fn did(action: EventKind, ground: Ground) -> Option<(&'static str, &'static str)> {
    Some(match action {
        EventKind::Exchange => ("换张", "exchanged tiles"),
        EventKind::Discard => ("打牌", "discarded"),
        EventKind::Chow if matches!(ground, Ground::Seat) => ("没轮到就吃", "chowed out of turn"),
        EventKind::Chow => ("吃牌", "chowed"),
        EventKind::Pung => ("碰牌", "punged"),
        EventKind::Kong => ("杠牌", "konged"),
        EventKind::Seabed => ("要海底", "took the last tile"),
        _ => return None,
    })
}

pub(super) fn turn(who: Who<'_>, due: Option<Who<'_>>, zh: &str, en: &str) -> Text {
    match due {
        Some(due) => {
            bilingual!("没轮到{who}{zh}，该轮到{due}。", "{who:#} {en} out of turn; it is the turn of {due:#}")
        }
        None => bilingual!("没轮到{who}{zh}，这时谁也不能动。", "{who:#} {en} out of turn; it is nobody's turn"),
    }
}

pub(super) fn missing_draw(who: Who<'_>, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => bilingual!(
            "{who}没摸牌就打了；照牌墙该摸 {tile}。",
            "{who:#} played without drawing; the next tile of the wall is {tile}"
        ),
        None => {
            bilingual!("{who}没摸牌就打了；不知道摸到什么。", "{who:#} played without drawing; the tile is unknown")
        }
    }
}

pub(super) fn missing_discard(who: Who<'_>, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => bilingual!(
            "{who}没打牌；照后面的吃碰杠胡看，打的是 {tile}。",
            "{who:#} did not discard; the claim that follows shows {tile}"
        ),
        None => bilingual!("{who}摸了牌没打。", "{who:#} drew and did not discard"),
    }
}

/// The name of a claim in a sentence: `{claim}` in Chinese, `{claim:#}` in English.
pub(super) struct Named(Label);

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if f.alternate() { self.0.en } else { self.0.zh })
    }
}

pub(super) const fn claim(claim: Claim) -> Named {
    Named(match claim {
        Claim::Win => Label::new("胡", "win"),
        Claim::Kong => Label::new("杠", "kong"),
        Claim::Pung => Label::new("碰", "pung"),
        Claim::Chow => Label::new("吃", "chow"),
    })
}

pub(super) fn group(tiles: &[Tile]) -> String {
    Tiles(tiles.to_vec()).to_string()
}

/// Joins alternatives: `3m / 9m`.
pub(super) fn choices(all: &[impl ToString]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
}

/// Joins groups of tiles: `3m4m / 9m`.
pub(super) fn groups(all: &[Vec<Tile>]) -> String {
    choices(&all.iter().map(|tiles| group(tiles)).collect::<Vec<_>>())
}
