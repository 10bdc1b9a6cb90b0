//! The database under test, its resource use, and the service.

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use std::fs::read_to_string;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// Clock ticks per second, the unit of CPU time in Linux's /proc.
const TICKS: f64 = 100.0;

/// A new database.
pub struct Place {
    program: String,
    folder: TempDir,
    server: Option<Child>,
}

impl Place {
    /// Creates a database of this kind for this program.
    pub fn new(name: &str, program: &str) -> Place {
        // Use the target directory, because the system's temporary directory may be in memory.
        let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let mut place = Place { program: program.to_owned(), folder, server: None };
        if name == "postgres" {
            // The PostgreSQL user needs access to the directory.
            use std::os::unix::fs::PermissionsExt;
            std::fs::set_permissions(place.folder.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
            let mut script = Command::new("tests/it/postgres/server.sh");
            script.arg(place.data()).env("FSYNC", "on").stdin(Stdio::piped()).stdout(Stdio::null());
            std::fs::create_dir(place.data()).unwrap();
            place.server = Some(script.spawn().unwrap());
            while !place.psql("postgres", "SELECT 1").status.success() {
                std::thread::sleep(std::time::Duration::from_millis(100));
            }
            place.psql("postgres", "CREATE DATABASE caipan");
        }
        place
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn psql(&self, database: &str, statement: &str) -> std::process::Output {
        let mut psql = Command::new(self.data().join("bin/psql"));
        psql.args(["-XAtq", "-U", "caipan", "-d", database, "-c", statement, "-h"]).arg(self.data());
        // Before the server has created its directory there is no psql.
        psql.output().unwrap_or_else(|_| Command::new("false").output().unwrap())
    }

    /// Starts a replica on the database.
    pub fn serve(&self) -> Service {
        self.serve_set(&["--connections", "4096"])
    }

    /// Starts a replica on the database with these settings.
    pub fn serve_set(&self, settings: &[&str]) -> Service {
        let database = match self.server {
            None => ["--data".to_owned(), self.data().to_str().unwrap().to_owned()],
            Some(_) => {
                let folder = self.data().to_str().unwrap().replace('/', "%2F");
                ["--database".to_owned(), format!("postgres://caipan@{folder}/caipan")]
            }
        };
        Service::start(&self.program, &database, settings)
    }

    /// Returns the size of the stored data in bytes, without write-ahead logs.
    pub fn stored(&self) -> u64 {
        match self.server {
            None => {
                let file = self.data().join("caipan.sqlite3");
                // Copy the content of the write-ahead log to the database first.
                let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
                conn.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA wal_checkpoint(PASSIVE)").unwrap();
                std::fs::metadata(file).unwrap().len()
            }
            Some(_) => {
                let size = self.psql("caipan", "SELECT pg_database_size('caipan')").stdout;
                String::from_utf8(size).unwrap().trim().parse().unwrap()
            }
        }
    }

    /// Returns the CPU time and bytes written so far by these services and the database server.
    pub fn spent(&self, services: &[Service]) -> Spent {
        let mut all = Spent { cpu: 0.0, written: 0 };
        let services = services.iter().map(|service| service.child.id());
        for pid in services.chain(self.server.iter().flat_map(|server| descendants(server.id()))) {
            all.cpu += cpu(pid);
            all.written += written(pid);
        }
        all
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            drop(server.stdin.take());
            let _ = server.wait();
        }
    }
}

/// A running service, killed when dropped.
pub struct Service {
    pub address: String,
    child: Child,
}

impl Service {
    /// Starts a service on a database, with these settings.
    pub fn start(program: &str, database: &[String; 2], settings: &[&str]) -> Service {
        let mut command = Command::new(program);
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(database).args(settings);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).unwrap().split(['（', ' ']).next().unwrap();
        Service { address: address.to_owned(), child }
    }

    /// Returns this memory figure in MiB.
    pub fn memory(&self, name: &str) -> f64 {
        let status = read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        line.trim().trim_end_matches(" kB").parse::<f64>().unwrap() / 1024.0
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Resources used.
pub struct Spent {
    /// Seconds of CPU time.
    pub cpu: f64,
    /// Bytes written to disk.
    pub written: u64,
}

impl Spent {
    pub fn since(&self, before: &Spent) -> Spent {
        Spent { cpu: self.cpu - before.cpu, written: self.written - before.written }
    }
}

/// Returns a process and all its descendants.
fn descendants(pid: u32) -> Vec<u32> {
    let began = read_to_string(format!("/proc/{pid}/task/{pid}/children")).unwrap_or_default();
    let mut all = vec![pid];
    all.extend(began.split_whitespace().flat_map(|child| descendants(child.parse().unwrap())));
    all
}

fn cpu(pid: u32) -> f64 {
    let stat = read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or_default().split(' ').collect();
    [11, 12].iter().filter_map(|at| fields.get(*at)?.parse::<f64>().ok()).sum::<f64>() / TICKS
}

fn written(pid: u32) -> u64 {
    let io = read_to_string(format!("/proc/{pid}/io")).unwrap_or_default();
    io.lines().find_map(|line| line.strip_prefix("write_bytes: ")?.parse().ok()).unwrap_or(0)
}
