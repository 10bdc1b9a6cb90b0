//! The settlement clients of `docs/settlement.md`, run against a service in every language.

use super::LOG;
use super::service::Service;
use std::path::Path;
use std::process::Command;

/// Runs a client and returns its exit code and output. A missing interpreter fails the test.
pub(super) fn client(program: &str, script: &str, arguments: &[&str]) -> (i32, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(program);
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command.arg(root.join("docs/clients").join(script)).args(arguments);
    for proxy in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
        command.env_remove(proxy);
    }
    let output = command.output().unwrap_or_else(|error| panic!("{program} is needed to test {script}: {error}"));
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code().unwrap_or(-1), said)
}

#[test]
fn example_clients_book_hold_and_correct() {
    crate::programs::needs!(Node, Python);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let faulty = std::fs::read_to_string(root.join("fixtures/demo/wrong-payer.json")).expect("a log");
    let log = std::fs::read_to_string(LOG).expect("a log");
    for (program, script, option) in
        [("python3", "settle.py", "--corrects"), ("node", "settle.mjs", "--corrects"), ("sh", "settle.sh", "")]
    {
        let data = tempfile::tempdir().expect("a folder");
        let service = Service::set(data.path(), &["--adapters", "fixtures/adapters"]);
        let base = format!("http://{}", service.address);
        let settle = |file: &str, more: &[&str]| client(program, script, &[&[base.as_str(), file], more].concat());

        let (code, said) = settle(&write("right.json", &log), &[]);
        assert!(code == 0, "{script}: {code} {said}");
        let (code, said) = settle(&write("faulty.json", &faulty), &[]);
        assert!(code == 1 && said.contains(" faulty") && said.contains("A703") && said.contains(" owes "), "{said}");
        let (again, same) = settle(&write("faulty.json", &faulty), &[]);
        assert_eq!((again, same), (1, said.clone()), "sent twice, stored once");
        let id = said.split(' ').next().expect("an id").to_owned();

        // Other content under the same match id is refused, but accepted as a correction.
        let other = write("other.json", &faulty.replacen('{', "{\"x\": {\"second\": true}, ", 1));
        let (code, said) = settle(&other, &[]);
        assert!(code == 2 && said.contains("game-conflict") && said.contains(&id), "{script}: {code} {said}");
        let corrects = [option, id.as_str()].into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>();
        let (code, said) = settle(&other, &corrects);
        assert!(code == 1 && !said.starts_with(&id), "{script}: {code} {said}");

        let (code, said) = settle(&write("broken.json", "{"), &[]);
        assert!(code == 2 && said.contains("log-unreadable"), "{script}: {code} {said}");
        if script != "settle.sh" {
            let sample = root.join("fixtures/adapters/lantern.json");
            let (code, said) = settle(sample.to_str().expect("UTF-8"), &["--adapter", "lantern"]);
            assert!(code == 0 && said.contains(" clean beijing@"), "{code} {said}");
        }
        drop(service);
        let (code, said) = client(program, script, &["http://127.0.0.1:9", LOG]);
        assert_ne!(code, 0, "{script}: {said}");
    }
}
