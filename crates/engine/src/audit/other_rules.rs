//! The house rule that an event of a hand may belong to: if the declared rules do not have such an event, the option and
//! the values under which they would. The inverse audit does not propose it, because one event changes no amount.

use super::{Dealt, Finding};
use crate::replay::{Assumed, Breach, Mark, Replayed, replay_assuming};
use crate::rules::{Decl, OptionSet, Ruleset, Value};
use caipan_log::{Action, HandLog};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::Seat;
use std::cell::{Cell, RefCell};

/// The maximum number of events that are replayed for a match. A search replays its hand some sixty times; this is enough
/// for eight kinds of events in hands of usual length, and none is named beyond it.
const MOST_REPLAYED: usize = 100_000;

/// The rules of a match with another value of one option, and the kinds of events that were searched for.
pub(super) struct OtherRules<'a> {
    ruleset: &'a Ruleset,
    known: RefCell<Vec<(EventKey, Option<Allowing>)>>,
    /// The number of events replayed so far.
    replayed: Cell<usize>,
}

/// The kind of an event, its detail and its number of tiles: events alike in this are searched for once.
type EventKey = (&'static str, &'static str, usize);

/// The option that allows an event, and its values that do.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Allowing {
    option: &'static str,
    rule: Text,
}

impl<'a> OtherRules<'a> {
    pub(super) fn of(ruleset: &'a Ruleset) -> OtherRules<'a> {
        OtherRules { ruleset, known: RefCell::default(), replayed: Cell::default() }
    }

    /// Adds to the finding of an event that these rules do not have the one option that would allow it, if there is one.
    /// `asked`: the options that the replay read.
    pub(super) fn name(
        &self,
        dealt: Dealt<'_>,
        hand: &HandLog,
        (replayed, asked): (&Replayed, OptionSet),
        (finding, breach): (&mut Finding, &Breach),
    ) {
        let Some((at, event)) = breach.event.and_then(|at| Some((at, hand.events.get(at)?))) else { return };
        if !breach.what.is(Mark::NoSuchEvent) || !replayed.followed {
            return;
        }
        let key = key(&event.action);
        let known = self.known.borrow().iter().find(|(known, _)| *known == key).map(|(_, found)| found.clone());
        let found = known.unwrap_or_else(|| {
            let found = self.allowing(dealt, hand, (replayed, asked), (at, breach.seat));
            self.known.borrow_mut().push((key, found.clone()));
            found
        });
        let Some(Allowing { option, rule }) = found else { return };
        finding.option = finding.option.or(Some(option));
        finding.short.push(finding.text.clone());
        finding.text.zh = format!("{}（本房若约定{}，就可以。）", finding.text.zh, rule.zh).into();
        finding.text.en = format!("{} (it would be allowed if the house plays {})", finding.text.en, rule.en).into();
    }

    /// The option, if all values that allow the event are of one. Values that leave nothing wrong with the event come
    /// before those under which only something else is wrong with it.
    fn allowing(
        &self,
        dealt: Dealt<'_>,
        hand: &HandLog,
        (replayed, asked): (&Replayed, OptionSet),
        (at, seat): (usize, Option<Seat>),
    ) -> Option<Allowing> {
        let declared = self.ruleset.rules.as_ref();
        let before = breaches_before(replayed, at);
        let decls = (self.ruleset.system.options)().iter().zip(self.ruleset.choices.values()).enumerate();
        let mut allowing: Vec<(&'static Decl, Value, bool)> = Vec::new();
        for (place, (decl, &value)) in decls {
            if asked.and(OptionSet::of(place)).is_empty() {
                continue;
            }
            for other in candidates(decl, value) {
                let changed = self.ruleset.changed(None, [(decl.id, other)]);
                let rules = changed.rules.as_ref();
                if changed.contradicts_itself() || rules.deck() != declared.deck() || rules.seats() != declared.seats()
                {
                    continue;
                }
                self.replayed.set(self.replayed.get().saturating_add(hand.events.len()));
                if self.replayed.get() > MOST_REPLAYED || !dealt.meter.spend(hand.events.len()) {
                    return None;
                }
                let assumed = Assumed { forced: None, slip: replayed.slip };
                let tried = replay_assuming(rules, hand, dealt.before, assumed, |_, _| ());
                let mut here = tried.breaches.iter().filter(|breach| breach.event == Some(at) && breach.seat == seat);
                let is_clean = here.clone().next().is_none();
                let has_event = !here.any(|breach| breach.what.is(Mark::NoSuchEvent));
                if tried.followed && has_event && breaches_before(&tried, at) <= before {
                    allowing.push((decl, other, is_clean));
                }
            }
        }
        if allowing.iter().any(|(.., is_clean)| *is_clean) {
            allowing.retain(|(.., is_clean)| *is_clean);
        }
        let (decl, ..) = *allowing.first()?;
        if allowing.iter().any(|(other, ..)| other.id != decl.id) {
            return None;
        }
        let values: Vec<Text> = allowing.iter().map(|&(_, value, _)| decl.in_words(value)).collect();
        let (or, or_en) = if is_range(decl) { ("–", "–") } else { ("或", " or ") };
        let join = |part: fn(&Text) -> &str, seam: &str| values.iter().map(part).collect::<Vec<_>>().join(seam);
        let (zh, en) = (join(|text| &text.zh, or), join(|text| &text.en, or_en));
        let (label, label_en) = (decl.label.zh, decl.label.en);
        Some(Allowing { option: decl.id, rule: bilingual!("“{label}：{zh}”", "“{label_en}: {en}”") })
    }
}

/// True if no number of an option is usual: then its range is tried at both ends.
fn is_range(decl: &Decl) -> bool {
    decl.wide().is_some() && decl.usual.is_empty()
}

/// The other values of an option that are tried.
fn candidates(decl: &Decl, value: Value) -> Vec<Value> {
    match decl.wide() {
        Some(range) if decl.usual.is_empty() => {
            [range.start() + 1, *range.end()].into_iter().map(Value::Number).filter(|&other| other != value).collect()
        }
        _ => decl.others(value),
    }
}

fn key(action: &Action) -> EventKey {
    let name = action.name();
    match action {
        Action::Declare { what, .. } => (name, what.name(), 0),
        Action::Exchange { tiles, takes, .. } => (name, "", tiles.len().max(takes.len())),
        Action::Kong { dice, .. } if dice.is_some() => (name, "dice", 0),
        _ => (name, "", 0),
    }
}

/// The number of breaches before an event.
fn breaches_before(replayed: &Replayed, at: usize) -> usize {
    replayed.breaches.iter().filter(|breach| breach.event.is_none_or(|event| event < at)).count()
}
