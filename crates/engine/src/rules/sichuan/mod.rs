//! Sichuan mahjong (四川麻将血战到底): winners leave and the others play on until three have won.
//!
//! `actions`, `exchange` and `void` have the allowed actions, `fan` and `judge` the wins, `passed` the wins that an earlier
//! pass bars, `ready` the waits, `scoring` and `kongs` the payments, `dealer` the next dealer.

mod actions;
pub mod clauses;
mod dealer;
mod exchange;
mod fan;
mod features;
mod illustrated;
mod judge;
mod kongs;
mod leaves_alone;
mod mistakes;
mod near_miss;
mod options;
mod passed;
pub mod patterns;
mod presets;
mod ready;
mod reasons;
mod rooms;
mod scoring;
mod void;

use crate::rules::{
    DealOrder, Due, HouseMoney, LeavesAlone, Mistake, NearMiss, NextDealer, Open, OptionReads, Pay, Play, Refusal,
    System, Topic, Verdict, Win, WinCandidate, Won, house_money,
};
use crate::table::{Phase, Table, TailOrder};
use caipan_log::{DrawFrom, EventKind, KongKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, Seats, Tile, TileSet};
use options::{Deal, Options, Passing};
use smallvec::SmallVec;

/// The description of Sichuan before any option is decided.
pub static SYSTEM: System = System {
    id: "sichuan",
    name: Label::new("四川血战到底", "Sichuan bloody war"),
    about: Label::new(
        "108 张，不可吃；换三张、定缺；胡了离局，其余的打到三家胡或牌摸完；番数翻倍，刮风下雨另算，最后查叫退税。",
        "108 tiles, no chow; three tiles are exchanged and a suit is void; winners leave and the others play until three \
         have won or the wall is empty; each fan doubles, kongs are paid apart, seats that are not ready pay at the end.",
    ),
    revision: 2,
    players: &[4],
    deck: Deck::SUITS,
    measure: Label::new("番（封顶之后）", "fan, at most the cap"),
    clauses: clauses::ALL,
    patterns: patterns::ALL,
    instead: patterns::INSTEAD,
    causes: scoring::CAUSES,
    reasons: reasons::ALL,
    asks: &["dealt", "replacement", "seabed", "rob_added", "after_kong", "lack"],
    options: Options::decls,
    fields: |choices| house_money::fields_with(choices, Vec::new()),
    conflicts: |choices| house_money::conflicts_with(choices, Vec::new()),
    rooms: rooms::ROOMS,
    presets: &presets::PRESETS,
    never: illustrated::NEVER,
    build: |choices| Box::new(Sichuan { options: Options::with(choices), money: HouseMoney::with(choices) }),
};

/// Sichuan with its options decided.
struct Sichuan {
    options: Options,
    money: HouseMoney,
}

impl Play for Sichuan {
    fn system(&self) -> &'static System {
        &SYSTEM
    }

    fn asked(&self) -> &OptionReads {
        self.options.asked()
    }

    fn seats(&self) -> Seats {
        Seats::FOUR
    }

    fn deck(&self) -> Deck {
        SYSTEM.deck
    }

    fn deal_order(&self) -> DealOrder {
        match self.options.deal() {
            Deal::Ones => DealOrder::Ones,
            Deal::Fours => DealOrder::Fours,
        }
    }

    fn tail_order(&self) -> TailOrder {
        TailOrder::LinearLast
    }

    fn due(&self, table: &Table) -> Due {
        let draw = |seat| if table.wall.left() == 0 { Due::DrawGame } else { Due::Draw(seat, DrawFrom::Wall) };
        match table.phase {
            Phase::Turn { seat, .. } => Due::Act(seat),
            Phase::Open { from, .. } => draw(table.next(from)),
            Phase::Kong { seat, .. } | Phase::SeabedDraw { seat } => draw(seat),
            // Sichuan does not offer the last tile: a log that does so continues with the seat that it asked first.
            Phase::Seabed { first, .. } => draw(first),
            Phase::Won => Due::Finish,
            Phase::Over { .. } => Due::Nothing,
        }
    }

    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        void::may_discard(&self.options, table, seat, tile)
    }

    fn may_chow(&self, _table: &Table, _seat: Seat, _tile: Tile) -> Verdict {
        actions::chow()
    }

    fn may_pung(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        void::may_meld(&self.options, table, seat, tile)
    }

    fn may_kong(&self, table: &Table, seat: Seat, tile: Tile, _kind: KongKind, dice: bool) -> Verdict {
        actions::kong(&self.options, table, seat, tile, dice)
    }

    fn may_draw_game(&self, table: &Table) -> Verdict {
        actions::draw_game(table)
    }

    fn lacks(&self, event: EventKind) -> Box<Refusal> {
        actions::lacks(event)
    }

    fn clause_on(&self, matter: Topic) -> Option<&'static Clause> {
        clauses::on(matter)
    }

    fn shown(&self, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
        illustrated::shown(&self.options, table, wins)
    }
}

impl Win for Sichuan {
    fn waits(&self, table: &Table, seat: Seat) -> TileSet {
        ready::waits_of(&self.options, table.place(seat))
    }

    fn judge(&self, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
        judge::judge(&self.options, case)
    }

    fn reading(&self, case: &WinCandidate<'_>, won: &Won) -> String {
        won.tiles.first().map(|&tile| judge::reading(case, tile)).unwrap_or_default()
    }

    fn near(&self, case: &WinCandidate<'_>) -> Vec<NearMiss> {
        near_miss::near(case)
    }

    fn may_win(&self, table: &Table, won: &Won) -> Verdict {
        passed::may_win(&self.options, table, won)
    }

    fn is_pass(&self, won: &Won) -> bool {
        self.options.guo_shui() == Passing::Passed && !won.source.is_own()
    }
}

impl Pay for Sichuan {
    fn open(&self, table: &Table, _wins: &[Won]) -> SmallVec<[Open; 1]> {
        void::open(&self.options, table).into_iter().collect()
    }

    fn pay(&self, table: &Table, wins: &[Won], ledger: &mut Ledger) {
        scoring::settle(&self.options, table, wins, ledger);
    }

    fn house_money(&self) -> &HouseMoney {
        &self.money
    }

    fn leaves_alone(&self) -> &'static [LeavesAlone] {
        leaves_alone::ALL
    }

    fn mistakes(&self, table: &Table, wins: &[Won]) -> Vec<Mistake> {
        mistakes::all(&self.options, table, wins)
    }

    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer> {
        dealer::next(&self.options, table, wins)
    }
}
