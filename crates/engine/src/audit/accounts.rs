//! Accounts that sit in several seats of a match, by the ids of its players.

use super::checks::log;
use super::finding::Finding;
use caipan_log::{GameLog, shown};
use caipan_tiles::bilingual;
use caipan_tiles::tile::Seat;

/// Returns a note for each account that has more than one seat.
pub(super) fn in_two_seats(log: &GameLog) -> impl Iterator<Item = Finding> {
    let seated = || log.seats().iter().zip(&log.players).filter(|(_, player)| !player.id.is_empty());
    let of =
        move |id: &str| -> Vec<Seat> { seated().filter(|(_, player)| player.id == id).map(|(seat, _)| seat).collect() };
    seated().filter_map(move |(seat, player)| {
        let seats = of(&player.id);
        let &[first, second, ..] = seats.as_slice() else { return None };
        (first == seat).then(|| note(&player.id, second, &seats))
    })
}

fn note(id: &str, second: Seat, seats: &[Seat]) -> Finding {
    let id = shown(id);
    let numbers: Vec<String> = seats.iter().map(|seat| seat.index().to_string()).collect();
    let (zh, en) = (numbers.join("、"), numbers.join(" and "));
    let text = bilingual!("座位 {zh} 是同一个账号（{id}）。", "seats {en} are the same account ({id})");
    let short = bilingual!("座位 {zh} 是同一个账号", "seats {en} are the same account");
    let pointer = format!("/players/{}/id", second.index());
    Finding { hand: None, pointer, seat: Some(second), ..Finding::new(&log::SAME_ACCOUNT, 0, text).in_short(short) }
}
