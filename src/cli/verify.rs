//! `caipan verify`: verifies offline that a report is the one that was given, and that earlier records are unchanged.

use super::paint::Voice;
use super::{CLEAN, Ended, FOUND, Failure};
use caipan_evidence::{Beside, FORMAT, KeyError, Proof, PublicKey, Record, Statement, checked};
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
    /// Public key of the service, as PEM, from its operator · 服务的公钥（PEM），请向运营方索取
    #[arg(long, value_name = "FILE")]
    key: PathBuf,
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
    let key = PublicKey::from_pem(&read(&args.key)?).map_err(|error| no_key(&args.key, error))?;
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
    let statements = checked(&proof, &key, beside);
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

fn no_key(path: &Path, error: KeyError) -> Failure {
    let path = path.display();
    Failure(bilingual!(
        "{path} 不能用作公钥：{error}。请给出 Ed25519 公钥的 PEM，如 GET /v1/evidence/key 所返回。",
        "{path} is no public key to verify with: {error}. Give the PEM of an Ed25519 public key, such as GET /v1/evidence/key answers."
    ))
}
