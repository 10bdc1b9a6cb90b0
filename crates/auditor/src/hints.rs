//! Hints about an adapter after a trial: ignored acts, unused table entries, duplicate tile names and unnamed keys. The
//! trial itself is left to `trial`.

use caipan_adapter::{Adapter, Met};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The maximum number of items that a hint lists; the rest is counted.
const LISTED: usize = 12;

/// The table entries that samples used, and the keys that samples contain.
#[derive(Clone, Debug, Default)]
pub struct AdapterHints {
    met: Met,
    keys: BTreeMap<String, Key>,
}

/// A key of a sample: the path of its first occurrence, and its first plain values.
#[derive(Clone, Debug, Default)]
struct Key {
    path: String,
    values: Vec<String>,
}

impl Key {
    /// The most values that are kept, the fewest that tell, and the fewest different ones.
    const KEPT: usize = 64;
    const LEAST: usize = 10;
    const KINDS: usize = 7;

    /// Returns whether all values are tiles of the adapter, of many kinds.
    fn holds_tiles(&self, adapter: &Adapter) -> bool {
        let kinds: BTreeSet<&String> = self.values.iter().collect();
        self.values.len() >= Key::LEAST
            && kinds.len() >= Key::KINDS
            && kinds.into_iter().all(|name| adapter.tile_key(name).is_some())
    }
}

impl AdapterHints {
    /// Adds the result of one sample.
    pub fn add(&mut self, met: Met, sample: &[u8]) {
        met.tiles.into_iter().for_each(|(name, times)| *self.met.tiles.entry(name).or_default() += times);
        met.acts.into_iter().for_each(|(name, times)| *self.met.acts.entry(name).or_default() += times);
        for (flag, values) in met.flags {
            let counts = self.met.flags.entry(flag).or_default();
            values.into_iter().for_each(|(value, times)| *counts.entry(value).or_default() += times);
        }
        if caipan_adapter::is_too_large(sample) {
            return;
        }
        match serde_json::from_slice(sample) {
            Ok(value) => keys(&value, "", &mut self.keys),
            Err(_) => {
                let rows = caipan_adapter::json_lines(sample).unwrap_or_default();
                let lines = rows.split(|&byte| byte == b'\n');
                lines
                    .filter_map(|line| serde_json::from_slice(line).ok())
                    .for_each(|row| keys(&row, "", &mut self.keys));
            }
        }
    }

    /// Returns the hints as sentences.
    pub fn sentences(&self, adapter: &Adapter) -> Vec<Text> {
        let mut told = Vec::new();
        let mut tell = |found: Vec<String>, say: &dyn Fn(&str) -> Text| {
            if !found.is_empty() {
                let more = found.len().saturating_sub(LISTED);
                let listed = found.into_iter().take(LISTED).collect::<Vec<_>>().join(", ");
                told.push(say(&if more > 0 { format!("{listed} … (+{more})") } else { listed }));
            }
        };
        let ignored = adapter.act_names().filter(|(_, act)| *act == "ignore");
        let ignored = ignored.filter_map(|(name, _)| Some(format!("{name} × {}", self.met.acts.get(name)?)));
        tell(ignored.collect(), &|list| {
            bilingual!(
                "略去的动作：{list}。请确认它们不动牌。",
                "Ignored actions: {list}. Check that none of them moves a tile."
            )
        });
        let unmet = adapter.act_names().map(|(name, _)| name).filter(|name| !self.met.acts.contains_key(*name));
        tell(unmet.map(str::to_owned).collect(), &|list| {
            bilingual!(
                "动作表里有、样例里没有：{list}。请核对写法，或加一份有它们的样例。",
                "Actions in the table that no sample uses: {list}. Check their spelling, or add a sample that has them."
            )
        });
        let met: BTreeSet<&str> = self.met.tiles.keys().filter_map(|name| adapter.tile_key(name)).collect();
        let all: BTreeSet<&str> = adapter.tile_names().filter_map(|(name, _)| adapter.tile_key(name)).collect();
        tell(all.difference(&met).map(|key| (*key).to_owned()).collect(), &|list| {
            bilingual!(
                "牌表里有、样例里没有：{list}。请核对写法，或加一份有它们的样例。",
                "Entries of the tile table that no sample uses: {list}. Check their spelling, or add a sample that has them."
            )
        });
        let values = |flag: &str| {
            let values: Vec<&str> = self.met.flags.get(flag)?.keys().map(String::as_str).collect();
            Some(format!("{flag} = {}", values.join(" / ")))
        };
        let mapped: BTreeSet<&str> = adapter.flag_names().map(|(flag, _)| flag).collect();
        let unmapped = self.met.flags.keys().filter(|flag| !mapped.contains(flag.as_str()));
        tell(unmapped.filter_map(|flag| values(flag)).collect(), &|list| {
            bilingual!(
                "[options] 没写的房间开关，都算作 caipan 不认识的规则：{list}。写明它们，受影响的分才能核对。",
                "Room flags that `[options]` does not name count as rules that caipan does not know: {list}. Map them to have the \
                 money checked that they may move."
            )
        });
        tell(adapter.ignored_flags().filter_map(values).collect(), &|list| {
            bilingual!(
                "略去的房间开关：{list}。请确认它们不影响规则。",
                "Ignored room flags: {list}. Check that none of them changes a rule."
            )
        });
        let unset = mapped.iter().filter(|flag| !self.met.flags.contains_key(**flag));
        tell(unset.map(|flag| (*flag).to_owned()).collect(), &|list| {
            bilingual!(
                "[options] 里有、样例里没有的房间开关：{list}。请核对写法，或加一份有它们的样例。",
                "Room flags in `[options]` that no sample has: {list}. Check their spelling, or add a sample that has them."
            )
        });
        tell(several_codes(adapter), &|list| {
            bilingual!(
                "几个写法都是同一张牌：{list}。若服务器给每张实牌编号，这很正常；否则请删去不用的，免得认错牌。",
                "Several codes map to the same tile: {list}. This is normal if your server numbers physical tiles; otherwise remove the \
                 codes that it does not use."
            )
        });
        let unread = || self.keys.iter().filter(|(key, _)| !adapter.names_key(key)).map(|(_, key)| key);
        let tiles = unread().filter(|key| key.holds_tiles(adapter)).map(|key| key.path.clone());
        tell(tiles.collect(), &|list| {
            bilingual!(
                "程序没有提到、值却都是牌的键：{list}。摸牌是不是写在那里，比如下一张摸牌写在前一个动作中？",
                "Keys that the program does not mention and whose values are tiles: {list}. Do draws stand there, such as the next draw in \
                 the action before it?"
            )
        });
        let others = unread().filter(|key| !key.holds_tiles(adapter)).map(|key| key.path.clone());
        tell(others.collect(), &|list| {
            bilingual!(
                "程序没有提到的键：{list}。其中也许有可以复核的内容。",
                "Keys that the program does not mention: {list}. They may contain something worth checking."
            )
        });
        told
    }
}

/// Returns the tiles with codes from several entries of the table. A table of physical tiles has four numbers for each
/// tile, which is no mistake.
fn several_codes(adapter: &Adapter) -> Vec<String> {
    let mut names: BTreeMap<String, (usize, BTreeSet<&str>)> = BTreeMap::new();
    let mut are_numbers = true;
    for (name, tile) in adapter.tile_names() {
        let (count, keys) = names.entry(tile).or_default();
        *count += 1;
        keys.extend(adapter.tile_key(name));
        are_numbers &= name.bytes().all(|byte| byte.is_ascii_digit());
    }
    if are_numbers && names.values().all(|(count, _)| *count == 4) {
        return Vec::new();
    }
    let several = names.into_iter().filter(|(_, (_, keys))| keys.len() > 1);
    several.map(|(tile, (_, keys))| format!("{tile} = {}", keys.into_iter().collect::<Vec<_>>().join(" / "))).collect()
}

/// Collects every key of a value with the path of its first occurrence, and its first plain values.
fn keys(value: &Value, path: &str, found: &mut BTreeMap<String, Key>) {
    match value {
        Value::Array(entries) => entries.iter().for_each(|entry| keys(entry, &format!("{path}[]"), found)),
        Value::Object(members) => members.iter().for_each(|(key, member)| {
            let path = format!("{path}.{key}");
            keys(member, &path, found);
            let plain = match member {
                Value::Number(number) => Some(number.to_string()),
                Value::String(text) => Some(text.clone()),
                _ => None,
            };
            if found.len() < 1000 || found.contains_key(key) {
                let known = found.entry(key.clone()).or_insert_with(|| Key { path, ..Key::default() });
                let is_full = known.values.len() >= Key::KEPT;
                known.values.extend(plain.filter(|_| !is_full));
            }
        }),
        _ => {}
    }
}
