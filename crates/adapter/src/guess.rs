//! Drafts an adapter from one sample: finds the lists of tiles and acts and guesses what their names mean.
//!
//! The adapter marks every guess with a comment. It leaves an act without a telling name out of the table and thus
//! refuses it until the author adds it.

mod draft;
mod events;
mod matches;
mod names;
mod orders;
mod packed;
mod parts;
mod paths;
mod players;
mod prove;
mod readings;
pub(super) mod replay;
mod room;
mod shape;
mod who;

use super::error::AdapterError;
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use draft::{Named, Tables, draft};
use names::{Suits, suits};
use orders::Order;
use shape::{Found, analyse};
use std::collections::BTreeMap;
use who::Who;

/// The draft of an adapter and its guesses.
#[derive(Clone, Debug)]
pub struct Guess {
    /// The adapter file.
    pub adapter: String,
    /// The guesses, in the order of the file.
    pub said: Vec<Text>,
}

/// The most values of a sample that is analysed: the analysis keeps all of them, some several times.
const MOST_VALUES: usize = 200_000;

/// True if a JSON text has too many values to be analysed. Counts the characters that begin or divide values, so texts
/// with many of them count more.
pub fn is_too_large(sample: &[u8]) -> bool {
    sample.iter().filter(|byte| b",[{\n".contains(byte)).count() > MOST_VALUES
}

/// Drafts an adapter called `name` for logs like `sample`, which is the content of the file `file`.
pub fn guess(name: &str, file: &str, sample: &[u8]) -> Result<Guess, AdapterError> {
    std::str::from_utf8(sample).map_err(|error| AdapterError::not_utf8(sample, error.valid_up_to()))?;
    if is_too_large(sample) {
        return Err(AdapterError::too_large(MOST_VALUES));
    }
    let (found, input) = analyse(sample)?;
    let mut said = Vec::new();
    let Found { tiles, acts, deal, wall, seats, result, .. } = &found;
    let tokens: BTreeMap<String, usize> = tiles.clone();
    let Suits { table, unknown, note } = suits(&tokens);
    said.push(bilingual!("文件：input = \"{input}\"。", "File: input = \"{input}\"."));
    said.push(note);
    match deal {
        Some(at) => {
            said.push(bilingual!("各家的手牌在 {at}。", "Dealt hands: {at}."));
            match &found.deal_order {
                Order::Listed => {}
                Order::Keyed => {
                    said.push(bilingual!("手牌属于谁，由它的键看出。", "The key of each dealt hand names its seat."));
                }
                Order::By(key) => {
                    said.push(bilingual!("手牌属于谁，由 {key} 看出。", "{key} of each dealt hand names its seat."));
                }
            }
            if let Some(more) = &found.deal_more {
                said.push(bilingual!(
                    "庄家的第十四张写在 {more} 中。",
                    "The fourteenth tile of the dealer stands in {more}."
                ));
            }
        }
        None => said.push(bilingual!(
            "没有找到四家的起手牌（四个 13 或 14 张的列表）。没有它只能核对输赢的总数。",
            "No dealt hands found (four lists of 13 or 14 tiles). Without them only the sums of points can be checked."
        )),
    }
    if let Some(at) = wall {
        said.push(bilingual!("牌墙在 {at}。", "Wall: {at}."));
    }
    match acts {
        Some(acts) => {
            let at = &acts.at;
            said.push(bilingual!(
                "动作在 {at}：动作 {}，座位 {}，牌 {}。",
                "Actions: {at}, with the action in {}, the seat in {}, the tile in {}.",
                acts.act,
                acts.seat,
                acts.tile
            ));
            said.extend(acts.proven.as_ref().map(prove::Proven::sentence));
            if acts.reversed {
                said.push(bilingual!(
                    "动作从最后一个写起，程序中倒过来。",
                    "The last action stands first; the program turns the list round."
                ));
            }
            if let Some(drawn) = &acts.drawn {
                said.push(bilingual!(
                    "下一张摸牌写在前一个动作的 {drawn} 中。",
                    "The next draw stands in {drawn} of the action before it."
                ));
            }
            match &acts.who {
                Who::FromZero => {}
                Who::FromOne => {
                    said.push(bilingual!(
                        "座位从 1 数起，程序中减 1。",
                        "Seats count from 1; the program subtracts 1."
                    ));
                }
                Who::Names(names) if acts.proven.is_some() => {
                    let names = serde_json::Value::from(names.clone());
                    said.push(bilingual!(
                        "座位用名字 {names}，按重放说得通的次序。",
                        "Seats have the names {names}, in the order by which the replay is possible."
                    ));
                }
                Who::Names(names) => {
                    let names = serde_json::Value::from(names.clone());
                    said.push(bilingual!(
                        "座位用名字 {names}；谁在谁的下家看不出来，请按出牌的顺序重排。",
                        "Seats have the names {names}; their order is not clear: list them in the order of turns."
                    ));
                }
                Who::Listed(list) => {
                    let path = list.at();
                    let sorted = list.sorted.as_deref().unwrap_or_default();
                    let (zh, en) = match sorted {
                        "" => ("那里的次序".to_owned(), "in that order".to_owned()),
                        key => (format!(" {key} 的次序"), format!("in the order of {key}")),
                    };
                    said.push(bilingual!(
                        "座位用 {path} 中的名字，按{zh}当作座位 0 到 3，请核对。",
                        "Seats have the names at {path}, taken as seats 0 to 3 {en}: check it."
                    ));
                }
            }
        }
        None => said.push(bilingual!(
            "没有找到动作的列表；请在程序中写明 events 从哪里来。",
            "No list of actions found: write in the program where `events` come from."
        )),
    }
    said.extend(events::said(&found));
    for (at, filter) in &found.packed {
        said.push(bilingual!("{at} 是文字，用 {filter} 拆开。", "{at} is a text; the program splits it with {filter}"));
    }
    if let Some(rows) = &found.rows {
        let told = |column: &Option<String>| column.clone().unwrap_or_else(|| "?".to_owned());
        let (of_match, of_hand, order) = (told(&rows.of_match), told(&rows.of_hand), told(&rows.order));
        said.push(bilingual!(
            "每行一个动作：对局按 {of_match} 分，局按 {of_hand} 分，先后按 {order}；问号处请自己写明。",
            "One action per line: matches by {of_match}, hands by {of_hand}, actions ordered by {order}. Replace each question mark."
        ));
    }
    if let Some(hands) = &found.hands {
        let told = |column: &Option<String>| column.clone().unwrap_or_else(|| "?".to_owned());
        let (of_match, order) = (told(&hands.of_match), told(&hands.order));
        said.push(bilingual!(
            "每行一局：对局按 {of_match} 分，先后按 {order}。",
            "One hand per line: matches by {of_match}, hands ordered by {order}."
        ));
    }
    if let Some(at) = result {
        said.push(bilingual!("输赢在 {at}（按座位，和为零）。", "Points: {at} (by seat, with the sum 0)."));
    }
    if let Some(room) = &found.room {
        let (at, count) = (&room.at, room.flags.len());
        said.push(bilingual!(
            "房间设置在 {at}（{count} 项）；请在 [options] 中写明每一项是哪个选项，没写的算作 caipan 不认识的规则。",
            "Room settings: {at}, {count} flags. Name the option of each in [options]; those left out count as rules that caipan does \
             not know."
        ));
    }
    match *seats {
        Some(seats @ (2 | 3)) => said.push(bilingual!(
            "样例像是 {seats} 人桌：已写上 start.seats = {seats}；按座位的表也写 {seats} 项。",
            "The sample looks like a table of {seats}: `start.seats` says so. Lists by seat have {seats} entries too."
        )),
        None | Some(4) => {}
        Some(seats) => said.push(bilingual!(
            "样例像是 {seats} 人桌；只有两人、三人、四人桌可以复核。",
            "The sample looks like a table of {seats}; only tables of two, three and four can be audited."
        )),
    }
    let tables = Tables { tiles: &table, unknown: &unknown };
    let adapter = draft(&Named { name, file, input }, &found, &tables, &said);
    Ok(Guess { adapter, said })
}
