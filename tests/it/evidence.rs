//! Tests of the evidence tree: against a reference implementation, on both databases, and against altered proofs.

use crate::engine::{Base, Engine, on_both};
use crate::store::fresh;
use caipan::evidence::{Beside, Checkpoint, Proof, Record, Signer, checked};
use caipan::hash::sha256;
use caipan::store::{Proven, ReportToStore, Store, Tenant, ToProve, Who};
use ct_merkle::mem_backed_tree::MemoryBackedTree;
use sha2::Sha256;
use std::collections::BTreeMap;
use std::time::Duration;

on_both!(
    every_verdict_is_a_leaf_of_the_tree,
    tree_extends_every_earlier_checkpoint,
    missing_records_fail_proofs_but_not_writes,
    changed_history_is_detected,
);

const HOME: Who = Who::keyless(Tenant::HOME);

/// Returns the fixed signing key of the tests.
pub fn signer() -> Signer {
    Signer::from_pem(Signer::pem_of(&[7; 32]).as_bytes()).expect("a key")
}

pub fn open(base: &Base) -> Store {
    Store::open(&base.database(), 2, Duration::from_secs(30), caipan::app::report_tags).expect("a store")
}

fn id(at: u32) -> String {
    format!("{at}-x")
}

/// Stores logs `from..to`.
pub async fn put(store: &Store, from: u32, to: u32) {
    for at in from..to {
        assert!(store.put(fresh(&at.to_string(), "x")).await.expect("kept").created);
    }
}

fn prove(store: &Store, log: Option<u32>, since: Option<u64>) -> Proven {
    let wanted = ToProve { log: log.map(id), since, ..ToProve::default() };
    store.prove(Tenant::HOME, &wanted).expect("an answer").expect("it is there")
}

fn proof(store: &Store, log: Option<u32>, since: Option<u64>) -> Proof {
    let Proven { checkpoint, entry, since: path } = prove(store, log, since);
    Proof::of(checkpoint.signed(&signer()), entry, since.zip(path))
}

/// Returns whether the newest report of a log is proven.
pub fn is_proven(store: &Store, log: &str) -> bool {
    let wanted = ToProve { log: Some(log.to_owned()), ..ToProve::default() };
    let Proven { checkpoint, entry, .. } = store.prove(Tenant::HOME, &wanted).expect("an answer").expect("it is there");
    holds(&Proof::of(checkpoint.signed(&signer()), entry, None), Beside::default())
}

fn holds(proof: &Proof, beside: Beside<'_>) -> bool {
    checked(proof, &signer().public(), beside).iter().all(|statement| statement.holds)
}

/// The root equals that of the `ct_merkle` tree over the same records. Each record proves which report was given.
async fn every_verdict_is_a_leaf_of_the_tree(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    assert_eq!(prove(&store, None, None).checkpoint.size, 0);
    assert!(holds(&proof(&store, None, Some(0)), Beside::default()));
    put(&store, 0, 530).await;
    // A newer revision of log 17 is a new entry, and later proofs of the log refer to it.
    let again = ReportToStore { revision: 2, digest: sha256(b"[]"), ..fresh("17", "x").report };
    store.put_report(HOME, again).await.expect("kept");
    let mut tree = MemoryBackedTree::<Sha256, String>::new();
    let mut records = BTreeMap::new();
    for at in 0..530 {
        let (record, _) = prove(&store, Some(at), None).entry.expect("a record");
        records.insert(serde_json::from_str::<Record>(&record).expect("a record").place, record);
    }
    // The record of the first report of log 17 is no longer returned, so it is rebuilt here.
    let second: Record = serde_json::from_str(&records[&531]).expect("a record");
    assert_eq!((second.log, second.rules), (Some(id(17)), Some("changsha@2".to_owned())));
    let report = Some(sha256(b"{}"));
    let first = Record {
        place: 18,
        log: Some(id(17)),
        rules: Some("changsha@1".to_owned()),
        report,
        ..serde_json::from_str(&records[&17]).expect("a record")
    };
    let first = Record { raw: Some(fresh("17", "x").row.digest), ..first };
    records.insert(18, first.text());
    records.into_values().for_each(|record| tree.push(record));
    let Checkpoint { size, root, .. } = prove(&store, None, None).checkpoint;
    assert_eq!((size, tree.len()), (531, 531));
    assert_eq!(root.as_slice(), tree.root().as_bytes().as_slice());
    for at in [0, 1, 16, 17, 18, 255, 256, 257, 511, 512, 529] {
        let given: &[u8] = if at == 17 { b"[]" } else { b"{}" };
        let proof = proof(&store, Some(at), None);
        assert!(holds(&proof, Beside { report: Some(given), ..Beside::default() }), "{at}");
        assert!(!holds(&proof, Beside { report: Some(b"other"), ..Beside::default() }), "{at}");
        assert!(!holds(&proof, Beside { log: Some(b"other"), ..Beside::default() }), "{at}");
    }
    assert!(
        store
            .prove(Tenant::HOME, &ToProve { log: Some("none".to_owned()), ..ToProve::default() })
            .expect("an answer")
            .is_none()
    );
}

async fn tree_extends_every_earlier_checkpoint(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    let mut kept: Vec<(u64, String)> = Vec::new();
    let mut stored = 0;
    for size in [1, 2, 7, 255, 256, 257, 300, 512, 513] {
        put(&store, stored, size).await;
        stored = size;
        let now = proof(&store, None, None).checkpoint;
        for (earlier, note) in &kept {
            let proof = proof(&store, None, Some(*earlier));
            assert!(holds(&proof, Beside { since: Some(note), ..Beside::default() }), "{earlier} to {size}");
            // A proof for another size does not verify against this checkpoint.
            let other = self::proof(&store, None, Some(*earlier + 1));
            assert!(!holds(&other, Beside { since: Some(note), ..Beside::default() }), "{earlier} to {size}");
        }
        kept.push((u64::from(size), now));
    }
    // The same size gives the same checkpoint, byte for byte.
    assert_eq!(kept.last().map(|(_, note)| note), Some(&proof(&store, None, None).checkpoint));
}

/// Records and nodes that something else deleted are not made up, neither at once nor when the database is opened again.
/// Writes go on.
async fn missing_records_fail_proofs_but_not_writes(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    put(&store, 0, 600).await;
    assert!(holds(&proof(&store, Some(3), None), Beside::default()));
    base.tamper("DELETE FROM entries WHERE place > 512; DELETE FROM nodes;");
    put(&store, 600, 601).await;
    for store in [store, open(&base)] {
        let refused = store.prove(Tenant::HOME, &ToProve::default()).expect_err("what is missing is not made up");
        assert!(refused.to_string().contains("records are missing"), "{refused}");
    }
}

/// The hash of the record of a proof with another report, in hexadecimal.
fn leaf_of(proof: &Proof) -> String {
    let record = &proof.entry.as_ref().expect("a record").record;
    let record: Record = serde_json::from_str(record).expect("a record");
    let record = Record { report: Some(format!("sha256:{}", "9".repeat(64))), ..record };
    let leaf = caipan::evidence::tree::leaf(record.text().as_bytes());
    caipan::hash::hex(&leaf)
}

/// A changed record is not proven, and takes no other proof with it. Where its hash is changed too, a kept checkpoint exposes it,
/// even if the service signs the new history.
async fn changed_history_is_detected(engine: Engine) {
    let base = engine.base();
    let store = open(&base);
    put(&store, 0, 40).await;
    let kept = proof(&store, Some(5), None);
    base.tamper(&format!("UPDATE entries SET digest = {} WHERE place = 6;", base.bytes(&"9".repeat(64))));
    let wanted = ToProve { log: Some(id(5)), ..ToProve::default() };
    let refused = store.prove(Tenant::HOME, &wanted).expect_err("it is not what was hashed").to_string();
    assert!(refused.contains("entry 6"), "{refused}");
    // Others are proven as before, in the tree of the kept checkpoint.
    let other = proof(&store, Some(7), Some(40));
    assert!(holds(&other, Beside { since: Some(&kept.checkpoint), ..Beside::default() }));
    base.tamper(&format!("UPDATE entries SET leaf = {} WHERE place = 6;", base.bytes(&leaf_of(&kept))));
    put(&store, 40, 50).await;
    let now = proof(&store, Some(5), Some(40));
    assert!(holds(&now, Beside::default()), "it is consistent in itself");
    assert!(!holds(&now, Beside { since: Some(&kept.checkpoint), ..Beside::default() }));
    assert_ne!(kept.entry.map(|entry| entry.record), now.entry.map(|entry| entry.record));
}

/// Changing any character of a proof breaks it and causes no panic.
#[actix_web::test]
async fn altered_proof_does_not_verify() {
    let base = Engine::Sqlite.base();
    let store = open(&base);
    put(&store, 0, 20).await;
    let earlier = proof(&store, None, None).checkpoint;
    put(&store, 20, 30).await;
    let original = proof(&store, Some(11), Some(20));
    let beside = Beside { report: Some(b"{}"), since: Some(&earlier), ..Beside::default() };
    assert!(holds(&original, beside));
    let text = serde_json::to_string(&original).expect("JSON");
    let mut read = 0;
    for at in 0..text.len() {
        for new in [b'0', b'A', b'z', b' ', b'\n', b'"', b'9'] {
            let mut bytes = text.clone().into_bytes();
            if bytes[at] == new {
                continue;
            }
            bytes[at] = new;
            let Ok(changed) = serde_json::from_slice::<Proof>(&bytes) else { continue };
            read += 1;
            assert!(changed == original || !holds(&changed, beside), "{}", String::from_utf8_lossy(&bytes));
        }
    }
    assert!(read > 3000, "{read}");
    let stranger = Signer::from_pem(Signer::pem_of(&[8; 32]).as_bytes()).expect("a key").public();
    assert_eq!(checked(&original, &stranger, beside).len(), 1, "of a stranger's signature nothing else is said");
    // Impossible tree sizes must not verify or panic.
    for size in ["0", "18446744073709551615", "9223372036854775807"] {
        let checkpoint = Checkpoint { size: size.parse().expect("a number"), ..prove(&store, None, None).checkpoint };
        let huge = Proof { checkpoint: checkpoint.signed(&signer()), ..original.clone() };
        assert!(!holds(&huge, beside), "{size}");
    }
}
