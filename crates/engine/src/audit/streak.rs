//! The dealer's streak where two parts of the log name different dealers of an earlier hand.

use super::check::About;
use super::course::Course;
use super::hand::Audited;
use super::lasting::Lasting;
use super::result::{Claimed, Facts};
use super::unknown::Unknown;
use super::{Dealt, Finding};
use crate::audit::FindingIdx;
use crate::replay::{BreachIdx, What};
use caipan_tiles::tile::Seat;

/// Another seat that may have dealt an earlier hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct OtherDealer {
    dealer: Seat,
    /// The dealer's streak in that case.
    streak: Option<u32>,
    /// The finding that the log names two dealers.
    root: FindingIdx,
}

impl Course {
    /// Makes wrong payments that are right under the other dealer's streak consequences of the finding about the two
    /// dealers. The amounts due are then unknown.
    pub(super) fn as_dealt_by_another(
        &mut self,
        dealt: Dealt<'_>,
        audited: &mut Audited,
        claimed: &Claimed<'_>,
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
            let facts = Facts {
                rules,
                replayed: &audited.replayed,
                ledger: &ledger,
                next: audited.next,
                lasting: Lasting::default(),
            };
            let is_money = |found: &&mut Finding| found.is_primary() && found.check.about == About::Money;
            if facts.pays(claimed) && ledger.net() != audited.ledger.net() {
                for found in findings.iter_mut().skip(first).filter(is_money) {
                    found.because = Some(root);
                }
                audited.due_unknown = audited.due_unknown.or(Some(Unknown::Events));
            }
        }
        let breaches = audited.replayed.breaches.iter().enumerate();
        let named =
            breaches.filter(|(_, breach)| breach.because.is_none()).find_map(|(at, breach)| match breach.what {
                What::DealerDeal { dealt } => Some((dealt, FindingIdx::from(BreachIdx(at)).after(first))),
                _ => None,
            });
        self.other_dealer = match named {
            Some((dealer, root)) => Some(OtherDealer { dealer, streak: self.streak_of(dealer), root }),
            None => other,
        };
    }
}
