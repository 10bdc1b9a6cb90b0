//! One change of a hand's log, and the hand with that change.

use crate::replay::{Before, Edit, ForcedEvent};
use caipan_log::{Action, Event, HandLog, Outcome, People, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{Seat, SeatMap, Tile, Tiles};

/// A change of a recorded hand.
#[derive(Clone, Debug)]
pub(super) enum LogChange {
    /// This event is carried out although the rules refuse it.
    ForcedEvent(ForcedEvent),
    /// Another event replaces this one.
    Instead(usize, Action),
    /// This event did not happen.
    Without(usize),
    /// One more event comes before this one.
    Before(usize, Action),
    /// This event and the one before it change places.
    Swapped(usize),
    /// Only this event follows from here on.
    Ends(usize, Action),
    /// No event follows from here on: the hand was aborted.
    BrokenOff(usize),
    /// A seat was dealt these tiles.
    Dealt(Seat, Tiles),
    /// All seats were dealt these tiles.
    Deal(SeatMap<Tiles>),
    /// Another seat deals.
    Dealer(Seat),
    /// The indicator is another tile, and the wall is not the recorded one.
    Indicator(Tile),
    /// The wall is not the recorded one.
    NoWall,
}

impl LogChange {
    /// Returns the edit of the events; `None` if the change concerns the deal or the state before it.
    pub(super) fn edit(&self, events: &[Event]) -> Option<Edit> {
        let len = events.len();
        let place = |at: usize, new: Vec<Event>, rest: usize| Edit { at: at.min(len), new, rest };
        Some(match self {
            LogChange::ForcedEvent(what) => place(what.event, Vec::new(), what.event.min(len)),
            LogChange::Instead(at, action) => {
                let event =
                    events.get(*at).map(|event| Event { action: action.clone(), digest: None, ..event.clone() });
                place(*at, event.into_iter().collect(), at.saturating_add(1))
            }
            LogChange::Without(at) => place(*at, Vec::new(), at.saturating_add(1)),
            LogChange::Before(at, action) => place(*at, vec![action.clone().into()], *at),
            LogChange::Swapped(at) => match at.checked_sub(1).and_then(|before| events.get(before..=*at)) {
                Some([one, other]) => {
                    let swapped = [other, one].map(|event| Event { digest: None, ..event.clone() });
                    place(at - 1, swapped.into(), at + 1)
                }
                _ => place(len, Vec::new(), len),
            },
            LogChange::Ends(at, action) => place(*at, vec![action.clone().into()], len),
            LogChange::BrokenOff(at) => place(*at, Vec::new(), len),
            LogChange::Dealt(..)
            | LogChange::Deal(_)
            | LogChange::Dealer(_)
            | LogChange::Indicator(_)
            | LogChange::NoWall => {
                return None;
            }
        })
    }

    /// Returns the outcome that the log claims with the change.
    pub(super) fn outcome(&self, hand: &HandLog) -> Option<Outcome> {
        match self {
            LogChange::BrokenOff(_) => Some(Outcome::Aborted),
            _ => hand.outcome(),
        }
    }

    /// Returns the hand with the change of its deal, and the state before it.
    pub(super) fn dealt(&self, hand: &HandLog, before: Before) -> (HandLog, Before) {
        let (mut hand, mut before) = (hand.clone(), before);
        match self {
            LogChange::Dealt(seat, tiles) => {
                if let Some(deal) = &mut hand.deal {
                    deal[*seat] = tiles.clone();
                }
            }
            LogChange::Deal(deal) => hand.deal = Some(deal.clone()),
            LogChange::Dealer(seat) => {
                hand.dealer = Some(*seat);
                before.dealer = *seat;
            }
            LogChange::Indicator(tile) => {
                hand.indicator = Some(*tile);
                hand.wall = None;
            }
            LogChange::NoWall => hand.wall = None,
            LogChange::ForcedEvent(_)
            | LogChange::Instead(..)
            | LogChange::Without(_)
            | LogChange::Before(..)
            | LogChange::Swapped(_)
            | LogChange::Ends(..)
            | LogChange::BrokenOff(_) => {}
        }
        (hand, before)
    }

    /// Returns the change as a condition for people, to follow "if". Steps count from 1: event 0 is step 1.
    pub(super) fn words(&self, people: &People) -> Text {
        match self {
            LogChange::ForcedEvent(stands) => {
                let step = stands.event + 1;
                bilingual!("第 {step} 手算数", "step {step} were allowed")
            }
            LogChange::Instead(at, action) => {
                let (step, Text { zh, en }) = (at + 1, act(action, people));
                bilingual!("第 {step} 手是{zh}", "step {step} is {en}")
            }
            LogChange::Without(at) => {
                let step = at + 1;
                bilingual!("没有第 {step} 手", "step {step} did not happen")
            }
            LogChange::Before(at, action) => {
                let (step, Text { zh, en }) = (at + 1, act(action, people));
                bilingual!("第 {step} 手之前还有{zh}", "{en} comes before step {step}")
            }
            LogChange::Swapped(at) => {
                let (before, step) = (at, at + 1);
                bilingual!("第 {before} 手与第 {step} 手互换", "steps {before} and {step} change places")
            }
            LogChange::Ends(at, action) => {
                let (step, Text { zh, en }) = (at + 1, act(action, people));
                bilingual!("这一局在第 {step} 手以{zh}结束", "the hand ends at step {step} with {en}")
            }
            LogChange::BrokenOff(at) => {
                let step = at + 1;
                bilingual!("这一局在第 {step} 手中止", "the hand was broken off at step {step}")
            }
            LogChange::Dealt(seat, tiles) => {
                let who = people.who(*seat);
                bilingual!("{who}起手是 {tiles}", "{who:#} was dealt {tiles}")
            }
            LogChange::Deal(_) => bilingual!("起手牌发得对", "the tiles were dealt as they should be"),
            LogChange::Dealer(seat) => {
                let who = people.who(*seat);
                bilingual!("{who}坐庄", "{who:#} deals")
            }
            LogChange::Indicator(tile) => bilingual!("混坯是 {tile}", "the indicator is {tile}"),
            LogChange::NoWall => bilingual!("牌墙另是一副", "the wall was another one"),
        }
    }
}

/// Returns an action in words.
fn act(action: &Action, people: &People) -> Text {
    let name = action.name();
    let Some(who) = action.seat().map(|seat| people.who(seat)) else {
        return match action {
            Action::Birds { tiles, .. } => {
                let tiles = Tiles(tiles.clone());
                bilingual!("翻出鸟牌 {tiles}", "birds {tiles}")
            }
            Action::Flip { tile } => bilingual!("翻出 {tile}", "a flip of {tile}"),
            _ => bilingual!("{name}", "`{name}`"),
        };
    };
    match action {
        Action::Draw { tile, .. } => bilingual!("{who}摸 {tile}", "a draw of {tile} by {who:#}"),
        Action::Discard { tile, .. } => bilingual!("{who}打 {tile}", "a discard of {tile} by {who:#}"),
        Action::Chow { tile, .. } => bilingual!("{who}吃 {tile}", "a chow of {tile} by {who:#}"),
        Action::Pung { tile, .. } => bilingual!("{who}碰 {tile}", "a pung of {tile} by {who:#}"),
        Action::Kong { tile, .. } => bilingual!("{who}杠 {tile}", "a kong of {tile} by {who:#}"),
        Action::Win { tile, .. } => bilingual!("{who}胡 {tile}", "a win of {who:#} on {tile}"),
        Action::Flower { tile, .. } => bilingual!("{who}补花 {tile}", "the flower {tile} laid by {who:#}"),
        Action::Exchange { tiles, takes, .. } => {
            let (tiles, takes) = (Tiles(tiles.clone()), Tiles(takes.clone()));
            bilingual!("{who}换出 {tiles}、换进 {takes}", "{who:#} gave {tiles} and took {takes}")
        }
        Action::Reveal { tiles, .. } => {
            let tiles = Tiles(tiles.clone());
            bilingual!("开杠翻出 {tiles}", "tiles {tiles} turned up by the dice")
        }
        Action::Opening { kinds, .. } => {
            let kinds = kinds.join("、");
            let kinds = shown(&kinds);
            bilingual!("{who}起手胡 {kinds}", "initial wins {kinds} of {who:#}")
        }
        _ => bilingual!("{who}的 {name}", "`{name}` of {who:#}"),
    }
}
