//! Leaks: a record of some seats tells what these seats could not see, such as tiles of other hands, the wall and refusals.

use super::Named;
use super::align::{Row, align};
use super::difference::{Comparison, Difference};
use super::join::groups;
use caipan_log::{Action, HandLog, KongKind, People};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, Seats, Tile, Tiles};
use serde::Serialize;

/// The moment when a record was sent to its seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sent {
    /// After each hand: only what was never shown is a leak.
    Afterwards,
    /// Event by event, while the play went on: a tile is a leak until all can see it.
    Live,
}

/// Something that a record tells and its seats could not see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Leak {
    /// The index of the hand in the record.
    pub hand: usize,
    /// The index of the event in the record; absent for the deal and the wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    /// The seat whose secret it is; absent for the wall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// The kind.
    pub what: Leaked,
    /// The tiles; absent for a refusal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tiles: Option<Tiles>,
    /// The index of the event of the whole record that shows the tile to all; absent if none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen_at: Option<usize>,
    /// The leak as a sentence.
    pub text: Text,
}

/// The kinds of leaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Leaked {
    /// Dealt tiles of another seat.
    Deal,
    /// The tile that another seat drew.
    Draw,
    /// The tiles that another seat exchanged.
    Exchange,
    /// The order of the wall.
    Wall,
    /// The refusal of another seat: it tells that the seat had the choice.
    Pass,
    /// A choice that was offered to another seat.
    Offer,
}

/// Returns what a record tells that `seats` could not see when it was sent, in the order of the record.
///
/// # Errors
/// The facts in which the record contradicts the whole.
pub fn leaks(whole: Named<'_>, part: Named<'_>, seats: Seats, sent: Sent) -> Result<Vec<Leak>, Vec<Difference>> {
    let records = [whole, part];
    let mut comparison = Comparison::new(&records);
    let people = People::of(whole.log);
    let others = part.log.seats().minus(seats);
    let mut found = Vec::new();
    for group in groups(&records) {
        let [of, Some(index)] = group[..] else { continue };
        let Some(hand) = part.log.hands.get(index) else { continue };
        comparison.at_hand(Some(index));
        let Some(of) = of.and_then(|of| whole.log.hands.get(of)) else {
            let told = |record| vec![(record, None)];
            let (none, one) = (bilingual!("没有这一局", "no such hand"), bilingual!("有这一局", "this hand"));
            comparison.differ("hands", vec![(told(0), none), (told(1), one)]);
            continue;
        };
        let sides = [Some(of), Some(hand)];
        let rows = align(&sides, &mut comparison);
        let open = Opened { whole: of, part: hand, rows: &rows, sent };
        found.extend(open.wall().map(|leak| (index, leak)));
        for seat in others.iter() {
            found.extend(open.of_seat(seat).into_iter().map(|leak| (index, leak)));
        }
    }
    if comparison.found.is_empty() {
        return Ok(found.into_iter().map(|(hand, leak)| leak.told(hand, &people)).collect());
    }
    Err(comparison.found)
}

/// A leak without its sentence.
struct Secret {
    event: Option<usize>,
    seat: Option<Seat>,
    what: Leaked,
    tiles: Vec<Tile>,
    seen_at: Option<usize>,
}

/// One hand of the whole record, and the part that was sent.
struct Opened<'a> {
    whole: &'a HandLog,
    part: &'a HandLog,
    rows: &'a [Row],
    sent: Sent,
}

/// A tile that the part tells: the row from which on, the event in the part, and how.
struct Item {
    row: usize,
    event: Option<usize>,
    what: Leaked,
    tile: Tile,
    seen: Option<usize>,
}

impl Opened<'_> {
    /// The wall. After the hand it is no secret where the whole record proves its wall with it.
    fn wall(&self) -> Option<Secret> {
        let wall = self.part.wall.as_ref()?;
        let is_proof = self.whole.fairness.is_some() && self.sent == Sent::Afterwards;
        let tiles = wall.0.clone();
        (!is_proof).then_some(Secret { event: None, seat: None, what: Leaked::Wall, tiles, seen_at: None })
    }

    fn of_seat(&self, seat: Seat) -> Vec<Secret> {
        let mut items = self.items(seat);
        for (row, tile) in self.shown(seat) {
            // The copies of a tile are alike: what is shown may be the one that was told first.
            let covered = |item: &&mut Item| item.seen.is_none() && item.tile == tile && item.row <= row;
            if let Some(item) = items.iter_mut().find(covered) {
                item.seen = Some(row);
            }
        }
        let mut secrets: Vec<Secret> = Vec::new();
        for item in items.into_iter().filter(|item| self.sent == Sent::Live || item.seen.is_none()) {
            let seen_at = item.seen.map(|row| self.event_of_whole(row));
            let alike = |one: &&mut Secret| {
                one.event == item.event && one.what == item.what && (one.seen_at == seen_at || item.event.is_none())
            };
            match secrets.iter_mut().find(alike) {
                Some(one) => {
                    one.tiles.push(item.tile);
                    one.seen_at = one.seen_at.max(seen_at).filter(|_| seen_at.is_some() && one.seen_at.is_some());
                }
                None => secrets.push(Secret {
                    event: item.event,
                    seat: Some(seat),
                    what: item.what,
                    tiles: vec![item.tile],
                    seen_at,
                }),
            }
        }
        secrets.extend(self.choices(seat));
        secrets.sort_by_key(|secret| secret.event);
        secrets
    }

    /// The index in the whole record of an event; one past the last stands for the hands laid open at the end.
    fn event_of_whole(&self, row: usize) -> usize {
        self.rows.get(row).and_then(|row| row[0]).unwrap_or(self.whole.events.len())
    }

    /// The choices of a seat that its refusals and the offers tell.
    fn choices(&self, seat: Seat) -> impl Iterator<Item = Secret> {
        self.part.events.iter().enumerate().filter_map(move |(at, event)| {
            let is_pass = matches!(event.action, Action::Pass { seat: of, .. } if of == seat);
            let is_offered = event.offers.iter().flatten().any(|offer| offer.seat == seat);
            let what = if is_pass { Leaked::Pass } else { Leaked::Offer };
            (is_pass || is_offered).then_some(Secret {
                event: Some(at),
                seat: Some(seat),
                what,
                tiles: Vec::new(),
                seen_at: None,
            })
        })
    }

    /// The tiles of a seat that the part tells, in order.
    fn items(&self, seat: Seat) -> Vec<Item> {
        let dealt = self.part.deal.iter().flat_map(|deal| &deal[seat].0);
        let mut items: Vec<Item> =
            dealt.map(|&tile| Item { row: 0, event: None, what: Leaked::Deal, tile, seen: None }).collect();
        for (row, of) in self.rows.iter().enumerate() {
            let Some(at) = of[1] else { continue };
            let add = |tile: Tile, what| Item { row, event: Some(at), what, tile, seen: None };
            match self.part.events.get(at).map(|event| &event.action) {
                Some(Action::Draw { seat: of, tile, .. }) if *of == seat => items.push(add(*tile, Leaked::Draw)),
                Some(Action::Exchange { seat: of, tiles, .. }) if *of == seat => {
                    items.extend(tiles.iter().map(|&tile| add(tile, Leaked::Exchange)));
                }
                _ => {}
            }
        }
        items
    }

    /// The concealed tiles of a seat that become visible to all, each with its row.
    fn shown(&self, seat: Seat) -> Vec<(usize, Tile)> {
        let mut shown: Vec<(usize, Tile)> = Vec::new();
        let mut won = None;
        for (row, of) in self.rows.iter().enumerate() {
            let event = of[0].and_then(|at| self.whole.events.get(at));
            let Some(action) = event.map(|event| &event.action).filter(|action| action.seat() == Some(seat)) else {
                continue;
            };
            let mut show = |tile: Tile, copies: usize| shown.extend(std::iter::repeat_n((row, tile), copies));
            match action {
                Action::Discard { tile, .. } | Action::Flower { tile, .. } => show(*tile, 1),
                Action::Chow { with, .. } => with.iter().for_each(|&tile| show(tile, 1)),
                Action::Pung { tile, .. } => show(*tile, 2),
                Action::Kong { tile, kind, .. } => show(
                    *tile,
                    match kind {
                        KongKind::Concealed => 4,
                        KongKind::Exposed => 3,
                        KongKind::Added => 1,
                    },
                ),
                Action::Win { .. } => won = Some(row),
                _ => {}
            }
        }
        // A winner lays the hand open; others do where the record says so.
        let end = self.rows.len();
        let laid_open = self.part.shown.as_ref().map(|shown| shown[seat].0.as_slice()).unwrap_or_default();
        match won {
            Some(row) => {
                let held = self.held(seat);
                shown.extend(held.into_iter().map(|tile| (row, tile)));
            }
            None => shown.extend(laid_open.iter().map(|&tile| (end, tile))),
        }
        shown
    }

    /// Every tile that a seat was dealt or drew in the whole record.
    fn held(&self, seat: Seat) -> Vec<Tile> {
        let dealt = self.whole.deal.iter().flat_map(|deal| deal[seat].0.iter().copied());
        let drawn = self.whole.events.iter().filter_map(|event| match &event.action {
            Action::Draw { seat: of, tile, .. } if *of == seat => Some(*tile),
            _ => None,
        });
        dealt.chain(drawn).collect()
    }
}

impl Secret {
    fn told(self, hand: usize, people: &People) -> Leak {
        let (number, who) = (hand + 1, people.anyone(self.seat));
        let tiles = Tiles(self.tiles);
        let step = self.event.map_or(0, |event| event + 1);
        let seen = match self.seen_at {
            Some(at) => {
                let step = at + 1;
                bilingual!("，全程记录第 {step} 步才亮出来", ", which all see only at step {step} of the whole record")
            }
            None => bilingual!("，这张牌始终没有亮出来", ", which nobody else ever sees"),
        };
        let Text { zh, en } = &seen;
        let text = match self.what {
            Leaked::Deal => bilingual!(
                "第 {number} 局写出了{who}的起手牌 {tiles}",
                "hand {number} tells the dealt tiles {tiles} of {who:#}"
            ),
            Leaked::Draw => bilingual!(
                "第 {number} 局第 {step} 步写出了{who}暗摸的 {tiles}{zh}",
                "hand {number}, step {step} tells the {tiles} that {who:#} draws{en}"
            ),
            Leaked::Exchange => bilingual!(
                "第 {number} 局第 {step} 步写出了{who}换出的 {tiles}",
                "hand {number}, step {step} tells the tiles {tiles} that {who:#} exchanges"
            ),
            Leaked::Wall => bilingual!("第 {number} 局写出了整副牌墙", "hand {number} tells the whole wall"),
            Leaked::Pass => bilingual!(
                "第 {number} 局第 {step} 步写出了{who}选过，泄露了{who}能要这张牌",
                "hand {number}, step {step} tells that {who:#} passed, and so that {who:#} had the choice"
            ),
            Leaked::Offer => bilingual!(
                "第 {number} 局第 {step} 步写出了给{who}的选项，泄露了{who}能要这张牌",
                "hand {number}, step {step} tells what {who:#} was offered, and so that {who:#} had the choice"
            ),
        };
        let tiles = (!tiles.0.is_empty()).then_some(tiles);
        Leak { hand, event: self.event, seat: self.seat, what: self.what, tiles, seen_at: self.seen_at, text }
    }
}
