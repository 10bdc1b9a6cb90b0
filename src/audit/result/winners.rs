//! Who won, with which patterns, for which value.

use super::{Against, seats};
use crate::audit::Finding;
use crate::audit::checks::{course, patterns};
use crate::audit::coverage::Question;
use crate::log::{HandResult, WinClaimed, shown};
use crate::rules::{Due, Hit, PatternKind, Won};
use crate::say;
use crate::say::{Label, Lang};
use crate::tile::Seat;

impl Against<'_> {
    /// Whether the claimed winners are those of the events.
    pub(super) fn winners(&mut self, claimed: &HandResult, doubt: Option<usize>) -> Option<usize> {
        let Some(wins) = &claimed.wins else { return None };
        let mut claimed: Vec<Seat> = wins.iter().map(|win| win.seat).collect();
        // A false win that the rules make pay has no winner.
        let false_alone = self.rules_end_on_false_win();
        let mut seen: Vec<Seat> = self.replayed.wins.iter().filter(|_| !false_alone).map(|seen| seen.seat).collect();
        if self.rules.due(&self.replayed.table) == Due::Finish {
            // Openers count as winners only where their initial wins ended the hand.
            let ended_by_opening = self.replayed.table.is_untouched();
            seen.extend(self.replayed.table.openings.iter().filter(|_| ended_by_opening).map(|opened| opened.seat));
        }
        claimed.sort_unstable();
        claimed.dedup();
        seen.sort_unstable();
        seen.dedup();
        if claimed == seen {
            return None;
        }
        let differs =
            claimed.iter().find(|seat| !seen.contains(seat)).or(seen.iter().find(|seat| !claimed.contains(seat)));
        let (recorded, won) = (self.people.list(&claimed), self.people.list(&seen));
        let text = say!(
            "照打牌的经过，{won}胡；记录写的是{recorded}胡。",
            "by the play {won:#} won; the record says {recorded:#}"
        );
        let finding = Finding::new(&course::WINNERS, self.hand, text)
            .at_field("result/wins")
            .of(differs.copied())
            .values(seats(&claimed), seats(&seen))
            .because(doubt);
        Some(self.find(finding))
    }

    /// Patterns and values of every claimed win. Returns the finding that says a price must differ.
    pub(super) fn values(&mut self, claimed: &HandResult) -> Option<usize> {
        let mut wrong = None;
        for (at, claim) in claimed.wins.iter().flatten().enumerate() {
            let Some(won) =
                self.replayed.wins.iter().filter_map(|seen| seen.won.as_ref()).find(|won| won.seat == claim.seat)
            else {
                continue;
            };
            let won = won.clone();
            let root = self.patterns(at, claim, &won);
            let value = self.value(at, claim, &won, root);
            wrong = wrong.or(root).or(value);
        }
        wrong
    }

    fn patterns(&mut self, at: usize, claim: &WinClaimed, won: &Won) -> Option<usize> {
        let Some(names) = &claim.patterns else {
            self.coverage.missing(Question::Patterns, "result.wins[].patterns");
            return None;
        };
        self.coverage.checked(Question::Patterns, 1);
        let known = |name: &String| self.rules.system().patterns.iter().any(|pattern| pattern.is_called(name));
        let field = format!("result/wins/{at}/patterns");
        if let Some(name) = names.iter().find(|name| !known(name)) {
            let name = shown(name);
            let text = say!(
                "没有叫“{name}”的牌型，无法复核。",
                "there is no pattern called “{name}”, so it cannot be checked"
            );
            let finding = Finding::new(&patterns::UNKNOWN, self.hand, text).at_field(&field).of(Some(won.seat));
            self.find(finding);
            return None;
        }
        if won.is_named(names, self.rules.system()) {
            return None;
        }
        let computed = list(&won.hits);
        let computed_en = won.hits.iter().map(|hit| hit.pattern.name.en).collect::<Vec<_>>().join(", ");
        let written = names.join("、");
        let (seat, who) = (won.seat, self.people.who(won.seat));
        let recorded = names.iter().map(|name| shown(name)).collect::<Vec<_>>().join("、");
        let text = if names.is_empty() {
            say!(
                "{who}胡的是{computed}，记录没有写牌型。",
                "{who:#} won with {computed_en} ({computed}), but no pattern is recorded"
            )
        } else {
            say!(
                "{who}胡的是{computed}，记成了{recorded}。",
                "{who:#} won with {computed_en} ({computed}), but {recorded} is recorded"
            )
        };
        let mut finding = Finding::new(&patterns::PATTERNS, self.hand, text)
            .at_field(&field)
            .of(Some(seat))
            .values(written, &computed);
        for hit in &won.hits {
            finding = finding.under(self.rules.clause_of(hit.pattern));
        }
        let finding = finding.by(won.options.first().copied());
        Some(self.find(finding))
    }

    fn value(&mut self, at: usize, claim: &WinClaimed, won: &Won, because: Option<usize>) -> Option<usize> {
        let Some(value) = claim.value else {
            self.coverage.missing(Question::Values, "result.wins[].value");
            return None;
        };
        self.coverage.checked(Question::Values, 1);
        if value == won.value {
            return None;
        }
        let (seat, right, who) = (won.seat, won.value, self.people.who(won.seat));
        let sum = |lang| value_sum(&won.hits, self.rules.hits_join(), lang);
        let (sum_zh, sum_en) = (sum(Lang::Zh), sum(Lang::En));
        let Label { zh, en } = self.rules.system().measure;
        let text = say!(
            "{who}这一胡应计 {right}{sum_zh}，记成了 {value}；计的是{zh}。",
            "the win of {who:#} counts {right}{sum_en}, but {value} is recorded; what counts is the {en}"
        );
        let mut finding = Finding::new(&patterns::VALUE, self.hand, text)
            .at_field(&format!("result/wins/{at}/value"))
            .of(Some(seat))
            .values(value, right)
            .by(won.options.first().copied())
            .because(because);
        for hit in &won.hits {
            finding = finding.under(self.rules.clause_of(hit.pattern));
        }
        Some(self.find(finding))
    }
}

/// The Chinese names of the patterns of a win.
fn list(hits: &[Hit]) -> String {
    hits.iter().map(|hit| hit.pattern.name.zh).collect::<Vec<_>>().join("、")
}

/// What a value is made of: `（清一色 1 + 碰碰胡 1）`; nothing where it is one number alone.
fn value_sum(hits: &[Hit], join: &str, lang: Lang) -> String {
    let part = |hit: &Hit| format!("{} {}", hit.pattern.name.get(lang), hit.value);
    let parts: Vec<String> = hits.iter().filter(|hit| hit.pattern.kind != PatternKind::Opening).map(part).collect();
    match (parts.is_empty(), lang) {
        (true, _) => String::new(),
        (false, Lang::Zh) => format!("（{}）", parts.join(join)),
        (false, Lang::En) => format!(" ({})", parts.join(join)),
    }
}
