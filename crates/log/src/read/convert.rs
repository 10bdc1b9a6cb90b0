//! Conversion from the wire structs to the typed log, with the checks that JSON types cannot express.

use super::super::problem::Problem;
use super::super::want::Want;
use super::super::{Fairness, GameLog, HandLog, HandResult, Payment, Player, RulesDeclared, Source, Start, WinClaimed};
use super::Limits;
use super::event::WireEvents;
use super::fault::Fault;
use super::house_line::{WireBetween, WireHouseLine};
use super::rules::WireRules;
use super::scalar::EventAt;
use super::seated::{by_seat, goes_on, seated};
use super::view::dealt;
use super::wire::{
    WireFairness, WireGame, WireHand, WirePayment, WirePlayer, WireResult, WireSource, WireStart, WireWin,
};
use caipan_tiles::tile::Seats;
use std::collections::BTreeMap;

impl<L: WireEvents> WireGame<L> {
    /// Returns the log, if its parts are consistent and within the limits.
    pub(super) fn game(self, limits: &Limits) -> Result<GameLog, Fault> {
        let hands = self.hands.0.0;
        if hands.is_empty() {
            return Err(Fault::from(Problem::WrongLength { found: 0, want: Want::Hands }).within("hands"));
        }
        if hands.len() > limits.hands {
            let problem = Problem::TooManyHands { limit: limits.hands };
            return Err(Fault::from(problem).within(limits.hands).within("hands"));
        }
        let start = self.start.0.map(WireStart::start).transpose().map_err(|fault| fault.within("start"))?;
        let start = start.unwrap_or_default();
        let seats = start.seats.unwrap_or(Seats::FOUR);
        let hidden = self.view.0.map_or(Ok(Seats::NONE), |view| view.hides(seats));
        let hidden = hidden.map_err(|problem| Fault::from(problem).within("view"))?;
        let (totals, between) = self.end.0.map_or((None, None), |end| (end.totals.0, end.house.0));
        let totals = by_seat(totals, seats, "totals");
        let mut log = GameLog {
            id: self.id.0.0,
            corrects: self.corrects.0.map(|id| id.0),
            rules: self.rules.0.rules().map_err(|fault| fault.within("rules"))?,
            source: self.source.0.map(WireSource::source).unwrap_or_default(),
            players: self.players.0.unwrap_or_default().0.into_iter().map(WirePlayer::player).collect(),
            start,
            totals: totals.map_err(|fault| fault.within("match"))?,
            between: between
                .map(|lines| {
                    listed(lines.0, WireBetween::between).map_err(|fault| fault.within("house").within("match"))
                })
                .transpose()?,
            hands: hands
                .into_iter()
                .enumerate()
                .map(|(at, hand)| hand.hand(seats, hidden, limits).map_err(|fault| fault.within(at).within("hands")))
                .collect::<Result<_, _>>()?,
        };
        seated(&log)?;
        if self.in_progress.0 == Some(true) {
            goes_on(&mut log)?;
        }
        Ok(log)
    }
}

impl WireRules {
    fn rules(self) -> Result<RulesDeclared, Fault> {
        let mut options = BTreeMap::new();
        for (key, value) in self.options.0.map(|options| options.0).unwrap_or_default() {
            if options.contains_key(&key) {
                return Err(Fault::from(Problem::DuplicateKey { key: key.clone() })
                    .within(key.as_str())
                    .within("options"));
            }
            options.insert(key, value);
        }
        let unmodelled = self.unmodelled.0.map(|rules| rules.0).unwrap_or_default();
        let unmodelled = unmodelled.into_iter().map(|declared| declared.0).collect::<Vec<_>>();
        if let Some(at) = super::unmodelled::repeated(&unmodelled) {
            let rule = unmodelled.get(at).map(|declared| declared.rule.clone()).unwrap_or_default();
            return Err(Fault::from(Problem::RuleTwice { rule }).within(at).within("unmodelled"));
        }
        Ok(RulesDeclared { system: self.system.0.0, options, unmodelled, ..Default::default() })
    }
}

impl WireSource {
    fn source(self) -> Source {
        Source { platform: self.platform.0, client: self.client.0, version: self.version.0 }
    }
}

impl WirePlayer {
    fn player(self) -> Player {
        Player { id: self.id.0.0, name: self.name.0 }
    }
}

impl WireStart {
    fn start(self) -> Result<Start, Fault> {
        let known = self.seats.0.map(|seats| seats.0);
        let seats = known.unwrap_or(Seats::FOUR);
        Ok(Start {
            seats: known,
            scores: by_seat(self.scores.0, seats, "scores")?,
            dealer: self.dealer.0,
            dealer_streak: self.dealer_streak.0.map(|streak| streak.0),
            upstairs: self.upstairs.0,
            piao: by_seat(self.piao.0, seats, "piao")?,
            gu_mai: by_seat(self.gu_mai.0, seats, "gu_mai")?,
            holdings: by_seat(self.holdings.0, seats, "holdings")?,
            owner: self.owner.0,
            last_hand: self.last_hand.0,
        })
    }
}

impl<L: WireEvents> WireHand<L> {
    fn hand(self, seats: Seats, hidden: Seats, limits: &Limits) -> Result<HandLog, Fault> {
        let result = self.result.0.map(|result| result.result(seats)).transpose();
        let (deal, hidden) = dealt(by_seat(self.deal.0, seats, "deal")?, hidden)?;
        Ok(HandLog {
            number: self.number.0.map(|number| number.0),
            dealer: self.dealer.0,
            started_at: self.started_at.0,
            dice: self.dice.0,
            wall: self.wall.0,
            deal,
            hidden,
            indicator: self.indicator.0,
            piao: by_seat(self.piao.0, seats, "piao")?,
            gu_mai: by_seat(self.gu_mai.0, seats, "gu_mai")?,
            last_hand: self.last_hand.0,
            fairness: self.fairness.0.map(WireFairness::fairness),
            in_progress: false,
            events: self.events.0.events(limits.events)?,
            shown: by_seat(self.shown.0, seats, "shown")?,
            result: result.map_err(|fault| fault.within("result"))?,
        })
    }
}

impl WireFairness {
    fn fairness(self) -> Fairness {
        Fairness { commitment: self.commitment.0.0.into(), salt: self.salt.0 }
    }
}

impl WireResult {
    fn result(self, seats: Seats) -> Result<HandResult, Fault> {
        let house = self.house.0.map(|lines| listed(lines.0, WireHouseLine::line));
        Ok(HandResult {
            outcome: self.outcome.0.map(|outcome| outcome.0),
            wins: self.wins.0.map(|wins| wins.0.into_iter().map(WireWin::win).collect()),
            payments: self.payments.0.map(|payments| payments.0.into_iter().map(WirePayment::payment).collect()),
            deltas: by_seat(self.deltas.0, seats, "deltas")?,
            scores: by_seat(self.scores.0, seats, "scores")?,
            house: house.transpose().map_err(|fault| fault.within("house"))?,
            next_dealer: self.next_dealer.0,
        })
    }
}

/// Converts the entries of a list; a fault has the place of its entry.
fn listed<T, U>(entries: Vec<T>, convert: fn(T) -> Result<U, Fault>) -> Result<Vec<U>, Fault> {
    entries.into_iter().enumerate().map(|(at, entry)| convert(entry).map_err(|fault| fault.within(at))).collect()
}

impl WireWin {
    fn win(self) -> WinClaimed {
        WinClaimed { seat: self.seat.0, patterns: self.patterns.0.map(|patterns| patterns.0), value: self.value.0 }
    }
}

impl WirePayment {
    fn payment(self) -> Payment {
        Payment {
            from: self.from.0,
            to: self.to.0,
            points: self.points.0.0,
            cause: self.cause.0,
            at: self.at.0.map(|EventAt(at)| at as usize),
        }
    }
}
