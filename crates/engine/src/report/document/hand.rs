//! Hands in the document: wins, and payments with their sums.

use super::super::transfers::TransferView;
use super::{HouseLineView, Word};
use crate::audit::MOST_LISTED;
use crate::replay::InferredExchange;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::Op;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatList, SeatMap, Seats, Tiles, parse_tiles};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One hand.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct HandView {
    /// Its index.
    pub hand: usize,
    /// The dealer.
    pub dealer: Seat,
    /// The points that each seat owns before the hand, if they limit what it can pay: only in a log with `start.holdings`,
    /// as far as the hands before tell them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holdings: Option<SeatList<i64>>,
    /// The exchange before play, if the record leaves it out and the play shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<ExchangeView>,
    /// The outcome according to the events: `win`, `draw`, `aborted`, or `unknown` if nothing could be replayed.
    pub outcome: Word,
    /// The wins, as judged.
    pub wins: Vec<WinView>,
    /// The missing field that leaves the due amounts unknown. Then `ledger` is empty and `balance` has no meaning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_unknown: Option<Word>,
    /// All payments under the rules.
    pub ledger: Vec<LineView>,
    /// The points that the house, a pool or a referee moved, as recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub house: Vec<HouseLineView>,
    /// The points that each seat gains or loses under the rules.
    pub balance: SeatList<i64>,
    /// The points that each seat gained or lost in the record; absent if not recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recorded: Option<SeatList<i64>>,
    /// The number of findings of this hand that are counted in `summary` but not listed: a hand lists at most 50 of each
    /// kind.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unlisted: usize,
    /// The transfers that correct the record. If not all due amounts are known, those that are needed in any case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<TransferView>,
    /// The next dealer under the rules, if they determine it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_dealer: Option<Seat>,
    /// The digest of the table at the end of the hand.
    pub table: String,
}

/// An exchange (换张) that was worked out from the play.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ExchangeView {
    /// The tiles that each seat gave, by seat.
    pub gave: SeatList<String>,
    /// Each seat takes what the seat so many places after it gave; 0 if they play with the tiles of the recorded deal.
    pub from: u8,
    /// The number of exchanges that make every recorded act possible. All of them settle alike.
    pub fits: u8,
}

impl ExchangeView {
    pub(crate) fn of(exchange: &InferredExchange, seats: Seats) -> ExchangeView {
        let gave = SeatMap(Seat::ALL.map(|seat| Tiles(exchange.gave(seat).collect()).to_string()));
        ExchangeView { gave: SeatList::new(gave, seats), from: exchange.steps, fits: exchange.fits }
    }

    pub(crate) fn exchange(&self) -> Option<InferredExchange> {
        let gave = self.gave.clone().map().0.map(|tiles| parse_tiles(&tiles).unwrap_or_default());
        InferredExchange::of(&SeatMap(gave), self.from, self.fits)
    }
}

impl HandView {
    /// Says how many findings of the hand are not listed; `None` if all are.
    pub fn why_unlisted(&self) -> Option<Text> {
        let count = self.unlisted;
        (count > 0).then(|| {
            bilingual!(
                "这一局还有 {count} 条没列出：每局每类最多列 {MOST_LISTED} 条。请先改正列出的，再重新审核。",
                "{count} more findings of this hand are not listed: at most {MOST_LISTED} of each kind are. Correct the listed ones and \
                 audit again."
            )
        })
    }

    /// Returns the reason why the due amounts are unknown, if they are.
    pub fn why_unknown(&self) -> Option<Text> {
        Some(match self.due_unknown.as_deref()? {
            "events" => bilingual!(
                "各家该得多少没法算：打牌过程不全或有错",
                "the points due cannot be computed: the play is incomplete or faulty"
            ),
            "shown" => bilingual!(
                "各家该得多少没法算：要看别家的牌，这份记录看不到",
                "the points due cannot be computed: they rest on tiles that this record does not show"
            ),
            "rules.unmodelled" => bilingual!(
                "各家该得多少没法算：本房有 caipan 不认识的规则",
                "the points due cannot be computed: the room plays by a rule that caipan does not know"
            ),
            field => {
                bilingual!(
                    "各家该得多少没法算：记录里没有 {field}",
                    "the points due cannot be computed: `{field}` is not recorded"
                )
            }
        })
    }
}

/// A win as judged.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct WinView {
    /// The winner.
    pub seat: Seat,
    /// True if the win is valid under the rules.
    pub stands: bool,
    /// The seat that pays alone; absent if all pay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The winning tile or tiles.
    pub tiles: String,
    /// The reading of the concealed tiles.
    pub reading: String,
    /// The patterns.
    pub patterns: Vec<PatternView>,
    /// Their total value, in the unit of the system.
    pub value: i64,
}

/// A pattern of a win.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PatternView {
    /// Its id.
    pub id: Word,
    /// Its name.
    pub name: Text,
    /// Its value.
    pub value: i64,
    /// The clause.
    pub clause: Word,
}

/// One payment.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LineView {
    /// The seat that pays; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Seat>,
    /// The seat that receives; absent for the house.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Seat>,
    /// The points.
    pub points: i64,
    /// The written sum: `2 × 2 × 2 + 1 = 9`.
    pub sum: String,
    /// The sum step by step.
    pub steps: Vec<StepOfSum>,
    /// The cause's id.
    pub cause: Word,
    /// The cause's name.
    pub cause_name: Text,
    /// The clause.
    pub clause: Word,
    /// The ruling, if the clause is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Word>,
    /// The options that decided the amount.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<Word>,
    /// The tiles paid for, if any: `1s1s5p`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tiles: String,
}

/// One step of a sum.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StepOfSum {
    /// The operation.
    #[schemars(with = "String")]
    pub op: Op,
    /// The operand.
    pub by: i64,
    /// The reason.
    pub why: Text,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}
