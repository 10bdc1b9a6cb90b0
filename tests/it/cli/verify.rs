//! `caipan verify`, and the signing key of the service.

use super::service::{Service, ask};
use super::{LOG, caipan, run, text};
use crate::witness::Witness;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A temporary directory with the data of a service and the files it returned.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn data(&self) -> PathBuf {
        self.0.path().join("data")
    }

    fn file(&self, name: &str, content: &str) -> String {
        let path = self.0.path().join(name);
        std::fs::write(&path, content).expect("written");
        path.to_str().expect("UTF-8").to_owned()
    }

    /// Saves a response of the service to a file.
    fn fetch(&self, service: &Service, path: &str, name: &str) -> String {
        let (status, body) = ask(&service.address, &format!("GET {path}"), "").expect("an answer");
        assert_eq!(status, 200, "{path}: {body}");
        self.file(name, &body)
    }
}

fn verify(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(&[&["verify"], arguments].concat());
    (output.status.code(), format!("{}{}", text(&output.stdout), text(&output.stderr)))
}

#[test]
fn verifies_report_offline() {
    let folder = Folder::new();
    let service = Service::set(&folder.data(), &[]);
    let early = folder.fetch(&service, "/v1/evidence", "early.json");
    let log = std::fs::read_to_string(LOG).expect("the sample");
    let (_, stored) = ask(&service.address, "POST /v1/logs", &log).expect("an answer");
    let stored: serde_json::Value = serde_json::from_str(&stored).expect("JSON");
    let id = stored["id"].as_str().expect("an id");
    let key = folder.fetch(&service, "/v1/evidence/key", "key.pem");
    let report = folder.fetch(&service, &format!("/v1/reports/{id}"), "report.json");
    let proof = folder.fetch(&service, &format!("/v1/reports/{id}/evidence?since=0"), "proof.json");
    drop(service);
    let (code, said) = verify(&[&proof, "--key", &key, "--report", &report, "--log", LOG, "--since", &early]);
    assert_eq!((code, said.lines().count()), (Some(0), 5), "{said}");
    assert!(said.contains("byte for byte") && !said.contains('✗'), "{said}");
    let (code, said) = verify(&[&proof, "--key", &key]);
    assert_eq!(code, Some(0));
    assert!(said.contains("--report"), "{said}");
    assert_eq!(verify(&[&proof, "--key", &key, "--report", &report, "-q"]), (Some(0), String::new()));
    // A changed report, and the key of another service.
    let changed = std::fs::read_to_string(&report).expect("the report").replacen("clean", "faulty", 1);
    let changed = folder.file("changed.json", &changed);
    let (code, said) = verify(&[&proof, "--key", &key, "--report", &changed]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("✗ The report is not"), "{said}");
    let other = folder.0.path().join("other");
    let stranger = folder.fetch(&Service::set(&other, &[]), "/v1/evidence/key", "other.pem");
    assert_eq!(verify(&[&proof, "--key", &stranger]).0, Some(1));
    let (_, refused) = ask(&Service::set(&other, &[]).address, "GET /v1/evidence?since=9", "").expect("an answer");
    let refused = folder.file("refused.json", &refused);
    for (arguments, expected) in [
        ([refused.as_str(), "--key", key.as_str()], "since cannot be larger"),
        ([proof.as_str(), "--key", proof.as_str()], "PUBLIC KEY"),
        ([report.as_str(), "--key", key.as_str()], "is no proof"),
        (["/nowhere", "--key", key.as_str()], "/nowhere"),
    ] {
        let (code, said) = verify(&arguments);
        assert_eq!(code, Some(2), "{arguments:?}");
        assert!(said.contains(expected), "{said}");
    }
}

/// The signing key is created once, readable by its owner alone, and reused. `--signing-key` takes a file or the key
/// itself. An invalid key prevents the start.
#[test]
fn signing_key_is_created_once_and_reused() {
    let folder = Folder::new();
    let public = |settings: &[&str], name: &str| {
        let service = Service::set(&folder.data(), settings);
        std::fs::read_to_string(folder.fetch(&service, "/v1/evidence/key", name)).expect("a key")
    };
    let first = public(&[], "first.pem");
    let made = folder.data().join("signing.pem");
    assert_eq!(made.metadata().expect("made").permissions().mode() & 0o777, 0o600);
    assert_eq!(public(&[], "again.pem"), first);
    let of = |seed: u8| caipan::evidence::Signer::pem_of(&[seed; 32]);
    let named = folder.file("named.pem", &of(1));
    let by_file = public(&["--signing-key", &named], "named.public.pem");
    assert_ne!(by_file, first);
    assert_eq!(public(&["--signing-key", &of(1)], "inline.pem"), by_file);
    let data = folder.data();
    let data = data.to_str().expect("UTF-8");
    let serve = |key: &str| {
        let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", data];
        caipan(&arguments).env("CAIPAN_SIGNING_KEY", key).output().expect("it ends")
    };
    for unfit in ["/nowhere.pem", LOG, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"] {
        let output = serve(unfit);
        assert_eq!(output.status.code(), Some(2), "{unfit}");
        assert!(!output.stderr.is_empty(), "{unfit}");
    }
    let help = caipan(&["serve", "--help"]).env("CAIPAN_SIGNING_KEY", of(1)).output().expect("it ends");
    assert!(!text(&help.stdout).contains("BEGIN PRIVATE"), "a secret is not shown");
    assert!(Path::new(&named).exists());
}

/// Returns what a service says on standard error until it serves, and its key list.
fn told(folder: &Folder, settings: &[&str], name: &str) -> (Service, String, String) {
    let data = folder.data();
    let data = data.to_str().expect("UTF-8");
    let path = folder.0.path().join(format!("{name}.stderr"));
    let stderr = std::fs::File::create(&path).expect("a file");
    let command = caipan(&[&["serve", "--listen", "127.0.0.1:0", "--data", data], settings].concat());
    let service = Service::run_told(command, stderr.into());
    let keys = folder.fetch(&service, "/v1/evidence/keys", &format!("{name}.json"));
    let said = std::fs::read_to_string(path).expect("UTF-8");
    (service, said, keys)
}

/// A new key signs beside the old one at first, then alone. Readers of the old key go on meanwhile, and evidence from
/// before still verifies.
#[test]
fn signing_key_rotates_over_restarts() {
    let folder = Folder::new();
    let of = |seed: u8| caipan::evidence::Signer::pem_of(&[seed; 32]);
    let (old, new) = (folder.file("old.pem", &of(1)), folder.file("new.pem", &of(2)));
    let (service, said, _) = told(&folder, &["--signing-key", &old], "first");
    assert!(!said.contains("WARN"), "{said}");
    let log = std::fs::read_to_string(LOG).expect("the sample");
    ask(&service.address, "POST /v1/logs", &log).expect("an answer");
    let before = folder.fetch(&service, "/v1/evidence?since=0", "before.proof");
    let old_public = folder.fetch(&service, "/v1/evidence/key", "old.public.pem");
    drop(service);
    let (service, said, both_keys) = told(&folder, &["--signing-key", &new, "--retired-signing-key", &old], "both");
    assert!(!said.contains("WARN"), "{said}");
    let both = folder.fetch(&service, "/v1/evidence?since=1", "both.proof");
    let new_public = folder.fetch(&service, "/v1/evidence/key", "new.public.pem");
    for key in [&old_public, &new_public, &both_keys] {
        assert_eq!(verify(&[&both, "--key", key]).0, Some(0), "{key}");
    }
    assert_eq!(verify(&[&before, "--key", &both_keys]).0, Some(0));
    assert_eq!(verify(&[&before, "--key", &new_public]).0, Some(1));
    drop(service);
    let settings = ["--signing-key", &new, "--retired-signing-key", &old_public];
    let (service, said, keys) = told(&folder, &settings, "alone");
    assert!(!said.contains("WARN"), "{said}");
    let game = log.replace("room-889123-2026-01-05", "another");
    ask(&service.address, "POST /v1/logs", &game).expect("an answer");
    let after = folder.fetch(&service, "/v1/evidence?since=1", "after.proof");
    assert_eq!(verify(&[&after, "--key", &old_public]).0, Some(1));
    let (code, said) = verify(&[&after, "--key", &keys, "--since", &before]);
    assert_eq!((code, said.contains('✗'), said.contains("retired")), (Some(0), false, false), "{said}");
    assert_eq!(verify(&[&after, "--key", &old_public, "--key", &new_public, "--since", &before]).0, Some(0));
    let (code, said) = verify(&[&before, "--key", &keys]);
    assert!(code == Some(0) && said.contains("signed by the retired key") && said.contains("valid until 20"), "{said}");
    drop(service);
    // Another key that nobody announced, and the old one again.
    let (_, said, _) = told(&folder, &["--signing-key", &of(3)], "stranger");
    assert!(said.contains("WARN") && said.contains("--retired-signing-key"), "{said}");
    let (_, said, _) = told(&folder, &["--signing-key", &old, "--retired-signing-key", &new], "again");
    assert!(said.contains("was retired, and this process signs with it again"), "{said}");
    let refused = caipan(&["serve", "--retired-signing-key", LOG]).output().expect("it ends");
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--retired-signing-key"), "{}", text(&refused.stderr));
}

/// The built service shows its checkpoints to witnesses, and `caipan verify` asks for their cosignatures.
#[test]
fn verifies_quorum_of_witnesses() {
    let folder = Folder::new();
    let witnesses = [1, 2, 3].map(|at| Witness::start(&format!("witness.example/w{at}"), 50 + at));
    let key = folder.file("key.pem", &caipan::evidence::Signer::pem_of(&[1; 32]));
    let signer = caipan::evidence::Signer::from_pem(caipan::evidence::Signer::pem_of(&[1; 32]).as_bytes());
    let public = signer.expect("a key").public();
    let named: Vec<String> = witnesses
        .iter()
        .zip(["w1", "w2", "w3"])
        .map(|(witness, label)| format!("{label}={}={}", witness.url(), witness.key()))
        .collect();
    let mut settings = vec!["--signing-key", &key, "--witness-every", "20ms", "--witness-private"];
    named.iter().for_each(|witness| settings.extend(["--witness", witness]));
    let service = Service::set(&folder.data(), &settings);
    let log = std::fs::read_to_string(LOG).expect("the sample");
    ask(&service.address, "POST /v1/logs", &log).expect("an answer");
    let (_, view) = ask(&service.address, "GET /v1/evidence/witnesses", "").expect("an answer");
    let view: serde_json::Value = serde_json::from_str(&view).expect("JSON");
    let origin = view["origin"].as_str().expect("a name");
    // The third never learns of the log.
    witnesses[..2].iter().for_each(|witness| witness.know(origin, &[*public.bytes()]));
    while ask(&service.address, "GET /v1/evidence?witnessed=2", "").expect("an answer").0 != 200 {
        std::thread::yield_now();
    }
    let proof = folder.fetch(&service, "/v1/evidence?witnessed=2", "witnessed.json");
    let pinned = view["verifier_keys"][0].as_str().expect("a key");
    let keys = witnesses.each_ref().map(Witness::key);
    let asked = |more: &[&str]| {
        let mut arguments = vec![proof.as_str(), "--key", pinned];
        keys.iter().for_each(|key| arguments.extend(["--witness", key]));
        arguments.extend(more);
        verify(&arguments)
    };
    let (code, said) = asked(&["--quorum", "2"]);
    assert!(code == Some(0) && said.contains("missing: witness.example/w3"), "{said}");
    let (code, said) = asked(&[]);
    assert!(code == Some(1) && said.contains("has not signed"), "{said}");
    let (code, said) = asked(&["--quorum", "4"]);
    assert!(code == Some(2) && said.contains("more than the 3 witnesses"), "{said}");
    let (code, said) = verify(&[&proof, "--key", &keys[0]]);
    assert!(code == Some(2) && said.contains("is the key of a witness"), "{said}");
    // The ordinary checkpoint has no cosignatures.
    let plain = folder.fetch(&service, "/v1/evidence", "plain.json");
    let public = folder.fetch(&service, "/v1/evidence/key", "public.pem");
    assert_eq!(verify(&[&plain, "--key", &public]).0, Some(0));
    assert_eq!(verify(&[&plain, "--key", &public, "--witness", &keys[0]]).0, Some(1));
    let data = folder.data();
    for (witness, expected) in [
        (format!("w={}", keys[0]), "NAME=URL=VERIFIER_KEY"),
        (format!("w=https://w.example/={pinned}"), "the key of a log"),
        (format!("w=http://w.example/={}", keys[0]), "--witness-private"),
        (format!("w=https://w.example/={k},v=https://v.example/={k}", k = keys[0]), "of another witness"),
    ] {
        let data = data.to_str().expect("UTF-8");
        let output = caipan(&["serve", "--data", data, "--listen", "127.0.0.1:0", "--witness", &witness]).output();
        let output = output.expect("it ends");
        assert_eq!(output.status.code(), Some(2), "{witness}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
}
