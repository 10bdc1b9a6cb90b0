//! The keys that secrets are encrypted with: named by the operator, or created in the data directory on the first start.

use super::super::Failure;
use super::new_file;
use crate::app::EncryptionKeys;
use crate::config::{Config, Database};
use caipan_tiles::bilingual;
use caipan_tiles::text::Text;
use std::path::Path;

/// The name of the key file in the data directory.
pub(in crate::cli) const FILE: &str = "encryption.key";

/// Finds or creates the keys. None with a database server and no named key, because each replica would create its own.
pub(super) fn find(config: &Config) -> Result<Option<EncryptionKeys>, Failure> {
    let parsed = |from: &str, text: &str| {
        EncryptionKeys::parse(text).map(Some).map_err(|Text { zh, en }| {
            Failure(bilingual!(
                "--encryption-key（{from}）无法使用：{zh}。",
                "--encryption-key ({from}) cannot be used: {en}."
            ))
        })
    };
    let of_file = |path: &Path| {
        let text = std::fs::read_to_string(path).map_err(|error| Failure::at(path, &error))?;
        parsed(&path.display().to_string(), &text)
    };
    match (&config.encryption_key, &config.database) {
        (Some(text), _) if is_text(text) => parsed("CAIPAN_ENCRYPTION_KEY", text),
        (Some(path), _) => of_file(Path::new(path)),
        (None, Database::Directory(dir)) => {
            let path = dir.join(FILE);
            if !path.exists() {
                let text = EncryptionKeys::fresh().map_err(std::io::Error::other)?;
                new_file::make(&path, format!("{text}\n").as_bytes()).map_err(|error| Failure::at(&path, &error))?;
            }
            of_file(&path)
        }
        (None, Database::Server(_)) => Ok(None),
    }
}

/// Returns whether the setting is the keys themselves and no path.
fn is_text(setting: &str) -> bool {
    let first = setting.trim_start().lines().next().unwrap_or_default().trim_end();
    first.len() == 64 && first.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The warning for a database server without a key.
pub(super) fn unencrypted_warning() -> Text {
    bilingual!(
        "没有 --encryption-key，webhook 的签名密钥以明文存于数据库。请用 openssl rand -hex 32 生成一把，交给每个副本（CAIPAN_ENCRYPTION_KEY）；下次启动时已存的也会加密。",
        "Without --encryption-key the signing secrets of webhooks are stored in clear. Make a key with openssl rand -hex 32 and give it to each \
         replica (CAIPAN_ENCRYPTION_KEY); at the next start those already stored are encrypted too."
    )
}

/// The warning for secrets that the given keys do not open.
pub(super) fn locked(config: &Config, count: usize) -> Text {
    let database = &config.database;
    bilingual!(
        "{database} 中有 {count} 个 webhook 的签名密钥由另一把密钥加密，现有的打不开，这些 webhook 发不出消息。请放回原来的 encryption.key，或把原密钥作为另一行写进 --encryption-key 的文件，再启动；若它已遗失，请为每个这样的 webhook 换发签名密钥（POST /v1/webhooks/编号/secret）。",
        "The signing secrets of {count} webhooks in {database} are encrypted with another key, and the given keys do not open them: these webhooks \
         send nothing. Put the old encryption.key back, or add its line to the file of --encryption-key, and start again. If that key is lost, rotate \
         the secret of each of them (POST /v1/webhooks/ID/secret)."
    )
}
