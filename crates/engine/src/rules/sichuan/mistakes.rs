//! Usual mistakes of a client that settles a Sichuan hand: winners who still pay, tax and transfer forgotten, readiness,
//! the cap.

use super::clauses as c;
use super::options::Options;
use super::scoring::{End, pay_all, settle};
use crate::rules::{Mistake, Rank, Won};
use crate::table::Table;
use caipan_log::People;
use caipan_tiles::bilingual;
use caipan_tiles::clause::Clause;
use caipan_tiles::ledger::Ledger;
use caipan_tiles::text::Text;

/// A mistake: its id, the clause, the changed fact, and the sentence.
type Row = (&'static str, &'static Clause, fn(&mut End<'_>), fn(&People) -> Text);

static ROWS: [Row; 4] = [
    (
        "winners-pay-on",
        &c::GOES_ON,
        |end| end.winners_leave = false,
        |_| bilingual!("胡了离局的还在付", "seats that had won and left were still charged"),
    ),
    (
        "tax-forgotten",
        &c::TAX,
        |end| end.taxed = false,
        |_| bilingual!("没叫牌的也收了杠分，没有退税", "a seat that was not ready was paid for its kongs"),
    ),
    (
        "transfer-forgotten",
        &c::TRANSFER,
        |end| end.transfers = false,
        |_| bilingual!("杠上炮没有呼叫转移", "the kong before the discard won on was not transferred"),
    ),
    ("cap-forgotten", &c::CAP, |end| end.cap = 0, |_| bilingual!("没有按封顶算", "the cap was not applied")),
];

/// Returns the mistakes that change a payment.
pub fn all(options: &Options, table: &Table, wins: &[Won]) -> Vec<Mistake> {
    let net = Ledger::with(|ledger| settle(options, table, wins, ledger)).net();
    let paid = |end: &End<'_>| Ledger::with(|ledger| pay_all(end, ledger));
    let mut all = Vec::new();
    for (id, clause, change, words) in &ROWS {
        let mut end = End::of(options, table, wins);
        change(&mut end);
        all.push(Mistake::new(id, clause, paid(&end), words));
    }
    for seat in table.seats.iter().filter(|seat| wins.iter().all(|won| won.seat != *seat)) {
        let mut end = End::of(options, table, wins);
        let is_ready = end.ready[seat];
        end.ready[seat] = !is_ready;
        let (id, rank) = if is_ready { ("ready-overlooked", Rank::Seat) } else { ("not-ready-collects", Rank::Rule) };
        let mistake = Mistake::new(id, &c::READY, paid(&end), move |people: &People| {
            let who = people.who(seat);
            if is_ready {
                bilingual!("{who}叫了牌，却当没叫算了", "{who:#} was ready, but was settled as if not")
            } else {
                bilingual!("{who}没有叫牌，却当叫了算", "{who:#} was not ready, but was settled as if ready")
            }
        });
        all.push(mistake.ranked(rank));
    }
    all.retain(|mistake| mistake.ledger.net() != net);
    all
}
