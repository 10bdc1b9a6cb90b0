//! Beijing mahjong (北京麻将): 136 tiles, some of them wild. The rule book is `clauses`.
//!
//! `wild` names the wild kind, `wall` has the cut and the reserve, `actions` the allowed actions, `judge` the wins and
//! `reading` their best reading, `barred` what bars a win, `scoring` the payments, `dealer` the next dealer. `hunyou`,
//! `burn` and `floor` cover 混儿悠, 烧庄 and 上楼.

mod burn;
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
    Choices, Cut, DealOrder, Due, Ground, IndicatorAt, Join, Missing, Mistake, NearMiss, NextDealer, Open, OptionReads,
    Pattern, Refusal, Rules, System, Topic, Verdict, WinCandidate, Won,
};
use crate::table::{Fill, Phase, Table, TailOrder};
use caipan_log::{Declaration, Dice, DrawFrom, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, Seats, Suit, Tile, TileSet};
use clauses as c;
use options::{DealPattern, KongDraw, LastDiscard, MultiWin, Options, Position, SecondThrow, SuitsThree};
use scoring::Ending;
use smallvec::SmallVec;

/// The description of Beijing before any option is decided.
pub static SYSTEM: System = System {
    id: "beijing",
    name: Label::new("北京麻将", "Beijing mahjong"),
    about: Label::new(
        "136 张，翻混坯定混儿，番数相乘；吃碰各局一次，荒牌上楼，烧庄、混儿悠、诈胡。",
        "136 tiles; an indicator names the wild kind; fans multiply; one chow or pung a hand; a drawn hand doubles the stakes.",
    ),
    revision: 20,
    players: &[4, 3, 2],
    deck: Deck::SUITS_AND_HONOURS,
    measure: Label::new("番数之积，含自摸与庄胡", "product of fans, self-draw and dealer's win included"),
    clauses: clauses::ALL,
    patterns: patterns::ALL,
    instead: patterns::INSTEAD,
    causes: &[&scoring::WIN, &scoring::BURN, &scoring::FALSE_WIN, &kong_money::KONG],
    leaves_alone: leaves_alone::ALL,
    asks: &[
        "dealt",
        "replacement",
        "seabed",
        "rob_added",
        "rob_added_held",
        "rob_concealed",
        "indicator",
        "upstairs",
        "hunyou",
        "after_kong",
        "sky",
        "xiaosa",
    ],
    options: Options::decls,
    fields: options::FIELDS,
    conflicts: conflicts::CONFLICTS,
    rooms: rooms::ROOMS,
    presets: &presets::PRESETS,
    never: illustrated::NEVER,
    build: |choices: &Choices| Box::new(Beijing { options: Options::new(choices) }),
};

/// Beijing with its options decided.
struct Beijing {
    options: Options,
}

impl Beijing {
    /// True if no ordinary draw is left (BJ-6d).
    fn is_drawn_out(&self, table: &Table) -> bool {
        table.wall.left() <= self.reserve(table)
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

impl Rules for Beijing {
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

    fn tail_order(&self) -> TailOrder {
        match self.options.kong_draw() {
            KongDraw::LinearLast => TailOrder::LinearLast,
            KongDraw::StackTopFirst => TailOrder::StackTopFirst,
        }
    }

    fn deal_order(&self) -> DealOrder {
        match self.options.deal_pattern() {
            DealPattern::Blocks => DealOrder::Fours,
            DealPattern::Ones => DealOrder::Ones,
        }
    }

    fn cut_dice(&self) -> Option<(usize, &'static Clause)> {
        let throws = if self.options.dice_second_throw() == SecondThrow::AddToFirst { 2 } else { 1 };
        Some((self.options.dice_count().count() * throws, &c::DICE))
    }

    fn cut_dice_option(&self, count: usize) -> Option<&'static str> {
        let once = self.options.dice_count().count();
        let throws = self.options.dice_second_throw();
        let other = if throws == SecondThrow::AddToFirst { once } else { once * 2 };
        Some(if count == other { "dice.second_throw" } else { "dice.count" })
    }

    fn cut(&self, dealer: Seat, dice: &Dice) -> Option<Cut> {
        let throw = dice.total();
        Some(Cut { seat: wall::cut_side(self.seats(), dealer, throw), stacks: throw, clause: &c::CUT_OWNER })
    }

    fn indicator(&self) -> Option<IndicatorAt> {
        if !self.options.wild_use() {
            return None;
        }
        Some(match self.options.indicator_position() {
            Position::FirstLive => IndicatorAt::FirstLive,
            Position::Last => IndicatorAt::Last,
            Position::Peek => IndicatorAt::Peek,
        })
    }

    fn wild(&self, indicator: Tile) -> Option<Tile> {
        if self.options.wild_use() { wild::after(indicator) } else { None }
    }

    fn reserve(&self, table: &Table) -> usize {
        wall::reserve(&self.options, table)
    }

    fn due(&self, table: &Table) -> Due {
        match table.phase {
            Phase::Turn { seat, .. } => Due::Act(seat),
            Phase::Open { .. } if self.is_drawn_out(table) => Due::DrawGame,
            Phase::Open { from, .. } => Due::Draw(table.seats.next(from), DrawFrom::Wall),
            Phase::Kong { seat, .. } => Due::Draw(seat, DrawFrom::Tail),
            Phase::Won => Due::Finish,
            Phase::Seabed { .. } | Phase::SeabedDraw { .. } | Phase::Flower { .. } | Phase::Over => Due::Nothing,
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

    fn may_declare(&self, table: &Table, seat: Seat, what: Declaration) -> Verdict {
        match what {
            Declaration::Hunyou => hunyou::may_declare(&self.options, table, seat),
            Declaration::Void(_) => Err(none(&c::HUNYOU, "没有定缺", "no suit is declared void")),
            Declaration::Ready => Err(none(&c::HUNYOU, "没有报听", "readiness is not declared")),
            Declaration::Sky => promised::may_declare_sky(&self.options, table, seat),
            Declaration::Xiaosa => promised::may_declare_xiaosa(&self.options, table, seat),
        }
    }

    fn may_open(&self, _table: &Table, _seat: Seat, _kinds: &[&'static Pattern]) -> Verdict {
        Err(none(&c::PLAIN, "没有起手胡", "there are no initial wins"))
    }

    fn may_mid_open(&self, _table: &Table, _seat: Seat, _kinds: &[&'static Pattern]) -> Verdict {
        Err(none(&c::PLAIN, "没有中途起手胡", "there are no initial wins during play"))
    }

    fn may_take_last(&self, _table: &Table, _seat: Seat) -> Verdict {
        Err(none(&c::DRAWN, "海底牌不逐家询问", "the last tile is not offered round"))
    }

    fn may_draw_game(&self, table: &Table) -> Verdict {
        if self.due(table) == Due::DrawGame {
            return Ok(());
        }
        let (left, reserve) = (table.wall.left(), self.reserve(table));
        let live = left.saturating_sub(reserve);
        Err(Refusal::by_option(Ground::Time, &c::DRAWN_WHEN, "reserve.mode", move || {
            bilingual!(
                "还有 {live} 张可摸（共 {left} 张，保留 {reserve} 张），不该荒牌。",
                "{live} live tiles are left ({left} in all, {reserve} reserved), so the hand is not drawn yet"
            )
        }))
    }

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

    fn automatic(&self, table: &Table) -> Option<(Seat, &'static Clause)> {
        let ends = matches!(table.phase, Phase::Turn { .. }) && table.wild.is_some();
        if !ends {
            return None;
        }
        let all_four = |&seat: &Seat| {
            let place = table.place(seat);
            let due = if table.in_turn() == Some(seat) { 14 } else { 13 };
            place.wilds == 4 && place.is_known() && place.size() == due
        };
        let seat = table.seats.iter().find(all_four).filter(|_| self.options.four_wilds_end());
        seat.map(|seat| (seat, &c::FOUR_WILDS))
    }

    fn one_winner(&self) -> Option<(&'static Clause, &'static str)> {
        (self.options.multi_win() == MultiWin::HeadBump).then_some((&c::HEAD_BUMP, "multi_win"))
    }

    fn plays_on_after_false_win(&self) -> Option<bool> {
        Some(!self.options.false_win_ends())
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

    fn measure(&self) -> Label {
        match self.options.fan_mode() {
            options::FanMode::Multiply => SYSTEM.measure,
            options::FanMode::Add => {
                Label::new("番数之和，含自摸与庄胡", "sum of fans, self-draw and dealer's win included")
            }
        }
    }

    fn cap_of(&self, won: &Won) -> Option<(i64, &'static str)> {
        let is_cut = won.options.contains(&"fan.cap");
        fan_table::cap(&self.options).filter(|_| is_cut).map(|cap| (cap, "fan.cap"))
    }

    fn join(&self) -> Join {
        match self.options.fan_mode() {
            options::FanMode::Multiply => Join::Product,
            options::FanMode::Add => Join::Sum,
        }
    }

    fn pays_by_end(&self, table: &Table, winners: Seats) -> Seats {
        // A kong that is not recorded would be paid for by anyone.
        if kong_money::is_played(&self.options) {
            return table.seats;
        }
        // The dealer may owe for a burnt dealership.
        winners.iter().chain(table.false_wins.iter().copied()).chain([table.dealer]).collect()
    }

    fn settle(&self, table: &Table, wins: &[Won]) -> Ledger {
        scoring::settle(&self.options, table, wins)
    }

    fn mistakes(&self, table: &Table, wins: &[Won]) -> Vec<Mistake> {
        mistakes::all(&self.options, table, wins)
    }

    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer> {
        dealer::next(&self.options, table, wins)
    }

    fn prices_first_discards(&self) -> bool {
        true
    }

    fn floors(&self) -> Option<&'static Clause> {
        Some(&c::FLOOR)
    }

    fn open(&self, table: &Table, _wins: &[Won]) -> SmallVec<[Open; 1]> {
        let floors = floor::possible(&self.options).map(Fill::Floor);
        table.floor.is_none().then(|| Open::of(Missing::Floor, floors)).into_iter().collect()
    }

    fn floor_of(&self, dealer: Seat, streak: Option<u32>) -> Option<u32> {
        floor::of_first(&self.options, dealer, streak)
    }

    fn next_floor(&self, table: &Table, wins: &[Won], next: Option<NextDealer>) -> Option<u32> {
        let drawn = Ending::of(&self.options, table, wins) == Ending::Drawn;
        floor::next(&self.options, table, next, drawn)
    }
}

/// The refusal of an action that Beijing does not have.
fn none(clause: &'static Clause, zh: &'static str, en: &'static str) -> Box<Refusal> {
    Refusal::new(Ground::NoSuchAction, clause, move || {
        bilingual!("北京麻将{zh}；请删去这一项。", "in Beijing {en}; remove it")
    })
}
