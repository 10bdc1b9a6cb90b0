//! The two kinds of database, so that each store test runs on both.

use crate::postgres::{Postgres, Session};
use caipan::config::{Database, Server};
use caipan::evidence::{Deed, Record, tree};
use std::path::Path;

/// A kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// An empty test database, deleted when dropped.
pub struct Base {
    folder: tempfile::TempDir,
    server: Option<(&'static Postgres, String)>,
}

impl Engine {
    /// Creates an empty database.
    pub fn base(self) -> Base {
        let folder = tempfile::tempdir().expect("a folder");
        let server = (self == Engine::Postgres).then(|| {
            let server = Postgres::shared();
            let url = server.database();
            (server, url)
        });
        Base { folder, server }
    }
}

impl Base {
    /// Returns the database as the program's configuration.
    pub fn database(&self) -> Database {
        match &self.server {
            None => Database::Directory(self.folder.path().join("data")),
            Some((_, url)) => Database::Server(Box::new(Server::parse(url).expect("an address"))),
        }
    }

    /// Returns the database as command line arguments.
    pub fn arguments(&self) -> [String; 2] {
        match &self.server {
            None => ["--data".to_owned(), self.folder.path().join("data").to_str().expect("UTF-8").to_owned()],
            Some((_, url)) => ["--database".to_owned(), url.clone()],
        }
    }

    /// Copies a database in a file that nobody uses.
    pub fn copy(&self) -> Base {
        assert!(self.server.is_none(), "a server is copied by its own tools");
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("data")).expect("a folder");
        for file in std::fs::read_dir(self.folder.path().join("data")).expect("a folder") {
            let file = file.expect("a file");
            std::fs::copy(file.path(), folder.path().join("data").join(file.file_name())).expect("copied");
        }
        Base { folder, server: None }
    }

    /// Returns the temporary directory of this database.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Locks the database against writes, as another program would, until the result is dropped.
    pub fn lock(&self) -> Box<dyn std::any::Any> {
        match &self.server {
            None => {
                use diesel::Connection;
                use diesel::connection::SimpleConnection;
                let file = self.folder.path().join("data/caipan.sqlite3");
                let mut conn = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a database");
                conn.batch_execute("BEGIN IMMEDIATE").expect("a lock");
                Box::new(conn)
            }
            Some(_) => Box::new(self.session("BEGIN; LOCK TABLE tenants, probe IN EXCLUSIVE MODE;")),
        }
    }

    /// Runs statements on PostgreSQL in a session that stays open until the result is dropped.
    pub fn session(&self, statements: &str) -> Session {
        let (server, url) = self.server.as_ref().expect("a server");
        server.session(url, statements)
    }

    /// Returns the result of a statement on PostgreSQL.
    pub fn ask(&self, statement: &str) -> String {
        let (server, url) = self.server.as_ref().expect("a server");
        server.ask(url, statement)
    }

    /// Returns a literal of bytes, given in hexadecimal, in the SQL of this database.
    pub fn bytes(&self, hex: &str) -> String {
        if self.server.is_some() { format!("'\\x{hex}'::BYTEA") } else { format!("x'{hex}'") }
    }

    /// Returns the bytes of the only value that a query of one column finds.
    pub fn column(&self, query: &str) -> Vec<u8> {
        #[derive(diesel::QueryableByName)]
        struct Bytes {
            #[diesel(sql_type = diesel::sql_types::Binary)]
            value: Vec<u8>,
        }
        match &self.server {
            None => {
                use diesel::{Connection, RunQueryDsl};
                let file = self.folder.path().join("data/caipan.sqlite3");
                let mut conn = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a database");
                let query = diesel::sql_query(format!("SELECT ({query}) AS value"));
                query.get_result::<Bytes>(&mut conn).expect("a value").value
            }
            Some((server, url)) => {
                let hex = server.ask(url, &format!("SELECT encode(({query}), 'hex')"));
                let pair = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
                (0..hex.trim().len()).step_by(2).map(|at| pair(at).expect("hexadecimal")).collect()
            }
        }
    }

    /// Returns the number that a query finds.
    pub fn number(&self, query: &str) -> i64 {
        #[derive(diesel::QueryableByName)]
        struct Number {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            value: i64,
        }
        match &self.server {
            None => {
                use diesel::{Connection, RunQueryDsl};
                let file = self.folder.path().join("data/caipan.sqlite3");
                let mut conn = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a database");
                let query = diesel::sql_query(format!("SELECT ({query}) AS value"));
                query.get_result::<Number>(&mut conn).expect("a number").value
            }
            Some((server, url)) => server.ask(url, query).parse().expect("a number"),
        }
    }

    /// Hashes the records of verdicts again, as somebody does who changes rows and knows how. The time of a record becomes
    /// that of its log.
    pub fn reseal(&self) {
        self.tamper(
            "UPDATE entries SET at = (SELECT received_at FROM logs WHERE logs.tenant = entries.tenant \
             AND logs.place = entries.place) WHERE act = 1 AND record IS NULL AND log = place",
        );
        let fields = ["l.id", "l.digest", "e.digest"].map(|column| match self.server {
            None => format!("lower(hex({column}))"),
            Some(_) => format!("encode({column}, 'hex')"),
        });
        let [id, raw, report] = fields;
        let row = format!(
            "e.tenant || ' ' || e.place || ' ' || e.at || ' ' || {id} || ' ' || {raw} || ' ' || c.rules || '@' || e.revision \
             || ' ' || {report} || ' ' || coalesce(k.id, '')"
        );
        let all = match self.server {
            None => format!("CAST(group_concat({row}, ';') AS BLOB)"),
            Some(_) => format!("convert_to(string_agg({row}, ';'), 'UTF8')"),
        };
        let rows = self.column(&format!(
            "SELECT {all} FROM entries e JOIN logs l ON l.tenant = e.tenant AND l.place = e.log \
             JOIN classes c ON c.tenant = l.tenant AND c.seq = l.class \
             LEFT JOIN keys k ON k.tenant = e.tenant AND k.seq = e.key WHERE e.act = 1 AND e.record IS NULL"
        ));
        let mut statements = String::new();
        for row in String::from_utf8(rows).expect("UTF-8").split(';') {
            let fields: Vec<&str> = row.split(' ').collect();
            let [tenant, place, at, id, raw, rules, report, by] = fields[..] else { panic!("{row}") };
            let digest = |hex: &str| Some(format!("sha256:{hex}"));
            let bare = Record::bare(place.parse().expect("a number"), at.parse().expect("a time"), Deed::Verdict);
            let record = Record {
                by: Some(by.to_owned()).filter(|by| !by.is_empty()),
                log: Some(id.to_owned()),
                raw: digest(raw),
                rules: Some(rules.to_owned()),
                report: digest(report),
                ..bare
            };
            let leaf = tree::leaf(record.text().as_bytes());
            let leaf = self.bytes(&caipan::hash::hex(&leaf));
            statements += &format!("UPDATE entries SET leaf = {leaf} WHERE tenant = {tenant} AND place = {place};");
        }
        self.tamper(&statements);
    }

    /// Executes statements on the database from outside the program.
    pub fn tamper(&self, statement: &str) {
        self.attempt(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }

    /// Executes statements that the database may refuse, and returns its message if it does.
    pub fn attempt(&self, statement: &str) -> Result<(), String> {
        match &self.server {
            None => {
                use diesel::Connection;
                use diesel::connection::SimpleConnection;
                let file = self.folder.path().join("data/caipan.sqlite3");
                let mut conn = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8")).expect("a database");
                // The program may be writing.
                conn.batch_execute("PRAGMA busy_timeout = 30000").expect("a setting");
                conn.batch_execute(statement).map_err(|error| error.to_string())
            }
            Some((server, url)) => server.attempt(url, statement).map(drop),
        }
    }
}

/// Turns each function, which takes the kind of database, into a test on SQLite and one on PostgreSQL.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => { $(
        mod $name {
            #[actix_web::test]
            async fn sqlite() {
                super::$name($crate::engine::Engine::Sqlite).await;
            }

            #[actix_web::test]
            async fn postgres() {
                $crate::programs::needs!(Postgres);
                super::$name($crate::engine::Engine::Postgres).await;
            }
        }
    )+ };
}
pub(crate) use on_both;
