//! The settings of earlier signing keys and of witnesses.

use super::super::Failure;
use super::settings::time;
use crate::config::{Config, Witness};
use crate::webhook_client::Target;
use caipan_evidence::{SignatureKind, VerifierKey};
use caipan_tiles::bilingual;
use std::path::PathBuf;
use std::time::Duration;

/// The settings of earlier keys and of witnesses.
#[derive(clap::Args)]
pub(super) struct EvidenceFlags {
    /// Keys that signed before, as PEM files: a private key signs beside the new one, a public key only verifies; separate several with commas · 此前的签名密钥（PEM 文件）：私钥与新密钥一同签署，公钥只供验证，多个用逗号分隔
    #[arg(
        long = "retired-signing-key",
        value_name = "FILE",
        value_delimiter = ',',
        env = "CAIPAN_RETIRED_SIGNING_KEY",
        hide_env_values = true
    )]
    pub(super) retired_signing_keys: Vec<PathBuf>,
    /// Witness that cosigns checkpoints, as NAME=URL=VERIFIER_KEY; separate several with commas (docs/evidence.md) · 联署检查点的见证者，写作 名称=网址=验证公钥，多个用逗号分隔
    #[arg(long = "witness", value_name = "WITNESS", value_delimiter = ',', value_parser = witness, env = "CAIPAN_WITNESS")]
    pub(super) witnesses: Vec<Witness>,
    /// Interval at which new checkpoints are shown to witnesses · 每隔多久向见证者出示新的检查点
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = time, env = "CAIPAN_WITNESS_EVERY")]
    pub(super) witness_every: Duration,
    /// Allow witnesses at private and local addresses, and without TLS · 允许见证者在内网或本机，也可不加密
    #[arg(long, env = "CAIPAN_WITNESS_PRIVATE")]
    pub(super) witness_private: bool,
}

/// Parses a witness. A base64 key of 33 bytes has no `=`, so the last `=` ends the address.
fn witness(text: &str) -> Result<Witness, String> {
    let parts = text.split_once('=').and_then(|(label, rest)| Some((label, rest.rsplit_once('=')?)));
    let Some((label, (url, key))) = parts.filter(|(label, _)| VerifierKey::is_name(label)) else {
        return Err("write NAME=URL=VERIFIER_KEY, such as w1=https://witness.example/=witness.example/w1+1a2b3c4d+BAbc… · 请写作 名称=网址=验证公钥".to_owned());
    };
    let key: VerifierKey = key.parse().map_err(|error| format!("{key} is no verifier key: {error} · 不是验证公钥"))?;
    if key.kind != SignatureKind::Cosignature {
        return Err(format!(
            "{key} is the key of a log; a witness has a key of type 4 · 这是日志的公钥，见证者的公钥类型为 4"
        ));
    }
    Ok(Witness { label: label.to_owned(), url: url.to_owned(), key })
}

/// Checks that witnesses are distinct, and that their addresses may be contacted.
pub(super) fn check_witnesses(config: &Config) -> Result<(), Failure> {
    for (at, Witness { label, url, key }) in config.witnesses.iter().enumerate() {
        if Target::parse(url, config.witness_private).is_err() {
            return Err(Failure(bilingual!(
                "--witness {label} 的网址 {url} 不能用。请写完整的公网 https 地址，不含用户名、密码与 #；见证者在内网或不加密时，请加 --witness-private。",
                "--witness {label} has the address {url}, which cannot be used. Write a whole public https address without user, password and #; if the witness is in a private network or without TLS, add --witness-private."
            )));
        }
        let before = config.witnesses.iter().take(at);
        if before.clone().any(|other| other.label == *label || other.key.key == key.key) {
            return Err(Failure(bilingual!(
                "--witness {label} 的名称或公钥与另一个见证者相同。请删去重复的，或改正名称与公钥。",
                "--witness {label} has the name or the key of another witness. Remove the second, or correct its name and key."
            )));
        }
    }
    Ok(())
}
