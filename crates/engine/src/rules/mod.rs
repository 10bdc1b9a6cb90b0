//! The rule systems: each folder answers questions about a `&Table` and changes nothing.
//!
//! A new region needs one folder and one line in [`SYSTEMS`]. A [`System`] describes the rules before any option is
//! decided; [`Rules`] are a system with its options decided.

pub mod beijing;
pub mod changsha;
pub mod guiyang;
mod answers;
mod option_reads;
mod win_candidate;
mod choices;
mod conflict;
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

pub use answers::{Birds, Cut, DealOrder, Due, Exchange, Flip, IndicatorAt, NextDealer, Open};
pub use choices::Choices;
pub use conflict::Conflict;
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
pub use win::{Deciding, Ground, Hit, Hits, Join, Refusal, Verdict, Won};
pub use win_candidate::{Past, WinCandidate};

use crate::table::{Table, TailOrder};
use caipan_log::{Declaration, Dice, DrawFrom, KongKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, SeatMap, Seats, Tile, TileSet};
use smallvec::SmallVec;

/// Every rule system.
pub static SYSTEMS: &[&System] = &[&changsha::SYSTEM, &beijing::SYSTEM, &guiyang::SYSTEM];

/// The questions that replay and audit ask. The caller has checked the physical side before: that the tile is there,
/// and that it is the seat's turn. The answers add the rules of the region.
pub trait Rules: Send + Sync {
    /// The system.
    fn system(&self) -> &'static System;
    /// The options that were read for the answers so far.
    fn asked(&self) -> &OptionReads;
    /// The seats at the table (人数).
    fn seats(&self) -> Seats {
        Seats::first(self.system().players.first().copied().unwrap_or(4))
    }
    /// The tiles in play. Options can change the system's deck.
    fn deck(&self) -> Deck {
        self.system().deck
    }
    /// The order in which replacements leave the wall.
    fn tail_order(&self) -> TailOrder;

    /// The order in which tiles are dealt.
    fn deal_order(&self) -> DealOrder {
        DealOrder::Fours
    }
    /// The number of dice that cut the wall, with its clause, if the rules state one.
    fn cut_dice(&self) -> Option<(usize, &'static Clause)> {
        None
    }
    /// The option that could allow this number of dice for the cut.
    fn cut_dice_option(&self, _count: usize) -> Option<&'static str> {
        None
    }
    /// The kind that is wild in every hand (红中), without an indicator.
    fn fixed_wild(&self) -> Option<Tile> {
        None
    }
    /// The place of the indicator; `None` if no kind is wild.
    fn indicator(&self) -> Option<IndicatorAt> {
        None
    }
    /// The kind that this indicator makes wild.
    fn wild(&self, _indicator: Tile) -> Option<Tile> {
        None
    }
    /// The number of tiles at the tail that no ordinary draw takes, out of those still there.
    fn reserve(&self, _table: &Table) -> usize {
        0
    }

    /// The place where a throw opens the wall, if the rules state one.
    fn cut(&self, _dealer: Seat, _dice: &Dice) -> Option<Cut> {
        None
    }
    /// The action that comes next if nobody wins or claims.
    fn due(&self, table: &Table) -> Due;

    /// The exchange that a seat still owes; `None` if it has made it, or if the rules have none.
    fn exchange(&self, _table: &Table, _seat: Seat) -> Option<Exchange> {
        None
    }
    /// Checks whether the seat may give these tiles away in an exchange.
    fn may_give(&self, _table: &Table, _seat: Seat, _tiles: &[Tile]) -> Verdict {
        Ok(())
    }
    /// The clause that lets the seat expose a flower now (补花); `None` if it may not, or if the rules have no flowers.
    /// Its replacement is due afterwards ([`Phase::Flower`](crate::table::Phase::Flower)).
    fn flower(&self, _table: &Table, _seat: Seat) -> Option<&'static Clause> {
        None
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
    /// Checks whether the seat may make this declaration now.
    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict;
    /// Checks whether the seat may declare these initial wins now.
    fn may_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict;
    /// Checks whether the seat may declare these initial wins during play, after its draw.
    fn may_mid_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict;
    /// Checks whether the seat may take the last tile.
    fn may_take_last(&self, table: &Table, seat: Seat) -> Verdict;
    /// Checks whether the hand may be drawn now.
    fn may_draw_game(&self, table: &Table) -> Verdict;
    /// The number of tiles that a dice kong turns up; 0 if there are no dice kongs.
    fn dice_kong_tiles(&self, _table: &Table) -> usize {
        0
    }

    /// The payments that a rule unknown to caipan leaves alone: those of the system, or more under these house rules.
    fn leaves_alone(&self) -> &'static [LeavesAlone] {
        self.system().leaves_alone
    }
    /// The initial wins that a seat's hand holds now.
    fn openings(&self, _table: &Table, _seat: Seat) -> Vec<&'static Pattern> {
        Vec::new()
    }
    /// The initial wins during play that the seat may declare now.
    fn mid_openings(&self, _table: &Table, _seat: Seat) -> Vec<&'static Pattern> {
        Vec::new()
    }
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
    /// Returns the win that the seat can still take, with its verdict. If a passed win bars one of two tiles, that is
    /// the win on the other (CS-B.9.5).
    fn win_left(&self, table: &Table, case: &WinCandidate<'_>) -> Result<(Won, Verdict), Box<Refusal>> {
        let won = self.judge(case)?;
        let verdict = self.may_win(table, &won);
        let free = |tile| {
            let won = self.judge(&case.on(tile)).ok()?;
            self.may_win(table, &won).is_ok().then_some((won, Ok(())))
        };
        let other = if verdict.is_err() { case.chance.tiles.iter().find_map(free) } else { None };
        Ok(other.unwrap_or((won, verdict)))
    }
    /// Checks whether a seat may pass a possible win.
    fn may_pass_win(&self) -> Verdict {
        Ok(())
    }
    /// True if letting this win go counts as a pass that bars later wins.
    fn is_pass(&self, _won: &Won) -> bool {
        true
    }
    /// The seat whose win ends the hand automatically, declared or not, with the clause.
    fn automatic(&self, _table: &Table) -> Option<(Seat, &'static Clause)> {
        None
    }
    /// The clause by which only the first of several winners wins (截胡), with the option that decides it; `None` if all
    /// win.
    fn one_winner(&self) -> Option<(&'static Clause, &'static str)> {
        None
    }
    /// True if the hand goes on after a false win; `None` if the rules leave it open and the events decide.
    fn plays_on_after_false_win(&self) -> Option<bool> {
        None
    }

    /// True if the hand goes on without the latest winners ([`Table::winners_now`]), among the remaining seats (血战).
    fn goes_on(&self, _table: &Table) -> bool {
        false
    }

    /// The option whose value leaves this pattern out, so that its name means nothing here. `None` if the rules have it.
    fn left_out_by(&self, _pattern: &Pattern) -> Option<&'static str> {
        None
    }
    /// True if the rules have this pattern.
    fn knows(&self, pattern: &Pattern) -> bool {
        self.left_out_by(pattern).is_none()
    }
    /// The clause of a pattern under these rules. A rule book of several parts can define a pattern more than once.
    fn clause_of(&self, pattern: &'static Pattern) -> &'static Clause {
        pattern.clause
    }
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

    /// The measure of a win's value.
    fn measure(&self) -> Label {
        self.system().measure
    }
    /// The cap that cut the value of this win, with its option.
    fn cap_of(&self, _won: &Won) -> Option<(i64, &'static str)> {
        None
    }
    /// The way in which the values of a win's patterns make up its value.
    fn join(&self) -> Join {
        Join::Sum
    }
    /// A doubt about a valid win: something to look at, not a fault.
    fn doubts_win(&self, _table: &Table, _won: &Won) -> Verdict {
        Ok(())
    }
    /// True if a replacement may also come from this end, although [`Rules::due`] names the other.
    fn accepts_end(&self, _table: &Table, _from: DrawFrom) -> bool {
        false
    }
    /// True if the table should record that this seat was ready. Called whenever the seat holds one tile less than a
    /// complete hand: when dealt, after a discard, after a kong. `waits`: the result of [`Rules::waits`].
    fn notes_ready(&self, _table: &Table, _seat: Seat, _waits: TileSet) -> bool {
        false
    }

    /// The seats that count as ready at the settlement, winners included, if the rules use it.
    fn ready(&self, _table: &Table, _wins: &[Won]) -> Option<SeatMap<bool>> {
        None
    }
    /// The tile that a hand with winners flips.
    fn flip(&self, _table: &Table) -> Option<Flip> {
        None
    }
    /// The tile that is opened now for chickens during play (前后鸡); it stays in the wall. `None` if none is due.
    fn roll(&self, _table: &Table) -> Option<Flip> {
        None
    }
    /// True if the payments depend on the weekday on which the hand began.
    fn asks_day(&self) -> bool {
        false
    }
    /// The fields that the log leaves out although the payments depend on them, each with its possible values.
    fn open(&self, _table: &Table, _wins: &[Won]) -> SmallVec<[Open; 1]> {
        SmallVec::new()
    }
    /// The birds that this hand turns up.
    fn birds(&self, _table: &Table, _wins: &[Won]) -> Option<Birds> {
        None
    }
    /// The flying birds that this hand turns up after its birds (飞鸟).
    fn fly(&self, _table: &Table, _wins: &[Won]) -> Option<Birds> {
        None
    }
    /// The seats whose payments depend on how a hand ended whose end is unknown, if nobody but `winners` won or called
    /// a win. Between the other seats nothing can be due but what the table shows.
    fn pays_by_end(&self, _table: &Table, _winners: Seats) -> Seats {
        Seats::FOUR
    }
    /// Computes all payments of the hand. `wins` are the valid wins.
    fn settle(&self, table: &Table, wins: &[Won]) -> Ledger;
    /// Computes what the house rules add at the end of a match in which the seats won or lost this much.
    fn settle_match(&self, _totals: &SeatMap<i64>) -> Ledger {
        Ledger::default()
    }
    /// The usual mistakes of a client that settles this hand. For display only; no verdict depends on them.
    fn mistakes(&self, _table: &Table, _wins: &[Won]) -> Vec<Mistake> {
        Vec::new()
    }
    /// The next dealer; `None` if the hand does not decide it.
    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer>;
    /// True if the seats' first discards affect a payment (烧庄, BJ-5a).
    fn prices_first_discards(&self) -> bool {
        false
    }
    /// The clause by which a match can be upstairs (上楼); `None` if there are no floors.
    fn floors(&self) -> Option<&'static Clause> {
        None
    }
    /// The floor on which a dealer's hand of this streak must be, if it follows.
    fn floor_of(&self, _dealer: Seat, _streak: Option<u32>) -> Option<u32> {
        None
    }
    /// The floor of the next hand, if this hand decides it.
    fn next_floor(&self, _table: &Table, _wins: &[Won], _next: Option<NextDealer>) -> Option<u32> {
        None
    }
}
