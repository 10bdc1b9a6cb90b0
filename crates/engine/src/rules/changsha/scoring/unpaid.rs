//! Parts of a win and initial wins that are not paid, each with the reason.

use super::price::Price;
use crate::rules::changsha::birds::{self, Hits};
use crate::rules::changsha::opening_kinds::KINDS;
use crate::rules::changsha::options::{
    BirdHit, DealerBonus, DealerPoint, DrawBirds, Luxury, MidOpenings, OpeningBirds, Options, Scale, SmallExtra,
};
use crate::rules::changsha::{mid_openings, openings, patterns as p, reasons as r};
use crate::rules::{Pattern, Won};
use crate::table::{Source, Table};
use caipan_tiles::ledger::Reason;
use caipan_tiles::tile::{Meld, MeldKind, Seat};

/// Returns why parts of a win are not paid by this payer.
pub fn of_win(price: &Price<'_>, table: &Table, won: &Won, payer: Seat, hits: Hits) -> Vec<Reason> {
    let (options, winner) = (price.options, won.seat);
    let (scale, on_discard) = (options.scale(), won.from.is_some());
    let small = won.value == 0;
    let of = |pattern: &Pattern| won.hits.iter().any(|hit| hit.pattern.id == pattern.id);
    let place = table.place(winner);
    let claimed = |meld: &Meld| meld.kind != MeldKind::KongConcealed;
    let all_claimed = || place.melds.len() == 4 && place.melds.iter().all(claimed);
    let four_alike = || place.hand.counts().iter().any(|(tile, held)| held + u8::from(won.tiles.contains(&tile)) >= 4);
    let dealer_involved = [winner, payer].contains(&table.dealer);
    let rows = [
        (options.dealer_point() == DealerPoint::Involved && !dealer_involved).then_some(&r::NC3),
        (won.value > 1 && price.dealer && scale != Scale::B && options.dealer_bonus_big() == DealerBonus::Once)
            .then_some(&r::NC4),
        (small && !on_discard && scale == Scale::A && hits.any())
            .then_some(&r::NC5)
            .filter(|_| options.small_self_draw_plus_one() == SmallExtra::AfterBirds),
        (small && on_discard && scale == Scale::A).then_some(&r::NC6),
        (won.source == Source::Replacement && !of(&p::HEAVENLY)).then_some(&r::NC11),
        (!small).then_some(&r::NC17),
        (!on_discard && options.quanqiuren() && !options.quanqiuren_self_draw() && all_claimed()).then_some(&r::NC19),
        (of(&p::SEVEN_PAIRS) && options.seven_pairs_luxury() == Luxury::None && four_alike()).then_some(&r::NC22),
    ];
    let all = birds_of(options, table, winner, payer, on_discard);
    let of_last = matches!(won.source, Source::Seabed | Source::SeabedOf).then(|| {
        let clause = birds::clause(options, r::NC20.clause);
        r::NC20.from_to(payer, winner).under(clause)
    });
    let rows = rows.into_iter().flatten().map(|row| row.from_to(payer, winner));
    rows.chain(all).chain(of_last).collect()
}

/// The birds that double nothing between two seats.
fn birds_of(options: &Options, table: &Table, winner: Seat, payer: Seat, on_discard: bool) -> Option<Reason> {
    let shown = table.birds.as_deref().filter(|shown| !shown.is_empty())?;
    if options.bird_hit() != BirdHit::BySeat {
        return None;
    }
    let origin = birds::origin(options, table, winner);
    let seats = || shown.iter().filter_map(|&bird| birds::seat_of(options, table.seats, bird, origin));
    let row = if !seats().any(|seat| [winner, payer].contains(&seat)) {
        &r::NC1
    } else if on_discard && seats().any(|seat| ![winner, payer].contains(&seat)) {
        &r::NC2
    } else {
        return None;
    };
    Some(row.from_to(payer, winner).under(birds::clause(options, row.clause)))
}

/// Returns why initial wins, or parts of them, are not paid. `void`: the hand was broken off.
pub fn of_openings(options: &Options, table: &Table, wins: &[Won], void: bool) -> Vec<Reason> {
    let mut all: Vec<Reason> = Vec::new();
    let off = KINDS.iter().filter(|kind| !(kind.played)(options)).map(|kind| kind.pattern.name);
    let mid = (options.mid_openings() == MidOpenings::None).then_some(super::MID_OPENING.name);
    all.extend(off.chain(mid).map(|name| r::NC12.for_all().of_kind(name)));
    let floats = options.piao_max().0 > 0 || options.piao_fixed().0 > 0;
    let drawn = wins.is_empty() && !options.initial_hu_ends_hand();
    let birdless = options.initial_hu_birds() == OpeningBirds::HandEnd
        && drawn
        && options.initial_hu_birds_on_draw() == DrawBirds::None;
    for opened in &table.openings {
        let rows = [
            void.then_some(&r::NC14),
            openings::is_held_again(options, opened).then_some(&r::NC13),
            birdless.then_some(&r::NC15),
            floats.then_some(&r::NC18),
        ];
        all.extend(rows.into_iter().flatten().map(|row| row.to(opened.seat)));
    }
    let paid = |seat: &Seat| !mid_openings::paid_kinds(options, table, *seat).is_empty();
    if options.mid_openings() != MidOpenings::None {
        all.extend(table.seats.iter().filter(paid).map(|seat| r::NC16.to(seat)));
    }
    all
}
