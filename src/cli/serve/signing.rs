//! The key that signs checkpoints: named by the operator, or made beside the database on the first start.

use super::super::Failure;
use crate::config::{Config, Database};
use crate::evidence::{KeyError, Signer};
use crate::say;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// The file's name in the data directory.
const FILE: &str = "signing.pem";
/// What a PEM begins with.
const PEM: &str = "-----BEGIN";

/// The key of this service: the one that is named, as a file or as the PEM itself; else that of the data directory. None where a server
/// keeps the database and no key is named: several may serve from it, and each would make another.
pub(super) fn signer(config: &Config) -> Result<Option<Signer>, Failure> {
    match (&config.signing_key, &config.database) {
        (Some(pem), _) if pem.trim_start().starts_with(PEM) => {
            Signer::from_pem(pem.as_bytes()).map(Some).map_err(|error| unfit("--signing-key", error))
        }
        (Some(path), _) => of_file(Path::new(path)).map(Some),
        (None, Database::Directory(dir)) => {
            let path = dir.join(FILE);
            make(&path).map_err(|error| Failure::at(&path, &error))?;
            of_file(&path).map(Some)
        }
        (None, Database::Server(_)) => Ok(None),
    }
}

fn of_file(path: &Path) -> Result<Signer, Failure> {
    let pem = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
    Signer::from_pem(&pem).map_err(|error| unfit(&path.display().to_string(), error))
}

/// Makes a key where there is none yet, for its owner alone. It is whole under its name or not there.
fn make(path: &Path) -> std::io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(std::io::Error::other)?;
    let new = path.with_extension(format!("{}.new", std::process::id()));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new)?;
    file.write_all(Signer::pem_of(&seed).as_bytes())?;
    file.sync_all()?;
    // Of two that begin at once the first one's stays.
    let linked = std::fs::hard_link(&new, path);
    std::fs::remove_file(&new)?;
    match linked {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn unfit(what: &str, error: KeyError) -> Failure {
    Failure(say!(
        "{what} 不能用来签名：{error}。请用 openssl genpkey -algorithm ed25519 -out signing.pem 生成一把。",
        "{what} cannot sign: {error}. Make a key with openssl genpkey -algorithm ed25519 -out signing.pem."
    ))
}
