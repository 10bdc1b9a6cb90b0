//! What is stored is the same wherever it is stored: a test of it runs on both databases.

use crate::postgres::Postgres;
use caipan::config::{Database, Server};
use std::path::Path;

/// A kind of database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

/// A new, empty database; gone with this value.
pub struct Base {
    folder: tempfile::TempDir,
    server: Option<(&'static Postgres, String)>,
}

impl Engine {
    /// A new, empty database.
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
    /// Where it is, as the program takes it.
    pub fn database(&self) -> Database {
        match &self.server {
            None => Database::Directory(self.folder.path().join("data")),
            Some((_, url)) => Database::Server(Box::new(Server::parse(url).expect("an address"))),
        }
    }

    /// Where it is, as the command line takes it.
    pub fn arguments(&self) -> [String; 2] {
        match &self.server {
            None => ["--data".to_owned(), self.folder.path().join("data").to_str().expect("UTF-8").to_owned()],
            Some((_, url)) => ["--database".to_owned(), url.clone()],
        }
    }

    /// A folder beside it.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Another program that is in the middle of writing, until this is dropped.
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
            Some((server, url)) => Box::new(server.session(url, "BEGIN; LOCK TABLE tenants, probe IN EXCLUSIVE MODE;")),
        }
    }

    /// How many rows of logs and of what they are found by were read, and how often one of both was gone through, since the database was made.
    /// A server alone keeps count; it has all figures once nobody else is there.
    pub fn rows_read(&self) -> Option<(i64, i64)> {
        let (server, url) = self.server.as_ref()?;
        let others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
                      AND backend_type = 'client backend'";
        let told = "SELECT sum(seq_tup_read) + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname IN ('logs', 'tags')), \
                    sum(seq_scan) FROM pg_stat_user_tables WHERE relname IN ('logs', 'tags')";
        while server.ask(url, others) != "0" {}
        let told = server.ask(url, told);
        let (rows, scans) = told.split_once('|')?;
        Some((rows.parse().ok()?, scans.parse().ok()?))
    }

    /// Has another program do something to it.
    pub fn tamper(&self, statement: &str) {
        match &self.server {
            None => {
                use diesel::Connection;
                use diesel::connection::SimpleConnection;
                let file = self.folder.path().join("data/caipan.sqlite3");
                let conn = diesel::SqliteConnection::establish(file.to_str().expect("UTF-8"));
                conn.expect("a database").batch_execute(statement).expect("done");
            }
            Some((server, url)) => {
                server.ask(url, statement);
            }
        }
    }
}

/// Makes of each of these functions, which take the kind of database, a test on SQLite and one on PostgreSQL.
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => { $(
        mod $name {
            #[actix_web::test]
            async fn sqlite() {
                super::$name($crate::engine::Engine::Sqlite).await;
            }

            #[actix_web::test]
            async fn postgres() {
                super::$name($crate::engine::Engine::Postgres).await;
            }
        }
    )+ };
}
pub(crate) use on_both;
