//! Rule systems: each a folder that answers questions about a `&Table` and moves nothing.
//!
//! Adding a region is one folder and one line in [`SYSTEMS`]. A [`System`] is what there is to know before any choice is
//! made; [`Rules`] are a system with its options decided.

pub mod beijing;
pub mod changsha;
pub mod guiyang;
mod answers;
mod option_reads;
mod win_candidate;
mod choices;
pub mod house_presets;
mod topic;
pub mod near_miss;
mod options;
mod pattern;
mod ruleset;
mod system;
mod win;

pub use answers::{Birds, Cut, DealOrder, Due, Exchange, Flip, IndicatorAt, NextDealer};
pub use choices::Choices;
pub use house_presets::{House, OwnPreset, Start};
pub use near_miss::{Called, Near};
pub use option_reads::{Asked, OptionSet};
pub use options::{Decl, Kind, Number, Search, Setting, Value, Word};
pub use pattern::{Instead, Pattern, PatternKind};
pub use ruleset::{Preset, RulesError, Ruleset, find, resolve, resolve_for};
pub use system::{Never, System};
pub use topic::Matter;
pub use win::{Deciding, Ground, Hit, Hits, Refusal, Verdict, Won};
pub use win_candidate::{Case, Past};

use crate::table::{Table, TailOrder};
use caipan_log::{Declaration, Dice, DrawFrom, KongKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::tile::{Seat, SeatMap, Tile, TileSet};

/// Every system there is.
pub static SYSTEMS: &[&System] = &[&changsha::SYSTEM, &beijing::SYSTEM, &guiyang::SYSTEM];

/// The questions that replay and audit ask. The physical side (is the tile there, is it this seat's turn) has been looked
/// at before; these answer what the rules of the region add.
pub trait Rules: Send + Sync {
    /// The system.
    fn system(&self) -> &'static System;
    /// The options that the answers so far rest on.
    fn asked(&self) -> &Asked;
    /// In which order replacements leave the wall.
    fn tail_order(&self) -> TailOrder;

    /// In which order tiles are dealt.
    fn deal_order(&self) -> DealOrder {
        DealOrder::Fours
    }
    /// How many dice cut the wall, where the rules say, and the clause.
    fn cut_dice(&self) -> Option<(usize, &'static Clause)> {
        None
    }
    /// The option by which so many dice would cut the wall.
    fn cut_dice_option(&self, _count: usize) -> Option<&'static str> {
        None
    }
    /// Where the indicator is turned up; `None` where no kind is wild.
    fn indicator(&self) -> Option<IndicatorAt> {
        None
    }
    /// The kind that this indicator makes wild.
    fn wild(&self, _indicator: Tile) -> Option<Tile> {
        None
    }
    /// Tiles at the tail that no ordinary draw takes, of those still there.
    fn reserve(&self, _table: &Table) -> usize {
        0
    }

    /// Where a throw opens the wall, where the rules say.
    fn cut(&self, _dealer: Seat, _dice: &Dice) -> Option<Cut> {
        None
    }
    /// What comes next if nobody wins or claims.
    fn due(&self, table: &Table) -> Due;

    /// The exchange that a seat still owes now; `None` where it has made it, or the rules have none.
    fn exchange(&self, _table: &Table, _seat: Seat) -> Option<Exchange> {
        None
    }
    /// May it give these tiles away in an exchange?
    fn may_give(&self, _table: &Table, _seat: Seat, _tiles: &[Tile]) -> Verdict {
        Ok(())
    }
    /// The clause by which the seat may lay a flower now (补花); `None` where it may not, or the rules have no flowers. Its
    /// replacement is then due ([`Phase::Flower`](crate::table::Phase::Flower)).
    fn flower(&self, _table: &Table, _seat: Seat) -> Option<&'static Clause> {
        None
    }
    /// May it discard this tile?
    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict;
    /// May it chow?
    fn may_chow(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict;
    /// May it pung?
    fn may_pung(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict;
    /// May these tiles of its hand go into an open meld?
    fn may_lay(&self, _table: &Table, _seat: Seat, _tiles: &[Tile]) -> Verdict {
        Ok(())
    }
    /// May it kong? `dice`: as a dice kong.
    fn may_kong(&self, table: &Table, seat: Seat, tile: Tile, kind: KongKind, dice: bool) -> Verdict;
    /// May it declare this now?
    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict;
    /// May it declare these initial wins now?
    fn may_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict;
    /// May it take the last tile?
    fn may_take_last(&self, table: &Table, seat: Seat) -> Verdict;
    /// May the hand be drawn now?
    fn may_draw_game(&self, table: &Table) -> Verdict;
    /// How many tiles a dice kong turns up; 0 where there are no dice kongs.
    fn dice_kong_tiles(&self, _table: &Table) -> usize {
        0
    }

    /// The initial wins that a seat's hand holds now.
    fn openings(&self, _table: &Table, _seat: Seat) -> Vec<&'static Pattern> {
        Vec::new()
    }
    /// Kinds on which the seat's hand of 3n + 1 might win: never fewer than it can win on.
    fn waits(&self, table: &Table, seat: Seat) -> TileSet;
    /// Is it a win, and what is it worth?
    fn judge(&self, case: &Case<'_>) -> Result<Won, Box<Refusal>>;
    /// How the concealed tiles of a win are read, for people: `123m 456m 789p 234s 55s`. `case` is the one that was judged.
    fn reading(&self, case: &Case<'_>, won: &Won) -> String;
    /// What a hand that is no win comes near to, the nearest first; for people, and of no weight for anything else.
    fn near(&self, _case: &Case<'_>) -> Vec<Near> {
        Vec::new()
    }
    /// Does anything that happened before in this hand forbid this win?
    fn may_win(&self, table: &Table, won: &Won) -> Verdict;
    /// The win that is left to the seat, and whether it may be taken: where a passed win bars one of two tiles, the win on
    /// the other (CS-B.9.5).
    fn win_left(&self, table: &Table, case: &Case<'_>) -> Result<(Won, Verdict), Box<Refusal>> {
        let won = self.judge(case)?;
        let verdict = self.may_win(table, &won);
        let free = |tile| {
            let won = self.judge(&case.on(tile)).ok()?;
            self.may_win(table, &won).is_ok().then_some((won, Ok(())))
        };
        let other = if verdict.is_err() { case.chance.tiles.iter().find_map(free) } else { None };
        Ok(other.unwrap_or((won, verdict)))
    }
    /// Whether letting this win go by is a pass that later wins are held against.
    fn is_pass(&self, _won: &Won) -> bool {
        true
    }
    /// The seat whose win ends the hand by itself, claimed or not, and the clause.
    fn automatic(&self, _table: &Table) -> Option<(Seat, &'static Clause)> {
        None
    }
    /// The clause by which only the first of several winners wins (截胡), and the option that says so; `None` where all do.
    fn one_winner(&self) -> Option<(&'static Clause, &'static str)> {
        None
    }
    /// Whether the hand goes on after a false win; `None` where the rules do not say, and the events tell.
    fn plays_on_after_false_win(&self) -> Option<bool> {
        None
    }

    /// Whether the hand goes on without those who have just won ([`Table::winners_now`]), among those left (血战).
    fn goes_on(&self, _table: &Table) -> bool {
        false
    }

    /// The clause on which a pattern rests here: a rule book of several parts says the same thing more than once.
    fn clause_of(&self, pattern: &'static Pattern) -> &'static Clause {
        pattern.clause
    }
    /// The clause that decides a matter of play, where the rule book has one.
    fn clause_on(&self, matter: Matter) -> Option<&'static Clause>;
    /// Clauses that an ended hand shows at work though nothing in it cites them: no payment, pattern, dealer or refusal.
    fn shown(&self, _table: &Table, _wins: &[Won]) -> Vec<&'static Clause> {
        Vec::new()
    }

    /// How the values of a win's patterns come together, for people.
    fn hits_join(&self) -> &'static str {
        " + "
    }
    /// What speaks against a win that stands all the same: something to look at, no fault.
    fn doubts_win(&self, _table: &Table, _won: &Won) -> Verdict {
        Ok(())
    }
    /// May a replacement come from this end too, though [`Rules::due`] names the other?
    fn accepts_end(&self, _table: &Table, _from: DrawFrom) -> bool {
        false
    }
    /// Whether to remember that this seat was ready. Asked whenever it holds a tile less than a whole hand: dealt, after a
    /// discard, after a kong. `waits`: what [`Rules::waits`] says of it.
    fn notes_ready(&self, _table: &Table, _seat: Seat, _waits: TileSet) -> bool {
        false
    }

    /// Who counts as ready at the settlement, winners included, where the rules ask.
    fn ready(&self, _table: &Table, _wins: &[Won]) -> Option<SeatMap<bool>> {
        None
    }
    /// The tile that a hand with winners flips.
    fn flip(&self, _table: &Table) -> Option<Flip> {
        None
    }
    /// Whether the payments look at the day of the week on which the hand began.
    fn asks_day(&self) -> bool {
        false
    }
    /// The field of the log without which the payments cannot be worked out, if one is missing.
    fn missing(&self, _table: &Table, _wins: &[Won]) -> Option<&'static str> {
        None
    }
    /// The birds this hand asks for.
    fn birds(&self, _table: &Table, _wins: &[Won]) -> Option<Birds> {
        None
    }
    /// All payments of the hand; `wins` are those that stand.
    fn settle(&self, table: &Table, wins: &[Won]) -> Ledger;
    /// Who deals next; `None` where the hand does not tell.
    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer>;
    /// Whether the seats' first discards decide about a payment (烧庄, BJ-5a).
    fn prices_first_discards(&self) -> bool {
        false
    }
    /// The clause by which a match may be upstairs (上楼); `None` where there are no floors.
    fn floors(&self) -> Option<&'static Clause> {
        None
    }
    /// The floor that a dealer in such a hand in a row must be on, where that tells.
    fn floor_of(&self, _dealer: Seat, _streak: Option<u32>) -> Option<u32> {
        None
    }
    /// The floor of the next hand, where this one tells.
    fn next_floor(&self, _table: &Table, _wins: &[Won], _next: Option<NextDealer>) -> Option<u32> {
        None
    }
}
