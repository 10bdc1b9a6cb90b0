//! The parts of what one seat owes another, in words: the calculation that a referee points at.

use super::{Ledger, Line, Pair, Party};
use crate::text::Text;
use crate::tile::Seat;
use std::fmt::Write;

impl Ledger {
    /// Returns the parts of what `from` owes `to`: `seven pairs 8 + concealed kong 2 − 1 of bamboo 1`. Empty if nothing
    /// passes between the two.
    pub fn parts(&self, from: Seat, to: Seat) -> Text {
        let mut parts = Text::default();
        for line in Pair::of(from, to).into_iter().flat_map(|pair| self.between(pair)) {
            let back = line.from == Party::Seat(to);
            let sign = match (parts.en.is_empty(), back) {
                (true, false) => "",
                (true, true) => "−",
                (false, false) => " + ",
                (false, true) => " − ",
            };
            parts.zh += sign;
            parts.en += sign;
            push(&mut parts, line);
        }
        parts
    }
}

/// Appends one part: a single number under its own name, a sum under its cause.
fn push(Text { zh, en }: &mut Text, line: &Line) {
    let (zh, en) = (zh.to_mut(), en.to_mut());
    let (points, cause, sum) = (line.sum.value(), line.cause.name, &line.sum);
    // Writing to a String cannot fail.
    let _ = match sum.steps() {
        [only] => write!(zh, "{} {points}", only.why.zh).and_then(|()| write!(en, "{} {points}", only.why.en)),
        _ => write!(zh, "{} {points}（{sum}）", cause.zh).and_then(|()| write!(en, "{} {points} ({sum})", cause.en)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clause::{Clause, Reading};
    use crate::ledger::{Cause, Sum};
    use crate::text::Label;

    static HAND: Cause = Cause::new("hand", "胡牌", "hand");
    static CLAUSE: Clause =
        Clause { id: "X", section: "", wording: crate::text::Label::new("", ""), reading: Reading::AsWritten };

    #[test]
    fn lists_parts_with_signs_and_names() {
        let (one, other) = (Party::Seat(Seat::ALL[0]), Party::Seat(Seat::ALL[1]));
        let mut ledger = Ledger::default();
        ledger.pay(one, other, Sum::of(5, &const { Label::new("大对子", "all triplets") }), &HAND, &CLAUSE);
        ledger.pay(one, other, Sum::of(3, &const { Label::new("爬坡豆", "added kong") }), &HAND, &CLAUSE);
        ledger.pay(other, one, Sum::of(1, &const { Label::new("幺鸡", "1 of bamboo") }), &HAND, &CLAUSE);
        let sum =
            Sum::of(1, &const { Label::new("平胡", "plain hand") }).plus(1, &const { Label::new("自摸", "self-draw") });
        ledger.pay(one, other, sum, &HAND, &CLAUSE);
        let parts = ledger.parts(Seat::ALL[0], Seat::ALL[1]);
        assert_eq!(parts.en, "all triplets 5 + added kong 3 − 1 of bamboo 1 + hand 2 (1 + 1 = 2)");
        assert_eq!(parts.zh, "大对子 5 + 爬坡豆 3 − 幺鸡 1 + 胡牌 2（1 + 1 = 2）");
        assert_eq!(ledger.parts(Seat::ALL[2], Seat::ALL[3]).en, "");
    }
}
