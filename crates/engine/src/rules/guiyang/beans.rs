//! 豆: the price of kongs (X-DOU). A bean pays only for a seat that is ready at the settlement or has won (GY-1.6a).

use super::clauses as c;
use super::options::{ExposedPayer, LateKong};
use super::scoring::{End, Payment};
use caipan_tiles::ledger::{Cause, Ledger, Sum};
use caipan_tiles::text::Label;
use caipan_tiles::tile::{Meld, MeldKind, Seat};
use smallvec::{SmallVec, smallvec};

/// Kongs.
pub static DOU: Cause = Cause { id: "dou", name: Label::new("豆", "beans") };

const CONCEALED: Label = Label::new("闷豆", "concealed kong");
const ADDED: Label = Label::new("爬坡豆", "added kong");
const LATE: Label = Label::new("憨包豆", "kong added late");
const EXPOSED: Label = Label::new("点豆", "exposed kong");

/// Adds every bean that counts, in the order of the seats.
pub fn settle(end: &End<'_>, ledger: &mut Ledger) {
    for owner in Seat::ALL {
        let counts = end.ready[owner] || !end.options.dou_requires_jiao();
        if !counts || end.burned.beans == Some(owner) {
            continue;
        }
        for meld in end.table.place(owner).melds.iter().filter(|meld| meld.kind.is_kong()) {
            if end.burned.bean != Some((owner, meld.tile)) {
                bean(end, owner, meld, ledger);
            }
        }
    }
}

fn bean(end: &End<'_>, owner: Seat, meld: &Meld, ledger: &mut Ledger) {
    let options = end.options;
    let late = meld.kind == MeldKind::KongAdded && end.table.place(owner).late_kongs.contains(&meld.tile);
    let (fan, why, option) = match (meld.kind, options.hanbao_dou()) {
        (MeldKind::KongConcealed, _) => (options.men_dou().0, &CONCEALED, "men_dou"),
        (MeldKind::KongExposed, _) => (options.dian_dou().0, &EXPOSED, "dian_dou"),
        (_, LateKong::ZeroPassport) if late => (0, &LATE, "hanbao_dou"),
        (_, LateKong::ThreeEach) if late => (3, &LATE, "hanbao_dou"),
        _ => (options.papo_dou().0, &ADDED, "papo_dou"),
    };
    let at = end.table.konged_at(owner, meld.tile);
    let payment = Payment { cause: &DOU, clause: &c::X_DOU, option, tiles: meld.tiles().collect(), at };
    let pairs: SmallVec<[(Seat, Seat); 3]> = match (meld.kind, meld.from, options.dian_dou_payer()) {
        (MeldKind::KongExposed, Some(from), ExposedPayer::Discarder) => smallvec![(from, owner)],
        (MeldKind::KongExposed, Some(from), ExposedPayer::Konger) => smallvec![(owner, from)],
        (MeldKind::KongExposed, None, _) => smallvec![],
        _ => owner.others().map(|payer| (payer, owner)).into(),
    };
    for (from, to) in pairs {
        end.pay(ledger, from, to, Sum::of(fan, why), &payment);
    }
}
