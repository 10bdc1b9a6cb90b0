//! Phrases shared by several sentences.

use super::super::check::Check;
use super::super::checks::{claims, conduct, course, deal, discards, kongs, log, wins};
use crate::rules::{Ground, Refusal};
use caipan_log::{Claim, EventKind, Who};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Tile, Tiles};

/// Appends to the sentence by how many tiles the wall is shifted after it.
pub(super) fn moved(text: Text, by: isize) -> Text {
    let places = by.unsigned_abs();
    let rest = if by > 0 {
        bilingual!(
            "此后各家摸的牌，要跳过牌墙的 {places} 张才接得上。",
            "; from here on the draws fit the wall where {places} of its tiles are skipped"
        )
    } else {
        bilingual!(
            "此后各家摸的牌，要退回牌墙的 {places} 张才接得上。",
            "; from here on the draws fit the wall {places} of its tiles further back"
        )
    };
    Text { zh: text.zh + rest.zh, en: text.en + rest.en }
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
        (EventKind::Opening, Ground::Shape) => &wins::OPENING_FALSE,
        (EventKind::Opening, _) => &wins::OPENING_TIME,
        (EventKind::Seabed, _) => &deal::LAST_REFUSED,
        (EventKind::DrawGame, _) => &course::DRAWN_EARLY,
        (EventKind::Declare, _) => &discards::DECLARE,
        // The rules refuse no other actions.
        _ => &log::NO_SUCH_ACTION,
    }
}

/// Returns what a seat did, as the start of a sentence that goes on with the refusal.
pub(super) const fn did(action: EventKind) -> Option<(&'static str, &'static str)> {
    Some(match action {
        EventKind::Exchange => ("换张", "exchanged tiles"),
        EventKind::Discard => ("打牌", "discarded"),
        EventKind::Chow => ("吃牌", "chowed"),
        EventKind::Pung => ("碰牌", "punged"),
        EventKind::Kong => ("杠牌", "konged"),
        EventKind::Opening => ("报起手胡", "declared an initial win"),
        EventKind::Declare => ("宣告", "made a declaration"),
        EventKind::Seabed => ("要海底", "took the last tile"),
        _ => return None,
    })
}

pub(super) fn turn(who: Who<'_>, due: Option<Who<'_>>, zh: &str, en: &str) -> Text {
    match due {
        Some(due) => bilingual!("没轮到{who}{zh}，该{due}。", "{who:#} {en}, but it is the turn of {due:#}"),
        None => bilingual!("{who}{zh}，此时没轮到任何人。", "{who:#} {en}, but it is nobody's turn"),
    }
}

pub(super) fn missing_draw(who: Who<'_>, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => bilingual!(
            "{who}没有摸牌就行了牌；照牌墙应摸 {tile}。",
            "{who:#} acted without a draw; by the wall the draw was {tile}"
        ),
        None => bilingual!(
            "{who}没有摸牌就行了牌；不知摸到什么。",
            "{who:#} acted without a draw; which tile was drawn is unknown"
        ),
    }
}

pub(super) fn missing_discard(who: Who<'_>, supplied: Option<Tile>) -> Text {
    match supplied {
        Some(tile) => bilingual!(
            "{who}没有打牌；从后面的吃碰杠胡看，打的应是 {tile}。",
            "{who:#} did not discard; by the claim that follows it was {tile}"
        ),
        None => bilingual!("{who}摸牌后没有打牌。", "{who:#} did not discard after the draw"),
    }
}

pub(super) fn claim(claim: Claim) -> (&'static str, &'static str) {
    match claim {
        Claim::Win => ("胡", "win"),
        Claim::Kong => ("杠", "kong"),
        Claim::Pung => ("碰", "pung"),
        Claim::Chow => ("吃", "chow"),
    }
}

pub(super) fn group(tiles: &[Tile]) -> String {
    Tiles(tiles.to_vec()).to_string()
}

/// Joins alternatives: `3m / 9m`.
pub(super) fn choices(all: &[impl ToString]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" / ")
}
