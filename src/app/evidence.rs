//! Signed checkpoints and proofs of stored records; the tree itself is left to the store.

use super::{App, AppError};
use crate::store::{Proven, StoreError, ToProve, Who};
use caipan_evidence::{Proof, PublicKey, Signer};

impl App {
    /// Sets the key that signs checkpoints.
    #[must_use]
    pub fn signed_by(mut self, signer: Option<Signer>) -> App {
        self.signer = signer;
        self
    }

    /// The public key of the checkpoints.
    pub fn public_key(&self) -> Result<PublicKey, AppError> {
        Ok(self.signer.as_ref().ok_or(AppError::NotSigned)?.public())
    }

    /// Returns whether any tenant has a stored report.
    pub fn has_given(&self) -> Result<bool, StoreError> {
        self.store.has_verdicts()
    }

    /// Signs the current tree of a tenant and proves the wanted record.
    pub async fn prove(&self, who: Who, wanted: ToProve) -> Result<Proof, AppError> {
        let signer = self.signer.as_ref().ok_or(AppError::NotSigned)?;
        let asked = wanted.clone();
        let proven = self.query(move |store| Ok(store.prove(who.tenant, &asked)?)).await?;
        let Proven { checkpoint, entry, since } =
            proven.ok_or_else(|| wanted.log.map_or(AppError::NoRecord, AppError::NoLog))?;
        if wanted.since.is_some_and(|since| since > checkpoint.size) {
            return Err(AppError::NeverSoLarge(checkpoint.size));
        }
        Ok(Proof::of(checkpoint.signed(signer), entry, wanted.since.zip(since)))
    }
}
