//! Sums with named steps, printed as a referee writes them: `(6 × 2 + 1) × 2 = 26`.

use crate::text::Label;
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};
use std::fmt;

/// The operation of a step on the value so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Op {
    /// Adds points.
    Plus,
    /// Multiplies by a factor.
    Times,
    /// Caps the value at this many points.
    AtMost,
    /// Divides into equal integer shares; the remainder is dropped.
    Share,
    /// Keeps only the remainder of equal integer shares.
    Rest,
}

/// One step of a sum and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The operation; the first step is always [`Op::Plus`] to zero.
    pub op: Op,
    /// The operand.
    pub by: i64,
    /// The reason, in both languages.
    pub why: &'static Label,
}

/// A sum of steps, read from left to right. Points are integers; arithmetic saturates and never wraps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    steps: SmallVec<[Step; 4]>,
    value: i64,
}

impl Sum {
    /// Starts with a number of points.
    pub fn of(points: i64, why: &'static Label) -> Sum {
        Sum { steps: smallvec![Step { op: Op::Plus, by: points, why }], value: points }
    }

    /// Adds points; adding zero leaves no step.
    #[must_use]
    pub fn plus(self, points: i64, why: &'static Label) -> Sum {
        if points == 0 { self } else { self.step(Op::Plus, points, why) }
    }

    /// Multiplies; a factor of one leaves no step.
    #[must_use]
    pub fn times(self, factor: i64, why: &'static Label) -> Sum {
        if factor == 1 { self } else { self.step(Op::Times, factor, why) }
    }

    /// Caps the value at `points`; leaves no step if the value does not change.
    #[must_use]
    pub fn at_most(self, points: i64, why: &'static Label) -> Sum {
        if self.value() <= points { self } else { self.step(Op::AtMost, points, why) }
    }

    /// Divides into equal integer shares.
    #[must_use]
    pub fn share(self, among: i64, why: &'static Label) -> Sum {
        self.step(Op::Share, among, why)
    }

    /// Keeps the remainder of equal integer shares.
    #[must_use]
    pub fn rest(self, among: i64, why: &'static Label) -> Sum {
        self.step(Op::Rest, among, why)
    }

    /// Multiplies what is divided, so that whole money is divided: before a last step that divides, otherwise at the end.
    #[must_use]
    pub fn multiplied(self, factor: i64, why: &'static Label) -> Sum {
        match self.steps.split_last() {
            Some((&Step { op: op @ (Op::Share | Op::Rest), by, why: among }, before)) => {
                let start = Sum { steps: SmallVec::new(), value: 0 };
                let whole = before.iter().fold(start, |sum, step| sum.step(step.op, step.by, step.why));
                whole.times(factor, why).step(op, by, among)
            }
            _ => self.times(factor, why),
        }
    }

    fn step(mut self, op: Op, by: i64, why: &'static Label) -> Sum {
        self.value = match op {
            Op::Plus => self.value.saturating_add(by),
            Op::Times => self.value.saturating_mul(by),
            Op::AtMost => self.value.min(by),
            Op::Share => self.value.checked_div(by).unwrap_or(0),
            Op::Rest => self.value.checked_rem(by).unwrap_or(0),
        };
        self.steps.push(Step { op, by, why });
        self
    }

    /// True if the step before this one added to an earlier value.
    fn added(&self, at: usize) -> bool {
        at > 1 && self.steps.get(at - 1).is_some_and(|before| before.op == Op::Plus)
    }

    /// The steps in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Writes the sum as a referee does: `2 × 2 × 2 + 1 = 9`.
    pub fn written(&self) -> String {
        let mut text = String::with_capacity(8 * (self.steps.len() + 1));
        let mut digits = itoa::Buffer::new();
        // The brackets of the last steps are outermost, so they are opened first.
        for (at, step) in self.steps.iter().enumerate().rev() {
            match step.op {
                Op::AtMost => text.push_str("min("),
                Op::Times | Op::Share | Op::Rest if self.added(at) => text.push('('),
                _ => {}
            }
        }
        for (at, &Step { op, by, .. }) in self.steps.iter().enumerate() {
            let number = digits.format(by);
            text.extend(match op {
                Op::Plus if at == 0 => ["", number, ""],
                Op::Plus if by < 0 => [" − ", number.trim_start_matches('-'), ""],
                Op::Plus => [" + ", number, ""],
                Op::Times if self.added(at) => [") × ", number, ""],
                Op::Times => [" × ", number, ""],
                Op::AtMost => [", ", number, ")"],
                Op::Share if self.added(at) => [") ÷ ", number, ""],
                Op::Share => [" ÷ ", number, ""],
                Op::Rest if self.added(at) => [") mod ", number, ""],
                Op::Rest => [" mod ", number, ""],
            });
        }
        if self.steps.len() > 1 {
            text.extend([" = ", digits.format(self.value)]);
        }
        text
    }

    /// The result in points.
    pub const fn value(&self) -> i64 {
        self.value
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHY: Label = Label::new("数", "number");

    #[test]
    fn prints_as_a_referee_writes() {
        assert_eq!(Sum::of(7, &WHY).to_string(), "7");
        assert_eq!(Sum::of(2, &WHY).times(2, &WHY).times(2, &WHY).plus(1, &WHY).to_string(), "2 × 2 × 2 + 1 = 9");
        assert_eq!(Sum::of(6, &WHY).times(2, &WHY).plus(1, &WHY).times(2, &WHY).to_string(), "(6 × 2 + 1) × 2 = 26");
        assert_eq!(Sum::of(70, &WHY).share(3, &WHY).to_string(), "70 ÷ 3 = 23");
        assert_eq!(Sum::of(70, &WHY).rest(3, &WHY).multiplied(10, &WHY).to_string(), "70 × 10 mod 3 = 1");
        assert_eq!(Sum::of(70, &WHY).at_most(50, &WHY).to_string(), "min(70, 50) = 50");
        let all = Sum::of(6, &WHY)
            .plus(-1, &WHY)
            .times(9, &WHY)
            .plus(5, &WHY)
            .share(2, &WHY)
            .at_most(20, &WHY)
            .times(2, &WHY);
        assert_eq!(all.to_string(), "min(((6 − 1) × 9 + 5) ÷ 2, 20) × 2 = 40");
    }

    #[test]
    fn saturates_and_never_divides_by_zero() {
        assert_eq!(Sum::of(i64::MAX, &WHY).times(2, &WHY).value(), i64::MAX);
        assert_eq!(Sum::of(5, &WHY).share(0, &WHY).value(), 0);
    }
}
