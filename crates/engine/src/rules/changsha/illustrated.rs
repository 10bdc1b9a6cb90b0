//! The clauses that an ended hand illustrates without citing them, and the clauses and checks that no log can show.

use super::clauses as c;
use super::options::{BirdHit, CapScope, DealerCount, LeftOut, Options, Scale};
use crate::rules::{Never, Won};
use crate::table::{Source, Table};
use caipan_tiles::clause::Clause;

/// The clauses of this part of the document that the hand illustrates.
pub fn shown(options: &Options, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
    let won = |source: Source| wins.iter().any(|won| won.source == source);
    let opened = !table.openings.is_empty();
    let birds = table.birds.as_ref().is_some_and(|birds| !birds.is_empty());
    let dice_kong = table.kongs.iter().any(|kong| kong.dice.is_some());
    let plain_kong = table.kongs.iter().any(|kong| kong.dice.is_none());
    let several = wins.len() > 1;
    let added = wins.iter().any(|won| won.value > 1);
    let facts: &[(bool, &'static Clause)] = if options.scale() == Scale::A {
        &[
            (opened && table.discards > 0, &c::A_5),
            (opened && birds, &c::A_6),
            (dice_kong, &c::A_12),
            (won(Source::Draw), &c::A_13),
            (won(Source::Discard), &c::A_14),
            (dice_kong, &c::A_19C),
            (several, &c::A_26),
            (won(Source::Replacement), &c::A_29),
            (plain_kong, &c::A_31),
            (added, &c::A_32),
        ]
    } else {
        &[
            (true, &c::B_1),
            (true, &c::B_2),
            (added, &c::B_8_5),
            (birds, &c::B_8_6),
            (several, &c::B_9_1),
            (plain_kong, &c::B_9_3),
            (table.last.offered_first.is_some(), &c::B_9_4),
        ]
    };
    let of_room = room(options, table, birds, !wins.is_empty());
    facts.iter().chain(&of_room).filter(|(holds, _)| *holds).map(|(_, clause)| *clause).collect()
}

/// The clauses of the market rule book that decide this hand, although its payments cite the clause of the win.
fn room(options: &Options, table: &Table, birds: bool, won: bool) -> [(bool, &'static Clause); 12] {
    let seats = table.seats.len();
    [
        (won && options.piao_max().0 + options.piao_fixed().0 > 0, &c::PIAO),
        (won && options.payment_cap().0 > 0 && options.payment_cap_scope() == CapScope::Hand, &c::CAP),
        (birds && (options.bird_hit() != BirdHit::BySeat || options.bird_points().0 > 1), &c::BIRDS),
        (won && options.dealer_point_count() == DealerCount::OncePerPair, &c::DEALER),
        (won && !options.pair_258(), &c::PAIR),
        (table.fly.is_some(), &c::FLY),
        (options.missing_suit() != LeftOut::None, &c::MISSING_SUIT),
        (won && options.quanqiuren_pair_258(), &c::QUANQIUREN),
        (table.kongs.iter().any(|kong| kong.dice.is_some()) && options.dice_kong_tiles().0 > 2, &c::DICE_KONG),
        (seats == 3 && birds, &c::PLAYERS_3),
        (seats == 2, &c::PLAYERS_2),
        (seats < 4, &c::PLAYERS),
    ]
}

/// Checks that Changsha never raises, and clauses that no log shows.
pub const NEVER: &[Never] = &[
    Never::new("A120", "没有混儿", "no wild tiles"),
    Never::new("A121", "没有混儿", "no wild tiles"),
    Never::new("A520", "一炮多响都算", "all winners on a tile count"),
    Never::new("A709", "预设之下所需各项日志必有", "under the presets nothing that the payments need can be missing"),
    Never::new(
        "A920",
        "没有相公一条；张数错在发牌或摸牌处报",
        "no such clause: a wrong number is found at the deal or the draw",
    ),
    Never::new("CS-A.34", "悟性是平台的评级，不在牌谱里", "it speaks of the platform's rating, which no log holds"),
    Never::new("A715", "预设没有散场翻倍、加分", "no preset adds anything at the end of a match"),
    Never::new(
        "CS-B.9.7",
        "点数多于余墩的开杠，自打中难得一见；规格里有例",
        "a dice kong with more pips than stacks left hardly comes up in self-play; the specs have its cases",
    ),
    Never::new("CS-B.4A", "抽庄在日志之前", "the lot is drawn before a log begins"),
];
