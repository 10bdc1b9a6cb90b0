//! Registry of adapters by name (适配器名册): the bundled ones and those from an operator's folder.
//!
//! A name means one adapter. The operator's adapters are registered once, before the first log is read, and cannot
//! reuse a bundled name.

use super::file::{Adapter, Shape};
use super::separated::Header;
use caipan_tiles::text::Label;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::fmt;
use std::sync::{LazyLock, OnceLock};

/// A bundled adapter.
#[derive(Debug)]
pub struct Bundled {
    /// The value of `--from`, which is also the adapter's name.
    pub id: &'static str,
    /// The name of the format.
    pub name: Label,
    /// The adapter file, as a template to copy.
    pub file: &'static str,
    /// Sets of keys, any of which identifies a document of this format.
    keys: &'static [&'static [&'static str]],
    adapter: LazyLock<Option<Adapter>>,
}

macro_rules! bundled {
    ($($id:ident $zh:literal $en:literal $keys:expr;)+) => {
        /// Every bundled adapter.
        pub static BUNDLED: [Bundled; [$(stringify!($id)),+].len()] = [$(Bundled {
            id: stringify!($id),
            name: Label::new($zh, $en),
            file: include_str!(concat!("bundled/", stringify!($id), ".toml")),
            keys: $keys,
            adapter: LazyLock::new(|| {
                Adapter::read(include_bytes!(concat!("bundled/", stringify!($id), ".toml"))).ok()
            }),
        }),+];
    };
}

bundled! {
    ticks "Unity 服务器系列的动作流（仅长沙）" "ticks of the Unity server family, Changsha alone" &[&["game_title", "game_round"]];
    roomcard "Node.js 服务器系列的房卡记录" "room-card row of the Node.js server family" &[&["base_info", "action_records"]];
    botzone "Botzone 国标麻将裁判日志" "Botzone's judge log of Guobiao mahjong" &[&["output", "verdict"], &["logs", "initdata"]];
}

static SHELF: OnceLock<Vec<Adapter>> = OnceLock::new();

/// Registers an operator's adapters. Only the first call takes effect; returns true if this was it.
pub fn make_known(adapters: Vec<Adapter>) -> bool {
    SHELF.set(adapters).is_ok()
}

/// Returns all registered adapters: the bundled ones, then the operator's.
pub fn known() -> impl Iterator<Item = &'static Adapter> {
    let own = BUNDLED.iter().filter_map(|bundled| bundled.adapter.as_ref());
    own.chain(SHELF.get().into_iter().flatten())
}

/// Returns the adapter with this name.
pub fn find(name: &str) -> Option<&'static Adapter> {
    known().find(|adapter| adapter.name == name)
}

/// Returns the bundled adapter whose documents look like these bytes. A document that declares `paipu/1` matches none.
pub fn sniff(bytes: &[u8]) -> Option<&'static Adapter> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut keys = Vec::new();
    if matches!(bytes.trim_ascii_start().first(), Some(b'{' | b'[')) {
        // Errors are ignored: the beginning is enough, and the reader of the format reports the rest.
        let _ = Keys(&mut keys).deserialize(&mut serde_json::Deserializer::from_slice(bytes));
    } else {
        keys = Header::of(bytes)?.columns;
    }
    let has = |key: &&str| keys.iter().any(|found| found == key);
    let looks = |bundled: &&Bundled| bundled.keys.iter().any(|set| set.iter().all(has));
    if has(&"format") { None } else { BUNDLED.iter().find(looks)?.adapter.as_ref() }
}

/// Returns whether a line is a row of a bundled adapter that reads all rows at once.
pub fn is_row(line: &[u8]) -> bool {
    sniff(line).is_some_and(|adapter| adapter.shape == Shape::Rows)
}

/// Collects the keys of an object, or of the first object in a list.
struct Keys<'a>(&'a mut Vec<String>);

impl<'de> DeserializeSeed<'de> for Keys<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Keys<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object, or a list of them")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            let enough = key == "format";
            self.0.push(key);
            if enough {
                return Err(A::Error::custom("enough"));
            }
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        list.next_element_seed(self)?;
        Err(A::Error::custom("enough"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_bundled_adapter() {
        for Bundled { id, file, .. } in &BUNDLED {
            let adapter = Adapter::read(file.as_bytes()).unwrap_or_else(|error| panic!("{id}: {error}"));
            assert_eq!(adapter.name, *id);
            assert!(find(id).is_some() && caipan_log::import::find(id).is_none(), "{id}");
        }
    }

    #[test]
    fn recognises_documents_by_their_keys() {
        for (bytes, known) in [
            (&br#"{"game_title": {}, "game_round": {}}"#[..], Some("ticks")),
            (b"\xEF\xBB\xBF {\"x\": [1], \"game_round\": {}, \"game_title\": {}", Some("ticks")),
            (br#"{"room_uuid": 1, "base_info": "", "action_records": []}"#, Some("roomcard")),
            (br#"[{"base_info": "", "action_records": []}, 5]"#, Some("roomcard")),
            (br#"[{"output": {}, "verdict": "OK"}, {}]"#, Some("botzone")),
            (br#"{"initdata": {}, "logs": []}"#, Some("botzone")),
            (br#"{"format": "paipu/1", "game_title": {}, "game_round": {}}"#, None),
            (br#"{"game_title": {}, "format": "paipu/1", "game_round": {}}"#, None),
            (br#"{"x": {"game_title": {}, "game_round": {}}}"#, None),
            (b"{\"game_title\": ", None),
            (b"[[[[", None),
            (b"", None),
            (b"game_title game_round", None),
            (b"room_uuid,base_info,action_records\n", Some("roomcard")),
            (b"action_records\tbase_info\n", Some("roomcard")),
            (b"base_info,acts\n", None),
            (&vec![b'['; 100_000], None),
        ] {
            let found = sniff(bytes).map(|adapter| adapter.name.as_str());
            assert_eq!(found, known, "{}", String::from_utf8_lossy(&bytes[..bytes.len().min(80)]));
        }
    }
}
