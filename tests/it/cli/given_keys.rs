//! A key whose secret the operator made beforehand, so that no log shows it.

use super::{caipan, text};
use std::path::Path;
use std::process::Output;

fn make(data: &Path, secret_file: &Path, language: &str) -> Output {
    let mut command = caipan(&["keys", "make", "--name", "first", "--scope", "read", "--lang", language]);
    command.arg("--data").arg(data).arg("--secret-file").arg(secret_file).output().expect("it runs")
}

#[test]
fn given_secret_is_used_and_not_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, file) = (folder.path().join("data"), folder.path().join("first-key"));
    let (id, rest) = ("0123456789abcdef", "1f".repeat(32));
    let secret = format!("caipan_{id}_{rest}");
    for wrong in [String::new(), rest.clone(), format!("caipan_{id}"), secret.to_uppercase(), format!("{secret}0")] {
        std::fs::write(&file, &wrong).expect("written");
        let refused = make(&data, &file, "en");
        assert!(!refused.status.success(), "{wrong}");
        let said = [text(&refused.stdout), text(&refused.stderr)].concat();
        assert!(said.contains("openssl rand") && (wrong.is_empty() || !said.contains(&wrong)), "{said}");
    }
    std::fs::write(&file, format!("{secret}\n")).expect("written");
    let made = make(&data, &file, "en");
    assert!(made.status.success(), "{}", text(&made.stderr));
    let said = [text(&made.stdout), text(&made.stderr)].concat();
    assert!(said.contains(id) && !said.contains(&rest), "{said}");
    // The same job again makes no second key and says so; another secret under this id is refused.
    let again = make(&data, &file, "zh");
    assert!(!again.status.success() && text(&again.stderr).contains("签发过"), "{}", text(&again.stderr));
    std::fs::write(&file, format!("caipan_{id}_{}", "2e".repeat(32))).expect("written");
    let taken = make(&data, &file, "en");
    assert!(!taken.status.success() && text(&taken.stderr).contains("another key"), "{}", text(&taken.stderr));

    let listed = caipan(&["keys", "list", "--data"]).arg(&data).output().expect("it runs");
    assert_eq!(text(&listed.stdout).lines().count(), 1, "{}", text(&listed.stdout));
    let service = super::service::Service::set(&data, &[]);
    let with = |secret: &str| super::receiver::call_with(&service, secret, "GET /v1/logs", "").0;
    assert_eq!((with(&secret), with(&format!("caipan_{id}_{}", "2e".repeat(32)))), (200, 401));
}
