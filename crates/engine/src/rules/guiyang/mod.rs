//! Guiyang zhuoji mahjong (贵阳捉鸡): pattern fan, beans and chickens added up between each pair of seats.
//!
//! `actions` has the allowed actions, `judge` the wins, `ready` the waits, `scoring` the payments, `beans` and
//! `chickens` the prices of kongs and chickens, `dealer` the next dealer. The source is torn: see the rulings from
//! R-201 on.

mod beans;
mod features;
mod chickens;
mod actions;
pub mod clauses;
mod dealer;
mod judge;
mod leaves_alone;
mod mistakes;
mod missed;
mod near_miss;
mod options;
mod rooms;
pub mod patterns;
mod price;
mod pure;
mod ready;
mod reasons;
mod scoring;
mod void;
mod exchange;
mod pack;
mod presets;
mod roll;
mod unknown;
mod illustrated;

use crate::rules::{
    Due, Ground, HouseMoney, LeavesAlone, Mistake, NearMiss, NextDealer, Open, OptionReads, Pay, Play, Refusal, System,
    Topic, Verdict, Win, WinCandidate, Won, house_money,
};
use crate::table::{Phase, Table, TailOrder};
use caipan_log::{DrawFrom, EventKind, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, Seats, Tile, TileSet};
use clauses as c;
use options::{Options, ReadyTime};
use smallvec::SmallVec;

/// The description of Guiyang before any option is decided.
pub static SYSTEM: System = System {
    id: "guiyang",
    name: Label::new("贵阳捉鸡", "Guiyang zhuoji mahjong"),
    about: Label::new(
        "108 张，不可吃；有豆才可点平胡；牌型番、豆、鸡相加，只有叫牌者收豆和鸡。",
        "108 tiles, no chow; a plain hand wins on a discard only with a kong; pattern, beans and chickens add up, the \
         latter two for ready seats only.",
    ),
    revision: 25,
    players: &[4, 3, 2],
    deck: Deck::SUITS,
    measure: Label::new("番（不含连庄、豆、鸡）", "fan of the hand (without dealer's bonus, beans and chickens)"),
    clauses: clauses::ALL,
    patterns: patterns::ALL,
    instead: patterns::INSTEAD,
    causes: scoring::CAUSES,
    reasons: reasons::ALL,
    asks: &["dealt", "replacement", "rob_added", "streak", "after_kong", "lack"],
    options: Options::decls,
    fields: |choices| house_money::fields_with(choices, options::fields(&Options::with(choices))),
    conflicts: |choices| house_money::conflicts_with(choices, options::conflicts(&Options::with(choices))),
    rooms: rooms::ROOMS,
    presets: &presets::PRESETS,
    never: illustrated::NEVER,
    build: |choices| Box::new(Guiyang { options: Options::with(choices), money: HouseMoney::with(choices) }),
};

/// Guiyang with its options decided.
struct Guiyang {
    options: Options,
    money: HouseMoney,
}

impl Play for Guiyang {
    fn system(&self) -> &'static System {
        &SYSTEM
    }

    fn asked(&self) -> &OptionReads {
        self.options.asked()
    }

    fn seats(&self) -> Seats {
        Seats::first(self.options.players().count())
    }

    fn deck(&self) -> Deck {
        pack::deck(&self.options)
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
            // Guiyang does not offer the last tile: a log that does so continues with the seat that it asked first.
            Phase::Seabed { first, .. } => draw(first),
            Phase::Won => Due::Finish,
            Phase::Over { .. } => Due::Nothing,
        }
    }

    /// Replacements come from the front, but a log may take them from the end (X-MISC).
    fn accepts_end(&self, table: &Table, _from: DrawFrom) -> bool {
        matches!(table.phase, Phase::Kong { .. })
    }

    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        actions::discard(&self.options, table, seat, tile)
    }

    fn may_chow(&self, _table: &Table, _seat: Seat, _tile: Tile) -> Verdict {
        actions::chow()
    }

    fn may_pung(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        actions::pung(&self.options, table, seat, tile)
    }

    fn may_kong(&self, table: &Table, seat: Seat, tile: Tile, kind: KongKind, dice: bool) -> Verdict {
        actions::kong(&self.options, table, seat, tile, kind, dice)
    }

    fn may_draw_game(&self, table: &Table) -> Verdict {
        let left = table.wall.left();
        if left == 0 {
            return Ok(());
        }
        Err(Refusal::new(Ground::Time, &c::X_CHAJIAO, move || {
            bilingual!("牌墙还有 {left} 张，不能黄牌。", "the wall still has {left} tiles, so the hand is not drawn")
        }))
    }

    fn lacks(&self, event: EventKind) -> Box<Refusal> {
        if event == EventKind::Seabed {
            return Refusal::new(Ground::NoSuchAction, &c::X_MISC, || {
                bilingual!(
                    "贵阳捉鸡不问海底，直接摸；请删去这一项。",
                    "Guiyang does not offer the last tile; remove it"
                )
            });
        }
        Refusal::new(Ground::NoSuchAction, &c::GY_1_3, || {
            bilingual!("贵阳捉鸡没有起手胡；请删去这一项。", "Guiyang has no initial wins; remove it")
        })
    }

    fn clause_on(&self, matter: Topic) -> Option<&'static Clause> {
        clauses::on(matter)
    }

    fn shown(&self, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
        illustrated::shown(&self.options, table, wins)
    }
}

impl Win for Guiyang {
    fn waits(&self, table: &Table, seat: Seat) -> TileSet {
        let place = table.place(seat);
        ready::waits(&self.options, &place.hand, &place.melds, place.void)
    }

    fn judge(&self, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
        judge::judge(&self.options, case)
    }

    fn reading(&self, case: &WinCandidate<'_>, won: &Won) -> String {
        won.tiles.first().map(|&tile| judge::reading(&self.options, case, tile)).unwrap_or_default()
    }

    fn near(&self, case: &WinCandidate<'_>) -> Vec<NearMiss> {
        near_miss::near(case)
    }

    fn may_win(&self, table: &Table, won: &Won) -> Verdict {
        if self.options.guo_shui_false() { missed::may_win(&self.options, table, won) } else { Ok(()) }
    }

    fn one_winner(&self) -> Option<(&'static Clause, &'static str)> {
        (!self.options.multi_win()).then_some((&c::X_MULTI, "multi_win"))
    }
}

impl Pay for Guiyang {
    /// Every seat's tiles count at the end: chickens, readiness, void suits.
    fn rests_on_hidden(&self, table: &Table) -> bool {
        let ever_ready = self.options.jiao_time() == ReadyTime::Ever && !table.hidden.is_empty();
        ever_ready || table.kong_unseen || table.seats.iter().any(|seat| table.is_hidden(seat))
    }

    fn open(&self, table: &Table, wins: &[Won]) -> SmallVec<[Open; 1]> {
        unknown::open(self, table, wins)
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
