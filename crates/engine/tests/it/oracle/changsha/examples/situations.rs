//! Worked examples of the options of section 4 that change a win.

use super::hands::{holding, shown};
use crate::oracle::changsha::house::{DoubleKong, House, Luxury, MeldScope, RobReplacement, RobScope};
use crate::oracle::changsha::tiles::{Holding, Meld, read};
use crate::oracle::changsha::win::{Situation, waits, win};

fn units(house: &House, holding: &Holding, how: Situation) -> Option<u32> {
    win(house, holding, how).map(|outcome| outcome.units)
}

/// AMB-8: 清一色双杠上花 is three units by default and four when each tile counts in full.
#[test]
fn double_kong_option_sets_the_units() {
    let hand = Holding { rest: read("1112345678m"), melds: vec![Meld::ConcealedKong(8)], won: read("36m") };
    for (double_kong, expected) in [(DoubleKong::BonusTwice, 3), (DoubleKong::PerTileSum, 4), (DoubleKong::BestTile, 2)]
    {
        let house = House { double_kong, ..House::a() };
        assert_eq!(units(&house, &hand, Situation::OwnDice), Some(expected), "{double_kong:?}");
        assert_eq!(units(&house, &hand, Situation::OtherDice), Some(expected), "{double_kong:?}");
    }
    // 4p makes triplets (碰碰胡), 3p only a small hand: the better tile carries the doubled bonus.
    let hand = Holding { rest: read("222m4445577p"), melds: vec![Meld::Pung(26)], won: read("75p") };
    assert_eq!(units(&House::a(), &hand, Situation::OwnDice), Some(3));
}

/// AMB-9: each situation has its own switch; without it a small shape may have any pair.
#[test]
fn options_relax_the_pair_of_a_situation() {
    let hand = holding("123m456m789p234s11s", "");
    let lax = |change: fn(&mut House)| {
        let mut house = House::a();
        change(&mut house);
        house
    };
    let rows: [(Situation, House, &str); 8] = [
        (Situation::LastDraw, lax(|house| house.haidi_requires_258 = false), "海底捞月"),
        (Situation::LastDiscard, lax(|house| house.haidi_requires_258 = false), "海底炮"),
        (Situation::OtherDice, lax(|house| house.gangpao_requires_258 = false), "杠上炮"),
        (Situation::OwnDice, lax(|house| house.gangkai_requires_258 = false), "杠上开花"),
        (Situation::RobDice { discard_kong: true }, lax(|house| house.qianggang_requires_258 = false), "抢杠胡"),
        (Situation::Dealt { after_kong: false }, lax(|house| house.tianhu_requires_258 = false), "天胡"),
        (Situation::FirstDiscard { after_kong: false }, lax(|house| house.dihu_requires_258 = false), "地胡"),
        (Situation::Discard, lax(|house| house.haidi_requires_258 = false), ""),
    ];
    for (how, lax, expected) in rows {
        assert_eq!(win(&House::a(), &hand, how), None, "{how:?}");
        assert_eq!(shown(win(&lax, &hand, how).as_ref()), expected, "{how:?}");
    }
}

/// AMB-6 and AMB-7.
#[test]
fn options_limit_robbing() {
    let hand = holding("123456m789p23455s", "");
    let added_only = House { rob_kong_scope: RobScope::AddedOnly, ..House::a() };
    assert_eq!(units(&House::a(), &hand, Situation::RobDice { discard_kong: true }), Some(1));
    assert_eq!(units(&added_only, &hand, Situation::RobDice { discard_kong: true }), None);
    assert_eq!(units(&added_only, &hand, Situation::RobDice { discard_kong: false }), Some(1));
    for (rob_buzhang, expected) in
        [(RobReplacement::AsDiscard, Some(0)), (RobReplacement::AsRobbing, Some(1)), (RobReplacement::Forbidden, None)]
    {
        let house = House { rob_buzhang, ..House::a() };
        assert_eq!(units(&house, &hand, Situation::RobReplacement), expected, "{rob_buzhang:?}");
    }
}

/// AMB-10.
#[test]
fn quanqiuren_needs_four_claimed_melds() {
    let hand = holding("11p", "pung:1m chow:3p exposed:9s added:7m");
    let concealed = holding("11p", "pung:1m chow:3p exposed:9s concealed:7m");
    let drawn = House { quanqiuren_self_draw: true, ..House::a() };
    let any = House { quanqiuren_melds: MeldScope::AnyFour, ..House::a() };
    let rows = [
        (House::a(), &hand, Situation::Discard, "全求人"),
        (House::a(), &hand, Situation::LastDiscard, "全求人 海底炮"),
        (House::a(), &hand, Situation::SelfDraw, ""),
        (House::a(), &concealed, Situation::Discard, ""),
        (House::b(), &hand, Situation::Discard, ""),
        (drawn, &hand, Situation::OwnDice, "全求人 杠上开花"),
        (any, &concealed, Situation::Discard, "全求人"),
    ];
    for (house, hand, how, expected) in rows {
        assert_eq!(shown(win(&house, hand, how).as_ref()), expected, "{hand:?} {how:?}");
    }
}

/// AMB-11: one more unit for each four of a kind.
#[test]
fn luxury_adds_a_unit_per_quad() {
    let house = House { seven_pairs_luxury: Luxury::PerQuad, ..House::a() };
    for (tiles, expected) in
        [("113355m7799p1133s", 1), ("1111m3344p5588s99s", 2), ("11113333m1133p44s", 3), ("111133335555m99s", 4)]
    {
        assert_eq!(units(&house, &holding(tiles, ""), Situation::SelfDraw), Some(expected), "{tiles}");
    }
}

/// AMB-19.
#[test]
fn first_turn_win_may_follow_a_kong() {
    let house = House { first_turn_requires_no_kong: false, ..House::a() };
    let hand = holding("22m345p678s", "concealed:1m concealed:9p");
    assert_eq!(shown(win(&house, &hand, Situation::Dealt { after_kong: true }).as_ref()), "天胡");
    assert_eq!(shown(win(&house, &hand, Situation::FirstDiscard { after_kong: true }).as_ref()), "地胡");
}

/// Readiness: one tile beside four claimed melds waits for a discard only, and nobody waits for a fifth copy.
#[test]
fn waits_exclude_a_fifth_copy() {
    let begging = holding("1p1p", "pung:1m chow:3p pung:9s pung:7m");
    assert_eq!(waits(&House::a(), &begging.rest, &begging.melds), read("1p"));
    assert_eq!(waits(&House::b(), &begging.rest, &begging.melds), read(""));
    assert_eq!(waits(&House::a(), &read("123m456m789p2345s"), &[]), read("25s"));
    assert_eq!(waits(&House::a(), &read("2222m456m789p345s"), &[]), read(""));
    assert_eq!(waits(&House::a(), &read("225588m225588p2s"), &[]), read("258m258p258s"));
}
