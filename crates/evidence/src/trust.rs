//! The keys that a reader trusts: of the service, earlier and present, and of witnesses.

use super::checkpoint::Checkpoint;
use super::key::{KeyError, PublicKey};
use super::key_list::{KeyList, ListedKey};
use super::note::Note;
use super::submission::cosignature;
use super::verifier_key::{SignatureKind, VerifierKey};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;

/// A key of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrustedKey {
    /// The key.
    pub key: PublicKey,
    /// The end of its validity in microseconds since 1970; absent for a key that is in use.
    pub until: Option<i64>,
    /// The only origin that the key is trusted for; absent if it is trusted for all.
    pub origin: Option<String>,
}

impl TrustedKey {
    /// Reads the keys of a service in any form in which it gives them: PEM, verifier keys (one per line), or the answer
    /// of `GET /v1/evidence/keys`. A verifier key is trusted for its own origin only.
    pub fn all_in(bytes: &[u8]) -> Result<Vec<TrustedKey>, KeyError> {
        if let Ok(list) = serde_json::from_slice::<KeyList>(bytes) {
            return list.keys.iter().map(ListedKey::trusted).collect();
        }
        let text = String::from_utf8_lossy(bytes);
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        match lines.map(str::parse).collect::<Result<Vec<VerifierKey>, _>>() {
            Ok(keys) if !keys.is_empty() => keys.into_iter().map(TrustedKey::pinned).collect(),
            _ => Ok(vec![TrustedKey { key: PublicKey::from_pem(bytes)?, until: None, origin: None }]),
        }
    }

    /// A key that is trusted for the origin that its verifier key names.
    pub fn pinned(key: VerifierKey) -> Result<TrustedKey, KeyError> {
        match key.kind {
            SignatureKind::Note => Ok(TrustedKey { key: key.key, until: None, origin: Some(key.name) }),
            SignatureKind::Cosignature => Err(KeyError::OfWitness),
        }
    }
}

/// Everything that a reader trusts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    /// The keys of the service, any of which may have signed.
    pub keys: Vec<TrustedKey>,
    /// The keys of witnesses.
    pub witnesses: Vec<VerifierKey>,
    /// The number of witnesses that must have cosigned a checkpoint.
    pub quorum: usize,
}

impl Trust {
    /// Trusts one key of the service, and no witness.
    pub fn of(key: PublicKey) -> Trust {
        Trust { keys: vec![TrustedKey { key, until: None, origin: None }], ..Trust::default() }
    }

    /// Opens a signed note with the trusted keys: with a key in use if one of them signed, otherwise with a retired one.
    pub(super) fn opened(&self, note: &str) -> Option<(Checkpoint, &TrustedKey)> {
        let (used, retired): (Vec<_>, Vec<_>) = self.keys.iter().partition(|trusted| trusted.until.is_none());
        used.into_iter().chain(retired).find_map(|trusted| {
            let checkpoint = Checkpoint::opened(note, &trusted.key)?;
            let fits = trusted.origin.as_ref().is_none_or(|origin| *origin == checkpoint.origin);
            fits.then_some((checkpoint, trusted))
        })
    }

    /// The fingerprints of the keys of the service, as a sentence lists them.
    pub(super) fn fingerprints(&self) -> Text {
        let mut all: Vec<String> = self.keys.iter().map(|trusted| trusted.key.fingerprint()).collect();
        all.dedup();
        Text { zh: all.join("、").into(), en: all.join(", ").into() }
    }

    /// Counts the witnesses that cosigned a note. Returns whether they are a quorum, and the sentence; `None` if no
    /// witness is asked for. Two names with one key are one witness.
    pub(super) fn witnessed(&self, note: &str) -> Option<(bool, Text)> {
        if self.witnesses.is_empty() && self.quorum == 0 {
            return None;
        }
        let mut keys: Vec<&VerifierKey> = Vec::new();
        for witness in &self.witnesses {
            if !keys.iter().any(|known| known.key == witness.key) {
                keys.push(witness);
            }
        }
        let (mut here, mut away) = (Text::default(), Text::default());
        let mut valid = 0;
        for witness in &keys {
            let name = &witness.name;
            let parts = Note::read(note);
            let found = parts.and_then(|parts| cosignature(parts.lines(), parts.text, witness));
            if let Some(found) = found {
                valid += 1;
                let at = chrono::DateTime::from_timestamp(found.time, 0).map_or_else(String::new, |at| at.to_rfc3339());
                add(&mut here, &bilingual!("{name}（{at}）", "{name} ({at})"));
                continue;
            }
            let claimed = parts.is_some_and(|parts| parts.signatures().any(|signature| witness.is_of(&signature)));
            let why = if claimed {
                bilingual!("{name}（签名无效）", "{name} (its signature is not valid)")
            } else {
                bilingual!("{name}（没有签名）", "{name} (has not signed)")
            };
            add(&mut away, &why);
        }
        let (wanted, asked) = (self.quorum, keys.len());
        let or_none = |text: Text| if valid == 0 { bilingual!("无", "none") } else { text };
        let Text { zh: here_zh, en: here_en } = or_none(here);
        let Text { zh: away_zh, en: away_en } = away;
        if valid < wanted {
            return Some((
                false,
                bilingual!(
                    "检查点须由 {wanted} 个见证者联署，而 {asked} 个之中只有 {valid} 个：{here_zh}；缺少：{away_zh}。请用 ?witnessed={wanted} 重新取得；若仍缺少，服务可能对别人出示了另一段历史，请向运营方和见证者追问。",
                    "The checkpoint needs the cosignatures of {wanted} witnesses, and of {asked} it has {valid}: {here_en}; missing: {away_en}. Fetch it again with ?witnessed={wanted}; if they are still missing, the service may have shown another history to others: ask whoever runs it, and the witnesses."
                ),
            ));
        }
        let (rest_zh, rest_en) = if away_zh.is_empty() {
            (String::new(), String::new())
        } else {
            (format!("；缺少：{away_zh}"), format!("; missing: {away_en}"))
        };
        Some((
            true,
            bilingual!(
                "{asked} 个见证者中有 {valid} 个联署（须 {wanted} 个）：{here_zh}{rest_zh}。",
                "Of {asked} witnesses {valid} cosigned it, {wanted} are needed: {here_en}{rest_en}."
            ),
        ))
    }
}

fn add(list: &mut Text, item: &Text) {
    let joined = |list: &str, between: &str, item: &str| {
        if list.is_empty() { item.to_owned() } else { format!("{list}{between}{item}") }
    };
    *list = Text { zh: joined(&list.zh, "、", &item.zh).into(), en: joined(&list.en, ", ", &item.en).into() };
}
