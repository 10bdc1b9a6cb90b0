//! The hand being read: its events, and just enough of the table to notice when lines are missing.
//!
//! No rule is known here. The concealed hands are followed only to compare them with those the server prints.

use super::players::{Answer, Deed};
use crate::import::Problem;
use crate::{Action, Event, HandLog, HandResult, LostClaim, Outcome, PassOf, WinClaimed};
use caipan_tiles::tile::{Counts, Seat, SeatMap, Tile, Tiles};
use chrono::{DateTime, FixedOffset};

/// What a seat answered to the tile on offer.
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
    /// The openings each seat holds, and how many it has declared.
    openings: SeatMap<(Vec<String>, usize)>,
    /// Who took the last tile, until it is seen.
    pub(super) seabed: Option<Seat>,
    winners: Vec<Seat>,
    exhausted: bool,
}

impl OpenHand {
    /// A hand before the deal; `before` are the scores that stood.
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

    /// The time of the line that is read next; its events carry it.
    pub(super) fn at(&mut self, now: Option<DateTime<FixedOffset>>) {
        self.now = now;
    }

    /// Who deals.
    pub(super) fn choose_dealer(&mut self, dealer: Seat) {
        self.log.dealer = Some(dealer);
    }

    /// The thirteen tiles of every seat.
    pub(super) fn deal(&mut self, hands: SeatMap<Vec<Tile>>) {
        self.hands = Some(SeatMap(Seat::ALL.map(|seat| hands[seat].iter().copied().collect())));
        self.log.deal = Some(SeatMap(Seat::ALL.map(|seat| Tiles(hands[seat].clone()))));
        self.dealt = Some(hands);
    }

    /// The dealer's fourteenth tile; it stays the last of the dealer's deal.
    pub(super) fn deal_last(&mut self, tile: Tile) -> Option<Seat> {
        let dealer = self.log.dealer?;
        let dealt = self.dealt.as_mut()?;
        dealt[dealer].push(tile);
        self.log.deal = Some(SeatMap(Seat::ALL.map(|seat| Tiles(dealt[seat].clone()))));
        self.take_in(dealer, tile);
        Some(dealer)
    }

    /// What openings a seat holds.
    pub(super) fn may_open(&mut self, seat: Seat, kinds: &[&str]) {
        self.openings[seat] = (kinds.iter().map(|&kind| kind.to_owned()).collect(), 0);
    }

    /// A seat declares one opening. The log does not say which: only when all that it holds are declared do they have names.
    pub(super) fn open(&mut self, seat: Seat) {
        let (held, declared) = &mut self.openings[seat];
        *declared += 1;
        if *declared == held.len() {
            let kinds = std::mem::take(held);
            *declared = 0;
            self.push(Action::Opening { seat, kinds, dice: None });
        }
    }

    /// The time for openings is over: those declared of a seat that keeps others back stand without a name.
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

    /// A seat draws.
    pub(super) fn draw(&mut self, seat: Seat, tile: Tile) {
        self.take_in(seat, tile);
        self.answers.clear();
        self.push(Action::Draw { seat, tile, from: None });
    }

    /// The taken last tile, seen for the first time. It stays outside the hand, as the server keeps it.
    pub(super) fn see_seabed(&mut self, tile: Tile) {
        if let Some(seat) = self.seabed.take() {
            self.push(Action::Draw { seat, tile, from: None });
        }
    }

    /// A seat discards.
    pub(super) fn discard(&mut self, seat: Seat, tile: Tile) -> Result<(), Problem> {
        self.close_openings();
        self.answers.clear();
        self.push(Action::Discard { seat, tile });
        self.give_out(seat, &[tile])
    }

    /// A chow, pung or kong that is carried out, `own` being the tiles that leave the hand. Other answers lost to it.
    pub(super) fn meld(&mut self, seat: Seat, own: &[Tile], action: Action) -> Result<(), Problem> {
        let answers = std::mem::take(&mut self.answers);
        self.push(action);
        if let Some(event) = self.log.events.last_mut() {
            event.claims = lost(&answers, &[seat]);
        }
        self.give_out(seat, own)
    }

    /// The seats win, each on the tile it answered to, else on `tile`; the other answers lost to the first of them.
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

    /// A new round of offers begins.
    pub(super) fn offer(&mut self) {
        self.answers.clear();
    }

    /// A seat answers an offer for `target`. A refusal refuses everything it was offered.
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

    /// Compares a printed hand with the one that the lines before give.
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

    /// The finished hand; `scores` as printed when it was settled, `None` where the log ends before.
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

/// The deeds that can be refused or lost, in the order of their precedence.
const CLAIMS: [(Deed, PassOf); 4] =
    [(Deed::Win, PassOf::Win), (Deed::Kong, PassOf::Kong), (Deed::Pung, PassOf::Pung), (Deed::Chow, PassOf::Chow)];

/// The answers of all but those who carry theirs out.
fn lost(answers: &[Answered], winners: &[Seat]) -> Vec<LostClaim> {
    let others = answers.iter().filter(|answer| !winners.contains(&answer.seat));
    let claim = |answer: &Answered| CLAIMS.iter().find(|(deed, _)| *deed == answer.deed).map(|&(_, what)| what);
    others.filter_map(|answer| Some(LostClaim { seat: answer.seat, what: claim(answer)? })).collect()
}
