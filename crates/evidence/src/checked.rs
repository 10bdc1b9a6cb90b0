//! Verifies a proof without the service that issued it.

use super::checkpoint::Checkpoint;
use super::key::PublicKey;
use super::proof::{self, Entry, FORMAT, Grown, Proof};
use super::record::{Deed, Record};
use super::trust::{Trust, TrustedKey};
use caipan_tiles::bilingual;
use caipan_tiles::hash::sha256;
use caipan_tiles::text::Text;
use ct_merkle::{ConsistencyProof, InclusionProof, RootHash};
use sha2::Sha256;
use sha2::digest::Output;

/// Maximum tree size; larger sizes are rejected because no real tree has them.
const MOST: u64 = 1 << 62;

/// The documents that the reader has besides the proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside<'a> {
    /// The report's JSON as it was served.
    pub report: Option<&'a [u8]>,
    /// The log as it was sent.
    pub log: Option<&'a [u8]>,
    /// A checkpoint that was issued earlier.
    pub since: Option<&'a str>,
}

/// A statement that the verification confirms or refutes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// True if the statement holds.
    pub holds: bool,
    /// The statement; if it does not hold, also the fix.
    pub text: Text,
}

/// Verifies a proof for a reader who trusts this key. The first statement concerns the format or the signature; if it
/// does not hold, it is the only one.
pub fn checked(proof: &Proof, key: &PublicKey, beside: Beside<'_>) -> Vec<Statement> {
    checked_by(proof, &Trust::of(*key), beside)
}

/// Verifies a proof for a reader who trusts these keys and witnesses. The first statement concerns the format or the
/// signature; if it does not hold, it is the only one.
pub fn checked_by(proof: &Proof, trust: &Trust, beside: Beside<'_>) -> Vec<Statement> {
    let mut said = Said::default();
    if proof.format != FORMAT {
        let format = &proof.format;
        said.not(bilingual!(
            "这是 {format}，本程序只认 {FORMAT}。请用相应版本的 caipan 验证。",
            "This is {format}; this program knows {FORMAT}. Verify it with the caipan that it belongs to."
        ));
        return said.0;
    }
    let opened = trust.opened(&proof.checkpoint).filter(|(checkpoint, _)| checkpoint.size <= MOST);
    let Some((checkpoint, key)) = opened else {
        said.unsigned(&proof.checkpoint, trust);
        return said.0;
    };
    if !said.signature(&checkpoint, key) {
        return said.0;
    }
    if let Some((holds, text)) = trust.witnessed(&proof.checkpoint) {
        said.0.push(Statement { holds, text });
    }
    if let Some(entry) = &proof.entry {
        said.entry(entry, &checkpoint, beside);
    } else if beside.report.is_some() || beside.log.is_some() {
        said.not(bilingual!(
            "其中没有记录，报告与牌谱无从核对。请用 GET /v1/reports/ID/evidence 取得该报告的证明。",
            "It proves no record, so report and log cannot be compared. Fetch the proof of the report with GET /v1/reports/ID/evidence."
        ));
    }
    if let Some(note) = beside.since {
        said.since(note, proof.since.as_ref(), &checkpoint, trust);
    }
    said.0
}

#[derive(Default)]
struct Said(Vec<Statement>);

impl Said {
    fn holds(&mut self, text: Text) {
        self.0.push(Statement { holds: true, text });
    }

    fn not(&mut self, text: Text) {
        self.0.push(Statement { holds: false, text });
    }

    /// Says why no trusted key signed the checkpoint.
    fn unsigned(&mut self, note: &str, trust: &Trust) {
        let other = trust.keys.iter().find_map(|trusted| {
            let found = Checkpoint::opened(note, &trusted.key)?;
            Some((found.origin, trusted.origin.as_ref()?, trusted.key.fingerprint()))
                .filter(|found| found.0 != *found.1)
        });
        if let Some((found, wanted, finger)) = other {
            return self.not(bilingual!(
                "检查点由密钥 {finger} 签署，但属于 {found}，而该公钥只用于 {wanted}。请取得 {wanted} 的证明，或改用 {found} 的公钥。",
                "The checkpoint is signed by the key {finger}, but is of {found}, and the key was given for {wanted}. Fetch a proof of {wanted}, or give the key of {found}."
            ));
        }
        let Text { zh, en } = trust.fingerprints();
        self.not(bilingual!(
            "检查点没有密钥 {zh} 的有效签名。请核对公钥是否取自该服务，文件是否完整；若服务已更换密钥，请一并给出旧的与新的公钥。",
            "The checkpoint has no valid signature by the key {en}. Check that the public key is that of the service and the file is complete; if the service has changed its key, give the old and the new one."
        ));
    }

    /// Names the key that signed. Returns false if it was retired before the last record.
    fn signature(&mut self, checkpoint: &Checkpoint, key: &TrustedKey) -> bool {
        let Checkpoint { origin, size, at, .. } = checkpoint;
        let finger = key.key.fingerprint();
        let Some(until) = key.until else {
            self.holds(bilingual!(
                "检查点由密钥 {finger} 签署：{origin}，共 {size} 条记录。",
                "The checkpoint is signed by the key {finger}: {origin}, {size} records."
            ));
            return true;
        };
        let end = time(until);
        if let Some(at) = at.filter(|at| *at > until) {
            let at = time(at);
            self.not(bilingual!(
                "检查点只由已停用的密钥 {finger} 签署，它有效到 {end}，而最后一条记录在 {at}。请重新取得证明；若仍如此，旧密钥可能被他人所用，请向运营方追问。",
                "The checkpoint is signed by the retired key {finger} alone, which was valid until {end}, and its last record is of {at}. Fetch the proof again; if this persists, somebody else may be using the old key: ask the operator of the service."
            ));
            return false;
        }
        self.holds(bilingual!(
            "检查点由已停用的密钥 {finger} 签署，它有效到 {end}：{origin}，共 {size} 条记录。",
            "The checkpoint is signed by the retired key {finger}, which was valid until {end}: {origin}, {size} records."
        ));
        true
    }

    /// Checks that the record is in the tree at its position, then compares it with the reader's report and log.
    fn entry(&mut self, entry: &Entry, checkpoint: &Checkpoint, beside: Beside<'_>) {
        let Ok(record) = serde_json::from_str::<Record>(&entry.record) else {
            return self.not(bilingual!(
                "记录无法读取。请重新取得证明；若由较新版本写成，请用该版本验证。",
                "The record cannot be read. Fetch the proof again; if a newer version of caipan wrote it, verify it with that version."
            ));
        };
        let place = record.place;
        let index = u64::try_from(place).ok().and_then(|place| place.checked_sub(1));
        let path = nodes(&entry.path).map(|path| InclusionProof::from_digests(&path));
        let is_in = index.zip(path).is_some_and(|(index, path)| {
            root_of(checkpoint).verify_inclusion(&entry.record.as_bytes(), index, &path).is_ok()
        });
        if !is_in {
            return self.not(bilingual!(
                "第 {place} 条记录不在检查点之内：记录、路径或检查点被改动过，或不是同一次取得的。请重新取得证明。",
                "Record {place} does not lead to the checkpoint: record, path or checkpoint was changed, or they come from different answers. Fetch the proof again."
            ));
        }
        let at = time(record.at);
        let log = record.log.as_deref().unwrap_or("?");
        let rules = record.rules.as_deref().unwrap_or("?");
        let ruling = record.ruling.as_deref().unwrap_or("?");
        let key = record.key.as_deref().unwrap_or("?");
        let what = record.what.as_deref().unwrap_or("?");
        self.holds(match record.act {
            Deed::Verdict => bilingual!(
                "第 {place} 条记录在其中：{at} 按 {rules} 给出牌谱 {log} 的报告。",
                "Record {place} is in it: at {at} a report was given for log {log} under {rules}."
            ),
            Deed::Ruling => bilingual!(
                "第 {place} 条记录在其中：{at} 对牌谱 {log} 作了裁定 {ruling}。",
                "Record {place} is in it: at {at} a referee ruled on log {log}: {ruling}."
            ),
            Deed::AdapterPut | Deed::PresetsPut => bilingual!(
                "第 {place} 条记录在其中：{at} 设置了 {what}。",
                "Record {place} is in it: at {at} {what} was stored."
            ),
            Deed::AdapterRemoved | Deed::PresetsRemoved => bilingual!(
                "第 {place} 条记录在其中：{at} 移除了 {what}。",
                "Record {place} is in it: at {at} {what} was removed."
            ),
            Deed::WebhookMade => bilingual!(
                "第 {place} 条记录在其中：{at} 建立 webhook {what}。",
                "Record {place} is in it: at {at} the webhook {what} was created."
            ),
            Deed::WebhookRemoved => bilingual!(
                "第 {place} 条记录在其中：{at} 移除 webhook {what}。",
                "Record {place} is in it: at {at} the webhook {what} was removed."
            ),
            Deed::WebhookReplayed => bilingual!(
                "第 {place} 条记录在其中：{at} 让 webhook {what} 重发或恢复。",
                "Record {place} is in it: at {at} the webhook {what} was set to resend or resume."
            ),
            Deed::WebhookPaused => bilingual!(
                "第 {place} 条记录在其中：{at} 服务暂停了 webhook {what}。",
                "Record {place} is in it: at {at} the service paused the webhook {what}."
            ),
            Deed::WebhookRotated => bilingual!(
                "第 {place} 条记录在其中：{at} 更换了 webhook {what} 的签名密钥。",
                "Record {place} is in it: at {at} the secrets of the webhook {what} were changed."
            ),
            Deed::Erased => bilingual!(
                "第 {place} 条记录在其中：{at} 抹去了牌谱 {log}（{what}）。",
                "Record {place} is in it: at {at} the log {log} was erased ({what})."
            ),
            Deed::KeyMade => bilingual!(
                "第 {place} 条记录在其中：{at} 签发密钥 {key}。",
                "Record {place} is in it: at {at} the key {key} was created."
            ),
            Deed::KeyRevoked => bilingual!(
                "第 {place} 条记录在其中：{at} 撤销密钥 {key}。",
                "Record {place} is in it: at {at} the key {key} was revoked."
            ),
        });
        let is = |bytes: &[u8], digest: &Option<String>| digest.as_ref().is_some_and(|digest| *digest == sha256(bytes));
        match beside.report {
            None => {}
            Some(report) if is(report, &record.report) => {
                self.holds(bilingual!("报告正是当时给出的那一份。", "The report matches what was given, byte for byte."));
            }
            Some(_) => self.not(bilingual!(
                "报告不是当时给出的那一份。请比对服务原样返回的 JSON（Accept: application/json），不要重新排版；重新审核过的报告有自己的证明。",
                "The report is not the one that was given. Compare the JSON as it was served (Accept: application/json), without reformatting; a report of a later revision has its own proof."
            )),
        }
        match beside.log {
            None => {}
            Some(log) if is(log, &record.raw) => {
                self.holds(bilingual!("牌谱正是当时收到的字节。", "The log matches what was received, byte for byte."));
            }
            Some(_) => self.not(bilingual!(
                "牌谱不是当时收到的字节。请比对 GET /v1/logs/ID/raw 返回的内容或当时发送的文件。",
                "The log is not what was received. Compare what GET /v1/logs/ID/raw answers, or the file that was sent."
            )),
        }
    }

    /// Checks that the tree extends the one of the reader's earlier checkpoint.
    fn since(&mut self, note: &str, grown: Option<&Grown>, checkpoint: &Checkpoint, trust: &Trust) {
        let Some((earlier, _)) = trust.opened(note) else {
            return self.not(bilingual!(
                "先前的检查点没有此密钥的有效签名。请核对文件与公钥；若服务此后更换过密钥，请一并给出旧的公钥。",
                "The earlier checkpoint has no valid signature by this key. Check the file and the key; if the service has changed its key since, give the old one too."
            ));
        };
        if earlier.origin != checkpoint.origin {
            let (then, now) = (&earlier.origin, &checkpoint.origin);
            return self.not(bilingual!(
                "先前的检查点属于 {then}，而证明属于 {now}：它们是两个租户的，或只有一个是以 ?witnessed= 取得的。请用同一租户、同一方式取得的检查点。",
                "The earlier checkpoint is of {then}, and the proof is of {now}: they are of two tenants, or only one was fetched with ?witnessed=. Use checkpoints of one tenant that were fetched in one way."
            ));
        }
        let (before, now) = (earlier.size, checkpoint.size);
        let grown = grown.filter(|grown| grown.size == before);
        let path = grown.and_then(|grown| nodes(&grown.path));
        let Some(path) = path else {
            return self.not(bilingual!(
                "证明中没有从 {before} 条到 {now} 条的衔接。请加 ?since={before} 重新取得。",
                "The proof does not lead from {before} records to {now}. Fetch it again with ?since={before}."
            ));
        };
        let path = ConsistencyProof::from_digests(&path);
        let has_grown = before == 0 || root_of(checkpoint).verify_consistency(&root_of(&earlier), &path).is_ok();
        if has_grown {
            self.holds(bilingual!(
                "先前的 {before} 条记录一条未改，其后只有新增。",
                "The {before} records of the earlier checkpoint are unchanged; later records were only added."
            ));
        } else {
            self.not(bilingual!(
                "先前的 {before} 条记录已被改动或删除：同一服务给出过两段不同的历史，或数据库曾恢复到更早的备份。请保留两个检查点，向服务方追问。",
                "The {before} records of the earlier checkpoint were changed or removed: the service has published two histories, or its database was restored from an earlier backup. Keep both checkpoints and ask the operator."
            ));
        }
    }
}

/// A time in microseconds since 1970 as RFC 3339.
fn time(at: i64) -> String {
    chrono::DateTime::from_timestamp_micros(at).map_or_else(String::new, |at| at.to_rfc3339())
}

fn root_of(checkpoint: &Checkpoint) -> RootHash<Sha256> {
    RootHash::new(checkpoint.root.into(), checkpoint.size)
}

fn nodes(path: &[String]) -> Option<Vec<Output<Sha256>>> {
    Some(proof::read(path)?.into_iter().map(Into::into).collect())
}
