//! Checks the claimed winners, their patterns and their values.

use super::facts::of_claim;
use super::{ClaimCheck, Claims, seats};
use crate::audit::Finding;
use crate::audit::FindingIdx;
use crate::audit::checks::{course, patterns};
use crate::audit::coverage::Question;
use crate::rules::features::Fans;
use crate::rules::{Hit, Join, Pattern, Won};
use crate::table::Opened;
use caipan_log::{HandResult, WinClaimed, shown};
use caipan_tiles::bilingual;
use caipan_tiles::text::{Label, Lang, Text};
use caipan_tiles::tile::Seat;

impl ClaimCheck<'_> {
    /// Checks the claimed winners against the events. `outcome`: the finding about the outcome, if any.
    pub(super) fn winners(&mut self, claimed: &HandResult, outcome: Option<FindingIdx>) -> Option<FindingIdx> {
        let Some(wins) = &claimed.wins else { return None };
        let twice = wins.iter().enumerate().find(|(at, win)| wins.iter().take(*at).any(|other| other.seat == win.seat));
        if let Some((at, win)) = twice {
            let (seat, who) = (win.seat, self.people.who(win.seat));
            let text =
                bilingual!("{who}在胡家里列了两次，请只留一次。", "{who:#} is listed as a winner twice; remove one");
            let finding = Finding::new(&course::WINNERS, self.hand, text)
                .at_field(&format!("result/wins/{at}/seat"))
                .of(Some(seat))
                .values(seat, "-");
            self.find(finding);
        }
        let (claimed, seen) = (of_claim(wins), self.facts.winners());
        if self.facts.may_have_won(claimed) {
            return None;
        }
        let differs = claimed.minus(seen).iter().chain(seen.minus(claimed).iter()).next();
        let (claimed, seen): (Vec<Seat>, Vec<Seat>) = (claimed.iter().collect(), seen.iter().collect());
        let (recorded, won) = (self.people.list(&claimed), self.people.list(&seen));
        let text = bilingual!(
            "照牌打的过程是{won}胡，记录却写{recorded}胡。",
            "{won:#} won the hand, but the record says {recorded:#}"
        );
        let finding = Finding::new(&course::WINNERS, self.hand, text)
            .at_field("result/wins")
            .of(differs)
            .values(seats(&claimed), seats(&seen))
            .because(self.explains(Claims::WINNERS).or(outcome).or_else(|| self.cut_off()));
        Some(self.find(finding))
    }

    /// Checks patterns and values of every claimed win. Returns the finding by which payments must differ.
    pub(super) fn values(&mut self, claimed: &HandResult) -> Option<FindingIdx> {
        let mut wrong = None;
        let facts = self.facts;
        for (at, claim) in claimed.wins.iter().flatten().enumerate() {
            if let Some(won) = facts.won(claim.seat) {
                let root = self.patterns(at, claim, won);
                let value = self.value(at, claim, won, root);
                wrong = wrong.or(root).or(value);
            } else if let Some(opened) = facts.opened(claim.seat).filter(|_| !facts.called(claim.seat)) {
                self.opener(at, claim, opened);
            } else {
                self.known(at, claim);
            }
        }
        wrong
    }

    /// Checks the patterns and values of the claimed wins where an unknown rule may change them: only their names.
    pub(super) fn values_unmodelled(&mut self, claimed: &HandResult) {
        for (at, claim) in claimed.wins.iter().flatten().enumerate() {
            self.known(at, claim);
            if claim.patterns.is_some() {
                self.coverage.unmodelled(Question::Patterns);
            }
            if claim.value.is_some() {
                self.coverage.unmodelled(Question::Values);
            }
        }
    }

    fn patterns(&mut self, at: usize, claim: &WinClaimed, won: &Won) -> Option<FindingIdx> {
        let Some(names) = &claim.patterns else {
            self.coverage.missing(Question::Patterns, "result.wins[].patterns");
            return None;
        };
        if !self.known(at, claim) {
            return None;
        }
        self.coverage.checked(Question::Patterns, 1);
        if won.is_named(names, self.facts.rules.system()) {
            return None;
        }
        let computed = list(&won.hits);
        let computed_en = list_en(&won.hits);
        let written = names.join("、");
        let (seat, who) = (won.seat, self.people.who(won.seat));
        let recorded = names.iter().map(|name| shown(name)).collect::<Vec<_>>().join("、");
        let known = |name: &String| self.facts.rules.system().patterns.iter().find(|known| known.is_called(name));
        let in_english = names.iter().map(|name| known(name).map_or_else(|| shown(name), |known| known.name.en.into()));
        let recorded_en = in_english.collect::<Vec<_>>().join(", ");
        let text = if names.is_empty() {
            bilingual!(
                "{who}胡的是{computed}，记录没有写牌型。",
                "{who:#} won with {computed_en} ({computed}), but no pattern is recorded"
            )
        } else {
            bilingual!(
                "{who}胡的是{computed}，记成了{recorded}。",
                "{who:#} won with {computed_en} ({computed}), but {recorded_en} ({recorded}) is recorded"
            )
        };
        let short = if names.is_empty() {
            bilingual!(
                "{who}胡的是{computed}，记录没有写牌型",
                "{who:#} won with {computed_en}, but no pattern is recorded"
            )
        } else {
            bilingual!(
                "{who}胡的是{computed}，记成了{recorded}",
                "{who:#} won with {computed_en}, but {recorded_en} is recorded"
            )
        };
        let [apart, added] = self.patterns_apart(names, won);
        let mut finding = Finding::new(&patterns::PATTERNS, self.hand, text)
            .in_short(short)
            .in_short(apart)
            .in_short(added)
            .at_field(&format!("result/wins/{at}/patterns"))
            .of(Some(seat))
            .values(written, &computed);
        for hit in &won.hits {
            finding = finding.under(self.facts.rules.clause_of(hit.pattern));
        }
        let finding = finding.by(won.options.first().copied()).because(self.explains(Claims::WORTH));
        Some(self.find(finding))
    }

    /// Returns the words for the patterns that the record has too many and those that it lacks; and, shorter, for those that
    /// it has too many.
    fn patterns_apart(&self, names: &[String], won: &Won) -> [Text; 2] {
        let who = self.people.who(won.seat);
        let system = self.facts.rules.system();
        let is_won = |name: &&String| won.hits.iter().any(|hit| hit.pattern.is_called(name));
        let recorded = names.iter().filter(|name| !is_won(name));
        let recorded = recorded.filter_map(|name| system.patterns.iter().find(|pattern| pattern.is_called(name)));
        let added: Vec<Label> = recorded.map(|pattern| pattern.name).collect();
        let is_recorded = |hit: &&Hit| names.iter().any(|name| hit.pattern.is_called(name));
        let missing = won.hits.iter().filter(|hit| !is_recorded(hit));
        let missing: Vec<Label> = missing.map(|hit| hit.pattern.name).collect();
        let list =
            |all: &[Label], lang, comma: &str| all.iter().map(|name| name.get(lang)).collect::<Vec<_>>().join(comma);
        let (added_zh, added_en) = (list(&added, Lang::Zh, "、"), list(&added, Lang::En, ", "));
        let (zh, en) = (list(&missing, Lang::Zh, "、"), list(&missing, Lang::En, ", "));
        let too_many =
            bilingual!("{who}胡的没有{added_zh}，却记了", "{added_en} is recorded for {who:#}, but was not won");
        let apart = match (added.is_empty(), missing.is_empty()) {
            (true, true) => Text::default(),
            (true, false) => bilingual!("{who}的牌型漏记了{zh}", "the win of {who:#} lacks {en} in the record"),
            (false, true) => {
                bilingual!("{who}的牌型多记了{added_zh}", "the win of {who:#} has no {added_en}, which is recorded")
            }
            (false, false) => bilingual!(
                "{who}的牌型该有{zh}，却记成{added_zh}",
                "the win of {who:#} has {en}, but {added_en} is recorded"
            ),
        };
        [apart, if added.is_empty() { Text::default() } else { too_many }]
    }

    /// Returns true if every claimed pattern is one of this system and none is named more often than it may count; else
    /// reports it.
    pub(super) fn known(&mut self, at: usize, claim: &WinClaimed) -> bool {
        let names = claim.patterns.as_deref().unwrap_or_default();
        let system = self.facts.rules.system();
        let rules = self.facts.rules;
        let called = |pattern: &&'static Pattern, name: &str| pattern.is_called(name) && rules.knows(pattern);
        let pattern = |name: &String| system.patterns.iter().position(|pattern| called(pattern, name));
        let field = || format!("result/wins/{at}/patterns");
        if let Some(name) = names.iter().find(|name| pattern(name).is_none()) {
            let other = system.patterns.iter().find(|pattern| pattern.is_called(name));
            let option = other.and_then(|pattern| rules.left_out_by(pattern));
            let name = shown(name);
            let text = match option {
                Some(option) => bilingual!(
                    "本房没有“{name}”这种牌型，没法核对；若有，请申报 `{option}`。",
                    "the declared rules do not have the pattern “{name}”, so it cannot be checked; if the house plays it, declare `{option}`"
                ),
                None => bilingual!(
                    "没有叫“{name}”的牌型，没法核对。",
                    "there is no pattern called “{name}”, so it cannot be checked"
                ),
            };
            let short = bilingual!(
                "本房没有“{name}”这种牌型，没法核对",
                "the pattern “{name}” is not one of the declared rules"
            );
            let finding = Finding::new(&patterns::UNKNOWN, self.hand, text)
                .in_short(short)
                .at_field(&field())
                .of(Some(claim.seat));
            let finding = finding.by(option);
            self.find(finding);
            self.coverage.missing(Question::Patterns, "result.wins[].patterns");
            return false;
        }
        // If two tiles are won at once, each has its own patterns.
        let won = self.facts.won(claim.seat);
        let most = |name: &String| {
            let hits = won.iter().flat_map(|won| &won.hits);
            hits.filter(|hit| hit.pattern.is_called(name)).count().max(1)
        };
        let too_often = |(nth, name): &(usize, &String)| {
            names.iter().take(*nth).filter(|other| pattern(other) == pattern(name)).count() >= most(name)
        };
        if let Some((_, name)) = names.iter().enumerate().find(too_often) {
            let twice = system.patterns.iter().find(|pattern| pattern.is_called(name));
            let name = shown(name);
            let text =
                bilingual!("牌型“{name}”列了两次，请只留一次。", "the pattern “{name}” is listed twice; remove one");
            let mut finding =
                Finding::new(&patterns::PATTERNS, self.hand, text).at_field(&field()).of(Some(claim.seat));
            if let Some(won) = won {
                finding = finding.values(names.join("、"), list(&won.hits));
            }
            if let Some(twice) = twice {
                finding = finding.under(self.facts.rules.clause_of(twice));
            }
            self.find(finding);
            self.coverage.checked(Question::Patterns, 1);
            return false;
        }
        true
    }

    /// Checks the claims about a seat that won by its initial wins: these patterns, and the value of a small win
    /// (CS-B.8.5).
    fn opener(&mut self, at: usize, claim: &WinClaimed, opened: &Opened) {
        let system = self.facts.rules.system();
        let pattern = |name: &String| system.patterns.iter().find(|pattern| pattern.is_called(name));
        let (seat, who) = (claim.seat, self.people.who(claim.seat));
        if let Some(names) = claim.patterns.as_ref().filter(|_| self.known(at, claim)) {
            self.coverage.checked(Question::Patterns, 1);
            let mut claimed: Vec<&str> = names.iter().filter_map(pattern).map(|pattern| pattern.id).collect();
            let mut declared = opened.kinds.clone();
            claimed.sort_unstable();
            declared.sort_unstable();
            declared.dedup();
            if claimed != declared {
                let of = |ids: &[&str]| -> Vec<&'static Pattern> {
                    system.patterns.iter().copied().filter(|pattern| ids.contains(&pattern.id)).collect()
                };
                let declared = of(&declared);
                let zh = declared.iter().map(|pattern| pattern.name.zh).collect::<Vec<_>>().join("、");
                let en = declared.iter().map(|pattern| pattern.name.en).collect::<Vec<_>>().join(", ");
                let written = names.join("、");
                let recorded = shown(&written);
                let text = bilingual!(
                    "{who}起手胡结束这一局，胡的是{zh}，记成了{recorded}。",
                    "{who:#} ended the hand by initial wins, {en} ({zh}), but {recorded} is recorded"
                );
                let short = bilingual!(
                    "{who}起手胡胡的是{zh}，记成了{recorded}",
                    "{who:#} won initially with {en}, but {recorded} is recorded"
                );
                let mut finding = Finding::new(&patterns::PATTERNS, self.hand, text)
                    .in_short(short)
                    .at_field(&format!("result/wins/{at}/patterns"))
                    .of(Some(seat))
                    .values(written, zh)
                    .because(self.explains(Claims::WORTH));
                for pattern in declared {
                    finding = finding.under(self.facts.rules.clause_of(pattern));
                }
                self.find(finding);
            }
        }
        if let Some(value) = claim.value.filter(|&value| value != 0) {
            self.coverage.checked(Question::Values, 1);
            let text = bilingual!(
                "{who}起手胡结束这一局，该计 0（起手胡按小胡算），记成了 {value}。",
                "the initial wins of {who:#} count 0, like small wins, but {value} is recorded"
            );
            let short = bilingual!(
                "{who}起手胡结束这一局，该计 0，记成了 {value}",
                "the initial wins of {who:#} count 0, but {value} is recorded"
            );
            let finding = Finding::new(&patterns::VALUE, self.hand, text)
                .in_short(short)
                .at_field(&format!("result/wins/{at}/value"))
                .of(Some(seat))
                .values(value, 0)
                .because(self.explains(Claims::WORTH));
            self.find(finding);
        }
    }

    fn value(&mut self, at: usize, claim: &WinClaimed, won: &Won, because: Option<FindingIdx>) -> Option<FindingIdx> {
        let Some(value) = claim.value else {
            self.coverage.missing(Question::Values, "result.wins[].value");
            return None;
        };
        self.coverage.checked(Question::Values, 1);
        if value == won.value {
            return None;
        }
        let (seat, right, who) = (won.seat, won.value, self.people.who(won.seat));
        let fans = self.facts.rules.fans();
        let join = fans.map_or(Join::Sum, Fans::join);
        let sum = |lang| value_sum(&won.hits, join.sign(), lang);
        let (sum_zh, sum_en) = (sum(Lang::Zh), sum(Lang::En));
        let Label { zh, en } = fans.map_or(self.facts.rules.system().measure, Fans::measure);
        let Text { zh: cap_zh, en: cap_en } = match fans.and_then(|fans| fans.cap_of(won)) {
            Some((cap, option)) => bilingual!("，{option} 封顶 {cap}", ", capped at {cap} by `{option}`"),
            None => Text::default(),
        };
        let text = bilingual!(
            "{who}这一胡该计 {right}{sum_zh}{cap_zh}，记成了 {value}；计的是{zh}。",
            "the win of {who:#} counts {right}{sum_en}{cap_en}, but {value} is recorded; the measure is {en}"
        );
        let (names, names_en) = (list(&won.hits), list_en(&won.hits));
        let fuller = bilingual!(
            "{who}胡的{names}该计 {right}，记成了 {value}",
            "the win of {who:#} with {names_en} counts {right}, but {value} is recorded"
        );
        let short = bilingual!(
            "{who}这一胡该计 {right}，记成了 {value}",
            "the win of {who:#} counts {right}, but {value} is recorded"
        );
        let mut finding = Finding::new(&patterns::VALUE, self.hand, text)
            .in_short(fuller)
            .in_short(short)
            .at_field(&format!("result/wins/{at}/value"))
            .of(Some(seat))
            .values(value, right)
            .by(won.options.first().copied())
            .because(self.explains(Claims::WORTH).or(because));
        for hit in &won.hits {
            finding = finding.under(self.facts.rules.clause_of(hit.pattern));
        }
        Some(self.find(finding))
    }
}

/// Returns the Chinese names of the patterns of a win.
fn list(hits: &[Hit]) -> String {
    hits.iter().map(|hit| hit.pattern.name.zh).collect::<Vec<_>>().join("、")
}

/// Returns the English names of the patterns of a win.
fn list_en(hits: &[Hit]) -> String {
    hits.iter().map(|hit| hit.pattern.name.en).collect::<Vec<_>>().join(", ")
}

/// Returns the terms of a value: `（清一色 1 + 碰碰胡 1）`; empty without patterns other than initial wins.
fn value_sum(hits: &[Hit], join: &str, lang: Lang) -> String {
    let part = |hit: &Hit| format!("{} {}", hit.pattern.name.get(lang), hit.value);
    let parts: Vec<String> = hits.iter().filter(|hit| !hit.pattern.kind.is_opening()).map(part).collect();
    match (parts.is_empty(), lang) {
        (true, _) => String::new(),
        (false, Lang::Zh) => format!("（{}）", parts.join(join)),
        (false, Lang::En) => format!(" ({})", parts.join(join)),
    }
}
