//! 豆: the price of kongs (X-DOU). A bean pays only for a seat that is ready at the settlement or has won (GY-1.6a).

use super::clauses as c;
use super::options::{ExposedPayer, LateKong};
use super::reasons as r;
use super::scoring::{End, Payment, is_hot};
use crate::table::Source;
use caipan_tiles::ledger::{Cause, Ledger, Role, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Meld, MeldKind, Seat};
use smallvec::{SmallVec, smallvec};

/// Kongs.
pub static DOU: Cause = Cause::new("dou", "豆", "beans").in_role(Role::Kinds);

/// The kongs of a seat that is not ready.
pub static BAO_GANG: Cause = Cause::new("bao-gang", "包杠", "kongs of a seat that is not ready");

const CONCEALED: Label = Label::new("闷豆", "concealed kong");
const ADDED: Label = Label::new("爬坡豆", "added kong");
const LATE: Label = Label::new("憨包豆", "kong added late");
const EXPOSED: Label = Label::new("点豆", "exposed kong");

/// Adds every bean that counts, in the order of the seats.
pub fn settle(end: &End<'_>, ledger: &mut Ledger) {
    for won in end.wins.iter().filter(|won| matches!(won.source, Source::Rob { .. })) {
        ledger.nothing(|| won.from.map(|robbed| r::NG2.to(robbed)));
    }
    for owner in end.table.seats.iter() {
        let mut kongs = end.table.place(owner).melds.iter().filter(|meld| meld.kind.is_kong()).peekable();
        if kongs.peek().is_none() {
            continue;
        }
        let (counts, burns) = (end.ready[owner] || !end.options.dou_requires_jiao(), end.burned.beans == Some(owner));
        ledger.nothing(|| (!counts).then(|| r::NG1.to(owner)));
        ledger.nothing(|| burns.then(|| if end.wins.iter().any(is_hot) { &r::NG3 } else { &r::NG28 }.to(owner)));
        if !counts || burns {
            continue;
        }
        for meld in kongs {
            if end.burned.bean == Some((owner, meld.tile)) {
                ledger.nothing(|| Some(r::NG29.to(owner)));
            } else {
                bean(end, owner, meld, ledger);
            }
        }
    }
}

/// A kong as it is priced: its fan, its name, and the option that sets the fan.
type Priced = (i64, &'static Label, &'static str);

fn bean(end: &End<'_>, owner: Seat, meld: &Meld, ledger: &mut Ledger) {
    let (fan, why, option) = priced(end, owner, meld);
    let at = end.table.konged_at(owner, meld.tile);
    let payment = Payment { cause: &DOU, clause: &c::X_DOU, option, tiles: meld.tiles().collect(), at };
    if is_late(end, owner, meld) && fan == 0 {
        ledger.nothing(|| Some(r::NG18.to(owner)));
    }
    let pairs = pairs(end, owner, meld);
    if let (MeldKind::KongExposed, [(from, _)]) = (meld.kind, pairs.as_slice()) {
        ledger.nothing(|| {
            end.table.seats.others(owner).filter(|other| other != from).map(|other| r::NG19.from_to(other, owner))
        });
    }
    for (from, to) in pairs {
        end.pay(ledger, from, to, Sum::of(fan, why), &payment);
    }
}

fn is_late(end: &End<'_>, owner: Seat, meld: &Meld) -> bool {
    meld.kind == MeldKind::KongAdded && end.table.place(owner).late_kongs.contains(&meld.tile)
}

fn priced(end: &End<'_>, owner: Seat, meld: &Meld) -> Priced {
    let options = end.options;
    let late = is_late(end, owner, meld);
    match (meld.kind, options.hanbao_dou()) {
        (MeldKind::KongConcealed, _) => (options.men_dou().0, &CONCEALED, "men_dou"),
        (MeldKind::KongExposed, _) => (options.dian_dou().0, &EXPOSED, "dian_dou"),
        (_, LateKong::ZeroPassport) if late => (0, &LATE, "hanbao_dou"),
        (_, LateKong::ThreeEach) if late => (3, &LATE, "hanbao_dou"),
        _ => (options.papo_dou().0, &ADDED, "papo_dou"),
    }
}

/// Payers and receivers of a kong.
fn pairs(end: &End<'_>, owner: Seat, meld: &Meld) -> SmallVec<[(Seat, Seat); 3]> {
    match (meld.kind, meld.from, end.options.dian_dou_payer()) {
        (MeldKind::KongExposed, Some(from), ExposedPayer::Discarder) => smallvec![(from, owner)],
        (MeldKind::KongExposed, Some(from), ExposedPayer::Konger) => smallvec![(owner, from)],
        (MeldKind::KongExposed, None, _) => smallvec![],
        _ => end.table.seats.others(owner).map(|payer| (payer, owner)).collect(),
    }
}

/// 包杠: adds the payments of a seat that is not ready, for its kongs, to the ready seats that would have paid them
/// (MG-bao-gang).
pub fn answered(end: &End<'_>, ledger: &mut Ledger) {
    if !end.options.dou_requires_jiao() || !end.options.bao_gang() {
        return;
    }
    for owner in end.table.seats.iter().filter(|&seat| !end.ready[seat]) {
        let kongs = end.table.place(owner).melds.iter().filter(|meld| meld.kind.is_kong());
        for meld in kongs.filter(|meld| !is_late(end, owner, meld)) {
            let (fan, why, _) = priced(end, owner, meld);
            let at = end.table.konged_at(owner, meld.tile);
            let tiles = meld.tiles().collect();
            let payment = Payment { cause: &BAO_GANG, clause: &c::BAO_GANG, option: "bao_gang", tiles, at };
            for (payer, _) in pairs(end, owner, meld).into_iter().filter(|&(payer, to)| to == owner && end.ready[payer])
            {
                end.pay(ledger, owner, payer, Sum::of(fan, why), &payment);
            }
        }
    }
}
