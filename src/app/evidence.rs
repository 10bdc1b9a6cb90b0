//! Signed checkpoints and proofs of stored records; the tree itself is left to the store.

use super::{App, AppError};
use crate::store::{Proven, SigningKeyRow, StoreError, Tenant, ToProve, Who};
use caipan_evidence::{Checkpoint, Proof, PublicKey, Signer};

impl App {
    /// Sets the key that signs checkpoints.
    #[must_use]
    pub fn signed_by(mut self, signer: Option<Signer>) -> App {
        self.keys =
            signer.iter().map(|signer| SigningKeyRow { key: signer.public(), from: None, until: None }).collect();
        self.signers = signer.into_iter().collect();
        self
    }

    /// Adds keys that sign beside the current one, so that readers who trust only an earlier key can go on. Without a
    /// current key they are left out.
    #[must_use]
    pub fn and_by(mut self, beside: Vec<Signer>) -> App {
        if let Some(current) = self.signers.first().map(Signer::public) {
            for signer in beside {
                let key = signer.public();
                if key != current && !self.signers.iter().any(|known| known.public() == key) {
                    self.keys.push(SigningKeyRow { key, from: None, until: None });
                    self.signers.push(signer);
                }
            }
        }
        self
    }

    /// Sets the times of the keys that sign, and adds those that signed before.
    #[must_use]
    pub fn knowing(mut self, known: &[SigningKeyRow]) -> App {
        for row in known {
            match self.keys.iter_mut().find(|own| own.key == row.key) {
                Some(own) => *own = *row,
                None => self.keys.push(*row),
            }
        }
        self
    }

    /// The public key of the checkpoints.
    pub fn public_key(&self) -> Result<PublicKey, AppError> {
        Ok(self.signers.first().ok_or(AppError::NotSigned)?.public())
    }

    /// All keys that sign or signed checkpoints, the current one first.
    pub fn signing_keys(&self) -> Result<&[SigningKeyRow], AppError> {
        if self.keys.is_empty() { Err(AppError::NotSigned) } else { Ok(&self.keys) }
    }

    /// Signs a checkpoint with every key that signs.
    pub(super) fn sign(&self, checkpoint: &Checkpoint) -> Result<String, AppError> {
        if self.signers.is_empty() {
            return Err(AppError::NotSigned);
        }
        Ok(checkpoint.signed_by(&self.signers))
    }

    /// Returns whether any tenant has a stored report.
    pub fn has_given(&self) -> Result<bool, StoreError> {
        self.store.has_verdicts()
    }

    /// Signs the current tree of a tenant and proves the wanted record.
    pub async fn prove(&self, who: Who, wanted: ToProve) -> Result<Proof, AppError> {
        let since = wanted.since;
        let Proven { checkpoint, entry, since: path } = self.proven(who.tenant, wanted).await?;
        Ok(Proof::of(self.sign(&checkpoint)?, entry, since.zip(path)))
    }

    /// Proves the wanted record of a tenant.
    pub(super) async fn proven(&self, tenant: Tenant, wanted: ToProve) -> Result<Proven, AppError> {
        if self.signers.is_empty() {
            return Err(AppError::NotSigned);
        }
        let asked = wanted.clone();
        let proven = self.query(move |store| Ok(store.prove(tenant, &asked)?)).await?;
        let Some(proven) = proven else {
            return Err(wanted.log.map_or(AppError::NoRecord, AppError::NoLog));
        };
        if wanted.since.is_some_and(|since| since > proven.checkpoint.size) {
            return Err(AppError::NeverSoLarge(proven.checkpoint.size));
        }
        Ok(proven)
    }
}
