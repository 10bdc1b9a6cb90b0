//! The request of the score calculator and its parsing.

use super::error::{ScoreError, bad};
use super::seats::{FirstGiven, SeatGiven};
use crate::table::Source;
use caipan_log::{KongKind, OptionValue};
use caipan_tiles::bilingual;
use caipan_tiles::tile::{Meld, MeldKind, Seat, Seats, Tile, Tiles};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The hand to settle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreRequest {
    /// A preset, for example `changsha-a`.
    pub rules: String,
    /// Options that differ from the preset.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// The dealer.
    pub dealer: Seat,
    /// The number of consecutive hands of this dealer, including this one.
    #[serde(default)]
    pub dealer_streak: Option<u32>,
    /// The wins. Several wins on one tile are several entries.
    #[serde(default)]
    pub wins: Vec<WinGiven>,
    /// The tile that names the wild kind (混坯), if the rules have one.
    #[serde(default)]
    pub indicator: Option<Tile>,
    /// True if the match is upstairs (上楼).
    #[serde(default)]
    pub upstairs: bool,
    /// The seats that declared 混儿悠 in their last turn.
    #[serde(default)]
    pub hunyou: Vec<Seat>,
    /// The declared initial wins (起手胡).
    #[serde(default)]
    pub openings: Vec<OpeningGiven>,
    /// The birds turned up (鸟), for example `1m5m`.
    #[serde(default)]
    pub birds: Option<Tiles>,
    /// The tile flipped after the win (翻鸡); absent if the wall was used up.
    #[serde(default)]
    pub flip: Option<Tile>,
    /// Other hands, melds, rivers and declarations at the table, if the rules need them.
    #[serde(default)]
    pub seats: Vec<SeatGiven>,
    /// The seats that discarded the first of a kind, if the rivers do not show it.
    #[serde(default)]
    pub first_discards: Vec<FirstGiven>,
    /// The day of the week; Monday is 1.
    #[serde(default)]
    pub weekday: Option<u8>,
    /// The number of consecutive burns of the dealer (烧庄), if the rivers do not show it because of a claim in between.
    #[serde(default)]
    pub burnt: Option<u8>,
    /// The seats that left.
    #[serde(default)]
    pub left: Vec<Seat>,
    /// The points that each seat floats (飘分), by seat.
    #[serde(default)]
    pub piao: Option<Vec<i64>>,
    /// The points that each seat adds (估卖), by seat.
    #[serde(default)]
    pub gu_mai: Option<Vec<i64>>,
    /// The points that each seat owns, by seat, if the house rules limit payments by them.
    #[serde(default)]
    pub holdings: Option<Vec<i64>>,
    /// The owner of the room (房主), if the owner plays and the house rules let the owner pay fees.
    #[serde(default)]
    pub owner: Option<Seat>,
    /// True if this is the last hand of the match (末局).
    #[serde(default)]
    pub last_hand: Option<bool>,
    /// The flying birds turned up (飞鸟), for example `2p4s`.
    #[serde(default)]
    pub fly: Option<Tiles>,
    /// Initial wins declared during play (中途起手胡).
    #[serde(default)]
    pub mid_openings: Vec<MidOpeningGiven>,
    /// Initial wins that were paid, if their tiles are not known. If they are, write them under `openings`.
    #[serde(default)]
    pub paid_openings: Vec<PaidOpening>,
    /// The suit that each seat named as missing (定缺), by seat: `m`, `p` or `s`.
    #[serde(default)]
    pub lack: Vec<String>,
    /// The tiles opened for chickens during play (前后鸡), in order.
    #[serde(default)]
    pub rolls: Vec<Tile>,
    /// False if the first discard of a chicken came after every seat had had a turn.
    #[serde(default)]
    pub first_round: Option<bool>,
    /// The seats that declared 天听.
    #[serde(default)]
    pub sky_declared: Vec<Seat>,
    /// The seats that declared 潇洒.
    #[serde(default)]
    pub xiaosa_declared: Vec<Seat>,
    /// Points that each player won or lost in the match, by seat, this hand included, if it is the last and the house rules
    /// add to low totals.
    #[serde(default)]
    pub match_totals: Option<Vec<i64>>,
    /// True if the wall ran out without a win. A request without wins means the same.
    #[serde(default)]
    pub drawn: bool,
}

impl ScoreRequest {
    /// True if nothing in it is paid for but kongs and readiness: no win and no initial win.
    pub(super) fn is_without_payments(&self) -> bool {
        self.wins.is_empty()
            && self.openings.is_empty()
            && self.mid_openings.is_empty()
            && self.paid_openings.is_empty()
    }

    /// A request under a preset that names only the dealer.
    pub fn new(rules: String, dealer: Seat) -> ScoreRequest {
        ScoreRequest {
            rules,
            options: BTreeMap::new(),
            dealer,
            dealer_streak: None,
            wins: Vec::new(),
            indicator: None,
            upstairs: false,
            hunyou: Vec::new(),
            openings: Vec::new(),
            birds: None,
            flip: None,
            seats: Vec::new(),
            first_discards: Vec::new(),
            weekday: None,
            burnt: None,
            left: Vec::new(),
            piao: None,
            gu_mai: None,
            holdings: None,
            owner: None,
            last_hand: None,
            fly: None,
            mid_openings: Vec::new(),
            paid_openings: Vec::new(),
            lack: Vec::new(),
            rolls: Vec::new(),
            first_round: None,
            sky_declared: Vec::new(),
            xiaosa_declared: Vec::new(),
            match_totals: None,
            drawn: false,
        }
    }
}

/// Initial wins that one seat declared during play.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MidOpeningGiven {
    /// The seat.
    pub seat: Seat,
    /// The concealed tiles without the tile just drawn.
    pub hand: Tiles,
    /// The melds in order.
    #[serde(default)]
    pub melds: Vec<MeldGiven>,
    /// The tile just drawn.
    pub tile: Tile,
    /// Chinese names or ids of the initial wins.
    pub kinds: Vec<String>,
    /// The kinds of tile that an earlier initial win of this seat was paid for.
    #[serde(default)]
    pub paid_kinds: Vec<Tile>,
}

/// Initial wins of one seat whose tiles are not known.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PaidOpening {
    /// The seat.
    pub seat: Seat,
    /// Chinese names or ids of the initial wins.
    pub kinds: Vec<String>,
}

/// One win.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WinGiven {
    /// The winner.
    pub seat: Seat,
    /// The concealed tiles without the winning tile.
    pub hand: Tiles,
    /// The melds in order.
    #[serde(default)]
    pub melds: Vec<MeldGiven>,
    /// The winning tile; two tiles if a dice kong turned up two.
    pub tile: Tiles,
    /// The source of the win: `draw` (the default without `from`), `discard` (the default with it), `dealt`,
    /// `replacement`, `dice_kong`, `dice_kong_discard`, `seabed` (the last tile that may be drawn), `seabed_discard`,
    /// `rob_added` (of the tile just drawn), `rob_added_held` (of a tile held longer), `rob_exposed`, `rob_concealed`,
    /// `rob_added_dice`, `rob_exposed_dice`.
    #[serde(default)]
    pub by: Option<String>,
    /// The seat that discarded the tile or was robbed.
    #[serde(default)]
    pub from: Option<Seat>,
    /// True for a win on the dealer's first discard with nothing before it; in Beijing, if the winner has not
    /// discarded.
    #[serde(default)]
    pub first_discard: bool,
    /// True for a win on the discard after a kong (热炮).
    #[serde(default)]
    pub after_kong: bool,
    /// The number of consecutive kongs before the winning replacement; 1 if absent.
    #[serde(default)]
    pub kong_run: Option<u8>,
}

/// One meld.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MeldGiven {
    /// `chow`, `pung`, `exposed`, `added` or `concealed`.
    pub kind: String,
    /// The lowest tile of the meld.
    pub tile: Tile,
    /// The seat whose discard was claimed; if absent, the previous seat.
    #[serde(default)]
    pub from: Option<Seat>,
}

/// The initial wins of one seat.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningGiven {
    /// The seat.
    pub seat: Seat,
    /// The dealt tiles; the dealer's fourteenth tile is last.
    pub hand: Tiles,
    /// Chinese names or ids of the initial wins.
    pub kinds: Vec<String>,
    /// The dice thrown for the birds of the initial wins.
    #[serde(default)]
    pub dice: Vec<u8>,
}

/// Returns the source of a win. An error if `by` is unknown or does not agree with `from`.
pub(super) fn source(win: &WinGiven, at: usize) -> Result<Source, ScoreError> {
    let by = win.by.as_deref().unwrap_or(if win.from.is_some() { "discard" } else { "draw" });
    let rob = |kind, dice| Source::Rob { kind, dice };
    let source = match by {
        "dealt" => Source::Dealt,
        "draw" => Source::Draw,
        "replacement" => Source::Replacement,
        "dice_kong" => Source::DiceKong,
        "seabed" => Source::Seabed,
        "discard" => Source::Discard,
        "dice_kong_discard" => Source::DiceKongOf,
        "seabed_discard" => Source::SeabedOf,
        "rob_added" | "rob_added_held" => rob(KongKind::Added, false),
        "rob_exposed" => rob(KongKind::Exposed, false),
        "rob_concealed" => rob(KongKind::Concealed, false),
        "rob_added_dice" => rob(KongKind::Added, true),
        "rob_exposed_dice" => rob(KongKind::Exposed, true),
        _ => {
            let known = "draw, discard, dealt, replacement, dice_kong, dice_kong_discard, seabed, seabed_discard, rob_added, \
                         rob_added_held, rob_exposed, rob_concealed, rob_added_dice, rob_exposed_dice";
            let text = bilingual!("不认识“{by}”；请写其中之一：{known}。", "`{by}` is unknown; use one of: {known}");
            return Err(bad(format!("/wins/{at}/by"), text));
        }
    };
    let needs_from = !source.is_own();
    if needs_from != win.from.is_some() || win.from == Some(win.seat) {
        let text = if needs_from && win.from.is_some() {
            bilingual!(
                "from 写的是胡牌的人自己，自己不能给自己点炮。请写打出这张牌的座位；自摸就去掉 from，把 by 写成 draw。",
                "`from` is the winner, but nobody can win on their own discard: write the seat that discarded the tile, or for a self-draw remove `from` and set `by` to draw"
            )
        } else if needs_from {
            bilingual!(
                "胡别人的牌要写明 from：谁打出的。",
                "a win on another player's tile needs `from`: the seat that discarded it"
            )
        } else {
            bilingual!("自摸不要写 from。", "a self-drawn win has no `from`; remove it")
        };
        return Err(bad(format!("/wins/{at}/from"), text));
    }
    Ok(source)
}

/// Returns the meld of the request; its `from` is absent if the request names none. An error if the kind is unknown or
/// the chow impossible.
pub(super) fn meld(given: &MeldGiven, pointer: &str) -> Result<Meld, ScoreError> {
    let kind = match given.kind.as_str() {
        "chow" => MeldKind::Chow,
        "pung" => MeldKind::Pung,
        "exposed" => MeldKind::KongExposed,
        "added" => MeldKind::KongAdded,
        "concealed" => MeldKind::KongConcealed,
        other => {
            let text = bilingual!(
                "不认识“{other}”；请写 chow、pung、exposed、added 或 concealed。",
                "`{other}` is not a kind of meld; use chow, pung, exposed, added or concealed"
            );
            return Err(bad(format!("{pointer}/kind"), text));
        }
    };
    if kind == MeldKind::Chow && given.tile.up(2).is_none() {
        let tile = given.tile;
        let text = bilingual!("{tile} 起不成顺子。", "no run starts with {tile}; give the lowest tile of the chow");
        return Err(bad(format!("{pointer}/tile"), text));
    }
    let from = given.from.filter(|_| kind != MeldKind::KongConcealed);
    Ok(Meld { kind, tile: given.tile, from })
}

/// Returns a meld of a seat. A claimed meld without `from` comes from the seat before.
pub(super) fn meld_of(given: &MeldGiven, seat: Seat, seats: Seats, pointer: &str) -> Result<Meld, ScoreError> {
    let laid = meld(given, pointer)?;
    let before = (laid.kind != MeldKind::KongConcealed).then(|| seats.before(seat));
    Ok(Meld { from: laid.from.or(before), ..laid })
}
