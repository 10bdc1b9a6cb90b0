//! The rule systems: each folder answers questions about a `&Table` and changes nothing.
//!
//! A new region needs one folder and one line in [`SYSTEMS`]. A [`System`] describes the rules before any option is
//! decided; [`Rules`] are a system with its options decided: [`Play`], [`Win`] and [`Pay`], which every region answers, and
//! the [`Features`] that it has.

pub mod beijing;
pub mod changsha;
pub mod guiyang;
pub mod sichuan;
mod answers;
pub mod features;
mod option_reads;
mod win_candidate;
mod choices;
mod conflict;
pub mod house_money;
pub mod house_presets;
mod log_field;
mod named;
mod topic;
mod missing;
mod mistake;
pub mod near_miss;
mod options;
mod pattern;
mod room;
mod ruleset;
mod system;
mod unmodelled;
mod win;
mod worded;

pub use answers::{DealOrder, Due, NextDealer, Open};
pub use choices::Choices;
pub use conflict::Conflict;
pub use features::{BirdsDue, Cut, ExchangeDue, FEATURES, Feature, Features, Flip, IndicatorAt};
pub use house_money::HouseMoney;
pub use house_presets::{House, OwnPreset, Start};
pub use log_field::{FieldUse, LogField};
pub use missing::Missing;
pub use mistake::{Mistake, MistakeWords, Rank};
pub use named::{declared_id, find, id_of, is_system};
pub use near_miss::{Called, NearMiss};
pub use option_reads::{OptionReads, OptionSet};
pub use options::{Decl, Kind, Number, Search, Setting, Value, Word};
pub use pattern::{Instead, Pattern, PatternKind};
pub use room::Room;
pub use ruleset::{Preset, RulesError, Ruleset, resolve, resolve_for};
pub use system::{Never, System};
pub use topic::Topic;
pub use unmodelled::{Around, LeavesAlone};
pub use win::{Deciding, Ground, Hit, Hits, Join, Refusal, Verdict, Won, at_step};
pub use win_candidate::{Past, WinCandidate};

use crate::table::{Table, TailOrder};
use caipan_log::{DrawFrom, EventKind, KongKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Deck, Seat, Seats, Tile, TileSet};
use smallvec::SmallVec;

/// Every rule system.
pub static SYSTEMS: &[&System] = &[&changsha::SYSTEM, &beijing::SYSTEM, &guiyang::SYSTEM, &sichuan::SYSTEM];

/// A system with its options decided: the questions that replay and audit ask.
pub trait Rules: Play + Win + Pay + Features + Send + Sync {}

impl<Region: Play + Win + Pay + Features + Send + Sync> Rules for Region {}

/// The questions about the course of a hand. The caller has checked the physical side before: that the tile is there,
/// and that it is the seat's turn. The answers add the rules of the region.
pub trait Play {
    /// The system.
    fn system(&self) -> &'static System;
    /// The options that were read for the answers so far.
    fn asked(&self) -> &OptionReads;
    /// The seats at the table (人数).
    fn seats(&self) -> Seats;
    /// The tiles in play. Options can change the system's deck.
    fn deck(&self) -> Deck;
    /// The order in which tiles are dealt.
    fn deal_order(&self) -> DealOrder {
        DealOrder::Fours
    }
    /// The order in which replacements leave the wall.
    fn tail_order(&self) -> TailOrder;
    /// The action that comes next if nobody wins or claims.
    fn due(&self, table: &Table) -> Due;
    /// True if a replacement may also come from this end, although [`Play::due`] names the other.
    fn accepts_end(&self, _table: &Table, _from: DrawFrom) -> bool {
        false
    }
    /// Checks whether the seat may discard this tile.
    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict;
    /// Checks whether the seat may chow.
    fn may_chow(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict;
    /// Checks whether the seat may pung.
    fn may_pung(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict;
    /// Checks whether these tiles of the seat's hand may go into an open meld.
    fn may_lay(&self, _table: &Table, _seat: Seat, _tiles: &[Tile]) -> Verdict {
        Ok(())
    }
    /// Checks whether the seat may kong. `dice`: as a dice kong.
    fn may_kong(&self, table: &Table, seat: Seat, tile: Tile, kind: KongKind, dice: bool) -> Verdict;
    /// Checks whether the hand may be drawn now.
    fn may_draw_game(&self, table: &Table) -> Verdict;
    /// The refusal of an event of this kind, which belongs to a feature that the region does not have.
    fn lacks(&self, event: EventKind) -> Box<Refusal>;
    /// The clause that decides a topic of play, if the rule book has one.
    fn clause_on(&self, matter: Topic) -> Option<&'static Clause>;
    /// The option that decides how many tiles a topic of play takes, if one does.
    fn option_on(&self, _matter: Topic) -> Option<&'static str> {
        None
    }
    /// The clauses that an ended hand illustrates although no payment, pattern, dealer or refusal cites them.
    fn shown(&self, _table: &Table, _wins: &[Won]) -> Vec<&'static Clause> {
        Vec::new()
    }
}

/// The questions about wins.
pub trait Win {
    /// Kinds on which the seat's hand of 3n + 1 might win: a superset of the kinds that it can win on.
    fn waits(&self, table: &Table, seat: Seat) -> TileSet;
    /// Judges a win: its patterns and value, or the refusal.
    fn judge(&self, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>>;
    /// The concealed tiles of a win as read, for display: `123m 456m 789p 234s 55s`. `case` is the one that was judged.
    fn reading(&self, case: &WinCandidate<'_>, won: &Won) -> String;
    /// The nearest readings of a hand that is not a win, the nearest first. For display only; no verdict depends on
    /// them.
    fn near(&self, _case: &WinCandidate<'_>) -> Vec<NearMiss> {
        Vec::new()
    }
    /// Checks whether anything that happened earlier in this hand forbids this win.
    fn may_win(&self, table: &Table, won: &Won) -> Verdict;
    /// True if letting this win go counts as a pass that bars later wins.
    fn is_pass(&self, _won: &Won) -> bool {
        true
    }
    /// The clause by which only the first of several winners wins (截胡), with the option that decides it; `None` if all
    /// win.
    fn one_winner(&self) -> Option<(&'static Clause, &'static str)> {
        None
    }
}

/// The questions about payments and the next dealer.
pub trait Pay {
    /// The fields that the log leaves out although the payments depend on them, each with its possible values.
    fn open(&self, _table: &Table, _wins: &[Won]) -> SmallVec<[Open; 1]> {
        SmallVec::new()
    }
    /// Adds all payments of the hand to the ledger. `wins` are the valid wins. `dyn Rules::settle` starts with an
    /// empty one.
    fn pay(&self, table: &Table, wins: &[Won], ledger: &mut Ledger);
    /// The seats whose payments depend on how a hand ended whose end is unknown, if nobody but `winners` won or called
    /// a win. Between the other seats nothing can be due but what the table shows.
    fn pays_by_end(&self, _table: &Table, _winners: Seats) -> Seats {
        Seats::FOUR
    }
    /// True if the payments of a hand, or its next dealer, rest on tiles that the record does not show. All wins are shown.
    /// A region that pays by the winners' tiles and by open ones only says so here.
    fn rests_on_hidden(&self, table: &Table) -> bool {
        table.kong_unseen || table.seats.iter().any(|seat| table.is_hidden(seat))
    }
    /// The money that no region's book prices: stake, limits, rake, fees.
    fn house_money(&self) -> &HouseMoney;
    /// The payments that a rule unknown to caipan leaves alone.
    fn leaves_alone(&self) -> &'static [LeavesAlone];
    /// True if the seats' first discards affect a payment (烧庄, BJ-5a).
    fn prices_first_discards(&self) -> bool {
        false
    }
    /// The usual mistakes of a client that settles this hand. For display only; no verdict depends on them.
    fn mistakes(&self, _table: &Table, _wins: &[Won]) -> Vec<Mistake> {
        Vec::new()
    }
    /// The next dealer; `None` if the hand does not decide it.
    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer>;
}

impl dyn Rules + '_ {
    /// Computes all payments of the hand. `wins` are the valid wins.
    pub fn settle(&self, table: &Table, wins: &[Won]) -> Ledger {
        Ledger::with(|ledger| self.settle_into(table, wins, ledger))
    }

    /// The fields that the log leaves out although the payments depend on them, each with its possible values.
    pub fn left_open(&self, table: &Table, wins: &[Won]) -> SmallVec<[Open; 1]> {
        let mut open = self.open(table, wins);
        if !self.house_money().is_plain() {
            let due = Ledger::with(|ledger| self.pay(table, wins, ledger)).net();
            open.extend(self.house_money().open(table, &due));
        }
        open
    }

    /// Computes all payments of the hand, with the reasons why others are not due.
    pub fn explain(&self, table: &Table, wins: &[Won]) -> Ledger {
        let mut ledger = Ledger::explaining();
        self.settle_into(table, wins, &mut ledger);
        ledger
    }

    fn settle_into(&self, table: &Table, wins: &[Won], ledger: &mut Ledger) {
        self.pay(table, wins, ledger);
        self.house_money().apply(table, ledger, self.asked());
    }

    /// Returns the win that the seat can still take, with its verdict. If a passed win bars one of two tiles, that is
    /// the win on the other (CS-B.9.5).
    pub fn win_left(&self, table: &Table, case: &WinCandidate<'_>) -> Result<(Won, Verdict), Box<Refusal>> {
        let won = self.judge(case)?;
        let verdict = self.may_win(table, &won);
        let free = |tile| {
            let won = self.judge(&case.on(tile)).ok()?;
            self.may_win(table, &won).is_ok().then_some((won, Ok(())))
        };
        let other = if verdict.is_err() { case.chance.tiles.iter().find_map(free) } else { None };
        Ok(other.unwrap_or((won, verdict)))
    }
}
