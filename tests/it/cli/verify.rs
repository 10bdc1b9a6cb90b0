//! `caipan verify`, and the signing key of the service.

use super::service::{Service, ask};
use super::{LOG, caipan, run, text};
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
        ([refused.as_str(), "--key", key.as_str()], "since cannot be more"),
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
