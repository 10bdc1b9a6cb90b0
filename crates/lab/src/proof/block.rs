//! A block of games: played, audited, thinned and audited again, spoilt in every way that has a place in them.

use super::occurred;
use super::tally::{Tally, Trouble};
use crate::generate::faults::{self, Fault, Stage};
use crate::generate::{Chance, Knobs, one, thin};
use caipan_engine::audit::{Audit, Explanation, Finding, Kind, Verdict, audit};
use caipan_engine::rules::{Choices, Preset, Ruleset, System};
use caipan_log::GameLog;

/// Games of a block.
pub const BLOCK: u64 = 1000;
/// Of each kind of fault, one for so many games of the block: common kinds are soon through, rare ones use every game. The
/// first block shows many of each kind; further ones are more for the sake of clean games, and try a kind in one game of ten.
const GAMES_A_FAULT: (u64, u64) = (20, 100);
const GAMES_A_TRY: (u64, u64) = (1, 10);
/// So many games of a hundred are played under house rules: a preset with options changed by chance.
const HOUSES: u8 = 25;
/// Of all games.
const SEED: u64 = 0xCA1_9A2;
/// In one of so many games every refusal of the rules is counted.
const GAMES_A_LOOK: u64 = 8;

/// The proof of one system: all its presets and changes of them, with players of every temper.
#[derive(Debug)]
pub struct Proof {
    system: &'static System,
    presets: Vec<Ruleset>,
}

impl Proof {
    /// Under the presets of this system.
    pub fn of(system: &'static System) -> Proof {
        let presets = system.presets.iter().map(|preset| Ruleset::new(system, preset, &[])).collect();
        Proof { system, presets }
    }

    /// Under one preset alone, and changes of it.
    pub fn of_preset(system: &'static System, preset: &'static Preset) -> Proof {
        Proof { system, presets: vec![Ruleset::new(system, preset, &[])] }
    }

    /// What this block shows, of its first `games` games.
    pub fn block(&self, number: u64, games: u64) -> Tally {
        self.watched(number, games, || {})
    }

    /// The same; `played` is told of each game when it is through.
    pub fn watched(&self, number: u64, games: u64, played: impl Fn()) -> Tally {
        let mut tally = Tally::default();
        let games = games.min(BLOCK);
        let first = number == 0;
        let wanted = games.div_ceil(if first { GAMES_A_FAULT.0 } else { GAMES_A_FAULT.1 });
        let every = if first { GAMES_A_TRY.0 } else { GAMES_A_TRY.1 };
        for at in 0..games {
            let game = number.saturating_mul(BLOCK).saturating_add(at);
            let mut chance = Chance::nth(SEED, game);
            let (Some(preset), Some((_, knobs))) = (chance.pick(&self.presets), chance.pick(&Knobs::ALL)) else {
                break;
            };
            let house = chance.percent(HOUSES).then(|| self.house(preset.preset, &mut chance));
            let ruleset = house.as_ref().unwrap_or(preset);
            let log = one(ruleset, SEED, game, knobs);
            clean(ruleset, &log, at.is_multiple_of(GAMES_A_LOOK), &mut tally);
            let stage = Stage::of(ruleset, &log);
            // Each kind has games of its own, so that any game meets the kinds of one turn only.
            for (_, kind) in (at..).zip(faults::kinds()).filter(|(turn, _)| turn.is_multiple_of(every)) {
                // Wrong payments are searched for another house that would explain them, which takes its time.
                let wanted = if kind.code.starts_with("A7") { wanted.div_ceil(4) } else { wanted };
                if tally.kinds.get(&(kind.code, kind.name)).is_some_and(|&so_far| so_far >= wanted) {
                    continue;
                }
                if let Some((fault, bad)) = stage.inject(kind, &mut chance) {
                    spoilt(fault, bad, &mut tally);
                }
            }
            played();
        }
        tally
    }

    /// A preset with one, two or three options changed.
    fn house(&self, preset: &'static Preset, chance: &mut Chance) -> Ruleset {
        let base = Choices::of(self.system, preset);
        let mut changes = Vec::new();
        for _ in 0..=chance.below(3) {
            let Some(decl) = chance.pick((self.system.options)()) else { break };
            let values = base.get(decl.id).map(|value| decl.alternatives(value)).unwrap_or_default();
            changes.extend(chance.pick(&values).map(|&value| (decl.id, value)));
        }
        Ruleset::new(self.system, preset, &changes)
    }
}

/// A match in which nothing is wrong, as it is and as a poor client records it.
fn clean(ruleset: &Ruleset, log: &GameLog, look: bool, tally: &mut Tally) {
    tally.games += 1;
    tally.hands += log.hands.len() as u64;
    tally.events += log.hands.iter().map(|hand| hand.events.len() as u64).sum::<u64>();
    let whole = audit(log).ok().map(|(_, audit)| audit);
    if let Some(whole) = &whole {
        occurred::count(ruleset, log, whole, look, tally);
    }
    let thin = thin(log);
    let poor = audit(&thin).ok().map(|(_, audit)| audit);
    // What a poor client leaves out may not be verifiable, but nothing is wrong with it.
    for (log, audit, fine) in
        [(log, whole, &[Verdict::Clean][..]), (&thin, poor, &[Verdict::Clean, Verdict::Unverifiable])]
    {
        // A match that cannot even be audited is an alarm too.
        if !audit.as_ref().is_some_and(|audit| fine.contains(&audit.verdict())) {
            tally.alarms += 1;
            let found = audit.map(|audit| primary(&audit, None).cloned().collect()).unwrap_or_default();
            tally.trouble(Trouble { fault: None, log: log.clone(), found });
        }
    }
}

/// What counts by itself. Notes count where the fault is worth no more than a note.
fn primary<'a>(audit: &'a Audit, code: Option<&'a str>) -> impl Iterator<Item = &'a Finding> {
    let counts =
        move |found: &&Finding| found.is_primary() && (found.kind != Kind::Note || Some(found.check.code) == code);
    audit.findings.iter().filter(counts)
}

/// A match with a fault, audited.
fn spoilt(fault: Fault, bad: GameLog, tally: &mut Tally) {
    tally.faulty += 1;
    *tally.kinds.entry((fault.code, fault.name)).or_default() += 1;
    // A match that cannot even be audited has its fault missed.
    let audit = audit(&bad).ok().map(|(_, audit)| audit);
    let found: Vec<Finding> = audit.iter().flat_map(|audit| primary(audit, Some(fault.code))).cloned().collect();
    // What another house rule explains may show in several numbers; that rule must be among those named.
    let is_named = |explanations: &[Explanation], id: &str| {
        explanations.iter().flat_map(|one| &one.changes).any(|change| change.decl.id == id)
    };
    // As what explains it; where one hand is too little to tell it from a mistake, as what may.
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
        tally.trouble(Trouble { fault: Some(fault), log: bad, found });
    }
}
