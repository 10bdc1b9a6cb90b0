//! Proofs at checkpoints that witnesses cosigned, and what each witness has of a tenant's tree.

use super::witness_refusal::Refusal;
use super::{App, AppError};
use crate::store::{CosignatureRow, Proven, ToProve, Who, WitnessRow};
use caipan_evidence::{Proof, VerifierKey, cosignature};
use caipan_tiles::text::Text;

/// The state of a witness of a tenant's tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessState {
    /// The name of the witness in the settings.
    pub label: String,
    /// Its verifier key.
    pub key: VerifierKey,
    /// The largest size that it cosigned; 0 if none.
    pub size: u64,
    /// The time of that cosignature, in seconds since 1970.
    pub cosigned_at: Option<i64>,
    /// The time of the last try, in microseconds since 1970.
    pub tried_at: Option<i64>,
    /// Why it did not cosign the last checkpoint: the stable word, and the sentence.
    pub refused: Option<(String, Text)>,
}

/// A tenant's tree as witnesses know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessView {
    /// The name of the tree towards witnesses; absent before the first record.
    pub origin: Option<String>,
    /// The number of records.
    pub size: u64,
    /// The verifier keys that witnesses need, the current one first.
    pub keys: Vec<VerifierKey>,
    /// The witnesses.
    pub witnesses: Vec<WitnessState>,
}

impl App {
    /// Proves the wanted record at the newest checkpoint that at least `quorum` witnesses cosigned. The signed note has
    /// their cosignatures.
    pub async fn prove_witnessed(&self, who: Who, wanted: ToProve, quorum: usize) -> Result<Proof, AppError> {
        let rows = self.query(move |store| Ok(store.cosignatures(who.tenant)?)).await?;
        let sizes = rows.chunk_by(|one, other| one.size == other.size).filter(|rows| rows.len() >= quorum.max(1));
        for rows in sizes {
            let size = rows.first().map_or(0, |row| row.size);
            let size = u64::try_from(size).unwrap_or_default();
            let at_size = ToProve { witnessed: Some(size), since: wanted.since, ..ToProve::default() };
            let (text, note) = {
                let Proven { checkpoint, .. } =
                    self.proven(who.tenant, ToProve { since: None, ..at_size.clone() }).await?;
                (checkpoint.text(), self.sign(&checkpoint)?)
            };
            // A row of a tree that was changed since is no cosignature of this one.
            let lines: Vec<String> = rows.iter().filter_map(|row| valid(row, &text)).collect();
            if lines.len() < quorum.max(1) {
                continue;
            }
            let asked = ToProve { log: wanted.log.clone(), place: wanted.place, ..at_size };
            let proven = match self.proven(who.tenant, asked).await {
                Err(AppError::NoLog(_) | AppError::NoRecord | AppError::NeverSoLarge(_)) => {
                    // The wanted record may be newer than the checkpoint; if it does not exist, this fails.
                    self.proven(who.tenant, wanted).await?;
                    return Err(AppError::NotYetCosigned(size));
                }
                proven => proven?,
            };
            return Ok(Proof::of(note + &lines.concat(), proven.entry, wanted.since.zip(proven.since)));
        }
        Err(AppError::NotCosigned(quorum))
    }

    /// The state of the configured witnesses of a tenant's tree.
    pub async fn witnesses(&self, who: Who) -> Result<WitnessView, AppError> {
        let tenant = who.tenant;
        let (head, rows) =
            self.query(move |store| Ok((store.tree_heads(Some(tenant))?.pop(), store.cosignatures(tenant)?))).await?;
        let keys = self.signing_keys()?;
        let Some(head) = head else {
            let witnesses =
                self.config.witnesses.iter().map(|witness| self::state(witness, None, &rows, None)).collect();
            return Ok(WitnessView { origin: None, size: 0, keys: Vec::new(), witnesses });
        };
        let wanted = ToProve { witnessed: Some(head.size), ..ToProve::default() };
        let origin = self.proven(tenant, wanted).await?.checkpoint.origin;
        let keys =
            keys.iter().filter(|row| row.until.is_none()).map(|row| VerifierKey::log(&origin, row.key)).collect();
        let witnesses = self.config.witnesses.iter().map(|witness| {
            let key = witness.key.to_string();
            let row = head.witnesses.iter().find(|row| row.witness == key);
            self::state(witness, row, &rows, Some((&head.name, &origin, head.size)))
        });
        let witnesses = witnesses.collect();
        Ok(WitnessView { origin: Some(origin), size: head.size, keys, witnesses })
    }
}

/// The signature line of a row, if it verifies against the text of a checkpoint.
fn valid(row: &CosignatureRow, text: &str) -> Option<String> {
    let key: VerifierKey = row.witness.parse().ok()?;
    cosignature(&row.line, text, &key).map(|cosignature| cosignature.line)
}

fn state(
    witness: &crate::config::Witness,
    row: Option<&WitnessRow>,
    rows: &[CosignatureRow],
    tree: Option<(&str, &str, u64)>,
) -> WitnessState {
    let key = witness.key.to_string();
    let unsigned = |number: i64| u64::try_from(number).unwrap_or_default();
    let refused = row.zip(tree).and_then(|(row, (tenant, origin, size))| {
        let refusal = Refusal {
            tenant: tenant.to_owned(),
            origin: origin.to_owned(),
            witness: witness.label.clone(),
            size,
            held: row.held.map(unsigned),
            why: row.said.clone()?,
        };
        Some((refusal.why.clone(), refusal.text()))
    });
    WitnessState {
        label: witness.label.clone(),
        key: witness.key.clone(),
        size: row.map_or(0, |row| unsigned(row.size)),
        cosigned_at: rows.iter().find(|found| found.witness == key).map(|found| found.at),
        tried_at: row.map(|row| row.tried_at),
        refused,
    }
}
