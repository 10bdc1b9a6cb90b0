//! `caipan verify`: verifies offline that a report is the one that was given, and that earlier records are unchanged.

use super::paint::Voice;
use super::{CLEAN, Ended, FOUND, Failure};
use caipan_evidence::{
    Beside, FORMAT, KeyError, Proof, Record, SignatureKind, Statement, Trust, TrustedKey, VerifierKey, checked_by,
};
use caipan_tiles::bilingual;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Maximum size of a file in bytes.
const MOST: u64 = 256 << 20;

#[derive(clap::Args)]
pub(super) struct Args {
    /// The proof from GET /v1/reports/ID/evidence or GET /v1/evidence, or - for standard input · 证明文件，- 为标准输入
    #[arg(value_name = "PROOF")]
    proof: PathBuf,
    /// Public key of the service, from its operator: a file with PEM, verifier keys or the answer of GET /v1/evidence/keys, or a verifier key itself; give it again for each key that may have signed · 服务的公钥，请向运营方索取：PEM、验证公钥或 GET /v1/evidence/keys 答复的文件，或验证公钥本身；可多次给出
    #[arg(long = "key", value_name = "KEY", required = true)]
    keys: Vec<String>,
    /// Verifier key of a witness; give it again for each witness · 见证者的验证公钥，可多次给出
    #[arg(long = "witness", value_name = "VERIFIER_KEY", value_parser = witness)]
    witnesses: Vec<VerifierKey>,
    /// Number of witnesses that must have cosigned; all of them by default · 须有多少个见证者联署，默认为全部
    #[arg(long, value_name = "N", requires = "witnesses", value_parser = clap::value_parser!(u8).range(1..))]
    quorum: Option<u8>,
    /// The report's JSON as served · 服务原样返回的报告 JSON
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// The log as sent · 当时发送的牌谱
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// An earlier checkpoint or proof; fetch PROOF with ?since= its size · 先前留存的检查点或证明，取 PROOF 时须带 ?since=其条数
    #[arg(long, value_name = "FILE")]
    since: Option<PathBuf>,
}

/// A problem document.
#[derive(serde::Deserialize)]
struct Refused {
    detail_zh: String,
    detail_en: String,
}

pub(super) fn run(args: &Args, voice: Voice) -> Ended {
    let trust = trust(args)?;
    let bytes = read(&args.proof)?;
    let proof: Proof = serde_json::from_slice(&bytes).map_err(|error| {
        let path = args.proof.display();
        // The file may be an error response of the service.
        if let Ok(Refused { detail_zh, detail_en }) = serde_json::from_slice(&bytes) {
            return Failure(bilingual!(
                "{path} 不是证明，而是服务的答复：{detail_zh}",
                "{path} is no proof but an answer of the service: {detail_en}"
            ));
        }
        Failure(bilingual!(
            "{path} 不是证明（{FORMAT}）：{error}。请用 GET /v1/reports/ID/evidence 重新取得。",
            "{path} is no proof ({FORMAT}): {error}. Fetch it again with GET /v1/reports/ID/evidence."
        ))
    })?;
    let file = |path: &Option<PathBuf>| path.as_deref().map(read).transpose();
    let (report, log, since) = (file(&args.report)?, file(&args.log)?, file(&args.since)?);
    let since = since.map(|bytes| match serde_json::from_slice::<Proof>(&bytes) {
        Ok(proof) => proof.checkpoint,
        Err(_) => String::from_utf8_lossy(&bytes).into_owned(),
    });
    let beside = Beside { report: report.as_deref(), log: log.as_deref(), since: since.as_deref() };
    let statements = checked_by(&proof, &trust, beside);
    let mut out = std::io::stdout();
    for Statement { holds, text } in &statements {
        if !voice.quiet || !holds {
            let mark = if *holds { "✓" } else { "✗" };
            writeln!(out, "{mark} {}", text.get(voice.lang))?;
        }
    }
    // Other kinds of records have no report.
    let of_report = proof.entry.as_ref().and_then(|entry| serde_json::from_str::<Record>(&entry.record).ok()?.report);
    if beside.report.is_none() && of_report.is_some() && !voice.quiet {
        let said = bilingual!(
            "没有给出报告，只验证了记录。请加 --report FILE 核对报告本身。",
            "No report was given, so only the record is verified. Add --report FILE to compare the report itself."
        );
        writeln!(out, "– {}", said.get(voice.lang))?;
    }
    Ok(if statements.iter().all(|statement| statement.holds) { CLEAN } else { FOUND })
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::at(path, &error);
    let mut bytes = Vec::new();
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(std::io::stdin())
    } else {
        Box::new(std::fs::File::open(path).map_err(failed)?)
    };
    source.take(MOST).read_to_end(&mut bytes).map_err(failed)?;
    Ok(bytes)
}

/// Reads the keys of the service and of the witnesses.
fn trust(args: &Args) -> Result<Trust, Failure> {
    let mut keys = Vec::new();
    for given in &args.keys {
        keys.extend(keys_of(given)?);
    }
    let mut distinct: Vec<[u8; 32]> = args.witnesses.iter().map(|witness| *witness.key.bytes()).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let distinct = distinct.len();
    let quorum = args.quorum.map_or(distinct, usize::from);
    if quorum > distinct {
        return Err(Failure(bilingual!(
            "--quorum {quorum} 多于所给的 {distinct} 个见证者。请调低它，或用 --witness 给出更多的验证公钥；两个名称共用一把公钥只算一个。",
            "--quorum {quorum} is more than the {distinct} witnesses given. Lower it, or give more verifier keys with --witness; two names with one key are one witness."
        )));
    }
    Ok(Trust { keys, witnesses: args.witnesses.clone(), quorum })
}

/// The keys that an argument gives: a verifier key, or a file of PEM, of verifier keys or of the list that the service
/// answers.
fn keys_of(given: &str) -> Result<Vec<TrustedKey>, Failure> {
    if let Ok(key) = given.parse::<VerifierKey>() {
        return Ok(vec![pinned(&key)?]);
    }
    let path = Path::new(given);
    TrustedKey::all_in(&read(path)?).map_err(|error| no_key(path, error))
}

/// A verifier key names the one tree that it is trusted for.
fn pinned(key: &VerifierKey) -> Result<TrustedKey, Failure> {
    TrustedKey::pinned(key.clone()).map_err(|_| {
        Failure(bilingual!(
            "{key} 是见证者的公钥。请用 --witness 给出；--key 要服务的公钥。",
            "{key} is the key of a witness. Give it with --witness; --key takes the key of the service."
        ))
    })
}

/// Parses the key of a witness.
fn witness(text: &str) -> Result<VerifierKey, String> {
    let key: VerifierKey = text.parse().map_err(|error| format!("{error} · 不是验证公钥"))?;
    if key.kind == SignatureKind::Cosignature {
        Ok(key)
    } else {
        Err("it is the key of a log, for --key · 这是日志的公钥，请用 --key".to_owned())
    }
}

fn no_key(path: &Path, error: KeyError) -> Failure {
    let path = path.display();
    Failure(bilingual!(
        "{path} 不能用作公钥：{error}。请给出 Ed25519 公钥的 PEM，如 GET /v1/evidence/key 所返回，或验证公钥，或 GET /v1/evidence/keys 的答复。",
        "{path} is no public key to verify with: {error}. Give the PEM of an Ed25519 public key, such as GET /v1/evidence/key answers, a verifier key, or the answer of GET /v1/evidence/keys."
    ))
}
