//! The unfair modes, their rates, and the acts that a label states.

use crate::generate::Rng;
use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::Seat;
use std::str::FromStr;

/// The thing that is unfair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// A hand takes a wall that was used before: with equal chance the wall of an earlier hand of the match, if there
    /// is one, or the wall of the first hand of an earlier match. The rate is the share of hands. The audit of one match
    /// reports the former (A124) and cannot see the latter.
    RepeatedWalls,
    /// Of three even shuffles the one is laid whose deal leaves the first seat nearest to a hand. The rate is the share
    /// of hands.
    BiasedDeal,
    /// The deal is fair. Of ten even shuffles of the tiles after it, the one is laid whose first draws bring the first
    /// seat to a hand soonest if nobody claims. The rate is the share of hands.
    BiasedDraws,
    /// The first two players feed each other when they sit at one table: one discards what the other can win on, else
    /// what the other can claim, and the other takes it. The rate is the share of such discards.
    Feeding,
    /// Clients of the last version round each payment of an odd number of points down to an even one. The rate is the
    /// share of their hands.
    Rounding,
}

impl Mode {
    /// Every mode with its name and the rate that it has unless another is given.
    pub const ALL: [(&'static str, Mode, Rate); 5] = [
        ("repeated-walls", Mode::RepeatedWalls, Rate(100)),
        ("biased-deal", Mode::BiasedDeal, Rate::ALWAYS),
        ("biased-draws", Mode::BiasedDraws, Rate::ALWAYS),
        ("feeding", Mode::Feeding, Rate::ALWAYS),
        ("rounding", Mode::Rounding, Rate::ALWAYS),
    ];

    /// The name of the mode.
    pub fn name(self) -> &'static str {
        Mode::ALL.iter().find(|(_, mode, _)| *mode == self).map_or("", |(name, ..)| name)
    }
}

/// A share in hundredths of a percent, from 0 to 10,000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate(u16);

impl Rate {
    /// Every time.
    pub const ALWAYS: Rate = Rate(10_000);

    /// Draws whether it happens this time.
    pub(super) const fn happens(self, chance: &mut Rng) -> bool {
        chance.below(10_000) < self.0 as usize
    }
}

impl Rate {
    /// Reads a percentage with up to two decimals, such as `5`, `0.25` or `100`.
    fn read(written: &str) -> Result<Rate, Text> {
        const WRONG: Label =
            Label::new("请写百分数，0.01 到 100，例如 2.5", "write the rate in percent, from 0.01 to 100, such as 2.5");
        let (whole, part) = written.split_once('.').unwrap_or((written, ""));
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || part.len() > 2 || !digits(whole) || !digits(part) || written.ends_with('.') {
            return Err(WRONG.text());
        }
        let hundredths: u32 = format!("{whole}{part:0<2}").parse().map_err(|_| WRONG.text())?;
        let rate = u16::try_from(hundredths).ok().filter(|rate| (1..=10_000).contains(rate));
        rate.map(Rate).ok_or_else(|| WRONG.text())
    }
}

/// A mode with its rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfair {
    /// The mode.
    pub mode: Mode,
    /// The share of occasions on which it acts.
    pub rate: Rate,
}

impl Unfair {
    /// Reads `MODE` or `MODE=RATE`, the rate in percent.
    pub fn read(written: &str) -> Result<Unfair, Text> {
        let (name, rate) = written.split_once('=').map_or((written, None), |(name, rate)| (name, Some(rate)));
        let Some((_, mode, usual)) = Mode::ALL.into_iter().find(|(known, ..)| *known == name) else {
            let known = Mode::ALL.map(|(name, ..)| name).join(", ");
            return Err(bilingual!(
                "没有 {name} 这种作弊，可选：{known}",
                "there is no unfair mode {name}; choose one of {known}"
            ));
        };
        Ok(Unfair { mode, rate: rate.map_or(Ok(usual), Rate::read)? })
    }
}

impl FromStr for Unfair {
    type Err = String;

    /// Reads like [`Unfair::read`]; the error has both languages.
    fn from_str(written: &str) -> Result<Unfair, String> {
        Unfair::read(written).map_err(|Text { zh, en }| format!("{en} · {zh}"))
    }
}

/// The hand whose wall is used again.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Source {
    /// The id of its log.
    pub log: String,
    /// Its index.
    pub hand: usize,
}

/// One unfair act: a line of the labels.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Act {
    /// The name of the mode.
    pub unfair: &'static str,
    /// Index of the hand.
    pub hand: usize,
    /// Index of the event, if the act is one: the discard that feeds.
    pub event: Option<usize>,
    /// The seat that is favoured or feeds, by number, if the act has one.
    pub seat: Option<usize>,
    /// The seat that is fed, if the act has one.
    pub to: Option<usize>,
    /// The first use of a repeated wall.
    pub of: Option<Source>,
}

impl Act {
    /// An act in this hand, without further details.
    pub(super) fn new(mode: Mode, hand: usize) -> Act {
        Act { unfair: mode.name(), hand, event: None, seat: None, to: None, of: None }
    }
}

/// Two seats that feed each other, and the discards with which they did so.
#[derive(Debug)]
pub struct Feeding {
    pair: [Seat; 2],
    rate: Rate,
    /// Index, giver and receiver of each discard of the hand that fed.
    fed: Vec<(usize, Seat, Seat)>,
}

impl Feeding {
    pub(super) fn new(pair: [Seat; 2], rate: Rate) -> Feeding {
        Feeding { pair, rate, fed: Vec::new() }
    }

    /// The partner of this seat, if it is one of the two.
    pub(in crate::generate) fn partner(&self, seat: Seat) -> Option<Seat> {
        let [one, other] = self.pair;
        [(one, other), (other, one)].into_iter().find(|(who, _)| *who == seat).map(|(_, partner)| partner)
    }

    /// Draws whether the pair acts this time.
    pub(in crate::generate) const fn acts(&self, chance: &mut Rng) -> bool {
        self.rate.happens(chance)
    }

    /// Notes that the discard of event `at` feeds.
    pub(in crate::generate) fn note(&mut self, at: usize, seat: Seat, to: Seat) {
        self.fed.push((at, seat, to));
    }

    /// True if the last discard that fed is one of the events `since` or later, and for this seat.
    pub(in crate::generate) fn was_fed(&self, since: usize, to: Seat) -> bool {
        self.fed.last().is_some_and(|&(fed, _, receiver)| receiver == to && fed >= since)
    }

    /// Takes the discards noted in a hand.
    pub(super) fn take(&mut self) -> Vec<(usize, Seat, Seat)> {
        std::mem::take(&mut self.fed)
    }
}
