//! The services and the database that are killed and started again.

use crate::place::Service;
use crate::postgres::Postgres;
use std::process::{Command, Output};
use std::sync::Mutex;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_caipan");

/// The services over one database.
pub struct Cluster {
    // Declared before the database that they use, so that they are dropped first.
    services: Vec<Mutex<Option<Service>>>,
    database: [String; 2],
    server: Option<Postgres>,
    _folder: TempDir,
}

impl Cluster {
    /// Starts one service over SQLite, or two over PostgreSQL.
    pub fn start(database: &str) -> Cluster {
        // The target directory, because the system's temporary directory may be in memory.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let server = (database == "postgres").then(Postgres::start);
        let database = match &server {
            None => ["--data".to_owned(), folder.path().join("data").to_str().unwrap().to_owned()],
            Some(server) => ["--database".to_owned(), server.database()],
        };
        let replicas = if server.is_some() { 2 } else { 1 };
        let start = |_| Mutex::new(Some(Service::start(PROGRAM, &database, &[])));
        Cluster { services: (0..replicas).map(start).collect(), database, server, _folder: folder }
    }

    pub fn replicas(&self) -> usize {
        self.services.len()
    }

    /// Returns the present address of a service.
    pub fn address(&self, number: usize) -> String {
        self.services[number % self.services.len()].lock().unwrap().as_ref().unwrap().address.clone()
    }

    /// Kills a service with SIGKILL and starts another in its place.
    pub fn kill_service(&self, number: usize) {
        let mut service = self.services[number].lock().unwrap();
        drop(service.take());
        *service = Some(Service::start(PROGRAM, &self.database, &[]));
    }

    pub fn has_server(&self) -> bool {
        self.server.is_some()
    }

    /// Kills the database server with SIGKILL and starts it again.
    pub fn kill_server(&self) {
        let server = self.server.as_ref().unwrap();
        server.kill();
        server.again();
    }

    /// Runs `caipan check-database`.
    pub fn check(&self) -> Output {
        Command::new(PROGRAM).args(["check-database", "--lang", "en"]).args(&self.database).output().unwrap()
    }
}
