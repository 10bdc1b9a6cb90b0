//! Mistakes about lines of a ledger: unpaid, paid twice, without a step of its sum, by or to the wrong seat.

use super::Candidate;
use super::flows::{Flow, flows};
use super::scope::{LineGroup, scopes};
use crate::rules::{Rank, Won};
use crate::table::Source;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Op, Party, Role, Step, Sum};
use caipan_tiles::text::{Label, Text};
use caipan_tiles::tile::{Seat, Seats};

/// The lines of a ledger with what a mistake needs to know of them.
struct Lines<'a> {
    ledger: &'a Ledger,
    wins: &'a [Won],
    seats: Seats,
    flows: Vec<Flow>,
    found: Vec<Candidate>,
}

/// Returns every mistake about lines, the simplest first.
pub(super) fn of_lines(ledger: &Ledger, wins: &[Won], seats: Seats) -> Vec<Candidate> {
    let mut lines = Lines { ledger, wins, seats, flows: flows(ledger), found: Vec::new() };
    let scopes = scopes(ledger);
    scopes.iter().for_each(|scope| lines.unpaid(scope));
    scopes.iter().for_each(|scope| lines.unpaid_but_one(scope));
    let of_one_cause = || scopes.iter().filter(|scope| !scope.is_mixed);
    of_one_cause().for_each(|scope| lines.all_pay(scope));
    of_one_cause().for_each(|scope| lines.steps(scope));
    of_one_cause().for_each(|scope| lines.twice(scope));
    scopes.iter().for_each(|scope| lines.other_receiver(scope));
    scopes.iter().for_each(|scope| lines.other_payer(scope));
    of_one_cause().for_each(|scope| lines.reversed(scope));
    lines.found
}

impl Lines<'_> {
    fn add(
        &mut self,
        (id, rank): (&'static str, Rank),
        scope: &LineGroup,
        flows: Vec<Flow>,
        words: impl Fn(&People) -> Text + 'static,
    ) {
        let clause = scope.lines.first().and_then(|&at| self.ledger.lines().get(at)).map(|line| line.clause);
        if let Some(clause) = clause {
            self.found.push(Candidate { id, rank, clause, flows, words: Box::new(words) });
        }
    }

    /// Returns all flows, with those of the scope changed.
    fn changed(&self, scope: &LineGroup, change: impl Fn(&Flow) -> Flow) -> Vec<Flow> {
        let each = |(at, flow): (usize, &Flow)| if scope.lines.contains(&at) { change(flow) } else { *flow };
        self.flows.iter().enumerate().map(each).collect()
    }

    fn unpaid(&mut self, scope: &LineGroup) {
        let flows = self.changed(scope, |flow| Flow { points: 0, ..*flow });
        let (from, to, name, amount) = (scope.from, scope.to, named(scope), amount(scope));
        self.add(("unpaid", Rank::Payment), scope, flows, move |people| {
            let (Text { zh, en }, Text { zh: sum_zh, en: sum_en }) = (&name, &amount);
            match (from.map(|seat| people.who(seat)), to.map(|seat| people.who(seat))) {
                (Some(from), Some(to)) => {
                    bilingual!("{from}没有付{to}的{zh}，{sum_zh}", "{from:#} did not pay {to:#} {sum_en} for {en}")
                }
                (Some(from), None) => {
                    bilingual!("{from}没有付{zh}，{sum_zh}", "{from:#} did not pay {sum_en} for {en}")
                }
                (None, Some(to)) => {
                    bilingual!("{to}该收的{zh}没有人付，{sum_zh}", "nobody paid {to:#} {sum_en} for {en}")
                }
                (None, None) => bilingual!("{zh}没有付，{sum_zh}", "nobody paid {sum_en} for {en}"),
            }
        });
    }

    /// One of several payments was made.
    fn unpaid_but_one(&mut self, scope: &LineGroup) {
        if scope.lines.len() < 3 || scope.is_mixed {
            return;
        }
        for &kept in &scope.lines {
            let each = |(at, flow): (usize, &Flow)| {
                let is_unpaid = scope.lines.contains(&at) && at != kept;
                Flow { points: if is_unpaid { 0 } else { flow.points }, ..*flow }
            };
            let flows: Vec<Flow> = self.flows.iter().enumerate().map(each).collect();
            let Some(Flow { from: Party::Seat(from), to: Party::Seat(to), .. }) = self.flows.get(kept).copied() else {
                continue;
            };
            let name = named(scope);
            self.add(("unpaid-but-one", Rank::Payment), scope, flows, move |people| {
                let (Text { zh, en }, from, to) = (&name, people.who(from), people.who(to));
                bilingual!(
                    "{zh}只付了{from}给{to}的一笔，其余没付",
                    "for {en} only {from:#} paid {to:#}, and the rest was not paid"
                )
            });
        }
    }

    fn twice(&mut self, scope: &LineGroup) {
        let flows = self.changed(scope, |flow| Flow { points: flow.points.saturating_mul(2), ..*flow });
        let (who, name) = (Between::of(scope), named(scope));
        self.add(("paid-twice", Rank::Payment), scope, flows, move |people| {
            let (Text { zh, en }, Text { zh: who_zh, en: who_en }) = (&name, who.in_words(people));
            let was = if en.ends_with('s') { "were" } else { "was" };
            bilingual!("{who_zh}{zh}算了两遍", "{en} {was} counted twice{who_en}")
        });
    }

    /// Leaves out a step of the sums, or applies it once more.
    fn steps(&mut self, scope: &LineGroup) {
        let mut labels: Vec<Step> = Vec::new();
        for line in scope.lines.iter().filter_map(|&at| self.ledger.lines().get(at)) {
            for step in line.sum.steps().iter().skip(1).filter(|step| !matches!(step.op, Op::Share | Op::Rest)) {
                if !labels.iter().any(|known| known.why == step.why && known.op == step.op) {
                    labels.push(*step);
                }
            }
        }
        for step in labels {
            for times in [Times::Never, Times::OnceLess, Times::OnceMore] {
                self.step(scope, step, times);
            }
        }
    }

    fn step(&mut self, scope: &LineGroup, step: Step, times: Times) {
        let occurs = |line: &Line| line.sum.steps().iter().filter(|other| is_like(other, &step)).count();
        let most = scope.lines.iter().filter_map(|&at| self.ledger.lines().get(at)).map(occurs).max().unwrap_or(0);
        // With one occurrence, one less is none.
        if times == Times::OnceLess && most < 2 || times == Times::OnceMore && step.op == Op::AtMost {
            return;
        }
        // Lines without the step are another scope.
        if scope.lines.iter().any(|&at| self.ledger.lines().get(at).is_some_and(|line| occurs(line) == 0)) {
            return;
        }
        let lines = self.ledger.lines();
        let flows = self.flows.iter().zip(lines).enumerate().map(|(at, (flow, line))| {
            let points = if scope.lines.contains(&at) { again(&line.sum, &step, times).value() } else { flow.points };
            Flow { points, ..*flow }
        });
        let flows = flows.collect();
        let (who, Step { op, by, why }) = (Between::of(scope), step);
        let mistake = match times {
            Times::OnceMore => ("factor-twice", Rank::Other),
            _ => ("factor-left-out", Rank::Payment),
        };
        self.add(mistake, scope, flows, move |people| {
            let (Label { zh, en }, Text { zh: who_zh, en: who_en }) = (*why, who.in_words(people));
            match (op, times) {
                (Op::AtMost, _) => {
                    bilingual!("{who_zh}没有按{zh} {by} 分算", "the limit of {by} points was not applied{who_en}")
                }
                (Op::Plus, Times::OnceMore) => {
                    bilingual!("{who_zh}{zh}的 {by} 分加了两次", "{by} for {en} was added twice{who_en}")
                }
                (Op::Plus, _) => {
                    bilingual!("{who_zh}没有加{zh}的 {by} 分", "{by} for {en} was not added{who_en}")
                }
                (_, Times::Never) => {
                    bilingual!("{who_zh}没有乘{zh}的 {by} 倍", "the factor {by} for {en} was left out{who_en}")
                }
                (_, Times::OnceLess) => {
                    bilingual!("{who_zh}少乘了一次{zh}的 {by} 倍", "the factor {by} for {en} was left out once{who_en}")
                }
                (_, Times::OnceMore) => {
                    bilingual!(
                        "{who_zh}多乘了一次{zh}的 {by} 倍",
                        "the factor {by} for {en} was applied once too often{who_en}"
                    )
                }
            }
        });
    }

    fn other_payer(&mut self, scope: &LineGroup) {
        let Some(due) = scope.from else { return };
        for other in self.seats.others(due).filter(|other| Some(*other) != scope.to) {
            let flows = self.changed(scope, |flow| Flow { from: Party::Seat(other), ..*flow });
            let (name, is_discard) = (named(scope), self.is_discard(scope));
            self.add(("other-payer", Rank::Seat), scope, flows, move |people| {
                let (Text { zh, en }, due, other) = (&name, people.who(due), people.who(other));
                if is_discard {
                    bilingual!(
                        "{due}点炮，却算到{other}头上",
                        "{due:#} discarded the winning tile, but {other:#} was charged"
                    )
                } else {
                    bilingual!(
                        "{zh}该{due}付，却由{other}付了",
                        "{due:#} has to pay for {en}, but {other:#} was charged"
                    )
                }
            });
        }
    }

    fn other_receiver(&mut self, scope: &LineGroup) {
        let Some(due) = scope.to else { return };
        let is_win = scope.cause.role == Role::Win;
        for other in self.seats.others(due).filter(|other| Some(*other) != scope.from) {
            let flows = self.changed(scope, |flow| Flow { to: Party::Seat(other), ..*flow });
            let name = named(scope);
            self.add(("other-receiver", Rank::Seat), scope, flows, move |people| {
                let (Text { zh, en }, due, other) = (&name, people.who(due), people.who(other));
                if is_win {
                    bilingual!("{due}胡的牌，分却记给了{other}", "{due:#} won, but the points went to {other:#}")
                } else {
                    bilingual!("{zh}该付给{due}，却付给了{other}", "{en} is due to {due:#}, but {other:#} was paid")
                }
            });
        }
    }

    /// All three pay what one seat owes.
    fn all_pay(&mut self, scope: &LineGroup) {
        let (Some(due), Some(to)) = (scope.from, scope.to) else { return };
        let mut flows = self.flows.clone();
        for other in self.seats.others(to).filter(|other| *other != due) {
            let of = scope.lines.iter().filter_map(|&at| self.flows.get(at));
            flows.extend(of.map(|flow| Flow { from: Party::Seat(other), ..*flow }));
        }
        let (name, is_discard) = (named(scope), self.is_discard(scope));
        self.add(("all-paid", Rank::Payment), scope, flows, move |people| {
            let (Text { zh, en }, due) = (&name, people.who(due));
            if is_discard {
                bilingual!(
                    "{due}点炮，该{due}一家付，别家却也付了",
                    "{due:#} discarded the winning tile and pays alone, but every other player was charged"
                )
            } else {
                bilingual!(
                    "{zh}只该{due}付，别家却也付了",
                    "only {due:#} pays for {en}, but every other player was charged"
                )
            }
        });
    }

    fn reversed(&mut self, scope: &LineGroup) {
        let flows = self.changed(scope, |flow| Flow { from: flow.to, to: flow.from, ..*flow });
        let (from, to, name) = (scope.from, scope.to, named(scope));
        self.add(("reversed", Rank::Other), scope, flows, move |people| {
            let Text { zh, en } = &name;
            match (from.map(|seat| people.who(seat)), to.map(|seat| people.who(seat))) {
                (Some(from), Some(to)) => bilingual!(
                    "{zh}付反了，该{from}付给{to}",
                    "{en} was paid the wrong way round: {from:#} pays {to:#}"
                ),
                _ => bilingual!("{zh}付反了", "{en} was paid the wrong way round"),
            }
        });
    }

    /// True if the scope is what the discarder of the winning tile pays.
    fn is_discard(&self, scope: &LineGroup) -> bool {
        scope.cause.role == Role::Win
            && self.wins.iter().any(|won| {
                Some(won.seat) == scope.to && won.from == scope.from && !matches!(won.source, Source::Rob { .. })
            })
    }
}

/// The number of times that a step is applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    Never,
    OnceLess,
    OnceMore,
}

fn is_like(step: &Step, other: &Step) -> bool {
    step.op == other.op && step.why == other.why
}

/// Returns the sum with a step applied less or more often; the first step stays.
fn again(sum: &Sum, step: &Step, times: Times) -> Sum {
    let Some((first, rest)) = sum.steps().split_first() else { return sum.clone() };
    let last = rest.iter().rposition(|other| is_like(other, step));
    let mut new = Sum::of(first.by, first.why);
    for (at, one) in rest.iter().enumerate() {
        let count = match times {
            _ if !is_like(one, step) => 1,
            Times::Never => 0,
            Times::OnceLess => u8::from(Some(at) != last),
            Times::OnceMore => 1 + u8::from(Some(at) == last),
        };
        for _ in 0..count {
            new = match one.op {
                Op::Plus => new.plus(one.by, one.why),
                Op::Times => new.times(one.by, one.why),
                Op::AtMost => new.at_most(one.by, one.why),
                Op::Share => new.share(one.by, one.why),
                Op::Rest => new.rest(one.by, one.why),
            };
        }
    }
    new
}

/// The seat whose payments a scope has.
#[derive(Clone, Copy)]
struct Between {
    from: Option<Seat>,
    to: Option<Seat>,
}

impl Between {
    fn of(scope: &LineGroup) -> Between {
        Between { from: scope.from, to: scope.to }
    }

    /// Words before (Chinese) or after (English) what is wrong.
    fn in_words(self, people: &People) -> Text {
        match (self.from.map(|seat| people.who(seat)), self.to.map(|seat| people.who(seat))) {
            (Some(from), Some(to)) => bilingual!("{from}付{to}的", " in what {from:#} pays {to:#}"),
            (Some(from), None) => bilingual!("{from}付的", " in what {from:#} pays"),
            (None, Some(to)) => bilingual!("{to}收的", " in what {to:#} receives"),
            (None, None) => Text::default(),
        }
    }
}

/// The name of what a scope pays for, inside a sentence.
fn named(scope: &LineGroup) -> Text {
    if scope.cause.role == Role::Win && !scope.is_mixed {
        return Label::new("胡牌", "the win").text();
    }
    scope.name.text()
}

/// The points of a scope, with their unit.
fn amount(scope: &LineGroup) -> Text {
    let points = |points: i64| if points == 1 { "point" } else { "points" };
    match (scope.each, scope.lines.len()) {
        (Some(each), 2..) => {
            let points = points(each);
            bilingual!("各 {each} 分", "{each} {points} each")
        }
        (each, _) => {
            let (total, points) = (scope.total, points(scope.total));
            let (all_zh, all_en) = if each.is_none() { ("共 ", " in all") } else { ("", "") };
            bilingual!("{all_zh}{total} 分", "{total} {points}{all_en}")
        }
    }
}
