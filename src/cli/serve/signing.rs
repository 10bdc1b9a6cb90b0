//! The key that signs checkpoints: named by the operator, or created in the data directory on the first start.

use super::super::Failure;
use super::new_file;
use crate::config::{Config, Database};
use caipan_evidence::{KeyError, Signer};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::path::{Path, PathBuf};

/// The name of the key file in the data directory.
pub(in crate::cli) const FILE: &str = "signing.pem";
/// The first characters of a PEM.
const PEM: &str = "-----BEGIN";

/// The signing key of this service.
pub(super) struct Found {
    /// The key named by the operator, as a file or as the PEM itself, otherwise that of the data directory. None with a
    /// database server and no named key, because several replicas would create different keys.
    pub(super) signer: Option<Signer>,
    /// The path of the key file, if it was just created.
    pub(super) made: Option<PathBuf>,
}

/// Finds or creates the key.
pub(super) fn find(config: &Config) -> Result<Found, Failure> {
    let found = |signer: Signer| Found { signer: Some(signer), made: None };
    match (&config.signing_key, &config.database) {
        (Some(pem), _) if pem.trim_start().starts_with(PEM) => {
            Signer::from_pem(pem.as_bytes()).map(found).map_err(|error| unfit("--signing-key", error))
        }
        (Some(path), _) => of_file(Path::new(path)).map(found),
        (None, Database::Directory(dir)) => {
            let path = dir.join(FILE);
            let made = make(&path).map_err(|error| Failure::at(&path, &error))?;
            let signer = of_file(&path)?;
            Ok(Found { signer: Some(signer), made: made.then_some(path) })
        }
        (None, Database::Server(_)) => Ok(Found { signer: None, made: None }),
    }
}

/// Creates the key file if there is none; returns whether it did.
fn make(path: &Path) -> std::io::Result<bool> {
    if path.exists() {
        return Ok(false);
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(std::io::Error::other)?;
    new_file::make(path, Signer::pem_of(&seed).as_bytes())
}

fn of_file(path: &Path) -> Result<Signer, Failure> {
    let pem = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
    Signer::from_pem(&pem).map_err(|error| unfit(&path.display().to_string(), error))
}

/// Returns the warning for a new key on a database with reports: another key may have signed for them.
pub(super) fn replaced(path: &Path) -> Text {
    let path = path.display();
    bilingual!(
        "签名密钥 {path} 是刚刚新造的，而库中已有以前给出的报告：若以前另有密钥，新的检查点不再承接它签过的检查点，他人会以为历史被改。请停掉服务，用原来的 signing.pem 替换此文件（或以 --signing-key 指明），再启动；若以前的版本从不签名，则不必处理。见 docs/evidence.md。",
        "The signing key {path} was made just now, though reports were given before: if another key signed then, new checkpoints do not lead on from its own, and to others it looks as if history had been changed. Stop the service, put the old signing.pem in the place of this file (or name it with --signing-key) and start again; if the version before never signed, there is nothing to do. See docs/evidence.md."
    )
}

fn unfit(what: &str, error: KeyError) -> Failure {
    Failure(bilingual!(
        "{what} 不能用来签名：{error}。请用 openssl genpkey -algorithm ed25519 -out signing.pem 生成一把。",
        "{what} cannot sign: {error}. Make a key with openssl genpkey -algorithm ed25519 -out signing.pem."
    ))
}
