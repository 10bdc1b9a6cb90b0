//! The hand in progress: its events, and enough table state to detect missing lines.
//!
//! It applies no rules. It tracks the concealed hands only to compare them with those that the server prints.

use super::players::{Answer, Deed};
use crate::import::Problem;
use crate::{Action, Event, HandLog, HandResult, LostClaim, Outcome, PassOf, WinClaimed};
use caipan_tiles::tile::{Counts, Seat, SeatMap, Tile, Tiles};
use chrono::{DateTime, FixedOffset};

/// The answer of a seat to an offered tile.
struct Answered {
    seat: Seat,
    deed: Deed,
    target: Tile,
}

/// A hand that has begun and is not settled.
pub(super) struct OpenHand {
    log: HandLog,
    /// The time of the line being read.
    now: Option<DateTime<FixedOffset>>,
    before: SeatMap<i64>,
    dealt: Option<SeatMap<Vec<Tile>>>,
    hands: Option<SeatMap<Counts>>,
    /// The answers since the last offer.
    answers: Vec<Answered>,
    /// The initial wins of each seat, and the number it has declared.
    openings: SeatMap<(Vec<String>, usize)>,
    /// The seat that took the last tile, until the tile is printed.
    pub(super) seabed: Option<Seat>,
    winners: Vec<Seat>,
    exhausted: bool,
}

impl OpenHand {
    /// Starts a hand before the deal; `before` are the scores at that time.
    pub(super) fn new(started_at: Option<DateTime<FixedOffset>>, before: SeatMap<i64>) -> OpenHand {
        OpenHand {
            log: HandLog { started_at, ..HandLog::default() },
            now: started_at,
            before,
            dealt: None,
            hands: None,
            answers: Vec::new(),
            openings: SeatMap::default(),
            seabed: None,
            winners: Vec::new(),
            exhausted: false,
        }
    }

    /// Sets the time of the next line for its events.
    pub(super) fn at(&mut self, now: Option<DateTime<FixedOffset>>) {
        self.now = now;
    }

    /// Sets the dealer.
    pub(super) fn choose_dealer(&mut self, dealer: Seat) {
        self.log.dealer = Some(dealer);
    }

    /// Sets the thirteen dealt tiles of every seat.
    pub(super) fn deal(&mut self, hands: SeatMap<Vec<Tile>>) {
        self.hands = Some(SeatMap(Seat::ALL.map(|seat| hands[seat].iter().copied().collect())));
        self.log.deal = Some(SeatMap(Seat::ALL.map(|seat| Tiles(hands[seat].clone()))));
        self.dealt = Some(hands);
    }

    /// Adds the dealer's fourteenth tile, as the last tile of the dealer's deal.
    pub(super) fn deal_last(&mut self, tile: Tile) -> Option<Seat> {
        let dealer = self.log.dealer?;
        let dealt = self.dealt.as_mut()?;
        dealt[dealer].push(tile);
        self.log.deal = Some(SeatMap(Seat::ALL.map(|seat| Tiles(dealt[seat].clone()))));
        self.take_in(dealer, tile);
        Some(dealer)
    }

    /// Sets the initial wins of a seat.
    pub(super) fn may_open(&mut self, seat: Seat, kinds: &[&str]) {
        self.openings[seat] = (kinds.iter().map(|&kind| kind.to_owned()).collect(), 0);
    }

    /// Counts one declared initial win. The log does not name it, so the names are known only once the seat has
    /// declared all that it has.
    pub(super) fn open(&mut self, seat: Seat) {
        let (held, declared) = &mut self.openings[seat];
        *declared += 1;
        if *declared == held.len() {
            let kinds = std::mem::take(held);
            *declared = 0;
            self.push(Action::Opening { seat, kinds, dice: None });
        }
    }

    /// Ends the declaration of initial wins. A seat that declared only some of them gets an event without names.
    pub(super) fn close_openings(&mut self) {
        for seat in Seat::ALL {
            if std::mem::take(&mut self.openings[seat]).1 > 0 {
                self.push(Action::Opening { seat, kinds: Vec::new(), dice: None });
            }
        }
    }

    /// Adds an event that moves no tile between hands.
    pub(super) fn push(&mut self, action: Action) {
        let since = self.now.zip(self.log.started_at).map(|(now, start)| (now - start).num_milliseconds());
        self.exhausted |= action == Action::DrawGame;
        self.log.events.push(Event { ms: since.and_then(|ms| u64::try_from(ms).ok()), ..Event::from(action) });
    }

    /// Adds a draw.
    pub(super) fn draw(&mut self, seat: Seat, tile: Tile) {
        self.take_in(seat, tile);
        self.answers.clear();
        self.push(Action::Draw { seat, tile, from: None });
    }

    /// Adds the draw of the taken last tile when the log first prints it. The tile stays outside the hand, as on the
    /// server.
    pub(super) fn see_seabed(&mut self, tile: Tile) {
        if let Some(seat) = self.seabed.take() {
            self.push(Action::Draw { seat, tile, from: None });
        }
    }

    /// Adds a discard.
    pub(super) fn discard(&mut self, seat: Seat, tile: Tile) -> Result<(), Problem> {
        self.close_openings();
        self.answers.clear();
        self.push(Action::Discard { seat, tile });
        self.give_out(seat, &[tile])
    }

    /// Adds an executed chow, pung or kong. `own` are the tiles that leave the hand; the other answers lost to it.
    pub(super) fn meld(&mut self, seat: Seat, own: &[Tile], action: Action) -> Result<(), Problem> {
        let answers = std::mem::take(&mut self.answers);
        self.push(action);
        if let Some(event) = self.log.events.last_mut() {
            event.claims = lost(&answers, &[seat]);
        }
        self.give_out(seat, own)
    }

    /// Adds the wins of `seats`, each on the tile it answered to, or on `tile`. The other answers lost to the first
    /// win.
    pub(super) fn win(&mut self, seats: &[Seat], tile: Tile) {
        let answers = std::mem::take(&mut self.answers);
        let mut claims = lost(&answers, seats);
        for &seat in seats {
            let own = answers.iter().find(|answer| answer.seat == seat && answer.deed == Deed::Win);
            self.push(Action::Win { seat, tile: own.map_or(tile, |answer| answer.target) });
            if let Some(event) = self.log.events.last_mut() {
                event.claims = std::mem::take(&mut claims);
            }
        }
        self.winners.extend_from_slice(seats);
    }

    /// Begins a new round of offers.
    pub(super) fn offer(&mut self) {
        self.answers.clear();
    }

    /// Records an answer to an offer for `target`. A pass refuses everything that was offered.
    pub(super) fn answer(&mut self, seat: Seat, deed: Deed, target: Tile, offered: &[Answer]) {
        if deed != Deed::Pass {
            self.answers.push(Answered { seat, deed, target });
            return;
        }
        for (deed, of) in CLAIMS {
            if offered.iter().any(|offer| offer.deed == deed) {
                self.push(Action::Pass { seat, of });
            }
        }
    }

    /// Compares a printed hand with the hand tracked so far.
    pub(super) fn check(&self, seat: Seat, printed: &[Tile]) -> Result<(), Problem> {
        let counts = printed.iter().copied().collect::<Counts>();
        match &self.hands {
            Some(hands) if hands[seat] != counts => Err(Problem::HandDiffers {
                seat,
                printed: counts.tiles().collect(),
                followed: hands[seat].tiles().collect(),
            }),
            _ => Ok(()),
        }
    }

    /// Returns the finished hand; `scores` are those printed at settlement, `None` if the log ends before it.
    pub(super) fn finish(mut self, scores: Option<SeatMap<i64>>) -> HandLog {
        let outcome = match (self.winners.is_empty(), self.exhausted) {
            (false, _) => Outcome::Win,
            (true, true) => Outcome::Draw,
            (true, false) => Outcome::Aborted,
        };
        let wins =
            self.winners.iter().map(|&seat| WinClaimed { seat, patterns: None, value: None }).collect::<Vec<_>>();
        let before = self.before;
        self.log.result = Some(HandResult {
            outcome: Some(outcome),
            wins: (outcome == Outcome::Win).then_some(wins),
            deltas: scores.map(|after| SeatMap(Seat::ALL.map(|seat| after[seat].saturating_sub(before[seat])))),
            scores,
            ..HandResult::default()
        });
        self.log
    }

    fn take_in(&mut self, seat: Seat, tile: Tile) {
        if let Some(hands) = &mut self.hands {
            hands[seat].add(tile);
        }
    }

    fn give_out(&mut self, seat: Seat, tiles: &[Tile]) -> Result<(), Problem> {
        let Some(hands) = &mut self.hands else { return Ok(()) };
        match tiles.iter().find(|&&tile| !hands[seat].take(tile)) {
            Some(&tile) => Err(Problem::NotHeld { seat, tile }),
            None => Ok(()),
        }
    }
}

/// The claims that can be refused or lost, in order of precedence.
const CLAIMS: [(Deed, PassOf); 4] =
    [(Deed::Win, PassOf::Win), (Deed::Kong, PassOf::Kong), (Deed::Pung, PassOf::Pung), (Deed::Chow, PassOf::Chow)];

/// Returns the answers of all seats except those whose answer was executed.
fn lost(answers: &[Answered], winners: &[Seat]) -> Vec<LostClaim> {
    let others = answers.iter().filter(|answer| !winners.contains(&answer.seat));
    let claim = |answer: &Answered| CLAIMS.iter().find(|(deed, _)| *deed == answer.deed).map(|&(_, what)| what);
    others.filter_map(|answer| Some(LostClaim { seat: answer.seat, what: claim(answer)? })).collect()
}
