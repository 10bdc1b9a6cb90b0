//! A fourth rule system, unknown to the program: three seats, exchanged tiles, a void suit, kongs paid at
//! once, and play until two have won.

mod claims;
pub mod clauses;
mod judge;
mod options;
mod scoring;

use caipan_engine::rules::features::{Declarations, Exchange, GoesOn};
use caipan_engine::rules::house_money::{self, HouseMoney};
use caipan_engine::rules::{
    Due, ExchangeDue, LeavesAlone, NextDealer, OptionReads, Pay, Play, Refusal, System, Topic, Verdict, Win,
    WinCandidate, Won,
};
use caipan_engine::table::{Phase, Table, TailOrder};
use caipan_log::{Declaration, DrawFrom, EventKind, KongKind};
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, Seats, Tile, TileSet};
use clauses as c;
use options::Options;

/// The system before any option is chosen.
pub static SYSTEM: System = System {
    id: "fourth",
    name: Label::new("三人血战", "three until two have won"),
    about: Label::new(
        "三人，换三张，定缺，血战到底。",
        "Three players, an exchange, a void suit, play on after a win.",
    ),
    revision: 1,
    players: &[3],
    deck: Deck::SUITS,
    measure: Label::new("番", "value"),
    clauses: clauses::ALL,
    patterns: judge::ALL,
    instead: &[],
    causes: &[&scoring::WIN, &scoring::RAIN],
    reasons: &[],
    asks: &["replacement", "rob_added"],
    options: Options::decls,
    fields: |choices| house_money::fields_with(choices, Vec::new()),
    conflicts: |choices| house_money::conflicts_with(choices, Vec::new()),
    rooms: &[],
    presets: &options::PRESETS,
    never: &[],
    build: |choices| Box::new(Fourth { options: Options::with(choices), money: HouseMoney::with(choices) }),
};

struct Fourth {
    options: Options,
    money: HouseMoney,
}

caipan_engine::has_features!(Fourth { exchange: Exchange, declarations: Declarations, going_on: GoesOn });

impl Exchange for Fourth {
    fn due(&self, table: &Table, seat: Seat) -> Option<ExchangeDue> {
        let made = table.exchanged.iter().any(|made| made.seat == seat);
        let due = ExchangeDue { count: 3, from: Some(table.seats.before(seat)), clause: &c::EXCHANGE };
        (self.options.exchange() && table.is_untouched() && !made).then_some(due)
    }

    fn may_give(&self, _table: &Table, _seat: Seat, tiles: &[Tile]) -> Verdict {
        claims::give(tiles)
    }
}

impl Declarations for Fourth {
    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict {
        claims::declare(table, seat, what)
    }
}

impl GoesOn for Fourth {
    fn goes_on(&self, table: &Table) -> bool {
        let until = usize::try_from(self.options.until().0).unwrap_or(1);
        table.winners.len() < until && table.wall.left() > 0
    }
}

impl Play for Fourth {
    fn system(&self) -> &'static System {
        &SYSTEM
    }

    fn asked(&self) -> &OptionReads {
        self.options.asked()
    }

    fn seats(&self) -> Seats {
        Seats::first(3)
    }

    fn deck(&self) -> Deck {
        SYSTEM.deck
    }

    fn tail_order(&self) -> TailOrder {
        TailOrder::LinearLast
    }

    fn due(&self, table: &Table) -> Due {
        let draw = |seat, end| if table.wall.left() == 0 { Due::DrawGame } else { Due::Draw(seat, end) };
        match table.phase {
            Phase::Turn { seat, .. } => Due::Act(seat),
            Phase::Open { from, .. } => draw(table.next(from), DrawFrom::Wall),
            Phase::Kong { seat, .. } => draw(seat, DrawFrom::Tail),
            Phase::Won => Due::Finish,
            Phase::Seabed { .. } | Phase::SeabedDraw { .. } | Phase::Over { .. } => Due::Nothing,
        }
    }

    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        claims::discard(table, seat, tile)
    }

    fn may_chow(&self, _table: &Table, _seat: Seat, _tile: Tile) -> Verdict {
        Err(claims::none(&c::CLAIMS))
    }

    fn may_pung(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        claims::claim(table, seat, tile)
    }

    fn may_kong(&self, table: &Table, seat: Seat, tile: Tile, _kind: KongKind, dice: bool) -> Verdict {
        if dice { Err(claims::none(&c::CLAIMS)) } else { claims::claim(table, seat, tile) }
    }

    fn may_draw_game(&self, table: &Table) -> Verdict {
        if table.wall.left() == 0 { Ok(()) } else { Err(claims::none(&c::GOES_ON)) }
    }

    fn lacks(&self, _event: EventKind) -> Box<Refusal> {
        claims::none(&c::CLAIMS)
    }

    fn clause_on(&self, matter: Topic) -> Option<&'static Clause> {
        clauses::on(matter)
    }
}

impl Win for Fourth {
    fn waits(&self, table: &Table, seat: Seat) -> TileSet {
        let place = table.place(seat);
        judge::waits(&place.hand, &place.melds)
    }

    fn judge(&self, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
        judge::judge(case, case.past.void)
    }

    fn reading(&self, case: &WinCandidate<'_>, won: &Won) -> String {
        won.tiles.first().map(|&tile| judge::reading(case, tile)).unwrap_or_default()
    }

    fn may_win(&self, _table: &Table, _won: &Won) -> Verdict {
        Ok(())
    }
}

impl Pay for Fourth {
    fn pay(&self, table: &Table, wins: &[Won], ledger: &mut Ledger) {
        scoring::settle(&self.options, table, wins, ledger);
    }

    fn house_money(&self) -> &HouseMoney {
        &self.money
    }

    fn leaves_alone(&self) -> &'static [LeavesAlone] {
        &[]
    }

    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer> {
        if table.cut_short {
            return None;
        }
        let seat = wins.first().map_or(table.dealer, |won| won.seat);
        Some(NextDealer { seat, clause: &c::DEALS, option: None })
    }
}
