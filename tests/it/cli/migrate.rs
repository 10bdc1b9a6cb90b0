//! The schema that a command works on: `caipan migrate` moves it, commands that only read leave it as it is, and a schema that
//! is not the current one is refused with the command that moves it.

use super::{caipan, text};
use crate::engine::{Base, Engine, on_both};
use crate::store::Next;
use caipan::config::Database;
use std::process::Output;

on_both!(
    newer_schema_is_refused_with_a_remedy,
    empty_database_is_not_migrated_by_readers,
    unreleased_schema_is_refused
);

/// Commands that write, and commands that only read.
const WRITERS: [&[&str]; 4] = [
    &["serve", "--listen", "127.0.0.1:0"],
    &["serve", "--listen", "0.0.0.0:0"],
    &["migrate"],
    &["keys", "make", "--name", "a"],
];
const READERS: [&[&str]; 4] = [&["keys", "list"], &["keys", "trail"], &["jobs", "list"], &["check-database"]];

fn ran(base: &Base, arguments: &[&str], lang: &str) -> Output {
    caipan(arguments).args(base.arguments()).args(["--lang", lang]).output().expect("it runs")
}

/// Each command fails with this text in each language.
fn assert_fails<'a>(base: &Base, commands: impl Iterator<Item = &'a &'a [&'a str]>, expected: [(&str, &str); 2]) {
    for arguments in commands {
        for (lang, expected) in expected {
            let done = ran(base, arguments, lang);
            let said = text(&done.stderr);
            assert!(done.status.code() == Some(2) && said.contains(expected), "{arguments:?}: {said}");
        }
    }
}

/// The database as the commands in messages name it.
fn place(base: &Base) -> String {
    match base.database() {
        Database::Directory(folder) => format!("--data {}", folder.display()),
        Database::Server(_) => "--database URL".to_owned(),
    }
}

/// A backup of a schema that this program does not know says the same, and leaves no copy.
fn assert_not_copied(base: &Base, expected: [(&str, &str); 2]) {
    let to = base.path().join("copy");
    assert_fails(base, [&["backup", to.to_str().expect("UTF-8")][..]].iter(), expected);
    assert!(!to.exists());
}

#[test]
fn moves_to_a_known_step_only() {
    let base = Engine::Sqlite.base();
    for (arguments, code, told) in [
        (&["migrate"][..], 0, "brought up to date: 0001"),
        (&["migrate"], 0, "is up to date"),
        (&["migrate", "--to", "1"], 0, "is up to date"),
        (&["migrate", "--to", "0"], 2, "--to takes 0001 to 0001"),
        (&["migrate", "--to", "2"], 2, "--to takes 0001 to 0001"),
        (&["migrate", "--drop-data"], 2, "--to"),
    ] {
        let done = ran(&base, arguments, "en");
        let all = format!("{}{}", text(&done.stdout), text(&done.stderr));
        assert!(done.status.code() == Some(code) && all.contains(told), "{arguments:?}: {all}");
    }
    let refused = ran(&base, &["migrate", "--to", "99"], "zh");
    assert!(text(&refused.stderr).contains("没有这一步"), "{}", text(&refused.stderr));
}

async fn newer_schema_is_refused_with_a_remedy(engine: Engine) {
    let base = engine.base();
    assert!(ran(&base, &["keys", "make", "--name", "first", "--scope", "read"], "en").status.success());
    let next = Next::new();
    next.steps().migrate(&base.database()).expect("up");
    let command = format!("caipan migrate --to 0001 {}", place(&base));
    let (zh, en) = (format!("用那个版本运行 {command}"), format!("run {command} of that version"));
    assert_fails(&base, WRITERS.iter().chain(&READERS), [("zh", &zh), ("en", &en)]);
    if engine == Engine::Sqlite {
        assert_not_copied(&base, [("zh", &zh), ("en", &en)]);
    }
    next.steps().move_to(&base.database(), 1, false).expect("down");
    let listed = ran(&base, &["keys", "list"], "en");
    assert!(text(&listed.stdout).contains("first"), "{}", text(&listed.stderr));
}

/// A database without tables is the oldest schema that there is.
async fn empty_database_is_not_migrated_by_readers(engine: Engine) {
    let base = engine.base();
    if engine == Engine::Sqlite {
        let missing = ran(&base, &["keys", "list"], "en");
        let said = text(&missing.stderr);
        assert!(missing.status.code() == Some(2) && said.contains("no database in"), "{said}");
        assert!(!base.path().join("data").exists(), "nothing was created");
        std::fs::create_dir(base.path().join("data")).expect("a folder");
        std::fs::write(base.path().join("data/caipan.sqlite3"), "").expect("a file");
    }
    let command = format!("run caipan migrate {}.", place(&base));
    let tables = || match engine {
        Engine::Sqlite => base.number("SELECT count(*) FROM sqlite_master"),
        Engine::Postgres => base.number("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"),
    };
    assert_fails(&base, READERS[..3].iter(), [("zh", "再运行 caipan migrate"), ("en", &command)]);
    assert_fails(&base, READERS[3..].iter(), [("zh", "请先运行 caipan migrate"), ("en", "Run caipan migrate first")]);
    if engine == Engine::Sqlite {
        let to = base.path().join("copy");
        let copied = ran(&base, &["backup", to.to_str().expect("UTF-8")], "en");
        let said = text(&copied.stdout);
        assert!(copied.status.success() && said.contains("its content was not compared"), "{}", text(&copied.stderr));
    }
    assert_eq!(tables(), 0, "no command wrote anything");
    assert!(ran(&base, &["migrate"], "en").status.success());
    assert!(ran(&base, READERS[0], "en").status.success());
    assert!(tables() > 20);
}

async fn unreleased_schema_is_refused(engine: Engine) {
    let base = engine.base();
    if engine == Engine::Sqlite {
        std::fs::create_dir(base.path().join("data")).expect("a folder");
    }
    base.tamper(
        "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY, run_on TIMESTAMP); \
         INSERT INTO __diesel_schema_migrations (version) VALUES ('0001'), ('0019'); CREATE TABLE untagged (log BIGINT);",
    );
    let said = [("zh", "0.1.0 之前未发布的版本建成"), ("en", "An unreleased version before 0.1.0 made the database")];
    assert_fails(&base, WRITERS.iter().chain(&READERS), said);
    if engine == Engine::Sqlite {
        assert_not_copied(&base, said);
    }
}
