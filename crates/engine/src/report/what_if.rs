//! What-if reports (若是另一样): the report under another option, another ruling of an event or a corrected fact, compared
//! with the current report. Both are computed now, by the same revision; the log itself is not changed.

use super::build;
use super::document::{FindingView, HandView, LineView, Report, RulesView, Summary};
use super::transfers::TransferView;
use crate::audit::{Audit, Verdict, metered, metered_letting};
use crate::meter::Meter;
use crate::rules::{RulesError, Ruleset};
use caipan_log::{Action, GameLog, HandLog, OptionValue, People, RulesDeclared};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use caipan_tiles::tile::{SeatList, Tile};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The format of the answer.
pub const FORMAT: &str = "caipan-what-if/1";
/// The maximum number of changed events per question.
const MOST: usize = 16;

/// The changes to assume.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Otherwise {
    /// Another system or preset; it replaces the log's rules together with their declared options.
    #[serde(default)]
    pub rules: Option<String>,
    /// Options with other values.
    #[serde(default)]
    pub options: BTreeMap<String, OptionValue>,
    /// Events with another ruling or another tile; at most 16.
    #[serde(default)]
    pub events: Vec<EventOtherwise>,
}

/// One changed event.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventOtherwise {
    /// The hand, from 0.
    pub hand: usize,
    /// The event in the hand, from 0.
    pub event: usize,
    /// Another ruling of the event.
    #[serde(default)]
    pub ruling: Option<Ruling>,
    /// Another tile in the event.
    #[serde(default)]
    pub tile: Option<Tile>,
}

/// A ruling of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// The event does not count, as if it had not happened.
    Out,
    /// The event is valid, whatever the rules say; a win counts for its recorded value.
    Stands,
}

/// The current report and the changed one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct WhatIf {
    /// Always `caipan-what-if/1`.
    pub format: &'static str,
    /// The changes, in words.
    pub asked: Vec<Text>,
    /// The current report.
    pub before: SideView,
    /// The changed report.
    pub after: SideView,
    /// The hands with different payments due.
    pub hands: Vec<HandOtherwise>,
    /// The primary findings that would disappear.
    pub gone: Vec<FindingView>,
    /// The primary findings that would appear, with positions in the original log.
    pub come: Vec<FindingView>,
}

/// One of the two reports.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SideView {
    /// The verdict.
    pub verdict: Verdict,
    /// The rules applied.
    pub rules: RulesView,
    /// The number of findings.
    pub summary: Summary,
    /// The transfers that correct all hands together.
    pub transfers: Vec<TransferView>,
    /// The points to move, in words; absent if nothing is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Text>,
}

/// A hand with different payments due.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HandOtherwise {
    /// The index of the hand.
    pub hand: usize,
    /// The payments that would no longer be due.
    pub gone: Vec<LineView>,
    /// The payments that would become due.
    pub come: Vec<LineView>,
    /// The points that each seat gains or loses now; absent if unknown.
    pub before: Option<SeatList<i64>>,
    /// The points that each seat would gain or lose; absent if unknown.
    pub after: Option<SeatList<i64>>,
}

/// The reason why the question cannot be answered.
#[derive(Clone, Debug)]
pub struct NoAnswer {
    /// The JSON pointer into the question.
    pub pointer: String,
    /// The error and its fix.
    pub text: Text,
}

/// Audits a log with and without the changes.
pub fn what_if(log: &GameLog, otherwise: &Otherwise) -> Result<WhatIf, NoAnswer> {
    let changed = Changed::of(log, otherwise)?;
    let audits = audits(log, &changed, &Meter::unlimited())?;
    Ok(compared(log, changed, &audits))
}

/// Audits a log as [`what_if`] does. `None` if the meter stopped one of the audits.
pub fn what_if_within(log: &GameLog, otherwise: &Otherwise, meter: &Meter<'_>) -> Result<Option<WhatIf>, NoAnswer> {
    let changed = Changed::of(log, otherwise)?;
    let audits = audits(log, &changed, meter)?;
    Ok((!meter.is_stopped()).then(|| compared(log, changed, &audits)))
}

/// Audits with and without the changes; the result of a stopped meter means nothing.
fn audits(log: &GameLog, changed: &Changed, meter: &Meter<'_>) -> Result<[(Ruleset, Audit); 2], NoAnswer> {
    let of_rules = |error: RulesError| {
        let pointer = error.pointer.replacen("/rules/system", "/rules", 1).replacen("/rules/options", "/options", 1);
        NoAnswer { pointer, text: error.text }
    };
    let before = metered(log, meter).map_err(of_rules)?;
    let after = if changed.stands.is_empty() {
        metered(&changed.log, meter)
    } else {
        metered_letting(&changed.log, &changed.stands, meter)
    };
    Ok([before, after.map_err(of_rules)?])
}

fn compared(log: &GameLog, changed: Changed, [before, after]: &[(Ruleset, Audit); 2]) -> WhatIf {
    let before = build::build(log, "", None, &before.0, &before.1);
    let after = changed.at_original_places(build::build(&changed.log, "", None, &after.0, &after.1));
    WhatIf {
        format: FORMAT,
        asked: changed.asked,
        hands: hands(&before, &after),
        gone: only(&before, &after),
        come: only(&after, &before),
        before: side(before),
        after: side(after),
    }
}

/// The changed log.
struct Changed {
    log: GameLog,
    /// The events accepted as valid, by hand, with their index in the changed log.
    stands: BTreeMap<usize, usize>,
    /// The events left out, by hand.
    out: BTreeMap<usize, BTreeSet<usize>>,
    asked: Vec<Text>,
}

impl Changed {
    fn of(log: &GameLog, otherwise: &Otherwise) -> Result<Changed, NoAnswer> {
        let mut changed =
            Changed { log: log.clone(), stands: BTreeMap::new(), out: BTreeMap::new(), asked: Vec::new() };
        changed.rules(otherwise);
        if otherwise.events.len() > MOST {
            return Err(no(
                "/events",
                bilingual!("一次最多改 {MOST} 个动作；请分开问。", "at most {MOST} events per question; ask in parts"),
            ));
        }
        let people = People::of(log);
        for (at, event) in otherwise.events.iter().enumerate() {
            changed.event(event, at, &people)?;
        }
        if changed.asked.is_empty() {
            let text = bilingual!(
                "没写要改什么；请给出 rules、options 或 events。",
                "nothing to change; give `rules`, `options` or `events`"
            );
            return Err(no("", text));
        }
        changed.leave_out();
        Ok(changed)
    }

    fn rules(&mut self, otherwise: &Otherwise) {
        if let Some(system) = &otherwise.rules {
            // The rules of the room that caipan does not know stay in force.
            let RulesDeclared { houses, unmodelled, .. } = std::mem::take(&mut self.log.rules);
            self.log.rules = RulesDeclared { system: system.clone(), options: BTreeMap::new(), unmodelled, houses };
            self.asked.push(bilingual!("规则换成 {system}", "the rules are {system}"));
        }
        for (id, value) in &otherwise.options {
            self.log.rules.options.insert(id.clone(), value.clone());
            let value = match value {
                OptionValue::Flag(flag) => flag.to_string(),
                OptionValue::Number(number) => number.to_string(),
                OptionValue::Word(word) => word.clone(),
            };
            self.asked.push(bilingual!("选项 {id} = {value}", "option {id} = {value}"));
        }
    }

    fn event(&mut self, event: &EventOtherwise, at: usize, people: &People) -> Result<(), NoAnswer> {
        let EventOtherwise { hand, event, ruling, tile } = *event;
        let (number, step) = (hand.saturating_add(1), event.saturating_add(1));
        let pointer = format!("/events/{at}");
        let Some(action) = action(&mut self.log.hands, hand, event) else {
            let text = bilingual!(
                "第 {number} 局没有第 {step} 手；步数请照报告或牌桌页写。",
                "hand {number} has no step {step}; take the number from the report or the board page"
            );
            return Err(no(&pointer, text));
        };
        if ruling.is_none() && tile.is_none() {
            let text = bilingual!(
                "没写这一步怎么改；请给出 ruling 或 tile。",
                "the change of this event is missing; give `ruling` or `tile`"
            );
            return Err(no(&pointer, text));
        }
        if let Some(tile) = tile {
            let Some(place) = tile_of(action) else {
                let text = bilingual!(
                    "这一步没有单张的牌可改；请换一步，或改判它。",
                    "this event has no single tile; choose another, or change its ruling"
                );
                return Err(no(&format!("{pointer}/tile"), text));
            };
            let before = std::mem::replace(place, tile);
            self.asked.push(bilingual!(
                "第 {number} 局第 {step} 手的 {before} 应为 {tile}",
                "the {before} of step {step} of hand {number} was {tile}"
            ));
        }
        let who = action.seat().map(|seat| people.who(seat));
        match ruling {
            Some(Ruling::Out) => {
                self.out.entry(hand).or_default().insert(event);
                self.asked.push(match who {
                    Some(who) => bilingual!(
                        "第 {number} 局第 {step} 手（{who}）不算",
                        "step {step} of hand {number} ({who:#}) is cancelled"
                    ),
                    None => bilingual!("第 {number} 局第 {step} 手不算", "step {step} of hand {number} is cancelled"),
                });
            }
            Some(Ruling::Stands) => {
                if self.stands.insert(hand, event).is_some_and(|other| other != event) {
                    let text = bilingual!(
                        "一局只能让一步算数。",
                        "only one event of a hand can be allowed at a time; ask in parts"
                    );
                    return Err(no(&format!("{pointer}/ruling"), text));
                }
                self.asked.push(match who {
                    Some(who) => {
                        bilingual!(
                            "第 {number} 局第 {step} 手（{who}）算数",
                            "step {step} of hand {number} ({who:#}) is allowed"
                        )
                    }
                    None => bilingual!("第 {number} 局第 {step} 手算数", "step {step} of hand {number} is allowed"),
                });
            }
            None => {}
        }
        // A digest describes the client's original table, so it does not apply here.
        for event in self.log.hands.get_mut(hand).into_iter().flat_map(|hand| &mut hand.events) {
            event.digest = None;
        }
        Ok(())
    }

    /// Removes the events ruled out from the log.
    fn leave_out(&mut self) {
        for (hand, out) in &self.out {
            if let Some(stands) = self.stands.get_mut(hand) {
                let before = out.range(..*stands).count();
                *stands = stands.saturating_sub(before);
            }
            for event in out.iter().rev() {
                if let Some(played) = self.log.hands.get_mut(*hand).filter(|played| *event < played.events.len()) {
                    played.events.remove(*event);
                }
            }
        }
    }

    /// Converts the positions in a report of the changed log to those of the original log.
    fn at_original_places(&self, mut report: Report) -> Report {
        for finding in &mut report.findings {
            let (Some(hand), Some(event)) = (finding.hand, finding.event) else { continue };
            let mut place = event;
            for out in self.out.get(&hand).into_iter().flatten() {
                place += usize::from(*out <= place);
            }
            let (from, to) = (format!("/hands/{hand}/events/{event}"), format!("/hands/{hand}/events/{place}"));
            finding.event = Some(place);
            finding.pointer = finding.pointer.replacen(&from, &to, 1);
        }
        report
    }
}

fn action(hands: &mut [HandLog], hand: usize, event: usize) -> Option<&mut Action> {
    Some(&mut hands.get_mut(hand)?.events.get_mut(event)?.action)
}

/// Returns the tile of an event that a question may change, if there is one.
fn tile_of(action: &mut Action) -> Option<&mut Tile> {
    match action {
        Action::Draw { tile, .. }
        | Action::Discard { tile, .. }
        | Action::Chow { tile, .. }
        | Action::Pung { tile, .. }
        | Action::Kong { tile, .. }
        | Action::Win { tile, .. }
        | Action::Flip { tile } => Some(tile),
        _ => None,
    }
}

fn no(pointer: &str, text: Text) -> NoAnswer {
    NoAnswer { pointer: pointer.to_owned(), text }
}

fn side(report: Report) -> SideView {
    let points = report.points_to_move(&People::called(&report.log.players));
    let Report { verdict, rules, summary, transfers, .. } = report;
    SideView { verdict, rules, summary, transfers, points }
}

/// Returns the primary findings of one report that the other lacks.
fn only(report: &Report, other: &Report) -> Vec<FindingView> {
    let key = |finding: &FindingView| {
        let FindingView { code, hand, event, seat, claimed, computed, kind, .. } = finding;
        format!("{code} {hand:?} {event:?} {seat:?} {claimed:?} {computed:?} {kind:?}")
    };
    let there: BTreeSet<String> = other.findings.iter().filter(|one| other.stands_alone(one)).map(key).collect();
    let alone = report.findings.iter().filter(|one| report.stands_alone(one));
    alone.filter(|one| !there.contains(&key(one))).cloned().collect()
}

fn hands(before: &Report, after: &Report) -> Vec<HandOtherwise> {
    let known = |hand: &HandView| hand.due_unknown.is_none().then_some(hand.balance);
    let both = before.hands.iter().zip(&after.hands);
    let of = |(before, after): (&HandView, &HandView)| {
        let (gone, come) = (without(&before.ledger, &after.ledger), without(&after.ledger, &before.ledger));
        let (was, is) = (known(before), known(after));
        (was != is || !gone.is_empty() || !come.is_empty()).then_some(HandOtherwise {
            hand: before.hand,
            gone,
            come,
            before: was,
            after: is,
        })
    };
    both.filter_map(of).collect()
}

/// Returns the payments that are not among the others. Equal payments are matched one to one.
fn without(lines: &[LineView], others: &[LineView]) -> Vec<LineView> {
    let key = |line: &LineView| {
        let LineView { from, to, sum, cause, clause, tiles, .. } = line;
        (*from, *to, sum.clone(), cause.clone(), clause.clone(), tiles.clone())
    };
    let mut left: Vec<_> = others.iter().map(key).collect();
    let mut only = Vec::new();
    for line in lines {
        match left.iter().position(|other| *other == key(line)) {
            Some(at) => drop(left.swap_remove(at)),
            None => only.push(line.clone()),
        }
    }
    only
}
