//! Keys made and revoked beside a running service.

use super::service::{Service, ask};
use super::{LOG, caipan, text};
use std::path::Path;

/// Runs `caipan keys` and returns its standard output, standard error and exit code.
fn keys(data: &Path, arguments: &[&str]) -> (String, String, Option<i32>) {
    let data = data.to_str().expect("UTF-8");
    let output = caipan(&[&["keys"], arguments, &["--data", data]].concat()).output().expect("it runs");
    (text(&output.stdout).to_owned(), text(&output.stderr).to_owned(), output.status.code())
}

fn status(service: &Service, request: &str, secret: Option<&str>, body: &str) -> u16 {
    let authorization =
        secret.map(|secret| format!(" HTTP/1.1\r\nAuthorization: Bearer {secret}\r\nX-Rest:")).unwrap_or_default();
    ask(&service.address, &format!("{request}{authorization}"), body).expect("an answer").0
}

/// Changes made on the command line apply to the next request without a restart.
#[test]
fn key_changes_apply_immediately() {
    let folder = tempfile::tempdir().expect("a folder");
    let service = Service::set(folder.path(), &[]);
    let log = std::fs::read_to_string(LOG).expect("the sample");
    assert_eq!(status(&service, "POST /v1/logs", None, &log), 201, "nobody else is there");

    let (secret, said, code) = keys(folder.path(), &["make", "--name", "rooms", "--expires", "90d", "--rate", "600"]);
    assert_eq!(code, Some(0), "{said}");
    let secret = secret.trim_end().to_owned();
    assert!(secret.starts_with("caipan_") && !said.contains(&secret), "the secret alone: {said}");
    assert_eq!(status(&service, "GET /v1/logs", None, ""), 401);
    assert_eq!(status(&service, "GET /v1/logs", Some(&secret), ""), 200);
    assert_eq!(status(&service, "GET /healthz", None, ""), 200);
    assert_eq!(status(&service, "GET /v1/keys", Some(&secret), ""), 403);

    let (away, _, code) = keys(folder.path(), &["make", "--name", "away", "--address", "192.0.2.0/24,2001:db8::/32"]);
    assert_eq!((code, status(&service, "GET /v1/logs", Some(away.trim_end()), "")), (Some(0), 403), "not from here");
    let (near, _, _) = keys(folder.path(), &["make", "--name", "near", "--address", "127.0.0.1"]);
    assert_eq!(status(&service, "GET /v1/logs", Some(near.trim_end()), ""), 200);
    let (list, _, _) = keys(folder.path(), &["list"]);
    assert!(list.contains("\taway\t192.0.2.0/24,2001:db8::/32\n") && list.contains("\tnear\t127.0.0.1/32\n"), "{list}");
    for secret in [&away, &near] {
        assert_eq!(keys(folder.path(), &["revoke", &secret[7..23]]).2, Some(0));
    }

    let (other, _, code) = keys(folder.path(), &["make", "--name", "r", "--tenant", "acme", "--scope", "ingest"]);
    assert_eq!((code, status(&service, "POST /v1/logs", Some(other.trim_end()), &log)), (Some(0), 201), "new to acme");
    let (list, _, _) = keys(folder.path(), &["list"]);
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines.len() == 4 && lines[0].contains("acme\tingest\tlive") && lines[3].contains("600/min"), "{list}");
    assert!(!list.contains(&secret[24..]));
    let id = lines[3].split('\t').next().expect("an id").to_owned();
    let (trail, _, _) = keys(folder.path(), &["trail", "--tenant", "acme"]);
    assert!(trail.lines().count() == 2 && trail.contains("verdict") && trail.contains("key-made"), "{trail}");

    let (admin, _, _) = keys(folder.path(), &["make", "--name", "a", "--scope", "admin"]);
    let by = format!("Authorization: Bearer {}\r\nContent-Type: application/json", admin.trim_end());
    let made = ask(
        &service.address,
        &format!("POST /v1/keys HTTP/1.1\r\n{by}\r\nX-Rest:"),
        r#"{"name":"c","scopes":["admin"]}"#,
    );
    assert_eq!(made.expect("an answer").0, 201);
    let (said, _, code) = keys(folder.path(), &["revoke", &admin[7..23]]);
    assert!(code == Some(0) && said.contains("revoked with it: 1"), "{said}");
    assert_eq!(keys(folder.path(), &["revoke", &id]).2, Some(0));
    assert_eq!(status(&service, "GET /v1/logs", Some(&secret), ""), 401);
    assert!(keys(folder.path(), &["list", "--tenant", "home"]).0.contains("revoked"));
    drop(service);

    // A service with keys may listen on every address, and requires a key.
    let data = folder.path().to_str().expect("UTF-8");
    let service = Service::run(caipan(&["serve", "--listen", "0.0.0.0:0", "--data", data]));
    let port = service.address.rsplit(':').next().expect("a port");
    let address = format!("127.0.0.1:{port}");
    let status = |request: &str, secret: Option<&str>, body: &str| {
        let authorization = secret.map(|secret| format!(" HTTP/1.1\r\nAuthorization: Bearer {secret}\r\nX-Rest:"));
        ask(&address, &format!("{request}{}", authorization.unwrap_or_default()), body).expect("an answer").0
    };
    assert_eq!(status("GET /v1/logs", None, ""), 401);
    assert_eq!(status("POST /v1/logs", Some(other.trim_end()), &log), 200);
}

#[test]
fn rejects_invalid_key_options() {
    let folder = tempfile::tempdir().expect("a folder");
    for (wrong, expected) in [
        (&["make", "--name", "x", "--scope", "write"][..], "ingest, read, referee, admin"),
        (&["make", "--name", "x", "--tenant", "A b"], "lower-case"),
        (&["make", "--name", "x", "--address", "10.0.0.1/8"], "10.0.0.0/8"),
        (&["make", "--name", "x", "--address", "10.0.0.0/8,here"], "here is no network"),
        (&["make", "--name", ""], "1 to 100"),
        (&["make", "--name", "x", "--expires", "soon"], "90d"),
        (&["make", "--name", "x", "--expires", "2020-01-01T00:00:00Z"], "has passed"),
        (&["make", "--name", "x", "--rate", "0"], "1000000"),
        (&["revoke", "nothing"], "nothing"),
        (&["trail", "--tenant", "nobody"], "nobody"),
        (&["list", "--tenant", "nobody"], "nobody"),
    ] {
        let (out, said, code) = keys(folder.path(), wrong);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{wrong:?}: {said}");
        assert!(said.contains(expected), "{wrong:?}: {said}");
    }
}
