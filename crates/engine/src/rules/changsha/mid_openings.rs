//! 中途起手胡: four joys and two triplets that a seat draws during play. MC-mid.

use super::openings::looked_at;
use super::options::{MidOpenings, Options};
use super::{clauses as c, patterns as p};
use crate::rules::{Ground, Pattern, Refusal, Verdict};
use crate::table::{Drawn, Opened, Phase, Table};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Counts, Seat, TileSet, Tiles};

/// The initial wins that the seat may declare now, if it has just drawn.
pub fn held(options: &Options, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
    if !has_drawn(table, seat) || options.mid_openings() == MidOpenings::None {
        return Vec::new();
    }
    let mine = free(options, table, seat);
    let may = |pattern: &&Pattern| is_played(options, pattern) && !is_declared(table, seat, pattern);
    [&p::MID_JOYS, &p::MID_TRIPLETS].into_iter().filter(may).filter(|pattern| holds(&mine, pattern)).collect()
}

/// Checks a declaration after a draw.
pub fn may_open(options: &Options, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
    if kinds.is_empty() {
        return Err(Refusal::new(Ground::Shape, &c::MID, || {
            bilingual!("报了中途起手胡，却没写是哪一种。", "declared an initial win in mid-hand without naming it")
        }));
    }
    if let Some(other) = kinds.iter().find(|kind| !is_played(options, kind)) {
        let (zh, en) = (other.name.zh, other.name.en);
        return Err(Refusal::by_option(Ground::Shape, &c::MID, "mid_openings", move || {
            bilingual!("报了{zh}，本房中途不打这一种。", "declared {en}, which is not played in mid-hand in this house")
        }));
    }
    if !has_drawn(table, seat) {
        return Err(Refusal::new(Ground::Time, &c::MID, || {
            bilingual!(
                "中途起手胡要在自己摸牌之后、打牌之前报。",
                "declared an initial win in mid-hand, but not between draw and discard"
            )
        }));
    }
    let twice = |kind: &&&Pattern| {
        is_declared(table, seat, kind) || kinds.iter().filter(|other| other.id == kind.id).count() > 1
    };
    if let Some(again) = kinds.iter().find(twice) {
        let (zh, en) = (again.name.zh, again.name.en);
        return Err(Refusal::new(Ground::Limit, &c::MID, move || {
            bilingual!("{zh}一局只能报一次。", "declared {en} twice: each is declared once a hand")
        }));
    }
    if !table.place(seat).is_known() {
        return Ok(());
    }
    let mine = free(options, table, seat);
    let Some(missing) = kinds.iter().find(|kind| !holds(&mine, kind)) else { return Ok(()) };
    let (zh, en) = (missing.name.zh, missing.name.en);
    Err(Refusal::new(Ground::Shape, &c::MID, move || {
        let hand = mine.tiles().collect::<Tiles>();
        bilingual!("乱报{zh}：没报过的是 {hand}。", "declared {en}, but the tiles not paid before, {hand}, are not it")
    }))
}

/// The kinds of tile that earlier declarations of the seat were paid for. Declarations after the same draw are one
///
pub fn paid_kinds(options: &Options, table: &Table, seat: Seat) -> TileSet {
    let dealt = table.openings.iter().filter(|opened| opened.seat == seat);
    let dealt = dealt.map(|opened| {
        let tiles = looked_at(options.dealer_initial_tiles(), opened.hand, opened.fourteenth);
        counted(&opened.kinds, &tiles, p::FOUR_JOYS.id, p::TWO_TRIPLETS.id)
    });
    let earlier = |opened: &&Opened| opened.seat == seat && !is_after_same_draw(table, opened);
    let drawn = table.mid_openings.iter().filter(earlier);
    let drawn = drawn.map(|opened| counted(&opened.kinds, &opened.hand, p::MID_JOYS.id, p::MID_TRIPLETS.id));
    dealt.chain(drawn).fold(TileSet::EMPTY, TileSet::or)
}

/// True if the seat has done nothing since that declaration. A request has no events; there the tiles are the same.
fn is_after_same_draw(table: &Table, opened: &Opened) -> bool {
    match (opened.at, table.now) {
        (Some(at), Some(now)) => now.saturating_sub(at) <= 1,
        _ => table.place(opened.seat).hand.counts() == opened.hand,
    }
}

/// The kinds of tile that make the named initial wins in these tiles.
fn counted(named: &[&str], tiles: &Counts, joys: &str, triplets: &str) -> TileSet {
    // A request names the kinds that were paid, not how.
    let least = match (named.contains(&joys), named.contains(&triplets)) {
        _ if named.is_empty() => 3,
        (_, true) => 3,
        (true, false) => 4,
        (false, false) => return TileSet::EMPTY,
    };
    tiles.iter().filter(|&(_, n)| n >= least).map(|(tile, _)| tile).collect()
}

/// The concealed tiles of the seat without the kinds already paid.
fn free(options: &Options, table: &Table, seat: Seat) -> Counts {
    let paid = paid_kinds(options, table, seat);
    table.place(seat).hand.tiles().filter(|&tile| !paid.contains(tile)).collect()
}

fn holds(mine: &Counts, pattern: &Pattern) -> bool {
    let alike = |copies: u8| mine.iter().filter(|&(_, n)| n >= copies).count();
    if pattern.id == p::MID_JOYS.id { alike(4) >= 1 } else { alike(3) >= 2 }
}

/// True after the seat's own draw, not after a claim or the deal.
fn has_drawn(table: &Table, seat: Seat) -> bool {
    let Phase::Turn { seat: turn, drawn: Drawn::Wall(_) | Drawn::Replacement(_) } = table.phase else { return false };
    turn == seat
}

fn is_played(options: &Options, pattern: &Pattern) -> bool {
    let joys = pattern.id == p::MID_JOYS.id;
    match options.mid_openings() {
        MidOpenings::None => false,
        MidOpenings::Joys => joys,
        MidOpenings::Triplets => pattern.id == p::MID_TRIPLETS.id,
        MidOpenings::Both => joys || pattern.id == p::MID_TRIPLETS.id,
    }
}

fn is_declared(table: &Table, seat: Seat, pattern: &Pattern) -> bool {
    table.mid_openings.iter().any(|opened| opened.seat == seat && opened.kinds.contains(&pattern.id))
}
