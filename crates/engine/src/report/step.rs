//! The table at each moment of a hand, with the legal actions of each seat, for the study of disputes.

use super::meld_layout::{Claimed, LaidView};
use super::stake::StakeView;
use super::thrown::Thrown;
use super::waits::{BarredView, unseen, waits};
use crate::replay::{Assumed, Before, Possible, asked, replay_assuming, slip_of};
use crate::rules::{Rules, Verdict};
use crate::table::{Phase, Table, digest};
use caipan_log::{Declaration, HandLog, KongKind};
use caipan_tiles::tile::{Meld, Seat, SeatList, SeatMap, Suit, Tile, notation, written};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The table after an event.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepView {
    /// The index of the preceding event; absent right after the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The dealer.
    pub dealer: Seat,
    /// The number of tiles left in the wall.
    pub left: usize,
    /// The number of those tiles that no ordinary draw takes; absent if 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<usize>,
    /// The tile that names the wild kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indicator: Option<Tile>,
    /// The wild kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wild: Option<Tile>,
    /// The next tiles of the wall, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<String>,
    /// The seats at the table.
    pub places: SeatList<PlaceView>,
    /// The tiles open to claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenView>,
    /// The kong that may be robbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kong: Option<KongView>,
    /// The birds turned up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birds: Option<String>,
    /// The flying birds turned up after them (飞鸟).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fly: Option<String>,
    /// The tiles opened for chickens during play (前后鸡, 滚筒鸡), in order.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rolls: String,
    /// The tile flipped for chickens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flip: Option<Tile>,
    /// The position where the throw opens the wall, if the rules define it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutView>,
    /// All legal actions.
    pub possible: Vec<ActionView>,
    /// The digest of this table.
    pub digest: String,
}

impl StepView {
    /// True if a flower is visible or held anywhere, or may still be drawn.
    pub fn has_flowers(&self) -> bool {
        let held = self.places.entries().iter().flat_map(|place| [place.hand.as_str(), place.river.as_str()]);
        let laid = self.places.entries().iter().flat_map(|place| place.laid.iter().map(|laid| laid.tiles.as_str()));
        held.chain(laid).chain(self.wall.as_deref()).any(|tiles| tiles.contains(Suit::Flowers.letter()))
    }
}

/// The position where a throw opens the wall.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CutView {
    /// The side of the wall.
    pub seat: Seat,
    /// The number of stacks skipped there.
    pub stacks: usize,
    /// The clause.
    pub clause: &'static str,
}

/// One seat's place at the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaceView {
    /// The concealed tiles, including the last draw.
    pub hand: String,
    /// The last draw, while it is this seat's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Tile>,
    /// The melds, written as `碰 555m`.
    pub melds: Vec<String>,
    /// The same melds with the claimed tile and its source.
    pub laid: Vec<LaidView>,
    /// The discards left in the river.
    pub river: String,
    /// The event of each of these tiles, in the same order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub river_events: Vec<usize>,
    /// The indexes of the river's tiles that were drawn and discarded at once (摸切).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub river_drawn: Vec<usize>,
    /// The kinds on which the seat may win if they come next, as its draw or as another seat's discard. Empty if the
    /// seat is to discard.
    pub waits: String,
    /// The wins that its tiles would make and the rules forbid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<BarredView>,
    /// The number of tiles of each kind in `waits` and `barred` that this seat has not seen.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub unseen: BTreeMap<String, u8>,
    /// The number of tiles in the hand that the log leaves unknown.
    pub unknown: u8,
    /// Its declaration: `ready` or `hunyou`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<&'static str>,
    /// The suit that it declared void (定缺): `m`, `p` or `s`. `declared` names it too unless the seat declared more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lack: Option<char>,
    /// The picks of the seat before the deal and the points that it owns.
    #[serde(flatten)]
    pub stake: StakeView,
    /// True if the player left.
    pub left: bool,
}

/// Tiles open to claims.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpenView {
    /// The seat that they came from.
    pub from: Seat,
    /// The tiles.
    pub tiles: String,
}

/// A kong just declared.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KongView {
    /// The seat that declared it.
    pub seat: Seat,
    /// Its tile.
    pub tile: Tile,
}

/// A legal action of a seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActionView {
    /// The seat.
    pub seat: Seat,
    /// The event's type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its tile, or for a chow the tiles from the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// Details: the kind of kong, the initial wins, the number of tiles to exchange.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The value of the win, in the unit of the system.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// Returns the table after an event of a hand; `None` if the hand has no such event or cannot be replayed.
pub fn step(rules: &dyn Rules, hand: &HandLog, before: Before, event: Option<usize>) -> Option<StepView> {
    steps(rules, hand, before, |at| at == event).pop()
}

/// Returns the tables after the deal (`None`) and after each event that `wanted` selects, from one replay. Empty if the
/// hand cannot be replayed.
pub fn steps(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    wanted: impl Fn(Option<usize>) -> bool,
) -> Vec<StepView> {
    let mut traced = Traced::default();
    let mut views = Vec::new();
    let assumed = Assumed { forced: None, slip: slip_of(rules, hand, before) };
    replay_assuming(rules, hand, before, assumed, |at, table| {
        traced.claimed.note(at.and_then(|at| hand.events.get(at)), table);
        traced.thrown.note(at, table);
        if wanted(at) {
            let cut = hand.dice.and_then(|dice| rules.cut_dice()?.cut(table.dealer, &dice));
            let cut = cut.map(|cut| CutView { seat: cut.seat, stacks: cut.stacks, clause: cut.clause.id });
            views.push(StepView { cut, ..view(rules, table, &traced, at) });
        }
    });
    views
}

/// Facts about past events that the table does not keep.
#[derive(Default)]
struct Traced {
    claimed: Claimed,
    thrown: Thrown,
}

fn view(rules: &dyn Rules, table: &Table, traced: &Traced, event: Option<usize>) -> StepView {
    let open = match table.phase {
        Phase::Open { from, tiles, .. } => Some(OpenView { from, tiles: written(tiles.iter()) }),
        _ => None,
    };
    let kong = match table.phase {
        Phase::Kong { seat, tile, .. } => Some(KongView { seat, tile }),
        _ => None,
    };
    let asked = asked(rules, table);
    StepView {
        event,
        dealer: table.dealer,
        left: table.wall.left(),
        reserve: Some(rules.reserved(table)).filter(|&reserve| reserve > 0),
        indicator: table.indicator,
        wild: table.wild,
        wall: table.wall.agreed(|laid| written(laid.from_head())),
        places: SeatList::new(SeatMap(Seat::ALL.map(|seat| place(rules, table, traced, seat, &asked))), table.seats),
        open,
        kong,
        flip: table.flip,
        cut: None,
        birds: table.birds.as_ref().map(|birds| notation(birds)),
        fly: table.fly.as_ref().map(|fly| notation(fly)),
        rolls: notation(&table.rolls),
        possible: asked
            .into_iter()
            .filter(|(_, _, verdict)| verdict.is_ok())
            .map(|(seat, can, _)| action(seat, can))
            .collect(),
        digest: digest(table),
    }
}

fn place(
    rules: &dyn Rules,
    table: &Table,
    traced: &Traced,
    seat: Seat,
    asked: &[(Seat, Possible, Verdict)],
) -> PlaceView {
    let place = table.place(seat);
    let (waits, barred) = waits(rules, table, seat, asked);
    let unseen = unseen(table, seat, &waits, &barred);
    let lying = || place.river.iter().filter(|lying| !lying.gone);
    let wilds = table.wild.into_iter().flat_map(|tile| std::iter::repeat_n(tile, usize::from(place.wilds)));
    let drawn = match table.phase {
        Phase::Turn { seat: turn, drawn } if turn == seat => drawn.tile(),
        _ => None,
    };
    let meld = |meld: &Meld| format!("{} {}", meld.kind.chinese(), written(meld.tiles()));
    PlaceView {
        hand: written(place.hand.tiles().chain(wilds).chain(place.flowers_held.iter().copied())),
        drawn,
        melds: place.melds.iter().map(meld).collect(),
        laid: traced.claimed.laid(table, seat),
        river: written(lying().map(|lying| lying.tile)),
        river_events: traced.thrown.events(place, seat),
        river_drawn: lying().enumerate().filter(|(_, lying)| lying.drawn && !lying.turned).map(|(at, _)| at).collect(),
        waits,
        barred,
        unseen,
        unknown: place.unknown,
        declared: place
            .declared
            .or(place.void.map(Declaration::Void))
            .or(place.sky.then_some(Declaration::Sky))
            .or(place.xiaosa.map(|_| Declaration::Xiaosa))
            .map(Declaration::name),
        lack: place.void.map(Suit::letter),
        stake: StakeView::of(rules, table, seat),
        left: place.left,
    }
}

/// Returns an act as the documents write it.
pub(super) fn action(seat: Seat, can: Possible) -> ActionView {
    let plain = |kind| ActionView { seat, kind, tiles: None, detail: None, value: None };
    let with = |kind, tile: Tile| ActionView { tiles: Some(tile.to_string()), ..plain(kind) };
    match can {
        Possible::Win { tile, value } => ActionView { value: Some(value), ..with("win", tile) },
        Possible::Discard { tile } => with("discard", tile),
        Possible::Chow { tile, with: two } => {
            ActionView { tiles: Some(notation(&two)), detail: Some(tile.to_string()), ..plain("chow") }
        }
        Possible::Pung { tile } => with("pung", tile),
        Possible::Kong { tile, kind, dice } => {
            let kind = match kind {
                KongKind::Concealed => "concealed",
                KongKind::Exposed => "exposed",
                KongKind::Added => "added",
            };
            ActionView {
                detail: Some(if dice { format!("{kind} dice") } else { kind.to_owned() }),
                ..with("kong", tile)
            }
        }
        Possible::Declare { what } => ActionView { detail: Some(what.name().to_owned()), ..plain("declare") },
        Possible::MidOpening { kinds } => ActionView { detail: Some(kinds.join(" ")), ..plain("mid_opening") },
        Possible::Opening { kinds } => ActionView { detail: Some(kinds.join(" ")), ..plain("opening") },
        Possible::TakeLast => ActionView { detail: Some("take".to_owned()), ..plain("seabed") },
        Possible::DeclineLast => ActionView { detail: Some("decline".to_owned()), ..plain("seabed") },
        Possible::Exchange { count } => ActionView { detail: Some(count.to_string()), ..plain("exchange") },
        Possible::Draw => plain("draw"),
        Possible::Reveal => plain("reveal"),
    }
}
