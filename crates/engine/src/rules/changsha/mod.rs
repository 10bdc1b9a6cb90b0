//! Changsha mahjong (长沙麻将): two scoring profiles over one play. The rule book is `clauses`.
//!
//! `actions` has the allowed actions, `openings` the initial wins, `judge` the wins, `missed` the effect of a passed
//! win, `birds` the birds, `scoring` the payments, `dealer` the next dealer.

mod birds;
mod features;
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
mod reasons;
mod scoring;
mod shape;
mod situation;
mod illustrated;

use crate::rules::features::{Openings, Wild};
use crate::rules::{
    Due, Ground, HouseMoney, LeavesAlone, Mistake, NearMiss, NextDealer, Open, OptionReads, Pay, Play, Refusal, System,
    Topic, Verdict, Win, WinCandidate, Won, house_money,
};
use crate::table::{Offer, Phase, Table, TailOrder};
use caipan_log::{DrawFrom, EventKind, KongKind};
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Deck, Seat, Seats, Suit, Tile, TileSet};
use clauses as c;
use options::{KongPoints, LeftOut, Options, Scale};
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
    revision: 26,
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
    reasons: reasons::ALL,
    asks: &["dealt", "replacement", "rob_added"],
    options: Options::decls,
    fields: |choices| house_money::fields_with(choices, options::fields(&Options::with(choices))),
    conflicts: |choices| house_money::conflicts_with(choices, options::conflicts(&Options::with(choices))),
    rooms: rooms::ROOMS,
    presets: &presets::PRESETS,
    never: illustrated::NEVER,
    build: |choices| Box::new(Changsha { options: Options::with(choices), money: HouseMoney::with(choices) }),
};

/// Changsha with its options decided.
struct Changsha {
    options: Options,
    money: HouseMoney,
}

impl Changsha {
    /// True if an initial win has ended the hand, as in profile B.
    fn ended_by_opening(&self, table: &Table) -> bool {
        self.options.initial_hu_ends_hand() && !table.openings.is_empty() && table.is_untouched()
    }
}

impl Play for Changsha {
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
        self.kind(None).map_or(deck, |wild| deck.with_kind(wild))
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
            Phase::Over { .. } => Due::Nothing,
        }
    }

    fn may_discard(&self, table: &Table, seat: Seat, tile: Tile) -> Verdict {
        if table.last.taken_by == Some(seat) && table.wall.left() == 0 {
            return Err(Refusal::new(Ground::Time, &c::A_18, || {
                bilingual!(
                    "海底牌不打出：要海底的人胡不了，只看别家能不能胡它。",
                    "the last tile is not discarded; the others may only win on it"
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

    fn may_draw_game(&self, table: &Table) -> Verdict {
        let left = table.wall.left();
        if left == 0 || matches!(table.phase, Phase::Seabed { asked: None, .. }) {
            return Ok(());
        }
        Err(Refusal::new(Ground::Time, &c::A_17, move || {
            bilingual!(
                "牌墙还有 {left} 张，要等海底没人要或没人胡才流局。",
                "with {left} left in the wall the hand is not drawn: the last tile is offered first"
            )
        }))
    }

    fn lacks(&self, _event: EventKind) -> Box<Refusal> {
        Refusal::new(Ground::NoSuchAction, &c::B_5, || {
            bilingual!("长沙麻将没有报听；请删去这一项。", "Changsha has no such declaration; remove it")
        })
    }

    fn clause_on(&self, matter: Topic) -> Option<&'static Clause> {
        match matter {
            Topic::Deck if self.kind(None).is_some() => Some(&c::WILD),
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
}

impl Win for Changsha {
    fn waits(&self, table: &Table, seat: Seat) -> TileSet {
        let place = table.place(seat);
        judge::waits(&place.hand, (table.wild, place.wilds), &place.melds)
    }

    fn judge(&self, case: &WinCandidate<'_>) -> Result<Won, Box<Refusal>> {
        judge::judge(&self.options, case)
    }

    fn reading(&self, case: &WinCandidate<'_>, won: &Won) -> String {
        judge::reading(case, won)
    }

    fn near(&self, case: &WinCandidate<'_>) -> Vec<NearMiss> {
        near_miss::near(&self.options, case)
    }

    fn may_win(&self, table: &Table, won: &Won) -> Verdict {
        missed::may_win(&self.options, table, won)
    }
}

impl Pay for Changsha {
    fn rests_on_hidden(&self, table: &Table) -> bool {
        table.kong_unseen
    }

    /// If the birds of an initial win are dice, the log must give them.
    fn open(&self, table: &Table, wins: &[Won]) -> SmallVec<[Open; 1]> {
        let mut open = birds::open(&self.options, table, wins);
        open.extend(scoring::open(&self.options, table, wins));
        open
    }

    fn pay(&self, table: &Table, wins: &[Won], ledger: &mut Ledger) {
        scoring::settle(&self.options, table, wins, ledger);
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
                || table.discards == 0 && !self.held(table, *seat).is_empty()
        };
        let left = |seat: &Seat| table.place(*seat).left;
        // A dissolved hand pays no kongs.
        let konged = |seat: &Seat| {
            table.kongs.iter().any(|kong| kong.seat == *seat) && self.options.kong_points() == KongPoints::On
        };
        let pays = |seat: &Seat| opens(seat) || left(seat) || konged(seat);
        winners.iter().chain(table.seats.iter().filter(pays)).collect()
    }

    fn house_money(&self) -> &HouseMoney {
        &self.money
    }

    fn leaves_alone(&self) -> &'static [LeavesAlone] {
        match self.options.initial_hu_birds() {
            options::OpeningBirds::None => leaves_alone::OPENINGS_WITHOUT_BIRDS,
            options::OpeningBirds::HandEnd | options::OpeningBirds::Dice => leaves_alone::ALL,
        }
    }

    fn mistakes(&self, table: &Table, wins: &[Won]) -> Vec<Mistake> {
        mistakes::all(&self.options, table, wins)
    }

    fn next_dealer(&self, table: &Table, wins: &[Won]) -> Option<NextDealer> {
        dealer::next(&self.options, table, wins)
    }
}
