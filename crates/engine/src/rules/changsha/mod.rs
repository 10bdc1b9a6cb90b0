//! Changsha mahjong (长沙麻将): two scoring profiles over one play. The rule book is `clauses`.
//!
//! `actions` has the allowed actions, `openings` the initial wins, `judge` the wins, `missed` the effect of a passed
//! win, `birds` the birds, `scoring` the payments, `dealer` the next dealer.

mod birds;
mod fly;
mod actions;
pub mod clauses;
mod dealer;
mod judge;
mod leaves_alone;
mod match_end;
mod mistakes;
mod missed;
mod near_miss;
mod openings;
mod opening_kinds;
mod mid_openings;
mod options;
mod rooms;
mod presets;
mod words;
pub mod patterns;
mod scoring;
mod shape;
mod situation;
mod illustrated;

use crate::rules::{
    Birds, Choices, Due, Ground, LeavesAlone, Mistake, NearMiss, NextDealer, Open, OptionReads, Pattern, Refusal,
    Rules, System, Topic, Verdict, WinCandidate, Won,
};
use crate::table::{Offer, Phase, Table, TailOrder};
use caipan_log::{Declaration, DrawFrom, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, SeatMap, Seats, Suit, Tile, TileSet};
use clauses as c;
use options::{KongPoints, LeftOut, Options, Scale, WildKind};
use smallvec::SmallVec;

/// The description of Changsha before any option is decided.
pub static SYSTEM: System = System {
    id: "changsha",
    name: Label::new("长沙麻将", "Changsha mahjong"),
    about: Label::new(
        "108 张，2、5、8 做将的小胡与任意将的大胡，起手胡、扎鸟、海底漫游、掷骰开杠。",
        "108 tiles; small wins with a pair of 2, 5 or 8 and big ones with any pair; initial wins, birds, a last tile that is \
         offered round, kongs with dice.",
    ),
    revision: 22,
    players: &[4, 3, 2],
    deck: Deck::SUITS,
    measure: Label::new("大胡数（0 为小胡）", "big patterns (0 is a small win)"),
    clauses: clauses::ALL,
    patterns: patterns::ALL,
    instead: patterns::INSTEAD,
    causes: &[
        &scoring::WIN,
        &scoring::OPENING,
        &scoring::MID_OPENING,
        &scoring::KONG,
        &scoring::ESCAPE,
        &match_end::MATCH,
    ],
    leaves_alone: leaves_alone::ALL,
    asks: &[
        "dealt",
        "replacement",
        "dice_kong",
        "dice_kong_discard",
        "seabed",
        "seabed_discard",
        "rob_added",
        "rob_added_dice",
        "rob_exposed_dice",
        "birds",
        "openings",
        "piao",
        "fly",
        "mid_openings",
        "holdings",
        "match_totals",
    ],
    options: Options::decls,
    fields: options::FIELDS,
    conflicts: options::CONFLICTS,
    rooms: rooms::ROOMS,
    presets: &presets::PRESETS,
    never: illustrated::NEVER,
    build: |choices: &Choices| Box::new(Changsha { options: Options::new(choices) }),
};

/// Changsha with its options decided.
struct Changsha {
    options: Options,
}

impl Changsha {
    /// True if an initial win has ended the hand, as in profile B.
    fn ended_by_opening(&self, table: &Table) -> bool {
        self.options.initial_hu_ends_hand() && !table.openings.is_empty() && table.is_untouched()
    }
}

impl Rules for Changsha {
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
        let deck = match self.options.missing_suit() {
            LeftOut::None => Deck::SUITS,
            LeftOut::Characters => Deck::SUITS.without(Suit::Characters),
            LeftOut::Dots => Deck::SUITS.without(Suit::Dots),
            LeftOut::Bamboo => Deck::SUITS.without(Suit::Bamboo),
        };
        self.fixed_wild().map_or(deck, |wild| deck.with_kind(wild))
    }

    fn fixed_wild(&self) -> Option<Tile> {
        birds::red_dragon().filter(|_| self.options.wild_kind() == WildKind::Red)
    }

    fn tail_order(&self) -> TailOrder {
        TailOrder::StackTopFirst
    }

    fn due(&self, table: &Table) -> Due {
        match table.phase {
            Phase::Turn { .. } if self.ended_by_opening(table) => Due::Finish,
            Phase::Turn { seat, .. } => Due::Act(seat),
            Phase::Open { why: Offer::Seabed, .. } => Due::DrawGame,
            Phase::Open { from, .. } => match table.wall.left() {
                0 => Due::DrawGame,
                1 => Due::AnswerLast(table.seats.next(from)),
                _ => Due::Draw(table.seats.next(from), DrawFrom::Wall),
            },
            Phase::Kong { seat, dice: None, .. } => Due::Draw(seat, DrawFrom::Tail),
            Phase::Kong { seat, .. } => Due::Reveal(seat),
            Phase::Seabed { asked: Some(seat), .. } => Due::AnswerLast(seat),
            Phase::Seabed { asked: None, .. } => Due::DrawGame,
            Phase::SeabedDraw { seat } => Due::Draw(seat, DrawFrom::Wall),
            Phase::Won => Due::Finish,
            Phase::Flower { .. } | Phase::Over => Due::Nothing,
        }
    }

    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        if table.last.taken_by == Some(seat) && table.wall.left() == 0 {
            return Err(Refusal::new(Ground::Time, &c::A_18, || {
                bilingual!(
                    "海底牌不打出：要海底的人胡不了，只看别家能不能胡它。",
                    "the last tile is not discarded: if its taker cannot win, only the others may win on it"
                )
            }));
        }
        actions::discard(table, seat, tile)
    }

    fn may_chow(&self, table: &Table, seat: Seat, _tile: Tile) -> Verdict {
        actions::chow(&self.options, table, seat)
    }

    fn may_pung(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        actions::pung(&self.options, table, seat, tile)
    }

    fn may_lay(&self, table: &Table, _seat: Seat, tiles: &[Tile]) -> Verdict {
        tiles.iter().try_for_each(|&tile| actions::no_wild(table, tile))
    }

    fn may_kong(&self, table: &Table, seat: Seat, tile: Tile, kind: KongKind, dice: bool) -> Verdict {
        actions::kong(&self.options, table, seat, tile, kind, dice)
    }

    fn may_declare(&self, _table: &Table, _seat: Seat, _what: Declaration) -> Verdict {
        Err(Refusal::new(Ground::NoSuchAction, &c::B_5, || {
            bilingual!("长沙麻将没有报听；请删去这一项。", "Changsha has no such declaration; remove it")
        }))
    }

    fn may_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
        openings::may_open(&self.options, table, seat, kinds)
    }

    fn may_mid_open(&self, table: &Table, seat: Seat, kinds: &[&'static Pattern]) -> Verdict {
        mid_openings::may_open(&self.options, table, seat, kinds)
    }

    fn mid_openings(&self, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
        mid_openings::held(&self.options, table, seat)
    }

    fn may_take_last(&self, table: &Table, seat: Seat) -> Verdict {
        let place = table.place(seat);
        let ready =
            !place.is_known() || judge::is_ready(&self.options, &place.hand, (table.wild, place.wilds), &place.melds);
        if self.options.haidi_requires_ting() && !ready {
            return Err(Refusal::by_option(Ground::NotReady, &c::A_17, "haidi_requires_ting", || {
                bilingual!("本房规定听牌才能要海底。", "under the house rules only a ready hand may take the last tile")
            }));
        }
        Ok(())
    }

    fn may_draw_game(&self, table: &Table) -> Verdict {
        let left = table.wall.left();
        if left == 0 || matches!(table.phase, Phase::Seabed { asked: None, .. }) {
            return Ok(());
        }
        Err(Refusal::new(Ground::Time, &c::A_17, move || {
            bilingual!(
                "牌墙还有 {left} 张，要等海底没人要或没人胡才流局。",
                "the wall still has {left}; a hand is drawn only after nobody takes the last tile or wins on it"
            )
        }))
    }

    fn dice_kong_tiles(&self, table: &Table) -> usize {
        actions::dice_kong_tiles(&self.options, table)
    }

    fn leaves_alone(&self) -> &'static [LeavesAlone] {
        match self.options.initial_hu_birds() {
            options::OpeningBirds::None => leaves_alone::OPENINGS_WITHOUT_BIRDS,
            options::OpeningBirds::HandEnd | options::OpeningBirds::Dice => leaves_alone::ALL,
        }
    }

    fn openings(&self, table: &Table, seat: Seat) -> Vec<&'static Pattern> {
        if table.is_untouched() { openings::held(&self.options, table, seat) } else { Vec::new() }
    }

    fn waits(&self, table: &Table, seat: Seat) -> TileSet {
        let place = table.place(seat);
        judge::waits(&place.hand, (table.wild, place.wilds), &place.melds)
    }

    fn judge(&self, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
        judge::judge(&self.options, case)
    }

    fn reading(&self, case: &WinCandidate<'_>, won: &Won) -> String {
        won.tiles.first().map(|&tile| judge::reading(case, tile)).unwrap_or_default()
    }

    fn near(&self, case: &WinCandidate<'_>) -> Vec<NearMiss> {
        near_miss::near(&self.options, case)
    }

    fn may_win(&self, table: &Table, won: &Won) -> Verdict {
        missed::may_win(&self.options, table, won)
    }

    fn may_pass_win(&self) -> Verdict {
        actions::pass_win(&self.options)
    }

    fn birds(&self, table: &Table, wins: &[Won]) -> Option<Birds> {
        birds::due(&self.options, table, wins)
    }

    fn fly(&self, table: &Table, wins: &[Won]) -> Option<Birds> {
        fly::due(&self.options, table, wins)
    }

    /// If the birds of an initial win are dice, the log must give them.
    fn open(&self, table: &Table, wins: &[Won]) -> SmallVec<[Open; 1]> {
        let mut open = birds::open(&self.options, table, wins);
        open.extend(scoring::open(&self.options, table, wins));
        open
    }

    fn pays_by_end(&self, table: &Table, winners: Seats) -> Seats {
        // A kong or an initial win during play that is not recorded would be paid for by anyone.
        if self.options.kong_points() != options::KongPoints::Off
            || self.options.mid_openings() != options::MidOpenings::None
        {
            return table.seats;
        }
        // Before the first discard a seat may still declare the initial wins that it was dealt.
        let opens = |seat: &Seat| {
            table.openings.iter().chain(&table.mid_openings).any(|opened| opened.seat == *seat)
                || table.discards == 0 && !self.openings(table, *seat).is_empty()
        };
        let left = |seat: &Seat| table.place(*seat).left;
        // A dissolved hand pays no kongs.
        let konged = |seat: &Seat| {
            table.kongs.iter().any(|kong| kong.seat == *seat) && self.options.kong_points() == KongPoints::On
        };
        let pays = |seat: &Seat| opens(seat) || left(seat) || konged(seat);
        winners.iter().chain(table.seats.iter().filter(pays)).collect()
    }

    fn settle(&self, table: &Table, wins: &[Won]) -> Ledger {
        scoring::settle(&self.options, table, wins)
    }

    fn settle_match(&self, totals: &SeatMap<i64>) -> Ledger {
        match_end::settle(&self.options, self.seats(), totals)
    }

    fn mistakes(&self, table: &Table, wins: &[Won]) -> Vec<Mistake> {
        mistakes::all(&self.options, table, wins)
    }

    fn left_out_by(&self, pattern: &Pattern) -> Option<&'static str> {
        patterns::left_out_by(&self.options, pattern)
    }

    fn clause_of(&self, pattern: &'static Pattern) -> &'static Clause {
        patterns::clause_of(self.options.scale(), pattern)
    }

    fn clause_on(&self, matter: Topic) -> Option<&'static Clause> {
        match matter {
            Topic::Deck if self.fixed_wild().is_some() => Some(&c::WILD),
            Topic::Deck if self.options.missing_suit() != options::LeftOut::None => Some(&c::MISSING_SUIT),
            Topic::DiceKong if self.options.dice_kong_tiles().count() > 2 => Some(&c::DICE_KONG),
            _ => clauses::on(matter, self.options.scale() == Scale::B),
        }
    }

    fn option_on(&self, matter: Topic) -> Option<&'static str> {
        (matter == Topic::DiceKong).then_some("dice_kong_tiles")
    }

    fn shown(&self, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
        illustrated::shown(&self.options, table, wins)
    }

    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer> {
        dealer::next(&self.options, table, wins)
    }
}
