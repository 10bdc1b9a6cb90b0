//! Proofs of what was given.

use super::{App, AppError};
use crate::store::{Proven, StoreError, ToProve, Who};
use caipan_evidence::{Proof, PublicKey, Signer};

impl App {
    /// The same, with a key that signs checkpoints.
    #[must_use]
    pub fn signed_by(mut self, signer: Option<Signer>) -> App {
        self.signer = signer;
        self
    }

    /// The key that checks what this service signs.
    pub fn public_key(&self) -> Result<PublicKey, AppError> {
        Ok(self.signer.as_ref().ok_or(AppError::NotSigned)?.public())
    }

    /// Whether a report was ever given for a stored log, to whichever tenant.
    pub fn has_given(&self) -> Result<bool, StoreError> {
        self.store.has_verdicts()
    }

    /// A tenant's tree as it is now, signed, with what is to be proven.
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
