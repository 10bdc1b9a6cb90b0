//! The table at the moments of a hand, and who could do what: what a referee looks at in a dispute.

use super::meld_layout::{Claimed, LaidView};
use super::waits::{BarredView, waits};
use crate::replay::{Before, Possible, asked, replay};
use crate::rules::{Rules, Verdict};
use crate::table::{Phase, Table, digest};
use caipan_log::{Declaration, HandLog, KongKind};
use caipan_tiles::tile::{Meld, Seat, Suit, Tile, notation, written};
use schemars::JsonSchema;
use serde::Serialize;

/// The table after an event.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StepView {
    /// Index of the event it is after; absent right after the deal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// Who deals.
    pub dealer: Seat,
    /// Tiles left in the wall.
    pub left: usize,
    /// Of these, tiles that no ordinary draw takes; absent where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserve: Option<usize>,
    /// The tile that names the wild kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub indicator: Option<Tile>,
    /// The wild kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wild: Option<Tile>,
    /// The next tiles of the wall, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wall: Option<String>,
    /// The four places.
    pub places: [PlaceView; 4],
    /// What lies open to claims.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<OpenView>,
    /// A kong that may be robbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kong: Option<KongView>,
    /// Birds turned up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birds: Option<String>,
    /// The tile flipped for chickens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flip: Option<Tile>,
    /// Where the throw opens the wall, where the rules say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<CutView>,
    /// Everything that could be done now.
    pub possible: Vec<ActionView>,
    /// The digest of this table.
    pub digest: String,
}

impl StepView {
    /// Whether a flower lies or is held anywhere, or may still come.
    pub fn has_flowers(&self) -> bool {
        let held = self.places.iter().flat_map(|place| [place.hand.as_str(), place.river.as_str()]);
        let laid = self.places.iter().flat_map(|place| place.laid.iter().map(|laid| laid.tiles.as_str()));
        held.chain(laid).chain(self.wall.as_deref()).any(|tiles| tiles.contains(Suit::Flowers.letter()))
    }
}

/// Where a throw opens the wall.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CutView {
    /// Whose side of the wall.
    pub seat: Seat,
    /// How many stacks are skipped there.
    pub stacks: usize,
    /// The clause.
    pub clause: &'static str,
}

/// One place.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaceView {
    /// The concealed tiles, the one drawn last included.
    pub hand: String,
    /// The tile drawn last, while it is this seat's turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Tile>,
    /// Melds as `碰 555m`.
    pub melds: Vec<String>,
    /// The same melds as they lie: which tile was claimed, and from whom; and the flowers laid.
    pub laid: Vec<LaidView>,
    /// Discards that still lie there.
    pub river: String,
    /// Kinds on which it may win when they come next, by its own draw or as another's discard. Of a hand with a tile too many:
    /// none.
    pub waits: String,
    /// Wins that its tiles would make and the rules bar.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barred: Vec<BarredView>,
    /// Tiles of the hand that the log leaves unknown.
    pub unknown: u8,
    /// What it declared: `ready` or `hunyou`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<&'static str>,
    /// Whether the player left.
    pub left: bool,
}

/// Tiles open to claims.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpenView {
    /// Who put them there.
    pub from: Seat,
    /// Which.
    pub tiles: String,
}

/// A kong just declared.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KongView {
    /// Who declared it.
    pub seat: Seat,
    /// Its tile.
    pub tile: Tile,
}

/// One thing a seat could do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActionView {
    /// Who.
    pub seat: Seat,
    /// The event's type.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its tile, or the tiles it takes from the hand for a chow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<String>,
    /// More words: the kind of kong, the initial wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What a win would be worth, in the system's own measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i64>,
}

/// The table after an event of a hand; `None` where the hand has no such event or cannot be replayed.
pub fn step(rules: &dyn Rules, hand: &HandLog, before: Before, event: Option<usize>) -> Option<StepView> {
    steps(rules, hand, before, |at| at == event).pop()
}

/// The table after the deal (`None`) and after each event, as far as they are wanted, in one replay; empty where the hand
/// cannot be replayed.
pub fn steps(
    rules: &dyn Rules,
    hand: &HandLog,
    before: Before,
    wanted: impl Fn(Option<usize>) -> bool,
) -> Vec<StepView> {
    let mut claimed = Claimed::default();
    let mut views = Vec::new();
    replay(rules, hand, before, |at, table| {
        claimed.note(at.and_then(|at| hand.events.get(at)), table);
        if wanted(at) {
            let cut = hand.dice.and_then(|dice| rules.cut(table.dealer, &dice));
            let cut = cut.map(|cut| CutView { seat: cut.seat, stacks: cut.stacks, clause: cut.clause.id });
            views.push(StepView { cut, ..view(rules, table, &claimed, at) });
        }
    });
    views
}

fn view(rules: &dyn Rules, table: &Table, claimed: &Claimed, event: Option<usize>) -> StepView {
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
        reserve: Some(rules.reserve(table)).filter(|&reserve| reserve > 0),
        indicator: table.indicator,
        wild: table.wild,
        wall: table.wall.agreed(|laid| written(laid.from_head())),
        places: Seat::ALL.map(|seat| place(rules, table, claimed, seat, &asked)),
        open,
        kong,
        flip: table.flip,
        cut: None,
        birds: table.birds.as_ref().map(|birds| notation(birds)),
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
    claimed: &Claimed,
    seat: Seat,
    asked: &[(Seat, Possible, Verdict)],
) -> PlaceView {
    let place = table.place(seat);
    let (waits, barred) = waits(rules, table, seat, asked);
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
        laid: claimed.laid(table, seat),
        river: written(place.river.iter().filter(|lying| !lying.gone).map(|lying| lying.tile)),
        waits,
        barred,
        unknown: place.unknown,
        declared: place.declared.or(place.void.map(Declaration::Void)).map(Declaration::name),
        left: place.left,
    }
}

fn action(seat: Seat, can: Possible) -> ActionView {
    let plain = |kind| ActionView { seat, kind, tiles: None, detail: None, value: None };
    let with = |kind, tile: Tile| ActionView { tiles: Some(tile.to_string()), ..plain(kind) };
    match can {
        Possible::Win { tile, value } => ActionView { value: Some(value), ..with("win", tile) },
        Possible::Discard { tile } => with("discard", tile),
        Possible::Chow { tile, with: two } => {
            ActionView { tiles: Some(notation(&two)), detail: Some(tile.to_string()), ..plain("chow") }
        }
        Possible::Pung { tile } => with("pung", tile),
        Possible::Flower { tile } => with("flower", tile),
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
        Possible::Opening { kinds } => ActionView { detail: Some(kinds.join(" ")), ..plain("opening") },
        Possible::TakeLast => ActionView { detail: Some("take".to_owned()), ..plain("seabed") },
        Possible::DeclineLast => ActionView { detail: Some("decline".to_owned()), ..plain("seabed") },
        Possible::Draw => plain("draw"),
        Possible::Reveal => plain("reveal"),
    }
}
