//! A PostgreSQL server for tests: Debian's programs, a temporary directory, a socket instead of a port.
//!
//! It is no crate: existing crates download a server, need a container or `sudo`, or use a port that may be taken.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server, stopped when dropped and whenever the test process ends.
pub struct Postgres {
    // Declared before the directory that it uses, so that it is dropped first.
    script: Mutex<Child>,
    folder: PathBuf,
    /// `None` if the script removes the directory.
    _own: Option<TempDir>,
    /// `None` if the server listens on its socket only.
    port: Option<u16>,
    databases: AtomicU32,
}

impl Postgres {
    /// Starts a server for one test, which may kill or change it.
    pub fn start() -> Postgres {
        let own = tempfile::tempdir().expect("a folder");
        Postgres::begin(own.path().to_owned(), Some(own), None)
    }

    /// Starts a server that also listens on a TCP port, and returns the port.
    pub fn start_on_a_port() -> (Postgres, u16) {
        let own = tempfile::tempdir().expect("a folder");
        // If another process takes this free port first, the test fails.
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = free.expect("a port").port();
        (Postgres::begin(own.path().to_owned(), Some(own), Some(port)), port)
    }

    /// Returns the server that tests share if they do not change it.
    pub fn shared() -> &'static Postgres {
        static SHARED: LazyLock<Postgres> =
            LazyLock::new(|| Postgres::begin(tempfile::tempdir().expect("a folder").keep(), None, None));
        &SHARED
    }

    fn begin(folder: PathBuf, own: Option<TempDir>, port: Option<u16>) -> Postgres {
        let script = Mutex::new(run(&folder, own.is_none(), port));
        let server = Postgres { script, folder, _own: own, port, databases: AtomicU32::new(0) };
        server.wait(false);
        server
    }

    /// Creates an empty database and returns its address.
    pub fn database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.ask("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// Returns the address of a database.
    pub fn url(&self, name: &str) -> String {
        let folder = self.folder.to_str().expect("UTF-8").replace('/', "%2F");
        format!("postgres://caipan@{folder}/{name}")
    }

    /// Returns the result of a statement, with `|` between cells.
    pub fn ask(&self, database: &str, statement: &str) -> String {
        self.attempt(database, statement).unwrap_or_else(|error| panic!("{statement}: {error}"))
    }

    /// Returns the result of a statement, or the message of a server that refuses it.
    pub fn attempt(&self, database: &str, statement: &str) -> Result<String, String> {
        let done = self.psql(database).args(["-c", statement]).output().expect("psql");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        if done.status.success() { Ok(text(&done.stdout)) } else { Err(text(&done.stderr)) }
    }

    /// Returns the server's log so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).expect("its log")
    }

    /// Runs statements in a session that stays open until the result is dropped.
    pub fn session(&self, database: &str, statements: &str) -> Session {
        let mut psql = self.psql(database);
        let mut child = psql.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("psql");
        let mut input = child.stdin.take().expect("a pipe");
        writeln!(input, "{statements}\n\\echo done").expect("it listens");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let done = output.lines().any(|line| line.is_ok_and(|line| line == "done"));
        assert!(done, "{statements}");
        Session { child, _input: input }
    }

    fn psql(&self, database: &str) -> Command {
        let mut command = Command::new(self.folder.join("bin/psql"));
        let database = database.rsplit('/').next().expect("a name");
        command.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-U", "caipan", "-d", database, "-h"]).arg(&self.folder);
        command.args(["-p", &self.port.unwrap_or(5432).to_string()]);
        command
    }

    /// Kills the server with SIGKILL, without a clean shutdown.
    pub fn kill(&self) {
        self.signal("-KILL");
        // The script ends after the server, once its input is closed.
        let mut script = self.script.lock().expect("no panic");
        drop(script.stdin.take());
        script.wait().expect("it ends");
    }

    /// Restarts the server on its existing data.
    pub fn again(&self) {
        *self.script.lock().expect("no panic") = run(&self.folder, false, self.port);
        self.wait(true);
    }

    /// Sends a signal to the server process.
    pub fn signal(&self, signal: &str) {
        let pid = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("it runs");
        let pid = pid.lines().next().expect("a number").trim();
        assert!(Command::new("kill").args([signal, pid]).status().expect("kill").success());
    }

    /// Suspends the server, as if its machine were unreachable, until the result is dropped.
    pub fn freeze(&self) -> Frozen {
        let pids = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
        let server = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("it runs");
        let mut pids: Vec<String> = self.ask("postgres", pids).lines().map(str::to_owned).collect();
        pids.insert(0, server.lines().next().expect("a number").trim().to_owned());
        let frozen = Frozen(pids);
        frozen.signal("-STOP");
        frozen
    }

    /// Requires a password of every role except the owner.
    pub fn ask_for_passwords(&self) {
        let rules = "local all caipan trust\nlocal all all scram-sha-256\n";
        std::fs::write(self.folder.join("data/pg_hba.conf"), rules).expect("written");
        self.ask("postgres", "SELECT pg_reload_conf()");
        // Wait until the server has reloaded its configuration.
        let without = || self.psql("postgres").args(["-w", "-U", "app", "-c", "SELECT 1"]).output().expect("psql");
        while without().status.success() {
            std::thread::yield_now();
        }
    }

    /// Sets the lines of `pg_hba.conf` for network connections; the owner connects through the socket.
    pub fn let_in(&self, rules: &str) {
        std::fs::write(self.folder.join("data/pg_hba.conf"), format!("local all caipan trust\n{rules}\n"))
            .expect("written");
        self.ask("postgres", "SELECT pg_reload_conf()");
    }

    /// Turns on TLS with this certificate and key.
    pub fn turn_on_tls(&self, certificate: &Path, key: &Path) {
        let data = self.folder.join("data");
        let owner = data.metadata().expect("a folder");
        for (from, name) in [(certificate, "server.crt"), (key, "server.key")] {
            let to = data.join(name);
            std::fs::copy(from, &to).expect("copied");
            std::fs::set_permissions(&to, std::fs::Permissions::from_mode(0o600)).expect("ours");
            std::os::unix::fs::chown(&to, Some(owner.uid()), Some(owner.gid())).expect("its own");
        }
        self.ask("postgres", "ALTER SYSTEM SET ssl = on");
        self.ask("postgres", "SELECT pg_reload_conf()");
        let until = Instant::now() + Duration::from_mins(1);
        while self.ask("postgres", "SHOW ssl") != "on" {
            assert!(Instant::now() < until, "{}", self.log());
            std::thread::yield_now();
        }
    }

    /// Waits until the server answers. After a kill its old processes may still run for a moment, so a failed start is
    /// repeated.
    fn wait(&self, again: bool) {
        let until = Instant::now() + Duration::from_mins(2);
        while !self.psql("postgres").args(["-c", "SELECT 1"]).output().is_ok_and(|done| done.status.success()) {
            let mut script = self.script.lock().expect("no panic");
            let ended = script.try_wait().expect("a process").is_some();
            let late = Instant::now() > until;
            if late || ended && !again {
                let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                panic!("PostgreSQL does not start. On Debian: apt-get install postgresql. Its log:\n{log}");
            }
            if ended {
                *script = run(&self.folder, false, self.port);
            }
            drop(script);
            std::thread::yield_now();
        }
    }
}

/// See [`Postgres::freeze`].
pub struct Frozen(Vec<String>);

impl Frozen {
    fn signal(&self, signal: &str) {
        assert!(Command::new("kill").arg(signal).args(&self.0).status().expect("kill").success());
    }
}

impl Drop for Frozen {
    fn drop(&mut self) {
        self.signal("-CONT");
    }
}

/// See [`Postgres::session`].
pub struct Session {
    child: Child,
    _input: ChildStdin,
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Ok(script) = self.script.get_mut() {
            drop(script.stdin.take());
            let _ = script.wait();
        }
    }
}

fn run(folder: &Path, throwaway: bool, port: Option<u16>) -> Child {
    let mut script = Command::new("tests/it/postgres/server.sh");
    script.arg(folder).args(throwaway.then_some("throwaway"));
    if let Some(port) = port {
        script.env("LISTEN", "127.0.0.1").env("PORT", port.to_string());
    }
    script.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the script")
}
