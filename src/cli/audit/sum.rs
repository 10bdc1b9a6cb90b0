//! What a run came to, and the exit status for it.

use super::super::{CLEAN, FOUND, UNUSABLE};
use crate::audit::Verdict;
use crate::say;
use crate::say::Text;

/// What one log came to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    Audited(Verdict),
    Unusable,
}

/// How many logs came to what.
#[derive(Default)]
pub(super) struct Sum {
    clean: u64,
    faulty: u64,
    variant: u64,
    unverifiable: u64,
    pub(super) unusable: u64,
}

impl Sum {
    pub(super) fn add(&mut self, outcome: Outcome) {
        let count = match outcome {
            Outcome::Audited(Verdict::Clean) => &mut self.clean,
            Outcome::Audited(Verdict::Faulty) => &mut self.faulty,
            Outcome::Audited(Verdict::Variant) => &mut self.variant,
            Outcome::Audited(Verdict::Unverifiable) => &mut self.unverifiable,
            Outcome::Unusable => &mut self.unusable,
        };
        *count += 1;
    }

    pub(super) fn logs(&self) -> u64 {
        self.clean + self.faulty + self.variant + self.unverifiable + self.unusable
    }

    pub(super) fn exit(&self) -> u8 {
        match self {
            Sum { unusable: 1.., .. } => UNUSABLE,
            Sum { faulty: 1.., .. } | Sum { variant: 1.., .. } => FOUND,
            _ => CLEAN,
        }
    }

    /// The sentence at the end of a run.
    pub(super) fn text(&self) -> Text {
        let Sum { clean, faulty, variant, unverifiable, unusable } = self;
        let logs = self.logs();
        say!(
            "共 {logs} 份：无误 {clean}，有误 {faulty}，规则不同 {variant}，无法核实 {unverifiable}，无法读取 {unusable}。",
            "{logs} logs: {clean} clean, {faulty} faulty, {variant} variant, {unverifiable} unverifiable, {unusable} unusable."
        )
    }
}
