//! Usual mistakes of a client that settles a Guiyang hand: readiness, burning, the flipped chicken, gold, a robbed kong.

use super::beans::DOU;
use super::chickens::CHARGE;
use super::clauses as c;
use super::options::Options;
use super::scoring::{Burned, End, HAND, pay_all, settle};
use crate::rules::{Mistake, Rank, Won};
use crate::table::{Source, Table};
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::ledger::{Ledger, Line, Party, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::Tile;

/// The payments that a seat collects or loses by mistake.
#[derive(Clone, Copy)]
enum Part {
    Both,
    Beans,
    Chickens,
    Uncharged,
}

impl Part {
    const ALL: [Part; 3] = [Part::Both, Part::Beans, Part::Chickens];

    fn has(self, line: &Line) -> bool {
        let is_bean = line.cause.id == DOU.id;
        match self {
            Part::Both => true,
            Part::Beans => is_bean,
            Part::Chickens => !is_bean,
            Part::Uncharged => line.cause.id != CHARGE.id,
        }
    }

    const fn name(self) -> Label {
        match self {
            Part::Both => Label::new("豆和鸡", "beans and chickens"),
            Part::Beans => Label::new("豆", "beans"),
            Part::Chickens | Part::Uncharged => Label::new("鸡", "chickens"),
        }
    }
}

/// Returns the mistakes that change a payment.
pub fn all(options: &Options, table: &Table, wins: &[Won]) -> Vec<Mistake> {
    let right = Ledger::with(|ledger| settle(options, table, wins, ledger));
    let mut all = Vec::new();
    if right.lines().is_empty() && (wins.is_empty() || table.cut_short) {
        return all;
    }
    readiness(options, table, wins, &right, &mut all);
    burning(options, table, wins, &right, &mut all);
    let mut end = End::of(options, table, wins);
    end.gold_forgotten = true;
    let words = |_: &People| bilingual!("金鸡没有加倍，按普通鸡算了", "the golden chicken was counted like any other");
    let plain = paid(&end);
    // The charging one has a price list of its own, which a client may still follow.
    let charged = mixed(&right, &plain, Part::Uncharged);
    all.push(Mistake::new("gold-forgotten", &c::X_JI_GOLD, charged, words));
    all.push(Mistake::new("gold-forgotten", &c::X_JI_GOLD, plain, words));
    flip(options, table, wins, &mut all);
    robbed(table, wins, &right, &mut all);
    let net = right.net();
    all.retain(|mistake| mistake.ledger.net() != net);
    all
}

fn paid(end: &End<'_>) -> Ledger {
    Ledger::with(|ledger| pay_all(end, ledger))
}

/// Returns the right payments, with those of a part as they are in another ledger.
fn mixed(right: &Ledger, wrong: &Ledger, part: Part) -> Ledger {
    let mut mixed = Ledger::default();
    let kept = right.lines().iter().filter(|line| !part.has(line));
    for line in kept.chain(wrong.lines().iter().filter(|line| part.has(line))) {
        mixed.pay(line.from, line.to, line.sum.clone(), line.cause, line.clause);
    }
    mixed
}

/// A seat that is not ready collects, or one that is does not (GY-1.6a, X-JIAO).
fn readiness(options: &Options, table: &Table, wins: &[Won], right: &Ledger, all: &mut Vec<Mistake>) {
    for seat in table.seats.iter().filter(|seat| wins.iter().all(|won| won.seat != *seat)) {
        let mut end = End::of(options, table, wins);
        let is_ready = end.ready[seat];
        end.ready[seat] = !is_ready;
        // A seat that is not ready and collects keeps what burns too.
        if !is_ready && [end.burned.beans, end.burned.chickens].contains(&Some(seat)) {
            end.burned = Burned::default();
        }
        let wrong = paid(&end);
        for part in Part::ALL {
            let Label { zh, en } = part.name();
            let (id, rank) = if is_ready { ("ready-not-paid", Rank::Seat) } else { ("not-ready-collects", Rank::Rule) };
            let ledger = mixed(right, &wrong, part);
            let mistake = Mistake::new(id, &c::GY_1_6A, ledger, move |people: &People| {
                let who = people.who(seat);
                if is_ready {
                    bilingual!("{who}叫了牌，{zh}却没有算给他", "{who:#} was ready, but got nothing for {en}")
                } else {
                    bilingual!("{who}没有叫牌，却收了{zh}", "{who:#} was not ready, but collected {en}")
                }
            });
            all.push(mistake.ranked(rank));
        }
    }
}

/// Beans or chickens that burn are collected (X-REPAO, X-QIANG).
fn burning(options: &Options, table: &Table, wins: &[Won], right: &Ledger, all: &mut Vec<Mistake>) {
    let mut end = End::of(options, table, wins);
    let burned = end.burned;
    let Some(seat) = burned.beans.or(burned.chickens).or(burned.bean.map(|(seat, _)| seat)) else { return };
    end.burned = Burned::default();
    let wrong = paid(&end);
    let robbed = wins.iter().any(|won| matches!(won.source, Source::Rob { .. }));
    for part in Part::ALL {
        let Label { zh, en } = part.name();
        let clause = if robbed { &c::X_QIANG } else { &c::X_REPAO };
        let ledger = mixed(right, &wrong, part);
        all.push(Mistake::new("burnt-collects", clause, ledger, move |people: &People| {
            let who = people.who(seat);
            if robbed {
                bilingual!(
                    "{who}的杠被抢，{zh}该烧掉，却照样算了",
                    "{who:#} had its kong robbed, so its {en} are void, but they were paid"
                )
            } else {
                bilingual!(
                    "{who}点了热炮，{zh}该烧掉，却照样算了",
                    "{who:#} discarded the winning tile after a kong, so its {en} are void, but they were paid"
                )
            }
        }));
    }
}

/// Another tile is taken for the flipped chicken, or none (X-JI-FLIP).
fn flip(options: &Options, table: &Table, wins: &[Won], all: &mut Vec<Mistake>) {
    let Some(flip) = table.flip else { return };
    let settled = |believed: Option<Tile>| {
        let mut table = table.clone();
        table.flip = believed;
        Ledger::with(|ledger| settle(options, &table, wins, ledger))
    };
    let itself = settled(Tile::of(flip.suit(), (flip.rank() + 7) % 9 + 1));
    all.push(Mistake::new("flip-itself", &c::X_JI_FLIP, itself, move |_: &People| {
        bilingual!(
            "翻出的 {flip} 本身被当成了鸡，鸡应是它的下一张",
            "the flipped {flip} itself was counted as the chicken; the chicken is the next tile up"
        )
    }));
    let forgotten = Mistake::new("flip-forgotten", &c::X_JI_FLIP, settled(None), move |_: &People| {
        bilingual!("翻出了 {flip}，翻牌鸡却没有算", "{flip} was flipped, but the flipped chicken was not counted")
    });
    all.push(forgotten.ranked(Rank::Other));
}

/// The three shares of a robbed kong are paid by all (X-QIANG).
fn robbed(table: &Table, wins: &[Won], right: &Ledger, all: &mut Vec<Mistake>) {
    for won in wins.iter().filter(|won| matches!(won.source, Source::Rob { .. })) {
        let (winner, Some(payer)) = (won.seat, won.from) else { continue };
        let is_shared =
            |line: &Line| line.cause.id == HAND.id && line.to == Party::Seat(winner) && line.from == Party::Seat(payer);
        let mut ledger = Ledger::default();
        for line in right.lines() {
            if !is_shared(line) {
                ledger.pay(line.from, line.to, line.sum.clone(), line.cause, line.clause);
                continue;
            }
            for from in table.seats.others(winner) {
                let shares = table.seats.others(winner).map(|_| 1).sum::<i64>().max(1);
                let share = Sum::of(line.sum.value() / shares, &HAND.name);
                ledger.pay(Party::Seat(from), line.to, share, line.cause, line.clause);
            }
        }
        all.push(Mistake::new("robbed-kong-split", &c::X_QIANG, ledger, move |people: &People| {
            let payer = people.who(payer);
            bilingual!(
                "{payer}的杠被抢，该{payer}包三家，却由三家各付了",
                "{payer:#} had its kong robbed and pays for all three, but each paid its own share"
            )
        }));
    }
}
