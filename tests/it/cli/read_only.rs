//! `caipan check-database` where no file can be created beside that of the database, as on a read-only file system.

use super::service::{Service, ask};
use super::stopped::terminate;
use super::{LOG, caipan, text};
use diesel::Connection;
use diesel::connection::SimpleConnection;

/// SQLite follows no link in the place of a file that it creates, so it can create none, whoever runs the test.
#[test]
fn database_without_room_for_other_files_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let mut service = Service::set(&data, &["--lame-duck", "0s"]);
    let log = std::fs::read_to_string(LOG).expect("the sample");
    assert_eq!(ask(&service.address, "POST /v1/logs", &log).expect("an answer").0, 201);
    terminate(&service);
    assert!(service.child.wait().expect("it ends").success());
    // A reader that was about to connect when the service stopped leaves the write-ahead log. The last connection that ends
    // takes it along.
    let file = data.join("caipan.sqlite3");
    let mut last = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a database");
    last.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").expect("a checkpoint");
    drop(last);
    assert!(!data.join("caipan.sqlite3-wal").exists(), "one file is left");
    std::os::unix::fs::symlink("nowhere", data.join("caipan.sqlite3-shm")).expect("made");
    let check = || caipan(&["check-database", "--lang", "en", "--data"]).arg(&data).output().expect("it runs");
    let checked = check();
    assert!(checked.status.success(), "{}", text(&checked.stderr));
    assert!(text(&checked.stdout).contains("logs 1, reports 1"), "{}", text(&checked.stdout));
    // With a write-ahead log the file alone is not the database.
    std::fs::write(data.join("caipan.sqlite3-wal"), "").expect("written");
    assert!(!check().status.success());
}
