//! Counts what occurred in a clean match: clauses applied, patterns won with, endings of hands.

use super::tally::Tally;
use caipan_engine::audit::Audit;
use caipan_engine::replay::{Before, asked, replay};
use caipan_engine::rules::{Rules, Ruleset};
use caipan_engine::table::Source;
use caipan_log::{Action, GameLog, HandLog, Outcome};
use caipan_tiles::clause::Clause;

/// Adds the match to the tally. With `look`, also counts what the rules refused, at every moment and for every seat.
pub(super) fn count(ruleset: &Ruleset, log: &GameLog, audit: &Audit, look: bool, tally: &mut Tally) {
    let rules = ruleset.rules.as_ref();
    for (hand, (before, audited)) in log.hands.iter().zip(&audit.hands) {
        let mut applied = |clause: &'static Clause| tally.clauses.entry(clause.id).or_default().applied += 1;
        let replayed = audited.recorded();
        let table = &replayed.table;
        let wins = &replayed.standing;
        audited.ledger.lines().iter().for_each(|line| applied(line.clause));
        wins.iter().flat_map(|won| &won.hits).for_each(|hit| applied(rules.clause_of(hit.pattern)));
        let opened = || table.openings.iter().chain(&table.mid_openings).flat_map(|opened| &opened.kinds);
        let patterns = || ruleset.system.patterns.iter();
        for kind in opened() {
            patterns().filter(|pattern| pattern.id == *kind).for_each(|pattern| applied(rules.clause_of(pattern)));
        }
        audited.next.iter().for_each(|next| applied(next.clause));
        rules.birds_due(table, wins).iter().for_each(|birds| applied(birds.clause));
        table.flip.and(rules.flip_due(table)).iter().for_each(|flip| applied(flip.clause));
        rules.shown(table, wins).into_iter().for_each(&mut applied);
        rules.automatic(table).iter().for_each(|(_, clause)| applied(clause));
        let upstairs = rules.floors().filter(|_| before.floor.is_some_and(|floor| floor > 0));
        upstairs.iter().for_each(|floors| applied(floors.clause()));
        if let (Some(dice), Some(cut)) = (&hand.dice, rules.cut_dice()) {
            applied(cut.dice().1);
            hand.dealer.and_then(|dealer| cut.cut(dealer, dice)).iter().for_each(|cut| applied(cut.clause));
        }
        for won in wins {
            won.hits.iter().for_each(|hit| *tally.patterns.entry(hit.pattern.id).or_default() += 1);
        }
        opened().for_each(|kind| *tally.patterns.entry(kind).or_default() += 1);
        for moment in moments(hand, &wins.iter().map(|won| won.source).collect::<Vec<_>>()) {
            *tally.moments.entry(moment).or_default() += 1;
        }
        if look {
            refused(rules, hand, *before, tally);
        }
    }
}

fn moments(hand: &HandLog, wins: &[Source]) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = hand.events.iter().map(|event| event.action.name()).collect();
    all.extend(hand.events.iter().filter(|event| !event.claims.is_empty()).map(|_| "lost claims"));
    let passes = |event: &&caipan_log::Event| matches!(event.action, Action::Pass { .. });
    all.extend(hand.events.iter().find(passes).map(|_| "hands with refusals"));
    all.push(match hand.outcome() {
        Some(Outcome::Win) => "ended by a win",
        Some(Outcome::Draw) => "drawn",
        Some(Outcome::Aborted) | None => "broken off",
    });
    all.extend(match wins.len() {
        0 | 1 => None,
        2 => Some("two winners"),
        _ => Some("three winners"),
    });
    all.extend(wins.iter().map(|source| match source {
        Source::Dealt => "won as dealt",
        Source::Draw => "won by a draw",
        Source::Replacement => "won on a replacement",
        Source::DiceKong => "won on own dice-kong tiles",
        Source::Seabed => "won on the last tile",
        Source::Discard => "won on a discard",
        Source::DiceKongOf => "won on another's dice-kong tiles",
        Source::Rob { .. } => "won by robbing a kong",
        Source::SeabedOf => "won on another's last tile",
    }));
    all
}

/// Counts what the rules refused at every moment of a hand.
fn refused(rules: &dyn Rules, hand: &HandLog, before: Before, tally: &mut Tally) {
    replay(rules, hand, before, |_, table| {
        for (_, _, verdict) in asked(rules, table) {
            if let Err(refusal) = verdict {
                tally.clauses.entry(refusal.clause.id).or_default().refused += 1;
            }
        }
    });
}
