//! A real PostgreSQL for tests: Debian's programs, a temporary directory, a socket instead of a port.
//!
//! Not a crate: those that there are download a server, need a container or `sudo`, or take a port that another may have.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A server; stopped when it is dropped, and when the process of the tests ends in whatever way.
pub struct Postgres {
    // Before the folder, which it writes to.
    script: Mutex<Child>,
    folder: PathBuf,
    /// Absent where the script removes it.
    _own: Option<TempDir>,
    /// Absent where it is reached through its socket alone.
    port: Option<u16>,
    databases: AtomicU32,
}

impl Postgres {
    /// A server of one's own, to do anything to.
    pub fn start() -> Postgres {
        let own = tempfile::tempdir().expect("a folder");
        Postgres::begin(own.path().to_owned(), Some(own), None)
    }

    /// One that listens on this machine too, and its port.
    pub fn start_on_a_port() -> (Postgres, u16) {
        let own = tempfile::tempdir().expect("a folder");
        // One that is free now; who takes it before the server does makes the test fail, not pass.
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let port = free.expect("a port").port();
        (Postgres::begin(own.path().to_owned(), Some(own), Some(port)), port)
    }

    /// The server that all share who do nothing to it.
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

    /// A new, empty database: its address.
    pub fn database(&self) -> String {
        let name = format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.ask("postgres", &format!("CREATE DATABASE {name}"));
        self.url(&name)
    }

    /// The address of a database.
    pub fn url(&self, name: &str) -> String {
        let folder = self.folder.to_str().expect("UTF-8").replace('/', "%2F");
        format!("postgres://caipan@{folder}/{name}")
    }

    /// What a database answers to a statement, cells with `|` between.
    pub fn ask(&self, database: &str, statement: &str) -> String {
        let done = self.psql(database).args(["-c", statement]).output().expect("psql");
        assert!(done.status.success(), "{statement}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("UTF-8").trim().to_owned()
    }

    /// What it has written to its log so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("log")).expect("its log")
    }

    /// A program that has done something and is still there, until this is dropped.
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

    /// SIGKILL: it gets no chance to tidy up.
    pub fn kill(&self) {
        self.signal("-KILL");
        // The script ends with it, once its input does.
        let mut script = self.script.lock().expect("no panic");
        drop(script.stdin.take());
        script.wait().expect("it ends");
    }

    /// Starts it again over what it left.
    pub fn again(&self) {
        *self.script.lock().expect("no panic") = run(&self.folder, false, self.port);
        self.wait(true);
    }

    /// Sends a signal to the server itself.
    pub fn signal(&self, signal: &str) {
        let pid = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("it runs");
        let pid = pid.lines().next().expect("a number").trim();
        assert!(Command::new("kill").args([signal, pid]).status().expect("kill").success());
    }

    /// Lets it stand still, as a machine does that is out of reach, until this is dropped.
    pub fn freeze(&self) -> Frozen {
        let pids = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
        let server = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).expect("it runs");
        let mut pids: Vec<String> = self.ask("postgres", pids).lines().map(str::to_owned).collect();
        pids.insert(0, server.lines().next().expect("a number").trim().to_owned());
        let frozen = Frozen(pids);
        frozen.signal("-STOP");
        frozen
    }

    /// From now on only the owner comes in without a password.
    pub fn ask_for_passwords(&self) {
        let rules = "local all caipan trust\nlocal all all scram-sha-256\n";
        std::fs::write(self.folder.join("data/pg_hba.conf"), rules).expect("written");
        self.ask("postgres", "SELECT pg_reload_conf()");
        // Until the server has read them.
        let without = || self.psql("postgres").args(["-w", "-U", "app", "-c", "SELECT 1"]).output().expect("psql");
        while without().status.success() {
            std::thread::yield_now();
        }
    }

    /// Who comes in over the network has to fit these lines of `pg_hba.conf`; the owner comes in through the socket.
    pub fn let_in(&self, rules: &str) {
        std::fs::write(self.folder.join("data/pg_hba.conf"), format!("local all caipan trust\n{rules}\n"))
            .expect("written");
        self.ask("postgres", "SELECT pg_reload_conf()");
    }

    /// From now on it speaks TLS, with this certificate and its key.
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

    /// Waits until it answers. After a kill those who served may still be there for a moment: then it ends, and is started again.
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
