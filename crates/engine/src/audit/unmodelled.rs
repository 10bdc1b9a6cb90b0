//! The money of a hand that rules unknown to caipan may move, and the finding that a log declares such rules.

use super::Finding;
use super::checks::{money, patterns};
use crate::replay::Replayed;
use crate::rules::{Around, LeavesAlone, Rules, Ruleset};
use caipan_log::{Action, GameLog, HandLog, HandResult, Touches, Unmodelled, WinClaimed, shown};
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Cause, Pair};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::Seats;

/// Maximum number of rules that a sentence names.
const NAMED: usize = 8;

/// The money of a hand that unknown rules may move.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// The rules that may move some of it.
    rules: Vec<Unmodelled>,
    /// The payments that each of them leaves alone; `None` for a rule that may move everything.
    alone: Vec<Option<(Seats, &'static [&'static Cause])>>,
    /// True if one of them may change the birds.
    pub birds: bool,
    /// The winners of whose tiles too little is shown to judge the win, if the money rests on tiles that the record does
    /// not show; otherwise it is unknown rules that move it.
    hidden: Option<Seats>,
}

impl Reach {
    /// Returns the money that these rules may move; `None` if they can move none in this hand.
    pub(super) fn of(
        unknown: &[Unmodelled],
        rules: &dyn Rules,
        hand: &HandLog,
        replayed: &Replayed,
    ) -> Option<Box<Reach>> {
        let mut moved = Reach { rules: Vec::new(), alone: Vec::new(), birds: false, hidden: None };
        for rule in unknown {
            let touches = rule.touches;
            let is_of = |entry: &&LeavesAlone| entry.touches == touches && touches != Touches::All;
            let alone = rules.leaves_alone().iter().find(is_of);
            let alone = alone.map(|&LeavesAlone { around, causes, .. }| (seats(around, hand, replayed), causes));
            if alone.is_some_and(|(seats, _)| seats.is_empty()) {
                continue;
            }
            moved.birds |= alone.is_none() || touches == Touches::Birds;
            moved.alone.push(alone);
            moved.rules.push(rule.clone());
        }
        (!moved.rules.is_empty()).then(|| Box::new(moved))
    }

    /// Returns all money, if some of it rests on tiles that the record does not show.
    pub(super) fn of_hidden(rules: &dyn Rules, replayed: &Replayed) -> Option<Box<Reach>> {
        let unseen: Seats = replayed.wins.iter().filter(|seen| seen.is_unseen()).map(|seen| seen.seat).collect();
        let table = &replayed.table;
        let hides = !unseen.is_empty() || !table.hidden.is_empty() && rules.rests_on_hidden(table);
        let all = || Reach { rules: Vec::new(), alone: vec![None], birds: false, hidden: Some(unseen) };
        hides.then(|| Box::new(all()))
    }

    /// True if it is tiles that the record does not show, and not unknown rules, that may move the money.
    pub(super) const fn is_hidden(&self) -> bool {
        self.hidden.is_some()
    }

    /// True if every payment may be moved, and the value of every win.
    pub(super) fn is_all(&self) -> bool {
        self.alone.iter().any(Option::is_none)
    }

    /// True if a payment between these seats may be moved.
    pub(super) fn reaches(&self, pair: Pair) -> bool {
        self.alone.iter().any(|alone| alone.is_none_or(|(seats, _)| seats.iter().any(|seat| pair.has(seat))))
    }

    /// True if no payment for this cause may be moved, whoever pays it.
    pub(super) fn leaves(&self, cause: &'static Cause) -> bool {
        let lists = |causes: &[&'static Cause]| causes.iter().any(|other| std::ptr::eq(*other, cause));
        self.alone.iter().all(|alone| alone.is_some_and(|(_, causes)| lists(causes)))
    }

    /// Returns the claims that can be compared with the computed facts: not the money, and not the worth of wins if a
    /// rule may move everything.
    pub(super) fn comparable(&self, claimed: &HandResult) -> HandResult {
        let mut comparable = HandResult { payments: None, deltas: None, scores: None, ..claimed.clone() };
        let may_differ = |win: &WinClaimed| match self.hidden {
            Some(unseen) => unseen.contains(win.seat),
            None => self.is_all(),
        };
        for win in comparable.wins.iter_mut().flatten().filter(|win| may_differ(win)) {
            (win.patterns, win.value) = (None, None);
        }
        comparable
    }

    /// Makes a wrong number of birds a doubt: an unknown rule about birds may turn up more or fewer.
    pub(super) fn excuse_birds(&self, finding: &mut Finding) {
        if finding.check != &patterns::BIRD_COUNT {
            return;
        }
        let Text { zh, en } = self.names();
        finding.check = &money::MOVED;
        finding.kind = money::MOVED.kind;
        let Text { zh: told_zh, en: told_en } = &finding.text;
        finding.short = vec![bilingual!(
            "鸟数可能受本房规则{zh}影响，没法核对",
            "the number of birds may follow the house rule {en} and cannot be checked"
        )];
        finding.text = bilingual!(
            "{told_zh}（可能是{zh}，caipan 不认识这条规则。）",
            "{told_en} (this may follow {en}, which caipan does not know)"
        );
    }

    /// Returns the names of the rules as part of a sentence.
    pub(super) fn names(&self) -> Text {
        listed(&self.rules, |_| None)
    }

    /// Returns the money that they may move, in words.
    pub(super) fn money(&self) -> Text {
        let what = |touches: Touches| if self.is_all() { Touches::All.label() } else { touches.label() };
        let mut all: Vec<Label> = self.rules.iter().map(|rule| what(rule.touches)).collect();
        all.dedup();
        let (zh, en): (Vec<_>, Vec<_>) = all.into_iter().map(|label| (label.zh, label.en)).unzip();
        Text { zh: zh.join("、").into(), en: en.join(", ").into() }
    }
}

/// Returns the seats around which money may move. Events count even if the rules refuse them.
fn seats(around: Around, hand: &HandLog, replayed: &Replayed) -> Seats {
    let acting = |is: fn(&Action) -> bool| {
        let acts = hand.events.iter().map(|event| &event.action).filter(move |action| is(action));
        acts.filter_map(Action::seat).collect::<Seats>()
    };
    let winners = || {
        let called = acting(|action| matches!(action, Action::Win { .. }));
        let named = hand.result.iter().flat_map(|result| result.wins.iter().flatten()).map(|win| win.seat);
        let standing = replayed.standing.iter().map(|won| won.seat);
        called.iter().chain(named).chain(standing).collect::<Seats>()
    };
    match around {
        Around::Openers => acting(|action| matches!(action, Action::Opening { .. } | Action::MidOpening { .. })),
        Around::Kongs => acting(|action| matches!(action, Action::Kong { .. })),
        Around::Winners => winners(),
        Around::WinnersAndOpeners => {
            let openers = acting(|action| matches!(action, Action::Opening { .. }));
            winners().iter().chain(openers.iter()).collect()
        }
        Around::Everybody => Seats::FOUR,
    }
}

/// Returns the finding that the rules of a log are not all known; `None` if they are.
pub(super) fn declared(log: &GameLog, ruleset: &Ruleset) -> Option<Finding> {
    if ruleset.unmodelled.is_empty() {
        return None;
    }
    let Text { zh, en } = listed(&ruleset.unmodelled, |touches| Some(touches.label()));
    let text = bilingual!(
        "本房有 caipan 不认识的规则：{zh}。可能受影响的分没法核对，其余照常核对。",
        "the room plays by rules that caipan does not know: {en}; the money that they may move cannot be verified, everything else is checked"
    );
    let Text { zh, en } = listed(&ruleset.unmodelled, |_| None);
    let short = bilingual!(
        "caipan 不认识本房规则{zh}，相关的分没法核对",
        "caipan does not know the house rule {en}; its points cannot be checked"
    );
    let unnamed = bilingual!(
        "本房有 caipan 不认识的规则，相关的分没法核对",
        "the room plays by rules that caipan does not know; their points cannot be checked"
    );
    let pointer = if log.rules.unmodelled.is_empty() { "/rules/system" } else { "/rules/unmodelled" };
    let finding = Finding::new(&money::UNMODELLED, 0, text).in_short(short).in_short(unnamed);
    Some(Finding { hand: None, pointer: pointer.to_owned(), ..finding })
}

/// Returns rules as a list, each with a note in brackets if it has one. Many rules are counted, not named.
fn listed(rules: &[Unmodelled], note: impl Fn(Touches) -> Option<Label>) -> Text {
    let mut all = Text::default();
    for Unmodelled { rule, touches } in rules.iter().take(NAMED) {
        let (name, note) = (shown(rule), note(*touches));
        let (zh, en) =
            note.map_or(Default::default(), |Label { zh, en }| (format!("（影响{zh}）"), format!(" ({en})")));
        let Text { zh: all_zh, en: all_en } = &all;
        let (comma_zh, comma_en) = if all.en.is_empty() { ("", "") } else { ("、", ", ") };
        all = bilingual!("{all_zh}{comma_zh}“{name}”{zh}", "{all_en}{comma_en}“{name}”{en}");
    }
    let Text { zh, en } = &all;
    match rules.len().saturating_sub(NAMED) {
        0 => all,
        1 => bilingual!("{zh}，另有 1 条", "{en} and 1 more"),
        more => bilingual!("{zh}，另有 {more} 条", "{en} and {more} more"),
    }
}
