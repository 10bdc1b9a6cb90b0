//! A block of games: each is played, audited in full and redacted, and audited again with injected faults.

use super::occurred;
use super::tally::{Tally, Trouble};
use crate::generate::faults::{self, Fault, Stage};
use crate::generate::{MatchConfig, Rng, one, redact};
use caipan_engine::audit::{Audit, Explanation, Finding, Kind, Verdict, audit};
use caipan_engine::rules::{Preset, Ruleset, System, house_money};
use caipan_log::GameLog;

/// The number of games in a block.
pub const BLOCK: u64 = 1000;
/// Games per fault of one kind: one fault is injected for this many games, in the first block and in later ones. The
/// first block shows many faults of each kind; later blocks mainly add clean games.
const GAMES_A_FAULT: (u64, u64) = (20, 100);
/// A kind is tried in one of this many games, in the first block and in later ones.
const GAMES_A_TRY: (u64, u64) = (1, 10);
/// The percentage of games that are played under house rules: a preset with options changed by chance.
const HOUSES: u8 = 25;
/// The seed of all games.
const SEED: u64 = 0xCA1_9A2;
/// Refusals by the rules are counted in one of this many games.
const GAMES_A_LOOK: u64 = 8;

/// The proof of one system: all its presets, with and without changed options, and players of every configuration.
#[derive(Debug)]
pub struct Proof {
    system: &'static System,
    presets: Vec<Ruleset>,
}

impl Proof {
    /// A proof under all presets of this system.
    pub fn of(system: &'static System) -> Proof {
        let presets = system.presets.iter().map(|preset| Ruleset::new(system, preset, &[])).collect();
        Proof { system, presets }
    }

    /// A proof under one preset only, with and without changed options.
    pub fn of_preset(system: &'static System, preset: &'static Preset) -> Proof {
        Proof::under(system, vec![Ruleset::new(system, preset, &[])])
    }

    /// A proof under these rules, with and without changed options.
    pub(super) fn under(system: &'static System, presets: Vec<Ruleset>) -> Proof {
        Proof { system, presets }
    }

    /// Returns the figures of the first `games` games of this block.
    pub fn block(&self, number: u64, games: u64) -> Tally {
        self.watched(number, games, || {})
    }

    /// Like `block`, and calls `played` after each game.
    pub fn watched(&self, number: u64, games: u64, played: impl Fn()) -> Tally {
        let mut tally = Tally::default();
        let games = games.min(BLOCK);
        let first = number == 0;
        let wanted = games.div_ceil(if first { GAMES_A_FAULT.0 } else { GAMES_A_FAULT.1 });
        let every = if first { GAMES_A_TRY.0 } else { GAMES_A_TRY.1 };
        for at in 0..games {
            let game = number.saturating_mul(BLOCK).saturating_add(at);
            let mut chance = Rng::nth(SEED, game);
            let (Some(preset), Some((_, config))) = (chance.pick(&self.presets), chance.pick(&MatchConfig::ALL)) else {
                break;
            };
            let house = chance.percent(HOUSES).then(|| self.house(preset, &mut chance));
            let ruleset = house.as_ref().unwrap_or(preset);
            let log = one(ruleset, SEED, game, config);
            clean(ruleset, &log, at.is_multiple_of(GAMES_A_LOOK), &mut tally);
            let stage = Stage::of(ruleset, &log);
            // Each kind has its own games, so a game tries only the kinds of one turn.
            for (_, kind) in (at..).zip(faults::kinds()).filter(|(turn, _)| turn.is_multiple_of(every)) {
                // The search for a house rule that explains wrong payments is slow, so fewer of them are injected.
                let wanted = if kind.code.starts_with("A7") { wanted.div_ceil(4) } else { wanted };
                if tally.kinds.get(&(kind.code, kind.name)).is_some_and(|&so_far| so_far >= wanted) {
                    continue;
                }
                if let Some((fault, bad)) = stage.inject(kind, &mut chance) {
                    audit_faulty(fault, bad, &mut tally);
                }
            }
            played();
        }
        tally
    }

    /// Returns rules with one, two or three options of the region changed. The faults know nothing of the house money, which
    /// laws of its own play.
    fn house(&self, base: &Ruleset, chance: &mut Rng) -> Ruleset {
        let decls = (self.system.options)();
        let (own, _) = decls.split_at(decls.len().saturating_sub(house_money::Options::COUNT));
        let mut changes = Vec::new();
        for _ in 0..=chance.below(3) {
            let Some(decl) = chance.pick(own) else { break };
            let values = base.choices.get(decl.id).map(|value| decl.alternatives(value)).unwrap_or_default();
            changes.extend(chance.pick(&values).map(|&value| (decl.id, value)));
        }
        let house = base.changed(None, changes);
        // A log that declares options that contradict each other is refused, so nobody plays by them.
        if house.contradicts_itself() { base.changed(None, []) } else { house }
    }
}

/// Audits a correct match, in full and redacted.
fn clean(ruleset: &Ruleset, log: &GameLog, look: bool, tally: &mut Tally) {
    tally.games += 1;
    tally.hands += log.hands.len() as u64;
    tally.events += log.hands.iter().map(|hand| hand.events.len() as u64).sum::<u64>();
    let whole = audit(log).ok().map(|(_, audit)| audit);
    if let Some(whole) = &whole {
        occurred::count(ruleset, log, whole, look, tally);
    }
    let thin = redact(log);
    let poor = audit(&thin).ok().map(|(_, audit)| audit);
    // A redacted match may be unverifiable, but nothing in it is wrong.
    for (log, audit, fine) in
        [(log, whole, &[Verdict::Clean][..]), (&thin, poor, &[Verdict::Clean, Verdict::Unverifiable])]
    {
        // A match that cannot be audited counts as a false alarm.
        if !audit.as_ref().is_some_and(|audit| fine.contains(&audit.verdict())) {
            tally.alarms += 1;
            let found = audit.map(|audit| primary(&audit, None).cloned().collect()).unwrap_or_default();
            tally.add_trouble(Trouble { fault: None, log: log.clone(), found });
        }
    }
}

/// The primary findings. Notes count only if they have this code.
fn primary<'a>(audit: &'a Audit, code: Option<&'a str>) -> impl Iterator<Item = &'a Finding> {
    let counts =
        move |found: &&Finding| found.is_primary() && (found.kind != Kind::Note || Some(found.check.code) == code);
    audit.findings.iter().filter(counts)
}

/// Audits a match with an injected fault and counts the outcome.
fn audit_faulty(fault: Fault, bad: GameLog, tally: &mut Tally) {
    tally.faulty += 1;
    *tally.kinds.entry((fault.code, fault.name)).or_default() += 1;
    // A match that cannot be audited counts as a missed fault.
    let audit = audit(&bad).ok().map(|(_, audit)| audit);
    let found: Vec<Finding> = audit.iter().flat_map(|audit| primary(audit, Some(fault.code))).cloned().collect();
    // A deviation by house rule may show in several numbers; its option must be among those named.
    let is_named = |explanations: &[Explanation], id: &str| {
        explanations.iter().flat_map(|one| &one.changes).any(|change| change.decl.id == id)
    };
    // The option is named as the explanation, or as a possible one if a single hand is too little evidence.
    let named = |id: &str| {
        audit.as_ref().is_some_and(|audit| match audit.verdict() {
            Verdict::Variant => is_named(&audit.explanations, id),
            _ => is_named(&audit.possible, id),
        })
    };
    let right = match (fault.option, found.as_slice()) {
        (None, [one]) => fault.is(one),
        (None, _) => false,
        (Some(option), all) => {
            let alike = all.windows(2).all(|two| two.first().map(|one| one.kind) == two.last().map(|one| one.kind));
            all.iter().any(|one| fault.is(one)) && alike && named(option)
        }
    };
    if let Some(causes) = faults::causes_of(fault.name) {
        for mistake in found.iter().filter_map(|one| one.mistake.as_ref()).filter(|mistake| mistake.is_certain) {
            tally.causes += 1;
            tally.wrong_causes += u64::from(!causes.contains(&mistake.id));
        }
    }
    for finding in &found {
        finding.clauses.iter().for_each(|clause| tally.clauses.entry(clause.id).or_default().cited += 1);
    }
    let row = tally.codes.entry(fault.code).or_default();
    row.injected += 1;
    let verdict = match found.as_slice() {
        [] => &mut row.missed,
        _ if right => &mut row.found,
        several if several.iter().any(|one| one.check.code == fault.code) => &mut row.elsewhere,
        _ => &mut row.otherwise,
    };
    *verdict += 1;
    if !right {
        tally.add_trouble(Trouble { fault: Some(fault), log: bad, found });
    }
}
