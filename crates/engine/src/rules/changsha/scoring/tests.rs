//! The amounts that the source prints, each under its clause. The dealer is seat 0.

use super::super::{SYSTEM, clauses as c, patterns as p};
use crate::rules::{Deciding, Hits, Ruleset, Value, Won};
use crate::table::{Source, Table, TailOrder, Wall};
use caipan_tiles::inline_vec::InlineVec;
use caipan_tiles::ledger::{Ledger, Party};
use caipan_tiles::tile::{Deck, Seat, parse_tiles};

/// The end of a hand, as far as payments depend on it.
struct End {
    rules: Ruleset,
    table: Table,
    wins: Vec<Won>,
}

fn end(preset: &str) -> End {
    end_with(preset, &[])
}

fn end_with(preset: &str, changes: &[(&'static str, Value)]) -> End {
    let preset = SYSTEM.presets.iter().find(|known| known.id == preset).unwrap();
    let wall = Wall::unknown(Deck::SUITS, TailOrder::StackTopFirst);
    let table = Table::new(Deck::SUITS, Seat::ALL[0], wall);
    End { rules: Ruleset::new(&SYSTEM, preset, changes), table, wins: Vec::new() }
}

impl End {
    /// Adds a win of `value` big patterns, self-drawn or on the tile of a seat.
    fn win(mut self, seat: usize, from: Option<usize>, value: i64) -> End {
        self.wins.push(Won {
            seat: Seat::ALL[seat],
            from: from.map(|from| Seat::ALL[from]),
            tiles: InlineVec::new(),
            source: if from.is_some() { Source::Discard } else { Source::Draw },
            hits: Hits::new(),
            value,
            also: Vec::new(),
            options: Deciding::new(),
        });
        self
    }

    fn birds(mut self, tiles: &str) -> End {
        self.table.birds = Some(parse_tiles(tiles).unwrap());
        self
    }

    fn opened(mut self, seat: usize, kinds: &[&'static str]) -> End {
        self.table.open(Seat::ALL[seat], kinds.to_vec(), None);
        self
    }

    fn left(mut self, seat: usize) -> End {
        self.table.places[Seat::ALL[seat]].left = true;
        self
    }

    fn ledger(&self) -> Ledger {
        self.rules.rules.settle(&self.table, &self.wins)
    }

    fn balances(&self, expected: [i64; 4]) {
        let ledger = self.ledger();
        assert_eq!(ledger.balance().0, expected, "{:?}", ledger.lines());
        assert_eq!(expected.iter().sum::<i64>() + ledger.house(), 0);
    }

    /// Asserts that one payment between two seats has this sum and this clause.
    fn reads(&self, from: usize, to: usize, sum: &str, clause: &caipan_tiles::clause::Clause) {
        let ledger = self.ledger();
        let pair = (Party::Seat(Seat::ALL[from]), Party::Seat(Seat::ALL[to]));
        let lines: Vec<_> = ledger.lines().iter().filter(|line| (line.from, line.to) == pair).collect();
        let [line] = lines.as_slice() else { panic!("one payment from {from} to {to}: {lines:?}") };
        assert_eq!((line.sum.to_string().as_str(), line.clause), (sum, clause));
    }
}

#[test]
fn cs_a_16_earthly_win() {
    let hand = end("changsha-a").win(2, Some(0), 1);
    hand.balances([-7, 0, 7, 0]);
    hand.reads(0, 2, "6 + 1 = 7", &c::A_24);
}

#[test]
fn cs_a_22_small_win_on_a_discard() {
    let dealer_wins = end("changsha-a").win(0, Some(2), 0);
    dealer_wins.balances([2, 0, -2, 0]);
    dealer_wins.reads(2, 0, "1 + 1 = 2", &c::A_22);
    end("changsha-a").win(2, Some(0), 0).balances([-2, 0, 2, 0]);
    let among_others = end("changsha-a").win(3, Some(1), 0);
    among_others.balances([0, -1, 0, 1]);
    among_others.reads(1, 3, "1", &c::A_22);
}

#[test]
fn cs_a_22_birds_come_last() {
    end("changsha-a").win(0, Some(2), 0).birds("1m3p").reads(2, 0, "(1 + 1) × 2 × 2 = 8", &c::A_22);
}

#[test]
fn cs_a_23_dealer_with_two_birds() {
    let hand = end("changsha-a").win(0, None, 0).birds("1m5m");
    hand.balances([27, -9, -9, -9]);
    for payer in 1..4 {
        hand.reads(payer, 0, "(1 + 1) × 2 × 2 + 1 = 9", &c::A_23);
    }
}

#[test]
fn cs_a_23_adds_one_without_birds() {
    let hand = end("changsha-a").win(1, None, 0);
    hand.balances([-3, 7, -2, -2]);
    hand.reads(0, 1, "1 + 1 + 1 = 3", &c::A_23);
    hand.reads(2, 1, "1 + 1 = 2", &c::A_23);
}

#[test]
fn cs_a_24_big_win_on_a_discard() {
    let dealer_wins = end("changsha-a").win(0, Some(3), 1);
    dealer_wins.balances([7, 0, 0, -7]);
    dealer_wins.reads(3, 0, "6 + 1 = 7", &c::A_24);
    end("changsha-a").win(1, Some(2), 1).reads(2, 1, "6", &c::A_24);
}

#[test]
fn cs_a_24_double_kong_discard() {
    let hand = end("changsha-a").win(1, Some(0), 2);
    hand.balances([-13, 13, 0, 0]);
    hand.reads(0, 1, "6 × 2 + 1 = 13", &c::A_24);
    hand.birds("2m").reads(0, 1, "(6 × 2 + 1) × 2 = 26", &c::A_24);
}

#[test]
fn cs_a_25_big_self_draw() {
    let dealer_wins = end("changsha-a").win(0, None, 1);
    dealer_wins.balances([21, -7, -7, -7]);
    dealer_wins.reads(2, 0, "6 + 1 = 7", &c::A_25);
    let another = end("changsha-a").win(1, None, 1);
    another.balances([-7, 19, -6, -6]);
    another.reads(2, 1, "6", &c::A_25);
}

#[test]
fn cs_a_25_double_kong_bloom() {
    let hand = end("changsha-a").win(1, None, 2);
    hand.balances([-13, 37, -12, -12]);
    hand.reads(0, 1, "6 × 2 + 1 = 13", &c::A_25);
}

#[test]
fn r_001_birds_multiply_big_self_draw_extra() {
    end("changsha-a").win(1, None, 1).birds("2m3m").balances([-14, 50, -24, -12]);
    let after = end_with("changsha-a", &[("big_bonus_under_birds", Value::Flag(false))]).win(1, None, 1).birds("2m");
    after.reads(0, 1, "6 × 2 + 1 = 13", &c::A_25);
}

#[test]
fn cs_a_4_two_initial_wins_of_a_drawn_hand() {
    end("changsha-a").opened(1, &[p::FOUR_JOYS.id, p::TWO_TRIPLETS.id]).balances([-6, 14, -4, -4]);
}

#[test]
fn cs_a_6_birds_multiply_initial_wins() {
    let hand = end("changsha-a").opened(1, &[p::FOUR_JOYS.id]).win(2, Some(3), 0).birds("2m1m");
    hand.reads(0, 1, "(1 + 1) × 2 × 2 + 1 = 9", &c::A_1);
    hand.reads(2, 1, "1 × 2 + 1 = 3", &c::A_1);
}

#[test]
fn cs_b_8_1_small_self_draw() {
    let dealer_wins = end("changsha-b").win(0, None, 0);
    dealer_wins.balances([60, -20, -20, -20]);
    dealer_wins.reads(1, 0, "10 + 10 = 20", &c::B_8_1);
    end("changsha-b").win(1, None, 0).balances([-20, 40, -10, -10]);
}

#[test]
fn cs_b_8_2_small_win_on_a_discard() {
    end("changsha-b").win(1, Some(2), 0).reads(2, 1, "10", &c::B_8_2);
    end("changsha-b").win(1, Some(0), 0).reads(0, 1, "10 + 10 = 20", &c::B_8_2);
    end("changsha-b").win(0, Some(1), 0).balances([20, -20, 0, 0]);
}

#[test]
fn cs_b_8_3_big_self_draw() {
    let dealer_wins = end("changsha-b").win(0, None, 1);
    dealer_wins.balances([120, -40, -40, -40]);
    dealer_wins.reads(3, 0, "30 + 10 = 40", &c::B_8_3);
    let another = end("changsha-b").win(2, None, 1);
    another.balances([-40, -30, 100, -30]);
    another.reads(1, 2, "30", &c::B_8_3);
}

#[test]
fn cs_b_8_4_big_win_on_a_discard() {
    end("changsha-b").win(1, Some(2), 1).reads(2, 1, "60", &c::B_8_4);
    end("changsha-b").win(1, Some(0), 1).reads(0, 1, "60", &c::B_8_4);
    end("changsha-b").win(0, Some(2), 2).balances([120, 0, -120, 0]);
}

#[test]
fn r_002_restored_preset_adds_dealer_extra() {
    end("changsha-b-restored").win(1, Some(0), 1).reads(0, 1, "60 + 10 = 70", &c::B_8_4);
    end("changsha-b-restored").win(0, Some(2), 2).reads(2, 0, "60 × 2 + 20 = 140", &c::B_8_4);
    end("changsha-b-restored").win(1, Some(2), 1).reads(2, 1, "60", &c::B_8_4);
    let once = end_with("changsha-b", &[("big_ron_dealer_extra", Value::Word("once"))]);
    once.win(0, Some(2), 2).reads(2, 0, "60 × 2 + 10 = 130", &c::B_8_4);
}

#[test]
fn cs_b_8_5_small_wins_add_and_big_ones_add() {
    end("changsha-b").opened(1, &[p::FOUR_JOYS.id, p::TWO_TRIPLETS.id]).balances([-40, 80, -20, -20]);
    let seven_pairs_as_dealt = end("changsha-b").win(0, None, 2);
    seven_pairs_as_dealt.reads(1, 0, "(30 + 10) × 2 = 80", &c::B_8_3);
    let beside_a_small_one = end("changsha-b").opened(0, &[p::FOUR_JOYS.id]).win(0, None, 2);
    beside_a_small_one.balances([240, -80, -80, -80]);
}

#[test]
fn cs_b_8_6_bird_doubles_payment() {
    let on_a_payer = end("changsha-b").win(2, None, 1).birds("4m");
    on_a_payer.balances([-40, -30, 130, -60]);
    on_a_payer.reads(3, 2, "30 × 2 = 60", &c::B_8_3);
    end("changsha-b").win(2, None, 1).birds("3m").balances([-80, -60, 200, -60]);
}

#[test]
fn cs_b_8_7_leaving_costs_70() {
    let points = end("changsha-b").left(3);
    points.balances([0, 0, 0, -70]);
    assert_eq!(points.ledger().house(), 70);
    let coins = end_with("changsha-b", &[("escape_distribution", Value::Word("split_equal"))]).left(3);
    coins.balances([23, 23, 23, -70]);
    coins.reads(3, 0, "70 ÷ 3 = 23", &c::B_8_7);
    assert_eq!(coins.ledger().house(), 1);
}

#[test]
fn amb_3_adds_dealer_extra_per_pattern() {
    let per_unit = end_with("changsha-a", &[("dealer_bonus_big", Value::Word("per_unit"))]);
    per_unit.win(1, Some(0), 2).reads(0, 1, "6 × 2 + 2 = 14", &c::A_24);
}

#[test]
fn amb_21_caps_patterns_and_payments() {
    let two = end_with("changsha-b", &[("big_units_cap", Value::Number(2))]).win(2, None, 3);
    two.balances([-80, -60, 200, -60]);
    let capped = end_with("changsha-a", &[("payment_cap", Value::Number(25))]).win(0, None, 1).birds("1m5m");
    capped.reads(1, 0, "min((6 + 1) × 2 × 2, 25) = 25", &c::A_25);
}

#[test]
fn r_020_applies_bird_math_options() {
    let math = |word| end_with("changsha-a", &[("bird_math", Value::Word(word))]).win(0, Some(3), 1).birds("1m1p");
    math("pow2").reads(3, 0, "(6 + 1) × 2 × 2 = 28", &c::A_24);
    math("linear").reads(3, 0, "(6 + 1) × 3 = 21", &c::A_24);
    math("plus_one").reads(3, 0, "6 + 1 + 2 = 9", &c::A_24);
}

#[test]
fn r_022_voids_or_pays_initial_wins_of_dissolved_hand() {
    let mut void = end("changsha-a").opened(1, &[p::FOUR_JOYS.id]);
    void.table.cut_short = true;
    void.balances([0, 0, 0, 0]);
    let mut paid =
        end_with("changsha-a", &[("initial_hu_on_abort", Value::Word("paid"))]).opened(1, &[p::FOUR_JOYS.id]);
    paid.table.cut_short = true;
    paid.balances([-3, 7, -2, -2]);
}
