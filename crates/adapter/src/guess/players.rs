//! Finds the players of a match: the list of objects that have an id each.

use super::orders::keys_of_seats;
use super::packed::Packed;
use super::shape::{Lists, step};
use super::who::{List, counting};
use serde_json::Value;

/// The list of players, and the member that is their name.
#[derive(Clone, Debug)]
pub(super) struct Players {
    list: List,
    nick: Option<String>,
}

/// Keys of platforms for the id and the name of a player, the likeliest first.
const IDS: [&str; 9] = ["uid", "userid", "user_id", "playerid", "player_id", "account", "accountid", "openid", "id"];
const NICKS: [&str; 5] = ["nickname", "nick_name", "nick", "name", "昵称"];

impl Players {
    /// Finds the list outside any other list whose entries have an id, one for each seat.
    pub(super) fn find(lists: &Lists<'_>, seats: usize) -> Option<Players> {
        let mut best: Option<(bool, usize, Players)> = None;
        for (path, of) in lists {
            let [list] = of.as_slice() else { continue };
            let first = list.first().and_then(Value::as_object);
            let Some(first) = first.filter(|_| list.len() == seats && !path.contains("[]")) else { continue };
            let value = Value::Array((*list).clone());
            let differing = keys_of_seats(&[&value]);
            let is = |name: &str, key: &str| key.to_lowercase() == name;
            let called = |names: &[&str]| {
                let found = names.iter().enumerate().find_map(|(rank, name)| {
                    Some((
                        rank,
                        first.keys().find(|key| is(name, key) && first[*key].is_string() | first[*key].is_i64())?,
                    ))
                });
                found.map(|(rank, key)| (rank, step(key)))
            };
            let Some((rank, id)) = called(&IDS).filter(|(_, id)| differing.contains(id)) else { continue };
            let nick = called(&NICKS).map(|(_, nick)| nick);
            let sorted = counting(list).map(|key| step(&key));
            let list = List { path: path.clone(), name: id, sorted };
            let better = best.as_ref().is_none_or(|(named, least, _)| (nick.is_none(), rank) < (*named, *least));
            if better {
                best = Some((nick.is_none(), rank, Players { list, nick }));
            }
        }
        best.map(|(.., players)| players)
    }

    /// Returns the filter that gives the players of a record.
    pub(super) fn filter(&self, packed: &Packed) -> String {
        let id = &self.list.name;
        let nick = self.nick.as_ref().map(|nick| format!(", name: {nick}")).unwrap_or_default();
        format!("[{} | {{id: ({id} | tostring){nick}}}]", self.list.entries(packed))
    }
}
