//! Renders what only some house rules add to a hand: what each seat picked before the deal, its missing suit, and the
//! exchanges, initial wins during play, opened chickens and flying birds of the log.

use super::Page;
use crate::board::staked;
use crate::tiles::prose;
use crate::words;
use caipan_engine::report::{StakeView, event_in_words};
use caipan_log::{Action, Declaration, GameLog, HandLog};
use caipan_tiles::tile::Seat;
use maud::{Markup, html};

/// Returns what a seat picked for the hand at this index and owns, as the log states it.
fn stake(log: &GameLog, at: usize, seat: Seat) -> StakeView {
    StakeView {
        piao: log.piao(at).map(|picked| picked[seat]),
        gu_mai: log.gu_mai(at).map(|picked| picked[seat]),
        // Later hands change them by payments that the log need not state.
        holdings: log.start.holdings.filter(|_| at == 0).map(|held| held[seat]),
    }
}

/// Returns the suit that a seat declared void.
fn lack(hand: &HandLog, seat: Seat) -> Option<char> {
    hand.events.iter().find_map(|event| match event.action {
        Action::Declare { seat: by, what: Declaration::Void(suit) } if by == seat => Some(suit.letter()),
        _ => None,
    })
}

/// Returns the indexes of the events that only some house rules know.
fn unusual(hand: &HandLog) -> impl Iterator<Item = usize> {
    let is_end = |action: &Action| matches!(action, Action::Win { .. } | Action::DrawGame);
    let end = hand.events.iter().position(|event| is_end(&event.action)).unwrap_or(hand.events.len());
    let is_unusual = move |(at, action): (usize, &Action)| {
        let shown = match action {
            Action::Exchange { .. } | Action::MidOpening { .. } | Action::Birds { fly: Some(_), .. } => true,
            // The flip after the end belongs to the usual rules.
            Action::Flip { .. } => at < end,
            _ => false,
        };
        shown.then_some(at)
    };
    hand.events.iter().map(|event| &event.action).enumerate().filter_map(is_unusual)
}

impl Page<'_> {
    /// Renders the extras of a hand; nothing if its log has none. Events of a hand with steps link to their step.
    pub(super) fn extras(&self, at: usize, has_steps: bool) -> Markup {
        let (lang, log) = (self.lang, &self.case.log);
        let Some(hand) = log.hands.get(at) else { return html! {} };
        let of_seat = |seat: Seat| {
            let picked = stake(log, at, seat);
            let staked = staked(&picked).map(|(key, number)| words::numbered(lang, key, number)).collect::<Vec<_>>();
            let lack = lack(hand, seat).map(|suit| words::word(lang, &format!("is void_{suit}")).to_owned());
            staked.into_iter().chain(lack).collect::<Vec<_>>().join(" · ")
        };
        let seats: Vec<(Seat, String)> = self.people.seats().iter().map(|seat| (seat, of_seat(seat))).collect();
        let said = || seats.iter().filter(|(_, words)| !words.is_empty());
        let mut events = unusual(hand).peekable();
        html! {
            @if said().next().is_some() {
                p.stakes {
                    (lang.pick("开局前：", "Before play: "))
                    @for (n, (seat, words)) in said().enumerate() {
                        @if n > 0 { (lang.pick("；", "; ")) }
                        (self.seat(*seat)) " " (words)
                    }
                }
            }
            @if events.peek().is_some() {
                ul.unusual {
                    @for event in events {
                        @let sentence = event_in_words(&hand.events[event], &self.people);
                        li {
                            @match self.step(at, event + 1).filter(|_| has_steps) {
                                Some(step) => a href=(step) { (words::numbered(lang, "step", event + 1)) },
                                None => (words::numbered(lang, "step", event + 1)),
                            }
                            " " (prose(self.say(&sentence), lang))
                        }
                    }
                }
            }
        }
    }
}
