//! `caipan migrate --to`: moves the schema, and refuses what would delete data.

use super::service::{Service, ask};
use super::{caipan, run, text};
use crate::engine::{Engine, on_both};

on_both!(exposed_service_with_keys_starts_on_an_older_schema);

#[test]
fn migrates_to_a_step_and_refuses_to_delete_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let data = data.to_str().expect("UTF-8");
    let made = run(&["keys", "make", "--data", data, "--name", "first", "--scope", "read"]);
    assert!(made.status.success(), "{}", text(&made.stderr));
    for (arguments, code, told) in [
        (&["--to", "2"][..], 2, "all tenants but the first"),
        (&["--to", "0"], 2, "--to takes 0001 to 0019"),
        (&["--drop-data"], 2, "--to"),
        (&["--to", "9"], 0, "0012, 0011"),
        (&["--to", "9"], 0, "at this step already"),
        (&["--to", "11"], 0, "moved up to this step: 0011"),
        (&["--to", "2", "--drop-data"], 0, "0004, 0003"),
        (&[], 0, "brought up to date: 0003, 0004"),
        (&["--to", "19"], 0, "is up to date"),
    ] {
        let done = caipan(&["migrate", "--data", data]).args(arguments).output().expect("it runs");
        let all = format!("{}{}", text(&done.stdout), text(&done.stderr));
        assert_eq!(done.status.code(), Some(code), "{arguments:?}: {all}");
        assert!(all.contains(told), "{arguments:?}: {all}");
    }
    let refused = caipan(&["migrate", "--data", data, "--lang", "zh", "--to", "99"]).output().expect("it runs");
    assert!(text(&refused.stderr).contains("没有这一步"), "{}", text(&refused.stderr));
}

/// A program with a new migration finds the keys of the older schema, so an upgrade needs no command beforehand.
async fn exposed_service_with_keys_starts_on_an_older_schema(engine: Engine) {
    let base = engine.base();
    let place = base.arguments();
    let done = |arguments: &[&str]| {
        let done = caipan(arguments).args(&place).output().expect("it runs");
        assert!(done.status.success(), "{arguments:?}: {}", text(&done.stderr));
    };
    done(&["keys", "make", "--name", "first", "--scope", "read"]);
    done(&["migrate", "--to", "4"]);
    let mut command = caipan(&["serve", "--listen", "0.0.0.0:0"]);
    command.args(&place);
    let service = Service::run(command);
    let address = service.address.replace("0.0.0.0", "127.0.0.1");
    let status = |request: &str| ask(&address, request, "").expect("an answer").0;
    assert_eq!((status("GET /readyz"), status("GET /v1/logs")), (200, 401));
}
