//! For how many hands in a row somebody deals, where two parts of the log name another dealer of a hand before.

use super::course::Course;
use super::hand::Audited;
use super::result::Facts;
use super::{Dealt, Finding};
use crate::replay::What;
use caipan_log::HandResult;
use caipan_tiles::tile::Seat;

/// Somebody else who may have dealt a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct OtherDealer {
    dealer: Seat,
    /// For how many hands in a row that would be.
    streak: Option<u32>,
    /// The finding that two are named.
    root: usize,
}

impl Course {
    /// Payments that are right if another dealt a hand before go back to the finding that two dealers are named of it; and what is due is
    /// not known then.
    pub(super) fn as_dealt_by_another(
        &mut self,
        dealt: Dealt<'_>,
        audited: &mut Audited,
        result: &HandResult,
        first: usize,
        findings: &mut [Finding],
    ) {
        let Dealt { rules, before, .. } = dealt;
        let again = |other: OtherDealer| OtherDealer {
            dealer: before.dealer,
            streak: if other.dealer == before.dealer {
                other.streak.map(|streak| streak.saturating_add(1))
            } else {
                Some(1)
            },
            ..other
        };
        let other = self.other_dealer.map(again).filter(|other| other.streak != before.streak);
        if let Some(OtherDealer { streak, root, .. }) = other {
            let mut table = audited.replayed.table.clone();
            table.streak = streak;
            let ledger = rules.settle(&table, &audited.replayed.standing);
            let facts = Facts { rules, replayed: &audited.replayed, ledger: &ledger, next: audited.next };
            let is_money = |found: &&mut Finding| found.is_primary() && found.check.code.starts_with("A7");
            if facts.pays(result, None) && ledger.net() != audited.ledger.net() {
                for found in findings.iter_mut().skip(first).filter(is_money) {
                    found.because = Some(root);
                }
                audited.due_unknown = audited.due_unknown.or(Some("events"));
            }
        }
        let breaches = audited.replayed.breaches.iter().enumerate();
        let named =
            breaches.filter(|(_, breach)| breach.because.is_none()).find_map(|(at, breach)| match breach.what {
                What::DealerDeal { dealt } => Some((dealt, first.saturating_add(at))),
                _ => None,
            });
        self.other_dealer = match named {
            Some((dealer, root)) => Some(OtherDealer { dealer, streak: self.streak_of(dealer), root }),
            None => other,
        };
    }
}
