//! The clauses that an ended hand illustrates without citing them, and the clauses and checks that no log can show.

use super::options::{DragonWilds, FanMode, KongPoints, Options, Position, RonPayment, SuitsThree};
use super::scoring::Ending;
use super::{burn, clauses as c, fan_table, judge, patterns as p};
use crate::rules::{Never, Won};
use crate::table::{Source, Table};
use caipan_log::Declaration;
use caipan_tiles::clause::Clause;
use caipan_tiles::tile::{MeldKind, Seat};

/// The clauses that the hand illustrates.
pub fn shown(options: &Options, table: &Table, wins: &[Won]) -> Vec<&'static Clause> {
    let drawn = Ending::of(options, table, wins) == Ending::Drawn;
    let burnt = burn::rounds(options, table) > 0;
    let indicated = table.indicator.is_some();
    let with_wild = |won: &Won| table.place(won.seat).wilds > 0 && !judge::is_limit(won);
    let robs = |won: &Won| matches!(won.source, Source::Rob { .. });
    let opened = |won: &Won| table.place(won.seat).melds.iter().any(|meld| meld.kind != MeldKind::KongConcealed);
    let promised = |won: &Won| {
        let place = table.place(won.seat);
        let last_turn = place.declared_at.saturating_add(1) == place.turns;
        place.declared == Some(Declaration::Hunyou)
            && last_turn
            && won.source == Source::Draw
            && !(options.hunyou_cancelled() && table.claims != place.declared_claims)
    };
    let free = |seat: &Seat| {
        let melds = &table.place(*seat).melds;
        melds.iter().any(|meld| meld.kind.is_kong()) && melds.iter().any(|meld| !meld.kind.is_kong())
    };
    let any = |holds: &dyn Fn(&Won) -> bool| wins.iter().any(holds);
    let facts: &[(bool, &'static Clause)] = &[
        (table.wall.is_known(), &c::TILES),
        (table.wall.is_known(), &c::WALL),
        (table.dealer != Seat::ALL[0], &c::ORDER),
        (indicated, &c::CUT_PLACE),
        (indicated, &c::CUT_WAY),
        (indicated, &c::DEAL),
        (indicated, &c::INDICATOR),
        (indicated, &c::WILD),
        (indicated && options.indicator_position() != Position::Peek, &c::INDICATOR_OUT),
        (any(&with_wild), &c::ANY_TILE),
        (burnt, &c::BURN),
        (burnt && drawn && options.burn_void(), &c::BURN_VOID),
        (drawn, &c::DRAWN),
        (!table.kongs.is_empty(), &c::REPLACEMENT),
        (drawn && table.kongs.len() > 1, &c::RESERVE),
        (table.floor.is_some_and(|floor| floor > 0), &c::FLOOR_SCOPE),
        (table.seats.iter().any(|seat| free(&seat)), &c::KONGS_FREE),
        (any(&|won| robs(won) && won.from.is_none() && opened(won)), &c::OPENED_ROBS),
        (any(&|won| !judge::is_limit(won)), &c::PLAIN),
        (any(&|won| won.hits.len() > 1 && options.fan_mode() == FanMode::Multiply), &c::MULTIPLY),
        (any(&with_wild), &c::BEST),
        (any(&robs), &c::ROB_ADDED),
        (any(&robs), &c::ROB_EXTRA),
        (any(&|won| gave_up(options, table, won)), &c::GIVES_UP),
        (any(&promised), &c::HUNYOU_DRAW),
    ];
    facts
        .iter()
        .chain(&house_rules(options, table, wins))
        .filter(|(holds, _)| *holds)
        .map(|(_, clause)| *clause)
        .collect()
}

/// The clauses of house rules outside the book that the hand illustrates.
fn house_rules(options: &Options, table: &Table, wins: &[Won]) -> [(bool, &'static Clause); 15] {
    let places = || table.seats.iter().map(|seat| table.place(seat));
    let opened = |won: &Won| table.place(won.seat).melds.iter().any(|meld| meld.kind != MeldKind::KongConcealed);
    let any = |holds: &dyn Fn(&Won) -> bool| wins.iter().any(holds);
    let dragons = [p::DRAGON.id, p::WILD_DRAGON.id];
    let of_dragon = |won: &Won| won.hits.iter().any(|hit| dragons.contains(&hit.pattern.id));
    let of_table = |won: &Won| won.hits.iter().any(|hit| fan_table::deciding(hit).is_some());
    let alone = matches!(options.ron_payment(), RonPayment::Single | RonPayment::Triple);
    let own_place = options.wild_dragon_wilds() == DragonWilds::OwnPlace;
    [
        (any(&of_table), &c::FAN_TABLE),
        (any(&|won| fan_table::is_cut(options, &won.hits)), &c::CAP),
        (!table.kongs.is_empty() && options.kong_points() == KongPoints::Flat, &c::KONG_MONEY),
        (!options.wild_use(), &c::WILD_USE),
        (!options.tiles_honours(), &c::HONOURS),
        (any(&|won| won.from.is_some()) && alone, &c::PAY),
        (any(&|won| won.from.is_none()) && options.self_draw_only(), &c::SELF_DRAW_ONLY),
        (!options.claims_chow(), &c::CHOW_OFF),
        (any(&|won| won.from.is_some() && opened(won)), &c::OPENED_RON),
        (places().any(|place| place.wilds == 4) && !options.four_wilds_end(), &c::FOUR_WILDS_END),
        (any(&of_dragon) && own_place, &c::DRAGON_WILDS),
        (any(&|won| won.seat == table.dealer) && options.dealer_flat().0 > 0, &c::DEALER_FLAT),
        (table.seats.len() < 4, &c::PLAYERS),
        (table.seats.len() == 3 && options.suits_three() == SuitsThree::NoBamboo, &c::SUITS_THREE),
        (places().any(|place| place.xiaosa.is_some()), &c::XIAOSA),
    ]
}

/// True if a seat nearer to the discarder waited for the tile too and let this win happen.
fn gave_up(options: &Options, table: &Table, won: &Won) -> bool {
    let Some(from) = won.from else { return false };
    let waits = |seat: &Seat| {
        let place = table.place(*seat);
        let waits = judge::shape_waits(options, &place.hand, table.wild, place.wilds.into(), place.melds.len());
        place.is_concealed() && won.tiles.iter().any(|&tile| waits.contains(tile))
    };
    table.seats.others(from).take_while(|&seat| seat != won.seat).any(|seat| waits(&seat))
}

/// Checks that Beijing never raises, and clauses that no log shows.
pub const NEVER: &[Never] = &[
    Never::new("A110", "保留牌在前，摸过头先为 A122", "a draw too many takes from the reserve first: A122"),
    Never::new("A207", "没有报听；有此事件者为 A008", "readiness is not declared: such an event is A008"),
    Never::new("A502", "任何牌都可做将", "any kind may be the pair"),
    Never::new("A709", "所需各项日志必有", "nothing that the payments need can be missing"),
    Never::new(
        "A920",
        "张数错在发牌、摸牌或打牌处先报，相公由此而来",
        "a wrong number is found where it comes about, at the deal, a draw or a discard; the dead hand follows from that",
    ),
    Never::new("BJ-2a", "摸风在日志之前", "the winds are drawn before a log begins"),
    Never::new(
        "BJ-11a",
        "相公随别的错而来，见 A920；规格里有例",
        "follows from other faults, see A920; the specs have its cases",
    ),
    Never::new(
        "BJ-11b",
        "相公随别的错而来，见 A920；规格里有例",
        "follows from other faults, see A920; the specs have its cases",
    ),
    Never::new(
        "BJ-11c",
        "相公随别的错而来，见 A920；规格里有例",
        "follows from other faults, see A920; the specs have its cases",
    ),
];
