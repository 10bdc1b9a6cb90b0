//! Plans a hand of a block: the tiles that every seat must hold, the draws, and the places where any tile will do.

use super::block::{Hand, Slip, Step};
use caipan_log::{Action, DrawFrom, Event, KongKind};
use caipan_tiles::tile::{Counts, Seat, SeatMap, Tile};

/// A tile of the plan.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// A given tile.
    Tile(Tile),
    /// A tile that no seat needs, by its number.
    Filler(usize),
}

/// The use of a filler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// It stays in a hand.
    Kept,
    /// It is discarded.
    Out,
}

/// An event of the plan.
#[derive(Clone, Debug)]
pub enum Move {
    Event(Event),
    Draw(Seat, usize),
    Discard(Seat, usize),
}

/// The plan of a hand.
#[derive(Debug, Default)]
pub struct Plan {
    pub dealer: usize,
    /// The dealt tiles, the dealer's fourteenth last.
    pub hands: SeatMap<Vec<Content>>,
    /// The events with their lines in the block.
    pub moves: Vec<(Option<usize>, Move)>,
    /// Draws from the head in order.
    pub head: Vec<Content>,
    /// Draws from the tail in order.
    pub tail: Vec<Content>,
    /// Tiles turned up by dice kongs.
    pub revealed: Vec<Tile>,
    /// The birds.
    pub birds: Vec<Tile>,
    /// The use of each filler.
    pub fillers: Vec<Use>,
}

struct Planner<'a> {
    hand: &'a Hand,
    plan: Plan,
    known: SeatMap<Counts>,
    /// Tiles that a seat must have been dealt besides those named.
    need: SeatMap<Vec<Tile>>,
    /// Fillers that a seat discards from its dealt hand.
    out: SeatMap<Vec<usize>>,
    /// The filler drawn last, while it is in the hand.
    drawn: SeatMap<Option<usize>>,
    turn: Option<Seat>,
    due: Seat,
    left: usize,
    konged: Option<Seat>,
}

/// Plans a hand; `left` is the number of tiles in the wall after the deal.
pub fn plan(hand: &Hand, dealer: Seat, left: usize) -> Result<Plan, Slip> {
    let mut planner = Planner {
        hand,
        plan: Plan { dealer: dealer.index(), ..Plan::default() },
        known: SeatMap(hand.deal.0.each_ref().map(|dealt| dealt.tiles.iter().copied().collect())),
        need: SeatMap::default(),
        out: SeatMap::default(),
        drawn: SeatMap::default(),
        turn: Some(dealer),
        due: dealer,
        left,
        konged: None,
    };
    for (number, step) in &hand.steps {
        planner.step(*number, step).map_err(|slip| format!("line {number}: {slip}"))?;
    }
    planner.hands(dealer)
}

impl Planner<'_> {
    fn step(&mut self, number: usize, step: &Step) -> Result<(), Slip> {
        let line = Some(number);
        match step {
            Step::Event(event) => self.event(number, event),
            Step::Draw(seat) => self.draw(line, *seat),
            Step::Discard(seat) => self.discard(line, *seat),
            Step::Play { to, left } => {
                let mut rest = if to.is_none() && left.is_none() { 4 } else { 90 };
                if let Some(seat) = self.turn {
                    self.discard(None, seat);
                    rest -= 1;
                }
                let reached = |planner: &Planner<'_>| {
                    (to.is_some() || left.is_some())
                        && to.is_none_or(|to| to == planner.due)
                        && left.is_none_or(|left| left == planner.left)
                };
                while !reached(self) && rest > 0 && self.left > 1 {
                    let seat = self.due;
                    self.draw(None, seat);
                    self.discard(None, seat);
                    rest -= 1;
                }
                if (to.is_some() || left.is_some()) && !reached(self) {
                    let (due, left) = (self.due, self.left);
                    return Err(format!("play cannot come there: seat {due} draws with {left} left"));
                }
            }
        }
        Ok(())
    }

    fn filler(&mut self, what: Use) -> usize {
        self.plan.fillers.push(what);
        self.plan.fillers.len() - 1
    }

    fn draw(&mut self, line: Option<usize>, seat: Seat) {
        let filler = self.filler(Use::Kept);
        self.drawn[seat] = Some(filler);
        self.drew(seat, Content::Filler(filler), None);
        self.plan.moves.push((line, Move::Draw(seat, filler)));
    }

    fn discard(&mut self, line: Option<usize>, seat: Seat) {
        let filler = match self.drawn[seat].take() {
            Some(filler) => filler,
            None => {
                let filler = self.filler(Use::Out);
                self.out[seat].push(filler);
                filler
            }
        };
        self.plan.fillers[filler] = Use::Out;
        self.plan.moves.push((line, Move::Discard(seat, filler)));
        (self.turn, self.due) = (None, seat.next());
    }

    fn drew(&mut self, seat: Seat, content: Content, from: Option<DrawFrom>) {
        let replaces = self.konged.take() == Some(seat);
        let tail = from.map_or(replaces, |from| from == DrawFrom::Tail);
        // A draw from an empty wall takes no tile from it.
        if self.left > 0 {
            if tail { &mut self.plan.tail } else { &mut self.plan.head }.push(content);
        }
        self.left = self.left.saturating_sub(1);
        self.turn = Some(seat);
    }

    fn event(&mut self, number: usize, event: &Event) {
        match &event.action {
            Action::Draw { seat, tile, from } => {
                self.known[*seat].add(*tile);
                self.drew(*seat, Content::Tile(*tile), *from);
            }
            Action::Discard { seat, tile } => {
                self.take(*seat, *tile, 1);
                self.drawn[*seat] = None;
                (self.turn, self.due) = (None, seat.next());
            }
            Action::Chow { seat, with, .. } => {
                with.iter().for_each(|&tile| self.take(*seat, tile, 1));
                self.turn = Some(*seat);
            }
            Action::Pung { seat, tile } => {
                self.take(*seat, *tile, 2);
                self.turn = Some(*seat);
            }
            Action::Kong { seat, tile, kind, dice } => {
                let from_hand = match kind {
                    KongKind::Concealed => 4,
                    KongKind::Exposed => 3,
                    KongKind::Added => 1,
                };
                self.take(*seat, *tile, from_hand);
                (self.turn, self.due) = (None, *seat);
                self.konged = dice.is_none().then_some(*seat);
            }
            Action::Reveal { seat, tiles } => {
                self.plan.revealed.extend(tiles);
                self.left = self.left.saturating_sub(tiles.len());
                self.due = seat.next();
            }
            // With an empty wall the last tile itself is the bird.
            Action::Birds { tiles, fly } if self.left > 0 => {
                self.plan.birds.extend(tiles);
                self.plan.birds.extend(fly.iter().flatten());
            }
            _ => {}
        }
        self.plan.moves.push((Some(number), Move::Event(event.clone())));
    }

    /// Takes `times` copies of a tile from the seat; copies that it is not known to hold were dealt, if its deal is
    /// open.
    fn take(&mut self, seat: Seat, tile: Tile, times: usize) {
        for _ in 0..times {
            let open = self.hand.deal[seat].open || !self.hand.deal[seat].named;
            if !self.known[seat].take(tile) && open {
                self.need[seat].push(tile);
            }
        }
    }

    fn hands(mut self, dealer: Seat) -> Result<Plan, Slip> {
        for seat in Seat::ALL {
            let dealt = &self.hand.deal[seat];
            let mut hand: Vec<Content> = dealt.tiles.iter().copied().map(Content::Tile).collect();
            let size = if seat == dealer { 14 } else { 13 };
            let out = std::mem::take(&mut self.out[seat]);
            if dealt.open || !dealt.named {
                hand.extend(self.need[seat].iter().copied().map(Content::Tile));
                if hand.len() + out.len() > size {
                    return Err(format!("seat {seat} needs more than {size} tiles"));
                }
                for _ in hand.len() + out.len()..size {
                    let filler = self.filler(Use::Kept);
                    hand.push(Content::Filler(filler));
                }
                hand.extend(out.into_iter().map(Content::Filler));
            } else if !out.is_empty() {
                return Err(format!(
                    "seat {seat} has no tile that nobody wants: name its discard, or end its deal in `..`"
                ));
            }
            self.plan.hands[seat] = hand;
        }
        Ok(self.plan)
    }
}
