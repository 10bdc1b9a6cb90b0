//! Beijing mahjong (北京麻将): 136 tiles, some of them wild. The rule book is `clauses`.
//!
//! `wild` names the wild kind, `wall` has the cut and the reserve, `actions` the allowed actions, `judge` the wins and
//! `reading` their best reading, `barred` what bars a win, `scoring` the payments, `dealer` the next dealer. `hunyou`,
//! `burn` and `floor` cover 混儿悠, 烧庄 and 上楼.

mod burn;
mod features;
mod actions;
pub mod clauses;
mod conflicts;
mod dealer;
mod floor;
mod barred;
mod hunyou;
mod judge;
mod leaves_alone;
mod mistakes;
mod near_miss;
mod options;
mod rooms;
pub mod patterns;
mod presets;
mod reading;
mod reasons;
mod scoring;
mod illustrated;
pub mod wall;
mod wild;
mod fan_table;
mod fans;
mod kong_money;
mod orphans;
mod promised;
mod rest;
mod wait;

use crate::rules::{
    DealOrder, Due, Ground, HouseMoney, LeavesAlone, Missing, Mistake, NearMiss, NextDealer, Open, OptionReads, Pay,
    Play, Refusal, System, Topic, Verdict, Win, WinCandidate, Won, house_money,
};
use crate::table::{Fill, Phase, Table, TailOrder};
use caipan_log::{DrawFrom, EventKind, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, Seats, Suit, Tile, TileSet};
use clauses as c;
use options::{DealPattern, KongDraw, LastDiscard, MultiWin, Options, SuitsThree};
use smallvec::SmallVec;

/// The description of Beijing before any option is decided.
pub static SYSTEM: System = System {
    id: "beijing",
    name: Label::new("北京麻将", "Beijing mahjong"),
    about: Label::new(
        "136 张，翻混坯定混儿，番数相乘；吃碰各局一次，荒牌上楼，烧庄、混儿悠、诈胡。",
        "136 tiles; an indicator names the wild kind; fans multiply; one chow or pung a hand; a drawn hand doubles the stakes.",
    ),
    revision: 24,
    players: &[4, 3, 2],
    deck: Deck::SUITS_AND_HONOURS,
    measure: Label::new("番数之积，含自摸与庄胡", "product of fans, self-draw and dealer's win included"),
    clauses: clauses::ALL,
    patterns: patterns::ALL,
    instead: patterns::INSTEAD,
    causes: &[&scoring::WIN, &scoring::BURN, &scoring::FALSE_WIN, &kong_money::KONG],
    reasons: reasons::ALL,
    asks: &[
        "dealt",
        "replacement",
        "rob_added",
        "rob_added_held",
        "rob_concealed",
        "hunyou",
        "after_kong",
        "sky",
        "xiaosa",
    ],
    options: Options::decls,
    fields: |choices| house_money::fields_with(choices, options::fields(&Options::with(choices))),
    conflicts: |choices| house_money::conflicts_with(choices, conflicts::conflicts(&Options::with(choices))),
    rooms: rooms::ROOMS,
    presets: &presets::PRESETS,
    never: illustrated::NEVER,
    build: |choices| Box::new(Beijing { options: Options::with(choices), money: HouseMoney::with(choices) }),
};

/// Beijing with its options decided.
struct Beijing {
    options: Options,
    money: HouseMoney,
}

impl Beijing {
    /// True if no ordinary draw is left (BJ-6d).
    fn is_drawn_out(&self, table: &Table) -> bool {
        table.wall.left() <= wall::reserve(&self.options, table)
    }

    /// Checks whether a discard may still be chowed, punged or konged: not the one after the last live tile (BJ-6d).
    fn may_claim_last(&self, table: &Table) -> Verdict {
        let open = matches!(table.phase, Phase::Open { .. });
        if self.options.last_discard() == LastDiscard::All || !open || !self.is_drawn_out(table) {
            return Ok(());
        }
        Err(Refusal::by_option(Ground::WallShort, &c::DRAWN_WHEN, "reserve.last_discard", || {
            bilingual!(
                "牌抓完了，最后打的这张只能胡，不能吃碰杠。",
                "no live tile is left, so this discard may only be won on"
            )
        }))
    }
}

impl Play for Beijing {
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
        let deck = if self.options.tiles_honours() { Deck::SUITS_AND_HONOURS } else { Deck::SUITS };
        let three = self.options.players().count() == 3;
        if three && self.options.suits_three() == SuitsThree::NoBamboo { deck.without(Suit::Bamboo) } else { deck }
    }

    fn deal_order(&self) -> DealOrder {
        match self.options.deal_pattern() {
            DealPattern::Blocks => DealOrder::Fours,
            DealPattern::Ones => DealOrder::Ones,
        }
    }

    fn tail_order(&self) -> TailOrder {
        match self.options.kong_draw() {
            KongDraw::LinearLast => TailOrder::LinearLast,
            KongDraw::StackTopFirst => TailOrder::StackTopFirst,
        }
    }

    fn due(&self, table: &Table) -> Due {
        match table.phase {
            Phase::Turn { seat, .. } => Due::Act(seat),
            Phase::Open { .. } if self.is_drawn_out(table) => Due::DrawGame,
            Phase::Open { from, .. } => Due::Draw(table.seats.next(from), DrawFrom::Wall),
            Phase::Kong { seat, .. } => Due::Draw(seat, DrawFrom::Tail),
            Phase::Won => Due::Finish,
            Phase::Seabed { .. } | Phase::SeabedDraw { .. } | Phase::Over { .. } => Due::Nothing,
        }
    }

    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        actions::discard(&self.options, table, seat, tile)
    }

    fn may_chow(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        self.may_claim_last(table)?;
        actions::chow(&self.options, table, seat, tile)
    }

    fn may_pung(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        self.may_claim_last(table)?;
        actions::pung(&self.options, table, seat, tile)
    }

    fn may_lay(&self, table: &Table, seat: Seat, tiles: &[Tile]) -> Verdict {
        actions::may_lay(&self.options, table, tiles)?;
        actions::keeps_discard(&self.options, table, seat, tiles)
    }

    fn may_kong(&self, table: &Table, seat: Seat, tile: Tile, kind: KongKind, dice: bool) -> Verdict {
        if dice {
            return Err(none(&c::REPLACEMENT, "开杠不掷骰子", "no dice are thrown for a kong"));
        }
        if kind == KongKind::Exposed {
            self.may_claim_last(table)?;
        }
        actions::kong(&self.options, table, seat, tile, kind)
    }

    fn may_draw_game(&self, table: &Table) -> Verdict {
        if self.due(table) == Due::DrawGame {
            return Ok(());
        }
        let (left, reserve) = (table.wall.left(), wall::reserve(&self.options, table));
        let live = left.saturating_sub(reserve);
        Err(Refusal::by_option(Ground::Time, &c::DRAWN_WHEN, "reserve.mode", move || {
            bilingual!(
                "还有 {live} 张可摸，不该荒牌：共 {left} 张，保留 {reserve} 张。",
                "live tiles left: {live} of {left}, with {reserve} reserved, so the hand is not drawn"
            )
        }))
    }

    fn lacks(&self, event: EventKind) -> Box<Refusal> {
        match event {
            EventKind::Seabed => none(&c::DRAWN, "海底牌不逐家询问", "the last tile is not offered round"),
            EventKind::MidOpening => none(&c::PLAIN, "没有中途起手胡", "there are no initial wins during play"),
            _ => none(&c::PLAIN, "没有起手胡", "there are no initial wins"),
        }
    }

    fn clause_on(&self, matter: Topic) -> Option<&'static Clause> {
        match matter {
            Topic::Deck if !self.options.tiles_honours() => Some(&c::HONOURS),
            Topic::Deck if self.deck() != Deck::SUITS_AND_HONOURS => Some(&c::SUITS_THREE),
            _ => clauses::on(matter),
        }
    }

    fn option_on(&self, matter: Topic) -> Option<&'static str> {
        (matter == Topic::Reserve).then_some("reserve.mode")
    }

    fn shown(&self, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
        illustrated::shown(&self.options, table, wins)
    }
}

impl Win for Beijing {
    fn waits(&self, table: &Table, seat: Seat) -> TileSet {
        let place = table.place(seat);
        let mut waits =
            judge::shape_waits(&self.options, &place.hand, table.wild, place.wilds.into(), place.melds.len());
        if let Some(wild) = table.wild.filter(|_| !self.options.wild_discarded_is_face() && !waits.is_empty()) {
            waits.insert(wild);
        }
        waits
    }

    fn judge(&self, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
        judge::judge(&self.options, case)
    }

    fn reading(&self, case: &WinCandidate<'_>, won: &Won) -> String {
        won.tiles.first().map(|&tile| judge::reading(&self.options, case, tile)).unwrap_or_default()
    }

    fn near(&self, case: &WinCandidate<'_>) -> Vec<NearMiss> {
        near_miss::near(&self.options, case)
    }

    fn may_win(&self, table: &Table, won: &Won) -> Verdict {
        barred::may_win(&self.options, table, won)
    }

    fn is_pass(&self, won: &Won) -> bool {
        won.from.is_some()
    }

    fn one_winner(&self) -> Option<(&'static Clause, &'static str)> {
        (self.options.multi_win() == MultiWin::HeadBump).then_some((&c::HEAD_BUMP, "multi_win"))
    }
}

impl Pay for Beijing {
    fn rests_on_hidden(&self, table: &Table) -> bool {
        table.kong_unseen
    }

    fn open(&self, table: &Table, _wins: &[Won]) -> SmallVec<[Open; 1]> {
        let floors = floor::possible(&self.options).map(Fill::Floor);
        table.floor.is_none().then(|| Open::of(Missing::Floor, floors)).into_iter().collect()
    }

    fn pay(&self, table: &Table, wins: &[Won], ledger: &mut Ledger) {
        scoring::settle(&self.options, table, wins, ledger);
    }

    fn pays_by_end(&self, table: &Table, winners: Seats) -> Seats {
        // A kong that is not recorded would be paid for by anyone.
        if kong_money::is_played(&self.options) {
            return table.seats;
        }
        // The dealer may owe for a burnt dealership.
        winners.iter().chain(table.false_wins.iter().copied()).chain([table.dealer]).collect()
    }

    fn house_money(&self) -> &HouseMoney {
        &self.money
    }

    fn leaves_alone(&self) -> &'static [LeavesAlone] {
        leaves_alone::ALL
    }

    fn prices_first_discards(&self) -> bool {
        true
    }

    fn mistakes(&self, table: &Table, wins: &[Won]) -> Vec<Mistake> {
        mistakes::all(&self.options, table, wins)
    }

    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer> {
        dealer::next(&self.options, table, wins)
    }
}

/// The refusal of an action that Beijing does not have.
fn none(clause: &'static Clause, zh: &'static str, en: &'static str) -> Box<Refusal> {
    Refusal::new(Ground::NoSuchAction, clause, move || {
        bilingual!("北京麻将{zh}；请删去这一项。", "in Beijing {en}; remove it")
    })
}
