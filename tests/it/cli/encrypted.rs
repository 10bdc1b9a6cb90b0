//! The secrets of webhooks are encrypted at rest: the key is made, rotated, lost and put back.

use super::caipan;
use super::receiver::{Came, call, hook, ok, receiver};
use super::service::Service;
use crate::engine::{Base, Engine, on_both};
use caipan::webhook_client::signature;
use serde_json::{Value, json};
use std::process::Command;

on_both!(secrets_are_encrypted_and_keys_rotate);

/// The command that starts a service which encrypts with this key file.
fn started(base: &Base, more: &[&str]) -> Command {
    let [flag, place] = base.arguments();
    let mut command = caipan(
        &[&["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--webhook-private", &flag, &place], more].concat(),
    );
    command.env("NO_COLOR", "1");
    command
}

/// Starts the service and returns it with its warnings.
fn told(base: &Base, more: &[&str]) -> (Service, String) {
    let path = base.path().join("told");
    let file = std::fs::File::create(&path).expect("a file");
    let service = Service::run_told(started(base, more), file.into());
    (service, std::fs::read_to_string(path).expect("UTF-8"))
}

/// Returns whether the receiver got a ping that the secret signs, or why not.
fn pinged(service: &Service, id: &str, secret: &[u8], came: &Came) -> Result<bool, String> {
    let (status, answer) = call(service, &format!("POST /v1/webhooks/{id}/ping"), &Value::Null);
    assert_eq!(status, 200, "{answer}");
    if answer["taken"] != true {
        return Err(answer["why"].as_str().unwrap_or_default().to_owned());
    }
    let message = came.lock().expect("no panic").last().expect("a message").clone();
    let time = message.time.parse().expect("seconds");
    Ok(message.signature.split(' ').any(|one| one == signature(secret, &message.id, time, &message.body)))
}

async fn secrets_are_encrypted_and_keys_rotate(engine: Engine) {
    let base = engine.base();
    let file = base.path().join("keys");
    let (first, second) = ("1a".repeat(32), "2B".repeat(32));
    let keyed = ["--encryption-key", file.to_str().expect("UTF-8")];
    let (port, came) = receiver(ok);
    let wanted = json!({ "url": format!("http://127.0.0.1:{port}/") });
    let bytes = |text: &str| {
        use base64::Engine;
        base64::engine::general_purpose::STANDARD.decode(text.trim_start_matches("whsec_")).expect("base64")
    };
    std::fs::write(&file, format!("{first}\n")).expect("written");
    let (mut service, said) = told(&base, &keyed);
    assert!(!said.contains("WARN"), "{said}");
    let (id, secret) = hook(&service, &wanted);
    let secret = bytes(&secret);
    assert_eq!(pinged(&service, &id, &secret, &came), Ok(true));
    service.kill();
    let stored = base.column("SELECT secret FROM webhooks");
    assert!(stored.len() > secret.len() && !stored.windows(8).any(|part| part == &secret[..8]), "in clear");

    // Another key alone opens nothing, and says so; the secret is rotated or the key is put back.
    std::fs::write(&file, format!("{second}\n")).expect("written");
    let (mut service, said) = told(&base, &keyed);
    assert!(said.contains("1 webhooks") && said.contains("Put the old encryption.key back"), "{said}");
    assert_eq!(pinged(&service, &id, &secret, &came), Err("secret-locked".to_owned()));
    service.kill();
    assert_eq!(base.column("SELECT secret FROM webhooks"), stored, "left as it was");

    // With both, the first encrypts anew, so that the second can go.
    std::fs::write(&file, format!("# the newest first\n{second}\n{first}\n")).expect("written");
    let (mut service, said) = told(&base, &keyed);
    assert!(!said.contains("WARN"), "{said}");
    assert_eq!(pinged(&service, &id, &secret, &came), Ok(true));
    service.kill();
    let (mut service, said) = told(&base, &["--encryption-key", &second]);
    assert!(!said.contains("WARN"), "{said}");
    assert_eq!(pinged(&service, &id, &secret, &came), Ok(true));
    // After a rotation of the webhook's own secret both sign, and both are encrypted.
    let (status, rotated) = call(&service, &format!("POST /v1/webhooks/{id}/secret"), &json!({}));
    assert_eq!(status, 200, "{rotated}");
    let new = bytes(rotated["secret"].as_str().expect("a secret"));
    assert_eq!((pinged(&service, &id, &secret, &came), pinged(&service, &id, &new, &came)), (Ok(true), Ok(true)));
    service.kill();
    for column in ["secret", "old_secret"] {
        assert!(base.column(&format!("SELECT {column} FROM webhooks")).len() > secret.len(), "{column}");
    }

    // A secret in clear, as a service without a key stores it, is encrypted at the next start with a key.
    let clear = caipan_tiles::hash::hex(&new);
    base.tamper(&format!("UPDATE webhooks SET secret = {}, old_secret = NULL, old_until = NULL", base.bytes(&clear)));
    if engine == Engine::Postgres {
        let (mut service, said) = told(&base, &[]);
        assert!(said.contains("stored in clear") && said.contains("CAIPAN_ENCRYPTION_KEY"), "{said}");
        assert_eq!(pinged(&service, &id, &new, &came), Ok(true));
        service.kill();
    }
    let (mut service, said) = told(&base, &keyed);
    assert!(!said.contains("WARN"), "{said}");
    assert_eq!(pinged(&service, &id, &new, &came), Ok(true));
    service.kill();
    assert!(base.column("SELECT secret FROM webhooks").len() > new.len());
}

/// A data directory gets a key for its owner alone; an unreadable key is refused without its content.
#[test]
fn data_directory_makes_its_key_and_wrong_keys_are_refused() {
    use std::os::unix::fs::PermissionsExt;
    let base = Engine::Sqlite.base();
    let (mut service, _) = told(&base, &[]);
    service.kill();
    let path = base.path().join("data/encryption.key");
    let made = std::fs::read_to_string(&path).expect("a key");
    assert_eq!(made.trim().len(), 64, "{made}");
    assert_eq!(path.metadata().expect("a file").permissions().mode() & 0o777, 0o600);
    let (mut service, _) = told(&base, &[]);
    service.kill();
    assert_eq!(std::fs::read_to_string(&path).expect("a key"), made, "kept");
    std::fs::write(&path, "not a key").expect("written");
    let refused = started(&base, &[]).output().expect("it ends");
    let said = String::from_utf8(refused.stderr).expect("UTF-8");
    assert!(!refused.status.success() && said.contains("line 1 is no key") && said.contains("openssl rand"), "{said}");
    assert!(!said.contains("not a key"), "{said}");
    let help = caipan(&["serve", "--help"]).env("CAIPAN_ENCRYPTION_KEY", "ab".repeat(32)).output().expect("it ends");
    assert!(!String::from_utf8(help.stdout).expect("UTF-8").contains("abab"), "help shows no secret");
}
