//! Compares the choices that a client offered with those that the rules allow.

use super::breach::What;
use super::possible::{Possible, asked};
use super::referee::Referee;
use crate::rules::{Rules, Verdict};
use crate::table::Table;
use caipan_log::{Action, Claim, Event, Offer};
use caipan_tiles::tile::Seat;

/// Returns the choices that tiles and moment suggest, each once, with the verdict of the rules. A choice that is allowed
/// in one form is allowed.
pub fn choices(rules: &dyn Rules, table: &Table) -> Vec<(Offer, Verdict)> {
    let mut choices: Vec<(Offer, Verdict)> = Vec::new();
    for (seat, can, verdict) in asked(rules, table) {
        let Some(what) = claim(&can) else { continue };
        match choices.iter_mut().find(|(known, _)| *known == Offer { seat, what }) {
            Some((_, known)) if known.is_err() => *known = verdict,
            Some(_) => {}
            None => choices.push((Offer { seat, what }, verdict)),
        }
    }
    choices
}

/// Returns the choice that an offer has to name for an act; `None` for acts that are never offered by name.
const fn claim(can: &Possible) -> Option<Claim> {
    Some(match can {
        Possible::Win { .. } => Claim::Win,
        Possible::Kong { .. } => Claim::Kong,
        Possible::Pung { .. } => Claim::Pung,
        Possible::Chow { .. } => Claim::Chow,
        _ => return None,
    })
}

impl Referee<'_> {
    /// Notes the offers after an event that the rules refuse, and the choices that were not offered.
    pub(super) fn check_offers(&mut self, event: &Event) {
        let Some(offers) = event.offers.as_deref().filter(|_| opens_choices(&event.action)) else { return };
        // A win without a call leaves no choice, and a forced act was decided by people.
        if self.rules.automatic(&self.table).is_some() || self.forced_now().is_some() {
            return;
        }
        let choices = choices(self.rules, &self.table);
        let is_known = |seat: Seat| self.table.playing().contains(seat) && self.table.place(seat).is_known();
        let mut found = Vec::new();
        for &Offer { seat, what } in offers.iter().filter(|offer| is_known(offer.seat)) {
            let of = choices.iter().find(|(choice, _)| *choice == Offer { seat, what });
            match of.map(|(_, verdict)| verdict) {
                Some(Ok(())) => {}
                Some(Err(refusal)) => found.push((seat, What::OfferForbidden { of: what, refusal: refusal.clone() })),
                None => found.push((seat, What::OfferImpossible { of: what })),
            }
        }
        for (choice, verdict) in &choices {
            let Offer { seat, what } = *choice;
            if verdict.is_ok() && is_known(seat) && !offers.contains(choice) && !self.may_wait(*choice, offers) {
                found.push((seat, What::OfferMissing { of: what }));
            }
        }
        for (seat, what) in found {
            self.note(what, Some(seat), None);
        }
    }

    /// True if a client may hold an offer back: it asks the others first who take precedence.
    fn may_wait(&self, choice: Offer, offers: &[Offer]) -> bool {
        let one_winner = self.rules.one_winner().is_some();
        offers.iter().filter(|offer| offer.seat != choice.seat).any(|offer| match choice.what {
            Claim::Win => one_winner && offer.what == Claim::Win,
            Claim::Kong | Claim::Pung => offer.what == Claim::Win,
            Claim::Chow => offer.what != Claim::Chow,
        })
    }
}

/// True if seats may choose anew after such an event. After a refusal or a win those who were asked before still are.
const fn opens_choices(action: &Action) -> bool {
    matches!(
        action,
        Action::Draw { .. }
            | Action::DrawUnseen { .. }
            | Action::Discard { .. }
            | Action::Chow { .. }
            | Action::Pung { .. }
            | Action::Kong { .. }
            | Action::Reveal { .. }
    )
}
