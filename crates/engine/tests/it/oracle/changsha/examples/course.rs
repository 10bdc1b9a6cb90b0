//! Worked examples of the next dealer, the seabed and kongs.

use crate::oracle::changsha::course::Ending::{self, Opened, SeabedConsumed, SeabedRefused, SeabedTaken, Won};
use crate::oracle::changsha::course::{
    dice_stack, flipped_may_be_melded, may_dice_kong, may_replace, may_take_seabed, next_dealer, seabed_order,
};
use crate::oracle::changsha::house::{FlipClaims, House, Profile};
use crate::oracle::changsha::tiles::{Meld, read};

#[test]
fn next_dealer_follows_the_ending() {
    let won = |winners: &[usize], payer| Won { winners: winners.to_vec(), payer };
    let opened = |winners: &[usize], bird| Opened { winners: winners.to_vec(), birds: read(bird) };
    let rows: &[(&str, Ending, Option<usize>)] = &[
        ("D01", won(&[2], None), Some(2)),
        ("D02", won(&[1], Some(3)), Some(1)),
        ("通炮", won(&[1, 2], Some(0)), Some(0)),
        ("D04", SeabedTaken { by: 3 }, Some(3)),
        ("D05", SeabedRefused { first_offered: 1 }, Some(1)),
        ("H10", SeabedConsumed { by: 2 }, Some(2)),
        ("D07", won(&[0, 3], Some(1)), Some(1)),
        ("D08", won(&[3], Some(1)), Some(3)),
        ("D10", opened(&[3], "1m"), Some(3)),
        ("G", opened(&[0, 2], "4m"), Some(3)),
        ("G without a bird", opened(&[0, 2], ""), None),
        ("D11", won(&[0], None), Some(0)),
    ];
    for (id, ending, expected) in rows {
        assert_eq!(next_dealer(&House::b(), 0, ending), *expected, "{id}");
    }
    // Counted from the previous dealer.
    assert_eq!(next_dealer(&House::b(), 2, &opened(&[0, 1], "3m")), Some(0));
}

/// H01, AMB-16.
#[test]
fn seabed_is_offered_in_turn() {
    assert_eq!(seabed_order(2), [2, 3, 0, 1]);
    let asks = House { haidi_requires_ting: true, ..House::a() };
    let (ready, far) = (read("123m456m789p2345s"), read("147m258p369s1234s"));
    assert!(may_take_seabed(&House::a(), &far, &[]));
    assert!(!may_take_seabed(&asks, &far, &[]));
    assert!(may_take_seabed(&asks, &ready, &[]));
}

/// L04, L05, L17, AMB-17, AMB-25.
#[test]
fn kongs_need_a_wait_and_a_wall() {
    let four = [Meld::ExposedKong(0)];
    // Without 1111m: 234m 22p 55s 678s waits; 234m 13p 57s 99s does not.
    assert!(may_dice_kong(&House::a(), Profile::A, &read("234m22p55s678s"), &four, 3));
    assert!(!may_dice_kong(&House::a(), Profile::A, &read("234m13p579s99s"), &four, 3));
    assert!(!may_dice_kong(&House::a(), Profile::A, &read("234m22p55s678s"), &four, 2));
    assert!(may_dice_kong(&House::b(), Profile::B, &read("234m22p55s678s"), &four, 2));
    let spends = House { kaigang_keeps_haidi: false, ..House::a() };
    assert!(may_dice_kong(&spends, Profile::A, &read("234m22p55s678s"), &four, 2));

    assert!(may_replace(&House::a(), 1) && !may_replace(&House::a(), 0));
    let spares = House { bu_may_take_haidi: false, ..House::a() };
    assert!(may_replace(&spares, 2) && !may_replace(&spares, 1));

    assert_eq!([dice_stack(&[5, 6], 20), dice_stack(&[3], 4), dice_stack(&[5, 6], 4)], [11, 3, 1]);
    assert!(flipped_may_be_melded(&House::a()));
    assert!(!flipped_may_be_melded(&House { flip_tile_claims: FlipClaims::WinOnly, ..House::a() }));
}
