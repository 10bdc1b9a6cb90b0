//! 抽水: the share of a gain that the house takes. HM-rake, HM-round, HM-from, HM-min, HM-tie.

use super::options::{Options, RakePayer, Round, Tie};
use super::{RAKE, biggest, clauses as c, gainers};
use caipan_tiles::ledger::{Ledger, Party, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Seat, SeatMap, Seats};

const GAIN: Label = Label::new("净赢", "net gain");
const SHARE: Label = Label::new("抽千分之几", "per mille");
const THOUSAND: Label = Label::new("千分", "a thousand");
const UP: Label = Label::new("进一", "rounded up");
const NEAREST: Label = Label::new("四舍五入", "rounded to the nearest");
const LEAST: Label = Label::new("至少", "least");
const MOST: Label = Label::new("至多", "most");
const BELOW: Label = Label::new("保底", "below the limit");
const ALL: Label = Label::new("不超过净赢", "no more than the gain");
const TIED: Label = Label::new("并列", "shared by the biggest winners");

/// Adds the rake of these gains.
pub fn take(options: &Options, gains: &SeatMap<i64>, seats: Seats, ledger: &mut Ledger) {
    if options.rake().0 == 0 {
        return;
    }
    let mut pay = |seat: Seat, sum: Sum, decided: &[&'static str]| {
        ledger.pay(Party::Seat(seat), Party::House, sum, &RAKE, &c::RAKE).decided_by(decided.iter().copied());
    };
    match options.rake_payer() {
        RakePayer::Gainers => gainers(gains, seats).for_each(|seat| pay(seat, of(options, gains[seat]), &["rake"])),
        RakePayer::BigWinner => {
            let (winners, gain) = biggest(gains, seats);
            let decided = ["rake", "rake_payer", "rake_tie"];
            for seat in winners.iter() {
                pay(seat, tied(options, of(options, gain), winners.len()), &decided);
            }
        }
    }
}

/// The part of one of several biggest winners.
pub fn tied(options: &Options, sum: Sum, winners: usize) -> Sum {
    let among = i64::try_from(winners).unwrap_or(1);
    match options.rake_tie() {
        _ if among < 2 => sum,
        Tie::ShareUp => sum.plus(among.saturating_sub(1), &UP).share(among, &TIED),
        Tie::ShareDown => sum.share(among, &TIED),
        Tie::EachFull => sum,
    }
}

/// The rake of a gain above 0.
fn of(options: &Options, gain: i64) -> Sum {
    if gain < options.rake_from().0 {
        return Sum::of(options.rake_below().0, &BELOW).at_most(gain, &ALL);
    }
    let sum = Sum::of(gain, &GAIN).times(options.rake().0, &SHARE);
    let sum = match options.rake_round() {
        Round::Down => sum,
        Round::Nearest => sum.plus(500, &NEAREST),
        Round::Up => sum.plus(999, &UP),
    };
    let sum = sum.share(1000, &THOUSAND);
    let short = options.rake_min().0.saturating_sub(sum.value()).max(0);
    let sum = sum.plus(short, &LEAST);
    let most = options.rake_max().0;
    let sum = if most > 0 { sum.at_most(most, &MOST) } else { sum };
    sum.at_most(gain, &ALL)
}
