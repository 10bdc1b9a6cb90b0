//! Why a page cannot be drawn.

use caipan_engine::rules::RulesError;
use caipan_tiles::text::Text;

/// Why a page cannot be drawn.
#[derive(Debug)]
pub enum PageError {
    /// The log has no such hand or step.
    NoStep(Text),
    /// The declared rules cannot be applied.
    Rules(RulesError),
}

impl From<RulesError> for PageError {
    fn from(error: RulesError) -> PageError {
        PageError::Rules(error)
    }
}
