//! The keys that sign checkpoints: named by the operator, or created in the data directory on the first start.

use super::super::Failure;
use super::new_file;
use crate::config::{Config, Database};
use crate::store::{self, SigningKeyRow, SigningKeys, StoreError};
use caipan_evidence::{KeyError, PublicKey, Signer};
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

/// The keys that signed before.
#[derive(Default)]
pub(super) struct Retired {
    /// Those that sign beside the new key.
    pub(super) beside: Vec<Signer>,
    /// Those that only verify.
    pub(super) public: Vec<PublicKey>,
}

/// Reads the keys that signed before.
pub(super) fn retired(config: &Config) -> Result<Retired, Failure> {
    let mut found = Retired::default();
    for path in &config.retired_signing_keys {
        let pem = std::fs::read(path).map_err(|error| Failure::at(path, &error))?;
        match (Signer::from_pem(&pem), PublicKey::from_pem(&pem)) {
            (Ok(signer), _) => found.beside.push(signer),
            (Err(_), Ok(public)) => found.public.push(public),
            (Err(_), Err(error)) => {
                let path = path.display();
                return Err(Failure(bilingual!(
                    "--retired-signing-key {path} 不能用：{error}。请给出旧签名密钥的 PEM，私钥或公钥均可。",
                    "--retired-signing-key {path} cannot be used: {error}. Name the PEM of the old signing key, private or public."
                )));
            }
        }
    }
    Ok(found)
}

/// Notes the keys in the database. Returns all keys that ever signed, and the warnings about keys that the database
/// knows otherwise.
pub(super) fn noted(
    config: &Config,
    signer: Option<&Signer>,
    retired: &Retired,
    now: i64,
) -> Result<(Vec<SigningKeyRow>, Vec<Text>), StoreError> {
    let known = store::note_signing_keys(&config.database, &SigningKeys::default(), now)?;
    let Some(signer) = signer else { return Ok((known, Vec::new())) };
    let used: Vec<PublicKey> = std::iter::once(signer).chain(&retired.beside).map(Signer::public).collect();
    // A data directory has one process, and its own key file replaces the one before; `replaced` tells of a lost one.
    let alone = matches!(config.database, Database::Directory(_))
        && config.signing_key.is_none()
        && config.retired_signing_keys.is_empty();
    if alone {
        let before = known.iter().filter(|row| row.until.is_none() && !used.contains(&row.key));
        let retired = before.map(|row| row.key).collect();
        let rows = store::note_signing_keys(&config.database, &SigningKeys { used, retired }, now)?;
        return Ok((rows, Vec::new()));
    }
    let mut warnings = Vec::new();
    for row in &known {
        let finger = row.key.fingerprint();
        let current = signer.public().fingerprint();
        if row.until.is_some() && used.contains(&row.key) {
            warnings.push(bilingual!(
                "签名密钥 {finger} 已停用，本进程却又用它签署。若是误用旧设置，请以 --signing-key 指明新的密钥；若确要恢复使用，则不必处理。",
                "The signing key {finger} was retired, and this process signs with it again. If the settings are old, name the new key with --signing-key; if you mean to use it again, there is nothing to do."
            ));
        } else if row.until.is_none() && !used.contains(&row.key) && !retired.public.contains(&row.key) {
            warnings.push(bilingual!(
                "数据库仍以 {finger} 为签名密钥，而本进程用 {current} 签署：其他副本可能用着另一把，验证的人会遇到不认识的密钥。各副本须用同一组密钥；若已更换密钥，请以 --retired-signing-key 指明旧的（公钥即可）。见 docs/evidence.md。",
                "The database has the signing key {finger} in use, and this process signs with {current}: other replicas may sign with another key, and those who verify see an unknown key. Give all replicas the same keys; if the key was changed, name the old one with --retired-signing-key, of which the public part suffices. See docs/evidence.md."
            ));
        }
    }
    let retired = retired.public.iter().copied().filter(|key| !used.contains(key)).collect();
    let rows = store::note_signing_keys(&config.database, &SigningKeys { used, retired }, now)?;
    Ok((rows, warnings))
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
