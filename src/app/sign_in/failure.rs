//! Why a sign-in failed. Pages and their advice are left to `api`.

use crate::app::AppError;

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// The service has no sign-in.
    #[error("there is no sign-in")]
    Off,
    /// The provider does not answer, or not as it should.
    #[error("the provider: {0}")]
    ProviderDown(String),
    /// The ticket is missing, expired or of another flow.
    #[error("the sign-in is not known or too old")]
    Expired,
    /// The person or the provider refused.
    #[error("access denied")]
    Denied,
    /// The provider refused with this error code.
    #[error("the provider refused: {0}")]
    Refused(String),
    /// The token of the provider cannot be trusted.
    #[error("the token is invalid: {0}")]
    TokenInvalid(String),
    /// No role of the person means anything here.
    #[error("no role")]
    NoRole {
        /// The name of the person.
        name: String,
        /// The claim with the roles.
        claim: String,
        /// The roles found there; `None` if the token has no such claim.
        found: Option<Vec<String>>,
    },
    /// The tenant of a role is not in the database.
    #[error("no tenant {0}")]
    NoTenant(String),
    /// The service failed.
    #[error(transparent)]
    App(#[from] AppError),
}

/// The maximum length of a word of the provider that is shown, in characters.
const LONGEST: usize = 60;

impl SignInError {
    /// The provider sent the browser back with an error.
    pub(super) fn refused(error: &str) -> SignInError {
        if error == "access_denied" {
            return SignInError::Denied;
        }
        SignInError::Refused(shown(error))
    }
}

/// A word of the provider that is safe to show: short and printable.
pub(super) fn shown(word: &str) -> String {
    word.chars().filter(|c| !caipan_log::is_unseen(*c) && !c.is_control()).take(LONGEST).collect()
}
