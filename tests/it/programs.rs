//! Programs besides Rust that some tests need. If one is missing, the tests are skipped with one line of output; with
//! `CI=true` they fail.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

/// A program outside the project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Postgres,
    Chromium,
    Node,
    Python,
    Openssl,
    Promtool,
    Curl,
    /// oidc-provider, at which the tests sign in.
    Provider,
    /// The package of `crates/wasm`, with the page that audits in the browser.
    BrowserPackage,
}

impl Program {
    /// Returns its name and the command that installs it on Debian.
    const fn about(self) -> (&'static str, &'static str) {
        match self {
            Program::Postgres => ("PostgreSQL", "apt-get install postgresql"),
            Program::Chromium => ("Chromium", "apt-get install chromium fonts-noto-cjk"),
            Program::Node => ("Node.js", "apt-get install nodejs"),
            Program::Python => ("Python 3", "apt-get install python3"),
            Program::Openssl => ("OpenSSL", "apt-get install openssl"),
            Program::Promtool => ("promtool of Prometheus", "apt-get install prometheus"),
            Program::Curl => ("curl", "apt-get install curl"),
            Program::Provider => ("oidc-provider", "apt-get install nodejs npm, then .ci/provider"),
            Program::BrowserPackage => ("the package for browsers", ".ci/npm"),
        }
    }

    fn is_installed(self) -> bool {
        let answers = |program: &str| {
            let mut command = Command::new(program);
            let command = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        match self {
            Program::Postgres => answers("initdb") || debian_postgres(),
            Program::Chromium => answers("chromium"),
            Program::Node => answers("node"),
            Program::Python => answers("python3"),
            Program::Promtool => answers("promtool"),
            Program::Curl => answers("curl"),
            Program::Provider => oidc_provider().is_some(),
            Program::BrowserPackage => browser_package().join("page/index.html").exists(),
            Program::Openssl => Command::new("openssl").arg("version").stdout(Stdio::null()).status().is_ok(),
        }
    }
}

/// Returns the folder of oidc-provider, installed on the first call; none if npm or its registry cannot be reached.
pub fn oidc_provider() -> Option<&'static Path> {
    static FOLDER: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let done = Command::new(root.join(".ci/provider")).stdout(Stdio::null()).stderr(Stdio::null()).status();
        done.is_ok_and(|status| status.success()).then(|| root.join("target/oidc-provider-8.8.1"))
    });
    FOLDER.as_deref()
}

/// Returns the folder where `.ci/npm` builds the package for browsers, or the one that `BROWSER_PACKAGE` names.
pub fn browser_package() -> PathBuf {
    let built = || Path::new(env!("CARGO_MANIFEST_DIR")).join("target/npm");
    std::env::var_os("BROWSER_PACKAGE").map_or_else(built, PathBuf::from)
}

/// Debian keeps the server's programs outside the search path.
fn debian_postgres() -> bool {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.map(|version| version.path().join("bin/initdb")).any(|initdb| Path::new(&initdb).exists())
}

/// Returns true if the program is installed. Otherwise prints once how to install it, and panics if `CI=true`.
pub fn is_there(program: Program) -> bool {
    static SAID: Mutex<Vec<Program>> = Mutex::new(Vec::new());
    if program.is_installed() {
        return true;
    }
    let (name, install) = program.about();
    assert!(std::env::var("CI").as_deref() != Ok("true"), "{name} is missing; install it: {install}");
    let mut said = SAID.lock().unwrap_or_else(PoisonError::into_inner);
    if !said.contains(&program) {
        said.push(program);
        // Written to standard error directly, because the test runner hides the output of passing tests.
        writeln!(std::io::stderr(), "NOT RUN: tests that need {name}. Install it: {install}").expect("standard error");
    }
    false
}

/// Skips a test if one of these programs is missing.
macro_rules! needs {
    ($($program:ident),+) => {
        if $(!$crate::programs::is_there($crate::programs::Program::$program))||+ {
            return;
        }
    };
}
pub(crate) use needs;
