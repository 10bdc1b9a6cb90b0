//! The totals at the end of a match, and what the house rules add to them (MC-match).

use super::check::Check;
use super::checks::money;
use super::coverage::{Coverage, Question};
use super::finding::{Finding, FindingIdx};
use super::hand::Audited;
use super::result::{DEMANDED, Taken, first_wrong, house_due};
use crate::rules::house_money::{Per, clause_of, of_kind};
use crate::rules::{LogField, Ruleset, Topic};
use caipan_log::{Action, GameLog, HouseKind, People, Touches};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Sum};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, SeatMap};

/// The points of the hands so far, added up; `None` from the first hand on whose points are not known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Totals {
    /// As recorded; where a hand records none, by the rules.
    recorded: Option<Won>,
    /// By the rules.
    due: Option<Won>,
    /// As recorded in hands that were sent twice, which are no part of the others.
    repeated: SeatMap<i64>,
    /// True if a rule unknown to caipan may have moved points of a hand.
    moved: bool,
    /// True if the recorded points of a hand do not add up to zero.
    unbalanced: bool,
}

/// The points of the seats.
#[derive(Clone, Copy, Debug, Default)]
struct Won {
    /// All points.
    all: SeatMap<i64>,
    /// Those that did not pass between the seats in the game: from the house, or by a referee.
    apart: SeatMap<i64>,
}

impl Won {
    fn plus(self, all: SeatMap<i64>, apart: SeatMap<i64>) -> Won {
        Won { all: self.all.plus(all), apart: self.apart.plus(apart) }
    }
}

/// The end of a match whose house rules add to the totals.
#[derive(Clone, Debug)]
pub struct MatchEnd {
    /// The points that each seat won or lost in all hands.
    pub before: SeatMap<i64>,
    /// The payments that the house rules add, and the points that were moved between hands.
    pub ledger: Ledger,
    /// The rake and the fee of the match as listed, where the rules demand them.
    taken: Taken,
    /// The totals that the log claims, if they are judged.
    pub recorded: Option<SeatMap<i64>>,
}

impl MatchEnd {
    fn of(log: &GameLog, ruleset: &Ruleset, won: Won) -> MatchEnd {
        let rules = ruleset.rules.as_ref();
        let mut ledger = rules.settle_match(&won.all.minus(won.apart), log.start.owner);
        let lines = log.between.iter().flatten().map(|between| &between.line);
        for line in lines.clone().filter(|line| !rules.house_money().demands(line.kind, Per::Match)) {
            let (flow, cause) = (line.flow(), of_kind(line.kind));
            ledger.pay(flow.from, flow.to, Sum::of(flow.points, &cause.name), cause, clause_of(line.kind));
        }
        let taken = log.between.as_ref().map(|_| Taken::listed(rules, Per::Match, &lines)).unwrap_or_default();
        MatchEnd { before: won.all, ledger, taken, recorded: None }
    }

    /// The totals with what is added.
    pub fn totals(&self) -> SeatMap<i64> {
        self.before.plus(self.ledger.balance())
    }

    /// The totals with what is added, with rake and fee as listed.
    fn expected(&self) -> SeatMap<i64> {
        self.before.plus(self.taken.gains(&self.ledger))
    }
}

impl Totals {
    /// Before the first hand.
    pub(super) fn start() -> Totals {
        let zero = Some(Won::default());
        Totals { recorded: zero, due: zero, repeated: SeatMap::default(), moved: false, unbalanced: false }
    }

    /// Adds a hand; `recorded`: its points as recorded.
    pub(super) fn add(&mut self, recorded: Option<SeatMap<i64>>, audited: &Audited) {
        let due = audited.due_unknown.is_none().then(|| audited.ledger.balance());
        let listed = audited.taken.apart(&audited.ledger);
        self.recorded = self.recorded.and_then(|sum| Some(sum.plus(recorded?, listed)));
        let apart = Taken::default().apart(&audited.ledger);
        self.due = self.due.and_then(|sum| Some(sum.plus(due?, apart)));
        self.moved |= audited.moved.is_some();
        self.unbalanced |= recorded.is_some_and(|points| sum(&points) != sum(&listed));
    }

    /// Notes that the points of a hand are not known.
    pub(super) const fn lose_hand(&mut self) {
        (self.recorded, self.due) = (None, None);
    }

    /// Adds a hand that was sent twice.
    pub(super) fn add_repeated(&mut self, recorded: Option<SeatMap<i64>>) {
        self.repeated = self.repeated.plus(recorded.unwrap_or_default());
    }

    /// Checks the totals that the log claims. Returns the end of the match, if the house rules add to totals and the
    /// points of all hands are known.
    pub(super) fn check(
        self,
        log: &GameLog,
        people: &People,
        ruleset: &Ruleset,
        findings: &mut Vec<Finding>,
        coverage: &mut Coverage,
    ) -> Option<MatchEnd> {
        let is_over = !log.is_in_progress();
        if !is_over || !LogField::Totals.is_used(ruleset) && log.between.is_none() {
            return None;
        }
        let end = self.due.or(self.recorded).map(|won| MatchEnd::of(log, ruleset, won));
        if let Some(end) = &end {
            findings.extend(wrongly_taken(log, people, end));
        }
        let Some(claimed) = log.totals else { return end };
        // The totals may follow the recorded points or the right ones, and count a hand that was sent twice; a wrong hand
        // has its own finding. A log that begins in the middle of a match may count the scores before it.
        let hands = [self.recorded, self.due].into_iter().flatten();
        let none = SeatMap::default();
        let sums = || hands.clone().flat_map(|won| [won, won.plus(self.repeated, none)]);
        let follows = |before: SeatMap<i64>| {
            let ends = sums().map(|won| MatchEnd::of(log, ruleset, won.plus(before, none)));
            ends.into_iter().any(|end| end.totals() == claimed || end.expected() == claimed)
        };
        let is_right = follows(SeatMap::default());
        if is_right || log.start.scores.is_some_and(follows) {
            coverage.checked(Question::Scores, 1);
            return end.map(|end| MatchEnd { recorded: is_right.then_some(claimed), ..end });
        }
        let is_moved = self.moved || ruleset.unmodelled.iter().any(|rule| rule.touches == Touches::All);
        let (doubt, missing) = match (self.recorded, &end) {
            _ if is_moved => (moved(log), None),
            (_, None) => (unknown_hands(log), Some("result.deltas")),
            _ if !starts_level(log) => (begins_late(log), Some("start.scores")),
            (recorded, Some(end)) => {
                coverage.checked(Question::Scores, 1);
                let computed = recorded.map_or_else(|| end.clone(), |won| MatchEnd::of(log, ruleset, won));
                findings.push(wrong(log, people, ruleset, &computed, &claimed));
                return Some(MatchEnd { recorded: Some(claimed), ..end.clone() });
            }
        };
        if let Some(total) = self.cannot_balance(log, &claimed) {
            coverage.checked(Question::Scores, 1);
            findings.push(unbalanced(log, total));
        } else {
            missing.into_iter().for_each(|field| coverage.missing(Question::Scores, field));
            findings.push(doubt);
        }
        end
    }

    /// Returns the sum of claimed totals that are wrong whatever the points of each hand are: players win from each other
    /// only. One who leaves may pay the house.
    fn cannot_balance(&self, log: &GameLog, claimed: &SeatMap<i64>) -> Option<i64> {
        let mut events = log.hands.iter().flat_map(|hand| &hand.events);
        let somebody_leaves = events.any(|event| matches!(event.action, Action::Leave { .. }));
        let total = sum(claimed);
        let with_scores = log.start.scores.is_some_and(|scores| total == sum(&scores));
        let with_house = log.between.is_some() || self.recorded.is_some_and(|won| won.apart != SeatMap::default());
        let in_doubt = somebody_leaves || self.unbalanced || total == 0 || with_scores || with_house;
        (!in_doubt).then_some(total)
    }
}

/// The points of all seats together.
fn sum(points: &SeatMap<i64>) -> i64 {
    points.0.iter().fold(0, |sum, &points| sum.saturating_add(points))
}

/// True if the players begin with equal scores: nobody has won or lost anything before this log.
fn starts_level(log: &GameLog) -> bool {
    let level = |scores: SeatMap<i64>| log.seats().iter().all(|seat| scores[seat] == scores[Seat::ALL[0]]);
    log.start.scores.is_some_and(level)
}

/// Returns the finding that the totals are wrong.
fn wrong(log: &GameLog, people: &People, ruleset: &Ruleset, end: &MatchEnd, claimed: &SeatMap<i64>) -> Finding {
    let due = end.expected();
    let seat = first_wrong(claimed, &due).unwrap_or(Seat::ALL[0]);
    let (who, right, written, before) = (people.who(seat), due[seat], claimed[seat], end.before[seat]);
    let Text { zh, en } = if end.ledger.lines().is_empty() {
        bilingual!("不翻倍也不加分", "nothing is added")
    } else {
        let added = end.taken.gains(&end.ledger)[seat];
        bilingual!("散场再算 {added:+}", "{added:+} at the end")
    };
    let text = bilingual!(
        "{who}的散场总分该是 {right}（各局合计 {before}，{zh}），记成了 {written}。",
        "the total of {who:#} should be {right} ({before} in all hands, {en}), but {written} is recorded"
    );
    let short = bilingual!(
        "{who}的散场总分该是 {right}，记成了 {written}",
        "the total of {who:#} should be {right}, but {written} is recorded"
    );
    let mut finding = at_totals(&money::TOTALS, log, text).in_short(short).of(Some(seat)).values(written, right);
    finding.clauses.extend(ruleset.rules.clause_on(Topic::MatchEnd));
    finding.lines = end.ledger.lines().to_vec();
    finding
}

/// Returns the findings that the listed rake or fee of the match is not what the rules demand.
fn wrongly_taken(log: &GameLog, people: &People, end: &MatchEnd) -> Vec<Finding> {
    let of_kind = |kind: HouseKind| {
        let (listed, due) = (end.taken.paid(kind)?, house_due(&end.ledger, kind));
        let seat = first_wrong(listed, &due)?;
        let (who, right, written, Label { zh, en }) = (people.who(seat), due[seat], listed[seat], kind.label());
        let text = bilingual!(
            "{who}整场的{zh}该是 {right}，收了 {written}。",
            "the {en} of {who:#} for the match is {right}, but {written} was taken"
        );
        let finding = at_totals(&money::HOUSE, log, text).of(Some(seat)).values(written, right).under(clause_of(kind));
        Some(Finding { pointer: "/match/house".to_owned(), lines: end.ledger.lines().to_vec(), ..finding })
    };
    DEMANDED.into_iter().filter_map(of_kind).collect()
}

/// Returns the finding that the totals do not add up to zero.
fn unbalanced(log: &GameLog, total: i64) -> Finding {
    let text = bilingual!(
        "散场时各家总分合计 {total:+}，应该是 0：一家赢的就是别家输的。",
        "the totals at the end add up to {total:+} instead of 0: what one player wins, another loses"
    );
    let short =
        bilingual!("散场总分合计 {total:+}，应该是 0", "the totals at the end add up to {total:+} instead of 0");
    at_totals(&money::TOTALS, log, text).in_short(short).values(total, 0)
}

/// Returns the finding that the points of some hands are unknown.
fn unknown_hands(log: &GameLog) -> Finding {
    let text = bilingual!(
        "有的局不知道各家得了几分，散场总分没法核对；请补上这些局的 deltas。",
        "the points of some hands are unknown, so the totals at the end of the match cannot be checked; add their `deltas`"
    );
    let short = bilingual!(
        "有的局不知道各家得分，散场总分没法核对",
        "the points of some hands are unknown, so the totals cannot be checked"
    );
    at_totals(&money::UNCHECKED, log, text).in_short(short)
}

/// Returns the finding that points before the log may be part of the totals.
fn begins_late(log: &GameLog) -> Finding {
    let text = bilingual!(
        "散场总分与各局合计对不上；牌谱没写明从头开始，之前的输赢不知道，没法核对。若是整场，请在 start.scores 里写各家开局时相同的分。",
        "the totals at the end differ from the points of all hands, but the log does not show that it begins with the match, so points before it are unknown; if it does, give the equal scores of all players under `start.scores`"
    );
    let short = bilingual!(
        "散场总分与各局合计对不上，开局前的输赢不知道",
        "the totals differ from the points of all hands; points before the log are unknown"
    );
    at_totals(&money::UNCHECKED, log, text).in_short(short)
}

/// Returns the finding that a rule unknown to caipan may have moved the totals.
fn moved(log: &GameLog) -> Finding {
    let text = bilingual!(
        "散场总分与各局合计对不上，可能是本房那条 caipan 不认识的规则动的，没法核对；请照那条规则人工核对。",
        "the totals at the end differ from the points of all hands; a rule of the room that caipan does not know may have moved them, so they cannot be checked: check them by hand, by that rule"
    );
    // The declaration of unknown rules is the first finding of a match.
    let short = bilingual!(
        "散场总分与各局合计对不上，可能是本房特有的规则动的",
        "the totals differ from the points of all hands, perhaps by a house rule"
    );
    at_totals(&money::MOVED, log, text).in_short(short).because(Some(FindingIdx(0)))
}

/// Returns a finding at the totals; it stands with the last hand.
fn at_totals(check: &'static Check, log: &GameLog, text: Text) -> Finding {
    let last = log.hands.len().saturating_sub(1);
    Finding { pointer: "/match/totals".to_owned(), ..Finding::new(check, last, text) }
}
