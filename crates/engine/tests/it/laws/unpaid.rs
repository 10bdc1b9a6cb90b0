//! The reasons why nothing is due: over generated hands of every preset, how often the report names the reason of a
//! payment that is not due, and that the facts of every reason that the settlement gives hold by the events.

use crate::generate::{preset, presets};
use crate::golden;
use caipan_engine::audit::audit;
use caipan_engine::rules::{Ruleset, SYSTEMS};
use caipan_engine::table::Table;
use caipan_lab::generate::{MatchConfig, one};
use caipan_log::{Action, DrawFrom, HandLog, KongKind, Outcome, Payment};
use caipan_tiles::ledger::{Ledger, Reason};
use caipan_tiles::tile::{Seat, Suit, Tile};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Matches per preset or room, and payments put in for each of them and each row.
const MATCHES: u64 = 120;
const EACH: usize = 4;
/// The points of a payment that is put in; no price is as high.
const POINTS: i64 = 977;

#[derive(Clone, Copy, Default)]
struct Row {
    tried: usize,
    certain: usize,
    guessed: usize,
    silent: usize,
    checked: usize,
}

#[test]
fn payments_that_are_not_due_are_told_with_their_reason() {
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let (mut wrong, mut silent) = (Vec::new(), Vec::new());
    for ruleset in rulesets() {
        let mut tried: BTreeMap<&str, usize> = BTreeMap::new();
        let configs = MatchConfig::ALL.iter().cycle().zip(0..MATCHES);
        for log in configs.map(|((_, config), number)| one(&ruleset, 37, number, &MatchConfig { hands: 2, ..*config }))
        {
            let (_, clean) = audit(&log).expect("rules that there are");
            for (at, (_, audited)) in clean.hands.iter().enumerate() {
                let played = audited.recorded();
                let ledger = ruleset.rules.explain(&played.table, &played.standing);
                assert!(ruleset.rules.settle(&played.table, &played.standing).reasons().is_empty());
                let hand = &log.hands[at];
                for reason in ledger.reasons() {
                    let Some((from, to)) = pair(&played.table, reason) else { continue };
                    let row = rows.entry(reason.row.id).or_default();
                    let seen = Seen { ruleset: &ruleset, hand, table: &played.table, from, to };
                    if let Some(holds) = seen.holds(reason.row.id, name(reason)) {
                        row.checked += 1;
                        if !holds {
                            wrong.push(format!("{} hand {at}: {} from {from} to {to}", log.id, reason.row.id));
                        }
                    }
                    let count = tried.entry(reason.row.id).or_default();
                    let has_payments = hand.result.as_ref().is_some_and(|result| result.payments.is_some());
                    if *count >= EACH || !has_payments {
                        continue;
                    }
                    *count += 1;
                    let mut bad = log.clone();
                    let payments = bad.hands[at].result.as_mut().and_then(|result| result.payments.as_mut()).unwrap();
                    let name = name(reason);
                    payments.push(Payment { from, to, points: POINTS, cause: Some(name.to_owned()), at: None });
                    let (_, report) = audit(&bad).expect("rules that there are");
                    let told = report.findings.iter().filter(|found| found.hand == Some(at));
                    let told =
                        told.filter_map(|found| Some((found, found.mistake.as_ref()?))).find(|(found, mistake)| {
                            mistake.text.en.contains(reason.row.words.en) && found.clauses.contains(&reason.clause)
                        });
                    row.tried += 1;
                    match told {
                        Some((_, mistake)) if mistake.is_certain => row.certain += 1,
                        Some(_) => row.guessed += 1,
                        None => {
                            let given = report.findings.iter().find_map(|found| found.mistake.as_ref());
                            let listed = given.is_some_and(|given| among(&ledger, given.id, name, from, to));
                            if listed {
                                row.guessed += 1;
                            } else {
                                row.silent += 1;
                                silent.push(format!("{} hand {at}: {} {given:?}", log.id, reason.row.id));
                            }
                        }
                    }
                }
            }
        }
    }
    let sum = |of: fn(&Row) -> usize| rows.values().map(of).sum::<usize>();
    let (tried, named) = (sum(|row| row.tried), sum(|row| row.certain + row.guessed));
    println!("{named} of {tried} named, {} facts checked; silent {silent:#?}", sum(|row| row.checked));
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(named * 100 >= tried * 98, "{named} of {tried} reasons are named: {silent:#?}");
    golden::assert_current([("docs/proof/reasons.md".to_owned(), page(&rows, tried, named))]);
}

/// The presets, and rooms that use what they leave off.
fn rulesets() -> impl Iterator<Item = Ruleset> {
    let room = |system: &&'static caipan_engine::rules::System| {
        let (system, preset) = (*system, &system.presets[0]);
        system.rooms.iter().map(move |room| Ruleset::new(system, preset, room))
    };
    presets().map(preset).chain(SYSTEMS.iter().flat_map(room))
}

/// True if the explained settlement gives this row for the payment too.
fn among(ledger: &Ledger, id: &str, name: &str, from: Seat, to: Seat) -> bool {
    ledger.reasons().iter().any(|reason| reason.row.id == id && reason.answers(name, from, to))
}

/// Two seats between which the reason holds.
fn pair(table: &Table, reason: &Reason) -> Option<(Seat, Seat)> {
    let receivers = table.seats.iter().filter(|&to| reason.receivers.contains(to));
    let mut pairs = receivers.flat_map(|to| table.seats.others(to).map(move |from| (from, to)));
    pairs.find(|&(from, _)| reason.payers.contains(from))
}

/// A name under which a log may record the payment.
fn name(reason: &Reason) -> &'static str {
    if let Some(kind) = reason.kind {
        return kind.zh;
    }
    let expected = reason.row.expected[0];
    let cause = expected.cause.filter(|_| expected.is_cause).map(|cause| cause.name.zh);
    cause.unwrap_or_else(|| expected.names[0])
}

/// A hand with the seats of a payment, looked at by its events alone.
struct Seen<'a> {
    ruleset: &'a Ruleset,
    hand: &'a HandLog,
    table: &'a Table,
    from: Seat,
    to: Seat,
}

impl Seen<'_> {
    /// True if the facts of a row hold; `None` if they are not checked here.
    fn holds(&self, row: &str, name: &str) -> Option<bool> {
        let (from, to, dealer) = (self.from, self.to, self.table.dealer);
        let robs = |seat: Seat| matches!(self.won_on(), Some(Action::Kong { seat: konger, .. }) if *konger == seat);
        Some(match row {
            "NG2" | "NG4" | "NG28" | "NC10" | "NB3" => robs(to),
            "NG3" | "NG29" => self.is_hot(to),
            "NG6" => self.charging().into_iter().any(|tile| {
                let all: Vec<Seat> = self.discards(tile).map(|(_, seat)| seat).collect();
                let own = all.iter().filter(|&&seat| seat == to).count();
                own > usize::from(all.first() == Some(&to))
            }),
            "NG7" => self.first_then(to, |next| matches!(next, Action::Pung { .. } | Action::Kong { .. })),
            "NG8" => {
                self.charging().into_iter().any(|tile| {
                    let holder = self.discards(tile).next().map(|(_, seat)| seat);
                    [Some(to), Some(from)].contains(&holder)
                }) && self.won()
            }
            "NG1" | "NG5" | "NG9" => return self.is_ready(to).map(|ready| !ready),
            "NG22" => return self.is_ready(from).map(|ready| ready && !self.won()),
            "NG31" => return self.is_ready(to).map(|ready| !ready && !self.won()),
            "NG20" | "NG21" | "NB2" | "NB12" | "NC15" => !self.won(),
            "NG24" | "NC7" | "NB9" | "NB23" => self.shown_by().is_some_and(|shown| shown != from && shown != to),
            "NG25" => self.won_on().is_some_and(|on| matches!(on, Action::Kong { seat, .. } if *seat != from)),
            "NC6" | "NB8" => self.shown_by().is_some_and(|shown| shown != to),
            "NC5" | "NC19" | "NG27" => match self.won_on() {
                Some(Action::Discard { seat, .. } | Action::Kong { seat, .. }) => *seat == to,
                _ => true,
            },
            "NC11" => self.won_on().is_none_or(|on| matches!(on, Action::Draw { from: Some(DrawFrom::Tail), .. })),
            "NC3" => ![from, to].contains(&dealer),
            "NC4" | "NG23" => [from, to].contains(&dealer) || self.won_on().is_some(),
            "NG32" => to != dealer,
            "NB10" => from == dealer,
            "NC8" => self.option_is("kong_points", "off"),
            "NB1" => self.option_is("kong.points", "off"),
            "NC9" => self.did(to, |action| matches!(action, Action::Kong { kind: KongKind::Added, .. })),
            "NG18" => self.did(to, |action| matches!(action, Action::Kong { kind: KongKind::Added, .. })),
            "NG19" | "NC26" | "NB22" => {
                self.did(to, |action| matches!(action, Action::Kong { kind: KongKind::Exposed, .. }))
            }
            "NC13" | "NC18" | "NC25" => self.did(to, |action| matches!(action, Action::Opening { .. })),
            "NC14" | "NC24" | "NB21" => {
                self.hand.outcome() == Some(Outcome::Aborted) || !self.won() || !self.table.false_wins.is_empty()
            }
            "NB4" => self.shown_by() == Some(to) && self.did(to, |action| matches!(action, Action::Kong { .. })),
            "NB5" => !self.did(to, |action| matches!(action, Action::Win { .. })),
            "NB7" => self.did(to, |action| {
                let open = |kind: &KongKind| *kind != KongKind::Concealed;
                matches!(action, Action::Chow { .. } | Action::Pung { .. })
                    || matches!(action, Action::Kong { kind, .. } if open(kind))
            }),
            "NB11" => {
                let firsts: Vec<Option<Tile>> = self.table.seats.iter().map(|seat| self.first_discard(seat)).collect();
                from == dealer && firsts.iter().any(|first| first.is_none() || *first != firsts[0])
            }
            "NB13" | "NB24" => from == dealer,
            "NB6" => self.has(to, |tile| Some(tile) == self.table.wild) || self.table.place(to).wilds > 0,
            "NB14" => self.table.floor == Some(0),
            "NC1" => return self.birds(&|near| !near.contains(&true)),
            "NC2" => return self.birds(&|near| near.contains(&true) && near.contains(&false)),
            "NC12" => self.is_off(name),
            "NC17" => {
                self.hand.result.iter().flat_map(|result| result.wins.iter().flatten()).any(|win| win.value > Some(0))
            }
            "NC22" => self.option_is("seven_pairs_luxury", "none"),
            "NG10" | "NG17" => self.table.seats.iter().flat_map(|seat| &self.table.place(seat).melds).any(|meld| {
                let of = if row == "NG10" { from } else { to };
                meld.tile == self.charging()[0] && meld.from == Some(of)
            }),
            "NG11" => self.option_is("wu_gu_ji", "false") && self.has(to, |tile| tile == self.charging()[1]),
            "NG12" => self.table.flip.is_some_and(|flip| self.has(to, |tile| tile == flip)),
            "NG13" => self.table.flip.is_some_and(|flip| {
                let is_below = |tile: Tile| tile.suit() == flip.suit() && tile.rank() % 9 + 1 == flip.rank();
                self.option_is("flip_mode", "up") && self.has(to, is_below)
            }),
            "NG15" => {
                let is_nine = |flip: Tile| (flip.suit(), flip.rank()) == (Suit::Bamboo, 9);
                self.table.flip.is_some_and(|flip| !is_nine(flip)) && self.has(to, |tile| tile == self.charging()[0])
            }
            "NG16" => self.table.flip.is_none(),
            "NG30" => return self.is_ready(from),
            _ => return None,
        })
    }

    /// True if the seat has such a tile in its hand, its melds or its river, or won with one.
    fn has(&self, seat: Seat, is: impl Fn(Tile) -> bool) -> bool {
        let place = self.table.place(seat);
        let melded = place.melds.iter().flat_map(caipan_tiles::tile::Meld::tiles);
        let lying = place.river.iter().map(|lying| lying.tile);
        let won = self.actions().filter_map(|action| match action {
            Action::Win { seat: winner, tile } if *winner == seat => Some(*tile),
            _ => None,
        });
        place.hand.tiles().chain(melded).chain(lying).chain(won).any(is)
    }

    /// Asks of each bird whether it hits one of the two seats; `None` if the house has a rule of its own.
    fn birds(&self, holds: &dyn Fn(&[bool]) -> bool) -> Option<bool> {
        let usual = self.table.seats.len() == 4 && self.option_is("bird_origin", "dealer");
        let birds = self.table.birds.as_deref().filter(|_| usual)?;
        let hit = |bird: &Tile| {
            let seat = (self.table.dealer.index() + usize::from(bird.rank()) - 1) % 4;
            [self.from, self.to].map(Seat::index).contains(&seat)
        };
        Some(holds(&birds.iter().map(hit).collect::<Vec<bool>>()))
    }

    /// True if the option of an initial win is off.
    fn is_off(&self, name: &str) -> bool {
        if name == "中途起手胡" {
            return self.option_is("mid_openings", "none");
        }
        let decl =
            (self.ruleset.system.options)().iter().find(|decl| decl.label.zh.starts_with(&format!("起手胡：{name}")));
        decl.is_some_and(|decl| self.option_is(decl.id, "false"))
    }

    fn actions(&self) -> impl Iterator<Item = &Action> {
        let acts = self.hand.events.iter().map(|event| &event.action);
        acts.filter(|action| !matches!(action, Action::Pass { .. } | Action::Flip { .. }))
    }

    fn won(&self) -> bool {
        self.actions().any(|action| matches!(action, Action::Win { .. }))
    }

    fn did(&self, seat: Seat, is: impl Fn(&Action) -> bool) -> bool {
        self.actions().any(|action| action.seat() == Some(seat) && is(action))
    }

    /// The event before the first win.
    fn won_on(&self) -> Option<&Action> {
        let all: Vec<&Action> = self.actions().collect();
        let at = all.iter().position(|action| matches!(action, Action::Win { .. }))?;
        all.get(at.checked_sub(1)?).copied()
    }

    /// The seat that showed the winning tile, if somebody won after an event.
    fn shown_by(&self) -> Option<Seat> {
        self.won_on().and_then(Action::seat)
    }

    /// True if the win was on the seat's discard after its own kong and replacement.
    fn is_hot(&self, seat: Seat) -> bool {
        let all: Vec<&Action> = self.actions().collect();
        let Some(at) = all.iter().position(|action| matches!(action, Action::Win { .. })) else { return false };
        let of = |back: usize| all.get(at.wrapping_sub(back)).filter(|action| action.seat() == Some(seat));
        matches!(of(1), Some(Action::Discard { .. }))
            && matches!(of(2), Some(Action::Draw { .. }))
            && matches!(of(3), Some(Action::Kong { .. }))
    }

    /// The tiles that may charge: 1 of bamboo and 8 of dots.
    fn charging(&self) -> [Tile; 2] {
        [(Suit::Bamboo, 1), (Suit::Dots, 8)].map(|(suit, rank)| Tile::of(suit, rank).unwrap())
    }

    fn discards(&self, of: Tile) -> impl Iterator<Item = (usize, Seat)> {
        self.actions().enumerate().filter_map(move |(at, action)| match action {
            Action::Discard { seat, tile } if *tile == of => Some((at, *seat)),
            _ => None,
        })
    }

    fn first_discard(&self, of: Seat) -> Option<Tile> {
        self.actions().find_map(|action| match action {
            Action::Discard { seat, tile } if *seat == of => Some(*tile),
            _ => None,
        })
    }

    /// True if the seat discarded the first tile of a charging kind, and this came next.
    fn first_then(&self, seat: Seat, is: impl Fn(&Action) -> bool) -> bool {
        self.charging()
            .into_iter()
            .filter_map(|tile| self.discards(tile).next())
            .any(|(at, by)| by == seat && self.actions().nth(at + 1).is_some_and(&is))
    }

    fn option_is(&self, option: &str, value: &str) -> bool {
        self.ruleset.choices.get(option).is_some_and(|chosen| chosen.to_string() == value)
    }

    /// True if the tiles of a seat that did not win wait for one; `None` if the house has a rule of its own.
    fn is_ready(&self, seat: Seat) -> Option<bool> {
        let own = !self.option_is("jiao_time", "at_settlement")
            || self.option_is("ding_que", "true")
            || !self.option_is("di_long", "0")
            || !self.option_is("qing_di_long", "0");
        if own || self.did(seat, |action| matches!(action, Action::Win { .. })) {
            return None;
        }
        let place = self.table.place(seat);
        let mut counts = [0u8; 36];
        let index = |tile: Tile| tile.suit() as usize * 9 + usize::from(tile.rank()) - 1;
        place.hand.tiles().for_each(|tile| counts[index(tile)] += 1);
        let mut held = counts;
        place.melds.iter().flat_map(caipan_tiles::tile::Meld::tiles).for_each(|tile| held[index(tile)] += 1);
        Some((0..36).any(|tile| {
            let mut with = counts;
            with[tile] += 1;
            let pairs = place.melds.is_empty() && with.iter().all(|count| count % 2 == 0);
            held[tile] < 4 && (pairs || with_pair(&with))
        }))
    }
}

/// True if the tiles are a pair and sets.
fn with_pair(counts: &[u8; 36]) -> bool {
    (0..36).filter(|&tile| counts[tile] >= 2).any(|tile| {
        let mut rest = *counts;
        rest[tile] -= 2;
        sets(&mut rest)
    })
}

/// True if the tiles are sets only.
fn sets(counts: &mut [u8; 36]) -> bool {
    let Some(tile) = counts.iter().position(|&count| count > 0) else { return true };
    let mut found = false;
    if counts[tile] >= 3 {
        counts[tile] -= 3;
        found = sets(counts);
        counts[tile] += 3;
    }
    if !found && tile % 9 <= 6 && counts[tile + 1] > 0 && counts[tile + 2] > 0 {
        (tile..tile + 3).for_each(|at| counts[at] -= 1);
        found = sets(counts);
        (tile..tile + 3).for_each(|at| counts[at] += 1);
    }
    found
}

fn page(rows: &BTreeMap<&str, Row>, tried: usize, named: usize) -> String {
    let mut out = format!(
        "# 为什么不付 Why nothing is due\n\n\
        每种规则的牌谱里，对结算给出的每条理由放入一笔写了名目却不该付的款，看报告是不是说出这条理由和它的条文：{tried} 处里说出 {named} 处。\
        “肯定”指只有这一条的事实成立；“多半”指同一名目还有别的理由也成立。“核对”是另用牌谱的过程核对过事实的次数，没有一次不符。\n\n\
        For each reason of the settlement a payment that names its cause and is not due is put into matches of every preset, and the\n\
        report has to give the reason with its clause: {named} of {tried}. *Certain*: the facts of no other reason hold. *Probably*: those of\n\
        another hold for the same cause. *Checked*: how often the events were asked whether the facts hold; they always did.\n\n\
        | 理由 reason | 次数 tried | 肯定 certain | 多半 probably | 没有说 none | 核对 checked |\n|---|---:|---:|---:|---:|---:|\n"
    );
    for (name, row) in rows {
        let Row { tried, certain, guessed, silent, checked } = row;
        let _ = writeln!(out, "| {name} | {tried} | {certain} | {guessed} | {silent} | {checked} |");
    }
    out
}
