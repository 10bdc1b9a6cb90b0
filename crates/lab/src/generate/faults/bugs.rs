//! Injects settlement bugs of a client in Guiyang: wrong payments for kongs, chickens, shares and 查叫. Hands in which
//! a single house rule would explain the bug are skipped.

use super::scene::{Place, Scene};
use crate::generate::result::payments;
use caipan_engine::rules::{Ruleset, Search, Value, Won};
use caipan_engine::table::Source;
use caipan_log::Payment;
use caipan_tiles::ledger::{Cause, Ledger, Line, Net, Party, Sum};
use caipan_tiles::tile::{MeldKind, Seat, Tile};

block! {
    "A702" "kong paid by two of three" kong_short;
    "A702" "kong of a seat that is not ready paid" kong_not_ready;
    "A702" "kongs of a ready seat not paid" kongs_forgotten;
    "A702" "winner does not pay others' kongs" kongs_not_by_winner;
    "A702" "burnt seat does not pay others' kongs" kongs_not_by_burnt;
    "A702" "burnt kongs paid, burnt chickens not" burn_halved;
    "A702" "kongs paid once for each winner" kongs_twice;
    "A702" "charge counted twice" charge_twice;
    "A702" "gold forgotten" gold_forgotten;
    "A702" "flipped tile taken for the chicken" flip_itself;
    "A702" "duty forgotten" duty_forgotten;
    "A704" "duty paid to another seat" duty_elsewhere;
    "A702" "robbed kong paid by all three" rob_split;
    "A702" "self-draw paid by two of three" self_draw_short;
    "A702" "win on a discard paid by all three" discard_by_all;
    "A702" "dealer's bonus of the hand after" bonus_ahead;
    "A702" "not ready at the end, and does not pay" cha_jiao_short;
    "A702" "paid for more than the highest pattern waited for" cha_jiao_more;
    "A702" "ready seats pay those that are not" cha_jiao_turned;
    "A702" "bonus for one suit paid by two of three" pure_short;
    "A702" "chosen stakes paid by all but one" stakes_short;
    "A702" "kong of a seat that is not ready paid twice" answered_twice;
    "A702" "missing suit paid twice" lack_twice;
}

/// The difference between two lists of payments, pair by pair.
pub struct Disagreement {
    /// The payer in the first pair that differs.
    payer: Seat,
    /// The seat that received instead of another.
    receiver: Option<Seat>,
    /// True if only two seats were confused.
    confused: bool,
}

impl Disagreement {
    /// The seat that a finding of a wrong amount names.
    pub fn amount(&self) -> Option<Seat> {
        (!self.confused).then_some(self.payer)
    }

    fn received(&self) -> Option<Seat> {
        self.receiver.filter(|_| self.confused)
    }
}

/// Compares the net payments between each pair of seats. Returns `None` if they agree.
pub fn disagreement(right: &[Payment], wrong: &[Payment]) -> Option<Disagreement> {
    compare(&net(right), &net(wrong))
}

fn compare(right: &Net, wrong: &Net) -> Option<Disagreement> {
    let pair = right.differs(wrong).iter().next()?;
    let direction = if right.at(pair) == 0 { wrong.at(pair) } else { right.at(pair) };
    let (before, after) = (right.gains(), wrong.gains());
    let more = |seat: &Seat| after[*seat] - before[*seat];
    let moved: Vec<Seat> = Seat::ALL.into_iter().filter(|seat| more(seat) != 0).collect();
    let confused = moved.len() == 2 && right.moved() == wrong.moved();
    let receives = moved.iter().all(|&seat| before[seat] > 0 || after[seat] > 0);
    let receiver = moved.into_iter().max_by_key(more).filter(|_| receives);
    let (a, b) = pair.seats();
    Some(Disagreement { payer: if direction > 0 { a } else { b }, receiver, confused })
}

fn net(payments: &[Payment]) -> Net {
    Net::of(payments.iter().map(Payment::flow))
}

/// The payments that the rules require; `None` if there are none or the hand has no end.
fn lines(scene: &Scene<'_>) -> Option<Vec<Line>> {
    let table = scene.tables.last()?;
    let ends = !scene.wins.is_empty() || scene.drawn;
    Some(scene.rules.settle(table, &scene.wins).lines().to_vec()).filter(|lines| ends && !lines.is_empty())
}

fn is(line: &Line, cause: &str) -> bool {
    line.cause.id == cause
}

fn pays(line: &Line, seat: Seat) -> bool {
    line.from == Party::Seat(seat)
}

/// Records the payments of a client with a bug. Returns `None` if they are right or a house rule explains them.
fn written(scene: &mut Scene<'_>, lines: &[Line]) -> Option<Disagreement> {
    let mut wrong = Ledger::default();
    for line in lines {
        wrong.pay(line.from, line.to, line.sum.clone(), line.cause, line.clause);
    }
    let table = scene.tables.last()?;
    let right = scene.rules.settle(table, &scene.wins);
    let disagreement = compare(&right.net(), &wrong.net())?;
    let explains = |ruleset: &Ruleset| ruleset.rules.settle(table, &scene.wins).net() == wrong.net();
    if houses(scene.ruleset).iter().any(explains) {
        return None;
    }
    let (style, before) = (scene.style(), scene.scores_before());
    let deltas = wrong.balance();
    let result = scene.result_mut()?;
    result.payments = Some(payments(style, &wrong));
    result.deltas = Some(deltas);
    let mut scores = before;
    Seat::ALL.into_iter().for_each(|seat| scores[seat] = scores[seat].saturating_add(deltas[seat]));
    result.scores = Some(scores);
    Some(disagreement)
}

fn amount(scene: &mut Scene<'_>, lines: &[Line]) -> Option<Place> {
    Place::of(written(scene, lines)?.amount()?)
}

/// Every ruleset that differs from this one in one price.
fn houses(ruleset: &Ruleset) -> Vec<Ruleset> {
    let mut houses = Vec::new();
    for decl in (ruleset.system.options)().iter().filter(|decl| decl.search == Search::Price) {
        for value in ruleset.choices.get(decl.id).map(|now| decl.alternatives(now)).unwrap_or_default() {
            houses.push(with(ruleset, decl.id, value));
        }
    }
    houses
}

fn with(ruleset: &Ruleset, option: &'static str, value: Value) -> Ruleset {
    ruleset.changed(None, [(option, value)])
}

/// The payments under another value of an option; `None` if the system lacks the option or already has this value.
fn under(scene: &Scene<'_>, option: &'static str, value: Value) -> Option<Vec<Line>> {
    let now = scene.ruleset.choices.get(option)?;
    let table = scene.tables.last()?;
    let rules = with(scene.ruleset, option, value).rules;
    (now != value).then(|| rules.settle(table, &scene.wins).lines().to_vec())
}

/// Removes one line of this cause from the payments, which must have at least `least` of them.
fn one_less(scene: &mut Scene<'_>, cause: &str, least: usize) -> Option<Place> {
    let mut lines = lines(scene)?;
    let all: Vec<usize> = (0..lines.len()).filter(|&at| lines.get(at).is_some_and(|line| is(line, cause))).collect();
    let at = scene.pick(&all).filter(|_| all.len() >= least)?;
    lines.remove(at);
    amount(scene, &lines)
}

/// Removes the matching lines from the payments. There must be at least one.
fn without(scene: &mut Scene<'_>, is_like: impl Fn(&Line) -> bool) -> Option<Place> {
    let mut lines = lines(scene)?;
    let before = lines.len();
    lines.retain(|line| !is_like(line));
    if lines.len() < before { amount(scene, &lines) } else { None }
}

/// The value of an option that is a number.
fn number(scene: &Scene<'_>, option: &'static str) -> Option<i64> {
    match scene.ruleset.choices.get(option)? {
        Value::Number(number) => Some(number),
        _ => None,
    }
}

fn kong_short(scene: &mut Scene<'_>) -> Option<Place> {
    one_less(scene, "dou", 3)
}

fn kong_not_ready(scene: &mut Scene<'_>) -> Option<Place> {
    let table = scene.tables.last()?.clone();
    let ready = scene.rules.ready(&table, &scene.wins).filter(|_| !scene.wins.is_empty())?;
    // An exposed kong is paid by one seat, which may be the wrong number of payers besides.
    let own = |kind: MeldKind| matches!(kind, MeldKind::KongConcealed | MeldKind::KongAdded);
    let konged = |seat: &Seat| !ready[*seat] && table.place(*seat).melds.iter().any(|meld| own(meld.kind));
    let seats: Vec<Seat> = scene.seats().iter().filter(konged).collect();
    let owner = scene.pick(&seats)?;
    let mut lines = lines(scene)?;
    let cause: &'static Cause = scene.rules.system().causes.iter().find(|cause| cause.id == "dou")?;
    let base = number(scene, "base")?;
    let first = lines.first()?.clone();
    let melds = table.place(owner).melds.iter();
    let kongs: Vec<&str> = melds
        .filter_map(|meld| match meld.kind {
            MeldKind::KongConcealed => Some("men_dou"),
            MeldKind::KongAdded if !table.place(owner).late_kongs.contains(&meld.tile) => Some("papo_dou"),
            _ => None,
        })
        .collect();
    for price in kongs {
        let sum = Sum::of(number(scene, price)?.saturating_mul(base), &cause.name);
        let paid = scene.seats().others(owner).map(Party::Seat);
        lines.extend(paid.map(|from| Line { from, to: Party::Seat(owner), cause, sum: sum.clone(), ..first.clone() }));
    }
    amount(scene, &lines)
}

fn kongs_forgotten(scene: &mut Scene<'_>) -> Option<Place> {
    let owner = scene.a_seat()?;
    without(scene, |line| is(line, "dou") && line.to == Party::Seat(owner))
}

fn kongs_not_by_winner(scene: &mut Scene<'_>) -> Option<Place> {
    let winner = scene.wins.first()?.seat;
    without(scene, |line| is(line, "dou") && pays(line, winner))
}

/// The seat whose discard after its kong was won on.
fn burnt(scene: &Scene<'_>) -> Option<Seat> {
    let hot = |won: &&Won| won.hits.iter().any(|hit| hit.pattern.id == "hot-discard");
    scene.wins.iter().find(hot)?.from
}

fn kongs_not_by_burnt(scene: &mut Scene<'_>) -> Option<Place> {
    let burnt = burnt(scene)?;
    without(scene, |line| is(line, "dou") && pays(line, burnt))
}

fn burn_halved(scene: &mut Scene<'_>) -> Option<Place> {
    let to = Party::Seat(burnt(scene)?);
    let mut lines = lines(scene)?;
    let unburnt = under(scene, "re_pao_burn", Value::Word("none"))?;
    lines.extend(unburnt.into_iter().filter(|line| is(line, "dou") && line.to == to));
    amount(scene, &lines)
}

fn kongs_twice(scene: &mut Scene<'_>) -> Option<Place> {
    let mut lines = lines(scene).filter(|_| scene.wins.len() > 1)?;
    let again: Vec<Line> = lines.iter().filter(|line| is(line, "dou")).cloned().collect();
    lines.extend(again);
    amount(scene, &lines)
}

fn charge_twice(scene: &mut Scene<'_>) -> Option<Place> {
    let mut lines = lines(scene)?;
    let again: Vec<Line> = lines.iter().filter(|line| is(line, "charge")).cloned().collect();
    lines.extend(again);
    amount(scene, &lines)
}

fn gold_forgotten(scene: &mut Scene<'_>) -> Option<Place> {
    let plain = under(scene, "gold_value", Value::Number(1))?;
    amount(scene, &plain)
}

/// The client counts the flipped tile itself instead of the next rank.
fn flip_itself(scene: &mut Scene<'_>) -> Option<Place> {
    let mut table = scene.tables.last()?.clone();
    let flip = table.flip?;
    table.flip = Tile::of(flip.suit(), (flip.rank() + 7) % 9 + 1);
    let lines = scene.rules.settle(&table, &scene.wins).lines().to_vec();
    amount(scene, &lines)
}

fn duty_forgotten(scene: &mut Scene<'_>) -> Option<Place> {
    without(scene, |line| is(line, "duty"))
}

fn duty_elsewhere(scene: &mut Scene<'_>) -> Option<Place> {
    let mut lines = lines(scene)?;
    let line = lines.iter_mut().find(|line| is(line, "duty"))?;
    let (Party::Seat(from), Party::Seat(to)) = (line.from, line.to) else { return None };
    let others: Vec<Seat> = scene.seats().others(from).filter(|&seat| seat != to).collect();
    line.to = Party::Seat(scene.pick(&others)?);
    Place::of(written(scene, &lines)?.received()?)
}

/// Splits what one seat pays for all three: each seat pays its own share.
fn rob_split(scene: &mut Scene<'_>) -> Option<Place> {
    let rob = scene.wins.iter().find(|won| matches!(won.source, Source::Rob { .. }))?;
    let (winner, value) = (rob.seat, rob.value);
    let mut lines = lines(scene)?;
    let at = lines.iter().position(|line| is(line, "hand") && line.to == Party::Seat(winner))?;
    let line = lines.remove(at);
    // Only if the payment consists of three shares.
    let share = line.sum.value() / 3;
    if value <= 0 || line.sum.value() % 3 != 0 || share % value != 0 {
        return None;
    }
    for seat in scene.seats().others(winner) {
        lines.push(Line { from: Party::Seat(seat), sum: Sum::of(share, &line.cause.name), ..line.clone() });
    }
    amount(scene, &lines)
}

fn pure_short(scene: &mut Scene<'_>) -> Option<Place> {
    one_less(scene, "pure-bonus", 2)
}

fn stakes_short(scene: &mut Scene<'_>) -> Option<Place> {
    one_less(scene, "gu-mai", 2)
}

fn answered_twice(scene: &mut Scene<'_>) -> Option<Place> {
    twice(scene, "bao-gang")
}

fn lack_twice(scene: &mut Scene<'_>) -> Option<Place> {
    twice(scene, "lack")
}

/// Adds a payment of this cause a second time.
fn twice(scene: &mut Scene<'_>, cause: &str) -> Option<Place> {
    let mut lines = lines(scene)?;
    let all: Vec<Line> = lines.iter().filter(|line| is(line, cause)).cloned().collect();
    let again = scene.pick(&all)?;
    lines.push(again);
    amount(scene, &lines)
}

fn self_draw_short(scene: &mut Scene<'_>) -> Option<Place> {
    scene.wins.first().filter(|won| won.source.is_own())?;
    one_less(scene, "hand", 3)
}

fn discard_by_all(scene: &mut Scene<'_>) -> Option<Place> {
    let won = scene.wins.first().filter(|won| won.source == Source::Discard)?;
    let (winner, from) = (won.seat, won.from?);
    let mut lines = lines(scene)?;
    let line = lines.iter().find(|line| is(line, "hand") && line.to == Party::Seat(winner))?.clone();
    let others = scene.seats().others(winner).filter(|&seat| seat != from);
    lines.extend(others.map(|seat| Line { from: Party::Seat(seat), ..line.clone() }));
    amount(scene, &lines)
}

fn bonus_ahead(scene: &mut Scene<'_>) -> Option<Place> {
    if !lines(scene)?.iter().any(|line| is(line, "dealer")) {
        return None;
    }
    let mut table = scene.tables.last()?.clone();
    table.streak = table.streak.map(|streak| streak.saturating_add(1));
    let lines = scene.rules.settle(&table, &scene.wins).lines().to_vec();
    amount(scene, &lines)
}

fn cha_jiao_short(scene: &mut Scene<'_>) -> Option<Place> {
    one_less(scene, "cha-jiao", 2)
}

fn cha_jiao_more(scene: &mut Scene<'_>) -> Option<Place> {
    let mut lines = lines(scene)?;
    let line = lines.iter_mut().find(|line| is(line, "cha-jiao"))?;
    line.sum = line.sum.clone().plus(6, &line.cause.name);
    amount(scene, &lines)
}

fn cha_jiao_turned(scene: &mut Scene<'_>) -> Option<Place> {
    let mut lines = lines(scene)?;
    let turned = lines.iter_mut().filter(|line| is(line, "cha-jiao"));
    turned.for_each(|line| std::mem::swap(&mut line.from, &mut line.to));
    amount(scene, &lines)
}
