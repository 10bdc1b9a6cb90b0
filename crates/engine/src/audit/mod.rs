//! The audit (审计): faults of a log, hand by hand and over the match, the coverage of the checks, and other house rules
//! that explain the faults.

mod accounts;
mod allowance;
mod check;
pub mod checks;
mod course;
mod coverage;
mod dealers;
mod describe;
mod finding;
mod hand;
mod hidden;
mod house_lines;
mod inverse;
mod listed;
mod match_end;
mod other_rules;
mod pack;
mod repair;
mod repeated;
mod replays;
mod result;
mod scores;
mod streak;
mod turned;
mod undealt;
mod unknown;
mod unmodelled;
mod hypotheses;
mod lasting;
mod wild;
mod win_due;
mod world;

pub(crate) use check::checks;
pub use check::{About, Check, Kind, Severity};
pub use coverage::{Answered, Coverage, Question};
pub(crate) use describe::in_words;
pub(crate) use finding::root;
pub use finding::{Finding, FindingIdx};
pub use hand::Audited;
pub use inverse::{Change, Evidence, Explanation, Searched};
pub use listed::{MOST as MOST_LISTED, Unlisted};
pub use match_end::MatchEnd;
pub use unknown::Unknown;

use crate::meter::Meter;
use crate::replay::{Before, ForcedEvent, Unrecorded, unrecorded_exchange};
use crate::rules::{OptionSet, Rules, RulesError, Ruleset, resolve_for};
use caipan_log::{GameLog, HandLog, People, Unmodelled};
use caipan_tiles::text::Label;
use course::Course;
use hypotheses::Limit;
use lasting::Lasting;
use other_rules::OtherRules;
use pack::OtherPacks;
use replays::Tried;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::BTreeMap;

/// The verdict of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Nothing wrong was found. The coverage lists what could not be compared.
    Clean,
    /// Nothing wrong was found, but a claim could not be checked.
    Unverifiable,
    /// Wrong under the declared options, right under other options that the report names.
    Variant,
    /// Something is wrong.
    Faulty,
}

impl Verdict {
    /// Returns the word in reports: `clean`, `unverifiable`, `variant`, `faulty`.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Clean => "clean",
            Verdict::Unverifiable => "unverifiable",
            Verdict::Variant => "variant",
            Verdict::Faulty => "faulty",
        }
    }

    /// Returns the name shown to people.
    pub const fn label(self) -> Label {
        match self {
            Verdict::Clean => Label::new("无误", "clean"),
            Verdict::Unverifiable => Label::new("部分未核", "unverifiable"),
            Verdict::Variant => Label::new("房规不符", "variant"),
            Verdict::Faulty => Label::new("有误", "faulty"),
        }
    }
}

/// The audit of a match.
#[derive(Debug, Default)]
pub struct Audit {
    /// The findings, in order; `because` is an index into this list.
    pub findings: Vec<Finding>,
    /// The findings of hands with very many, which are counted only.
    pub unlisted: Unlisted,
    /// The hands that were audited, each with the state before it.
    pub hands: Vec<(Before, Audited)>,
    /// The end of the match, if the house rules add to its totals and the points of all hands are known.
    pub end: Option<MatchEnd>,
    /// The coverage of the checks.
    pub coverage: Coverage,
    /// Other house rules that explain the faults: the smallest changes, several if they are equally small.
    pub explanations: Vec<Explanation>,
    /// Other house rules that would make everything right as well, but with too little evidence: the findings stay
    /// faults.
    pub possible: Vec<Explanation>,
    /// Statistics of the search for other house rules.
    pub searched: Searched,
}

impl Audit {
    /// Returns the verdict: the gravest kind among the primary findings.
    pub fn verdict(&self) -> Verdict {
        let primary = |kind: Kind| self.findings.iter().any(|finding| finding.is_primary() && finding.kind == kind);
        if primary(Kind::Fault) {
            Verdict::Faulty
        } else if primary(Kind::Variant) {
            Verdict::Variant
        } else if primary(Kind::Unverifiable) {
            Verdict::Unverifiable
        } else {
            Verdict::Clean
        }
    }
}

/// Audits a match under the rules that it declares. If something is wrong, searches for other house rules that explain
/// it.
///
/// Returns an error that names the part of the declaration that cannot be used.
pub fn audit(log: &GameLog) -> Result<(Ruleset, Audit), RulesError> {
    metered(log, &Meter::unlimited())
}

/// Audits as [`audit`] does; the result of a stopped meter means nothing.
pub(crate) fn metered(log: &GameLog, meter: &Meter<'_>) -> Result<(Ruleset, Audit), RulesError> {
    let ruleset = resolve_for(log)?;
    let audit = metered_under(log, &ruleset, meter);
    Ok((ruleset, audit))
}

/// Audits a match under these rules, whatever it declares, and searches for other house rules as [`audit`] does.
pub fn audit_under(log: &GameLog, ruleset: &Ruleset) -> Audit {
    metered_under(log, ruleset, &Meter::unlimited())
}

fn metered_under(log: &GameLog, ruleset: &Ruleset, meter: &Meter<'_>) -> Audit {
    let audit = audit_with(log, &People::of(log), ruleset, Scope::All, Limit::most(log, meter), None, meter);
    let audit = repair::explained(log, ruleset, audit, meter);
    listed::limited(inverse::explained(log, ruleset, audit, meter))
}

/// Audits a match under the rules that it declares, but accepts one event of some hands even if the rules refuse it.
/// `stand` maps a hand to the index of that event. A win that the rules do not accept counts as claimed. Does not
/// search for other house rules.
pub fn audit_letting(log: &GameLog, stand: &BTreeMap<usize, usize>) -> Result<(Ruleset, Audit), RulesError> {
    metered_letting(log, stand, &Meter::unlimited())
}

/// Audits as [`audit_letting`] does; the result of a stopped meter means nothing.
pub(crate) fn metered_letting(
    log: &GameLog,
    stand: &BTreeMap<usize, usize>,
    meter: &Meter<'_>,
) -> Result<(Ruleset, Audit), RulesError> {
    let ruleset = resolve_for(log)?;
    let rules = ruleset.rules.as_ref();
    let of = |(&hand, &event): (&usize, &usize)| Some((hand, hypotheses::force(rules, log.hands.get(hand)?, event)));
    let stands: BTreeMap<usize, ForcedEvent> = stand.iter().filter_map(of).collect();
    let audit =
        audit_with(log, &People::of(log), &ruleset, Scope::Letting(&stands), Limit::most(log, meter), None, meter);
    Ok((ruleset, listed::limited(audit)))
}

/// Returns the state before each hand, in one pass over the match, without a search for other house rules.
pub fn all_before(log: &GameLog) -> Result<(Ruleset, Vec<Before>), RulesError> {
    let ruleset = resolve_for(log)?;
    let hands = audit_with(log, &People::of(log), &ruleset, Scope::All, Limit::FEW, None, &Meter::unlimited()).hands;
    Ok((ruleset, hands.into_iter().map(|(before, _)| before).collect()))
}

/// A hand in its match, under the rules that it is audited by.
#[derive(Clone, Copy)]
struct Dealt<'a> {
    rules: &'a dyn Rules,
    log: &'a GameLog,
    people: &'a People,
    /// The index of the hand, from 0.
    index: usize,
    hand: &'a HandLog,
    before: Before,
    /// The rules of the room that caipan does not know.
    unmodelled: &'a Vec<Unmodelled>,
    /// The packs under other options, for the findings of a report; `None` if other rules are tried.
    packs: Option<&'a OtherPacks<'a>>,
    /// The other rules that an unknown event may belong to; `None` if other rules are tried.
    others: Option<&'a OtherRules<'a>>,
    /// The values of lasting fields that the hands before allow.
    lasting: &'a Lasting<'a>,
    /// The cache of replays, if other rules are tried.
    tried: Option<Tried<'a>>,
    /// The event that is accepted even if the rules refuse it.
    stands: Option<&'a ForcedEvent>,
    /// The work done in search of slips of the record.
    slip_work: &'a Cell<usize>,
    meter: &'a Meter<'a>,
}

/// The part of a match that is audited.
#[derive(Clone, Copy)]
enum Scope<'a> {
    /// All hands.
    All,
    /// All hands; the events in this map, by hand, are accepted even if the rules refuse them.
    Letting(&'a BTreeMap<usize, ForcedEvent>),
    /// Only this hand.
    Hand(usize),
    /// Hand after hand, as long as the predicate is true of every finding.
    While(&'a dyn Fn(&Finding) -> bool),
}

/// Audits a match under these rules. `limit` is that of the hypotheses tried for each hand in doubt.
fn audit_with(
    log: &GameLog,
    people: &People,
    ruleset: &Ruleset,
    scope: Scope<'_>,
    limit: Limit,
    tried: Option<Tried<'_>>,
    meter: &Meter<'_>,
) -> Audit {
    let rules = ruleset.rules.as_ref();
    let packs = OtherPacks::of(ruleset);
    let packs = tried.is_none().then_some(&packs);
    let others = OtherRules::of(ruleset);
    let others = tried.is_none().then_some(&others);
    let mut course = Course::start(log);
    let mut audit = Audit::default();
    let Audit { findings, hands, coverage, end, .. } = &mut audit;
    // In the audit of a single hand, findings are counted within the hand.
    let is_match = !matches!(scope, Scope::Hand(_));
    findings.extend(unmodelled::declared(log, ruleset).filter(|_| is_match));
    let declared = findings.first().map(|_| FindingIdx(0));
    findings.extend(house_lines::undeclared(log, ruleset).filter(|_| is_match));
    findings.extend(hidden::declared(log, people).filter(|_| is_match));
    let slip_work = Cell::new(0);
    let mut checked = 0;
    for (index, hand) in log.hands.iter().enumerate() {
        if !meter.spend(1) {
            break;
        }
        findings.extend(course.hands_missing(log, index, FindingIdx(findings.len())).filter(|_| is_match));
        course.moved_between(log, index);
        let mut before = course.before(rules, log, index, hand);
        // A wall is dealt from the dealer on: a guessed dealer would mean four guessed hands.
        let undealt = course.cannot_deal(hand).then(|| HandLog { wall: None, ..hand.clone() });
        let tried = tried.filter(|_| undealt.is_none());
        let stands = if let Scope::Letting(stands) = scope { stands.get(&index) } else { None };
        let hand = undealt.as_ref().unwrap_or(hand);
        let exchange = match tried {
            Some(tried) => {
                before.exchange = tried.replays.exchange(index);
                None
            }
            None => unrecorded_exchange(rules, hand, before, |events| meter.spend(events)),
        };
        if let Some(Unrecorded::Known(exchange)) = exchange {
            before.exchange = Some(exchange);
        }
        let floors = if course.downstairs { std::iter::once(0).collect() } else { course.floors.allowed() };
        let streaks = course.streaks.allowed();
        let lasting = Lasting { floors: &floors, streaks: &streaks };
        let unmodelled = &ruleset.unmodelled;
        let dealt = Dealt {
            rules,
            log,
            people,
            index,
            hand,
            before,
            unmodelled,
            packs,
            others,
            lasting: &lasting,
            tried,
            stands,
            slip_work: &slip_work,
            meter,
        };
        if let Scope::Hand(only) = scope {
            if index == only {
                let mut audited = hand::audit_hand(dealt, exchange, None, limit, coverage);
                findings.append(&mut audited.findings);
                hands.push((before, audited));
                break;
            }
            if rules.floors().is_some() {
                // The floor of this hand follows from the hands before it.
                course.follow(dealt);
            } else {
                course.skip(before);
            }
            continue;
        }
        let repeated = repeated::wall(log, index).map(|finding| {
            findings.push(finding);
            FindingIdx(findings.len() - 1)
        });
        course.dealer(dealt, repeated, findings, coverage);
        let first = findings.len();
        let mut audited = hand::audit_hand(dealt, exchange, course.scores, limit, coverage);
        // From here on `because` counts over the whole match.
        findings.extend(std::mem::take(&mut audited.findings).into_iter().map(|mut finding| {
            finding.because = finding.because.map(|of_hand| of_hand.after(first));
            if finding.check == &checks::money::MOVED {
                finding.because = finding.because.or(declared);
            }
            finding
        }));
        course.after(dealt, &mut audited, first, findings, coverage);
        if let Some(root) = audited.turned {
            turned::follow(findings.get_mut(first..).unwrap_or_default(), index, root.after(first));
        }
        if undealt.is_some() {
            // Rules that determine the dealer would replay this hand with its wall, so the replay depends on every
            // option.
            audited.asked = OptionSet::ALL;
        }
        hands.push((before, audited));
        if let Scope::While(holds) = scope {
            // Of hands with very many findings each is looked at once, not again after every later hand.
            if !findings.iter().skip(checked).all(holds) {
                break;
            }
            checked = findings.len();
        }
    }
    if is_match && hands.len() == log.hands.len() {
        *end = course.totals.check(log, people, ruleset, findings, coverage);
    }
    findings.extend(accounts::in_two_seats(log).filter(|_| is_match && tried.is_none()));
    point_to_roots(findings);
    audit
}

/// Lets every consequence point to the finding at the root: a floor found wrong can itself follow from a fault before.
fn point_to_roots(findings: &mut [Finding]) {
    for at in 0..findings.len() {
        let of = |at: usize| findings.get(at).and_then(|finding| finding.because);
        if let Some(root) = of(at).and_then(|because| of(because.0))
            && let Some(finding) = findings.get_mut(at)
        {
            finding.because = Some(root);
        }
    }
}
